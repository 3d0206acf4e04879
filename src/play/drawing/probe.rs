//! Finds out by which input a game takes strokes, with the shortest one and few presses: what shows a board may
//! be no game at all.

use std::time::Duration;

use super::latch::let_go;
use super::plan::{StrokePlan, clicks, stroke_actions, stroke_waypoints};
use super::stroke::{carry_out, click_once, draw_stroke, input_of, ready};
use crate::pipeline::Action;
use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::family::{Observation, TraceStyle};
use crate::play::learned::InputMethod;
use crate::play::observer::{LevelState, stays_away};

/// How often all inputs are tried in a game that has taken a stroke before.
const PROVEN_PROBES: usize = 3;

/// How a stroke is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Try {
    /// By one input, from the usual end or the other.
    Stroke {
        method: InputMethod,
        is_turned: bool,
    },
    /// With clicks, two at most until something of it is seen; what it is tells which clicks the game takes.
    Clicks,
    /// With arrow keys and a click, two and one at most until something of it is seen.
    Keys,
}

/// What to try, one after the other, until a stroke is seen: both ends with a drag, clicks, and in a game that has not shown
/// a stroke yet, arrow keys last: in other games they may lead to another level. There a drag comes first: the first press may
/// only give the window its focus, and of two clicks the second would then begin a stroke and not end it. The button goes down
/// five times at most. A game that has taken drags gets the same drag twice, the second time after a click: it may have ignored the mouse
/// while its level came in, or text may be selected.
///
/// A drag that was seen after one from the other end in vain may have been two clicks, with moves between, in a game that takes
/// these: when nothing more is seen then, clicks come first.
fn tries(known: InputMethod, is_proven: bool, may_be_clicked: bool) -> Vec<Try> {
    let stroke = |method, is_turned| Try::Stroke { method, is_turned };
    let [drag, other_end] = [false, true].map(|is_turned| stroke(InputMethod::Drag, is_turned));
    match known {
        InputMethod::Drag if may_be_clicked => vec![Try::Clicks, drag, other_end, Try::Keys],
        InputMethod::Drag if is_proven => vec![drag, drag, other_end, Try::Clicks],
        InputMethod::Drag => vec![drag, other_end, Try::Clicks, Try::Keys],
        InputMethod::Keys => vec![Try::Keys, drag, Try::Clicks, other_end],
        clicked if is_proven => vec![stroke(clicked, false), drag, Try::Clicks, other_end],
        _ => vec![drag, Try::Clicks, other_end, Try::Keys],
    }
}

/// Draws one stroke until it is seen, by one input after the other. Returns whether that finished the level.
///
/// # Errors
/// [`PlayError::NotShown`] when no input works, and whatever stops the observer or the executor.
pub(in crate::play) fn probe(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    missing: &[usize],
) -> Result<bool, PlayError> {
    if missing.is_empty() {
        return Ok(false);
    }
    // A game that has taken strokes may lose some by chance; anything else may be no game at all.
    let was_proven = context.is_proven;
    let is_known = context.is_known();
    let times = if was_proven { PROVEN_PROBES } else { 1 };
    let known = context.learned.input.method;
    let mut tries = tries(known, was_proven, level.may_be_clicked);
    // Arrow keys know only four ways.
    let is_square = level.task.lattice().is_square();
    tries.retain(|one| is_square || *one != Try::Keys);
    let all = tries.len();
    // The fastest pace at which the game did not take a drag.
    let mut lost_at: Option<Duration> = None;
    for (number, one) in tries.iter().cycle().take(times * all).enumerate() {
        let mut plan = plan_of(context, *one, (number, all), is_known);
        let mut outcome = attempt(context, level, missing, (*one, plan), is_known)?;
        if outcome == Outcome::AtBorder {
            plan.over_border = context.learned.over_border;
            outcome = attempt(context, level, missing, (*one, plan), is_known)?;
        }
        let pace = context.learned.pace;
        for slower in [pace.slow(), pace.slowest()] {
            if outcome == Outcome::Begun && plan.pace < slower {
                let lost = std::mem::replace(&mut plan.pace, slower);
                outcome = attempt(context, level, missing, (*one, plan), is_known)?;
                if outcome != Outcome::Begun {
                    context.learned.pace.lost(lost, 0);
                }
            }
        }
        match outcome {
            Outcome::Seen { is_finished } => {
                if let Some(pace) = lost_at.filter(|&pace| pace < plan.pace) {
                    context.learned.pace.lost(pace, 0);
                }
                return Ok(is_finished);
            }
            Outcome::Lost if is_drag(*one) && !plan.is_cornered => {
                lost_at = Some(lost_at.map_or(plan.pace, |known| known.min(plan.pace)));
            }
            Outcome::Begun | Outcome::AtBorder | Outcome::Lost => {}
        }
    }
    if context.is_proven && !was_proven {
        return probe(context, level, missing);
    }
    let seen = context.see(level)?;
    Err(level.not_shown(&seen))
}

