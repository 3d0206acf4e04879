//! Where boards lie: on which monitor, in which window, behind which.

use super::*;
use crate::pipeline::Reason;

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

#[test]
fn two_windows_with_boards_are_listed_and_nothing_is_pressed() {
    let windows =
        [(20.0, 20.0), (500.0, 300.0)].map(|(x, y)| window(x, y, &[FIRST], Behaviour::default()));
    let desktop = FakeDesktop::new(1.0, windows.into());
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
    let windows =
        [(100.0, 100.0), (90.0, 80.0)].map(|(x, y)| window(x, y, &[FIRST], Behaviour::default()));
    let desktop = FakeDesktop::new(1.0, windows.into());
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
