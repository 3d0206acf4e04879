//! The eye: looks at the target again and again. What it waits for is seen, not timed; time only ends
//! a wait that has become hopeless.

use std::time::Duration;

use image::RgbImage;

use super::{Game, Level, PlayError, Summary, View};
use crate::capture::{Place, Screen, ScreenError};
use crate::pipeline::{Frame, Reason, Refusal};
use crate::replay::{Brake, Clock, Halt};

/// Between two looks: half a frame of a 60 Hz screen.
const POLL: Duration = Duration::from_millis(8);

/// A game that has shown no change for so long will not show one: browsers on a busy machine may be
/// late by some hundred milliseconds.
const QUIET: Duration = Duration::from_millis(600);

/// A picture that never stops changing (a moving background) is waited for no longer than this.
const RESTLESS: Duration = Duration::from_secs(3);

/// In mid-drag the window is asked for no more often than this.
const WINDOW_POLL: Duration = Duration::from_millis(60);

/// A new board is empty; the old one, misread while it fades, is full. So at most this share of a
/// new board's cells may show something drawn.
const MOST_DRAWN_OF_NEW_BOARD: f64 = 0.25;

/// A board, and the picture that it was read from.
pub(super) type Sighting = (Box<dyn Level>, Frame);

pub(super) struct Eye<'a> {
    screen: &'a mut dyn Screen,
    pub(super) clock: &'a dyn Clock,
    brake: &'a Brake,
    place: Place,
}

impl<'a> Eye<'a> {
    pub(super) fn new(
        screen: &'a mut dyn Screen,
        clock: &'a dyn Clock,
        brake: &'a Brake,
        place: Place,
    ) -> Self {
        Self {
            screen,
            clock,
            brake,
            place,
        }
    }

    /// A picture of the target, wherever its window is now.
    pub(super) fn look(&mut self) -> Result<Frame, PlayError> {
        if self.brake.is_pulled() {
            return Err(Halt::Signal.into());
        }
        let start = self.clock.now();
        self.find_window()?;
        let found = self.clock.now();
        let frame = self.screen.grab(self.place.rect)?;
        let grabbed = self.clock.now() - found;
        tracing::debug!(
            "window found in {:?}, grabbed in {grabbed:?}",
            found - start
        );
        Ok(frame)
    }

    /// Asks where the window is; says by the right name which one was closed.
    fn find_window(&mut self) -> Result<(), ScreenError> {
        if let Some(window) = self.place.window {
            self.place.rect = self.screen.place_of(window).map_err(|error| match error {
                ScreenError::Closed(_) => ScreenError::Closed(self.place.name.clone()),
                ScreenError::Minimised(_) => ScreenError::Minimised(self.place.name.clone()),
                other => other,
            })?;
        }
        Ok(())
    }

    /// Asked in mid-drag: is the window where it was? Seldom enough to cost nothing.
    pub(super) fn watch(&mut self) -> impl FnMut() -> bool {
        let mut asked = self.clock.now();
        move || {
            let Some(window) = self.place.window else {
                return true;
            };
            let now = self.clock.now();
            if now.saturating_sub(asked) < WINDOW_POLL {
                return true;
            }
            asked = now;
            self.screen.place_of(window).ok() == Some(self.place.rect)
        }
    }

    /// The board that is there now. A picture that is still changing is given a little time.
    pub(super) fn first_board(&mut self, game: &dyn Game) -> Result<Sighting, PlayError> {
        Ok(self.wait_for_board(game, QUIET, &|_| Ok(()))??)
    }

    /// The next board: one that is not the one called `old`, and that nothing is drawn on.
    pub(super) fn next_board(
        &mut self,
        game: &dyn Game,
        old: &str,
        patience: Duration,
    ) -> Result<Sighting, PlayError> {
        let is_new = |summary: &Summary| {
            let cells = f64::from(summary.rows) * f64::from(summary.cols);
            if summary.key == old {
                Err("the old board is still there")
            } else if summary.drawn as f64 > cells * MOST_DRAWN_OF_NEW_BOARD {
                Err("a board is there that is drawn on already")
            } else {
                Ok(())
            }
        };
        let found = self.wait_for_board(game, patience, &is_new)?;
        found.map_err(|refusal| PlayError::NoNextBoard {
            patience,
            seen: refusal.message,
        })
    }

    /// Reads every new picture until one shows an acceptable board and the next picture still shows it;
    /// in the end says what the last one showed instead.
    fn wait_for_board(
        &mut self,
        game: &dyn Game,
        patience: Duration,
        accept: &dyn Fn(&Summary) -> Result<(), &'static str>,
    ) -> Result<Result<Sighting, Refusal>, PlayError> {
        let until = self.clock.now() + patience;
        let mut turned_down: Option<RgbImage> = None;
        let mut refusal = Refusal::new(Reason::NoBoard, "the picture never stood still");
        loop {
            let frame = self.look()?;
            if turned_down.as_ref() != Some(&frame.picture) {
                let reading = game.read(&frame).and_then(|level| {
                    let accepted = accept(level.summary());
                    accepted.map_err(|why| Refusal::new(Reason::NoBoard, why))?;
                    Ok(level)
                });
                match reading {
                    Ok(level) => {
                        let again = self.look()?;
                        let view = level.look(&again.picture);
                        if again.viewport == frame.viewport && view == level.look(&frame.picture) {
                            return Ok(Ok((level, again)));
                        }
                    }
                    Err(why) => {
                        refusal = why;
                        turned_down = Some(frame.picture);
                    }
                }
            }
            if self.clock.now() >= until {
                return Ok(Err(refusal));
            }
            self.clock.sleep(POLL);
        }
    }

    /// Looks until `is_enough` likes what a picture shows of the level, or nothing changes any more.
    /// Returns the last look, and whether it was liked.
    pub(super) fn wait_for(
        &mut self,
        level: &dyn Level,
        is_enough: &dyn Fn(&View) -> bool,
    ) -> Result<(Frame, View, bool), PlayError> {
        let start = self.clock.now();
        let mut changed = start;
        let mut last: Option<RgbImage> = None;
        loop {
            let frame = self.look()?;
            let view = level.look(&frame.picture);
            if is_enough(&view) {
                return Ok((frame, view, true));
            }
            let now = self.clock.now();
            if last.as_ref() != Some(&frame.picture) {
                changed = now;
            }
            if now - changed > QUIET || now - start > RESTLESS {
                return Ok((frame, view, false));
            }
            last = Some(frame.picture);
            self.clock.sleep(POLL);
        }
    }
}