/// What has come of one try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// The game has taken the stroke, and that finished the level or did not.
    Seen {
        is_finished: bool,
    },
    /// A drag has reached more than the cell at which it began: the game takes it so, but not as fast.
    Begun,
    /// It has come to a joined border, and not over it.
    AtBorder,
    Lost,
}

/// Whether it is a drag, from either end.
fn is_drag(one: Try) -> bool {
    matches!(
        one,
        Try::Stroke {
            method: InputMethod::Drag,
            ..
        }
    )
}

/// Draws the first of the missing strokes once, and learns from what is seen of it.
fn attempt(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    missing: &[usize],
    (one, plan): (Try, StrokePlan),
    is_known: bool,
) -> Result<Outcome, PlayError> {
    let (probe, is_only_one) = (missing[0], missing.len() == 1);
    match one {
        Try::Stroke { .. } => drop(draw_stroke(context, level, probe, plan)?),
        Try::Clicks => try_clicks(context, level, probe, plan)?,
        Try::Keys => try_keys(context, level, probe, plan)?,
    }
    let is_enough = |seen: &Observation| {
        seen.is_there && seen.moves[probe].is_done() || is_only_one && !seen.is_there
    };
    let (seen, is_seen) = context.wait_for(level, &is_enough)?;
    // A board that is gone for a moment only was not solved.
    let style = context.learned.trace;
    if is_seen && (seen.is_there || stays_away(&mut context.observer, level, style)?) {
        context.is_proven = true;
        learn_input(context, level, probe, one);
        let may_follow = !is_known && seen.is_there && matches!(one, Try::Stroke { .. });
        let is_drawn = !may_follow || let_go(context, level, probe)?;
        return Ok(Outcome::Seen {
            is_finished: is_only_one && is_drawn,
        });
    }
    if seen.is_there && learn_trace(context, level) {
        context.is_proven = true;
        learn_input(context, level, probe, one);
        return Ok(Outcome::Seen { is_finished: false });
    }
    let is_drag = is_drag(one);
    if seen.is_there && is_drag && level.is_lost_at_border(probe, &seen) {
        context.learned.over_border = context.learned.over_border.other();
        return Ok(Outcome::AtBorder);
    }
    let reached = level
        .last_end(probe)
        .map(|is_backwards| seen.moves[probe].begun(is_backwards));
    let is_begun = seen.is_there && is_drag && reached.is_some_and(|cells| cells > 0);
    let may_be_slower = plan.pace < context.learned.pace.slowest();
    Ok(if is_begun && may_be_slower {
        Outcome::Begun
    } else {
        Outcome::Lost
    })
}

/// The plan of one try. Of a game that nothing is known of, and one that did not take a stroke, no cell is to be lost.
fn plan_of(
    context: &Context<'_, '_>,
    one: Try,
    (number, all): (usize, usize),
    is_known: bool,
) -> StrokePlan {
    let learned = &context.learned;
    let over_cells = |pace| StrokePlan::over_cells(learned, pace);
    let plan = match number + usize::from(!is_known) {
        0 => StrokePlan::learned(learned).without_trial(learned),
        1 => over_cells(learned.pace.careful()),
        // One that hangs now and then loses what takes long.
        _ if number / all % 2 == 1 => over_cells(learned.pace.brisk()),
        _ => over_cells(learned.pace.slow()),
    };
    match one {
        Try::Stroke { method, is_turned } => StrokePlan {
            method,
            is_turned,
            clicks_first: plan.clicks_first || context.is_proven && number % all == 1,
            ..plan
        },
        Try::Clicks | Try::Keys => plan,
    }
}

/// A try has worked: what it used is usual from now on.
fn learn_input(context: &mut Context<'_, '_>, level: &mut LevelState, index: usize, one: Try) {
    let Try::Stroke { method, is_turned } = one else {
        return;
    };
    context.learned.input.method = method;
    level.may_be_clicked = is_turned;
    if is_turned {
        learn_end(context, level, index);
        context.learned.input = context.learned.input.turned();
    }
}

/// A stroke was taken from the end at which it was begun last, after the other one had failed.
pub(super) fn learn_end(context: &mut Context<'_, '_>, level: &LevelState, index: usize) {
    if let Some(is_backwards) = level.last_end(index) {
        let fillings = level.task.end_fillings(index);
        context.learned.took_from(is_backwards, fillings);
    }
}

/// Whether the last look shows more of what was drawn than was seen, and nothing else, if the game shows it in another
/// style than was thought. Then that is learned.
pub(in crate::play) fn learn_trace(context: &mut Context<'_, '_>, level: &LevelState) -> bool {
    let style = context.learned.trace;
    let in_style = |style| level.task.observe(&level.frame.picture, style);
    let seen = in_style(style);
    // Marks tell least, so they are thought of only where nothing else is seen of what was drawn.
    let is_possible = |other: &TraceStyle| *other != TraceStyle::Marks || level.is_bare(&seen);
    let is_better = |other: &TraceStyle| {
        let in_other = in_style(*other);
        is_possible(other) && in_other.is_there && level.is_explained_better(&seen, &in_other)
    };
    let Some(better) = style.others().into_iter().find(is_better) else {
        return false;
    };
    tracing::info!("drawn flows are shown as {better:?}");
    context.learned.trace = better;
    true
}

