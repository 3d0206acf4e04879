//! A stroke as actions, for each input method.

use std::time::Duration;

use crate::geometry::{Cell, ScreenPoint};
use crate::pipeline::{Action, Frame, Waypoint};
use crate::play::error::PlayError;
use crate::play::family::Task;
use crate::play::learned::{InputMethod, LearnedSettings, Pace, StrokeInput};
use crate::replay::{StrokeTiming, waypoints};

/// How long the last move of a drag is before its end, in cells, and how long the button stays down after it.
const LAST_MOVE_LENGTH: f64 = 0.15;
const LAST_MOVE: Duration = Duration::from_millis(4);

/// How long the button stays down in the last cell in a game that asks for the mouse 30 times a second.
const LINGER: Duration = Duration::from_millis(40);

/// How a stroke is put in this time.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) struct StrokePlan {
    pub(in crate::play) method: InputMethod,
    /// Whether it begins at the other end than the one that is usual for it.
    pub(in crate::play) is_turned: bool,
    /// Time a move.
    pub(in crate::play) pace: Duration,
    /// Whether it stops only where its path bends.
    pub(in crate::play) is_cornered: bool,
    /// Whether the button stays down for some time in the last cell.
    pub(in crate::play) lingers: bool,
    /// Whether a click in its last cell comes before a drag: one in its first cell would make the drag the second press of
    /// a double click, which selects text.
    pub(in crate::play) clicks_first: bool,
    /// Whether a drag begins where what is seen of its stroke ends, not at its terminal.
    pub(in crate::play) goes_on: bool,
    /// Whether a stroke of which nothing is seen begins at the other end than the last time.
    pub(in crate::play) changes_ends: bool,
}

impl StrokePlan {
    /// As far as it was learned what serves best.
    pub(in crate::play) fn learned(learned: &LearnedSettings) -> Self {
        let method = learned.input.method;
        let is_cornered =
            method == InputMethod::Drag && learned.fills_in && learned.corners_serve();
        Self {
            method,
            is_turned: false,
            pace: match method {
                InputMethod::Click => learned.pace.clicked(),
                InputMethod::Drag if is_cornered => learned.cornered.now(),
                InputMethod::Drag | InputMethod::Tap => learned.pace.now(),
            },
            is_cornered,
            lingers: learned.lingers,
            clicks_first: learned.first_click.is_needed(),
            goes_on: false,
            changes_ends: false,
        }
    }

    /// Over every cell, at this pace.
    pub(in crate::play) fn over_cells(learned: &LearnedSettings, pace: Duration) -> Self {
        Self {
            pace,
            is_cornered: false,
            ..Self::learned(learned)
        }
    }
}

/// What draws one stroke, but for so many of its first cells, on the board as a frame shows it.
///
/// # Errors
/// [`PlayError::Plan`] when it would leave the board.
pub(in crate::play) fn stroke_actions(
    task: &dyn Task,
    index: usize,
    skipped: usize,
    frame: &Frame,
    (input, plan): (StrokeInput, StrokePlan),
) -> Result<Vec<Action>, PlayError> {
    let way = stroke_waypoints(task, index, skipped, frame, (input, plan))?;
    Ok(match way.as_slice() {
        [first, others @ ..] if plan.method != InputMethod::Drag => {
            let first = std::iter::once(Action::Click(*first));
            first.chain(clicks(plan.method, others)).collect()
        }
        _ => {
            // A click would erase what a drag goes on from.
            let clicks_first = plan.clicks_first && !plan.goes_on;
            let click = way.last().filter(|_| clicks_first).copied();
            let drag = Action::Drag(ended_within_last_cell(task, frame, way, plan));
            click.map(Action::Click).into_iter().chain([drag]).collect()
        }
    })
}

/// A drag with one more move inside its last cell: some games look whether they are solved before they take in a move.
fn ended_within_last_cell(
    task: &dyn Task,
    frame: &Frame,
    mut way: Vec<Waypoint>,
    plan: StrokePlan,
) -> Vec<Waypoint> {
    let rest = if plan.lingers { LINGER } else { LAST_MOVE };
    let is_doubled = Pace::timing(plan.pace).is_doubled;
    if let [.., before, last] = way.as_mut_slice() {
        let end = last.at;
        if is_doubled {
            last.rest = last.rest.max(rest);
        } else {
            let distance = before.at.distance(end).max(f64::EPSILON);
            let short = LAST_MOVE_LENGTH * task.lattice().pitch() / frame.viewport.scale;
            let share = (short / distance).min(1.0);
            last.at = ScreenPoint::new(
                end.x + (before.at.x - end.x) * share,
                end.y + (before.at.y - end.y) * share,
            );
            way.push(Waypoint { at: end, rest });
        }
    }
    way
}

/// Where one stroke passes, from the end at which it is to begin, but for so many of its first cells.
///
/// # Errors
/// [`PlayError::Plan`] when it would leave the board.
pub(in crate::play) fn stroke_waypoints(
    task: &dyn Task,
    index: usize,
    skipped: usize,
    frame: &Frame,
    (input, plan): (StrokeInput, StrokePlan),
) -> Result<Vec<Waypoint>, PlayError> {
    let mut cells = task.moves()[index].cells().to_vec();
    if input.is_backwards {
        cells.reverse();
    }
    cells.drain(..skipped);
    if plan.is_cornered {
        cells = corners(&cells);
    }
    let timing = Pace::timing(plan.pace);
    let timing = StrokeTiming {
        is_doubled: timing.is_doubled && plan.method != InputMethod::Tap,
        ..timing
    };
    Ok(waypoints(&cells, task.lattice(), frame.viewport, timing)?)
}

/// What goes on with a stroke after its first click.
pub(in crate::play) fn clicks(method: InputMethod, others: &[Waypoint]) -> Vec<Action> {
    match (method, others.last()) {
        (InputMethod::Tap, _) => others.iter().copied().map(Action::Click).collect(),
        (_, Some(last)) => vec![Action::Pass(others.to_vec()), Action::Click(*last)],
        (_, None) => Vec::new(),
    }
}

/// The ends of a path and the cells in which it bends.
pub(in crate::play) fn corners(cells: &[Cell]) -> Vec<Cell> {
    let step = |a: Cell, b: Cell| {
        let along = |a: u16, b: u16| i32::from(b) - i32::from(a);
        (along(a.row, b.row), along(a.col, b.col))
    };
    let is_bend = |three: &&[Cell]| step(three[0], three[1]) != step(three[1], three[2]);
    let bends = cells.windows(3).filter(is_bend).map(|three| three[1]);
    let first = cells.first().copied();
    let last = cells.last().copied().filter(|_| cells.len() > 1);
    first.into_iter().chain(bends).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(all: &[(u16, u16)]) -> Vec<Cell> {
        all.iter().map(|&(row, col)| Cell::new(row, col)).collect()
    }

    #[test]
    fn a_path_has_its_ends_and_bends_for_corners() {
        let path = cells(&[(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1)]);
        assert_eq!(corners(&path), cells(&[(0, 0), (0, 2), (2, 2), (2, 1)]));
        let straight = cells(&[(0, 0), (0, 1), (0, 2)]);
        assert_eq!(corners(&straight), cells(&[(0, 0), (0, 2)]));
        assert_eq!(corners(&cells(&[(3, 3)])), cells(&[(3, 3)]));
    }
}
