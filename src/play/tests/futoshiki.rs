//! Futoshiki on the fake desktop.

use super::*;
use crate::generate::futoshiki::{Recipe, generate};
use crate::pipeline::{Edges, Frame, Limits};
use crate::play::family::TraceStyle;
use crate::play::futoshiki;
use crate::play::learned::EntryMethod;
use crate::play::testkit::{EntryBehaviour, FakeFutoshiki, TakesDigits};
use crate::puzzle::futoshiki::{Inequality, Puzzle};
use crate::read::{Rules, futoshiki_on_screen};

fn board(size: u8, seed: u64) -> Puzzle {
    let recipe = Recipe {
        size,
        givens: None,
        signs: None,
        difficulty: None,
        seed,
    };
    generate(&recipe, &Limits::NONE).unwrap().puzzle
}

fn desktop_at(scale: f64, boards: &[Puzzle], behaviour: EntryBehaviour) -> FakeDesktop {
    let window = FakeWindow {
        number: 1,
        title: "Digits".to_owned(),
        program: "fake",
        rect: ScreenRect::new(120.0, 60.0, 400.0, 400.0),
        game: None,
        futoshiki: Some(FakeFutoshiki::new(boards.to_vec(), behaviour)),
        is_glass: false,
        is_message: false,
    };
    FakeDesktop::new(scale, vec![window])
}

fn desktop(boards: &[Puzzle], behaviour: EntryBehaviour) -> FakeDesktop {
    desktop_at(1.0, boards, behaviour)
}

/// How many boards are solved, and the keys that were typed.
fn shown(desktop: &FakeDesktop) -> (usize, String) {
    desktop.with(|world| {
        let games = world
            .windows
            .iter()
            .filter_map(|one| one.futoshiki.as_ref());
        let game = { games }.next_back().unwrap();
        (game.solved, game.keys.clone())
    })
}

fn played(desktop: &FakeDesktop, levels: usize) -> Run {
    let learned = &mut LearnedSettings::default();
    run_game(desktop, &AnyFamily::default(), &options(levels), learned)
}

fn empty(board: &Puzzle) -> usize {
    board.givens().iter().filter(|one| one.is_none()).count()
}

#[test]
fn each_empty_cell_is_clicked_and_typed_into_once_at_every_scale() {
    let board = board(5, 1);
    for scale in [1.0, 2.0] {
        let desktop = desktop_at(
            scale,
            std::slice::from_ref(&board),
            EntryBehaviour::default(),
        );
        let run = played(&desktop, 1);
        run.result.unwrap();
        let (solved, keys) = shown(&desktop);
        assert_eq!((solved, keys.len()), (1, empty(&board)), "scale {scale}");
        assert_eq!(presses(&desktop), empty(&board));
        let report = &run.reports[0];
        assert_eq!(report.summary.kind, PuzzleKind::Futoshiki);
        assert_eq!((report.summary.cells, report.redrawn), (empty(&board), 0));
    }
}

/// Such a game looks at its keys once a frame.
#[test]
fn keys_are_held_for_a_game_that_misses_short_ones() {
    let behaviour = EntryBehaviour {
        frame: Duration::from_millis(17),
        ..EntryBehaviour::default()
    };
    let boards = [board(5, 1), board(5, 3)];
    let desktop = desktop(&boards, behaviour);
    played(&desktop, 2).result.unwrap();
    assert_eq!(shown(&desktop).0, 2);
    let digits: usize = boards.iter().map(empty).sum();
    assert_eq!(presses(&desktop), digits, "none was lost");
}

#[test]
fn board_follows_board() {
    let boards = [board(4, 2), board(5, 3), board(6, 4)];
    let desktop = desktop(&boards, EntryBehaviour::default());
    played(&desktop, 3).result.unwrap();
    assert_eq!(shown(&desktop).0, 3);
}

/// It is read with other signs than before, and as one on which nothing is missing.
#[test]
fn a_solved_board_on_a_page_that_goes_dark_is_no_new_one() {
    let boards = [board(5, 1), board(5, 3)];
    let behaviour = EntryBehaviour {
        dims: true,
        ..EntryBehaviour::default()
    };
    let desktop = desktop(&boards, behaviour);
    played(&desktop, 2).result.unwrap();
    assert_eq!((shown(&desktop).0, strays(&desktop)), (2, 0));
}