/// Clicks the first cell of a stroke and goes to the second: a game that shows it then takes click, move,
/// click. If it does not, clicks the second cell too: a game that shows it then takes a click on every cell.
/// Goes on by the input that was found.
fn try_clicks(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    mut plan: StrokePlan,
) -> Result<(), PlayError> {
    plan.method = InputMethod::Tap;
    let input = input_of(context, level, index, plan);
    let before = ready(context, level, index, (input.is_backwards, plan.pace))?;
    let before = before.moves[index].filled();
    let viewport = level.frame.viewport;
    let ways = stroke_waypoints(level.task.as_ref(), index, 0, &level.frame, (input, plan))?;
    let Some([first, second, others @ ..]) = ways.first().map(Vec::as_slice) else {
        return Ok(());
    };
    let openings = [
        (
            InputMethod::Click,
            vec![Action::Click(*first), Action::Pass(vec![*second])],
        ),
        (InputMethod::Tap, vec![Action::Click(*second)]),
    ];
    for (method, opening) in openings {
        if !carry_out(context, level, &opening)? {
            return Ok(());
        }
        let is_begun = |seen: &Observation| seen.is_there && seen.moves[index].filled() > before;
        let (seen, is_seen) = context.wait_for(level, &is_begun)?;
        if !seen.is_there || level.frame.viewport != viewport {
            return Ok(());
        }
        if is_seen {
            context.learned.input.method = method;
            context.is_proven = true;
            return carry_out(context, level, &clicks(method, others)).map(drop);
        }
    }
    if context.is_proven {
        click_twice(context, level, index, plan)?;
    }
    Ok(())
}

/// Types the arrow of the first step of a stroke, for the first cell may be selected by what was tried before and a click lets go of it in
/// some games; then clicks that cell and types it again. A game that shows the step takes arrow keys. The rest is typed only then: what
/// shows a board may be no game at all.
fn try_keys(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    mut plan: StrokePlan,
) -> Result<(), PlayError> {
    plan.method = InputMethod::Keys;
    let input = input_of(context, level, index, plan);
    let before = ready(context, level, index, (input.is_backwards, plan.pace))?;
    let before = before.moves[index].filled();
    let viewport = level.frame.viewport;
    let mut opening = stroke_actions(level.task.as_ref(), index, 0, &level.frame, (input, plan))?;
    let others = opening.split_off(opening.len().min(2));
    let Some((_, arrow)) = opening.split_first() else {
        return Ok(());
    };
    let is_begun = |seen: &Observation| seen.is_there && seen.moves[index].filled() > before;
    for actions in [arrow, &opening] {
        // Only a click may give the window its focus.
        if !carry_out(context, level, actions)? {
            continue;
        }
        let (seen, is_seen) = context.wait_for(level, &is_begun)?;
        if !seen.is_there || level.frame.viewport != viewport {
            return Ok(());
        }
        if is_seen {
            context.learned.input.method = InputMethod::Keys;
            context.is_proven = true;
            return carry_out(context, level, &others).map(drop);
        }
    }
    Ok(())
}

/// Draws a stroke by click, move, click, and once more with a click between: clicks that were tried before may have
/// left a stroke begun, which the next click only ends.
fn click_twice(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    mut plan: StrokePlan,
) -> Result<(), PlayError> {
    plan.method = InputMethod::Click;
    context.learned.input.method = InputMethod::Click;
    draw_stroke(context, level, index, plan)?;
    let is_drawn = |seen: &Observation| seen.moves[index].is_done() || !seen.is_there;
    if !context.wait_for(level, &is_drawn)?.1 {
        click_once(context, level, index, plan)?;
        draw_stroke(context, level, index, plan)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tries_hold_both_ends_clicks_and_keys_and_press_five_times() {
        for method in [InputMethod::Drag, InputMethod::Click, InputMethod::Tap] {
            let usual = Try::Stroke {
                method,
                is_turned: false,
            };
            assert_eq!(tries(method, true, false)[0], usual);
            let tries = tries(method, false, false);
            assert!(is_drag(tries[0]));
            let is_turned = |one: &Try| {
                matches!(
                    one,
                    Try::Stroke {
                        is_turned: true,
                        ..
                    }
                )
            };
            assert!(tries.iter().any(is_turned));
            let presses = tries.iter().map(|one| match one {
                Try::Clicks => 2,
                Try::Stroke { .. } | Try::Keys => 1,
            });
            assert_eq!(presses.sum::<usize>(), 5);
            assert!(tries.contains(&Try::Clicks) && tries.contains(&Try::Keys));
        }
    }
}
