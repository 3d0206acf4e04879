//! What comes between levels: dialogs, pop-ups, adverts, limits.

use image::RgbImage;

use super::*;
use crate::capture::{Screen, ScreenError};
use crate::replay::{Clock, Interruption};

/// Plays two levels of a game that ends them in this way.
fn ending(ending: testkit::Ending, options: &Options) -> (FakeDesktop, Run) {
    ending_seen_slowly(ending, 0, options)
}

/// The same where a look takes so many milliseconds.
fn ending_seen_slowly(
    ending: testkit::Ending,
    milliseconds: u64,
    options: &Options,
) -> (FakeDesktop, Run) {
    let behaviour = Behaviour {
        ending,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], behaviour);
    desktop.with(|world| world.grab_takes = Duration::from_millis(milliseconds));
    let run = run(&desktop, options);
    let harm = desktop.with(|world| world.windows[0].game.as_ref().map(|game| game.harm));
    assert_eq!(harm, Some(0));
    (desktop, run)
}

#[test]
fn the_only_button_that_appears_is_clicked_once() {
    for how in [
        testkit::Ending::Buttons(1),
        testkit::Ending::DarkButton,
        testkit::Ending::ButtonBelow,
    ] {
        let (desktop, run) = ending(how, &patient(2));
        run.result.unwrap();
        assert_eq!((solved(&desktop), presses(&desktop)), (2, 10), "{how:?}");
    }
}

#[test]
fn a_game_that_looks_only_at_the_next_move_whether_it_is_solved_goes_on() {
    let (desktop, run) = ending(testkit::Ending::WhenMoved, &patient(2));
    run.result.unwrap();
    assert_eq!(solved(&desktop), 2);
}

/// On a busy machine a look takes longer than a control may be out of sight.
#[test]
fn a_button_is_clicked_however_long_a_look_takes() {
    let (desktop, run) = ending_seen_slowly(testkit::Ending::Buttons(1), 800, &patient(2));
    run.result.unwrap();
    assert_eq!((solved(&desktop), presses(&desktop)), (2, 10));
}

/// The dialog hides no terminal, and the parts of flows that it hides look empty.
#[test]
fn a_dialog_that_comes_with_the_last_stroke_is_not_drawn_on() {
    const COLUMNS: &[&str] = &[
        "ABCDE", ".....", ".....", ".....", ".....", ".....", "ABCDE",
    ];
    let behaviour = Behaviour {
        ending: testkit::Ending::DarkAtOnce,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[COLUMNS, SECOND], behaviour);
    let game = FlowFamily::default();
    let run = run_game(&desktop, &game, &patient(2), &mut known());
    run.result.unwrap();
    assert_eq!((solved(&desktop), presses(&desktop)), (2, 10));
}

/// All of the dialog comes at once, over a window that goes pale. A slow look at the solved board shows it already, faint.
#[test]
fn a_button_that_fades_in_over_the_solved_board_is_clicked_however_long_a_look_takes() {
    for took in [0, 60, 140, 220, 300] {
        let (desktop, run) = ending_seen_slowly(testkit::Ending::FadesIn, took, &patient(2));
        run.result.unwrap();
        assert_eq!((solved(&desktop), presses(&desktop)), (2, 10), "{took} ms");
    }
}

/// The solved board is never seen. What a person notices takes a tenth of a second.
#[test]
fn a_board_that_follows_at_once_is_not_waited_for() {
    let drawn = |how| ending(how, &options(2)).1.reports[0].draw;
    let later = drawn(testkit::Ending::Alone);
    let at_once = drawn(testkit::Ending::NextAtOnce);
    assert!(
        at_once < later + Duration::from_millis(100),
        "{at_once:?}, {later:?}"
    );
}

#[test]
fn of_two_buttons_none_is_clicked_unless_it_is_named() {
    let how = testkit::Ending::Buttons(2);
    let (desktop, run) = ending(how, &options(2));
    let Err(PlayError::NoNextBoard { seen, .. }) = run.result else {
        panic!("ended with {:?}", run.result);
    };
    assert!(seen.contains("2 buttons"), "{seen}");
    assert_eq!(presses(&desktop), 5);

    for next in [
        Next::At(ScreenPoint::new(220.0, 195.0)),
        Next::LooksLike(right_button()),
    ] {
        let named = Options {
            next: Some(next),
            ..options(2)
        };
        let (desktop, run) = ending(how, &named);
        run.result.unwrap();
        assert_eq!((solved(&desktop), presses(&desktop)), (2, 10));
    }
}

