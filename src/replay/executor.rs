//! The executor: carries out actions with a pointer, asks before each move whether it may go on, and
//! releases the button on every way out.

use std::time::Duration;

use thiserror::Error;

use super::{Clock, Pointer, PointerError, StopFlag};
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::pipeline::{Action, Waypoint};

/// How far the pointer may be from where it was put before a person is believed to have moved it.
/// Window systems round places to whole points, Windows by way of a scale of 65536 steps: a point or
/// so. A person's nudge is far more.
const TOLERANCE: u32 = 2;

/// The longest time in a rest between two looks at the stop flag, the pointer and the window.
pub(super) const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// How long the pointer rests before the button goes down, since it came or since the last press was over: more than a frame. A game
/// that looks at the mouse once a frame takes a jump and a press in one frame for a drag from where the last stroke ended (measured:
/// 4 ms spoilt a level, 18 ms did not).
const BEFORE_PRESS: Duration = Duration::from_millis(18);

/// Two presses so soon after each other at one place, give or take so many screen points, are a double click (the default of
/// Windows; those of other systems are shorter). A browser begins no drag with its second press: of 7 none was taken, of those that came
/// later all were.
const DOUBLE_CLICK: Duration = Duration::from_millis(500);
const DOUBLE_CLICK_AREA: u32 = 5;

/// A key is held no longer: nothing can stop the executor meanwhile, and keyboards repeat one that is held for a quarter of a second.
const LONGEST_HELD: Duration = Duration::from_millis(100);

/// How long the pointer may take to follow. A window manager that raises windows by a click holds the
/// pointer still until it has looked at the press, which takes it a while on a busy machine.
const LATEST: Duration = Duration::from_millis(1000);

/// Between two looks at a pointer that is late.
const LATE_POLL: Duration = Duration::from_millis(2);

/// Why an action was broken off. The button is up.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Interruption {
    /// A signal came.
    #[error("stopped by a signal; the mouse button is up")]
    Signal,
    /// The pointer is not where the executor left it.
    #[error(
        "somebody moved the mouse (it is at {}, {}, not at {}, {}); it is yours, and its button is up",
        .found.0, .found.1, .left.0, .left.1
    )]
    Person {
        /// Where the executor left it.
        left: (i32, i32),
        /// Where it is.
        found: (i32, i32),
    },
    /// Whoever watches the target called the action off.
    #[error("the target changed in the middle of an action; the mouse button is up")]
    CalledOff,
    /// The action would leave the rectangle it was allowed.
    #[error("the action would leave its area at {x}, {y}; nothing was pressed")]
    OutOfArea {
        /// Where.
        x: i32,
        /// Where.
        y: i32,
    },
    /// The mouse failed.
    #[error(transparent)]
    Pointer(#[from] PointerError),
}

/// Carries out actions. Remembers where it left the pointer, so that a person's move is noticed between
/// actions too.
pub struct Executor<'a> {
    pointer: &'a mut dyn Pointer,
    clock: &'a dyn Clock,
    stop_flag: &'a StopFlag,
    left_at: Option<(i32, i32)>,
    /// Where it was before that and when it was sent on, until it is seen to have followed.
    sent_from: Option<((i32, i32), Duration)>,
    /// When it was last moved, or its button let go.
    used: Duration,
    /// Where the button went down last, and when.
    pressed: Option<((i32, i32), Duration)>,
}

impl<'a> Executor<'a> {
    /// An executor over this mouse.
    pub fn new(
        pointer: &'a mut dyn Pointer,
        clock: &'a dyn Clock,
        stop_flag: &'a StopFlag,
    ) -> Self {
        Self {
            pointer,
            clock,
            stop_flag,
            left_at: None,
            sent_from: None,
            used: Duration::ZERO,
            pressed: None,
        }
    }

    /// Where the pointer was left by the last action.
    pub fn left_at(&self) -> Option<(i32, i32)> {
        self.left_at
    }

    /// Where the pointer is, whoever has left it there.
    ///
    /// # Errors
    /// [`Interruption::Pointer`] when that is not known.
    pub fn pointer_place(&mut self) -> Result<(i32, i32), Interruption> {
        Ok(self.pointer.location()?)
    }

    /// Continues for another executor that left the pointer there.
    pub fn resume(&mut self, left_at: Option<(i32, i32)>) {
        self.left_at = left_at;
    }

    /// Performs an action that stays inside `area`. Between moves `go_on` is asked whether the target
    /// is still as it was.
    ///
    /// # Errors
    /// [`Interruption`]; the button is up then.
    pub fn perform(
        &mut self,
        action: &Action,
        area: ScreenRect,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), Interruption> {
        let way = match action {
            Action::Drag(way) | Action::Pass(way) => way.as_slice(),
            Action::Click(at) => std::slice::from_ref(at),
            Action::Key { key, held, rest } => {
                self.may_go_on(go_on)?;
                self.pointer.type_key(*key, (*held).min(LONGEST_HELD))?;
                return self.rest(*rest, go_on);
            }
        };
        let stops = stops(way, area)?;
        match action {
            Action::Pass(_) => self.pass(&stops, go_on),
            _ => self.drag(&stops, go_on),
        }
    }

