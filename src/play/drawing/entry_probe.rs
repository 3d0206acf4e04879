//! Finds out how a game takes digits, with one cell and few presses: what shows a board may be no game at all.
//!
//! ```text
//!   as it is known ─▶ button, cell twice, button, cell ─▶ key ─▶ clicks, as long as they count up
//!                         (where a pad is seen)                 └─ a click has counted up ─▲
//! ```
//!
//! A pad that opens at a click on the cell is pressed at once. A message by which the game refuses a press is closed.

use std::time::Duration;

use super::entry::{Entry, Step, enter, press_opened};
use super::stroke::{carry_out_in, ready};
use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::family::{MoveState, MoveView, Observation};
use crate::play::learned::EntryMethod;
use crate::play::next_level::close_message;
use crate::play::observer::{LevelState, stays_away};
use crate::puzzle::futoshiki::Digit;

/// The button and the cell are clicked in turn, and the digit is seen after what comes second in this game. The cell was clicked before,
/// with its key. Each of these clicks may be lost. Two clicks on the button are even, so that a game that takes pencil marks is left as
/// it was; after them comes the cell: a digit that is still chosen would look like the effect of whatever is tried next.
const TURNS: [EntryMethod; 5] = [
    EntryMethod::Pad,
    EntryMethod::PadFirst,
    EntryMethod::PadFirst,
    EntryMethod::Pad,
    EntryMethod::PadFirst,
];

/// After so many clicks in a row without an effect a cell does not count.
const LOST: usize = 2;

/// How a digit is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Try {
    /// As the game takes digits, as far as is known.
    Known,
    Key,
    /// The cell and the button in turn.
    Pad,
    Clicks,
}

/// What to try, the first one last. What is known of the game may be half true, so its like comes second, but for a key where a
/// pad is seen: most games with a pad take no keys.
fn tries(known: EntryMethod, has_pad: bool) -> Vec<Try> {
    let like = match known {
        EntryMethod::Key | EntryMethod::PopUp => Try::Key,
        EntryMethod::Pad | EntryMethod::PadFirst => Try::Pad,
        EntryMethod::Clicks => Try::Clicks,
    };
    let mut tries = vec![Try::Clicks, Try::Pad, Try::Key];
    tries.retain(|one| *one != like);
    if like == Try::Key {
        // A click on a cell that is selected may let go of it: after a key that was lost, the next one is lost too.
        tries.push(like);
    }
    tries.push(like);
    if like == Try::Key && has_pad {
        tries.retain(|one| *one != Try::Pad);
        tries.push(Try::Pad);
    }
    tries.push(Try::Known);
    tries
}

/// The digit of one cell is to be seen.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) struct Wanted {
    /// The number of its move.
    pub index: usize,
    /// Whether it is the last one that is missing: the board may go away.
    pub is_last: bool,
}

/// What has come of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::play) enum Effect {
    /// The cell shows its digit.
    Entered,
    /// The board is gone after the last digit.
    Over,
    /// The cell shows another wrong digit than before, or none any more.
    Changed,
    /// The game has shown a message, which is closed now.
    Refused,
    Nothing,
}

/// Enters one digit by one way after the other until it is seen, and goes on by that way. Returns whether that has finished the
/// level.
///
/// # Errors
/// [`PlayError::NoEntry`] when no way works, and whatever stops the observer or the executor.
pub(in crate::play) fn probe_entry(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    wanted: Wanted,
) -> Result<bool, PlayError> {
    let digit = level.task.moves()[wanted.index].digit();
    let button = digit.and_then(|digit| level.task.button(&level.frame.picture, digit));
    let mut tries = tries(context.learned.entry, button.is_some());
    if !context.is_known() && level.task.has_choice(&level.frame.picture) {
        // A click on the cell would enter the digit that is chosen.
        tries.retain(|one| *one != Try::Pad);
        tries.push(Try::Pad);
    }
    while let Some(one) = tries.pop() {
        let effect = attempt(context, level, wanted, one)?;
        tracing::debug!("{one:?}: {effect:?}");
        match effect {
            Effect::Entered | Effect::Over => {
                tracing::info!("digits are entered by {:?}", context.learned.entry);
                context.is_proven = true;
                return Ok(effect == Effect::Over || wanted.is_last);
            }
            // The click may have counted up.
            Effect::Changed if tries.first() == Some(&Try::Clicks) => tries.rotate_left(1),
            Effect::Changed | Effect::Refused | Effect::Nothing => {}
        }
    }
    let tries = level.strokes();
    Err(PlayError::NoEntry { tries })
}

/// Enters a digit in one way, which is the usual one from then on if the digit is seen.
fn attempt(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    wanted: Wanted,
    one: Try,
) -> Result<Effect, PlayError> {
    let known = context.learned.entry;
    let (method, effect) = match one {
        // A click more may press what has come over the cell.
        Try::Known if known == EntryMethod::Clicks => count_up(context, level, wanted)?,
        Try::Known => enter_and_look(context, level, wanted, known)?,
        Try::Key => enter_and_look(context, level, wanted, EntryMethod::Key)?,
        Try::Pad => try_pad(context, level, wanted)?,
        Try::Clicks => count_up(context, level, wanted)?,
    };
    if matches!(effect, Effect::Entered | Effect::Over) {
        context.learned.entry = method;
    }
    Ok(effect)
}

fn enter_and_look(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    wanted: Wanted,
    method: EntryMethod,
) -> Result<(EntryMethod, Effect), PlayError> {
    let hold = context.learned.pace.careful();
    let seen = enter(context, level, wanted.index, (method, hold))?;
    effect_or_pop_up(context, level, wanted, (method, &seen))
}

