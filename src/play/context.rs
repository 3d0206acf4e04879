//! What every part of the loop works with: eyes, mouse, what is learned, what the user decided.

use std::sync::Arc;
use std::time::Duration;

use super::error::PlayError;
use super::event::{Event, Start, numbers};
use super::family::{Observation, Task};
use super::learned::LearnedSettings;
use super::observer::{
    BackgroundMotion, LevelState, Observer, Sighting, first_board, see, wait_for,
};
use super::options::Options;
use super::parking::parking_place;
use crate::capture::WindowId;
use crate::geometry::{Lattice, ScreenPoint, ScreenRect};
use crate::pipeline::{Action, Frame, Waypoint};
use crate::replay::{Executor, Interruption};

/// How far the pointer is moved where it was left, both ways, in points.
const STIR: f64 = 4.0;

/// How late a game shows its first stroke is not known: another input that is tried too early may erase that stroke.
const FIRST_PATIENCE: Duration = Duration::from_secs(2);

/// What every part of the loop works with.
pub(super) struct Context<'p, 'd> {
    pub(super) observer: Observer<'d>,
    pub(super) executor: Executor<'d>,
    pub(super) options: &'p Options,
    pub(super) learned: LearnedSettings,
    pub(super) motion: BackgroundMotion,
    /// Windows that were there when the run began, and those that a game has left for another one.
    pub(super) windows: Vec<WindowId>,
    /// When the time of the run is over.
    pub(super) deadline: Option<Duration>,
    /// Whether the game has shown a stroke in this run.
    pub(super) is_proven: bool,
    /// Whether it has dealt a board in this run that only paths which touch themselves solve.
    pub(super) deals_touching: bool,
    pub(super) tell: &'p mut dyn FnMut(Event<'_>),
}

impl Context<'_, '_> {
    pub(super) fn now(&self) -> Duration {
        self.observer.clock.now()
    }

    pub(super) fn is_time_up(&self) -> bool {
        self.deadline.is_some_and(|deadline| self.now() >= deadline)
    }

    /// Where the run stands, before the level of this number.
    pub(super) fn start(&self, number: usize) -> Start {
        Start {
            number,
            learned: self.learned,
            is_proven: self.is_proven,
            deals_touching: self.deals_touching,
            believes_touching: self.observer.believes_touching(),
            left_at: self.executor.left_at(),
            looked_at: self.observer.looked_at,
            motion: self.motion.clone(),
            window: self.observer.window().map(|window| window.0),
            windows: self.windows.iter().map(|window| window.0).collect(),
            rect: numbers(self.observer.place()),
        }
    }

    /// What a frame shows of a board.
    pub(super) fn observe(&mut self, task: &dyn Task, frame: &Frame) -> Observation {
        self.observer.observe(task, frame, self.learned.trace)
    }

    /// The board that is there, see [`first_board`].
    pub(super) fn first_board(&mut self, wait: Duration) -> Result<Sighting, PlayError> {
        first_board(&mut self.observer, wait, self.learned.trace)
    }

    /// Whether the game has shown a stroke, in this run or in another.
    pub(super) fn is_known(&self) -> bool {
        self.is_proven || self.learned.are_learned()
    }

    /// The board as it is now, see [`see`].
    pub(super) fn see(&mut self, level: &mut LevelState) -> Result<Observation, PlayError> {
        see(&mut self.observer, level, &self.learned)
    }

    /// Waits for an effect of the last stroke, and learns how late the game shows it.
    pub(super) fn wait_for(
        &mut self,
        level: &mut LevelState,
        is_enough: &dyn Fn(&Observation) -> bool,
    ) -> Result<(Observation, bool), PlayError> {
        let patience = if self.is_known() {
            self.learned.patience()
        } else {
            FIRST_PATIENCE
        };
        self.wait_so_long_for(level, patience, is_enough)
    }

    /// The same, until for `patience` nothing changes.
    pub(super) fn wait_so_long_for(
        &mut self,
        level: &mut LevelState,
        patience: Duration,
        is_enough: &dyn Fn(&Observation) -> bool,
    ) -> Result<(Observation, bool), PlayError> {
        let start = self.now();
        let style = self.learned.trace;
        let (seen, is_seen) = wait_for(&mut self.observer, level, style, patience, is_enough)?;
        if is_seen {
            self.learned.saw_after(self.now() - start);
            return Ok((seen, true));
        }
        let is_on = || self.left_on(level.task.lattice(), &level.frame).is_some();
        if seen.is_there || !is_on() || !self.park_beside(level)? {
            return Ok((seen, false));
        }
        let seen = wait_for(&mut self.observer, level, style, patience, is_enough)?;
        self.learned.hides_under_pointer |= seen.0.is_there;
        Ok(seen)
    }

