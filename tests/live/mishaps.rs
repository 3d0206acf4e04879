//! What happens to a real game's window while flowbot draws in it, and levels that must be left alone.

use std::fs;
use std::process::Child;

use crate::common::Flowbot;
use crate::common::desktop::Desktop;
use crate::common::figures::Figures;

/// A game with flowbot in the middle of a slow drag over its first level.
fn in_mid_drag() -> (Desktop, Child) {
    let desktop = Desktop::with_game(&["--size", "5", "--count", "1", "--seed", "3"]);
    let arguments = ["play", "--window", "flowbot practice", "--pace", "100"];
    let play = desktop.flowbot(&arguments).spawn().unwrap();
    desktop.game.wait_until("drawn on", |report| {
        report.pressed && report.pointer_moves > 1
    });
    (desktop, play)
}

#[track_caller]
fn ends(play: Child, code: i32, words: &str) {
    let output = play.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "it said: {said}");
    assert!(said.contains(words), "{words:?} is not in: {said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[track_caller]
fn is_solved(desktop: &Desktop) {
    desktop.game.wait_until("solved", |report| report.solved);
    assert!(!desktop.is_button_down());
}

#[test]
fn a_window_that_is_moved_is_found_again() {
    let (desktop, play) = in_mid_drag();
    desktop.move_window(500, 60);
    ends(play, 0, "");
    is_solved(&desktop);
}

#[test]
fn a_page_that_is_loaded_again_is_drawn_again() {
    let (desktop, play) = in_mid_drag();
    desktop.reload();
    ends(play, 0, "");
    is_solved(&desktop);
}

#[test]
fn a_window_that_is_minimised_is_left_alone() {
    let (desktop, play) = in_mid_drag();
    desktop.minimise();
    ends(play, 6, "is minimised");
    assert!(!desktop.is_button_down());
}

/// What was seen and done is kept, and played back without the display.
#[test]
fn a_game_that_is_killed_is_named() {
    let (desktop, play) = in_mid_drag();
    desktop.browser.killer()();
    ends(play, 1, "was closed");
    assert!(!desktop.is_button_down());
    let folder = desktop.state().join("flowbot/last-failure");
    Flowbot::runs("reproduce")
        .with(folder.to_str().unwrap())
        .exits(0)
        .prints("The same decisions again");
}

/// Shows a level that must be refused: the pointer stays where it is.
#[track_caller]
fn refuses(level: &str, words: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("level.puzzle");
    fs::write(&file, level).unwrap();
    let desktop = Desktop::with_game(&[file.to_str().unwrap()]);
    let before = desktop.pointer_place();
    let mut play = desktop.flowbot(&["play", "--window", "flowbot practice"]);
    ends(play.spawn().unwrap(), 3, words);
    assert_eq!(desktop.pointer_place(), before);
    let report = desktop.game.state().current().cloned().unwrap();
    assert_eq!(report.first_press_ms, None);
}

#[test]
fn a_level_without_a_solution_is_refused() {
    refuses("A...B\n..C..\n.....\n..C..\nB...A\n", "no-solution");
}

/// The second of three boards has no solution: a person would ask for another one, too.
#[test]
fn a_board_without_a_solution_that_was_dealt_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("levels.puzzle");
    let levels = [
        "ABCDE\n.....\n.....\n.....\nABCDE\n",
        "A...B\n..C..\n.....\n..C..\nB...A\n",
        "A...A\nB...B\nC...C\nD...D\nE...E\n",
    ];
    fs::write(&file, levels.join("\n")).unwrap();
    let desktop = Desktop::with_game(&[file.to_str().unwrap(), "--behave", "dealer"]);
    let play = ["play", "--window", "flowbot practice", "--levels", "2"];
    let output = desktop.flowbot(&play).output().unwrap();
    let [told, said] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(0), "it said: {said}");
    assert!(
        told.contains("the next board is not played (no-solution)"),
        "{told}"
    );
    let state = desktop.game.state();
    assert_eq!((state.level, state.solved_count()), (Some(3), 2));
    let unsolvable = state.levels[1].as_ref().unwrap();
    assert_eq!(unsolvable.first_press_ms, None);
}

/// Its box has one button, which does not lead on.
#[test]
fn a_level_that_the_game_calls_wrong_is_not_told_as_won() {
    let game = [
        "--size", "5", "--count", "2", "--seed", "3", "--behave", "rejects",
    ];
    let desktop = Desktop::with_game(&game);
    let arguments = ["play", "--window", "flowbot practice", "--levels", "all"];
    let output = desktop.flowbot(&arguments).output().unwrap();
    let [told, said] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(7), "it said: {said}");
    assert!(said.contains("the game says \"wrong\""), "{said}");
    assert!(
        told.contains("does not take it") && !told.contains("level won"),
        "{told}"
    );
    assert_eq!(Figures::of(&desktop.game.state()).strays, 0);
    assert!(!desktop.is_button_down());
}
