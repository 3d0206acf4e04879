//! A stroke of a level as actions, in each way of drawing.

use super::{Habits, Level, PlayError, Tool};
use crate::pipeline::{Action, Frame, Waypoint};
use crate::replay::{Gait, way_over};

/// What draws one stroke of a level but for so many of its first cells, on the board as a frame shows it.
///
/// # Errors
/// [`PlayError::Plan`] when it would leave the board.
pub(super) fn stroke(
    level: &dyn Level,
    index: usize,
    skipped: usize,
    frame: &Frame,
    habits: &Habits,
) -> Result<Vec<Action>, PlayError> {
    let way = way(level, index, skipped, frame, habits)?;
    let tool = habits.way.tool;
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
    habits: &Habits,
) -> Result<Vec<Waypoint>, PlayError> {
    let mut cells = level.strokes()[index].clone();
    if habits.way.is_backwards {
        cells.reverse();
    }
    let gait = habits.pace.gait();
    let gait = Gait {
        is_doubled: gait.is_doubled && habits.way.tool != Tool::Tap,
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
