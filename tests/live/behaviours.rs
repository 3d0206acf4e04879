//! The practice game as other games behave: three levels for each behaviour, solved by the game's own word.

use crate::common::desktop::Desktop;
use crate::common::figures::Figures;
use crate::each_behaviour::boards;

/// Plays three levels of a game that behaves like this.
#[track_caller]
fn plays(behaviour: &str, arguments: &[&str]) {
    let game = [
        "--size", "6", "--count", "3", "--seed", "1", "--behave", behaviour,
    ];
    let desktop = Desktop::with_game(&game);
    let count = boards(behaviour, 3).to_string();
    let arguments = [&["play", "--levels", &count, "-v"], arguments].concat();
    let output = desktop.flowbot(&arguments).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    println!("{}{told}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{}: {told}", output.status);
    desktop.game.wait_until("solved the last level", |report| {
        report.level == 3 && report.solved
    });
    let figures = Figures::of(&desktop.game.state());
    println!("{figures}");
    let done = (figures.solved, figures.strays, figures.late_presses);
    assert_eq!(done, (3, 0, 0));
    assert!(!desktop.is_button_down());
}

each_behaviour!(plays);

/// "Play Again" leads to the second level, and from there to the same one again.
#[test]
fn a_game_that_plays_its_last_level_again_is_left() {
    let game = [
        "--size", "6", "--count", "2", "--seed", "1", "--behave", "encore",
    ];
    let desktop = Desktop::with_game(&game);
    let output = desktop.flowbot(&["play", "--levels", "all"]).output();
    let output = output.unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {told}", output.status);
    assert!(
        told.contains("begins again with a board that was won"),
        "{told}"
    );
    let state = desktop.game.state();
    let wins: Vec<_> = state.levels.iter().flatten().map(|one| one.wins).collect();
    assert_eq!(wins, [1, 1]);
    let figures = Figures::of(&state);
    assert_eq!((figures.strays, figures.late_presses), (0, 0), "{figures}");
}