/// The corner of the second of two buttons, with the edge of the dialog beside it: the buttons are alike, and a small
/// picture is soon looked for.
fn right_button() -> RgbImage {
    let behaviour = Behaviour {
        ending: testkit::Ending::Buttons(2),
        ..Behaviour::default()
    };
    let mut desktop = one_window(1.0, &[FIRST], behaviour);
    run(&desktop, &options(1)).result.unwrap();
    desktop.with(|world| world.now += Duration::from_secs(1));
    // In its window the button reaches from 200 to 290 across and from 180 to 216 down, the dialog to 320.
    let part = ScreenRect::new(120.0 + 250.0, 60.0 + 176.0, 76.0, 20.0);
    desktop.grab(part).unwrap().picture.clone()
}

#[test]
fn a_pop_up_and_what_fills_the_window_are_waited_for() {
    for how in [testkit::Ending::PopUp, testkit::Ending::Advert] {
        let (desktop, run) = ending(how, &patient(2));
        run.result.unwrap();
        assert_eq!((solved(&desktop), presses(&desktop)), (2, 9), "{how:?}");
    }
}

/// A window over the button below the board, through which that is seen.
fn message() -> FakeWindow {
    FakeWindow {
        number: 2,
        title: "A message".to_owned(),
        program: "fake",
        rect: ScreenRect::new(200.0, 350.0, 120.0, 60.0),
        game: None,
        futoshiki: None,
        is_glass: true,
        is_message: false,
    }
}

/// As a message of the desktop does, with a button of its own.
#[test]
fn a_button_that_another_window_lies_over_is_not_clicked() {
    let behaviour = Behaviour {
        ending: testkit::Ending::ButtonBelow,
        ..Behaviour::default()
    };
    let windows = vec![message(), window(120.0, 60.0, &[FIRST, SECOND], behaviour)];
    let desktop = FakeDesktop::new(1.0, windows);
    let Err(PlayError::NoNextBoard { seen, .. }) = run(&desktop, &patient(2)).result else {
        panic!("a second board came");
    };
    assert!(seen.contains("another window"), "{seen}");
    assert_eq!(presses(&desktop), 5);
}

/// On a monitor any program may show a dialog beside the game.
#[test]
fn a_button_of_another_window_in_a_region_is_not_clicked() {
    let behaviour = Behaviour {
        ending: testkit::Ending::ButtonBelow,
        ..Behaviour::default()
    };
    for (in_front, pressed) in [(vec![message()], 5), (Vec::new(), 10)] {
        let game = window(120.0, 60.0, &[FIRST, SECOND], behaviour);
        let windows = in_front.into_iter().chain([game]);
        let desktop = FakeDesktop::new(1.0, windows.collect());
        let region = Target::Region(ScreenRect::new(100.0, 40.0, 440.0, 440.0));
        let (region, options) = (Some(&region), patient(2));
        let learned = &mut known();
        let ended = play_at(
            &desktop,
            (&ExactReader, region),
            &options,
            learned,
            &mut |_| {},
        );
        assert_eq!(presses(&desktop), pressed, "{ended:?}");
    }
}

/// The left tenth of the window is off the screen.
#[test]
fn a_place_that_is_named_is_counted_from_the_corner_of_the_window_not_of_what_is_seen() {
    let behaviour = Behaviour {
        ending: testkit::Ending::Buttons(2),
        ..Behaviour::default()
    };
    let windows = vec![window(-40.0, 40.0, &[FIRST, SECOND], behaviour)];
    let desktop = FakeDesktop::new(1.0, windows);
    let named = |x: f64| Options {
        next: Some(Next::At(ScreenPoint::new(x, 195.0))),
        ..options(2)
    };
    run(&desktop, &named(270.0)).result.unwrap();
    assert_eq!(solved(&desktop), 2);
    // Once, when the dialog has come: before that no button is seen there.
    let click = desktop.with(|world| world.presses[5]);
    assert_eq!((click, presses(&desktop)), ((230, 235), 10));

    let windows = vec![window(-40.0, 40.0, &[FIRST, SECOND], behaviour)];
    let desktop = FakeDesktop::new(1.0, windows);
    let Err(PlayError::NoNextBoard { seen, .. }) = run(&desktop, &named(10.0)).result else {
        panic!("a second board came");
    };
    assert!(seen.contains("no monitor"), "{seen}");
    assert_eq!(presses(&desktop), 5);
}