    /// Where the pointer was left, if that is on the board which a frame shows.
    fn left_on(&self, lattice: &Lattice, frame: &Frame) -> Option<ScreenPoint> {
        let (x, y) = self.executor.left_at()?;
        let at = ScreenPoint::new(f64::from(x), f64::from(y));
        let board = frame.viewport.box_to_screen(lattice.bounds());
        board.contains(at).then_some(at)
    }

    /// Moves the pointer off the board where the last look showed that. Returns whether there is such a place and the window
    /// stayed where it was.
    ///
    /// # Errors
    /// As [`Self::act`].
    pub(super) fn park_beside(&mut self, level: &LevelState) -> Result<bool, PlayError> {
        let frame = Arc::clone(&level.frame);
        self.park(level.task.lattice(), &frame)
    }

    /// Moves the pointer off the board that a frame shows, if it is there, whoever has left it so. Returns whether it was moved.
    ///
    /// # Errors
    /// As [`Self::act`].
    pub(super) fn leave_board(
        &mut self,
        lattice: &Lattice,
        frame: &Frame,
    ) -> Result<bool, PlayError> {
        let (x, y) = self.executor.pointer_place()?;
        let at = ScreenPoint::new(f64::from(x), f64::from(y));
        let board = frame.viewport.box_to_screen(lattice.bounds());
        Ok(board.contains(at) && self.park(lattice, frame)?)
    }

    fn park(&mut self, lattice: &Lattice, frame: &Frame) -> Result<bool, PlayError> {
        let Some(at) = parking_place(lattice, frame) else {
            return Ok(false);
        };
        tracing::info!("the pointer is moved off the board: it may light up a cell");
        let rest = Duration::ZERO;
        let pass = Action::Pass(vec![Waypoint { at, rest }]);
        self.act(&pass, frame.bounds())
    }

    /// Moves the pointer a little, if it was left on the board, and then off it, if there is room: a cell may be lit up under it,
    /// and some games look only when it moves whether they are solved.
    ///
    /// # Errors
    /// As [`Self::act`].
    pub(super) fn stir(&mut self, lattice: &Lattice, frame: &Frame) -> Result<(), PlayError> {
        let middle = frame.viewport.box_to_screen(lattice.bounds()).centre();
        let towards = |from: f64, middle: f64| from + STIR.copysign(middle - from);
        let beside = self
            .left_on(lattice, frame)
            .map(|from| ScreenPoint::new(towards(from.x, middle.x), towards(from.y, middle.y)));
        let way = beside.into_iter().chain(parking_place(lattice, frame));
        let rest = Duration::ZERO;
        let way: Vec<Waypoint> = way.map(|at| Waypoint { at, rest }).collect();
        if !way.is_empty() {
            tracing::info!("the pointer is moved: it may light a cell, or the game wait for that");
            self.act(&Action::Pass(way), frame.bounds())?;
        }
        Ok(())
    }

    /// Carries out one action inside an area; a key is typed only where the game has the focus. Returns whether the window stayed
    /// where it was, and that was so.
    ///
    /// # Errors
    /// Whatever stops the executor or the observer; the button is up then.
    pub(super) fn act(&mut self, action: &Action, area: ScreenRect) -> Result<bool, PlayError> {
        let start = self.now();
        if matches!(action, Action::Key { .. }) && !self.observer.gets_focus(area.centre())? {
            tracing::info!("the game's window does not get the focus: nothing is typed");
            return Ok(false);
        }
        let presses = matches!(action, Action::Click(_) | Action::Drag(_));
        let mut window_watch = self.observer.window_watch(presses);
        let done = self.executor.perform(action, area, &mut window_watch);
        drop(window_watch);
        let spent = self.now() - start;
        self.observer.spent.draw += spent;
        match done {
            // The window was moved: the next look finds it, or says that it is gone.
            Err(Interruption::CalledOff) => self.observer.look().map(|_| false),
            done => Ok(done.map(|()| true)?),
        }
    }
}
