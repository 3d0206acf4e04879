//! Draws a level: a probe first, then the rest, then what is missing, comparing every cell.

use std::time::Duration;

use super::rounds::Rounds;
use super::sheet::{Sheet, doubtful};
use super::stroke::{Manner, stroke, way};
use super::{Event, PlayError, Player, Report, Tool, View};
use crate::geometry::ScreenRect;
use crate::pipeline::Action;
use crate::replay::Halt;

/// What one level may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelLimits {
    /// Strokes, those drawn again counted.
    pub drags: usize,
    /// Time from the first look at it.
    pub time: Duration,
}

impl Default for LevelLimits {
    /// Far more than any board needs that goes well: the largest have some fifty flows.
    fn default() -> Self {
        Self {
            drags: 500,
            time: Duration::from_secs(180),
        }
    }
}

impl Player<'_, '_> {
    /// Draws a level until the game shows all of it, or goes on to the next.
    ///
    /// # Errors
    /// [`PlayError::NotShown`] when it never does, and whatever stops the hand or the eye.
    pub(super) fn draw(&mut self, sheet: &mut Sheet) -> Result<(), PlayError> {
        let view = self.see(sheet)?;
        let missing = sheet.missing(&view);
        sheet.is_fresh = true;
        let pace = self.habits.pace;
        match self.draw_all(sheet, &missing) {
            Err(PlayError::BoardLost { .. })
                if sheet.is_all_drawn(&view) && self.is_at_next(sheet)? =>
            {
                tracing::info!("the game has gone on, though not all was seen");
            }
            drawn => drawn?,
        }
        let redrawn = sheet.redrawn();
        let report = Report {
            number: self.number,
            summary: sheet.level.summary().clone(),
            draw: self.eye.clock.now() - sheet.begun,
            redrawn,
            pace: self.habits.pace.now(),
            way: self.habits.way,
            spent: std::mem::take(&mut self.eye.spent),
        };
        self.habits.pace.level_drawn(pace, missing.len(), redrawn);
        (self.tell)(Event::Drawn {
            report: &report,
            frame: &sheet.frame,
        });
        Ok(())
    }

    /// Draws what is missing until the game shows it.
    fn draw_all(&mut self, sheet: &mut Sheet, missing: &[usize]) -> Result<(), PlayError> {
        let wanted = missing.len();
        let mut is_finished = self.probe(sheet, missing)?;
        let mut rounds = Rounds::new(wanted);
        let mut changes_ends = false;
        while !is_finished {
            let view = self.see(sheet)?;
            let mut missing = sheet.missing(&view);
            if !missing.is_empty() && self.learn_ink(sheet) {
                continue;
            }
            let is_covered = missing.iter().any(|&index| view.is_covered[index]);
            if rounds.may_be_over() && is_covered && self.stands_still(sheet)? {
                // A game that writes over its board has ended the level, or shows no more of it.
                missing.retain(|&index| !view.is_covered[index]);
            }
            if missing.is_empty() {
                break;
            }
            if sheet.is_hidden(&view, &missing) && self.stands_still(sheet)? {
                // Drawn again, they would be drawn on a dialog. What it brings is not to count as part of the solved board.
                sheet.frame.picture.clone_from(&sheet.before_last);
                break;
            }
            if !rounds.next(missing.len(), view.filled_in_all()) {
                return Err(sheet.not_shown(&view));
            }
            if changes_ends {
                let helps = &mut self.habits.other_end_helps;
                *helps = helps.or(Some(!rounds.is_vain()));
            }
            changes_ends = self.may_change_ends() && sheet.may_begin_elsewhere(&view, &missing);
            // The last stroke is not drawn as long as others are missing.
            let lost = missing.len() - 1;
            let is_chance = rounds.number() == 2 && self.habits.pace.is_chance(lost, wanted);
            if changes_ends {
                tracing::info!("nothing is seen of what was drawn: it is drawn from the other end");
            } else if rounds.are_all_lost() {
                self.habits.pace.lost_all();
            } else if rounds.number() > 1 && !is_chance {
                self.habits.pace.lost();
            }
            // Every second time only: when no click was lost, one more turns all round.
            let may_be_turned_round =
                self.habits.way.tool == Tool::Click && rounds.number() % 2 == 1;
            if rounds.is_vain() && may_be_turned_round {
                self.click_once(sheet, missing[0], Manner::of(&self.habits))?;
            } else if rounds.is_probe_doubtful() {
                is_finished = self.probe(sheet, &missing)?;
                continue;
            }
            if rounds.is_vain() && rounds.is_varied() {
                let all = missing.len();
                missing.rotate_right(rounds.turn() % all);
            }
            let manner = Manner {
                changes_ends,
                ..rounds.manner(Manner::of(&self.habits))
            };
            is_finished = self.round(sheet, &missing, manner)?;
        }
        if changes_ends {
            self.habits.other_end_helps = Some(true);
        }
        Ok(())
    }

