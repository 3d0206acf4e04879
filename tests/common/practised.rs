//! Boards of the practice game of Futoshiki, played by flowbot, which is not told which puzzle it is.

use super::desktop::Desktop;

/// Boards that are made: how large, how many, and the seed of the first.
#[derive(Clone, Copy, Debug)]
pub struct Boards {
    pub size: u32,
    pub count: usize,
    pub seed: u64,
}

/// Plays boards of the practice game that behaves like this. The game itself says whether they are solved.
#[track_caller]
pub fn practises(boards: Boards, behave: Option<&str>) {
    let [size, seed] = [boards.size.into(), boards.seed].map(|number: u64| number.to_string());
    let count = boards.count.to_string();
    let mut game = vec![
        "futoshiki",
        "--size",
        &size,
        "--count",
        &count,
        "--seed",
        &seed,
    ];
    game.extend(behave.map(|names| ["--behave", names]).iter().flatten());
    let desktop = Desktop::with_game(&game);
    let played = desktop.flowbot(&["play", "--levels", &count, "--json"]);
    let played = { played }.output().unwrap();
    let (told, said) = (
        String::from_utf8_lossy(&played.stdout),
        String::from_utf8_lossy(&played.stderr),
    );
    assert!(played.status.success(), "{behave:?}: {told}{said}");
    desktop.game.wait_until("solved the last board", |report| {
        report.level == boards.count && report.solved
    });
    let state = desktop.game.state();
    let strays: u64 = state.levels.iter().flatten().map(|one| one.strays).sum();
    assert_eq!(
        (state.solved_count(), strays),
        (boards.count, 0),
        "{state:?}"
    );
    assert!(!desktop.is_button_down());
    let behave = behave.unwrap_or("plain");
    for line in told.lines() {
        let told: serde_json::Value = serde_json::from_str(line).unwrap();
        let digits = told["cells"].as_f64().unwrap();
        println!(
            "FIGURES practice {size} {behave}: {digits} digits, {:.1} ms a digit, {} again",
            1000.0 * told["draw_s"].as_f64().unwrap() / digits,
            told["redrawn"]
        );
    }
}
