//! The hand: performs actions with a pointer, asks before each move whether it may go on, and lets go
//! of the button on every way out.

use std::time::Duration;

use thiserror::Error;

use super::{Brake, Clock, Pointer, PointerError};
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::pipeline::{Action, Waypoint};

/// How far the pointer may be from where it was put before a person is believed to have moved it.
/// Window systems round places to whole points, Windows by way of a scale of 65536 steps: a point or
/// so. A person's nudge is far more.
const TOLERANCE: i32 = 2;

/// The longest time in a rest between two looks at the brake, the pointer and the window.
pub(super) const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// How long the pointer rests before the button goes down: windows hear of the move first.
const BEFORE_PRESS: Duration = Duration::from_millis(4);

/// How long the pointer may take to follow. A window manager that raises windows by a click holds the
/// pointer still until it has looked at the press, which takes it a while on a busy machine.
const LATEST: Duration = Duration::from_millis(1000);

/// Between two looks at a pointer that is late.
const LATE_POLL: Duration = Duration::from_millis(2);

/// Why an action was broken off. The button is up.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Halt {
    /// A signal came.
    #[error("stopped by a signal; the mouse button is up")]
    Signal,
    /// The pointer is not where the hand left it.
    #[error(
        "somebody moved the mouse (it is at {}, {}, not at {}, {}); it is yours, and its button is up",
        .found.0, .found.1, .left.0, .left.1
    )]
    Person {
        /// Where the hand left it.
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

/// Performs actions. Remembers where it left the pointer, so that a person's hand is noticed between
/// actions too.
pub struct Hand<'a> {
    pointer: &'a mut dyn Pointer,
    clock: &'a dyn Clock,
    brake: &'a Brake,
    left_at: Option<(i32, i32)>,
    /// Where it was before that and when it was sent on, until it is seen to have followed.
    sent_from: Option<((i32, i32), Duration)>,
}

impl<'a> Hand<'a> {
    /// A hand on this mouse.
    pub fn new(pointer: &'a mut dyn Pointer, clock: &'a dyn Clock, brake: &'a Brake) -> Self {
        Self {
            pointer,
            clock,
            brake,
            left_at: None,
            sent_from: None,
        }
    }

    /// Where the pointer was left by the last action.
    pub fn left_at(&self) -> Option<(i32, i32)> {
        self.left_at
    }

    /// Goes on for another hand that left the pointer there.
    pub fn resume(&mut self, left_at: Option<(i32, i32)>) {
        self.left_at = left_at;
    }

    /// Performs an action that stays inside `area`. Between moves `go_on` is asked whether the target
    /// is still as it was.
    ///
    /// # Errors
    /// [`Halt`]; the button is up then.
    pub fn perform(
        &mut self,
        action: &Action,
        area: ScreenRect,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), Halt> {
        let way = match action {
            Action::Drag(way) | Action::Pass(way) => way.as_slice(),
            Action::Click(at) => std::slice::from_ref(at),
        };
        let stops = stops(way, area)?;
        match action {
            Action::Pass(_) => self.pass(&stops, go_on),
            _ => self.drag(&stops, go_on),
        }
    }

    fn drag(&mut self, stops: &[Stop], go_on: &mut dyn FnMut() -> bool) -> Result<(), Halt> {
        let Some((&(start, rest), others)) = stops.split_first() else {
            return Ok(());
        };
        self.may_go_on(go_on)?;
        self.go_to(start)?;
        self.rest(BEFORE_PRESS, go_on)?;
        let held = Held::press(self)?;
        held.0.rest(rest, go_on)?;
        for &(place, rest) in others {
            held.0.go_to(place)?;
            held.0.rest(rest, go_on)?;
        }
        held.release()
    }

    fn pass(&mut self, stops: &[Stop], go_on: &mut dyn FnMut() -> bool) -> Result<(), Halt> {
        self.may_go_on(go_on)?;
        for &(place, rest) in stops {
            self.go_to(place)?;
            self.rest(rest, go_on)?;
        }
        Ok(())
    }

