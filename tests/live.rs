//! The real thing: the practice game in a browser window, drawn with the mouse of a display of its own.
//! `make live` runs these tests; plain `cargo test` leaves them out.

#![cfg(all(feature = "desktop", target_os = "linux"))]

mod common;

use common::desktop::Desktop;

#[test]
fn two_levels_of_10x10_are_solved_and_the_game_says_so() {
    let desktop = Desktop::with_game(&["--size", "10", "--count", "2", "--seed", "1"]);
    let mut play = desktop.flowbot(&[
        "play",
        "--window",
        "flowbot practice",
        "--levels",
        "2",
        "-v",
    ]);
    let output = play.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    println!("{}{told}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{}: {told}", output.status);

    desktop.game.wait_until("solved the last level", |report| {
        report.level == 2 && report.solved
    });
    assert_eq!(desktop.game.state().solved_count(), 2);
    assert!(!desktop.is_button_down());
    for report in desktop.game.state().levels.iter().flatten() {
        assert!(
            report.grid.iter().all(|row| !row.contains('.')),
            "{report:?}"
        );
        println!(
            "level {}: first press {:.0} ms after it was shown, solved after {:.0} ms, {} frames for {} cells, {} moves",
            report.level,
            report.first_press_ms.unwrap(),
            report.solved_ms.unwrap(),
            report.frames,
            report.filled,
            report.moves,
        );
    }
}