#[test]
fn a_window_that_moves_while_its_button_is_clicked_is_found_again() {
    let behaviour = Behaviour {
        ending: testkit::Ending::Buttons(1),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], behaviour);
    let moves = Accident::WindowMoves(90.0, 25.0);
    desktop.with(|world| world.accident_at_press = Some((6, moves)));
    run(&desktop, &patient(2)).result.unwrap();
    assert_eq!(solved(&desktop), 2);
}

#[test]
fn all_levels_end_well_only_when_nothing_is_left_to_decide() {
    let behaviour = Behaviour {
        ending: testkit::Ending::Buttons(2),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], behaviour);
    let all = Options {
        levels: None,
        ..options(1)
    };
    let result = run(&desktop, &all).result;
    let stuck = matches!(result, Err(PlayError::NoNextBoard { .. }));
    assert!(stuck, "ended with {result:?}");
}

/// A game of two levels that goes on late.
fn two_levels_late() -> FakeDesktop {
    let behaviour = Behaviour {
        ending: testkit::Ending::Late,
        ..Behaviour::default()
    };
    one_window(1.0, &[FIRST, SECOND], behaviour)
}

/// Plays, and lets something happen when a level is won.
fn play_with(
    desktop: &FakeDesktop,
    options: &Options,
    accident: Accident,
) -> Result<Ending, PlayError> {
    let tell = &mut |event: Event<'_>| {
        if matches!(event, Event::Won { .. }) {
            desktop.with(|world| world.happen(accident));
        }
    };
    play_at(desktop, (&ExactReader, None), options, &mut known(), tell)
}

#[test]
fn a_window_that_closes_after_a_won_level_ends_all_levels_well() {
    for (levels, is_well) in [(None, true), (Some(2), false)] {
        let desktop = two_levels_late();
        let options = Options {
            levels,
            ..patient(2)
        };
        let ended = play_with(&desktop, &options, Accident::WindowCloses);
        match ended {
            Ok(Ending::NoMore { .. }) => assert!(is_well),
            Err(PlayError::Screen(ScreenError::Closed(_))) => assert!(!is_well),
            other => panic!("ended with {other:?}"),
        }
    }
}

/// It closes with the last move, before the button is up, and one move before that.
#[test]
fn a_window_that_the_last_stroke_closes_shows_a_won_level() {
    let moves = || {
        let desktop = one_window(1.0, &[FIRST], Behaviour::default());
        run(&desktop, &options(1)).result.unwrap();
        desktop.with(|world| world.dragged.len())
    };
    let last = moves();
    for (number, is_won) in [(last, true), (last - 8, false)] {
        let desktop = one_window(1.0, &[FIRST], Behaviour::default());
        desktop.with(|world| world.accident = Some((number, Accident::WindowCloses)));
        let run = run(&desktop, &options(1));
        assert_eq!(run.result.is_ok(), is_won, "{:?}", run.result);
        let shown = run.reports.first().map(|report| report.shown);
        assert_eq!(shown, is_won.then_some(Shown::Closed));
    }
}

/// The game is solved, and closes its window, while a flow that it does not show is drawn again.
#[test]
fn a_window_that_closes_when_all_flows_were_drawn_shows_a_won_level() {
    let behaviour = Behaviour {
        trace: testkit::Trace::Unseen("A"),
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST], behaviour);
    let mut shown = Vec::new();
    let tell = &mut |event: Event<'_>| match event {
        Event::Stroke { redrawn: 1.., .. } => desktop.with(|world| world.windows.clear()),
        Event::Won { report, .. } => shown.push(report.shown),
        _ => {}
    };
    let reader = (&ExactReader as &dyn Family, None);
    play_at(&desktop, reader, &options(1), &mut known(), tell).unwrap();
    assert_eq!(shown, [Shown::Closed]);
}

/// It is seen through, and has nothing to click.
#[test]
fn no_board_is_begun_under_a_dialog() {
    let desktop = one_window(1.0, &[FIRST, SECOND], Behaviour::default());
    let tell = &mut |event: Event<'_>| {
        if matches!(event, Event::Won { .. }) {
            desktop.with(|world| world.windows.insert(0, message()));
        }
    };
    let reader = (&ExactReader as &dyn Family, None);
    let ended = play_at(&desktop, reader, &options(2), &mut known(), tell);
    assert!(matches!(ended, Err(PlayError::Refused(_))), "{ended:?}");
    assert_eq!(presses(&desktop), 5);
}

