//! Which of the boards that a lattice may carry counts as read.

use super::options::ReadOptions;
use super::uniqueness::{SolutionCount, count_solutions, explain, has_none};
use crate::pipeline::{BoardHypothesis, Reading, Reason, Refusal};
use crate::puzzle::flow::{Puzzle, text};
use crate::solve::flow::Touching;

/// A board with several solutions cannot confirm how it was read. It is believed only if every other settled way to read
/// the lattice has a confidence lower by this or more.
pub(super) const RIVAL: f64 = 0.2;

/// A board that counts as read, or why none does.
pub(super) type Read = Result<Reading<Puzzle>, Refusal>;

/// If exactly one board of this lattice has exactly one solution, no other lattice is looked at. Two different ones are
/// refused: a part of a board has one solution now and then.
pub(super) fn sure<'b>(
    boards: &'b [BoardHypothesis<Puzzle>],
    options: &ReadOptions,
) -> Option<(&'b BoardHypothesis<Puzzle>, Read)> {
    let is_sure = |board: &&BoardHypothesis<Puzzle>| {
        board.is_settled
            && board.is_bounded
            && matches!(count_solutions(board, options), SolutionCount::One)
    };
    let sure: Vec<&BoardHypothesis<Puzzle>> = boards.iter().filter(is_sure).collect();
    let (&first, others) = sure.split_first()?;
    let outcome = if others.iter().any(|other| other.puzzle != first.puzzle) {
        let words = "what was read has one solution, and so has another way to read it";
        Err(refused_with_grid(Reason::Ambiguous, words, first))
    } else {
        Ok(reading(first, 1))
    };
    Some((first, outcome))
}

/// The first of the boards that counts as read.
pub(super) fn best(
    boards: &[BoardHypothesis<Puzzle>],
    refusal: Refusal,
    options: &ReadOptions,
) -> Read {
    let mut doubtful: Option<Refusal> = None;
    let have_sizes = boards.iter().any(|it| it.is_settled && !it.is_bounded);
    let is_one_of_sizes = |board: &BoardHypothesis<Puzzle>| have_sizes && !board.is_bounded;
    for (index, board) in boards.iter().enumerate() {
        if is_one_of_sizes(board) {
            continue;
        }
        let why = if board.is_settled {
            match count_solutions(board, options) {
                SolutionCount::One => return Ok(reading(board, 1)),
                SolutionCount::Many if !has_rival(boards, index) => return Ok(reading(board, 2)),
                SolutionCount::Many => {
                    "what was read has several solutions, and it can be read in another way"
                }
                SolutionCount::None => {
                    doubtful.get_or_insert_with(|| without_solution(board));
                    continue;
                }
                SolutionCount::Unknown => "no solution was found in time",
            }
        } else {
            explain(board, "the picture does not settle it");
            "the picture does not settle every cell"
        };
        doubtful.get_or_insert_with(|| refused_with_grid(Reason::Ambiguous, why, board));
    }
    // Of the sizes that a board without bounds may have, one is believed only if all the others have no solution, also
    // those that something beside them speaks against: a larger one has that within it.
    let sizes: Vec<_> = boards.iter().filter(|it| is_one_of_sizes(it)).collect();
    if !sizes.is_empty() {
        match only(&sizes, options) {
            Ok(board) if board.is_settled => return Ok(reading(board, 1)),
            Ok(board) => {
                let words =
                    "the only size of a board without lines that has a solution is not settled";
                doubtful = Some(refused_with_grid(Reason::Ambiguous, words, board));
            }
            Err(_) if boards.iter().any(|it| it.is_settled && it.is_bounded) => {}
            Err(why) => doubtful = Some(why),
        }
    }
    // That a board of an unsupported kind was recognised says more than that other lattices are unsettled.
    let is_named = matches!(refusal.reason, Reason::Unsupported(_));
    let is_settled = boards.iter().any(|board| board.is_settled);
    match doubtful {
        Some(doubtful) if is_settled || !is_named => Err(doubtful),
        _ => Err(refusal),
    }
}

