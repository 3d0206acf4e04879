//! One engine on one board.

use super::super::clock::thread_time;
use crate::pipeline::Limits;
use crate::puzzle::futoshiki::{Puzzle, verify};
use crate::solve::Outcome;
use crate::solve::futoshiki::{Engine, Request, solve};

/// What an engine did on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measurement {
    pub outcome: Outcome,
    /// Whether `verify` accepted the solution, where there is one.
    is_accepted: bool,
    /// Digits put into cells.
    pub assignments: u64,
    /// CPU time in milliseconds.
    pub ms: f64,
}

impl Measurement {
    pub fn is_solved(self) -> bool {
        self.outcome == Outcome::Solved
    }

    /// Whether the answer is wrong, given whether any engine found a solution.
    pub fn is_wrong(self, has_solution: bool) -> bool {
        !self.is_accepted || has_solution && self.outcome == Outcome::NoSolution
    }
}

/// Looks for the first solution. Only the published engines are held to a limit of assignments.
pub(super) fn measure(engine: Engine, puzzle: &Puzzle, limit: u64) -> Measurement {
    let limits = match engine {
        Engine::Propagation => Limits::NONE,
        _ => Limits::guesses(limit),
    };
    let count = 1;
    let request = Request {
        puzzle,
        count,
        limits,
    };
    let before = thread_time();
    let answer = solve(engine, &request);
    let ms = (thread_time() - before).as_secs_f64() * 1e3;
    let mut solutions = answer.solutions.iter();
    Measurement {
        outcome: answer.outcome,
        is_accepted: solutions.all(|solution| verify(puzzle, solution).is_ok()),
        assignments: answer.stats.assignments,
        ms,
    }
}
