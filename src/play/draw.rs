//! Draws a level: a probe first, then the rest, then what is missing, comparing every cell.

use std::time::Duration;

use super::{Event, Habits, Level, PlayError, Player, Report, Tool, View};
use crate::pipeline::{Action, Frame};
use crate::replay::{Halt, way_over};

/// How often all ways of drawing are tried in a game that has taken a stroke before.
const PROVEN_PROBES: usize = 3;

/// After the probe worked: how many times a level is gone through for what is missing while no more of it is seen
/// than ever before.
const MOST_ROUNDS: usize = 12;

/// After so many such rounds, every second one is drawn at the default pace again: where a game hangs now and then,
/// a long stroke that is drawn slowly is lost each time. And every fourth begins strokes at the other end: what is in
/// the way may lie there.
const PLAIN_ROUNDS: usize = 2;

/// A stroke is late when it is not seen after the time that others took and this much more.
const LATE: Duration = Duration::from_millis(100);

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

/// A level that is being drawn, or was.
pub(super) struct Sheet {
    pub(super) level: Box<dyn Level>,
    /// The last look at all of the board.
    pub(super) frame: Frame,
    /// Whether that look has only just been taken.
    is_fresh: bool,
    /// Strokes drawn so far, each time counted.
    drags: usize,
    /// By stroke: whether it was drawn before.
    was_drawn: Vec<bool>,
    begun: Duration,
}

impl Sheet {
    pub(super) fn new(level: Box<dyn Level>, frame: Frame, now: Duration) -> Self {
        Self {
            was_drawn: vec![false; level.strokes().len()],
            level,
            frame,
            is_fresh: true,
            drags: 0,
            begun: now,
        }
    }

    /// Strokes drawn more than once so far, each time but the first counted.
    fn redrawn(&self) -> usize {
        let drawn = self.was_drawn.iter().filter(|was_drawn| **was_drawn);
        self.drags - drawn.count()
    }

    /// The strokes that are not seen, the shortest first; those between neighbours, whose effect is hard
    /// to see, last.
    fn missing(&self, view: &View) -> Vec<usize> {
        let strokes = self.level.strokes();
        let mut missing: Vec<usize> = (0..strokes.len())
            .filter(|&index| !view.done[index])
            .collect();
        missing.sort_by_key(|&index| (strokes[index].len() <= 2, strokes[index].len()));
        missing
    }

    fn not_shown(&self, view: &View) -> PlayError {
        PlayError::NotShown {
            tries: self.drags,
            shown: view.done.iter().filter(|done| **done).count(),
            total: view.done.len(),
        }
    }
}