    fn drag(
        &mut self,
        stops: &[Stop],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), Interruption> {
        let Some((&(start, rest), others)) = stops.split_first() else {
            return Ok(());
        };
        self.may_go_on(go_on)?;
        if self.left_at != Some(start) {
            self.go_to(start)?;
        }
        let rested = self.clock.now() - self.used;
        let mut before_press = BEFORE_PRESS.saturating_sub(rested);
        if !others.is_empty() {
            before_press = before_press.max(self.left_of_double_click(start));
        }
        self.rest(before_press, go_on)?;
        let held = ButtonGuard::press(self)?;
        held.0.rest(rest, go_on)?;
        for &(place, rest) in others {
            held.0.go_to(place)?;
            held.0.rest(rest, go_on)?;
        }
        held.release()
    }

    /// How long a press at a place would still be the second one of a double click.
    fn left_of_double_click(&self, at: (i32, i32)) -> Duration {
        match self.pressed {
            Some((last, pressed)) if is_within(DOUBLE_CLICK_AREA, at, last) => {
                (pressed + DOUBLE_CLICK).saturating_sub(self.clock.now())
            }
            _ => Duration::ZERO,
        }
    }

    fn pass(
        &mut self,
        stops: &[Stop],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), Interruption> {
        self.may_go_on(go_on)?;
        for &(place, rest) in stops {
            self.go_to(place)?;
            self.rest(rest, go_on)?;
        }
        Ok(())
    }

    fn go_to(&mut self, place: (i32, i32)) -> Result<(), Interruption> {
        let from = self.kept()?;
        self.used = self.clock.now();
        self.sent_from = Some((from, self.used));
        self.pointer.move_to(place)?;
        self.left_at = Some(place);
        Ok(())
    }

    /// Waits, and checks before, during and after whether it may go on.
    fn rest(
        &mut self,
        duration: Duration,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), Interruption> {
        let end = self.clock.now() + duration;
        loop {
            self.may_go_on(go_on)?;
            let left = end.saturating_sub(self.clock.now());
            if left.is_zero() {
                return Ok(());
            }
            self.clock.sleep(left.min(LONGEST_WAIT));
        }
    }

    fn may_go_on(&mut self, go_on: &mut dyn FnMut() -> bool) -> Result<(), Interruption> {
        if self.stop_flag.is_set() {
            return Err(Interruption::Signal);
        }
        self.keep_pointer()?;
        if go_on() {
            Ok(())
        } else {
            Err(Interruption::CalledOff)
        }
    }

    /// Waits until the pointer is where it was sent.
    ///
    /// # Errors
    /// [`Interruption::Person`] when it is anywhere else: a person has it.
    pub fn keep_pointer(&mut self) -> Result<(), Interruption> {
        self.kept().map(drop)
    }

    /// Where the pointer is, once it is where it was sent.
    fn kept(&mut self) -> Result<(i32, i32), Interruption> {
        loop {
            let found = self.pointer.location()?;
            let Some(left) = self.left_at else {
                return Ok(found);
            };
            if is_near(found, left) {
                self.sent_from = None;
                return Ok(found);
            }
            let is_late = |(from, sent): (_, Duration)| {
                is_near(found, from) && self.clock.now() < sent + LATEST
            };
            if !self.sent_from.is_some_and(is_late) {
                return Err(Interruption::Person { left, found });
            }
            if self.stop_flag.is_set() {
                return Err(Interruption::Signal);
            }
            self.clock.sleep(LATE_POLL);
        }
    }
}

/// A whole screen point, and how long the pointer rests there.
type Stop = ((i32, i32), Duration);

/// The stops of a way, all of them inside `area`.
fn stops(way: &[Waypoint], area: ScreenRect) -> Result<Vec<Stop>, Interruption> {
    let stop = |waypoint: &Waypoint| {
        let (x, y) = waypoint.at.round();
        if area.contains(ScreenPoint::new(f64::from(x), f64::from(y))) {
            Ok(((x, y), waypoint.rest))
        } else {
            Err(Interruption::OutOfArea { x, y })
        }
    };
    way.iter().map(stop).collect()
}

fn is_near(a: (i32, i32), b: (i32, i32)) -> bool {
    is_within(TOLERANCE, a, b)
}

fn is_within(distance: u32, a: (i32, i32), b: (i32, i32)) -> bool {
    a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) <= distance
}

/// The button, held down. Releases it when dropped: on return, on error and in a panic.
struct ButtonGuard<'e, 'a>(&'e mut Executor<'a>);

impl<'e, 'a> ButtonGuard<'e, 'a> {
    fn press(executor: &'e mut Executor<'a>) -> Result<Self, Interruption> {
        // Said before it is done, so that a signal in between finds it said.
        executor.stop_flag.set_button_down(true);
        executor.pressed = executor.left_at.map(|at| (at, executor.clock.now()));
        let held = Self(executor);
        held.0.pointer.press()?;
        Ok(held)
    }

    /// Releases the button. If that fails, the drop tries once more.
    fn release(self) -> Result<(), Interruption> {
        self.0.pointer.release()?;
        self.0.stop_flag.set_button_down(false);
        self.0.used = self.0.clock.now();
        std::mem::forget(self);
        Ok(())
    }
}

impl Drop for ButtonGuard<'_, '_> {
    fn drop(&mut self) {
        match self.0.pointer.release() {
            Ok(()) => self.0.stop_flag.set_button_down(false),
            Err(error) => tracing::error!("the mouse button may still be down: {error}"),
        }
    }
}

#[cfg(test)]
mod tests;
