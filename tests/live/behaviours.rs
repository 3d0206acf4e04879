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
