//! Games in which a press begins a line and the next press ends it: after a drag, the line goes on following the pointer.

use super::plan::{StrokePlan, stroke_waypoints};
use super::stroke::{carry_out, click_once, draw_stroke};
use crate::pipeline::Action;
use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::family::Observation;
use crate::play::learned::{InputMethod, StrokeInput};
use crate::play::observer::LevelState;

/// Finds out whether the line of a drag that was seen follows the pointer. If so, the game takes clicks: one ends the line,
/// and the stroke is drawn again. Returns whether the stroke is seen after that.
///
/// # Errors
/// Whatever stops the observer or the executor.
pub(super) fn let_go(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
) -> Result<bool, PlayError> {
    if !follows_pointer(context, level, index)? {
        return Ok(true);
    }
    tracing::info!("a line follows the pointer after its drag: strokes are clicked");
    context.learned.input.method = InputMethod::Click;
    let plan = StrokePlan::learned(&context.learned);
    click_once(context, level, index, plan)?;
    draw_stroke(context, level, index, plan)?;
    let is_done = |seen: &Observation| seen.is_there && seen.moves[index].is_done();
    let (_, is_seen) = context.wait_for(level, &is_done)?;
    if !is_seen {
        context.learned.input.method = InputMethod::Drag;
    }
    Ok(is_seen)
}

/// Whether what a drag has drawn is gone when the pointer has passed back over it with the button up.
fn follows_pointer(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
) -> Result<bool, PlayError> {
    let learned = &context.learned;
    let plan = StrokePlan::over_cells(learned, learned.pace.careful());
    let input = StrokeInput {
        is_backwards: level.last_end(index).unwrap_or_default(),
        ..learned.input
    };
    let task = level.task.as_ref();
    let ways = stroke_waypoints(task, index, 0, &level.frame, (input, plan))?;
    // Where it was let go of last.
    let mut way = ways.into_iter().next_back().unwrap_or_default();
    way.reverse();
    if !carry_out(context, level, &[Action::Pass(way)])? {
        return Ok(false);
    }
    let is_gone = |seen: &Observation| seen.is_there && seen.moves[index].is_bare();
    let late = context.learned.late();
    Ok(context.wait_so_long_for(level, late, &is_gone)?.1)
}