/// It looks like a button that has appeared over the board.
#[test]
fn a_box_that_lights_up_when_the_board_is_solved_is_not_clicked() {
    let board = board(5, 1);
    let behaviour = EntryBehaviour {
        lights_up: true,
        ..EntryBehaviour::default()
    };
    let desktop = desktop(std::slice::from_ref(&board), behaviour);
    let all = Options {
        levels: None,
        ..patient(1)
    };
    let learned = &mut LearnedSettings::default();
    let run = run_game(&desktop, &AnyFamily::default(), &all, learned);
    assert!(
        matches!(run.result, Ok(Ending::NoMore { .. })),
        "{:?}",
        run.result
    );
    assert_eq!((shown(&desktop).0, presses(&desktop)), (1, empty(&board)));
}

#[test]
fn what_is_lost_is_entered_again_and_what_is_wrong_is_corrected() {
    let lost = |number| EntryBehaviour {
        loses_key: Some(number),
        ..EntryBehaviour::default()
    };
    let garbled = |number| EntryBehaviour {
        garbles_key: Some(number),
        ..EntryBehaviour::default()
    };
    let forgotten = |number| EntryBehaviour {
        forgets_at: Some(number),
        ..EntryBehaviour::default()
    };
    let board = board(5, 5);
    let last = empty(&board);
    for behaviour in [
        lost(1),
        lost(6),
        lost(last),
        garbled(1),
        garbled(6),
        garbled(last),
        forgotten(6),
    ] {
        let desktop = desktop(std::slice::from_ref(&board), behaviour);
        let run = played(&desktop, 1);
        run.result
            .unwrap_or_else(|error| panic!("{behaviour:?}: {error}"));
        let (solved, keys) = shown(&desktop);
        assert_eq!((solved, keys.len()), (1, last + 1), "{behaviour:?}");
    }
}

#[test]
fn a_digit_that_was_seen_and_is_half_hidden_is_not_entered_again() {
    for board in [board(5, 1), board(5, 2), board(7, 3)] {
        let behaviour = EntryBehaviour {
            badge_at: Some(4),
            ..EntryBehaviour::default()
        };
        let desktop = desktop(std::slice::from_ref(&board), behaviour);
        let run = played(&desktop, 1);
        let (solved, keys) = shown(&desktop);
        run.result.unwrap();
        assert_eq!((solved, keys.len()), (1, empty(&board)));
    }
}

fn takes(takes: TakesDigits) -> EntryBehaviour {
    EntryBehaviour {
        takes,
        ..EntryBehaviour::default()
    }
}

/// The games that take digits in another way than by keys.
const OTHERS: [(TakesDigits, EntryMethod); 4] = [
    (TakesDigits::Pad, EntryMethod::Pad),
    (TakesDigits::PadFirst, EntryMethod::PadFirst),
    (TakesDigits::PopUp, EntryMethod::PopUp),
    (TakesDigits::Clicks, EntryMethod::Clicks),
];

/// How many presses of the games were on neither a cell nor a button.
fn strays(desktop: &FakeDesktop) -> usize {
    desktop.with(|world| {
        let games = world
            .windows
            .iter()
            .filter_map(|one| one.futoshiki.as_ref());
        games.map(|game| game.strays).sum()
    })
}

#[test]
fn the_way_that_a_game_takes_digits_is_found_and_remembered() {
    let boards = [board(4, 2), board(5, 3), board(6, 4)];
    for (scale, levels) in [(1.0, 3), (2.0, 1)] {
        for (way, method) in OTHERS {
            let fresh = desktop_at(scale, &boards[..levels], takes(way));
            let mut learned = LearnedSettings::default();
            let all = options(levels);
            let run = run_game(&fresh, &AnyFamily::default(), &all, &mut learned);
            run.result
                .unwrap_or_else(|error| panic!("{way:?}: {error}"));
            assert_eq!((shown(&fresh).0, strays(&fresh)), (levels, 0), "{way:?}");
            assert_eq!(learned.entry, method);
            // Three keys at most to find out, and none when it is known.
            assert!(shown(&fresh).1.len() <= 3, "{way:?}");
            let again = desktop_at(scale, &boards[..1], takes(way));
            let run = run_game(&again, &AnyFamily::default(), &options(1), &mut learned);
            run.result.unwrap();
            assert_eq!((shown(&again).0, shown(&again).1.len()), (1, 0), "{way:?}");
        }
    }
}

