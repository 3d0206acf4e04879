//! `cargo bench --bench touching`: the first solution of boards whose only solutions touch, as `flowbot bench` measures it.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

use flowbot::puzzle::flow::Board;
use flowbot::puzzle::flow::text::json;
use flowbot::random::Random;
use flowbot::solve::flow::TOUCHING_GUESSES;

#[path = "../tests/common/touching.rs"]
mod touching;

use touching::touching_level;

/// Sides of the boards.
const SIDES: RangeInclusive<u16> = 5..=12;
/// Boards of each size.
const BOARDS: usize = 40;

fn main() {
    let as_many_as_rows = |side: u16| usize::from(side);
    let five = |_| 5;
    let mut is_right = true;
    is_right &= measure("touching", as_many_as_rows);
    is_right &= measure("touching-five-flows", five);
    exit(i32::from(!is_right));
}

/// Makes boards with so many flows by side, and measures them. Says whether all answers are right.
fn measure(name: &str, flows: impl Fn(u16) -> usize) -> bool {
    let mut random = Random::new(1);
    let mut lines = String::new();
    for side in SIDES {
        let board = Board::rectangle(side, side).expect("a square is a board");
        for number in 1..=BOARDS {
            let mut level = touching_level(&board, flows(side), &mut random);
            level.name = format!("{side}x{side}, number {number}");
            lines += &json(&level);
            lines.push('\n');
        }
    }
    let file: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(name)
        .with_extension("json");
    std::fs::write(&file, lines).expect("cargo made the folder for this file");
    println!("{name}: only solutions that touch");
    let mut bench = Command::new(env!("CARGO_BIN_EXE_flowbot"));
    bench.args([
        "bench",
        "--touching",
        "--count",
        "1",
        "--max-guesses",
        &TOUCHING_GUESSES.to_string(),
    ]);
    let status = bench.arg(file).status();
    status
        .expect("cargo built flowbot for this bench")
        .success()
}