    fn go_to(&mut self, place: (i32, i32)) -> Result<(), Halt> {
        self.sent_from = Some((self.pointer.location()?, self.clock.now()));
        self.pointer.move_to(place)?;
        self.left_at = Some(place);
        Ok(())
    }

    /// Waits, and looks round before, during and after.
    fn rest(&mut self, duration: Duration, go_on: &mut dyn FnMut() -> bool) -> Result<(), Halt> {
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

    fn may_go_on(&mut self, go_on: &mut dyn FnMut() -> bool) -> Result<(), Halt> {
        if self.brake.is_pulled() {
            return Err(Halt::Signal);
        }
        self.is_pointer_ours()?;
        if go_on() {
            Ok(())
        } else {
            Err(Halt::CalledOff)
        }
    }

    /// Waits until the pointer is where it was sent. Anywhere else, a person has it.
    fn is_pointer_ours(&mut self) -> Result<(), Halt> {
        let Some(left) = self.left_at else {
            return Ok(());
        };
        loop {
            let found = self.pointer.location()?;
            if is_near(found, left) {
                self.sent_from = None;
                return Ok(());
            }
            let is_late = |(from, sent): (_, Duration)| {
                is_near(found, from) && self.clock.now() < sent + LATEST
            };
            if !self.sent_from.is_some_and(is_late) {
                return Err(Halt::Person { left, found });
            }
            if self.brake.is_pulled() {
                return Err(Halt::Signal);
            }
            self.clock.sleep(LATE_POLL);
        }
    }
}

/// A whole screen point, and how long the pointer rests there.
type Stop = ((i32, i32), Duration);

/// The stops of a way, all of them inside `area`.
fn stops(way: &[Waypoint], area: ScreenRect) -> Result<Vec<Stop>, Halt> {
    let stop = |waypoint: &Waypoint| {
        let (x, y) = waypoint.at.round();
        if area.contains(ScreenPoint::new(f64::from(x), f64::from(y))) {
            Ok(((x, y), waypoint.rest))
        } else {
            Err(Halt::OutOfArea { x, y })
        }
    };
    way.iter().map(stop).collect()
}

fn is_near(a: (i32, i32), b: (i32, i32)) -> bool {
    (a.0 - b.0).abs().max((a.1 - b.1).abs()) <= TOLERANCE
}

/// The button, held down. Lets go when dropped: on return, on error and in a panic.
struct Held<'h, 'a>(&'h mut Hand<'a>);

impl<'h, 'a> Held<'h, 'a> {
    fn press(hand: &'h mut Hand<'a>) -> Result<Self, Halt> {
        // Said before it is done, so that a signal in between finds it said.
        hand.brake.set_button_down(true);
        let held = Self(hand);
        held.0.pointer.press()?;
        Ok(held)
    }