#[test]
fn what_was_learned_of_another_game_does_no_harm() {
    let board = board(4, 4);
    let ways = [(TakesDigits::Keys, EntryMethod::Key)];
    for (way, method) in ways.into_iter().chain(OTHERS) {
        for (_, known) in ways.into_iter().chain(OTHERS) {
            let desktop = desktop(std::slice::from_ref(&board), takes(way));
            let mut learned = LearnedSettings {
                entry: known,
                ..LearnedSettings::default()
            };
            let run = run_game(&desktop, &AnyFamily::default(), &options(1), &mut learned);
            run.result
                .unwrap_or_else(|error| panic!("{way:?} after {known:?}: {error}"));
            assert_eq!((shown(&desktop).0, strays(&desktop)), (1, 0));
            assert_eq!(learned.entry, method, "{way:?} after {known:?}");
        }
    }
}

#[test]
fn a_press_that_is_lost_is_made_good() {
    let board = board(4, 5);
    for (way, _) in OTHERS {
        for number in [1, 2, 4, 5, 9] {
            let behaviour = EntryBehaviour {
                loses_press: Some(number),
                ..takes(way)
            };
            let desktop = desktop(std::slice::from_ref(&board), behaviour);
            let run = played(&desktop, 1);
            run.result
                .unwrap_or_else(|error| panic!("{behaviour:?}: {error}"));
            assert_eq!(
                (shown(&desktop).0, strays(&desktop)),
                (1, 0),
                "{behaviour:?}"
            );
        }
    }
}

/// Such a game lights up the box, over its signs too.
#[test]
fn signs_that_are_hidden_beside_the_chosen_box_are_still_there() {
    let behaviour = EntryBehaviour {
        hides_signs: true,
        ..takes(TakesDigits::Pad)
    };
    let board = board(5, 1);
    let desktop = desktop(std::slice::from_ref(&board), behaviour);
    played(&desktop, 1).result.unwrap();
    assert_eq!((shown(&desktop).0, strays(&desktop)), (1, 0));
}

/// A board may be read from an enlarged picture, in which more can be told than a look tells.
#[test]
fn a_sign_that_the_first_look_does_not_tell_is_there_as_long_as_it_looks_the_same() {
    let board = board(5, 1);
    let frame = frame_of(&board);
    let on_screen = || futoshiki_on_screen(&frame, Rules::default()).unwrap();
    let lattice = on_screen().reading.board.lattice;
    let signs = board.inequalities();
    let (first, last) = (signs[0], signs[signs.len() - 1]);
    let cells = |sign: Inequality| [sign.smaller, sign.larger];
    assert!(!cells(first).iter().any(|cell| cells(last).contains(cell)));
    let without = |painted: &[Inequality]| {
        let mut picture = frame.picture.clone();
        for sign in painted {
            let [a, b] = cells(*sign).map(|cell| lattice.centre(cell));
            let middle = [(a.x + b.x) / 2.0, (a.y + b.y) / 2.0].map(|at| at as u32);
            for (x, y) in (0..16).flat_map(|x| (0..16).map(move |y| (x, y))) {
                let at = (middle[0] - 8 + x, middle[1] - 8 + y);
                picture.put_pixel(at.0, at.1, image::Rgb([30; 3]));
            }
        }
        Frame::from_picture(picture)
    };
    let unclear = without(&[first]);
    let task = futoshiki::task(on_screen(), &unclear, Duration::ZERO).unwrap();
    let is_there = |frame: &Frame| task.observe(&frame.picture, TraceStyle::default()).is_there;
    assert!(is_there(&unclear) && is_there(&without(&[first, last])));
    let third = signs.iter().find(|third| {
        let both = [cells(first), cells(last)].concat();
        !cells(**third).iter().any(|cell| both.contains(cell))
    });
    assert!(!is_there(&without(&[first, *third.unwrap(), last])));
}

/// A click on a cell puts in the digit that is chosen. Where that is not seen, the game refuses it while it is found out how it takes
/// digits.
#[test]
fn a_message_by_which_the_game_refuses_a_digit_is_closed() {
    for (hides_choice, most) in [(true, 3), (false, 0)] {
        let behaviour = EntryBehaviour {
            refuses: true,
            hides_choice,
            ..takes(TakesDigits::PadFirst)
        };
        let mut refusals = 0;
        for seed in 1..=6 {
            let desktop = desktop(&[board(5, seed)], behaviour);
            let run = played(&desktop, 1);
            run.result
                .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!((shown(&desktop).0, strays(&desktop)), (1, 0), "seed {seed}");
            let refused = desktop.with(|world| {
                let game = world.windows[0].futoshiki.as_ref();
                game.unwrap().refusals
            });
            assert!(refused <= most, "seed {seed}: {refused} digits refused");
            refusals += refused;
        }
        assert_eq!(refusals > 0, hides_choice);
    }
}

