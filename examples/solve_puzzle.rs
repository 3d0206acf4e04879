//! Solves a puzzle given as text, and checks the solution: `cargo run --example solve_puzzle`.

use flowbot::pipeline::Limits;
use flowbot::puzzle::flow::{text, verify};
use flowbot::solve::flow::{Request, Touching, solve};

const PUZZLE: &str = "A.B.C\n..D.E\n.....\n.B.C.\n.ADE.\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let entry = text::read_any("example", PUZZLE)?.remove(0);
    let answer = solve(&Request {
        puzzle: &entry.puzzle,
        count: 2,
        touching: Touching::Never,
        limits: Limits::NONE,
    });
    println!("{} solution(s)", answer.solutions.len());
    for solution in &answer.solutions {
        verify(&entry.puzzle, solution)?;
        for (colour, path) in solution.paths.iter().enumerate() {
            let cells = path.iter().map(|&node| entry.puzzle.board().cell(node));
            let cells: Vec<String> = cells
                .map(|cell| format!("{},{}", cell.row, cell.col))
                .collect();
            println!("colour {colour}: {}", cells.join(" "));
        }
    }
    Ok(())
}
