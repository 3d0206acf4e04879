//! Reads every real picture beside the project: `flowbot check` compares it with what stands beside it. Data are tests only:
//! without them the test says so and passes. `flowbot check ../shared/screens --report seen.html` shows each.

mod common;

use common::{Flowbot, shared};

/// How many of the 348 pictures must be read or refused rightly, and how many read; raised as reading gets better.
const FEWEST_RIGHT: u64 = 330;
const FEWEST_READ: u64 = 153;

#[test]
fn real_pictures_are_read_rightly_or_refused() {
    let Some(folder) = shared("screens") else {
        return;
    };
    // Some boards are not read yet, which `check` calls a failure.
    let ended = Flowbot::runs("check").with(folder).with("--json").exits(1);
    let lines = ended
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<serde_json::Value> = lines.collect();
    let wrong: Vec<_> = lines
        .iter()
        .filter(|line| line["verdict"] == "WRONG")
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let sums = lines.last().unwrap();
    println!("{sums}");
    assert!(sums["passed"].as_u64() >= Some(FEWEST_RIGHT), "{sums}");
    assert!(sums["read"].as_u64() >= Some(FEWEST_READ), "{sums}");
}

/// How many of the 72 pictures of Futoshiki boards must be read; raised as reading gets better.
const FEWEST_FUTOSHIKI: u64 = 56;

#[test]
fn real_pictures_of_futoshiki_are_read_rightly_or_refused() {
    let Some(folder) = shared("futoshiki") else {
        return;
    };
    // Most photos are not read yet, which `check` calls a failure.
    let ended = Flowbot::runs("check")
        .with(folder.join("screens"))
        .with("--json")
        .exits(1);
    let lines = ended
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<serde_json::Value> = lines.collect();
    let is_wrong = |line: &&serde_json::Value| line["verdict"] == "WRONG";
    let wrong: Vec<_> = lines.iter().filter(is_wrong).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let sums = lines.last().unwrap();
    println!("{sums}");
    assert!(sums["read"].as_u64() >= Some(FEWEST_FUTOSHIKI), "{sums}");
}
