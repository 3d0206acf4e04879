//! The practice game as other games behave: three levels for each behaviour, solved by the game's own word.

use crate::common::desktop::Desktop;

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
    let state = desktop.game.state();
    assert_eq!(state.solved_count(), 3);
    for report in state.levels.iter().flatten() {
        assert_eq!(report.strays, 0, "{report:?}");
        println!(
            "level {}: first press {:.0} ms after it was shown, {:.2} frames a cell",
            report.level,
            report.first_press_ms.unwrap(),
            report.frames as f64 / report.filled as f64,
        );
    }
    assert!(!desktop.is_button_down());
}

macro_rules! behaviours {
    ($($name:ident),*) => {
        $(#[test]
        fn $name() {
            plays(stringify!($name), &[]);
        })*
    };
}

behaviours!(
    whole, erases, first, clicks, focus, drops, hangs, disc, fading, moving, mirror, animation,
    dialog, text, push, popup, advert
);

/// The button `>` below the board takes the page on.
#[test]
fn nothing() {
    plays("nothing", &["--next", "460,880"]);
}
