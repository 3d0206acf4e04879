//! Where boards lie: on which monitor, in which window, behind which.

use image::RgbImage;

use super::*;
use crate::geometry::Lattice;
use crate::pipeline::{Edges, Frame, Move, Reason, Refusal};
use crate::play::family::{Observation, Summary, Task, TraceStyle};

/// Reads boards whose terminals always seem to be where they were.
struct Deceived {
    /// Whether it reads boards on which something is drawn.
    reads_drawn: bool,
}

struct EverThere(Box<dyn Task>);

impl Family for Deceived {
    fn read(&self, frame: &Frame, edges: Edges) -> Result<Box<dyn Task>, Refusal> {
        let task = ExactReader.read(frame, edges)?;
        if task.summary().drawn > 0 && !self.reads_drawn {
            return Err(Refusal::new(Reason::NoBoard, "something is drawn on it"));
        }
        Ok(Box::new(EverThere(task)))
    }
}

impl Task for EverThere {
    fn summary(&self) -> &Summary {
        self.0.summary()
    }

    fn lattice(&self) -> &Lattice {
        self.0.lattice()
    }

    fn moves(&self) -> &[Move] {
        self.0.moves()
    }

    fn observe(&self, picture: &RgbImage, style: TraceStyle) -> Observation {
        Observation {
            is_there: true,
            ..self.0.observe(picture, style)
        }
    }

    fn in_other_light(&self, _: &RgbImage) -> Option<Box<dyn Task>> {
        None
    }

    fn moved_to(&self, lattice: &Lattice) -> Option<Box<dyn Task>> {
        Some(Box::new(Self(self.0.moved_to(lattice)?)))
    }
}

/// Pipes of the solved board may lie where its terminals were. A message above the board pushes it down by less than a cell.
#[test]
fn a_solved_board_that_moves_down_is_not_drawn_on() {
    for (takes, by, reads_drawn) in [
        (0, 60, true),
        (900, 60, true),
        (0, 60, false),
        (0, 9, false),
    ] {
        let takes = Duration::from_millis(takes);
        let behaviour = Behaviour {
            ending: testkit::Ending::MovesDown { takes, by },
            ..Behaviour::default()
        };
        let desktop = one_window(1.0, &[FIRST, SECOND], behaviour);
        let family = Deceived { reads_drawn };
        let played = run_game(&desktop, &family, &options(2), &mut known());
        let ended = played.result;
        ended.unwrap_or_else(|error| panic!("{takes:?}, {by}: {error}"));
        assert_eq!(solved(&desktop), 2, "{behaviour:?}");
        let flows: usize = played.reports.iter().map(|one| one.summary.colours).sum();
        assert_eq!(presses(&desktop), flows, "{behaviour:?}");
    }
}

#[test]
fn a_monitor_left_of_the_main_one_is_played_on() {
    let desktop = FakeDesktop::new(
        1.25,
        vec![window(-900.0, -40.0, &[FIRST], Behaviour::default())],
    );
    let left = ScreenRect::new(-1280.0, -200.0, 1280.0, 720.0);
    desktop.with(|world| world.monitors.insert(0, left));
    run(&desktop, &options(1)).result.unwrap();
    assert_eq!(solved(&desktop), 1);
    assert!(desktop.with(|world| world.presses.iter().all(|(x, _)| *x < 0)));
}

#[test]
fn a_window_half_off_the_screen_is_played_when_its_board_is_all_there() {
    // The board is the left 264 points of the window; the screen ends at 1000.
    let desktop = FakeDesktop::new(
        1.0,
        vec![window(700.0, 500.0, &[FIRST], Behaviour::default())],
    );
    run(&desktop, &options(1)).result.unwrap();
    assert_eq!(solved(&desktop), 1);
}

#[test]
fn a_board_half_off_the_screen_is_refused_and_nothing_is_pressed() {
    let desktop = FakeDesktop::new(
        1.0,
        vec![window(860.0, 100.0, &[FIRST], Behaviour::default())],
    );
    let result = run(&desktop, &options(1)).result;
    let refused = matches!(result, Err(PlayError::Refused(_)));
    assert!(refused, "ended with {result:?}");
    assert_eq!(presses(&desktop), 0);
}

/// Two windows with a game each, the frontmost first.
fn two_windows(places: [(f64, f64); 2]) -> FakeDesktop {
    let mut windows = places.map(|(x, y)| window(x, y, &[FIRST], Behaviour::default()));
    windows[0].number = 2;
    FakeDesktop::new(1.0, windows.into())
}

#[test]
fn two_windows_with_boards_are_listed_and_nothing_is_pressed() {
    let desktop = two_windows([(20.0, 20.0), (500.0, 300.0)]);
    let Err(PlayError::Refused(refusal)) = run(&desktop, &options(1)).result else {
        panic!("not refused");
    };
    assert_eq!(refusal.reason, Reason::Ambiguous);
    assert!(refusal.message.contains("--window") && refusal.message.contains("500,300"));
    assert_eq!(presses(&desktop), 0);
}

#[test]
fn a_board_behind_another_window_does_not_count() {
    // The windows lie over each other, so the pixels of the front one's board are within both.
    let desktop = two_windows([(100.0, 100.0), (90.0, 80.0)]);
    run(&desktop, &options(1)).result.unwrap();
    let solved = desktop.with(|world| world.windows[0].game.as_ref().map(|game| game.solved));
    assert_eq!(solved, Some(1));
}

#[test]
fn no_board_is_refused() {
    let mut empty = window(100.0, 100.0, &[FIRST], Behaviour::default());
    empty.game = None;
    let desktop = FakeDesktop::new(1.0, vec![empty]);
    let Err(PlayError::Refused(refusal)) = run(&desktop, &options(1)).result else {
        panic!("not refused");
    };
    assert_eq!(refusal.reason, Reason::NoBoard);
}
