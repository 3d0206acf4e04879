//! Failures that are played back.

use super::*;

/// Plays with everything written down, and plays that back: the same orders to the mouse, the same end.
#[track_caller]
fn fails_and_fails_again(desktop: &FakeDesktop, options: &Options) {
    let tape = Tape::default();
    let (mut screen, mut pointer) = (desktop.clone(), desktop.clone());
    let place = find(&mut screen, &PlainGame, None).unwrap();
    let (mut screen, mut pointer) = (tape.screen(&mut screen), tape.pointer(&mut pointer));
    let desk = Desk {
        screen: &mut screen,
        pointer: &mut pointer,
        clock: &tape.clock(desktop),
        brake: &Brake::default(),
    };
    let habits = &mut Habits::default();
    let played = play(
        desk,
        &PlainGame,
        place.clone(),
        options,
        habits,
        &mut |event| {
            if let Event::Read {
                level,
                frame,
                start,
            } = event
            {
                tape.begin(start, frame, level);
            }
        },
    );
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("failure");
    let error = played.unwrap_err();
    tape.save(&folder, &place, options, &error).unwrap();
    let again = reproduce(&folder, &PlainGame).unwrap();
    assert_eq!(again.differs_at, None, "{again:?}");
    assert!(again.orders.0 > 4, "{again:?}");
    assert_eq!(again.ended.0, again.ended.1);
}

#[test]
fn a_failure_is_played_back_without_a_desktop() {
    let deaf = Manners {
        is_deaf: true,
        ..Manners::default()
    };
    fails_and_fails_again(&one_window(1.0, &[FIRST], deaf), &options(1));
    // A window that closes while lost strokes are drawn again.
    let slow = Manners {
        frame: Duration::from_millis(25),
        ..Manners::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], slow);
    desktop.with(|world| world.accident = Some((34, Accident::WindowCloses)));
    fails_and_fails_again(&desktop, &options(2));
    // Waiting for a level that never comes.
    let desktop = one_window(1.0, &[FIRST], Manners::default());
    fails_and_fails_again(&desktop, &options(2));
}