/// A dialog may come from another program's hand: nothing tells whose it is.
#[test]
fn what_the_user_named_is_clicked_whatever_window_has_come_over_it() {
    let named = ScreenPoint::new(220.0, 195.0);
    for next in [None, Some(Next::At(named))] {
        let desktop = one_window(1.0, &[FIRST], Behaviour::default());
        let tell = &mut |event: Event<'_>| {
            if matches!(event, Event::Won { .. }) {
                desktop.with(|world| {
                    let mut dialog = window(200.0, 100.0, &[SECOND], Behaviour::default());
                    (dialog.number, dialog.program) = (2, "other");
                    dialog.game = None;
                    world.windows.insert(0, dialog);
                });
            }
        };
        let is_named = next.is_some();
        let options = Options { next, ..options(2) };
        let reader = (&ExactReader as &dyn Family, None);
        play_at(&desktop, reader, &options, &mut known(), tell).unwrap_err();
        let last = desktop.with(|world| world.presses.last().copied());
        assert_eq!(last == Some((340, 255)), is_named, "{last:?}");
    }
}

#[test]
fn a_hand_on_the_mouse_ends_the_wait_for_a_board() {
    let desktop = two_levels_late();
    let begun = desktop.now();
    let ended = play_with(&desktop, &patient(2), Accident::PersonMoves);
    let is_person = matches!(
        ended,
        Err(PlayError::Interrupted(Interruption::Person { .. }))
    );
    assert!(is_person, "ended with {ended:?}");
    // Long before the next level comes.
    assert!(desktop.now() < begun + Duration::from_secs(4));
}

/// It stays for longer than it takes until a dialog is clicked, and comes back.
#[test]
fn an_advert_beside_the_board_is_never_clicked() {
    let behaviour = Behaviour {
        has_advert_beside: true,
        ending: testkit::Ending::Late,
        ..Behaviour::default()
    };
    let desktop = one_window(1.0, &[FIRST, SECOND], behaviour);
    run(&desktop, &patient(2)).result.unwrap();
    let harm = desktop.with(|world| world.windows[0].game.as_ref().map(|game| game.harm));
    assert_eq!((harm, solved(&desktop)), (Some(0), 2));
}

/// It stands still until the level is solved, and then again for longer than any control is waited for.
#[test]
fn an_advert_that_is_exchanged_when_the_level_is_solved_is_never_clicked() {
    let (desktop, run) = ending(testkit::Ending::AdvertBeside, &patient(2));
    run.result.unwrap();
    assert_eq!((solved(&desktop), presses(&desktop)), (2, 9));
}

#[test]
fn limits_of_a_level_and_of_the_run_are_kept() {
    let desktop = one_window(1.0, &[FIRST, SECOND], Behaviour::default());
    let few = Options {
        limits: LevelLimits {
            drags: 3,
            ..LevelLimits::default()
        },
        ..options(1)
    };
    let run_of_few = run(&desktop, &few);
    let limit = matches!(
        run_of_few.result,
        Err(PlayError::LevelLimit { drags: 3, .. })
    );
    assert!(limit, "ended with {:?}", run_of_few.result);
    assert_eq!(presses(&desktop), 3);

    let desktop = one_window(1.0, &[FIRST, SECOND], Behaviour::default());
    let short = Options {
        levels: None,
        time: Some(Duration::from_millis(300)),
        ..options(1)
    };
    let run = run(&desktop, &short);
    assert_eq!(run.result.unwrap(), Ending::TimeIsUp);
}

/// The game deals it by itself: there is nothing to click.
#[test]
fn a_next_board_without_a_solution_is_refused_before_the_patience_is_over() {
    const UNSOLVABLE: &[&str] = &["A...B", "..C..", ".....", "..C..", "B...A"];
    let desktop = one_window(1.0, &[FIRST, UNSOLVABLE], Behaviour::default());
    let mut won_at = Duration::ZERO;
    let tell = &mut |event: Event<'_>| {
        if let Event::Won { .. } = event {
            won_at = desktop.now();
        }
    };
    let game = FlowFamily::default();
    let ended = play_at(&desktop, (&game, None), &patient(2), &mut known(), tell);
    assert!(matches!(ended, Err(PlayError::Refused(_))), "{ended:?}");
    let waited = desktop.now() - won_at;
    assert!(waited < patient(2).patience / 2, "{waited:?}");
}
