//! Plays a level of entries: a digit for each cell that does not show it.
//!
//! ```text
//!   first digit, by one way after the other ──seen──▶ the others, in rounds ──▶ the last, when all others are seen
//! ```

use super::retries::Retries;
use super::{ended, is_covered};
use crate::play::context::Context;
use crate::play::drawing::enter;
use crate::play::error::PlayError;
use crate::play::event::Shown;
use crate::play::family::Observation;
use crate::play::observer::{LevelState, stays_away};

/// How often a game that has not taken a digit yet is given one: the first click may only give its window the focus.
const PROBES: usize = 3;

/// Enters what is missing, until the game shows all of it or something else.
///
/// # Errors
/// [`PlayError::NotShown`] when the game never shows it, and whatever stops the observer or the executor.
pub(super) fn enter_all(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    missing: &[usize],
) -> Result<Shown, PlayError> {
    let mut retries = Retries::new(missing.len());
    loop {
        let seen = context.see(level)?;
        let missing = level.missing(&seen);
        let Some((&first, others)) = missing.split_first() else {
            return Ok(Shown::AllFlows);
        };
        tracing::debug!("missing: {missing:?}");
        if is_covered(context, level, &seen, &retries)? {
            return Ok(Shown::Covered);
        }
        if !context.is_proven && !others.is_empty() {
            probe(context, level, first)?;
            continue;
        }
        if !retries.next(missing.len(), seen.filled()) {
            return Err(level.not_shown(&seen));
        }
        if round(context, level, &missing, &retries)? {
            return ended(context, level);
        }
    }
}

/// Enters one digit in a game that has not taken any in this run.
fn probe(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
) -> Result<(), PlayError> {
    for _ in 0..PROBES {
        let hold = context.learned.pace.careful();
        enter(context, level, index, hold)?;
        let is_shown = |seen: &Observation| seen.is_there && seen.moves[index].is_done();
        if context.wait_for(level, &is_shown)?.1 {
            context.is_proven = true;
            return Ok(());
        }
    }
    let seen = context.see(level)?;
    Err(level.not_shown(&seen))
}

/// Enters what is missing. All but the last are seen before the last is entered, since it may take the board away. Returns
/// whether the level is finished.
fn round(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    missing: &[usize],
    retries: &Retries,
) -> Result<bool, PlayError> {
    let Some((&last, others)) = missing.split_last() else {
        return Ok(false);
    };
    let pace = context.learned.pace;
    let hold = if retries.number() > 1 {
        pace.careful().max(pace.best_known())
    } else {
        pace.best_known()
    };
    level.finished_by = None;
    for &index in others {
        enter(context, level, index, hold)?;
        if !context.learned.is_well_known() {
            let is_shown = |seen: &Observation| seen.is_there && seen.moves[index].is_done();
            let (_, is_taken) = context.wait_for(level, &is_shown)?;
            context.learned.drag_taken(is_taken);
        }
    }
    let all_others = |seen: &Observation| others.iter().all(|&one| seen.moves[one].is_done());
    let (seen, is_seen) = context.wait_for(level, &all_others)?;
    let mut all = seen.moves.iter().enumerate();
    if !is_seen || !all.all(|(index, one)| index == last || one.is_done()) {
        return Ok(false);
    }
    enter(context, level, last, hold)?;
    level.finished_by = Some(last);
    let is_over = |seen: &Observation| seen.is_complete() || !seen.is_there;
    let (seen, is_finished) = context.wait_for(level, &is_over)?;
    let style = context.learned.trace;
    Ok(is_finished && (seen.is_there || stays_away(&mut context.observer, level, style)?))
}