    /// Whether a stroke of which nothing is seen may be lost for the end at which it began, as far as is known, and not for
    /// a pace that is only tried.
    fn may_change_ends(&self) -> bool {
        let habits = &self.habits;
        habits.way.tool == Tool::Drag
            && habits.other_end_helps != Some(false)
            && !habits.pace.is_trial()
    }

    /// Draws once more, so slowly that no cell is lost, what looks drawn and may not be, or only looked drawn at first, on a
    /// board that the game has not answered. Returns whether there was anything to draw.
    pub(super) fn draw_again(&mut self, sheet: &mut Sheet) -> Result<bool, PlayError> {
        let frame = self.eye.look()?;
        let view = self.eye.compare(sheet.level.as_ref(), &frame);
        let again: Vec<usize> = if view.is_complete() {
            doubtful(&view).collect()
        } else if sheet.is_last_lost(&view) {
            sheet.frame = frame;
            if !self.stands_still(sheet)? {
                return Ok(false);
            }
            sheet.finished_by.into_iter().collect()
        } else {
            Vec::new()
        };
        for &index in &again {
            tracing::info!("the game does not go on: stroke {index} is drawn once more");
            self.stroke(sheet, index, Manner::of(&self.habits).careful())?;
            let (_, is_gone) = self.wait_for(sheet, &|view| !view.is_there)?;
            if is_gone {
                break;
            }
        }
        Ok(!again.is_empty())
    }

    /// Draws what is missing. All but the last are compared before the last is drawn, since the last
    /// may take the board away. Returns whether the level is finished.
    fn round(
        &mut self,
        sheet: &mut Sheet,
        missing: &[usize],
        manner: Manner,
    ) -> Result<bool, PlayError> {
        let Some((&last, others)) = missing.split_last() else {
            return Ok(false);
        };
        sheet.finished_by = None;
        let mut drawn: Vec<(usize, Duration)> = Vec::new();
        let mut is_loss_known = false;
        for &index in others {
            let view = self.stroke(sheet, index, manner)?;
            let now = self.eye.clock.now();
            let late = self.habits.late();
            let is_lost = |&(one, at): &(usize, Duration)| !view.done[one] && now > at + late;
            if manner.pace.is_trial() && !is_loss_known && drawn.iter().any(is_lost) {
                self.habits.pace.lost();
                is_loss_known = true;
            }
            drawn.push((index, now));
        }
        let (view, is_seen) =
            self.wait_for(sheet, &|view| others.iter().all(|&one| view.done[one]))?;
        let all_but_last = (0..view.done.len()).all(|index| index == last || view.done[index]);
        if !is_seen || !all_but_last {
            return Ok(false);
        }
        self.stroke(sheet, last, manner)?;
        sheet.finished_by = Some(last);
        let (view, is_finished) =
            self.wait_for(sheet, &|view| view.is_complete() || !view.is_there)?;
        Ok(is_finished && (view.is_there || self.stays_away(sheet)?))
    }

