//! Plays a level of entries: a digit for each cell that does not show it.
//!
//! ```text
//!   first digit, by one way after the other ──seen──▶ the others, in rounds ──▶ the last, when all others are seen
//! ```

use std::time::Duration;

use super::retries::Retries;
use super::{ended, is_covered};
use crate::play::context::Context;
use crate::play::drawing::{Wanted, count_up, enter, probe_entry};
use crate::play::error::PlayError;
use crate::play::event::Shown;
use crate::play::family::Observation;
use crate::play::learned::EntryMethod;
use crate::play::next_level::close_message;
use crate::play::observer::{LevelState, stays_away};

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
        let Some(telling) = most_telling(level, &missing) else {
            return Ok(Shown::AllFlows);
        };
        tracing::debug!("missing: {missing:?}");
        if is_covered(context, level, &seen, &retries)? {
            return Ok(Shown::Covered);
        }
        if !context.is_proven {
            let is_last = missing.len() == 1;
            let index = telling;
            if probe_entry(context, level, Wanted { index, is_last })? {
                level.finished_by = Some(index);
                return ended(context, level);
            }
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
    let is_careful = retries.is_varied();
    for &index in others {
        let is_last = false;
        enter_one(
            context,
            level,
            Wanted { index, is_last },
            (hold, is_careful),
        )?;
        if !context.learned.is_well_known() {
            let is_shown = |seen: &Observation| seen.is_there && seen.moves[index].is_done();
            let (_, is_taken) = context.wait_for(level, &is_shown)?;
            context.learned.drag_taken(is_taken);
            if !is_taken && close_message(context)? {
                // The game takes digits in another way: the first ones were seen by chance.
                context.is_proven = false;
                return Ok(false);
            }
        }
    }
    let all_others = |seen: &Observation| others.iter().all(|&one| seen.moves[one].is_done());
    let (seen, _) = context.wait_for(level, &all_others)?;
    if !level.is_made_but(last, &seen) {
        return Ok(false);
    }
    let wanted = Wanted {
        index: last,
        is_last: true,
    };
    enter_one(context, level, wanted, (hold, is_careful))?;
    level.finished_by = Some(last);
    let is_over = |seen: &Observation| seen.is_complete() || !seen.is_there;
    let (seen, is_finished) = context.wait_for(level, &is_over)?;
    let style = context.learned.trace;
    Ok(is_finished && (seen.is_there || stays_away(&mut context.observer, level, style)?))
}

/// The move whose digit is the highest: in a game that counts its clicks it is not seen by chance after the first.
fn most_telling(level: &LevelState, missing: &[usize]) -> Option<usize> {
    let digit = |index: &usize| level.task.moves()[*index].digit();
    missing.iter().copied().max_by_key(digit)
}

/// Enters one digit of several as the game takes them. With care, clicks are looked at one by one: some may be lost.
fn enter_one(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    wanted: Wanted,
    (hold, is_careful): (Duration, bool),
) -> Result<(), PlayError> {
    let method = context.learned.entry;
    if method == EntryMethod::Clicks && is_careful {
        count_up(context, level, wanted).map(drop)
    } else {
        enter(context, level, wanted.index, (method, hold)).map(drop)
    }
}