/// A board of which only the digit in one cell is missing.
fn almost_solved(lacking: usize) -> Puzzle {
    let board = board(4, 9);
    let solved = FutoshikiFamily::default().read(&frame_of(&board), Edges::OfPicture);
    let solved = solved.unwrap();
    let digits = solved.moves().iter().map(|one| one.digit());
    let mut givens: Vec<_> = digits.collect();
    givens[lacking] = None;
    Puzzle::new(4, givens, board.inequalities().to_vec()).unwrap()
}

/// It looks like a pad that the last click has opened.
#[test]
fn a_menu_of_levels_that_comes_after_the_last_digit_is_not_clicked() {
    let behaviour = EntryBehaviour {
        shows_menu: true,
        ..EntryBehaviour::default()
    };
    let desktop = desktop(&[almost_solved(5)], behaviour);
    let run = played(&desktop, 1);
    run.result.unwrap();
    assert_eq!((shown(&desktop).0, strays(&desktop)), (1, 0));
}

#[test]
fn a_board_that_lacks_one_digit_is_played() {
    for almost in [0, 5, 15].map(almost_solved) {
        for (way, _) in OTHERS {
            let desktop = desktop(std::slice::from_ref(&almost), takes(way));
            let run = played(&desktop, 1);
            run.result
                .unwrap_or_else(|error| panic!("{way:?}: {error}"));
            assert_eq!(shown(&desktop).0, 1, "{way:?}");
        }
    }
}

/// What a window with a board shows.
fn frame_of(board: &Puzzle) -> Frame {
    let mut desktop = desktop(std::slice::from_ref(board), EntryBehaviour::default());
    let rect = desktop.with(|world| world.windows[0].rect);
    let frame = crate::capture::Screen::grab(&mut desktop, rect).unwrap();
    Frame::clone(&frame)
}

#[test]
fn a_game_in_which_no_way_works_is_left_after_few_presses() {
    // Three keys with their clicks; three clicks on the cell and two on the button; two clicks that do not count up.
    for (lacks_button, most) in [(false, 10), (true, 5)] {
        let behaviour = EntryBehaviour {
            lacks_button,
            ..takes(TakesDigits::Nothing)
        };
        let desktop = desktop(&[board(5, 6)], behaviour);
        let result = played(&desktop, 1).result;
        assert!(
            matches!(result, Err(PlayError::NoEntry { .. })),
            "{result:?}"
        );
        assert_eq!(shown(&desktop).1.len(), 3);
        assert_eq!((presses(&desktop), strays(&desktop)), (most, 0));
    }
}

/// Where a digit is lost, the board is read again, with some digits of one of its solutions.
#[test]
fn a_board_with_several_solutions_is_played_where_the_game_takes_any() {
    let signs = board(5, 1).inequalities()[1..].to_vec();
    let several = Puzzle::new(5, vec![None; 25], signs).unwrap();
    let rules = Rules {
        any_solution: true,
        ..Rules::default()
    };
    let behaviour = EntryBehaviour {
        loses_key: Some(6),
        ..EntryBehaviour::default()
    };
    let desktop = desktop(std::slice::from_ref(&several), behaviour);
    desktop.with(|world| world.accident_at_key = Some((9, Accident::WindowMoves(30.0, 25.0))));
    let learned = &mut LearnedSettings::default();
    let family = AnyFamily::new(None, rules);
    run_game(&desktop, &family, &options(1), learned)
        .result
        .unwrap();
    assert_eq!(shown(&desktop).0, 1);
}

#[test]
fn a_hand_on_the_mouse_stops_it_and_a_window_in_front_gets_no_keys() {
    let board = board(5, 7);
    for (accident, keys) in [(Accident::PersonMoves, 4), (Accident::Covered, 4)] {
        let desktop = desktop(std::slice::from_ref(&board), EntryBehaviour::default());
        desktop.with(|world| world.accident_at_key = Some((4, accident)));
        let result = played(&desktop, 1).result;
        assert!(result.is_err(), "{accident:?}");
        assert_eq!(shown(&desktop).1.len(), keys, "{accident:?}: {result:?}");
    }
}

#[test]
fn a_window_that_is_moved_is_followed() {
    let board = board(5, 8);
    let desktop = desktop(std::slice::from_ref(&board), EntryBehaviour::default());
    desktop.with(|world| world.accident_at_key = Some((4, Accident::WindowMoves(30.0, 25.0))));
    played(&desktop, 1).result.unwrap();
    assert_eq!(shown(&desktop).0, 1);
}
