//! The eye: looks at the target again and again. What it waits for is seen, not timed; time only ends
//! a wait that has become hopeless.

use std::time::Duration;

use image::{RgbImage, SubImage, imageops};

use super::{Game, Ink, Level, PlayError, Spent, View};
use crate::capture::{Place, Screen, ScreenError};
use crate::geometry::{Lattice, ScreenPoint, ScreenRect};
use crate::pipeline::{Frame, Reason, Refusal};
use crate::replay::{Brake, Clock, Halt};

/// Between two looks: half a frame of a 60 Hz screen.
const POLL: Duration = Duration::from_millis(8);

/// A board must look the same so long after the picture that it was read from: longer than a frame of a 60 Hz screen.
const AT_REST: Duration = Duration::from_millis(20);

/// A board that was read twice is at rest when its corners moved no further than this, in pixels.
const SAME_PLACE: f64 = 1.0;

/// How long the first board may take to appear and stand still: a game that was only just started loads, or shows
/// its help first.
const LOADING: Duration = Duration::from_secs(5);

/// A board that is not seen whole is waited for as long as the picture changes, but no longer than
/// this: the background may never stop moving.
pub(super) const RESTLESS: Duration = Duration::from_secs(3);

/// What is drawn is waited for no longer than this, however much moves: the longest pipe has grown by then.
const ENDLESS: Duration = Duration::from_secs(15);

/// Between two clicks of a stroke the board is looked at when the last look is longer ago than this.
const BLIND: Duration = Duration::from_millis(100);

/// In mid-drag the window is asked for no more often than this.
const WINDOW_POLL: Duration = Duration::from_millis(60);

/// A board, and the picture that it was read from.
pub(super) type Sighting = (Box<dyn Level>, Frame);

pub(super) struct Eye<'a> {
    screen: &'a mut dyn Screen,
    pub(super) clock: &'a dyn Clock,
    brake: &'a Brake,
    place: Place,
    /// How the game shows what is drawn.
    pub(super) ink: Ink,
    /// When the last picture was taken.
    pub(super) looked_at: Duration,
    pub(super) spent: Spent,
}

