//! Boards whose solutions prove nothing: those that only paths that touch themselves can solve, or paths that leave cells empty.
//!
//! Many games deal them by hand or at random. The number of solutions says nothing there: a board of walls or warps that was taken for
//! a plain one nearly always has such a solution too. So one is read where the picture alone is sure of it, by the higher
//! margin of [`BoardHypothesis::shortfalls`], and nothing else that the picture settles comes near. With empty cells nearly every
//! board has a solution, also one that was read wrongly: there a person must say, too, that the game allows them.

use super::options::ReadOptions;
use super::rivals::is_part;
use super::selection::RIVAL;
use super::uniqueness::{SolutionCount, count_solutions, explain};
use crate::pipeline::{BoardHypothesis, Limits, Reading};
use crate::puzzle::flow::{Puzzle, verify};
use crate::solve::flow::{Outcome, Request, TOUCHING_GUESSES, Touching, solve};

/// Whether the number of solutions says that a board was read rightly.
pub(super) fn is_proven(reading: &Reading<Puzzle>) -> bool {
    !reading.touching && !reading.board.puzzle.may_leave_empty()
}

/// The board that the picture alone is sure of, if any is and it has a solution. `settled` are all boards that the picture settles;
/// of none was a solution found that proves it.
pub(super) fn unproven(
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
    if let Some(reading) = solved(board.clone(), Touching::Allowed) {
        let words = "the picture alone is sure of it, and paths that touch themselves solve it";
        explain(board, words);
        return Some(reading);
    }
    if !options.rules.allow_empty {
        return None;
    }
    let with_empty = BoardHypothesis {
        puzzle: board.puzzle.clone().with_empty_cells(),
        ..board.clone()
    };
    let reading = solved(with_empty, Touching::Fallback)?;
    let words = "the picture alone is sure of it, and paths that leave cells empty solve it";
    explain(board, words);
    Some(reading)
}

/// The board with how many solutions it has, if any is found.
fn solved(board: BoardHypothesis<Puzzle>, touching: Touching) -> Option<Reading<Puzzle>> {
    let answer = solve(&Request {
        puzzle: &board.puzzle,
        count: 2,
        touching,
        limits: Limits::guesses(TOUCHING_GUESSES),
    });
    verify(&board.puzzle, answer.solutions.first()?).ok()?;
    let is_only = answer.outcome == Outcome::Solved && answer.solutions.len() == 1;
    Some(Reading {
        board,
        solutions: if is_only { 1 } else { 2 },
        touching: answer.touching(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::options::Rules;
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
        unproven(settled, &ReadOptions::default()).is_some_and(|reading| reading.touching)
    }

    #[test]
    fn a_board_that_cannot_be_filled_is_read_only_where_cells_may_stay_empty() {
        // The two flows join neighbours: what lies between them stays empty.
        const NOT_FILLED: &str = "AA.\n...\n.BB\n";
        let board = hypothesis(NOT_FILLED);
        assert!(!is_read(std::slice::from_ref(&board)));
        let rules = Rules {
            allow_empty: true,
            ..Rules::default()
        };
        let options = ReadOptions {
            rules,
            ..ReadOptions::default()
        };
        let reading = unproven(&[board], &options).expect("it is read");
        assert!(reading.board.puzzle.may_leave_empty() && !is_proven(&reading));
        assert!(unproven(&[unclear(NOT_FILLED)], &options).is_none());
        let filled = unproven(&[hypothesis(ONLY_TOUCHING)], &options).expect("it is read");
        assert!(!filled.board.puzzle.may_leave_empty(), "it can be filled");
        assert!(unproven(&[hypothesis(NONE)], &options).is_none());
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
