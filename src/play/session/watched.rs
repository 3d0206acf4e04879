//! Draws a stroke of a game that is not well known: what it needs is found out with one stroke, before others are lost.
//!
//! ```text
//!   usual manner ─lost▶ after a click ─lost▶ from the other end ─lost▶ with care ─lost▶ slowly
//! ```
//!
//! What is known to help comes first.

use std::time::Duration;

use super::awaited::draw_and_wait;
use super::judge::may_change_ends;
use crate::play::context::Context;
use crate::play::drawing::{StrokePlan, click_once};
use crate::play::error::PlayError;
use crate::play::family::Observation;
use crate::play::learned::{DEFAULT_PACE, LearnedSettings};
use crate::play::observer::LevelState;

/// A drag that was lost for want of a click has reached so many cells beyond its first at most: then the browser drags
/// the text that was selected.
const MOST_REACHED: usize = 1;

/// Another manner in which a stroke is drawn that was lost.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    AfterClick,
    OtherEnd,
    WithCare,
    Slowly,
}

/// The manners, that first which is known to help.
fn manners(learned: &LearnedSettings) -> [Manner; 4] {
    let mut manners = [
        Manner::AfterClick,
        Manner::OtherEnd,
        Manner::WithCare,
        Manner::Slowly,
    ];
    if learned.other_end_helps == Some(true) {
        manners.swap(0, 1);
    } else if learned.pace.best_known() > DEFAULT_PACE {
        manners.rotate_left(2);
    }
    manners
}

/// Draws a stroke, and when it is lost at once again, in other manners in turn, until it is seen or none is left.
///
/// # Errors
/// Whatever stops the observer or the executor.
pub(super) fn draw_watched(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    plan: StrokePlan,
) -> Result<(), PlayError> {
    // Neither corners nor a faster pace are tried with it.
    let over_cells = StrokePlan {
        is_cornered: false,
        ..plan
    };
    let mut plan = over_cells.without_trial(&context.learned);
    let before = context.learned.pace;
    let follows_trial = level.was_trial(index);
    let mut seen = draw_and_wait(context, level, index, plan)?;
    let is_over = |seen: &Observation| !seen.is_there || seen.moves[index].is_done();
    if !level.is_ended(index) {
        return Ok(());
    }
    if seen.is_there && level.is_lost_at_border(index, &seen) {
        plan.over_border = context.learned.over_border;
        seen = draw_and_wait(context, level, index, plan)?;
    }
    if is_over(&seen) {
        context.learned.drag_taken(true);
        return Ok(());
    }
    let is_backwards = level.last_end(index).unwrap_or_default();
    let reached = seen.moves[index].begun(is_backwards);
    for manner in manners(&context.learned) {
        let is_bare = seen.moves[index].is_bare();
        if manner == Manner::OtherEnd && !(is_bare && may_change_ends(context)) {
            continue;
        }
        let again = plan_of(&context.learned, manner, plan.pace);
        seen = draw_and_wait(context, level, index, again)?;
        if is_over(&seen) {
            let learned = &mut context.learned;
            learned.drag_taken(false);
            match manner {
                // It was not the pace.
                Manner::AfterClick | Manner::OtherEnd => learned.pace = before,
                Manner::WithCare => learned.pace.lost(plan.pace, 0),
                Manner::Slowly => learned.pace.lost(learned.pace.careful(), 0),
            }
            let is_for_click = manner == Manner::AfterClick && reached <= MOST_REACHED;
            if is_for_click && !plan.clicks_first && !follows_trial {
                learned.first_click.drawn_again(false, false);
            }
            return Ok(());
        }
        if manner == Manner::AfterClick {
            // In a game of clicks that one has begun a line.
            click_once(context, level, index, plan)?;
        }
    }
    context.learned.stop_watching();
    Ok(())
}

/// How a stroke is drawn again that was lost at a pace.
fn plan_of(learned: &LearnedSettings, manner: Manner, pace: Duration) -> StrokePlan {
    let pace = match manner {
        Manner::AfterClick | Manner::OtherEnd => pace,
        Manner::WithCare => learned.pace.careful(),
        Manner::Slowly => learned.pace.slow(),
    };
    StrokePlan {
        clicks_first: manner == Manner::AfterClick || learned.needs_first_click(),
        changes_ends: manner == Manner::OtherEnd,
        ..StrokePlan::over_cells(learned, pace)
    }
}
