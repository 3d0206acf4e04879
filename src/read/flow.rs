//! Flow Free: the picture proposes, the engine bears witness.

use super::rivals::{self, Larger};
use crate::detect::flow::Sight;
use crate::geometry::Cell;
use crate::pipeline::{Candidate, Frame, Limits, Reading, Reason, Refusal, Sighting};
use crate::puzzle::flow::Puzzle;
use crate::solve::flow::{Outcome, Request, Touching, solve};

/// The most guesses for one candidate: a hundred times what real levels take, a second at most.
const GUESSES: u64 = 20_000;

/// What a person may say about a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Whether a path may touch itself.
    pub touching: bool,
}

/// Reads the board in a picture.
///
/// # Errors
/// [`Refusal`] when the picture shows no board, or none that can be trusted.
pub fn flow(frame: &Frame, options: &ReadOptions) -> Result<Reading<Puzzle>, Refusal> {
    let sight = Sight::of(frame);
    let first = best(sight.boards(), options)?;
    let around = sight.around(&first.board.lattice).boards();
    // Without the engine: that one of two boards cannot be solved does not say that the other is meant.
    let Some(second) = around.candidates.iter().find(|board| board.is_settled) else {
        return Ok(first);
    };
    match rivals::larger(&first.board, second) {
        Some(Larger::First) => Ok(first),
        Some(Larger::Second) => best(around, options),
        None => Err(rivals::refusal(&first.board, second)),
    }
}

/// The first of the boards that counts as read.
fn best(sighting: Sighting<Puzzle>, options: &ReadOptions) -> Result<Reading<Puzzle>, Refusal> {
    let touching = if options.touching {
        Touching::Allowed
    } else {
        Touching::Never
    };
    let mut doubtful: Option<Refusal> = None;
    for board in sighting.candidates {
        if !board.is_settled {
            doubtful.get_or_insert_with(|| {
                refusal(
                    Reason::Ambiguous,
                    "the picture does not settle every cell",
                    &board,
                )
            });
            continue;
        }
        let request = Request {
            puzzle: &board.puzzle,
            count: 2,
            touching,
            limits: Limits::guesses(GUESSES),
        };
        let answer = solve(&request);
        match (answer.outcome, answer.solutions.len()) {
            (Outcome::Solved, solutions) if solutions > 0 => {
                return Ok(Reading { board, solutions });
            }
            (Outcome::Stopped, solutions) if solutions > 0 => {
                return Ok(Reading { board, solutions });
            }
            (Outcome::Stopped, _) => {
                doubtful.get_or_insert_with(|| {
                    refusal(Reason::Ambiguous, "no solution was found in time", &board)
                });
            }
            _ => {
                doubtful.get_or_insert_with(|| {
                    refusal(Reason::NoSolution, "what was read has no solution", &board)
                });
            }
        }
    }
    Err(doubtful.unwrap_or(sighting.refusal))
}

fn refusal(reason: Reason, why: &str, board: &Candidate<Puzzle>) -> Refusal {
    let message = format!(
        "{why} ({}): look at the grid, then give it as text",
        board.reasons.join("; ")
    );
    Refusal {
        doubtful_grid: Some(grid(&board.puzzle)),
        ..Refusal::new(reason, message)
    }
}

/// The puzzle as text, one string a row.
fn grid(puzzle: &Puzzle) -> Vec<String> {
    let board = puzzle.board();
    let terminals = puzzle.terminals();
    let letter = |row, col| match board.nodes_at(Cell::new(row, col)).next() {
        None => '*',
        Some(node) => terminals[node.index()].map_or('.', |colour| puzzle.pair(colour).label),
    };
    (0..board.rows())
        .map(|row| (0..board.cols()).map(|col| letter(row, col)).collect())
        .collect()
}
