//! The executor with a mouse that misbehaves.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;
use crate::pipeline::Key;

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
    typed: Vec<Key>,
    at_move: Option<(usize, Trouble)>,
    /// Where the pointer seems to be, for so many questions.
    late: Option<((i32, i32), usize)>,
    /// How often it was asked where the pointer is, since the first move.
    questions: usize,
    /// A person moves it right before the question of this number.
    person_before: Option<usize>,
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
        self.questions += usize::from(self.moves > 0);
        if self.person_before == Some(self.questions) {
            self.at.0 += 40;
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

    fn type_key(&mut self, key: Key, _: Duration) -> Result<(), PointerError> {
        self.typed.push(key);
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
    let (mut mouse, ticks, stop_flag) = (Mouse::default(), Ticks::default(), StopFlag::default());
    let mut executor = Executor::new(&mut mouse, &ticks, &stop_flag);
    assert_eq!(executor.perform(&three(), AREA, &mut || true), Ok(()));
    assert_eq!(mouse.pressed_at, [(10, 10)]);
    assert_eq!(mouse.passed, [(10, 10), (30, 10), (30, 30)]);
    assert!(!mouse.is_down);
    assert_eq!(ticks.now(), BEFORE_PRESS + 3 * PACE);
}

#[test]
fn a_click_presses_at_one_place_and_a_pass_leaves_the_button_up() {
    let (mut mouse, ticks, stop_flag) = (Mouse::default(), Ticks::default(), StopFlag::default());
    let mut executor = Executor::new(&mut mouse, &ticks, &stop_flag);
    let Action::Drag(way) = three() else {
        panic!("not a drag");
    };
    for action in [Action::Click(way[0]), Action::Pass(way[1..].to_vec())] {
        assert_eq!(executor.perform(&action, AREA, &mut || true), Ok(()));
    }
    assert_eq!(mouse.pressed_at, [(10, 10)]);
    assert_eq!(mouse.dragged, []);
    assert_eq!(mouse.passed, [(10, 10), (30, 10), (30, 30)]);
    assert!(!mouse.is_down);
}

#[test]
fn a_drag_is_no_second_press_of_a_double_click() {
    let (mut mouse, ticks, stop_flag) = (Mouse::default(), Ticks::default(), StopFlag::default());
    let mut executor = Executor::new(&mut mouse, &ticks, &stop_flag);
    let mut lasts = |action: &Action| {
        let begun = ticks.now();
        assert_eq!(executor.perform(action, AREA, &mut || true), Ok(()));
        ticks.now() - begun
    };
    let Action::Drag(way) = three() else {
        panic!("not a drag");
    };
    let usual = lasts(&three());
    // Pressed 3 rests before, at the same place.
    assert_eq!(lasts(&three()), DOUBLE_CLICK);
    let click = lasts(&Action::Click(way[0]));
    assert_eq!(click, BEFORE_PRESS + PACE, "a click waits for nothing");
    let elsewhere = Action::Drag(way[1..].to_vec());
    assert_eq!(lasts(&elsewhere), usual - PACE, "it begins elsewhere");
    assert_eq!(lasts(&three()), usual, "another press came between");
}

/// What is done meanwhile, such as a look at the board, takes no time of its own.
#[test]
fn a_press_comes_as_soon_as_the_pointer_has_rested() {
    let (mut mouse, ticks, stop_flag) = (Mouse::default(), Ticks::default(), StopFlag::default());
    let mut executor = Executor::new(&mut mouse, &ticks, &stop_flag);
    let at = Waypoint {
        at: ScreenPoint::new(10.0, 10.0),
        rest: PACE,
    };
    let mut lasts = |action: &Action, after: Duration| {
        ticks.sleep(after);
        let begun = ticks.now();
        assert_eq!(executor.perform(action, AREA, &mut || true), Ok(()));
        ticks.now() - begun
    };
    let rest = Duration::ZERO;
    lasts(&Action::Pass(vec![Waypoint { rest, ..at }]), Duration::ZERO);
    let click = Action::Click(at);
    assert_eq!(lasts(&click, BEFORE_PRESS / 4), BEFORE_PRESS * 3 / 4 + PACE);
    assert_eq!(lasts(&click, Duration::ZERO), BEFORE_PRESS + PACE);
    assert_eq!(lasts(&click, BEFORE_PRESS), PACE);
}

#[test]
fn an_error_a_panic_and_a_person_in_mid_drag_leave_the_button_up() {
    for trouble in [Trouble::Fails, Trouble::Panics, Trouble::PersonMoves] {
        let (ticks, stop_flag) = (Ticks::default(), StopFlag::default());
        let mut mouse = Mouse {
            at_move: Some((2, trouble)),
            ..Mouse::default()
        };
        let result = catch_unwind(AssertUnwindSafe(|| {
            Executor::new(&mut mouse, &ticks, &stop_flag).perform(&three(), AREA, &mut || true)
        }));
        match (trouble, result) {
            (Trouble::Fails, Ok(Err(Interruption::Pointer(_)))) | (Trouble::Panics, Err(_)) => {}
            (Trouble::PersonMoves, Ok(Err(Interruption::Person { left, found }))) => {
                assert_eq!((left, found), ((30, 10), (70, 10)));
            }
            (_, other) => panic!("ended with {other:?}"),
        }
        assert_eq!(mouse.pressed_at.len(), 1, "it was pressed");
        assert!(!mouse.is_down);
        assert!(!stop_flag.is_button_down());
        assert_eq!(mouse.moves, 2, "nothing moves after it");
    }
}

#[test]
fn a_person_who_moves_the_mouse_keeps_it_whatever_is_asked_next() {
    let drag = |person_before| {
        let (ticks, stop_flag) = (Ticks::default(), StopFlag::default());
        let mut mouse = Mouse {
            person_before,
            ..Mouse::default()
        };
        let mut executor = Executor::new(&mut mouse, &ticks, &stop_flag);
        let done = executor.perform(&three(), AREA, &mut || true);
        (done, mouse.questions)
    };
    let (done, questions) = drag(None);
    assert_eq!(done, Ok(()));
    for question in 1..=questions {
        let (done, _) = drag(Some(question));
        let is_seen = matches!(done, Err(Interruption::Person { .. }));
        assert!(is_seen, "question {question} of {questions}: {done:?}");
    }
}

#[test]
fn a_pointer_that_follows_late_is_waited_for() {
    let late = |questions| {
        let (ticks, stop_flag) = (Ticks::default(), StopFlag::default());
        let mut mouse = Mouse {
            at_move: Some((2, Trouble::IsLate(questions))),
            ..Mouse::default()
        };
        let done =
            Executor::new(&mut mouse, &ticks, &stop_flag).perform(&three(), AREA, &mut || true);
        assert!(!mouse.is_down);
        (done, mouse.moves)
    };
    assert_eq!(late(100), (Ok(()), 3));
    let (stuck, moves) = late(1_000_000);
    assert!(matches!(
        stuck,
        Err(Interruption::Person {
            found: (10, 10),
            ..
        })
    ));
    assert_eq!(moves, 2);
}

#[test]
fn a_signal_in_a_long_rest_stops_within_it() {
    let (mut mouse, ticks, stop_flag) = (Mouse::default(), Ticks::default(), StopFlag::default());
    let mut asked = 0;
    let mut pull_later = || {
        asked += 1;
        if asked == 6 {
            stop_flag.set();
        }
        true
    };
    let result =
        Executor::new(&mut mouse, &ticks, &stop_flag).perform(&three(), AREA, &mut pull_later);
    assert_eq!(result, Err(Interruption::Signal));
    assert_eq!(mouse.pressed_at.len(), 1);
    assert!(!mouse.is_down && mouse.moves == 1);
}

#[test]
fn a_target_that_changes_calls_the_drag_off() {
    let (mut mouse, ticks, stop_flag) = (Mouse::default(), Ticks::default(), StopFlag::default());
    let mut asked = 0;
    let mut closes = || {
        asked += 1;
        asked < 8
    };
    let result = Executor::new(&mut mouse, &ticks, &stop_flag).perform(&three(), AREA, &mut closes);
    assert_eq!(result, Err(Interruption::CalledOff));
    assert!(!mouse.pressed_at.is_empty() && !mouse.is_down);
}

#[test]
fn a_drag_that_would_leave_its_area_moves_nothing() {
    let (mut mouse, ticks, stop_flag) = (Mouse::default(), Ticks::default(), StopFlag::default());
    let outside = drag_over(&[(10.0, 10.0), (100.0, 10.0)]);
    let result =
        Executor::new(&mut mouse, &ticks, &stop_flag).perform(&outside, AREA, &mut || true);
    assert_eq!(result, Err(Interruption::OutOfArea { x: 100, y: 10 }));
    assert_eq!(mouse.moves, 0);
}

#[test]
fn a_person_who_moves_the_mouse_between_drags_keeps_it() {
    let (mut mouse, ticks, stop_flag) = (Mouse::default(), Ticks::default(), StopFlag::default());
    let mut executor = Executor::new(&mut mouse, &ticks, &stop_flag);
    executor.perform(&three(), AREA, &mut || true).unwrap();
    executor.pointer.move_to((90, 90)).unwrap();
    let result = executor.perform(&three(), AREA, &mut || true);
    assert!(matches!(result, Err(Interruption::Person { .. })));
    assert_eq!(mouse.pressed_at.len(), 1);
    assert_eq!(mouse.moves, 4, "the executor did not move again");
}

#[test]
fn a_key_is_typed_only_where_the_executor_may_go_on() {
    let seven = Key::Character('7');
    let key = Action::Key {
        key: seven,
        held: PACE,
        rest: PACE,
    };
    let typed = |hand: bool, signal: bool, is_there: bool| {
        let (mut mouse, ticks, stop_flag) =
            (Mouse::default(), Ticks::default(), StopFlag::default());
        let mut executor = Executor::new(&mut mouse, &ticks, &stop_flag);
        executor.perform(&three(), AREA, &mut || true).unwrap();
        if hand {
            executor.pointer.move_to((90, 90)).unwrap();
        }
        if signal {
            stop_flag.set();
        }
        let done = executor.perform(&key, AREA, &mut || is_there);
        (done, mouse.typed)
    };
    assert_eq!(typed(false, false, true), (Ok(()), vec![seven]));
    for (hand, signal, is_there) in [
        (true, false, true),
        (false, true, true),
        (false, false, false),
    ] {
        let (done, typed) = typed(hand, signal, is_there);
        assert!(done.is_err() && typed.is_empty(), "{done:?}");
    }
}
