//! Plays one level: a probe first, then the rest, then what is missing, until the game shows all of it.
//!
//! ```text
//!   see ──▶ probe ──▶ round of strokes ──▶ see ──▶ missing? ──▶ round again, otherwise ...
//!                                           └─ all seen, hidden by something new, or closed ──▶ won
//! ```

mod awaited;
mod entries;
mod judge;
mod retries;
mod watched;

use std::sync::Arc;
use std::time::Duration;

use super::context::Context;
use super::drawing::{StrokePlan, click_once, corners, draw_stroke, learn_trace, probe};
use super::error::PlayError;
use super::event::{Event, Report, Shown};
use super::family::{MoveState, Observation};
use super::learned::InputMethod;
use super::next_level::{dialog_opened, way_on_appeared};
use super::observer::{LevelState, doubtful, shows_next, stands_still, stays_away};
use crate::capture::ScreenError;
use crate::pipeline::Frame;
use awaited::draw_and_wait;
use entries::enter_all;
use judge::{judge, may_change_ends, took};
use retries::Retries;
use watched::draw_watched;

/// A stroke of so many cells tells whether a game fills in what lies between two corners.
const TELLING: usize = 4;

/// Something new that lies over the board is waited for so long to go away: pop-ups stay for a second and a half.
const COVER_STAYS: Duration = Duration::from_millis(2500);

/// Plays a level until it is won. Returns what it took, or nothing when the game showed it solved from the first.
///
/// # Errors
/// [`PlayError::NotShown`] when the game never shows it, and whatever stops the observer or the executor.
pub(super) fn play_level(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    number: usize,
) -> Result<Option<Report>, PlayError> {
    let first = context.see(level)?;
    level.begin(&first);
    if first.is_complete() {
        return Ok(None);
    }
    let shown = draw(context, level, &first)?;
    settle(context, level);
    let report = Report {
        number,
        summary: level.task.summary().clone(),
        shown,
        draw: context.now() - level.begun,
        strokes: level.strokes(),
        redrawn: level.redrawn(),
        pace: context.learned.pace.best_known(),
        input: context.learned.input,
        spent: std::mem::take(&mut context.observer.spent),
    };
    (context.tell)(Event::Won {
        report: &report,
        frame: &level.frame,
    });
    Ok(Some(report))
}

/// Draws what is missing of a level that was taken for won, and is back.
///
/// # Errors
/// As [`play_level`].
pub(super) fn resume_level(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
) -> Result<(), PlayError> {
    let seen = context.see(level)?;
    draw(context, level, &seen)?;
    settle(context, level);
    Ok(())
}

/// Draws what is missing, until the game shows all of it or something else.
fn draw(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    first: &Observation,
) -> Result<Shown, PlayError> {
    let missing = level.missing(first);
    let drawn = if level.is_entered() {
        enter_all(context, level, &missing)
    } else {
        draw_all(context, level, &missing)
    };
    let shown = match drawn {
        Err(PlayError::BoardLost { .. }) if level.is_all_drawn() => {
            let frame = context.observer.look()?;
            went_on_or_covered(context, level, &frame)?
        }
        Err(PlayError::Screen(ScreenError::Closed(_)))
            if level.finished_by.is_some() || level.is_all_drawn() =>
        {
            Shown::Closed
        }
        drawn => drawn?,
    };
    if shown == Shown::Covered {
        // What the cover brings is not to count as part of the solved board, though it may have faded in over it.
        level.frame = Arc::clone(&level.before_last);
    }
    Ok(shown)
}

/// Whether a frame that does not show the board shows the next one, or something that lies over it.
///
/// # Errors
/// [`PlayError::NotShown`] when nothing has changed but what the missing moves pass: they have spoilt the board.
fn went_on_or_covered(
    context: &mut Context<'_, '_>,
    level: &LevelState,
    frame: &Frame,
) -> Result<Shown, PlayError> {
    let style = context.learned.trace;
    if shows_next(&mut context.observer, level, frame, style)? {
        return Ok(Shown::WentOn);
    }
    if level.is_spoilt(frame) {
        let last = Arc::clone(&level.frame);
        let seen = context.observe(level.task.as_ref(), &last);
        return Err(level.not_shown(&seen));
    }
    Ok(Shown::Covered)
}

