//! What happens to a screen, a window or the mouse while a level is drawn.

use super::*;
use crate::capture::ScreenError;
use crate::replay::Interruption;

/// Plays a game in which something happens at the fifth move of a drag.
fn after(accident: Accident) -> (FakeDesktop, Result<Ending, PlayError>) {
    let desktop = one_window(1.0, &[FIRST], Behaviour::default());
    desktop.with(|world| world.accident = Some((5, accident)));
    let result = run(&desktop, &options(1)).result;
    (desktop, result)
}

#[test]
fn a_person_who_moves_the_mouse_stops_the_drag_at_once() {
    let (desktop, result) = after(Accident::PersonMoves);
    let person = matches!(
        result,
        Err(PlayError::Interrupted(Interruption::Person { .. }))
    );
    assert!(person, "ended with {result:?}");
    assert_eq!(desktop.with(|world| world.dragged.len()), 5);
}

#[test]
fn a_window_that_closes_in_mid_drag_is_named() {
    let (desktop, result) = after(Accident::WindowCloses);
    let Err(PlayError::Screen(ScreenError::Closed(name))) = result else {
        panic!("ended with {result:?}");
    };
    assert!(name.contains("A game"));
    assert!(desktop.with(|world| world.dragged.len()) < 10);
}

#[test]
fn a_window_that_moves_is_found_again() {
    let (desktop, result) = after(Accident::WindowMoves(90.0, 25.0));
    result.unwrap();
    assert_eq!(solved(&desktop), 1);
}

/// It moves so far that what is drawn at the old place misses the board.
#[test]
fn a_drag_ends_when_its_window_moves() {
    let desktop = one_window(1.0, &[FIRST], Behaviour::default());
    desktop.with(|world| world.accident = Some((2, Accident::WindowMoves(400.0, 300.0))));
    let mut learned = LearnedSettings {
        pace: Pace::fixed(Duration::from_millis(90)),
        ..LearnedSettings::default()
    };
    let run = run_game(&desktop, &ExactReader, &options(1), &mut learned);
    run.result.unwrap();
    let is_astray = |place: &&(i32, i32)| f64::from(place.0) < 120.0 + 400.0;
    let astray = desktop.with(|world| world.dragged[2..].iter().filter(is_astray).count());
    // The window is asked for before each such move.
    assert_eq!(astray, 0);
}

/// While what was read is told, and before anything is pressed.
#[test]
fn a_window_that_moves_before_the_press_is_not_pressed_where_it_was() {
    let desktop = one_window(1.0, &[FIRST], Behaviour::default());
    let mut strokes = 0;
    let tell = &mut |event: Event<'_>| {
        if matches!(event, Event::Stroke { .. }) {
            strokes += 1;
            if strokes == 2 {
                desktop.with(|world| world.happen(Accident::WindowMoves(300.0, 200.0)));
            }
        }
    };
    let (options, learned) = (options(1), &mut known());
    play_at(&desktop, (&ExactReader, None), &options, learned, tell).unwrap();
    assert_eq!((solved(&desktop), presses(&desktop)), (1, 5));
}

#[test]
fn a_board_that_is_covered_is_not_drawn_on() {
    let (desktop, result) = after(Accident::Covered);
    let lost = matches!(result, Err(PlayError::BoardLost { .. }));
    assert!(lost, "ended with {result:?}");
    assert!(presses(&desktop) <= 2);
}

/// The clicks of a stroke are many presses; the flow that is drawn is much longer than the others.
#[test]
fn a_board_that_is_covered_in_the_middle_of_clicks_gets_few_more_of_them() {
    let behaviour = Behaviour {
        is_tapped: true,
        ..Behaviour::default()
    };
    let mut learned = LearnedSettings {
        input: StrokeInput {
            method: InputMethod::Tap,
            is_backwards: false,
        },
        ..known()
    };
    let desktop = one_window(1.0, &[LONG], behaviour);
    run_game(&desktop, &ExactReader, &options(1), &mut learned)
        .result
        .unwrap();
    let whole = presses(&desktop);
    // The last stroke is the longest.
    let after = whole - 12;
    let desktop = one_window(1.0, &[LONG], behaviour);
    desktop.with(|world| world.accident_at_press = Some((after, Accident::Covered)));
    let result = run_game(&desktop, &ExactReader, &options(1), &mut learned).result;
    let lost = matches!(result, Err(PlayError::BoardLost { .. }));
    assert!(lost, "ended with {result:?}");
    let more = presses(&desktop) - after;
    assert!(more < 7, "{more} more clicks");
}

#[test]
fn a_screen_that_is_locked_in_mid_drag_is_lost() {
    let (desktop, result) = after(Accident::ScreenLocks);
    let lost = matches!(result, Err(PlayError::Screen(ScreenError::Failed { .. })));
    assert!(lost, "ended with {result:?}");
    assert!(desktop.with(|world| world.dragged.len()) < 10);
}

#[test]
fn a_board_is_found_again_in_another_resolution() {
    for scale in [1.25, 2.0] {
        let (desktop, result) = after(Accident::Resolution(scale, 800.0));
        result.unwrap();
        assert_eq!(solved(&desktop), 1, "scale {scale}");
    }
}

#[test]
fn a_resolution_that_leaves_the_board_off_the_screen_ends_the_run() {
    let (desktop, result) = after(Accident::Resolution(1.0, 200.0));
    let lost = matches!(result, Err(PlayError::BoardLost { .. }));
    assert!(lost, "ended with {result:?}");
    let (desktop_without, result) = after(Accident::Resolution(1.0, 100.0));
    let lost = matches!(result, Err(PlayError::BoardLost { .. }));
    assert!(lost, "ended with {result:?}");
    for desktop in [desktop, desktop_without] {
        assert!(desktop.with(|world| world.dragged.len()) < 10);
    }
}

#[test]
fn a_signal_stops_before_anything_is_pressed() {
    let desktop = one_window(1.0, &[FIRST], Behaviour::default());
    let stop_flag = StopFlag::default();
    stop_flag.set();
    let (mut screen, mut pointer) = (desktop.clone(), desktop.clone());
    let parts = Desktop {
        screen: &mut screen,
        pointer: &mut pointer,
        clock: &desktop,
        stop_flag: &stop_flag,
    };
    let place = find(parts.screen, &ExactReader, None).unwrap();
    let learned = &mut known();
    let result = play(
        parts,
        Game {
            family: &ExactReader,
            place,
        },
        &options(1),
        learned,
        &mut |_| {},
    );
    assert!(matches!(
        result,
        Err(PlayError::Interrupted(Interruption::Signal))
    ));
    assert_eq!(presses(&desktop), 0);
}