/// Clicks the cell and its button in turn, and looks after each click.
fn try_pad(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    wanted: Wanted,
) -> Result<(EntryMethod, Effect), PlayError> {
    let hold = context.learned.pace.careful();
    let mut seen = ready(context, level, wanted.index, (false, hold))?;
    for method in TURNS {
        let entry = Entry::on(level, wanted.index, hold);
        let Some(button) = entry.button() else {
            break;
        };
        let step = match method {
            EntryMethod::PadFirst => entry.cell()?,
            _ => button,
        };
        let (method, effect) = press(context, level, wanted, (method, &seen, step))?;
        if !matches!(effect, Effect::Refused | Effect::Nothing) {
            return Ok((method, effect));
        }
        seen = context.see(level)?;
    }
    Ok((EntryMethod::Pad, Effect::Nothing))
}

/// Clicks the cell until it shows its digit, with a look after each click; not more often than once round all digits. Returns what
/// has come of it, and the way that the game takes: a click may open a pad.
///
/// # Errors
/// Whatever stops the observer or the executor.
pub(in crate::play) fn count_up(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    wanted: Wanted,
) -> Result<(EntryMethod, Effect), PlayError> {
    let hold = context.learned.pace.careful();
    let mut seen = ready(context, level, wanted.index, (false, hold))?;
    let first = seen.moves[wanted.index].digit;
    let most = usize::from(level.task.summary().rows) + 1 + LOST;
    let mut lost = 0;
    for _ in 0..most {
        let entry = Entry::on(level, wanted.index, hold);
        let step = entry.cell()?;
        let clicks = (EntryMethod::Clicks, &seen, step);
        let (method, effect) = press(context, level, wanted, clicks)?;
        match effect {
            Effect::Entered | Effect::Over => return Ok((method, effect)),
            Effect::Refused => return Ok((method, effect)),
            Effect::Changed => lost = 0,
            Effect::Nothing => lost += 1,
        }
        seen = context.see(level)?;
        let is_round = effect == Effect::Changed && seen.moves[wanted.index].digit == first;
        if lost == LOST || is_round {
            break;
        }
    }
    Ok((EntryMethod::Clicks, Effect::Nothing))
}

fn press(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    wanted: Wanted,
    (method, seen, step): (EntryMethod, &Observation, Step),
) -> Result<(EntryMethod, Effect), PlayError> {
    tracing::debug!("entry {}: {step:?}", wanted.index);
    carry_out_in(context, level, &[step])?;
    effect_or_pop_up(context, level, wanted, (method, seen))
}

/// Waits for what comes of one way to enter a digit. Where that has opened a pad, presses the digit there: that is the way then.
fn effect_or_pop_up(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    wanted: Wanted,
    (method, before): (EntryMethod, &Observation),
) -> Result<(EntryMethod, Effect), PlayError> {
    let digit = before.moves[wanted.index].digit;
    let is_enough =
        |seen: &Observation| !seen.is_there || shows_effect(&seen.moves[wanted.index], digit);
    let (seen, is_seen) = context.wait_for(level, &is_enough)?;
    let has_effect = is_seen && seen.is_there;
    let is_entered = has_effect && seen.moves[wanted.index].is_done();
    if !is_entered && !wanted.is_last && close_message(context)? {
        return Ok((method, Effect::Refused));
    }
    // After the last digit a menu of levels may show the same buttons as a pad. Behind a pad more of the board is seen than those
    // show by chance.
    let most_by_chance = usize::from(level.task.summary().rows);
    let may_be_over = wanted.is_last && seen.done_count() <= most_by_chance;
    if method != EntryMethod::PopUp && !has_effect && !may_be_over {
        let is_covered = !seen.is_there;
        let wait = if is_covered {
            context.learned.patience()
        } else {
            Duration::ZERO
        };
        let hold = context.learned.pace.careful();
        if press_opened(context, level, wanted.index, (wait, hold))? {
            let effect = effect(context, level, wanted, before)?;
            return Ok((EntryMethod::PopUp, effect));
        }
    }
    let effect = if is_seen {
        effect(context, level, wanted, before)?
    } else {
        Effect::Nothing
    };
    Ok((method, effect))
}

/// Waits for what comes of a press on a board that was seen like this before.
fn effect(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    Wanted { index, is_last }: Wanted,
    before: &Observation,
) -> Result<Effect, PlayError> {
    let before = before.moves[index].digit;
    let is_enough = |seen: &Observation| {
        if seen.is_there {
            shows_effect(&seen.moves[index], before)
        } else {
            is_last
        }
    };
    let (seen, is_seen) = context.wait_for(level, &is_enough)?;
    if !is_seen {
        return Ok(Effect::Nothing);
    }
    if seen.is_there {
        let is_entered = seen.moves[index].is_done();
        return Ok(if is_entered {
            Effect::Entered
        } else {
            Effect::Changed
        });
    }
    let style = context.learned.trace;
    let is_over = stays_away(&mut context.observer, level, style)?;
    Ok(if is_over {
        Effect::Over
    } else {
        Effect::Nothing
    })
}

/// Whether a cell shows its digit, or another than before.
fn shows_effect(view: &MoveView, before: Option<Digit>) -> bool {
    view.is_done() || view.state != MoveState::Occluded && view.digit != before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pad_that_is_seen_is_tried_after_one_key() {
        let in_order = |has_pad| {
            let mut tries = tries(EntryMethod::Key, has_pad);
            tries.reverse();
            tries
        };
        let [known, key, pad, clicks] = [Try::Known, Try::Key, Try::Pad, Try::Clicks];
        assert_eq!(in_order(true), [known, pad, key, key, clicks]);
        assert_eq!(in_order(false), [known, key, key, pad, clicks]);
    }
}
