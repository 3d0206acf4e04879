//! `cargo bench --bench touching`: the first solution of boards whose only solutions touch, as `flowbot bench` measures it.
//!
//! Each board is a random path through all cells, cut into flows, as games do that make their levels at random.
//! Boards with a solution that does not touch are left out.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

use flowbot::geometry::Cell;
use flowbot::pipeline::Limits;
use flowbot::puzzle::flow::text::{Level, json, label};
use flowbot::puzzle::flow::{Board, Node, Pair, Puzzle, Solution};
use flowbot::random::Random;
use flowbot::solve::flow::{Outcome, Request, TOUCHING_GUESSES, Touching, solve};

/// Sides of the boards.
const SIDES: RangeInclusive<u16> = 5..=12;
/// Boards of each size.
const BOARDS: usize = 40;
/// The shortest flow, in cells.
const SHORTEST_FLOW: usize = 3;
/// Changes of the path for each cell: twice as many make the boards no harder.
const CHANGES_A_CELL: usize = 40;

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

/// A random level with no solution that does not touch.
fn touching_level(board: &Board, flows: usize, random: &mut Random) -> Level {
    loop {
        let path = path_through_all(board, random);
        let paths: Vec<Vec<Node>> = cut(&path, flows, random);
        let pairs = paths.iter().enumerate().map(|(index, path)| Pair {
            label: label(index),
            terminals: [path[0], path[path.len() - 1]],
        });
        let puzzle = Puzzle::new(board.clone(), pairs.collect()).expect("ends are different cells");
        let answer = solve(&Request {
            puzzle: &puzzle,
            count: 1,
            touching: Touching::Never,
            limits: Limits::NONE,
        });
        if answer.outcome == Outcome::NoSolution {
            return Level::new("", puzzle, Some(Solution { paths }));
        }
    }
}

/// A random path through all cells. It begins as lines to and fro; then one end again and again takes a neighbour on
/// the path, and the part between them turns round.
///
/// ```text
///   1 ─ 2 ─ 3        1   2 ─ 3        the end 6 takes 1: what came after 1
///           │   ──▶  │       │        comes in reverse, so the new end is 2
///   6 ─ 5 ─ 4        6 ─ 5 ─ 4
/// ```
fn path_through_all(board: &Board, random: &mut Random) -> Vec<Node> {
    let (rows, cols) = (board.rows(), board.cols());
    let to_and_fro = |row: u16| {
        (0..cols).map(move |col| {
            Cell::new(
                row,
                if row.is_multiple_of(2) {
                    col
                } else {
                    cols - 1 - col
                },
            )
        })
    };
    let cells = (0..rows).flat_map(to_and_fro);
    let mut path: Vec<Node> = cells.filter_map(|cell| board.node_at(cell)).collect();
    for _ in 0..path.len() * CHANGES_A_CELL {
        if random.below(2) == 0 {
            path.reverse();
        }
        let end = path[path.len() - 1];
        let neighbours: Vec<Node> = board.edges(end).map(|(_, edge)| edge.to).collect();
        let taken = random.pick(&neighbours);
        let behind = path
            .iter()
            .position(|node| node == taken)
            .map_or(path.len(), |at| at + 1);
        path[behind..].reverse();
    }
    path
}

/// Cuts a path into so many flows.
fn cut(path: &[Node], flows: usize, random: &mut Random) -> Vec<Vec<Node>> {
    loop {
        let mut cuts: Vec<usize> = (1..flows).map(|_| random.below(path.len())).collect();
        cuts.extend([0, path.len()]);
        cuts.sort_unstable();
        if cuts.windows(2).all(|two| two[1] - two[0] >= SHORTEST_FLOW) {
            return cuts
                .windows(2)
                .map(|two| path[two[0]..two[1]].to_vec())
                .collect();
        }
    }
}
