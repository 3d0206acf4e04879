//! A stroke of a level as actions, in each way of drawing.

use super::{Habits, Level, Pace, PlayError, Tool, Way};
use crate::pipeline::{Action, Frame, Waypoint};
use crate::replay::{Gait, way_over};

/// How a stroke is put in this time.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub(super) way: Way,
    pub(super) pace: Pace,
    /// Whether a drag begins where what is seen of its stroke ends, not at its terminal.
    pub(super) goes_on: bool,
    /// Whether a stroke of which nothing is seen begins at the other end this time.
    pub(super) changes_ends: bool,
}

impl Manner {
    /// The one that was learned.
    pub(super) fn of(habits: &Habits) -> Self {
        Self {
            way: habits.way,
            pace: habits.pace,
            goes_on: false,
            changes_ends: false,
        }
    }

    /// The same, so slowly that hardly any game loses a cell.
    pub(super) fn careful(self) -> Self {
        Self {
            pace: self.pace.careful(),
            ..self
        }
    }

    /// The same, so fast that it is over soon.
    pub(super) fn brisk(self) -> Self {
        Self {
            pace: self.pace.brisk(),
            ..self
        }
    }

    /// The same, as slowly as any stroke is put in.
    pub(super) fn slowest(self) -> Self {
        Self {
            pace: self.pace.slowest(),
            ..self
        }
    }
}

/// What draws one stroke of a level but for so many of its first cells, on the board as a frame shows it.
///
/// # Errors
/// [`PlayError::Plan`] when it would leave the board.
pub(super) fn stroke(
    level: &dyn Level,
    index: usize,
    skipped: usize,
    frame: &Frame,
    manner: Manner,
) -> Result<Vec<Action>, PlayError> {
    let way = way(level, index, skipped, frame, manner)?;
    let tool = manner.way.tool;
    Ok(match way.as_slice() {
        [first, others @ ..] if tool != Tool::Drag => {
            let first = std::iter::once(Action::Click(*first));
            first.chain(clicks(tool, others)).collect()
        }
        _ => vec![Action::Drag(way)],
    })
}

/// Where one stroke passes, from the end at which it is to begin, but for so many of its first cells.
///
/// # Errors
/// [`PlayError::Plan`] when it would leave the board.
pub(super) fn way(
    level: &dyn Level,
    index: usize,
    skipped: usize,
    frame: &Frame,
    manner: Manner,
) -> Result<Vec<Waypoint>, PlayError> {
    let mut cells = level.strokes()[index].clone();
    if manner.way.is_backwards {
        cells.reverse();
    }
    let gait = manner.pace.gait();
    let gait = Gait {
        is_doubled: gait.is_doubled && manner.way.tool != Tool::Tap,
        ..gait
    };
    Ok(way_over(
        &cells[skipped..],
        level.lattice(),
        frame.viewport,
        gait,
    )?)
}

/// What goes on with a stroke after its first click.
pub(super) fn clicks(tool: Tool, others: &[Waypoint]) -> Vec<Action> {
    match (tool, others.last()) {
        (Tool::Tap, _) => others.iter().copied().map(Action::Click).collect(),
        (_, Some(last)) => vec![Action::Pass(others.to_vec()), Action::Click(*last)],
        (_, None) => Vec::new(),
    }
}
