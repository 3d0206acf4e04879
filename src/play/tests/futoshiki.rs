//! Futoshiki on the fake desktop.

use super::*;
use crate::generate::futoshiki::{Recipe, generate};
use crate::pipeline::Limits;
use crate::play::testkit::{EntryBehaviour, FakeFutoshiki};
use crate::puzzle::futoshiki::Puzzle;

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
        title: "Digits".to_owned(),
        rect: ScreenRect::new(120.0, 60.0, 400.0, 400.0),
        game: None,
        futoshiki: Some(FakeFutoshiki::new(boards.to_vec(), behaviour)),
        is_glass: false,
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

#[test]
fn board_follows_board() {
    let boards = [board(4, 2), board(5, 3), board(6, 4)];
    let desktop = desktop(&boards, EntryBehaviour::default());
    played(&desktop, 3).result.unwrap();
    assert_eq!(shown(&desktop).0, 3);
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
fn a_game_that_takes_no_keys_is_left_after_few() {
    let behaviour = EntryBehaviour {
        is_deaf: true,
        ..EntryBehaviour::default()
    };
    let desktop = desktop(&[board(5, 6)], behaviour);
    let result = played(&desktop, 1).result;
    assert!(
        matches!(result, Err(PlayError::NotShown { .. })),
        "{result:?}"
    );
    assert_eq!(shown(&desktop).1.len(), 3);
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
