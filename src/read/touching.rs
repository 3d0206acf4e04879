//! Boards that only paths that touch themselves can solve.
//!
//! Many games deal them by hand or at random. The number of solutions says nothing there: a board of walls or warps that was taken for
//! a plain one nearly always has such a solution too. So one is read where the picture alone is sure of it, by the higher
//! margin of [`BoardHypothesis::shortfalls`], and nothing else that the picture settles comes near.

use super::options::ReadOptions;
use super::rivals::is_part;
use super::selection::RIVAL;
use super::uniqueness::{SolutionCount, count_solutions, explain};
use crate::pipeline::{BoardHypothesis, Limits, Reading};
use crate::puzzle::flow::{Puzzle, verify};
use crate::solve::flow::{Outcome, Request, TOUCHING_GUESSES, Touching, solve};

/// The board that the picture alone is sure of, if any is and it has a solution. `settled` are all boards that the picture
/// settles; of none was a solution without touching found.
pub(super) fn touching(
    settled: &[BoardHypothesis<Puzzle>],
    options: &ReadOptions,
) -> Option<Reading<Puzzle>> {
    let board = settled.iter().find(|it| it.shortfalls.is_empty())?;
    // With fewer terminals or cells it leaves something unexplained that the picture shows clearly.
    let is_rival = |other: &BoardHypothesis<Puzzle>| {
        other.puzzle != board.puzzle
            && other.confidence > board.confidence - RIVAL
            && !is_part(other, board)
    };
    if settled.iter().any(is_rival)
        || !matches!(
            count_solutions(board, options),
            SolutionCount::None | SolutionCount::Unknown
        )
    {
        return None;
    }
    let solutions = solutions(&board.puzzle)?;
    explain(
        board,
        "the picture alone is sure of it, and paths that touch themselves solve it",
    );
    Some(Reading {
        board: board.clone(),
        solutions,
        touching: true,
    })
}

/// How many solutions there are, 1 or 2 for two or more; `None` where none is found.
fn solutions(puzzle: &Puzzle) -> Option<usize> {
    let answer = solve(&Request {
        puzzle,
        count: 2,
        touching: Touching::Allowed,
        limits: Limits::guesses(TOUCHING_GUESSES),
    });
    let first = answer.solutions.first()?;
    verify(puzzle, first).ok()?;
    let is_only = answer.outcome == Outcome::Solved && answer.solutions.len() == 1;
    Some(if is_only { 1 } else { 2 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Lattice;
    use crate::puzzle::flow::text;

    const ONLY_TOUCHING: &str = include_str!("../../fixtures/puzzles/touching.puzzle");
    const ONE: &str = "AB\nAB\n";
    const NONE: &str = "AB\nBA\n";

    fn hypothesis(rows: &str) -> BoardHypothesis<Puzzle> {
        let puzzle = text::read_any("test", rows).unwrap().remove(0).puzzle;
        let (rows, cols) = (puzzle.board().rows(), puzzle.board().cols());
        BoardHypothesis::sure(
            puzzle,
            Lattice::upright(rows, cols, [10.0, 10.0], [20.0, 20.0]),
        )
    }

    fn unclear(rows: &str) -> BoardHypothesis<Puzzle> {
        BoardHypothesis {
            shortfalls: vec!["its lines are not all alike".into()],
            ..hypothesis(rows)
        }
    }

    fn is_read(settled: &[BoardHypothesis<Puzzle>]) -> bool {
        touching(settled, &ReadOptions::default()).is_some_and(|reading| reading.touching)
    }

    #[test]
    fn only_a_board_that_the_picture_alone_is_sure_of_is_read() {
        assert!(is_read(&[hypothesis(ONLY_TOUCHING)]));
        assert!(!is_read(&[unclear(ONLY_TOUCHING)]));
        assert!(!is_read(&[hypothesis(NONE)]), "no solution at all");
        assert!(!is_read(&[hypothesis(ONE)]), "one without touching");
    }

    #[test]
    fn another_board_that_the_picture_settles_as_well_speaks_against_it() {
        let less_likely = |confidence: f64| BoardHypothesis {
            confidence,
            ..unclear("A..\n..B\nABC\nC..\n")
        };
        assert!(!is_read(&[hypothesis(ONLY_TOUCHING), less_likely(0.9)]));
        assert!(is_read(&[hypothesis(ONLY_TOUCHING), less_likely(0.7)]));
    }
}
