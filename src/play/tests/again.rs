//! Failures that are played back.

use super::*;

/// Plays with everything written down, and plays that back: the same orders to the mouse, the same end.
#[track_caller]
fn fails_and_fails_again(desktop: &FakeDesktop, options: &Options) {
    fails_again_after(desktop, options, |_| {});
}

/// The same, where something happens when the level of some number was drawn.
#[track_caller]
fn fails_again_after(desktop: &FakeDesktop, options: &Options, mut happens: impl FnMut(usize)) {
    let recorder = Recorder::default();
    let (mut screen, mut pointer) = (desktop.clone(), desktop.clone());
    let place = find(&mut screen, &ExactReader, None).unwrap();
    let (mut screen, mut pointer) = (recorder.screen(&mut screen), recorder.pointer(&mut pointer));
    let parts = Desktop {
        screen: &mut screen,
        pointer: &mut pointer,
        clock: &recorder.clock(desktop),
        stop_flag: &StopFlag::default(),
    };
    let learned = &mut known();
    let played = play(
        parts,
        Game {
            family: &ExactReader,
            place: place.clone(),
        },
        options,
        learned,
        &mut |event| match event {
            Event::Read { task, frame, start } => recorder.begin(*start, frame, task),
            Event::Won { report, .. } => happens(report.number),
            _ => {}
        },
    );
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("failure");
    let error = played.unwrap_err();
    recorder.save(&folder, &place, options, &error).unwrap();
    let again = replay(&folder, &ExactReader).unwrap();
    assert_eq!(again.differs_at, None, "{again:?}");
    assert!(again.orders.0 > 4, "{again:?}");
    assert_eq!(again.ended.0, again.ended.1);
}

#[test]
fn a_failure_is_played_back_without_a_desktop() {
    let deaf = Behaviour {
        is_deaf: true,
        ..Behaviour::default()
    };
    fails_and_fails_again(&one_window(1.0, &[FIRST], deaf), &options(1));
    // A window that closes while lost strokes are drawn again.
    let slow = Behaviour {
        frame: Duration::from_millis(25),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], slow);
    desktop.with(|world| world.accident = Some((34, Accident::WindowCloses)));
    fails_and_fails_again(&desktop, &options(2));
    // Waiting for a level that never comes.
    let desktop = one_window(1.0, &[FIRST], Behaviour::default());
    fails_and_fails_again(&desktop, &options(2));
}

/// Between two clicks the game is looked at when the last look, which may be of the level before, is long ago.
#[test]
fn the_first_clicks_of_a_level_are_played_back() {
    let tapped = Behaviour {
        is_tapped: true,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], tapped);
    fails_and_fails_again(&desktop, &options(3));
}

#[test]
fn a_click_for_the_next_level_that_led_nowhere_is_played_back() {
    let behaviour = Behaviour {
        ending: testkit::Ending::ButtonBelow,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    fails_and_fails_again(&desktop, &patient(2));
    assert_eq!(presses(&desktop), 6);
}

/// The second level takes one stroke more than is allowed.
#[test]
fn a_window_that_was_moved_before_the_level_that_failed_is_where_it_was_then() {
    let desktop = one_window(1.0, &[SECOND, FIRST], Behaviour::default());
    let four = Options {
        limits: LevelLimits {
            drags: 4,
            ..LevelLimits::default()
        },
        ..options(2)
    };
    fails_again_after(&desktop, &four, |level| {
        if level == 1 {
            desktop.with(|world| world.happen(Accident::WindowMoves(60.0, 30.0)));
        }
    });
    assert_eq!(solved(&desktop), 1);
}
