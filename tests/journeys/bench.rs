//! `flowbot bench`: the right counts for boards with no, one and many solutions.

use std::fs;

use crate::common::Flowbot;
use serde_json::Value;

/// One solution; several; none.
const ONE: &str = "A.A\nB.B\n";
const MANY: &str = "shape: hex\nA..\n...\n..A\n";
const NONE: &str = "AB\nBA\n";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn the_object_counts_every_kind_of_answer() {
    let boards = folder(&[
        ("one.puzzle", ONE),
        ("many.txt", MANY),
        ("none.puzzle", NONE),
        ("notes.md", "no puzzle"),
    ]);
    let run = Flowbot::runs("bench").with(boards.path());
    let ended = run.given("--threads", "2").with("--json").exits(0);
    let report: Value = serde_json::from_str(&ended.out).unwrap();
    let number = |key: &str| report[key].as_u64().unwrap();
    let keys = [
        "boards",
        "solved",
        "unique",
        "wrong",
        "proved_unsolvable",
        "stopped",
    ];
    assert_eq!(keys.map(number), [3, 2, 1, 0, 1, 0]);
    assert_eq!(report["by_kind"]["hexes"]["boards"], 1);
    assert_eq!(report["names"]["several"], serde_json::json!(["many"]));
    assert_eq!(
        report["names"]["proved_unsolvable"],
        serde_json::json!(["none"])
    );
    assert!(report["cpu_ms_total"].as_f64().unwrap() > 0.0);
    assert!(number("guesses_most") >= number("guesses_median"));
    let slowest = report["slowest"].as_str().unwrap();
    assert!(["one", "many", "none"].contains(&slowest), "{slowest}");
}

#[test]
fn a_board_stopped_by_a_limit_is_counted_as_such() {
    let boards = folder(&[("many.txt", MANY)]);
    let run = Flowbot::runs("bench").with(boards.path());
    run.given("--max-guesses", "0")
        .exits(0)
        .prints("1 stopped by a limit");
}

#[test]
fn a_folder_without_puzzles_is_an_error() {
    let empty = folder(&[]);
    Flowbot::runs("bench")
        .with(empty.path())
        .exits(1)
        .says("no puzzles");
}

#[test]
fn levels_come_from_standard_input_too_and_what_is_too_large_is_not_read() {
    let ended = Flowbot::runs("bench")
        .with("-")
        .with("--json")
        .reading(ONE)
        .exits(0);
    let report: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(report["unique"], 1);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("huge.txt");
    // A file of holes takes no room.
    fs::File::create(&file)
        .unwrap()
        .set_len(200_000_001)
        .unwrap();
    for command in ["bench", "practice", "solve"] {
        let run = Flowbot::runs(command).with(&file).exits(1);
        run.says("huge.txt is larger than 200 MB").keeps_calm();
    }
}