fn draw_all(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    missing: &[usize],
) -> Result<Shown, PlayError> {
    let wanted = missing.len();
    if probe(context, level, missing)? {
        return ended(context, level);
    }
    let mut retries = Retries::new(wanted);
    let mut changes_ends = false;
    loop {
        let seen = context.see(level)?;
        judge(context, level, &seen);
        let mut missing = level.missing(&seen);
        if missing.is_empty() {
            return Ok(Shown::AllFlows);
        }
        if learn_trace(context, level) {
            continue;
        }
        tracing::debug!("missing: {missing:?} of {:?}", seen.states());
        if is_covered(context, level, &seen, &retries)? {
            return Ok(Shown::Covered);
        }
        if !retries.next(missing.len(), seen.filled()) {
            return Err(level.not_shown(&seen));
        }
        if changes_ends {
            let helps = &mut context.learned.other_end_helps;
            *helps = helps.or(Some(!retries.is_vain()));
        }
        // It may be a pace that is only tried.
        changes_ends = may_change_ends(context)
            && !context.learned.pace.is_trial()
            && level.may_begin_elsewhere(&seen, &missing);
        let plan = StrokePlan {
            changes_ends,
            ..retries.plan(&context.learned)
        };
        // Every second time only: when no click was lost, one more turns all round.
        let is_clicked = context.learned.input.method == InputMethod::Click;
        if retries.is_vain() && is_clicked && retries.number() % 2 == 1 {
            click_once(context, level, missing[0], plan)?;
        } else if retries.is_probe_doubtful(level.may_be_clicked) {
            level.may_be_clicked = true;
            if probe(context, level, &missing)? {
                return ended(context, level);
            }
            continue;
        }
        if retries.is_vain() && retries.is_varied() {
            let all = missing.len();
            missing.rotate_right(retries.turn() % all);
        }
        if round(context, level, &missing, &retries, changes_ends)? {
            return ended(context, level);
        }
    }
}

/// What the game shows at the end of a level, in the last look.
fn ended(context: &mut Context<'_, '_>, level: &mut LevelState) -> Result<Shown, PlayError> {
    let frame = context.observer.look()?;
    let seen = context.observe(level.task.as_ref(), &frame);
    if seen.is_there {
        return Ok(Shown::AllFlows);
    }
    went_on_or_covered(context, level, &frame)
}

/// Whether the game has ended the level: a control that leads on has come, or something new lies over the board to stay,
/// and what is missing is hidden by it or was drawn in vain. Nothing is drawn on it.
fn is_covered(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    seen: &Observation,
    retries: &Retries,
) -> Result<bool, PlayError> {
    let is_occluded = |seen: &Observation| {
        let is_hidden = |state: MoveState| state == MoveState::Occluded;
        seen.is_relit || seen.moves.iter().any(|one| is_hidden(one.state))
    };
    let missing = level.missing(seen);
    let may_be_over = level.finished_by.is_some() || retries.may_be_over();
    if may_be_over && level.is_all_drawn() && leads_on(context, level)? {
        return Ok(true);
    }
    if level.finished_by.is_some() && missing.iter().all(|&one| seen.moves[one].has_gap()) {
        return Ok(true);
    }
    if !may_be_over || !is_occluded(seen) || !stands_still(&mut context.observer, level)? {
        return Ok(false);
    }
    if !level.is_hidden(seen, &missing) {
        // A part of what is missing is not hidden. It is drawn when the board is free again.
        let is_free = |seen: &Observation| seen.is_complete() || !is_occluded(seen);
        if context.wait_so_long_for(level, COVER_STAYS, &is_free)?.1 {
            return Ok(false);
        }
        if level.finished_by.is_none() {
            return Ok(missing.iter().all(|&one| is_occluded_move(seen, one)));
        }
    }
    Ok(true)
}

/// Whether a control that leads on, or a dialog in a window of its own, has come since the last look before the last stroke.
fn leads_on(context: &mut Context<'_, '_>, level: &mut LevelState) -> Result<bool, PlayError> {
    let now = std::mem::replace(&mut level.frame, Arc::clone(&level.before_last));
    let leads_on = dialog_opened(context)? || way_on_appeared(context, level, &now)?;
    level.frame = now;
    Ok(leads_on)
}

fn is_occluded_move(seen: &Observation, index: usize) -> bool {
    seen.moves[index].state == MoveState::Occluded
}

/// Draws what is missing. All but the last are compared before the last is drawn, since the last
/// may take the board away. Returns whether the level is finished.
fn round(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    missing: &[usize],
    retries: &Retries,
    changes_ends: bool,
) -> Result<bool, PlayError> {
    let Some((&last, others)) = missing.split_last() else {
        return Ok(false);
    };
    let plan = |context: &Context<'_, '_>| StrokePlan {
        changes_ends,
        ..retries.plan(&context.learned)
    };
    level.finished_by = None;
    let cornered = try_corners(context, level, others)?;
    for &index in others.iter().filter(|&&one| Some(one) != cornered) {
        draw_one(context, level, index, plan(context))?;
    }
    let all_others = |seen: &Observation| others.iter().all(|&one| seen.moves[one].is_done());
    let late = context.learned.late();
    let (mut seen, is_seen) = context.wait_so_long_for(level, late, &all_others)?;
    // Where the stroke that was drawn last is shown, those before are lost.
    if !is_seen && others.last().is_some_and(|&one| !seen.moves[one].is_done()) {
        (seen, _) = context.wait_for(level, &all_others)?;
    }
    judge(context, level, &seen);
    if !level.is_made_but(last, &seen) {
        return Ok(false);
    }
    let last_plan = plan(context).without_trial(&context.learned);
    draw_stroke(context, level, last, last_plan)?;
    level.finished_by = Some(last);
    let is_over = |seen: &Observation| seen.is_complete() || !seen.is_there;
    let (seen, is_finished) = context.wait_for(level, &is_over)?;
    let style = context.learned.trace;
    Ok(is_finished && (seen.is_there || stays_away(&mut context.observer, level, style)?))
}