    /// Clicks where a stroke begins. When a click was lost, or one too many was made, each click that is to begin a
    /// stroke ends one for the game, and the other way round, until there is one more.
    pub(super) fn click_once(
        &mut self,
        sheet: &mut Sheet,
        index: usize,
        manner: Manner,
    ) -> Result<(), PlayError> {
        self.ready(sheet, index, manner)?;
        let way = way(sheet.level.as_ref(), index, 0, &sheet.frame, manner)?;
        let click = way.first().copied().map(Action::Click);
        self.perform(sheet, click.as_slice()).map(drop)
    }

    /// Draws one stroke on the board as it is now, wherever its window is; returns what was seen before.
    pub(super) fn stroke(
        &mut self,
        sheet: &mut Sheet,
        index: usize,
        mut manner: Manner,
    ) -> Result<View, PlayError> {
        if manner.changes_ends && sheet.drawn[index].last() == Some(&manner.way.is_backwards) {
            manner.way = manner.way.turned();
        }
        let view = self.ready(sheet, index, manner)?;
        let skipped = if manner.goes_on && manner.way.tool == Tool::Drag {
            view.begun(index, manner.way.is_backwards)
        } else {
            0
        };
        let (level, frame) = (sheet.level.as_ref(), &sheet.frame);
        let actions = stroke(level, index, skipped, frame, manner)?;
        self.perform(sheet, &actions)?;
        Ok(view)
    }

    /// Looks where the board is now and says what is about to be drawn, within the limits.
    pub(super) fn ready(
        &mut self,
        sheet: &mut Sheet,
        index: usize,
        manner: Manner,
    ) -> Result<View, PlayError> {
        let view = self.see(sheet)?;
        let now = self.eye.clock.now();
        let limits = self.options.limits;
        let drags = sheet.drags();
        if drags == limits.drags || now - sheet.begun > limits.time {
            return Err(PlayError::LevelLimit {
                drags,
                time: now - sheet.begun,
            });
        }
        if self.is_time_up() {
            return Err(PlayError::TimeIsUp);
        }
        if drags == 0 {
            // Between levels dialogs come and go, and pages change.
            self.scenery.look_away();
        } else {
            let picture = &sheet.frame.picture;
            self.scenery.look(picture, sheet.level.lattice());
        }
        sheet.before_last.clone_from(&sheet.frame.picture);
        sheet.drawn[index].push(manner.way.is_backwards);
        (self.tell)(Event::Stroke {
            level: sheet.level.as_ref(),
            view: &view,
            pace: manner.pace.now(),
            redrawn: sheet.redrawn(),
            frame: &sheet.frame,
        });
        Ok(view)
    }

    /// Performs actions on the board that was seen last, as long as it is seen: of many clicks, each is one more press.
    /// Returns whether all were performed, and the window stayed where it was.
    pub(super) fn perform(
        &mut self,
        sheet: &mut Sheet,
        actions: &[Action],
    ) -> Result<bool, PlayError> {
        sheet.is_fresh = false;
        let board = sheet.level.lattice().bounds();
        let area = sheet.frame.viewport.box_to_screen(board);
        for (number, action) in actions.iter().enumerate() {
            let is_next_press = number > 0 && matches!(action, Action::Click(_));
            if is_next_press && !self.eye.still_shows(sheet.level.as_ref(), &sheet.frame)?
                || !self.act(action, area)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Performs one action inside an area. Returns whether the window stayed where it was.
    pub(super) fn act(&mut self, action: &Action, area: ScreenRect) -> Result<bool, PlayError> {
        let start = self.eye.clock.now();
        let done = self.hand.perform(action, area, &mut self.eye.watch());
        self.eye.spent.draw += self.eye.clock.now() - start;
        match done {
            // The window was moved: the next look finds it, or says that it is gone.
            Err(Halt::CalledOff) => self.eye.look().map(|_| false),
            done => Ok(done.map(|()| true)?),
        }
    }
}