impl Player<'_, '_> {
    /// Draws a level until the game shows all of it.
    ///
    /// # Errors
    /// [`PlayError::NotShown`] when it never does, and whatever stops the hand or the eye.
    pub(super) fn draw(&mut self, sheet: &mut Sheet) -> Result<(), PlayError> {
        let view = self.see(sheet)?;
        let missing = sheet.missing(&view);
        let wanted = missing.len();
        sheet.is_fresh = true;
        let pace = self.habits.pace;
        let mut is_finished = self.probe(sheet, &missing)?;
        let (mut rounds, mut fewest) = (0, wanted);
        while !is_finished {
            let view = self.see(sheet)?;
            let missing = sheet.missing(&view);
            if missing.is_empty() {
                break;
            }
            if missing.len() < fewest {
                fewest = missing.len();
                rounds = rounds.min(PLAIN_ROUNDS);
            }
            if rounds == MOST_ROUNDS {
                return Err(sheet.not_shown(&view));
            }
            if rounds > 0 {
                self.habits.pace.lost();
            }
            rounds += 1;
            is_finished = self.varied_round(sheet, &missing, rounds)?;
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
        self.habits.pace.level_drawn(pace, wanted, redrawn);
        (self.tell)(Event::Drawn {
            report: &report,
            frame: &sheet.frame,
        });
        Ok(())
    }

    /// Draws one stroke until it is seen: at a pace that is a trial first, which then costs no more than this
    /// stroke, and in one way after the other. Returns whether that finished the level.
    fn probe(&mut self, sheet: &mut Sheet, missing: &[usize]) -> Result<bool, PlayError> {
        let is_only_one = missing.len() == 1;
        let Some(&probe) = missing.first() else {
            return Ok(false);
        };
        let is_enough =
            |view: &View| view.done[probe] && view.is_there || is_only_one && !view.is_there;
        if self.is_proven && self.habits.pace.is_trial() {
            self.stroke(sheet, probe)?;
            if self.wait_for(sheet, &is_enough)?.1 {
                return Ok(is_only_one);
            }
            self.habits.pace.lost();
        }
        // A game that has taken strokes may lose some by chance; anything else may be no game at all.
        let times = if self.is_proven { PROVEN_PROBES } else { 1 };
        let ways = self.habits.way.tries(self.is_proven);
        let tries = ways.iter().cycle().take(times * ways.len());
        for (number, way) in tries.enumerate() {
            let pace = self.habits.pace;
            if number > 0 {
                self.habits.pace = pace.careful();
            }
            self.habits.way = *way;
            let drawn = self.stroke(sheet, probe);
            self.habits.pace = pace;
            drawn?;
            if self.wait_for(sheet, &is_enough)?.1 {
                self.is_proven = true;
                return Ok(is_only_one);
            }
        }
        let view = self.see(sheet)?;
        Err(sheet.not_shown(&view))
    }

    /// The round of this number, from 1, in another manner when the plain ones did not help.
    fn varied_round(
        &mut self,
        sheet: &mut Sheet,
        missing: &[usize],
        number: usize,
    ) -> Result<bool, PlayError> {
        if number <= PLAIN_ROUNDS {
            return self.round(sheet, missing);
        }
        let kept = (self.habits.way, self.habits.pace);
        match number % 4 {
            0 => self.habits.way = kept.0.turned(),
            1 | 3 => self.habits.pace = kept.1.brisk(),
            _ => {}
        }
        let is_finished = self.round(sheet, missing);
        (self.habits.way, self.habits.pace) = kept;
        is_finished
    }

    /// Draws what is missing. All but the last are compared before the last is drawn, since the last
    /// may take the board away. Returns whether the level is finished.
    fn round(&mut self, sheet: &mut Sheet, missing: &[usize]) -> Result<bool, PlayError> {
        let Some((&last, others)) = missing.split_last() else {
            return Ok(false);
        };
        let mut drawn: Vec<(usize, Duration)> = Vec::new();
        let mut is_loss_known = false;
        for &index in others {
            let view = self.stroke(sheet, index)?;
            let now = self.eye.clock.now();
            let late = self.habits.latency * 2 + LATE;
            let is_lost = |&(one, at): &(usize, Duration)| !view.done[one] && now > at + late;
            if self.habits.pace.is_trial() && !is_loss_known && drawn.iter().any(is_lost) {
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
        self.stroke(sheet, last)?;
        let (_, is_finished) =
            self.wait_for(sheet, &|view| view.is_complete() || !view.is_there)?;
        Ok(is_finished)
    }

    /// Draws one stroke on the board as it is now, wherever its window is; returns what was seen before.
    fn stroke(&mut self, sheet: &mut Sheet, index: usize) -> Result<View, PlayError> {
        let view = self.see(sheet)?;
        let now = self.eye.clock.now();
        let limits = self.options.limits;
        if sheet.drags == limits.drags || now - sheet.begun > limits.time {
            return Err(PlayError::LevelLimit {
                drags: sheet.drags,
                time: now - sheet.begun,
            });
        }
        if self.is_time_up() {
            return Err(PlayError::TimeIsUp);
        }
        let (level, frame) = (sheet.level.as_ref(), &sheet.frame);
        let action = stroke(level, index, frame, &self.habits)?;
        let area = level.lattice().bounds(frame.viewport);
        (self.tell)(Event::Stroke {
            level,
            view: &view,
            pace: self.habits.pace.now(),
            redrawn: sheet.redrawn(),
            frame,
        });
        sheet.drags += 1;
        sheet.was_drawn[index] = true;
        sheet.is_fresh = false;
        let done = self.hand.perform(&action, area, &mut self.eye.watch());
        self.eye.spent.draw += self.eye.clock.now() - now;
        match done {
            // The window was moved: the next look finds it, or says that it is gone.
            Err(Halt::CalledOff) => self.eye.look().map(drop)?,
            done => done?,
        }
        Ok(view)
    }

    /// The board as it is now: waits until it is uncovered, and reads it again when it is elsewhere.
    fn see(&mut self, sheet: &mut Sheet) -> Result<View, PlayError> {
        if std::mem::take(&mut sheet.is_fresh) {
            let view = self.eye.compare(sheet.level.as_ref(), &sheet.frame);
            if view.is_there {
                return Ok(view);
            }
        }
        let patience = self.habits.patience();
        let level = sheet.level.as_ref();
        let (frame, view, is_there) = self.eye.wait_for(level, patience, &|view| view.is_there)?;
        if is_there {
            sheet.frame = frame;
            return Ok(view);
        }
        let in_other_light = sheet.level.in_other_light(&frame.picture);
        if let Some(level) = in_other_light.filter(|one| one.look(&frame.picture).is_there) {
            sheet.level = level;
            sheet.frame = frame;
            return Ok(self.eye.compare(sheet.level.as_ref(), &sheet.frame));
        }
        let seen = match self.eye.read(self.game, &frame) {
            Ok(level) if level.summary().key == sheet.level.summary().key => {
                let view = self.eye.compare(level.as_ref(), &frame);
                sheet.level = level;
                sheet.frame = frame;
                return Ok(view);
            }
            Ok(_) => "another board is there".to_owned(),
            Err(refusal) => refusal.to_string(),
        };
        Err(PlayError::BoardLost { seen })
    }

    /// Waits for an effect of the last stroke, and learns how late the game shows it.
    fn wait_for(
        &mut self,
        sheet: &mut Sheet,
        is_enough: &dyn Fn(&View) -> bool,
    ) -> Result<(View, bool), PlayError> {
        let start = self.eye.clock.now();
        let patience = self.habits.patience();
        let level = sheet.level.as_ref();
        let (frame, view, is_seen) = self.eye.wait_for(level, patience, is_enough)?;
        if is_seen {
            self.habits.saw_after(self.eye.clock.now() - start);
        }
        if view.is_there {
            sheet.frame = frame;
            sheet.is_fresh = is_seen;
        }
        Ok((view, is_seen))
    }
}

/// One stroke of a level as an action, on the board as a frame shows it.
///
/// # Errors
/// [`PlayError::Plan`] when it would leave the board.
pub(super) fn stroke(
    level: &dyn Level,
    index: usize,
    frame: &Frame,
    habits: &Habits,
) -> Result<Action, PlayError> {
    let mut cells = level.strokes()[index].clone();
    if habits.way.is_backwards {
        cells.reverse();
    }
    let over = way_over(&cells, level.lattice(), frame.viewport, habits.pace.gait())?;
    Ok(match habits.way.tool {
        Tool::Drag => Action::Drag(over),
        Tool::Click => Action::Trace(over),
    })
}
