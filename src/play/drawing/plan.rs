//! A stroke as actions, for each input method.

use std::time::Duration;

use super::keys::arrows;
use crate::geometry::{Cell, Lattice, PixelBox, ScreenPoint, ScreenRect};
use crate::pipeline::{Action, Frame, Key, StrokePart, Waypoint};
use crate::play::error::PlayError;
use crate::play::family::Task;
use crate::play::learned::{InputMethod, LearnedSettings, OverBorder, Pace, StrokeInput};
use crate::replay::{Steps, StrokeTiming, part_waypoints, waypoints};

/// How long the first and the last move of a drag are, in cells; how long the button stays down before the first and after the
/// last.
const SHORT_MOVE: f64 = 0.15;
const SHORT_REST: Duration = Duration::from_millis(4);

/// A drag is pressed so far off the middle of its first cell both ways, in cells.
const OFF_MIDDLE: f64 = 0.05;

/// How long the button stays down in the last cell in a game that asks for the mouse 30 times a second.
const LINGER: Duration = Duration::from_millis(40);

/// Two steps go straight on where the cosine of the angle between them is more than this: others are at right angles.
const STRAIGHT: f64 = 0.9;

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
    /// How it goes on over a joined border.
    pub(in crate::play) over_border: OverBorder,
}

impl StrokePlan {
    /// As far as it was learned what serves best.
    pub(in crate::play) fn learned(learned: &LearnedSettings) -> Self {
        let method = learned.input.method;
        let is_cornered = learned.corners_serve();
        Self {
            method,
            is_turned: false,
            pace: match method {
                InputMethod::Click => learned.pace.clicked(),
                InputMethod::Drag if is_cornered => learned.cornered.now(),
                InputMethod::Drag | InputMethod::Tap | InputMethod::Keys => learned.pace.now(),
            },
            is_cornered,
            lingers: learned.lingers,
            clicks_first: learned.needs_first_click(),
            goes_on: false,
            changes_ends: false,
            over_border: learned.over_border,
        }
    }

    /// Whether it may be lost because it was never drawn so before.
    pub(in crate::play) fn is_trial(&self, learned: &LearnedSettings) -> bool {
        self.is_cornered && learned.fills_in != Some(true) || self.pace < self.known_pace(learned)
    }

    /// The same, without a trial of a faster pace.
    pub(in crate::play) fn without_trial(self, learned: &LearnedSettings) -> Self {
        let pace = self.pace.max(self.known_pace(learned));
        Self { pace, ..self }
    }

