//! Levels in windows of their own.

use super::*;
use crate::capture::WindowId;

/// Plays a game that shows its second level in a window of its own. Returns the desktop after that, and the targets that were told.
fn second_level_in_a_window_of_its_own(
    is_first_closed: bool,
    behaviour: Behaviour,
) -> (FakeDesktop, Vec<Option<WindowId>>) {
    let desktop = one_window(
        1.0,
        &[FIRST],
        Behaviour {
            ending: testkit::Ending::Late,
            ..Behaviour::default()
        },
    );
    let mut targets = Vec::new();
    let tell = &mut |event: Event<'_>| match event {
        Event::Won { .. } if targets.len() == 1 => desktop.with(|world| {
            let mut second = window(200.0, 100.0, &[SECOND, FIRST], behaviour);
            second.number = 2;
            world.windows.insert(0, second);
            if is_first_closed {
                world.windows.truncate(1);
            }
        }),
        Event::Target(place) => targets.push(place.window),
        _ => {}
    };
    play_at(
        &desktop,
        (&ExactReader, None),
        &patient(3),
        &mut known(),
        tell,
    )
    .unwrap();
    (desktop, targets)
}

#[test]
fn a_next_level_in_a_window_of_its_own_is_played() {
    let behaviour = Behaviour {
        ending: testkit::Ending::Buttons(1),
        ..Behaviour::default()
    };
    for is_first_closed in [false, true] {
        let (desktop, targets) = second_level_in_a_window_of_its_own(is_first_closed, behaviour);
        assert_eq!(targets, [1, 2].map(|number| Some(WindowId(number))));
        let solved_there =
            desktop.with(|world| world.windows[0].game.as_ref().map(|game| game.solved));
        assert_eq!(solved_there, Some(2));
    }
}

/// It comes between a look for windows and a look at the board, so that the picture of the old window shows the new one first.
#[test]
fn a_next_level_in_a_window_right_over_the_old_one_is_played() {
    for after in (0..200).step_by(10).map(Duration::from_millis) {
        let late = Behaviour {
            ending: testkit::Ending::Late,
            ..Behaviour::default()
        };
        let desktop = one_window(1.0, &[FIRST], late);
        desktop.with(|world| world.grab_takes = Duration::from_millis(5));
        let tell = &mut |event: Event<'_>| {
            if matches!(event, Event::Won { .. }) {
                desktop.with(|world| {
                    let mut second = window(120.0, 60.0, &[SECOND], Behaviour::default());
                    second.number = 2;
                    world.coming = Some((world.now + after, second));
                });
            }
        };
        let reader = (&ExactReader as &dyn Family, None);
        let ended = play_at(&desktop, reader, &patient(2), &mut known(), tell);
        assert!(ended.is_ok(), "after {after:?}: {ended:?}");
        assert_eq!(solved(&desktop), 2, "after {after:?}");
    }
}

/// Where the sixth press goes when a window of this size with one button comes beside the game after its first level, when the picture
/// of that has not changed for a while. The board of the window lies above the screen, so that it shows the button alone.
fn press_after_a_window_beside((width, height): (f64, f64)) -> Option<ScreenPoint> {
    let desktop = one_window(1.0, &[FIRST], Behaviour::default());
    let tell = &mut |event: Event<'_>| {
        if matches!(event, Event::Won { .. }) {
            desktop.with(|world| {
                let answered = Behaviour {
                    ending: testkit::Ending::DarkAbove,
                    ..Behaviour::default()
                };
                let mut dialog = window(0.0, 0.0, &[&["."], SECOND], answered);
                dialog.rect = ScreenRect::new(560.0, -90.0, width, height);
                dialog.number = 2;
                dialog.game = dialog.game.map(FakeGame::with_first_level_won);
                world.coming = Some((world.now + Duration::from_secs(1), dialog));
            });
        }
    };
    let reader = (&ExactReader as &dyn Family, None);
    let ended = play_at(&desktop, reader, &patient(2), &mut known(), tell);
    assert!(ended.is_err(), "a board came that the screen does not show");
    let press = desktop.with(|world| world.presses.get(5).copied());
    press.map(|(x, y)| ScreenPoint::new(x.into(), y.into()))
}

#[test]
fn a_dialog_that_has_opened_beside_the_window_is_answered() {
    let press = press_after_a_window_beside((300.0, 350.0));
    let button = ScreenRect::new(650.0, 210.0, 90.0, 36.0);
    assert!(press.is_some_and(|at| button.contains(at)), "{press:?}");
}

/// A person may open another window of a browser in which the game is.
#[test]
fn a_window_beside_that_is_as_large_as_the_game_is_left_alone() {
    assert_eq!(press_after_a_window_beside((400.0, 400.0)), None);
}
