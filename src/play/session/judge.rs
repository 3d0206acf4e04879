//! What the strokes of a level teach, of which it is known whether the game took them.

use crate::play::context::Context;
use crate::play::family::Observation;
use crate::play::learned::{DEFAULT_PACE, InputMethod};
use crate::play::observer::{DrawnStroke, LevelState};

/// Whether a stroke of which nothing is seen may be lost for the end at which it began, as far as is known.
pub(super) fn may_change_ends(context: &Context<'_, '_>) -> bool {
    let learned = &context.learned;
    learned.input.method == InputMethod::Drag && learned.other_end_helps != Some(false)
}

/// Learns from the strokes of which it is known now whether the game took them.
pub(super) fn judge(context: &mut Context<'_, '_>, level: &mut LevelState, seen: &Observation) {
    let late = context.now().saturating_sub(context.learned.late());
    for (index, stroke, is_seen) in level.judged(seen, late) {
        if is_seen {
            took(context, level, index, stroke);
        } else {
            lost(context, level, seen, (index, stroke));
        }
    }
}

/// The game took a stroke.
pub(super) fn took(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    stroke: DrawnStroke,
) {
    if stroke.is_cornered && context.learned.fills_in.is_none() {
        level.cornered = Some((index, stroke));
    } else {
        let pace = context.learned.pace_of_mut(stroke.is_cornered);
        pace.seen(stroke.pace, stroke.moves);
    }
    learn_first_click(context, stroke, true);
    if level.has_changed_ends(index) && context.learned.input.method == InputMethod::Drag {
        let fillings = level.task.end_fillings(index);
        context.learned.took_from(stroke.is_backwards, fillings);
        context.learned.other_end_helps = Some(true);
    }
}

/// The game did not take a stroke, or not all of it.
fn lost(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    seen: &Observation,
    (index, stroke): (usize, DrawnStroke),
) {
    if level.is_lost_at_border(index, seen) && context.learned.input.method == InputMethod::Drag {
        context.learned.over_border = context.learned.over_border.other();
        // Where that does not help, it is something else.
        if !stroke.is_again {
            return;
        }
    }
    if stroke.is_cornered && context.learned.fills_in.is_none() {
        context.learned.fills_in = Some(false);
        return;
    }
    // What a lost trial has left on the board may be why this one was lost.
    if stroke.follows_trial {
        return;
    }
    learn_first_click(context, stroke, false);
    let view = &seen.moves[index];
    let may_be_the_end =
        may_change_ends(context) && !stroke.is_trial && view.is_bare() && !level.was_turned(index);
    let is_end_lost = view.filled() + 1 >= view.shown.len() && has_long_end(level, index, stroke);
    if is_end_lost && !stroke.is_trial && !context.learned.lingers {
        context.learned.lingers = true;
    } else if stroke.is_cornered || !may_be_the_end {
        let noticed = context.now().saturating_sub(stroke.at);
        let pace = context.learned.pace_of_mut(stroke.is_cornered);
        pace.noticed(noticed);
        pace.lost(stroke.pace, view.filled());
    }
}

/// Whether the last drag of a stroke passes more than two cells: of a shorter one that is lost whole, the end alone seems lost.
fn has_long_end(level: &LevelState, index: usize, stroke: DrawnStroke) -> bool {
    let one = &level.task.moves()[index];
    let parts = if stroke.is_backwards {
        one.reversed().parts(0)
    } else {
        one.parts(0)
    };
    parts.last().is_some_and(|part| part.cells.len() > 2)
}

/// Learns whether a click must come first, from strokes that were drawn again as slowly as most games need: one that was
/// faster, or that left out cells, may have been lost for that, and the next one for what it has left on the board.
fn learn_first_click(context: &mut Context<'_, '_>, stroke: DrawnStroke, is_taken: bool) {
    let is_drag = context.learned.input.method == InputMethod::Drag;
    let is_telling = stroke.is_again && !stroke.follows_trial && !stroke.is_cornered;
    if is_drag && is_telling && stroke.pace >= DEFAULT_PACE {
        let first_click = &mut context.learned.first_click;
        first_click.drawn_again(stroke.was_clicked, is_taken);
    }
}
