//! Futoshiki, as the loop plays it.

mod task;

use std::time::{Duration, Instant};

use super::family::{Family, PuzzleKind, Summary, Task};
use crate::pipeline::{Edges, Frame, Limits, Reason, Refusal};
use crate::puzzle::futoshiki::{Puzzle, Solution, verify};
use crate::read::{FutoshikiOnScreen, Rules, futoshiki_on_screen};
use crate::solve::futoshiki::{Engine, Request, solve};
use task::FutoshikiTask;

/// Far more than any board that was read needs; reading has solved it once already.
const MOST_GUESSES: u64 = 1_000_000;

/// Futoshiki.
#[derive(Clone, Copy, Debug, Default)]
pub struct FutoshikiFamily {
    /// What the game allows.
    pub rules: Rules,
}

impl Family for FutoshikiFamily {
    fn read(&self, frame: &Frame, _edges: Edges) -> Result<Box<dyn Task>, Refusal> {
        let start = Instant::now();
        let board = futoshiki_on_screen(frame, self.rules)?;
        task(board, frame, start.elapsed())
    }
}

/// The moves that fill a board, which took so long to read and lies where this frame shows it.
///
/// # Errors
/// [`Refusal`] when the board lies aslant, or has no solution.
pub(super) fn task(
    board: FutoshikiOnScreen,
    frame: &Frame,
    read: Duration,
) -> Result<Box<dyn Task>, Refusal> {
    let start = Instant::now();
    let FutoshikiOnScreen {
        reading,
        certain,
        boxes,
    } = board;
    let aslant = || Refusal::new(Reason::Ambiguous, "the board does not lie upright");
    let boxes = boxes.ok_or_else(aslant)?;
    let solution = solution(&certain)?;
    let solve = start.elapsed();
    tracing::info!("read in {read:?}, solved in {solve:?}");
    let size = u16::from(certain.size());
    let shown = reading.board.puzzle.givens();
    let right = shown.iter().zip(&solution.digits);
    let right = right.filter(|(shown, digit)| **shown == Some(**digit));
    let is_entered = |(shown, certain): &(_, _)| shown != certain;
    let entered = shown.iter().zip(certain.givens()).filter(is_entered);
    let summary = Summary {
        kind: PuzzleKind::Futoshiki,
        key: key(&certain, (reading.solutions == 1).then_some(&solution)),
        rows: size,
        cols: size,
        colours: 0,
        cells: solution.digits.len() - right.count(),
        drawn: entered.count(),
        touching: false,
        leaves_empty: false,
        read,
        solve,
    };
    let board = (&reading.board, boxes);
    Ok(Box::new(FutoshikiTask::new(
        board, &solution, frame, summary,
    )))
}

/// The signs and the only solution, if there is only one: the same however many digits are entered.
fn key(puzzle: &Puzzle, only: Option<&Solution>) -> String {
    let digits = only.map(|solution| &solution.digits);
    format!("{:?} {digits:?}", puzzle.inequalities())
}

/// The solution, which [`verify`] has accepted.
fn solution(puzzle: &Puzzle) -> Result<Solution, Refusal> {
    let request = Request {
        puzzle,
        count: 1,
        limits: Limits::guesses(MOST_GUESSES),
    };
    let found = solve(Engine::Propagation, &request).solutions.pop();
    let unsolved = || {
        Refusal::new(
            Reason::NoSolution,
            "the board that was read has no solution",
        )
    };
    let solution = found.ok_or_else(unsolved)?;
    verify(puzzle, &solution).map_err(|flaw| {
        let words = format!("the solution found is none, so it is not entered: {flaw}");
        Refusal::new(Reason::NoSolution, words)
    })?;
    Ok(solution)
}
