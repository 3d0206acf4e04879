//! Draws a level: a probe first, then the rest, then what is missing, comparing every cell.

use std::time::Duration;

use super::eye::Eye;
use super::{DEFAULT_PACE, Event, Game, Level, PlayError, Report, View};
use crate::pipeline::Frame;
use crate::replay::{Halt, Hand, drag};

/// After so many probes without an effect, the game does not take what flowbot does.
const MOST_PROBES: usize = 4;

/// After the probe worked: how many times a level is gone through for what is missing.
const MOST_ROUNDS: usize = 5;

/// After cells were lost, a cell is given one more frame of a 60 Hz page, and never more than three: two
/// were safe even on a busy machine.
const ONE_MORE_FRAME: Duration = Duration::from_millis(18);
const SLOWEST: Duration = Duration::from_millis(54);

/// When at most this share of a level's strokes had to be drawn again, the pace was right, and the next
/// level begins with it.
const CHANCE_LOSS: f64 = 0.25;

/// Draws levels, and remembers from one to the next what the game takes.
pub(super) struct Drawer<'a> {
    hand: Hand<'a>,
    pace: Duration,
    is_pace_fixed: bool,
    /// Whether drags begin at a stroke's last cell: some games take only one of the two terminals.
    is_backwards: bool,
}

/// A level that is being drawn.
pub(super) struct Sheet<'s, 'a> {
    pub(super) eye: &'s mut Eye<'a>,
    pub(super) game: &'s dyn Game,
    pub(super) level: Box<dyn Level>,
    /// The look that has just been taken, until it is used.
    pub(super) fresh: Option<Frame>,
    /// Strokes drawn so far, each time counted.
    pub(super) drags: usize,
    pub(super) tell: &'s mut dyn FnMut(Event<'_>),
}

impl<'a> Drawer<'a> {
    pub(super) fn new(hand: Hand<'a>, pace: Option<Duration>) -> Self {
        Self {
            hand,
            pace: pace.unwrap_or(DEFAULT_PACE),
            is_pace_fixed: pace.is_some(),
            is_backwards: false,
        }
    }

    /// Draws a level until the game shows all of it.
    ///
    /// # Errors
    /// [`PlayError::NotShown`] when it never does, and whatever stops the hand or the eye.
    pub(super) fn draw(
        &mut self,
        mut sheet: Sheet<'_, 'a>,
        number: usize,
    ) -> Result<(), PlayError> {
        let summary = sheet.level.summary().clone();
        let start = sheet.eye.clock.now();
        let (frame, view) = sheet.see()?;
        let missing = sheet.missing(&view);
        let wanted = missing.len();
        sheet.fresh = Some(frame);
        let pace = self.pace;
        let mut finished = self.probe(&mut sheet, &missing)?;
        let mut rounds = 0;
        let frame = loop {
            if let Some(frame) = finished {
                break frame;
            }
            let (frame, view) = sheet.see()?;
            let missing = sheet.missing(&view);
            if missing.is_empty() {
                break frame;
            }
            if rounds == MOST_ROUNDS {
                return Err(not_shown(sheet.drags, &view));
            }
            if rounds > 0 {
                self.slow_down();
            }
            rounds += 1;
            finished = self.round(&mut sheet, &missing)?;
        };
        let redrawn = sheet.drags.saturating_sub(wanted);
        let report = Report {
            number,
            summary,
            draw: sheet.eye.clock.now() - start,
            redrawn,
            pace: self.pace,
        };
        if redrawn as f64 <= wanted as f64 * CHANCE_LOSS {
            self.pace = pace;
        }
        (sheet.tell)(Event::Drawn {
            report: &report,
            frame: &frame,
        });
        Ok(())
    }