    /// Lets go and says whether that worked; if not, dropping tries once more.
    fn release(self) -> Result<(), Halt> {
        self.0.pointer.release()?;
        self.0.brake.set_button_down(false);
        std::mem::forget(self);
        Ok(())
    }
}

impl Drop for Held<'_, '_> {
    fn drop(&mut self) {
        match self.0.pointer.release() {
            Ok(()) => self.0.brake.set_button_down(false),
            Err(error) => tracing::error!("the mouse button may still be down: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    const AREA: ScreenRect = ScreenRect::new(0.0, 0.0, 100.0, 100.0);
    const PACE: Duration = Duration::from_millis(50);

    /// A mouse that writes down what happens and may misbehave at its n-th move.
    #[derive(Default)]
    struct Mouse {
        at: (i32, i32),
        is_down: bool,
        moves: usize,
        pressed_at: Vec<(i32, i32)>,
        passed: Vec<(i32, i32)>,
        /// Where it went with the button down.
        dragged: Vec<(i32, i32)>,
        at_move: Option<(usize, Trouble)>,
        /// Where the pointer seems to be, for so many questions.
        late: Option<((i32, i32), usize)>,
    }

    #[derive(Clone, Copy)]
    enum Trouble {
        Fails,
        Panics,
        PersonMoves,
        /// The pointer stays where it was for so many questions.
        IsLate(usize),
    }

    impl Pointer for Mouse {
        fn location(&mut self) -> Result<(i32, i32), PointerError> {
            if let Some((at, questions @ 1..)) = self.late {
                self.late = Some((at, questions - 1));
                return Ok(at);
            }
            Ok(self.at)
        }

        fn move_to(&mut self, at: (i32, i32)) -> Result<(), PointerError> {
            self.moves += 1;
            let from = std::mem::replace(&mut self.at, at);
            self.passed.push(at);
            if self.is_down {
                self.dragged.push(at);
            }
            match self.at_move {
                Some((number, trouble)) if number == self.moves => match trouble {
                    Trouble::Fails => Err(PointerError::Unreadable("gone".to_owned())),
                    Trouble::Panics => panic!("the mouse panics"),
                    Trouble::PersonMoves => {
                        self.at.0 += 40;
                        Ok(())
                    }
                    Trouble::IsLate(questions) => {
                        self.late = Some((from, questions));
                        Ok(())
                    }
                },
                _ => Ok(()),
            }
        }

        fn press(&mut self) -> Result<(), PointerError> {
            self.is_down = true;
            self.pressed_at.push(self.at);
            Ok(())
        }

        fn release(&mut self) -> Result<(), PointerError> {
            self.is_down = false;
            Ok(())
        }
    }

    #[derive(Default)]
    struct Ticks(Cell<Duration>);

    impl Clock for Ticks {
        fn now(&self) -> Duration {
            self.0.get()
        }

        fn sleep(&self, duration: Duration) {
            self.0.set(self.0.get() + duration);
        }
    }

    fn drag_over(places: &[(f64, f64)]) -> Action {
        let waypoint = |&(x, y)| Waypoint {
            at: ScreenPoint::new(x, y),
            rest: PACE,
        };
        Action::Drag(places.iter().map(waypoint).collect())
    }

    fn three() -> Action {
        drag_over(&[(10.0, 10.0), (30.0, 10.0), (30.4, 29.6)])
    }

    #[test]
    fn a_drag_presses_at_its_start_passes_every_waypoint_and_lets_go() {
        let (mut mouse, ticks, brake) = (Mouse::default(), Ticks::default(), Brake::default());
        let mut hand = Hand::new(&mut mouse, &ticks, &brake);
        assert_eq!(hand.perform(&three(), AREA, &mut || true), Ok(()));
        assert_eq!(mouse.pressed_at, [(10, 10)]);
        assert_eq!(mouse.passed, [(10, 10), (30, 10), (30, 30)]);
        assert!(!mouse.is_down);
        assert_eq!(ticks.now(), BEFORE_PRESS + 3 * PACE);
    }

    #[test]
    fn a_click_presses_at_one_place_and_a_pass_leaves_the_button_up() {
        let (mut mouse, ticks, brake) = (Mouse::default(), Ticks::default(), Brake::default());
        let mut hand = Hand::new(&mut mouse, &ticks, &brake);
        let Action::Drag(way) = three() else {
            panic!("not a drag");
        };
        for action in [Action::Click(way[0]), Action::Pass(way[1..].to_vec())] {
            assert_eq!(hand.perform(&action, AREA, &mut || true), Ok(()));
        }
        assert_eq!(mouse.pressed_at, [(10, 10)]);
        assert_eq!(mouse.dragged, []);
        assert_eq!(mouse.passed, [(10, 10), (30, 10), (30, 30)]);
        assert!(!mouse.is_down);
    }

    #[test]
    fn an_error_a_panic_and_a_person_in_mid_drag_leave_the_button_up() {
        for trouble in [Trouble::Fails, Trouble::Panics, Trouble::PersonMoves] {
            let (ticks, brake) = (Ticks::default(), Brake::default());
            let mut mouse = Mouse {
                at_move: Some((2, trouble)),
                ..Mouse::default()
            };
            let result = catch_unwind(AssertUnwindSafe(|| {
                Hand::new(&mut mouse, &ticks, &brake).perform(&three(), AREA, &mut || true)
            }));
            match (trouble, result) {
                (Trouble::Fails, Ok(Err(Halt::Pointer(_)))) | (Trouble::Panics, Err(_)) => {}
                (Trouble::PersonMoves, Ok(Err(Halt::Person { left, found }))) => {
                    assert_eq!((left, found), ((30, 10), (70, 10)));
                }
                (_, other) => panic!("ended with {other:?}"),
            }
            assert_eq!(mouse.pressed_at.len(), 1, "it was pressed");
            assert!(!mouse.is_down);
            assert!(!brake.is_button_down());
            assert_eq!(mouse.moves, 2, "nothing moves after it");
        }
    }

    #[test]
    fn a_pointer_that_follows_late_is_waited_for() {
        let late = |questions| {
            let (ticks, brake) = (Ticks::default(), Brake::default());
            let mut mouse = Mouse {
                at_move: Some((2, Trouble::IsLate(questions))),
                ..Mouse::default()
            };
            let done = Hand::new(&mut mouse, &ticks, &brake).perform(&three(), AREA, &mut || true);
            assert!(!mouse.is_down);
            (done, mouse.moves)
        };
        assert_eq!(late(100), (Ok(()), 3));
        let (stuck, moves) = late(1_000_000);
        assert!(matches!(
            stuck,
            Err(Halt::Person {
                found: (10, 10),
                ..
            })
        ));
        assert_eq!(moves, 2);
    }

    #[test]
    fn a_signal_in_a_long_rest_stops_within_it() {
        let (mut mouse, ticks, brake) = (Mouse::default(), Ticks::default(), Brake::default());
        let mut asked = 0;
        let mut pull_later = || {
            asked += 1;
            if asked == 6 {
                brake.pull();
            }
            true
        };
        let result = Hand::new(&mut mouse, &ticks, &brake).perform(&three(), AREA, &mut pull_later);
        assert_eq!(result, Err(Halt::Signal));
        assert_eq!(mouse.pressed_at.len(), 1);
        assert!(!mouse.is_down && mouse.moves == 1);
    }

    #[test]
    fn a_target_that_changes_calls_the_drag_off() {
        let (mut mouse, ticks, brake) = (Mouse::default(), Ticks::default(), Brake::default());
        let mut asked = 0;
        let mut closes = || {
            asked += 1;
            asked < 8
        };
        let result = Hand::new(&mut mouse, &ticks, &brake).perform(&three(), AREA, &mut closes);
        assert_eq!(result, Err(Halt::CalledOff));
        assert!(!mouse.pressed_at.is_empty() && !mouse.is_down);
    }

    #[test]
    fn a_drag_that_would_leave_its_area_moves_nothing() {
        let (mut mouse, ticks, brake) = (Mouse::default(), Ticks::default(), Brake::default());
        let outside = drag_over(&[(10.0, 10.0), (100.0, 10.0)]);
        let result = Hand::new(&mut mouse, &ticks, &brake).perform(&outside, AREA, &mut || true);
        assert_eq!(result, Err(Halt::OutOfArea { x: 100, y: 10 }));
        assert_eq!(mouse.moves, 0);
    }

    #[test]
    fn a_person_who_moves_the_mouse_between_drags_keeps_it() {
        let (mut mouse, ticks, brake) = (Mouse::default(), Ticks::default(), Brake::default());
        let mut hand = Hand::new(&mut mouse, &ticks, &brake);
        hand.perform(&three(), AREA, &mut || true).unwrap();
        hand.pointer.move_to((90, 90)).unwrap();
        let result = hand.perform(&three(), AREA, &mut || true);
        assert!(matches!(result, Err(Halt::Person { .. })));
        assert_eq!(mouse.pressed_at.len(), 1);
        assert_eq!(mouse.moves, 4, "the hand did not move again");
    }
}