/// Says that no solution without touching speaks for a board, and whether one with touching could, or why it is not believed.
fn without_solution(board: &BoardHypothesis<Puzzle>) -> Refusal {
    let words = "what was read has no solution that fills all cells";
    let is_clear = board.shortfalls.is_empty();
    let has_none_at_all = has_none(&board.puzzle, Touching::Allowed);
    if has_none_at_all && is_clear {
        let with_empty = board.puzzle.clone().with_empty_cells();
        let advice = if has_none(&with_empty, Touching::Allowed) {
            ""
        } else {
            ", or give --allow-empty if it lets cells stay empty"
        };
        let message = format!(
            "the board is clearly seen, and has no solution that fills all cells, not even with paths that touch themselves: ask the game for another one{advice}"
        );
        return refused_as(Reason::NoSolution, message, board);
    }
    let why = if has_none_at_all {
        format!("{words}, not even with paths that touch themselves")
    } else if is_clear {
        format!(
            "{words} without paths that touch themselves; one with them was not found in time, or is not believed without --touching"
        )
    } else {
        let shortfalls = board.shortfalls.join(", ");
        format!(
            "{words} without paths that touch themselves; one with them is believed only with --touching, since the picture is not clear enough: {shortfalls}"
        )
    };
    refused_with_grid(Reason::NoSolution, &why, board)
}

/// The only one of these sizes of a board without bounds that has a solution, and one alone.
fn only<'b>(
    sizes: &[&'b BoardHypothesis<Puzzle>],
    options: &ReadOptions,
) -> Result<&'b BoardHypothesis<Puzzle>, Refusal> {
    let mut solvable: Vec<(&BoardHypothesis<Puzzle>, SolutionCount)> = Vec::new();
    for &board in sizes {
        // One size may be seen on two lattices.
        if solvable
            .iter()
            .any(|(known, _)| known.puzzle == board.puzzle)
        {
            continue;
        }
        match count_solutions(board, options) {
            SolutionCount::None => {}
            count => solvable.push((board, count)),
        }
        if solvable.len() > 1 {
            break;
        }
    }
    match solvable.as_slice() {
        [(board, SolutionCount::One)] => Ok(board),
        [] => Err(refused_with_grid(
            Reason::NoSolution,
            "a board without lines has no solution at any size",
            sizes[0],
        )),
        [(first, _), ..] => Err(refused_with_grid(
            Reason::Ambiguous,
            "a board without lines can be read at several sizes",
            first,
        )),
    }
}

/// Whether another way to read the picture is settled as well and nearly as well supported.
fn has_rival(boards: &[BoardHypothesis<Puzzle>], index: usize) -> bool {
    let least = boards[index].confidence - RIVAL;
    let others = boards
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != index);
    others
        .filter(|(_, board)| board.puzzle != boards[index].puzzle)
        .any(|(_, board)| board.is_settled && board.confidence > least)
}

fn reading(board: &BoardHypothesis<Puzzle>, solutions: usize) -> Reading<Puzzle> {
    Reading {
        board: board.clone(),
        solutions,
        touching: false,
    }
}

pub(super) fn refused_with_grid(
    reason: Reason,
    why: &str,
    board: &BoardHypothesis<Puzzle>,
) -> Refusal {
    let message = format!(
        "{why} ({}): look at the grid; `flowbot solve` takes it once it is right",
        board.reasons.join("; ")
    );
    refused_as(reason, message, board)
}