    /// The pace that serves best for such strokes, as far as is known.
    fn known_pace(&self, learned: &LearnedSettings) -> Duration {
        learned.pace_of(self.is_cornered).best_known()
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
    if plan.method == InputMethod::Keys {
        return key_actions(task, index, frame, (input, plan));
    }
    let ways = stroke_waypoints(task, index, skipped, frame, (input, plan))?;
    let mut actions = Vec::new();
    // A click would erase what a drag goes on from.
    if plan.method == InputMethod::Drag && plan.clicks_first && !plan.goes_on {
        let last = last_waypoint(task, index, frame, (input, plan), &ways)?;
        actions.extend(last.map(Action::Click));
    }
    let last = ways.len().saturating_sub(1);
    for (number, way) in ways.into_iter().enumerate() {
        match way.as_slice() {
            [first, others @ ..] if plan.method != InputMethod::Drag => {
                actions.push(Action::Click(*first));
                actions.extend(clicks(plan.method, others));
            }
            _ => {
                let way = match number == last {
                    true => ended_within_last_cell(task, frame, way, plan),
                    false => ended_outside(way, plan),
                };
                actions.push(Action::Drag(begun_within_first_cell(task, frame, way)));
            }
        }
    }
    Ok(actions)
}

/// A click on the cell at which a stroke begins, and an arrow key for each step.
///
/// # Errors
/// [`PlayError::Plan`] when the cell lies outside the board.
fn key_actions(
    task: &dyn Task,
    index: usize,
    frame: &Frame,
    (input, plan): (StrokeInput, StrokePlan),
) -> Result<Vec<Action>, PlayError> {
    let ways = stroke_waypoints(task, index, 0, frame, (input, plan))?;
    let first = ways.first().and_then(|way| way.first()).copied();
    let one = &task.moves()[index];
    let one = if input.is_backwards {
        one.reversed()
    } else {
        one.clone()
    };
    let keys = arrows(&one, task.lattice()).into_iter().map(|arrow| {
        let half = plan.pace / 2;
        Action::Key {
            key: Key::Arrow(arrow),
            held: half,
            rest: half,
        }
    });
    Ok(first.map(Action::Click).into_iter().chain(keys).collect())
}

/// The middle of the last cell of a stroke.
fn last_waypoint(
    task: &dyn Task,
    index: usize,
    frame: &Frame,
    (input, plan): (StrokeInput, StrokePlan),
    ways: &[Vec<Waypoint>],
) -> Result<Option<Waypoint>, PlayError> {
    if task.moves()[index].wraps().is_empty() {
        return Ok(ways.last().and_then(|way| way.last()).copied());
    }
    let cells = task.moves()[index].cells();
    let last = if input.is_backwards {
        cells.first()
    } else {
        cells.last()
    };
    let timing = Pace::timing(plan.pace);
    let way = waypoints(
        last.map_or(&[], std::slice::from_ref),
        task.lattice(),
        frame.viewport,
        timing,
    )?;
    Ok(way.last().copied())
}

/// The part of the screen that strokes of a board may pass: the board, and where borders are joined a cell beyond it, as far as
/// that is in the frame.
pub(in crate::play) fn stroke_area(task: &dyn Task, frame: &Frame) -> ScreenRect {
    let board = frame.viewport.box_to_screen(task.lattice().bounds());
    if task.moves().iter().all(|one| one.wraps().is_empty()) {
        return board;
    }
    let (width, height) = frame.picture.dimensions();
    let shown = PixelBox {
        left: 0.0,
        top: 0.0,
        right: f64::from(width),
        bottom: f64::from(height),
    };
    let shown = frame.viewport.box_to_screen(shown);
    let cell = task.lattice().pitch() / frame.viewport.scale;
    board.grown(cell).intersection(shown).unwrap_or(board)
}

/// A drag with two more moves inside its first cell, which follow the press at once: some games take a drag to begin where its first
/// move ends, and some choose the colour with that move and take the cell of the next one. It is pressed beside the middle, since
/// some take no cell in line with the place of the press, as no hand draws so straight.
fn begun_within_first_cell(
    task: &dyn Task,
    frame: &Frame,
    mut way: Vec<Waypoint>,
) -> Vec<Waypoint> {
    if let [first, second, ..] = way.as_mut_slice() {
        let near = a_little_towards(task, frame, (first.at, second.at));
        let far = a_little_towards(task, frame, (near, second.at));
        let off = OFF_MIDDLE * task.lattice().pitch() / frame.viewport.scale;
        first.at = ScreenPoint::new(first.at.x + off, first.at.y + off);
        let rest = std::mem::replace(&mut first.rest, SHORT_REST / 2);
        let near = Waypoint {
            at: near,
            rest: SHORT_REST / 2,
        };
        way.splice(1..1, [near, Waypoint { at: far, rest }]);
    }
    way
}

/// The place so little on the way from one to another.
fn a_little_towards(
    task: &dyn Task,
    frame: &Frame,
    (from, to): (ScreenPoint, ScreenPoint),
) -> ScreenPoint {
    let short = SHORT_MOVE * task.lattice().pitch() / frame.viewport.scale;
    let share = (short / from.distance(to).max(f64::EPSILON)).min(1.0);
    ScreenPoint::new(
        from.x + (to.x - from.x) * share,
        from.y + (to.y - from.y) * share,
    )
}

/// A drag with one more move inside its last cell: some games look whether they are solved before they take in a move.
fn ended_within_last_cell(
    task: &dyn Task,
    frame: &Frame,
    mut way: Vec<Waypoint>,
    plan: StrokePlan,
) -> Vec<Waypoint> {
    let rest = if plan.lingers { LINGER } else { SHORT_REST };
    let ends_in_its_cell = Pace::timing(plan.pace).steps != Steps::One;
    if let [.., before, last] = way.as_mut_slice() {
        let end = last.at;
        if ends_in_its_cell {
            last.rest = last.rest.max(rest);
        } else {
            last.at = a_little_towards(task, frame, (end, before.at));
            way.push(Waypoint { at: end, rest });
        }
    }
    way
}

/// A drag that another one of its stroke follows: it ends where it is.
fn ended_outside(mut way: Vec<Waypoint>, plan: StrokePlan) -> Vec<Waypoint> {
    if let Some(last) = way.last_mut().filter(|_| plan.lingers) {
        last.rest = last.rest.max(LINGER);
    }
    way
}

/// Where one stroke passes, from the end at which it is to begin, but for so many of its first cells: a way for each part
/// between joined borders.
///
/// # Errors
/// [`PlayError::Plan`] when it would leave the board.
pub(in crate::play) fn stroke_waypoints(
    task: &dyn Task,
    index: usize,
    skipped: usize,
    frame: &Frame,
    (input, plan): (StrokeInput, StrokePlan),
) -> Result<Vec<Vec<Waypoint>>, PlayError> {
    let one = &task.moves()[index];
    let parts = if input.is_backwards {
        one.reversed().parts(skipped)
    } else {
        one.parts(skipped)
    };
    let timing = Pace::timing(plan.pace);
    let timing = StrokeTiming {
        steps: match plan.method {
            InputMethod::Tap => Steps::One,
            InputMethod::Drag | InputMethod::Click | InputMethod::Keys => timing.steps,
        },
        ..timing
    };
    let lattice = task.lattice();
    let ways = |parts: &[StrokePart]| -> Result<Vec<Vec<Waypoint>>, PlayError> {
        let way = |part: &StrokePart| {
            let mut part = part.clone();
            if plan.is_cornered {
                part.cells = corners(&part.cells, lattice);
            }
            let way = part_waypoints(&part, lattice, frame.viewport, timing)?;
            let is_straightened = plan.is_cornered && part.out.is_some();
            Ok(if is_straightened {
                straight_out(way)
            } else {
                way
            })
        };
        parts.iter().map(way).collect()
    };
    if plan.method == InputMethod::Drag && plan.over_border == OverBorder::Out {
        let area = stroke_area(task, frame);
        let out = ways(&entered_from_outside(parts.clone()))?;
        if out
            .iter()
            .flatten()
            .all(|waypoint| area.contains(waypoint.at))
        {
            return Ok(out);
        }
    }
    let ends = parts
        .into_iter()
        .map(|part| StrokePart { out: None, ..part });
    ways(&ends.collect::<Vec<_>>())
}

/// A way from corner to corner that leaves the board at its end: without its stop before the border where it goes straight on.
fn straight_out(mut way: Vec<Waypoint>) -> Vec<Waypoint> {
    if let [.., before, border, out] = way.as_slice() {
        let [first, second] = [(before.at, border.at), (border.at, out.at)].map(|(from, to)| {
            let length = from.distance(to).max(f64::EPSILON);
            [(to.x - from.x) / length, (to.y - from.y) / length]
        });
        let along = first[0] * second[0] + first[1] * second[1];
        if along > STRAIGHT {
            way.remove(way.len() - 2);
        }
    }
    way
}

/// The parts of a stroke without the last one if that is a terminal alone: the one before has come to it from outside.
fn entered_from_outside(mut parts: Vec<StrokePart>) -> Vec<StrokePart> {
    if let [.., _, last] = parts.as_slice()
        && last.cells.len() == 1
    {
        parts.pop();
    }
    parts
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
pub(in crate::play) fn corners(cells: &[Cell], lattice: &Lattice) -> Vec<Cell> {
    let step = |a, b| lattice.step(a, b);
    let is_bend = |three: &&[Cell]| step(three[0], three[1]) != step(three[1], three[2]);
    let bends = cells.windows(3).filter(is_bend).map(|three| three[1]);
    let first = cells.first().copied();
    let last = cells.last().copied().filter(|_| cells.len() > 1);
    first.into_iter().chain(bends).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Stagger;

    fn cells(all: &[(u16, u16)]) -> Vec<Cell> {
        all.iter().map(|&(row, col)| Cell::new(row, col)).collect()
    }

    #[test]
    fn a_way_over_a_border_stops_before_it_only_where_it_bends_there() {
        let way = |places: &[(f64, f64)]| -> Vec<Waypoint> {
            let rest = Duration::from_millis(18);
            let places = places.iter();
            let at = places.map(|&(x, y)| ScreenPoint::new(x, y));
            at.map(|at| Waypoint { at, rest }).collect()
        };
        let straight = way(&[(10.0, 10.0), (50.0, 10.0), (72.5, 10.0)]);
        let expected = way(&[(10.0, 10.0), (72.5, 10.0)]);
        assert_eq!(straight_out(straight), expected);
        for bent in [
            way(&[(50.0, 50.0), (50.0, 10.0), (72.5, 10.0)]),
            way(&[(50.0, 10.0), (72.5, 10.0)]),
        ] {
            assert_eq!(straight_out(bent.clone()), bent);
        }
    }

    #[test]
    fn a_path_has_its_ends_and_bends_for_corners() {
        let square = Lattice::upright(4, 4, [0.0, 0.0], [40.0, 40.0]);
        let corners = |path: &[Cell]| corners(path, &square);
        let path = cells(&[(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1)]);
        assert_eq!(corners(&path), cells(&[(0, 0), (0, 2), (2, 2), (2, 1)]));
        let straight = cells(&[(0, 0), (0, 1), (0, 2)]);
        assert_eq!(corners(&straight), cells(&[(0, 0), (0, 2)]));
        assert_eq!(corners(&cells(&[(3, 3)])), cells(&[(3, 3)]));
    }

    #[test]
    fn a_path_over_hexagons_bends_where_its_direction_does() {
        let square = Lattice::upright(4, 4, [0.0, 0.0], [40.0, 40.0]);
        let hexagonal = square.with_stagger(Stagger::OddColumnsUp);
        // Down to the right over three columns, then straight down.
        let path = cells(&[(0, 0), (1, 1), (1, 2), (2, 2)]);
        assert_eq!(corners(&path, &hexagonal), cells(&[(0, 0), (1, 2), (2, 2)]));
    }
}
