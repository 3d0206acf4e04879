//! Looks at the target again and again. What it waits for is seen, not timed; time only ends a wait that
//! has become hopeless.

mod changed_cells;
mod first_board;
mod level;
mod motion;
mod new_board;
mod watch;

use std::sync::Arc;
use std::time::Duration;

use image::{RgbImage, SubImage, imageops};

use super::error::PlayError;
use super::family::{Family, Observation, Task, TraceStyle};
use super::spent::Spent;
use crate::capture::{Place, Screen, ScreenError, WindowId, WindowInfo};
use crate::geometry::{Lattice, ScreenPoint, ScreenRect};
use crate::pipeline::{Frame, Reason, Refusal};
use crate::replay::{Clock, Interruption, StopFlag};
pub(super) use first_board::first_board;
pub(super) use level::{DrawnStroke, LevelState, doubtful};
pub(super) use motion::BackgroundMotion;
pub(super) use new_board::{NewBoard, read_new};
pub(super) use watch::{see, shows_next, stands_still, stays_away, wait_for};

/// Between two looks at strokes: half a frame of a 60 Hz screen.
const POLL: Duration = Duration::from_millis(8);

/// Between two looks for a board or a control, for which nothing is drawn: two frames. Taking pictures of the screen is a third of what
/// flowbot does in a live game, and the game needs the processor, too.
const IDLE_POLL: Duration = Duration::from_millis(33);

/// A board must look the same so long after the picture that it was read from: longer than a frame of a 60 Hz screen.
const AT_REST: Duration = Duration::from_millis(20);

/// A board that was read twice is at rest when its corners moved no further than this, in pixels.
const SAME_PLACE: f64 = 1.0;

/// Between two clicks of a stroke the board is looked at when the last look is longer ago than this.
const BLIND: Duration = Duration::from_millis(100);

/// In mid-drag, before a key and before the pointer moves the window is asked for no more often than this.
const WINDOW_POLL: Duration = Duration::from_millis(60);

/// A window that was clicked gets the focus within this time, on a busy machine too.
const FOCUS: Duration = Duration::from_secs(1);

/// A board, and the picture that it was read from.
pub(super) type Sighting = (Box<dyn Task>, Arc<Frame>);

/// Sees the game: takes pictures of the target, wherever its window is, and reads boards in them.
pub(super) struct Observer<'d> {
    screen: &'d mut dyn Screen,
    pub(super) clock: &'d dyn Clock,
    stop_flag: &'d StopFlag,
    family: &'d dyn Family,
    /// Reads what the family takes for a board without a solution, where that is to be believed.
    touching: Option<Box<dyn Family>>,
    place: Place,
    /// When the last picture was taken.
    pub(super) looked_at: Duration,
    /// When the window was last seen where it is.
    placed_at: Option<Duration>,
    pub(super) spent: Spent,
}

impl<'d> Observer<'d> {
    pub(super) fn new(
        screen: &'d mut dyn Screen,
        clock: &'d dyn Clock,
        stop_flag: &'d StopFlag,
        family: &'d dyn Family,
        place: Place,
    ) -> Self {
        Self {
            screen,
            clock,
            stop_flag,
            family,
            touching: None,
            place,
            looked_at: Duration::ZERO,
            placed_at: None,
            spent: Spent::default(),
        }
    }