fn refused_as(reason: Reason, message: String, board: &BoardHypothesis<Puzzle>) -> Refusal {
    Refusal {
        doubtful_grid: Some(text::rows(&board.puzzle)),
        ..Refusal::new(reason, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Lattice;

    fn hypothesis(rows: &str, confidence: f64) -> BoardHypothesis<Puzzle> {
        let puzzle = text::read_any("test", rows).unwrap().remove(0).puzzle;
        let (rows, cols) = (puzzle.board().rows(), puzzle.board().cols());
        BoardHypothesis {
            confidence,
            ..BoardHypothesis::sure(
                puzzle,
                Lattice::upright(rows, cols, [10.0, 10.0], [20.0, 20.0]),
            )
        }
    }

    fn decide(hypotheses: Vec<BoardHypothesis<Puzzle>>) -> Result<usize, Reason> {
        let refusal = Refusal::new(Reason::NoBoard, "nothing else is there");
        let decided = best(&hypotheses, refusal, &ReadOptions::default());
        decided.map(|it| it.solutions).map_err(|it| it.reason)
    }

    const ONE: &str = "AB\nAB\n";
    const OTHER: &str = "AA\nBB\n";
    const NONE: &str = "AB\nBA\n";
    const MANY: &str = include_str!("../../fixtures/puzzles/many.puzzle");

    #[test]
    fn exactly_one_solution_speaks_for_itself() {
        assert_eq!(
            decide(vec![hypothesis(ONE, 0.1), hypothesis(OTHER, 0.9)]),
            Ok(1)
        );
        assert_eq!(
            decide(vec![hypothesis(NONE, 0.9), hypothesis(ONE, 0.9)]),
            Ok(1)
        );
    }

    #[test]
    fn of_two_ways_to_read_one_lattice_with_one_solution_each_none_is_sure() {
        let options = ReadOptions::default();
        let is_read = |boards: &[BoardHypothesis<Puzzle>]| {
            sure(boards, &options).map(|(_, outcome)| outcome.is_ok())
        };
        let (one, other) = (hypothesis(ONE, 0.9), hypothesis(OTHER, 0.9));
        assert_eq!(is_read(&[one.clone(), one.clone()]), Some(true));
        assert_eq!(is_read(&[one, other]), Some(false));
        assert_eq!(is_read(&[hypothesis(NONE, 0.9)]), None);
    }

    #[test]
    fn several_solutions_are_believed_only_without_a_rival() {
        assert_eq!(decide(vec![hypothesis(MANY, 0.8)]), Ok(2));
        assert_eq!(
            decide(vec![hypothesis(MANY, 0.8), hypothesis(MANY, 0.8)]),
            Ok(2)
        );
        assert_eq!(
            decide(vec![hypothesis(MANY, 0.8), hypothesis(NONE, 0.5)]),
            Ok(2)
        );
        let rivals = vec![hypothesis(MANY, 0.8), hypothesis(NONE, 0.7)];
        assert_eq!(decide(rivals), Err(Reason::Ambiguous));
    }

    /// A board without lines, of which this may be one size.
    fn size(rows: &str) -> BoardHypothesis<Puzzle> {
        BoardHypothesis {
            is_bounded: false,
            ..hypothesis(rows, 0.9)
        }
    }

    #[test]
    fn a_board_without_bounds_is_read_only_where_no_other_size_of_it_can_be() {
        assert_eq!(decide(vec![size(NONE), size(ONE)]), Ok(1));
        assert_eq!(decide(vec![size(ONE), size(ONE)]), Ok(1), "one size, twice");
        assert_eq!(decide(vec![size(MANY)]), Err(Reason::Ambiguous));
        assert_eq!(decide(vec![size(NONE)]), Err(Reason::NoSolution));
        let two = vec![size(ONE), size(OTHER)];
        assert_eq!(decide(two.clone()), Err(Reason::Ambiguous));
        let beside = [vec![hypothesis(NONE, 0.9)], two].concat();
        assert_eq!(decide(beside), Err(Reason::NoSolution));
    }

    #[test]
    fn what_has_no_solution_or_is_not_settled_is_refused() {
        assert_eq!(decide(vec![hypothesis(NONE, 0.9)]), Err(Reason::NoSolution));
        let mut open = hypothesis(ONE, 0.9);
        open.is_settled = false;
        assert_eq!(decide(vec![open]), Err(Reason::Ambiguous));
        assert_eq!(decide(Vec::new()), Err(Reason::NoBoard));
    }
}
