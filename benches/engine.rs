//! `cargo bench --bench engine`: the engine on the levels that the repository holds, as `flowbot bench` measures them.
//!
//! `benches/levels` is made by `flowbot generate`, ten levels a size; `fixtures/puzzles` has the other kinds of boards.

use std::process::{Command, exit};

fn main() {
    let folder = |name: &str| format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut bench = Command::new(env!("CARGO_BIN_EXE_flowbot"));
    bench.args(["bench", "--count", "2", "--threads", "1"]);
    bench.args(["benches/levels", "fixtures/puzzles"].map(folder));
    let status = bench.status().expect("cargo built flowbot for this bench");
    exit(status.code().unwrap_or(1));
}