    /// A picture of the target, wherever its window is now.
    pub(super) fn look(&mut self) -> Result<Arc<Frame>, PlayError> {
        if self.stop_flag.is_set() {
            return Err(Interruption::Signal.into());
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
        tracing::trace!(
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
        self.placed_at = Some(self.clock.now());
        self.place.rect = self.screen.place_of(window).map_err(|error| match error {
            ScreenError::Closed(_) => ScreenError::Closed(self.place.name.clone()).into(),
            ScreenError::Minimised(_) => PlayError::BoardLost {
                seen: format!("{} is minimised", self.place.name),
            },
            other => other.into(),
        })?;
        Ok(())
    }

    /// Asked before a press and in mid-drag: is the window where it was? At once where the button will go down, else seldom enough to
    /// cost nothing.
    pub(super) fn window_watch(&mut self, presses: bool) -> impl FnMut() -> bool {
        if presses {
            self.placed_at = None;
        }
        move || {
            let Some(window) = self.place.window else {
                return true;
            };
            let now = self.clock.now();
            let is_known = |at: Duration| now < at + WINDOW_POLL;
            if self.placed_at.is_some_and(is_known) {
                return true;
            }
            let is_there = self.screen.place_of(window).ok() == Some(self.place.rect);
            self.placed_at = is_there.then_some(now);
            is_there
        }
    }

    /// Whether the game's own window lies in front at a place, or one of these others. Where no window was named, the
    /// game's is the one in front at a place on its board.
    pub(super) fn is_in_front(
        &mut self,
        at: ScreenPoint,
        board: ScreenPoint,
        others: &[WindowId],
    ) -> Result<bool, PlayError> {
        let front = self.screen.front_at(at)?;
        let own = match self.place.window {
            Some(window) => Some(window),
            None => self.screen.front_at(board)?,
        };
        Ok(front == own || front.is_some_and(|front| others.contains(&front)))
    }

    /// Waits until what is typed goes to the game: a click on its board has only just given it the focus. Returns whether it
    /// does.
    pub(super) fn gets_focus(&mut self, board: ScreenPoint) -> Result<bool, PlayError> {
        let until = self.clock.now() + FOCUS;
        loop {
            let own = match self.place.window {
                Some(window) => Some(window),
                None => self.screen.front_at(board)?,
            };
            let has_focus = own.map(|own| self.screen.has_focus(own)).transpose();
            // Where no window manager runs nobody tells.
            if let Err(error @ ScreenError::Failed { .. }) = &has_focus {
                tracing::info!("{error}");
                return Ok(false);
            }
            if has_focus? == Some(true) {
                return Ok(true);
            }
            if self.stop_flag.is_set() {
                return Err(Interruption::Signal.into());
            }
            if self.clock.now() >= until {
                return Ok(false);
            }
            self.pause();
        }
    }

    /// All windows, the frontmost first; none where no window was named.
    pub(super) fn windows(&mut self) -> Result<Vec<WindowInfo>, PlayError> {
        match self.place.window {
            Some(_) => Ok(self.screen.windows()?),
            None => Ok(Vec::new()),
        }
    }

    /// Those of the target's program other than the target itself.
    pub(super) fn sibling_windows(&mut self) -> Result<Vec<WindowInfo>, PlayError> {
        let Some(window) = self.place.window else {
            return Ok(Vec::new());
        };
        let mut windows = self.windows()?;
        let own = windows.iter().find(|one| one.id == window);
        let process = own.and_then(|own| own.process);
        windows.retain(|one| {
            let is_of_program =
                one.program == self.place.program || process.is_some() && one.process == process;
            one.id != window && !one.is_minimised && is_of_program
        });
        Ok(windows)
    }

    /// Whether nothing lies over the middle of a window.
    pub(super) fn is_seen(&mut self, window: &WindowInfo) -> Result<bool, PlayError> {
        let front = self.screen.front_at(window.rect.centre())?;
        Ok(front == Some(window.id))
    }

    /// Makes another window of the program the target.
    pub(super) fn follow(&mut self, window: &WindowInfo) {
        self.place = Place::from(window);
    }

    /// A picture of another window of the program, and so much of what is around it.
    pub(super) fn look_at(
        &mut self,
        window: &WindowInfo,
        around: f64,
    ) -> Result<Arc<Frame>, PlayError> {
        Ok(self.screen.grab(window.rect.grown(around))?)
    }

    /// The target, where it was seen last.
    pub(super) fn target(&self) -> &Place {
        &self.place
    }

    /// The window that is the target, if it is one.
    pub(super) fn window(&self) -> Option<WindowId> {
        self.place.window
    }

    /// Where the target was seen last.
    pub(super) fn place(&self) -> ScreenRect {
        self.place.rect
    }

    /// Whether the board is still where a frame showed it, uncovered, as far as is known without looking all the time.
    pub(super) fn still_shows(
        &mut self,
        level: &LevelState,
        style: TraceStyle,
    ) -> Result<bool, PlayError> {
        if self.clock.now() < self.looked_at + BLIND {
            return Ok(true);
        }
        let now = self.look()?;
        let is_same_place = now.viewport == level.frame.viewport;
        Ok(is_same_place && self.observe(level.task.as_ref(), &now, style).is_there)
    }

    /// Lets a little time pass before the next look at what was drawn.
    pub(super) fn pause(&mut self) {
        self.pause_for(POLL);
    }

    /// Lets more time pass, where a board or a control is waited for.
    pub(super) fn idle(&mut self) {
        self.pause_for(IDLE_POLL);
    }

    fn pause_for(&mut self, time: Duration) {
        self.clock.sleep(time);
        self.spent.wait += time;
    }

    /// Whether boards that only paths that touch themselves solve are to be believed, though the picture alone is not sure of them.
    pub(super) fn believes_touching(&self) -> bool {
        self.touching.is_some()
    }

    /// Believes such boards from now on, or no more.
    pub(super) fn believe_touching(&mut self, does: bool) {
        self.touching = does.then(|| self.family.with_touching()).flatten();
    }

    /// Reads a picture.
    pub(super) fn read(&mut self, frame: &Frame) -> Result<Box<dyn Task>, Refusal> {
        let start = self.clock.now();
        let edges = frame.edges(self.place.window_rect());
        let task = self.family.read(frame, edges);
        let task = match (&self.touching, task) {
            (Some(family), Err(why)) if why.reason == Reason::NoSolution => {
                family.read(frame, edges)
            }
            (_, task) => task,
        };
        let solve = task
            .as_ref()
            .map_or(Duration::ZERO, |one| one.summary().solve);
        if let Ok(one) = &task {
            self.family = self.family.only(one.summary().kind).unwrap_or(self.family);
        }
        self.spent.read += (self.clock.now() - start).saturating_sub(solve);
        self.spent.solve += solve;
        task
    }

    /// What a picture shows of a board.
    pub(super) fn observe(
        &mut self,
        task: &dyn Task,
        frame: &Frame,
        style: TraceStyle,
    ) -> Observation {
        let start = self.clock.now();
        let observation = task.observe(&frame.picture, style);
        self.spent.look += self.clock.now() - start;
        observation
    }

    /// The board in a frame that was only just taken, if the next picture shows it too, at the same place and with the
    /// same drawn on it. A picture that was read wrongly because it was changing hardly ever passes, nor does a board
    /// that is still coming in. Where the two differ, by a moving background or by noise, it is read again.
    pub(super) fn steady(
        &mut self,
        task: Box<dyn Task>,
        frame: &Frame,
        style: TraceStyle,
    ) -> Result<Option<Sighting>, PlayError> {
        let seen = self.observe(task.as_ref(), frame, style);
        if !seen.is_there {
            return Ok(None);
        }
        let early = (self.looked_at + AT_REST).saturating_sub(self.clock.now());
        self.clock.sleep(early);
        self.spent.wait += early;
        let again = self.look()?;
        if again.viewport != frame.viewport {
            return Ok(None);
        }
        if is_same_board(task.lattice(), &again.picture, &frame.picture) {
            return Ok(Some((task, again)));
        }
        let later_seen = self.observe(task.as_ref(), &again, style);
        let is_same = |later: &dyn Task| {
            later.summary().key == task.summary().key
                && later_seen.is_there
                && later_seen.is_done_alike(&seen)
                && is_within(later.lattice(), task.lattice(), SAME_PLACE)
        };
        let later = self.read(&again).ok();
        let later = later.filter(|later| is_same(later.as_ref()));
        Ok(later.map(|later| (later, again)))
    }
}

/// The part of a picture that shows a board.
fn board_part<'p>(lattice: &Lattice, picture: &'p RgbImage) -> SubImage<&'p RgbImage> {
    let board = lattice.bounds();
    let (x, y) = (board.left.max(0.0) as u32, board.top.max(0.0) as u32);
    let (width, height) = (board.width().ceil() as u32, board.height().ceil() as u32);
    imageops::crop_imm(picture, x, y, width, height)
}

/// Whether two pictures show the same where a board lies.
fn is_same_board(lattice: &Lattice, a: &RgbImage, b: &RgbImage) -> bool {
    use image::GenericImageView;
    let parts = [a, b].map(|picture| board_part(lattice, picture));
    parts[0].dimensions() == parts[1].dimensions() && parts[0].pixels().eq(parts[1].pixels())
}

/// Whether the corners of two boards lie within so many pixels of each other.
fn is_within(a: &Lattice, b: &Lattice, pixels: f64) -> bool {
    let mut corners = a.corners().into_iter().zip(b.corners());
    corners.all(|(a, b)| (a.x - b.x).hypot(a.y - b.y) <= pixels)
}