/// Draws one stroke of several. In a game that is not well known it is watched, but not where clicks are suspected: there each
/// press of a drag may begin a line or end one. One at a pace that is only tried is waited for, so that no more than that is lost.
fn draw_one(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    mut plan: StrokePlan,
) -> Result<(), PlayError> {
    let is_drag = plan.method == InputMethod::Drag;
    if is_drag && !level.may_be_clicked && !context.learned.is_well_known() {
        return draw_watched(context, level, index, plan);
    }
    let pace = context.learned.pace_of(plan.is_cornered);
    let is_trial = pace.is_trial() && plan.pace == pace.now();
    let is_telling = level.task.moves()[index].cells().len() >= TELLING;
    if is_trial && !is_telling {
        plan.pace = pace.best_known();
    }
    if is_trial && is_telling {
        draw_and_wait(context, level, index, plan)?;
    } else {
        let seen = draw_stroke(context, level, index, plan)?;
        judge(context, level, &seen);
    }
    Ok(())
}

/// Draws one stroke of a game with stops only where its path bends: some games fill in the cells between. It is tried once,
/// since few do, and with care, so that it is seldom lost for its pace. Some games only draw the line, and do
/// not count its cells: whether it suffices is known when the game answers the level. Returns the move if it was seen.
fn try_corners(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    moves: &[usize],
) -> Result<Option<usize>, PlayError> {
    let learned = &context.learned;
    if !learned.may_fill_in() || level.has_tried_corners {
        return Ok(None);
    }
    let is_telling = |index: &&usize| {
        let cells = level.task.moves()[**index].cells();
        let count = || corners(cells, level.task.lattice()).len();
        cells.len() >= TELLING && count() + 2 <= cells.len()
    };
    let Some(&index) = moves.iter().find(is_telling) else {
        return Ok(None);
    };
    let plan = StrokePlan {
        is_cornered: true,
        ..StrokePlan::over_cells(
            learned,
            learned.pace.careful().max(learned.pace.best_known()),
        )
    };
    level.has_tried_corners = true;
    let seen = draw_and_wait(context, level, index, plan)?;
    let is_seen = seen.is_there && seen.moves[index].is_done();
    Ok(is_seen.then_some(index))
}

/// Draws again, over every cell, the stroke from corner to corner that the game has shown and has not counted.
///
/// # Errors
/// As [`play_level`].
pub(super) fn redraw_cornered(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
) -> Result<(), PlayError> {
    let Some((index, _)) = level.cornered.take() else {
        return Ok(());
    };
    context.learned.fills_in = Some(false);
    let plan = StrokePlan::learned(&context.learned);
    draw_stroke(context, level, index, plan)?;
    let is_over = |seen: &Observation| seen.is_complete() || !seen.is_there;
    context.wait_for(level, &is_over)?;
    Ok(())
}

/// The level is won: strokes that were not judged were taken, and what was learned is kept.
fn settle(context: &mut Context<'_, '_>, level: &mut LevelState) {
    for (index, stroke) in level.unjudged() {
        took(context, level, index, stroke);
    }
    context.learned.pace.level_drawn();
    context.learned.cornered.level_drawn();
}

/// Draws once more, so slowly that no cell is lost, what looks drawn and may not be, or only looked drawn at first, on a
/// board that the game has not answered, though it has answered others. A digit that is seen is there; so is a solution all of
/// which was there from the first. Returns whether there was anything to draw.
///
/// # Errors
/// As [`play_level`].
pub(super) fn redraw_doubtful(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
) -> Result<bool, PlayError> {
    if level.is_entered() || level.strokes() == 0 {
        return Ok(false);
    }
    let frame = context.observer.look()?;
    let seen = context.observe(level.task.as_ref(), &frame);
    let is_answered = level.changed_cells(&frame, &level.missing(&seen)) > 0;
    let again: Vec<usize> = if is_answered {
        Vec::new()
    } else if seen.is_complete() {
        let mut again = level.never_drawn();
        if context.learned.answers {
            again.extend(doubtful(&seen).filter(|&index| level.was_drawn(index)));
        }
        again
    } else if level.is_last_lost(&seen) {
        level.frame = frame;
        if !stands_still(&mut context.observer, level)? {
            return Ok(false);
        }
        level.finished_by.into_iter().collect()
    } else {
        Vec::new()
    };
    for &index in &again {
        tracing::info!("the game does not go on: stroke {index} is drawn once more");
        let careful = context.learned.pace.careful();
        let plan = StrokePlan::over_cells(&context.learned, careful);
        draw_stroke(context, level, index, plan)?;
        let (_, is_gone) = context.wait_for(level, &|seen| !seen.is_there)?;
        if is_gone {
            break;
        }
    }
    Ok(!again.is_empty())
}
