//! Boards as other games draw them, solved by the game's own word.

use crate::common::desktop::Desktop;

/// Plays all levels of a game that looks like this.
#[track_caller]
fn plays(look: &str, game: &[&str], count: usize) {
    let desktop = Desktop::with_game(&[game, &["--look", look]].concat());
    let arguments = ["play", "--levels", &count.to_string(), "-v"];
    let output = desktop.flowbot(&arguments).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    println!("{}{told}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{}: {told}", output.status);
    desktop.game.wait_until("solved the last level", |report| {
        report.level == count && report.solved
    });
    assert_eq!(desktop.game.state().solved_count(), count);
}

#[test]
fn flows_that_fill_cells_but_not_those_of_terminals() {
    plays("tiles", &["--size", "8", "--count", "2", "--seed", "1"], 2);
}

#[test]
fn flows_that_fill_cells_and_colours_that_only_numbers_tell_apart() {
    plays(
        "numbers",
        &["--size", "14", "--count", "2", "--seed", "1"],
        2,
    );
}

#[test]
fn filled_cells_that_are_no_part_of_the_board() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/puzzles/holes.puzzle");
    plays("blocks", &[file], 1);
}
