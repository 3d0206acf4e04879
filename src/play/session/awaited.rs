//! Draws one stroke and waits until it is known whether the game took it.

use super::judge::judge;
use crate::play::context::Context;
use crate::play::drawing::{StrokePlan, draw_stroke};
use crate::play::error::PlayError;
use crate::play::family::Observation;
use crate::play::observer::LevelState;

/// Draws a stroke and waits until it is seen, or is late; learns from it. Returns the last look.
///
/// # Errors
/// Whatever stops the observer or the executor.
pub(super) fn draw_and_wait(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    plan: StrokePlan,
) -> Result<Observation, PlayError> {
    let seen = draw_stroke(context, level, index, plan)?;
    judge(context, level, &seen);
    let is_done = |seen: &Observation| seen.is_there && seen.moves[index].is_done();
    let late = context.learned.late();
    let (seen, _) = context.wait_so_long_for(level, late, &is_done)?;
    judge(context, level, &seen);
    Ok(seen)
}