impl<'a> Eye<'a> {
    pub(super) fn new(
        screen: &'a mut dyn Screen,
        clock: &'a dyn Clock,
        brake: &'a Brake,
        place: Place,
        ink: Ink,
    ) -> Self {
        Self {
            screen,
            clock,
            brake,
            place,
            ink,
            looked_at: Duration::ZERO,
            spent: Spent::default(),
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
        let frame = self.screen.grab(self.place.rect).map_err(|error| {
            let is_gone = matches!(error, ScreenError::Outside(_)) && self.place.window.is_some();
            if !is_gone {
                return error.into();
            }
            let seen = format!("{} is outside every monitor", self.place.name);
            PlayError::BoardLost { seen }
        })?;
        let end = self.clock.now();
        self.looked_at = end;
        self.spent.look += end - start;
        tracing::debug!(
            "window found in {:?}, grabbed in {:?}",
            found - start,
            end - found
        );
        Ok(frame)
    }

    /// Asks where the window is; says by the right name which one was closed.
    fn find_window(&mut self) -> Result<(), PlayError> {
        let Some(window) = self.place.window else {
            return Ok(());
        };
        self.place.rect = self.screen.place_of(window).map_err(|error| match error {
            ScreenError::Closed(_) => ScreenError::Closed(self.place.name.clone()).into(),
            ScreenError::Minimised(_) => PlayError::BoardLost {
                seen: format!("{} is minimised", self.place.name),
            },
            other => other.into(),
        })?;
        Ok(())
    }

    /// Asked before a press and in mid-drag: is the window where it was? After the first time seldom enough to cost
    /// nothing.
    pub(super) fn watch(&mut self) -> impl FnMut() -> bool {
        let mut asked: Option<Duration> = None;
        move || {
            let Some(window) = self.place.window else {
                return true;
            };
            let now = self.clock.now();
            if asked.is_some_and(|asked| now < asked + WINDOW_POLL) {
                return true;
            }
            asked = Some(now);
            self.screen.place_of(window).ok() == Some(self.place.rect)
        }
    }

    /// Whether no other window than that of the game lies in front at a place. What is seen there is another one's then.
    /// Where no window was named, the game's is the one in front at a place on its board.
    pub(super) fn is_bare(
        &mut self,
        at: ScreenPoint,
        board: ScreenPoint,
    ) -> Result<bool, PlayError> {
        let front = self.screen.front_at(at)?;
        let own = match self.place.window {
            Some(window) => Some(window),
            None => self.screen.front_at(board)?,
        };
        Ok(front == own)
    }

    /// Where the target was seen last.
    pub(super) fn place(&self) -> ScreenRect {
        self.place.rect
    }

    /// Whether the board is still where a frame showed it, uncovered, as far as is known without looking all the time.
    pub(super) fn still_shows(
        &mut self,
        level: &dyn Level,
        frame: &Frame,
    ) -> Result<bool, PlayError> {
        if self.clock.now() < self.looked_at + BLIND {
            return Ok(true);
        }
        let now = self.look()?;
        Ok(now.viewport == frame.viewport && self.compare(level, &now).is_there)
    }

    /// Lets a little time pass before the next look.
    pub(super) fn pause(&mut self) {
        self.clock.sleep(POLL);
        self.spent.wait += POLL;
    }

    /// Reads a picture.
    pub(super) fn read(
        &mut self,
        game: &dyn Game,
        frame: &Frame,
    ) -> Result<Box<dyn Level>, Refusal> {
        let start = self.clock.now();
        let level = game.read(frame);
        let solve = level
            .as_ref()
            .map_or(Duration::ZERO, |one| one.summary().solve);
        self.spent.read += (self.clock.now() - start).saturating_sub(solve);
        self.spent.solve += solve;
        level
    }

    /// The same level as a frame shows it in another light. What lies between cells is not known in that, where all but pipes
    /// is seen: then such a board is gone.
    pub(super) fn in_other_light(
        &self,
        level: &dyn Level,
        frame: &Frame,
    ) -> Option<Box<dyn Level>> {
        let is_known = self.ink == Ink::Pipes;
        is_known
            .then(|| level.in_other_light(&frame.picture))
            .flatten()
    }

    /// What a picture shows of a level.
    pub(super) fn compare(&mut self, level: &dyn Level, frame: &Frame) -> View {
        let start = self.clock.now();
        let view = level.look(&frame.picture, self.ink);
        self.spent.look += self.clock.now() - start;
        view
    }

    /// The board in a frame that was only just taken, if the next picture shows it too, at the same place and with the
    /// same drawn on it. A picture that was read wrongly because it was changing hardly ever passes, nor does a board
    /// that is still coming in. Where the two differ, by a moving background or by noise, it is read again.
    pub(super) fn steady(
        &mut self,
        game: &dyn Game,
        level: Box<dyn Level>,
        frame: &Frame,
    ) -> Result<Option<Sighting>, PlayError> {
        let view = self.compare(level.as_ref(), frame);
        if !view.is_there {
            return Ok(None);
        }
        let early = (self.looked_at + AT_REST).saturating_sub(self.clock.now());
        self.clock.sleep(early);
        self.spent.wait += early;
        let again = self.look()?;
        if again.viewport != frame.viewport {
            return Ok(None);
        }
        let board = |frame: &Frame| board_of(level.as_ref(), &frame.picture).to_image();
        if board(&again) == board(frame) {
            return Ok(Some((level, again)));
        }
        let seen = self.compare(level.as_ref(), &again);
        let is_same = |later: &dyn Level| {
            later.summary().key == level.summary().key
                && seen.is_there
                && seen.done == view.done
                && is_at(later.lattice(), level.lattice())
        };
        let later = self.read(game, &again).ok();
        let later = later.filter(|later| is_same(later.as_ref()));
        Ok(later.map(|later| (later, again)))
    }

    /// The board that is there now. One that cannot be read yet is given some time.
    pub(super) fn first_board(&mut self, game: &dyn Game) -> Result<Sighting, PlayError> {
        let until = self.clock.now() + LOADING;
        let mut turned_down: Option<RgbImage> = None;
        let mut refusal = Refusal::new(Reason::NoBoard, "the picture never stood still");
        loop {
            let frame = self.look()?;
            if turned_down.as_ref() != Some(&frame.picture) {
                match self.read(game, &frame) {
                    Ok(level) => {
                        refusal =
                            Refusal::new(Reason::Covered, "the board that was read does not stay");
                        if let Some(sighting) = self.steady(game, level, &frame)? {
                            return Ok(sighting);
                        }
                    }
                    Err(why) => {
                        refusal = why;
                        turned_down = Some(frame.picture);
                    }
                }
            }
            if self.clock.now() >= until {
                return Err(refusal.into());
            }
            self.pause();
        }
    }

    /// Looks until `is_enough` likes what a picture shows of the level, or for `patience` nothing changes
    /// in what is seen of it: pipes that still grow are waited for. A level whose light is changing is seen too.
    /// Returns the last look, and whether it was liked.
    pub(super) fn wait_for(
        &mut self,
        level: &dyn Level,
        patience: Duration,
        is_enough: &dyn Fn(&View) -> bool,
    ) -> Result<(Frame, View, bool), PlayError> {
        let start = self.clock.now();
        let mut changed = start;
        let mut last: Option<(RgbImage, View)> = None;
        // Of noise the most that was ever seen grows no further.
        let mut most_filled = 0;
        loop {
            let frame = self.look()?;
            let view = self.compare(level, &frame);
            let relit = if view.is_there {
                None
            } else {
                let level = self.in_other_light(level, &frame);
                level.map(|level| self.compare(level.as_ref(), &frame))
            };
            let relit = relit.filter(|relit| relit.is_there);
            if is_enough(&view) || relit.as_ref().is_some_and(is_enough) {
                return Ok((frame, view, true));
            }
            let seen = relit.as_ref().unwrap_or(&view);
            let now = self.clock.now();
            let filled = seen.filled_in_all();
            let is_still = last.as_ref().is_some_and(|(picture, before)| {
                let is_same = before.is_there == seen.is_there && before.done == seen.done;
                is_same && filled <= most_filled && (seen.is_there || *picture == frame.picture)
            });
            most_filled = most_filled.max(filled);
            if !is_still {
                changed = now;
            }
            let time = now - start;
            let is_lost = !seen.is_there && time > RESTLESS;
            if now - changed > patience || is_lost || time > ENDLESS {
                return Ok((frame, view, false));
            }
            last = Some((frame.picture, relit.unwrap_or(view)));
            self.pause();
        }
    }
}

/// The part of a picture that shows a board, where it was read.
pub(super) fn board_of<'p>(level: &dyn Level, picture: &'p RgbImage) -> SubImage<&'p RgbImage> {
    let board = level.lattice().bounds();
    let (x, y) = (board.left.max(0.0) as u32, board.top.max(0.0) as u32);
    let (width, height) = (board.width().ceil() as u32, board.height().ceil() as u32);
    imageops::crop_imm(picture, x, y, width, height)
}

/// Whether the corners of two boards lie at the same places.
fn is_at(a: &Lattice, b: &Lattice) -> bool {
    let mut corners = a.corners().into_iter().zip(b.corners());
    corners.all(|(a, b)| (a.x - b.x).hypot(a.y - b.y) <= SAME_PLACE)
}