    /// Draws one stroke until it is seen: from one terminal, from the other, slower from both. Returns
    /// the last look if that finished the level.
    fn probe(
        &mut self,
        sheet: &mut Sheet<'_, 'a>,
        missing: &[usize],
    ) -> Result<Option<Frame>, PlayError> {
        let is_only_one = missing.len() == 1;
        let Some(&probe) = missing.first() else {
            return Ok(None);
        };
        let mut tries = 0;
        loop {
            tries += 1;
            self.stroke(sheet, probe)?;
            let (frame, view, is_seen) = sheet.wait_for(&|view| {
                view.done[probe] && view.is_there || is_only_one && !view.is_there
            })?;
            if is_seen {
                return Ok(is_only_one.then_some(frame));
            }
            if tries == MOST_PROBES {
                return Err(not_shown(tries, &view));
            }
            self.is_backwards = !self.is_backwards;
            if tries % 2 == 0 {
                self.slow_down();
            }
        }
    }

    /// Draws what is missing. All but the last are compared before the last is drawn, since the last
    /// may take the board away. Returns the last look when the level is finished.
    fn round(
        &mut self,
        sheet: &mut Sheet<'_, 'a>,
        missing: &[usize],
    ) -> Result<Option<Frame>, PlayError> {
        let Some((&last, others)) = missing.split_last() else {
            return Ok(None);
        };
        for &index in others {
            self.stroke(sheet, index)?;
        }
        let (_, view, is_seen) =
            sheet.wait_for(&|view| others.iter().all(|&one| view.done[one]))?;
        let all_but_last = (0..view.done.len()).all(|index| index == last || view.done[index]);
        if !is_seen || !all_but_last {
            return Ok(None);
        }
        self.stroke(sheet, last)?;
        let (frame, _, is_finished) =
            sheet.wait_for(&|view| view.is_complete() || !view.is_there)?;
        Ok(is_finished.then_some(frame))
    }

    /// Draws one stroke on the board as it is now, wherever its window is.
    fn stroke(&mut self, sheet: &mut Sheet<'_, 'a>, index: usize) -> Result<(), PlayError> {
        let (frame, view) = sheet.see()?;
        let lattice = sheet.level.lattice();
        let mut cells = sheet.level.strokes()[index].clone();
        if self.is_backwards {
            cells.reverse();
        }
        let action = drag(&cells, lattice, frame.viewport, self.pace)?;
        let area = lattice.bounds(frame.viewport);
        (sheet.tell)(Event::Stroke {
            done: view.done.iter().filter(|done| **done).count(),
            total: view.done.len(),
            pace: self.pace,
            frame: &frame,
        });
        sheet.drags += 1;
        let done = self.hand.perform(&action, area, &mut sheet.eye.watch());
        match done {
            // The window was moved: the next look finds it, or says that it is gone.
            Err(Halt::CalledOff) => sheet.eye.look().map(drop),
            done => Ok(done?),
        }
    }

    fn slow_down(&mut self) {
        if !self.is_pace_fixed {
            self.pace = (self.pace + ONE_MORE_FRAME).min(SLOWEST);
            tracing::info!("strokes were lost: slower, {:?} a cell", self.pace);
        }
    }
}

impl Sheet<'_, '_> {
    /// The board as it is now: waits until it is uncovered, and reads it again when it is elsewhere.
    fn see(&mut self) -> Result<(Frame, View), PlayError> {
        if let Some(frame) = self.fresh.take() {
            let view = self.level.look(&frame.picture);
            if view.is_there {
                return Ok((frame, view));
            }
        }
        let (frame, view, is_there) = self.wait_for(&|view| view.is_there)?;
        if is_there {
            return Ok((frame, view));
        }
        let seen = match self.game.read(&frame) {
            Ok(level) if level.summary().key == self.level.summary().key => {
                self.level = level;
                let view = self.level.look(&frame.picture);
                return Ok((frame, view));
            }
            Ok(_) => "another board is there".to_owned(),
            Err(refusal) => refusal.to_string(),
        };
        Err(PlayError::BoardLost { seen })
    }

    fn wait_for(
        &mut self,
        is_enough: &dyn Fn(&View) -> bool,
    ) -> Result<(Frame, View, bool), PlayError> {
        self.eye.wait_for(self.level.as_ref(), is_enough)
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
}

fn not_shown(tries: usize, view: &View) -> PlayError {
    PlayError::NotShown {
        tries,
        shown: view.done.iter().filter(|done| **done).count(),
        total: view.done.len(),
    }
}
