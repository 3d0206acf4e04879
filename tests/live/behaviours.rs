//! The practice game as other games behave: three levels for each behaviour, solved by the game's own word.

use crate::common::desktop::Desktop;
use crate::common::figures::Figures;

/// Plays three levels of a game that behaves like this.
#[track_caller]
fn plays(behaviour: &str, arguments: &[&str]) {
    let game = [
        "--size", "6", "--count", "3", "--seed", "1", "--behave", behaviour,
    ];
    let desktop = Desktop::with_game(&game);
    let arguments = [&["play", "--levels", "3", "-v"], arguments].concat();
    let output = desktop.flowbot(&arguments).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    println!("{}{told}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{}: {told}", output.status);
    desktop.game.wait_until("solved the last level", |report| {
        report.level == 3 && report.solved
    });
    let figures = Figures::of(&desktop.game.state());
    println!("{figures}");
    assert_eq!((figures.solved, figures.strays), (3, 0));
    assert!(!desktop.is_button_down());
}

each_behaviour!(plays);
