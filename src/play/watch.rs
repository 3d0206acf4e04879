//! Watches a level that is being drawn: finds its board again where it was moved or has changed its light, and
//! waits for the effect of what was drawn.

use std::time::Duration;

use image::RgbImage;

use super::eye::{RESTLESS, board_of};
use super::sheet::Sheet;
use super::{Level, PlayError, Player, View};
use crate::pipeline::Frame;

/// So many looks in a row must show a board at the same place before it counts as found again: it may be sliding in.
const LOOKS_AT_REST: usize = 3;

/// A board that is not seen again after so many looks is gone.
const LOOKS_AWAY: usize = 15;

/// So many pauses between two looks show whether a background moves.
const PAUSES_STILL: usize = 25;

impl Player<'_, '_> {
    /// The board as it is now: waits until it is uncovered, and finds it when it is elsewhere or in other light.
    pub(super) fn see(&mut self, sheet: &mut Sheet) -> Result<View, PlayError> {
        if std::mem::take(&mut sheet.is_fresh) {
            let view = self.eye.compare(sheet.level.as_ref(), &sheet.frame);
            if view.is_there {
                return Ok(view);
            }
        }
        let start = self.eye.clock.now();
        let (mut changed, mut last) = (start, None::<RgbImage>);
        loop {
            let frame = self.eye.look()?;
            let view = self.eye.compare(sheet.level.as_ref(), &frame);
            if view.is_there {
                sheet.frame = frame;
                return Ok(view);
            }
            let now = self.eye.clock.now();
            let is_new = last.as_ref() != Some(&frame.picture);
            if is_new {
                changed = now;
            }
            let is_hopeless = now - changed > self.habits.patience() || now - start > RESTLESS;
            if is_new || is_hopeless {
                match self.again(sheet, &frame) {
                    Ok(level) if is_hopeless || self.is_at_rest(level.as_ref(), &frame)? => {
                        sheet.level = level;
                        sheet.frame = frame;
                        return Ok(self.eye.compare(sheet.level.as_ref(), &sheet.frame));
                    }
                    Err(seen) if is_hopeless => return Err(PlayError::BoardLost { seen }),
                    _ => {}
                }
            }
            last = Some(frame.picture);
            self.eye.pause();
        }
    }

    /// The same level as another picture shows it, or what that shows instead.
    fn again(&mut self, sheet: &Sheet, frame: &Frame) -> Result<Box<dyn Level>, String> {
        let in_other_light = self.eye.in_other_light(sheet.level.as_ref(), frame);
        if let Some(level) =
            in_other_light.filter(|one| self.eye.compare(one.as_ref(), frame).is_there)
        {
            return Ok(level);
        }
        match self.eye.read(self.game, frame) {
            Ok(level) if level.summary().key == sheet.level.summary().key => Ok(level),
            Ok(_) => Err("another board is there".to_owned()),
            Err(refusal) => Err(refusal.to_string()),
        }
    }

    /// Whether the next looks show a level where a frame shows it.
    fn is_at_rest(&mut self, level: &dyn Level, frame: &Frame) -> Result<bool, PlayError> {
        for _ in 1..LOOKS_AT_REST {
            self.eye.pause();
            let again = self.eye.look()?;
            if again.viewport != frame.viewport || !self.eye.compare(level, &again).is_there {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a board that was not seen is gone, or solved when it comes back: for a moment, one whose dots fade or
    /// flash is not known again. Where the next board is there already, it is gone.
    pub(super) fn stays_away(&mut self, sheet: &Sheet) -> Result<bool, PlayError> {
        let (mut last, mut is_turned_down) = (None::<RgbImage>, false);
        for _ in 0..LOOKS_AWAY {
            self.eye.pause();
            let frame = self.eye.look()?;
            let view = self.eye.compare(sheet.level.as_ref(), &frame);
            if view.is_there {
                return Ok(view.is_complete());
            }
            let is_still = last.as_ref() == Some(&frame.picture);
            if is_still && !is_turned_down && self.shows_next(sheet, &frame)? {
                return Ok(true);
            }
            is_turned_down = is_still;
            last = Some(frame.picture);
        }
        Ok(true)
    }

    /// Whether the game is at the next level.
    pub(super) fn is_at_next(&mut self, sheet: &Sheet) -> Result<bool, PlayError> {
        let frame = self.eye.look()?;
        self.shows_next(sheet, &frame)
    }

    /// Whether a frame that was only just taken shows another board, with nothing drawn on it.
    fn shows_next(&mut self, sheet: &Sheet, frame: &Frame) -> Result<bool, PlayError> {
        let level = self.read_new(sheet, frame).ok();
        let Some(level) = level.filter(|level| level.summary().drawn == 0) else {
            return Ok(false);
        };
        Ok(self.eye.steady(self.game, level, frame)?.is_some())
    }

    /// Whether the board looks the same some time after the last look: what lies over it is no moving background.
    pub(super) fn stands_still(&mut self, sheet: &Sheet) -> Result<bool, PlayError> {
        for _ in 0..PAUSES_STILL {
            self.eye.pause();
        }
        let now = self.eye.look()?;
        let (before, now) = (&sheet.frame.picture, &now.picture);
        let board = |picture| board_of(sheet.level.as_ref(), picture).to_image();
        Ok(before.dimensions() == now.dimensions() && board(before) == board(now))
    }

    /// Waits for an effect of the last stroke, and learns how late the game shows it.
    pub(super) fn wait_for(
        &mut self,
        sheet: &mut Sheet,
        is_enough: &dyn Fn(&View) -> bool,
    ) -> Result<(View, bool), PlayError> {
        self.wait_so_long_for(sheet, self.habits.patience(), is_enough)
    }

    /// The same, until for `patience` nothing changes.
    pub(super) fn wait_so_long_for(
        &mut self,
        sheet: &mut Sheet,
        patience: Duration,
        is_enough: &dyn Fn(&View) -> bool,
    ) -> Result<(View, bool), PlayError> {
        let start = self.eye.clock.now();
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
