//! One board: solved once, timed, and its answer checked.

use std::time::Duration;

use super::clock::thread_time;
use crate::pipeline::Limits;
use crate::puzzle::flow::text::Level;
use crate::puzzle::flow::{touches_itself, verify};
use crate::solve::flow::{Answer, Outcome, Request, Touching, solve};

/// What is asked of every board.
pub(super) struct Question {
    pub(super) count: usize,
    pub(super) touching: Touching,
    pub(super) max_guesses: Option<u64>,
    pub(super) max_ms: Option<u64>,
}

/// What came of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Exactly one solution, proven.
    Unique,
    /// A solution; more than one, or it was not asked whether there are.
    Solved,
    /// No solution, proven.
    Unsolvable,
    /// A limit came first.
    Stopped,
    /// The answer is wrong: the engine has a bug, or the file has.
    Wrong,
}

/// One board, measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measurement {
    pub(super) verdict: Verdict,
    /// How many solutions were found.
    pub(super) solutions: usize,
    pub(super) guesses: u64,
    /// CPU time in milliseconds, the engine's tables included, reading and checking not.
    pub(super) ms: f64,
}

/// Solves a level.
pub(super) fn measure(level: &Level, question: &Question) -> Measurement {
    let limit = question.max_ms.map(Duration::from_millis);
    let before = thread_time();
    let request = Request {
        puzzle: &level.puzzle,
        count: question.count,
        touching: question.touching,
        limits: Limits {
            guesses: question.max_guesses,
            should_stop: &|| limit.is_some_and(|limit| thread_time() - before >= limit),
        },
    };
    let answer = solve(&request);
    let ms = (thread_time() - before).as_secs_f64() * 1e3;
    Measurement {
        verdict: verdict(level, &request, &answer),
        solutions: answer.solutions.len(),
        guesses: answer.stats.guesses,
        ms,
    }
}

fn verdict(level: &Level, request: &Request, answer: &Answer) -> Verdict {
    let puzzle = &level.puzzle;
    let is_accepted = |solution| verify(puzzle, solution).is_ok();
    if !answer.solutions.iter().all(is_accepted) || misses_the_given(level, request, answer) {
        return Verdict::Wrong;
    }
    match answer.outcome {
        _ if answer.is_unique(request) => Verdict::Unique,
        Outcome::Solved => Verdict::Solved,
        Outcome::NoSolution => Verdict::Unsolvable,
        Outcome::Stopped => Verdict::Stopped,
    }
}

/// Whether the engine says that it found all solutions, and the file's is not among them.
fn misses_the_given(level: &Level, request: &Request, answer: &Answer) -> bool {
    let Some(given) = &level.solution else {
        return false;
    };
    let is_complete = answer.outcome != Outcome::Stopped && answer.solutions.len() < request.count;
    let is_in_scope = answer.touching() || !touches_itself(&level.puzzle, given);
    let given = given.clone().oriented(&level.puzzle);
    let is_given = |solution: &_| *solution == given;
    let mut found = answer.solutions.iter();
    let is_found = found.any(|solution| is_given(&solution.clone().oriented(&level.puzzle)));
    is_complete && is_in_scope && !is_found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::text::read_any;
    use crate::solve::flow::PathRule;

    /// One flow that can fill the board in several ways; in some it touches itself.
    const SEVERAL: &str = "shape: hex\nA..\n...\n..A\n";

    #[test]
    fn a_given_solution_that_is_not_found_is_a_fault_unless_it_was_not_looked_for() {
        let mut level = read_any("several", SEVERAL).unwrap().remove(0);
        let puzzle = level.puzzle.clone();
        let request = Request {
            puzzle: &puzzle,
            count: 1000,
            touching: Touching::Allowed,
            limits: Limits::NONE,
        };
        let mut answer = solve(&request);
        let mut solutions = answer.solutions.iter();
        let touching = solutions
            .position(|solution| touches_itself(&puzzle, solution))
            .unwrap();
        level.solution = Some(answer.solutions[touching].clone());
        assert_eq!(verdict(&level, &request, &answer), Verdict::Solved);
        answer.solutions.remove(touching);
        assert_eq!(verdict(&level, &request, &answer), Verdict::Wrong);
        answer.rule = PathRule::NoTouching;
        assert_eq!(verdict(&level, &request, &answer), Verdict::Solved);
        answer.rule = PathRule::AnyPath;
        answer.outcome = Outcome::Stopped;
        assert_eq!(verdict(&level, &request, &answer), Verdict::Stopped);
    }
}
