//! Boards of walls, bridges, joined borders and hexagons, and on no lattice, won by the game's own word.

use crate::common::desktop::Desktop;

/// Levels among the fixtures, of a game that behaves like this.
#[track_caller]
fn wins(levels: &[&str], game: &[&str]) {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/puzzles");
    let files: Vec<String> = levels
        .iter()
        .map(|level| format!("{fixtures}/{level}.puzzle"))
        .collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    wins_all(&[&files, game].concat(), levels.len());
}

/// Levels on no lattice, made by the game that is played.
#[track_caller]
fn wins_shapes(kind: &str, size: &str) {
    let count = LEVELS_OF_A_SHAPE.to_string();
    let game = ["--kind", kind, "--size", size, "--count", &count];
    wins_all(&[&game[..], &["--seed", "1"]].concat(), LEVELS_OF_A_SHAPE);
}

/// All levels of this game.
#[track_caller]
fn wins_all(game: &[&str], count: usize) {
    let desktop = Desktop::with_game(game);
    let mut play = desktop.flowbot(&["play", "--levels", &count.to_string(), "-v"]);
    let output = play.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    println!("{}{told}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{}: {told}", output.status);
    desktop.game.wait_until("solved the last level", |report| {
        report.level == count && report.solved
    });
    assert_eq!(desktop.game.state().solved_count(), count);
    assert!(!desktop.is_button_down());
}

const LEVELS_OF_A_SHAPE: usize = 2;

const WARPS: &[&str] = &["warp", "warp-horizontal"];

#[test]
fn walls() {
    wins(&["walls"], &[]);
}

#[test]
fn bridges() {
    wins(&["bridge"], &[]);
}

#[test]
fn hexagons() {
    wins(&["hex", "hex-walls"], &[]);
}

#[test]
fn joined_borders_that_a_drag_goes_out_over() {
    wins(WARPS, &[]);
}

#[test]
fn joined_borders_that_a_drag_begins_behind() {
    wins(WARPS, &["--behave", "sides"]);
}

#[test]
fn joined_borders_in_a_game_of_clicks() {
    wins(WARPS, &["--behave", "clicks"]);
}

#[test]
fn bridges_and_hexagons_from_corner_to_corner() {
    wins(&["bridge", "hex"], &["--behave", "corners"]);
}

#[test]
fn cubes() {
    wins_shapes("cube", "3");
}

#[test]
fn stars() {
    wins_shapes("star", "6x3");
}

#[test]
fn rings() {
    wins_shapes("ring", "10x3");
}
