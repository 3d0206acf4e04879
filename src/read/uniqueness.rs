//! How many solutions a board hypothesis has: a real level has exactly one, a board that was read wrongly nearly always none.

use super::options::ReadOptions;
use crate::pipeline::{BoardHypothesis, EXPLAIN, Limits};
use crate::puzzle::flow::{Board, Layout, Puzzle, Warp};
use crate::solve::flow::{Outcome, Request, Touching, solve};

/// The most guesses for one hypothesis: a hundred times what real levels take, a second at most.
const GUESSES: u64 = 20_000;

/// What the engine says of a board.
pub(super) enum SolutionCount {
    None,
    One,
    /// Two or more, or one and no proof that it is the only one.
    Many,
    /// No solution was found, and no proof that there is none.
    Unknown,
}

#[tracing::instrument(name = "engine", skip_all)]
pub(super) fn count_solutions(
    board: &BoardHypothesis<Puzzle>,
    options: &ReadOptions,
) -> SolutionCount {
    let touching = if options.rules.touching {
        Touching::Allowed
    } else {
        Touching::Never
    };
    let answer = solve(&Request {
        puzzle: &board.puzzle,
        count: 2,
        touching,
        limits: Limits::guesses(GUESSES),
    });
    let (count, words) = match (answer.outcome, answer.solutions.len()) {
        (Outcome::NoSolution, _) => (SolutionCount::None, "no solution"),
        (Outcome::Stopped, 0) => (SolutionCount::Unknown, "no answer in time"),
        (Outcome::Solved, 1) => (SolutionCount::One, "exactly one solution"),
        (Outcome::Stopped, _) => (
            SolutionCount::Many,
            "a solution, and no proof in time that it is alone",
        ),
        _ => (SolutionCount::Many, "more than one solution"),
    };
    explain(board, &format!("the engine finds {words}"));
    count
}

/// The most guesses to find out whether a board has any solution, also with touching: enough for nearly all boards up to 12x12, at
/// most some 60 ms.
const GUESSES_FOR_ANY: u64 = 5_000;

/// Whether it is proven that a board has no solution.
pub(super) fn has_none(puzzle: &Puzzle, touching: Touching) -> bool {
    let answer = solve(&Request {
        puzzle,
        count: 1,
        touching,
        limits: Limits::guesses(GUESSES_FOR_ANY),
    });
    answer.outcome == Outcome::NoSolution
}

/// Says what speaks for a board and what came of it.
pub(super) fn explain(board: &BoardHypothesis<Puzzle>, end: &str) {
    let lattice = &board.lattice;
    tracing::debug!(
        target: EXPLAIN,
        "a board of {} rows and {} columns, confidence {:.2}: {}; {end}",
        lattice.rows(),
        lattice.cols(),
        board.confidence,
        board.reasons.join("; ")
    );
}

/// Whether a board without a solution has exactly one, as real levels do, when borders are joined to those opposite.
pub(super) fn is_warp(board: &BoardHypothesis<Puzzle>, options: &ReadOptions) -> bool {
    let joined = |warp: Warp| {
        let layout = Layout {
            warp,
            ..board.puzzle.board().layout().clone()
        };
        let pairs = board.puzzle.pairs().to_vec();
        Some(BoardHypothesis {
            puzzle: Puzzle::new(Board::new(layout).ok()?, pairs).ok()?,
            ..board.clone()
        })
    };
    let is_solved = |board: BoardHypothesis<Puzzle>| {
        matches!(count_solutions(&board, options), SolutionCount::One)
    };
    let ways = [Warp::Both, Warp::Horizontal, Warp::Vertical];
    ways.into_iter().filter_map(joined).any(is_solved)
}
