//! Draws one stroke on the board as it is now.

use std::time::Duration;

use super::plan::{StrokePlan, stroke_actions, stroke_area, stroke_waypoints};
use crate::geometry::ScreenRect;
use crate::pipeline::Action;
use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::event::Event;
use crate::play::family::Observation;
use crate::play::learned::{InputMethod, StrokeInput};
use crate::play::observer::{DrawnStroke, LevelState};

/// Draws one stroke on the board as it is now, wherever its window is. Returns what was seen before.
///
/// # Errors
/// A limit of the level, and whatever stops the observer or the executor.
pub(in crate::play) fn draw_stroke(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    plan: StrokePlan,
) -> Result<Observation, PlayError> {
    let input = input_of(context, level, index, plan);
    let seen = ready(context, level, index, (input.is_backwards, plan.pace))?;
    let skipped = if plan.goes_on && plan.method == InputMethod::Drag {
        seen.moves[index].begun(input.is_backwards)
    } else {
        0
    };
    let task = level.task.as_ref();
    let actions = stroke_actions(task, index, skipped, &level.frame, (input, plan))?;
    tracing::debug!("stroke {index}: {plan:?}, backwards {}", input.is_backwards);
    let moves = actions.iter().map(|one| stops(one, plan.pace)).sum();
    if carry_out(context, level, &actions)? {
        let stroke = DrawnStroke {
            is_backwards: input.is_backwards,
            pace: plan.pace,
            moves,
            is_cornered: plan.is_cornered,
            is_trial: plan.is_trial(&context.learned),
            was_clicked: plan.clicks_first,
            is_again: level.was_redrawn(index),
            follows_trial: level.was_trial(index),
            at: context.now(),
        };
        level.end_stroke(index, stroke);
        if context.learned.hides_under_pointer && plan.method == InputMethod::Drag {
            context.park_beside(level)?;
        }
    }
    Ok(seen)
}

/// How many places an action stops at: small steps on the way are none.
fn stops(action: &Action, pace: Duration) -> usize {
    match action {
        Action::Drag(way) | Action::Pass(way) => {
            way.iter().filter(|it| it.rest >= pace / 2).count()
        }
        Action::Click(_) | Action::Key { .. } => 1,
    }
}

/// The input and the end at which a stroke is to begin.
pub(super) fn input_of(
    context: &Context<'_, '_>,
    level: &LevelState,
    index: usize,
    plan: StrokePlan,
) -> StrokeInput {
    let usual = context.learned.input_for(level.task.end_fillings(index));
    let input = StrokeInput {
        method: plan.method,
        ..if plan.is_turned {
            usual.turned()
        } else {
            usual
        }
    };
    if plan.changes_ends && level.last_end(index) == Some(input.is_backwards) {
        input.turned()
    } else {
        input
    }
}

/// Looks where the board is now and says what is about to be drawn, within the limits.
pub(super) fn ready(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    (is_backwards, pace): (bool, Duration),
) -> Result<Observation, PlayError> {
    let seen = context.see(level)?;
    let limits = context.options.limits;
    let (drags, time) = (level.strokes(), context.now() - level.begun);
    if drags == limits.drags || time > limits.time {
        return Err(PlayError::LevelLimit { drags, time });
    }
    if context.is_time_up() {
        return Err(PlayError::TimeIsUp);
    }
    if drags == 0 {
        // Between levels dialogs come and go, and pages change.
        context.motion.look_away();
    } else {
        let picture = &level.frame.picture;
        context.motion.look(picture, level.task.lattice());
    }
    level.begin_stroke(index, is_backwards);
    (context.tell)(Event::Stroke {
        task: level.task.as_ref(),
        seen: &seen,
        pace,
        redrawn: level.redrawn(),
        frame: &level.frame,
    });
    Ok(seen)
}

/// Clicks where a stroke begins. When a click was lost, or one too many was made, each click that is to begin a
/// stroke ends one for the game, and the other way round, until there is one more.
///
/// # Errors
/// As [`draw_stroke`].
pub(in crate::play) fn click_once(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    plan: StrokePlan,
) -> Result<(), PlayError> {
    let input = input_of(context, level, index, plan);
    ready(context, level, index, (input.is_backwards, plan.pace))?;
    let ways = stroke_waypoints(level.task.as_ref(), index, 0, &level.frame, (input, plan))?;
    let first = ways.first().and_then(|way| way.first());
    let click = first.copied().map(Action::Click);
    carry_out(context, level, click.as_slice()).map(drop)
}

/// Carries out actions on the board that was seen last, see [`carry_out_in`].
pub(super) fn carry_out(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    actions: &[Action],
) -> Result<bool, PlayError> {
    let area = stroke_area(level.task.as_ref(), &level.frame);
    let steps: Vec<_> = actions.iter().map(|one| (one.clone(), area)).collect();
    carry_out_in(context, level, &steps)
}

/// Carries out actions, each inside an area, as long as the board is seen: of many clicks, each is one more press. Returns
/// whether all were carried out, and the window stayed where it was.
pub(super) fn carry_out_in(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    steps: &[(Action, ScreenRect)],
) -> Result<bool, PlayError> {
    level.is_fresh = false;
    let style = context.learned.trace;
    let mut before: Option<&Action> = None;
    for (action, area) in steps {
        let is_next_press = match action {
            Action::Click(_) => before.is_some(),
            // One more part of a stroke.
            Action::Drag(_) => matches!(before, Some(Action::Drag(_))),
            Action::Pass(_) | Action::Key { .. } => false,
        };
        before = Some(action);
        if is_next_press && !context.observer.still_shows(level, style)?
            || !context.act(action, *area)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}
