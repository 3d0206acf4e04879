//! The family of engines: every one by its name, on its published boards, side by side, and as something to look at.

use std::fs;
use std::path::Path;

use crate::common::{Flowbot, shared};
use image::AnimationDecoder;
use image::codecs::gif::GifDecoder;

/// The published example of `colour-dfs` on 4x4: its only solutions touch themselves.
const SMALL: &str = "A...\n..B.\n.C..\nCB.A\n";
/// The one on 5x5.
const LARGE: &str = "A.B.D\n..C.E\n.....\n.B.D.\n.ACE.\n";
const ENGINES: [&str; 7] = [
    "random",
    "first-free",
    "smart",
    "colour-dfs",
    "dijkstra",
    "direction-classic",
    "direction",
];

fn solve(text: &str) -> Flowbot {
    Flowbot::runs("solve").with("-").reading(text)
}

#[test]
fn every_engine_solves_the_same_board_in_the_same_way() {
    let solved = solve(LARGE).exits(0).out;
    for engine in ENGINES {
        let ended = solve(LARGE)
            .given("--engine", engine)
            .with("--stats")
            .exits(0);
        ended.says("assignments").prints_only(&solved);
    }
    for engine in ["random", "colour-dfs", "dijkstra", "smart"] {
        solve(SMALL).given("--engine", engine).exits(0);
    }
    let classic = solve(SMALL).given("--engine", "direction-classic").exits(4);
    classic.says("try --engine direction");
}

#[test]
fn what_an_engine_cannot_do_is_said_with_the_next_step() {
    let ended = solve(LARGE).given("--engine", "greedy").exits(2);
    ended.says("choose one of random, first-free");
    let ended = solve(LARGE)
        .given("--engine", "dijkstra")
        .given("--with", "fc")
        .exits(2);
    ended.says("engine dijkstra has no switch \"fc\": choose from dead-ends");
    let ended = solve("shape: hex\nA..\n..A\n")
        .given("--engine", "smart")
        .exits(2);
    ended.says("engine smart solves plain rectangles alone, and this board has hexes: take --engine direction");
    let ended = solve(LARGE)
        .given("--engine", "random")
        .given("--max-guesses", "3")
        .exits(5);
    ended.says("raise --max-guesses");
}

#[test]
fn the_steps_of_an_ancestor_are_told_with_the_board_after_each_colour() {
    let ended = solve(LARGE)
        .given("--engine", "colour-dfs")
        .with("--explain")
        .exits(0);
    ended.says("[A] [B] [B] [D] [D]").says("solution:");
    let ended = solve(LARGE)
        .given("--engine", "smart")
        .with("--explain")
        .exits(0);
    ended.says(", by domain");
}

#[test]
fn a_comparison_is_a_table_and_a_page_that_needs_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("as_input55.puzzle"), LARGE).unwrap();
    fs::write(folder.path().join("hex.puzzle"), "shape: hex\nAA\nBB\n").unwrap();
    let page = folder.path().join("family.html");
    let mut ended = Flowbot::runs("bench")
        .with(folder.path())
        .given("--engines", "all")
        .given("--runs", "2")
        .given("--report", &page)
        .exits(0);
    for engine in ENGINES {
        ended = ended.prints(engine);
    }
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("dijkstra straight") && page.contains("smart, step by step"));
    assert!(page.contains("<svg class=\"chart\"") && page.contains("124, 2.0 ms"));
    assert!(!page.contains("src=") && !page.contains("<link"));
    Flowbot::runs("bench")
        .with(folder.path())
        .given("--engines", "smart,greedy")
        .exits(2)
        .says("there is no engine \"greedy\"");
}

/// How long an animation takes, in milliseconds, and how many frames it has.
fn length(gif: &Path) -> (u32, usize) {
    let file = std::io::BufReader::new(fs::File::open(gif).unwrap());
    let frames = GifDecoder::new(file)
        .unwrap()
        .into_frames()
        .collect_frames()
        .unwrap();
    let times = frames.iter().map(|frame| frame.delay().numer_denom_ms().0);
    (times.sum(), frames.len())
}

#[test]
fn every_search_is_an_animation_of_a_few_seconds() {
    let folder = tempfile::tempdir().unwrap();
    for engine in ENGINES {
        let gif = folder.path().join(format!("{engine}.gif"));
        solve(LARGE)
            .given("--engine", engine)
            .given("--animate", &gif)
            .exits(0);
        let (ms, frames) = length(&gif);
        assert!(
            (5_000..15_000).contains(&ms) && frames > 5,
            "{engine}: {ms} ms, {frames} frames"
        );
    }
    let page = folder.path().join("search.html");
    solve(LARGE).given("--animate", &page).exits(0);
    let page_text = fs::read_to_string(&page).unwrap();
    assert!(page_text.contains("id=\"slider\"") && page_text.contains("id=\"back\""));
    solve(LARGE)
        .given("--animate", &page)
        .exits(1)
        .says("--force");
    solve(LARGE)
        .given("--animate", "search.png")
        .exits(2)
        .says(".gif or .html");
    solve(LARGE)
        .with("--watch")
        .exits(2)
        .says("--watch needs a terminal");
}

/// The boards of a folder beside the project whose names hold one of some words.
fn boards(folder: &str, words: &[&str]) -> Vec<std::path::PathBuf> {
    let Some(folder) = shared(folder) else {
        return Vec::new();
    };
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_chosen = |file: &std::path::PathBuf| {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        words.iter().any(|word| name.contains(word))
    };
    files.filter(is_chosen).collect()
}

#[test]
fn the_published_boards_are_solved_by_the_engines_that_solved_them() {
    let up_to_ten = ["input55", "input77", "input88", "input991", "input1010"];
    for (engine, words) in [
        ("direction", &["input"][..]),
        ("direction-classic", &["input"]),
        ("smart", &["input"]),
        ("first-free", &up_to_ten),
        ("random", &["input55"]),
        ("colour-dfs", &["input55"]),
    ] {
        for board in boards("boards/seed-9", words) {
            let run = Flowbot::runs("solve")
                .with(&board)
                .given("--engine", engine);
            run.given("--max-ms", "60000").exits(0);
        }
    }
    let game = [
        "regular",
        "jumbo_10x10",
        "jumbo_11x11",
        "extreme_8x8",
        "extreme_9x9",
        "extreme_10x10",
    ];
    for (words, switches) in [(&game[..], "dead-ends"), (&["regular"], "")] {
        for board in boards("boards/zucker", words) {
            let run = Flowbot::runs("solve")
                .with(&board)
                .given("--engine", "dijkstra");
            run.given("--with", switches)
                .given("--max-ms", "60000")
                .exits(0);
        }
    }
}
