//! Reads a Futoshiki board: boxes propose it, the number of solutions decides.

use crate::detect::futoshiki::{Shown, shown};
use crate::geometry::Lattice;
use crate::pipeline::{BoardHypothesis, EXPLAIN, Frame, Limits, Reading, Reason, Refusal};
use crate::puzzle::futoshiki::Puzzle;
use crate::solve::futoshiki::{Engine, Request, solve};

/// A board that takes more guesses is no printed one.
const MOST_GUESSES: u64 = 20_000;

/// Reads the board in a picture. It holds all digits that are shown, entered ones too.
///
/// # Errors
/// [`Refusal`] when the picture shows no such board, or none that can be trusted.
pub fn futoshiki(frame: &Frame) -> Result<Reading<Puzzle>, Refusal> {
    let all = shown(&frame.picture);
    for one in &all {
        let size = one.size;
        let unclear = one.unclear.join("; ");
        tracing::debug!(target: EXPLAIN, "Futoshiki: {size} x {size} boxes; cannot be told: {unclear}");
    }
    let mut read: Vec<(&Shown, &Puzzle)> = Vec::new();
    for (one, puzzle) in all
        .iter()
        .filter_map(|one| Some((one, one.puzzle.as_ref()?)))
    {
        if read.iter().all(|(_, known)| *known != puzzle) && is_sure(one, puzzle) {
            read.push((one, puzzle));
        }
    }
    match read.as_slice() {
        &[(one, puzzle)] => Ok(reading(one, puzzle)),
        [] => Err(refusal(&all)),
        _ => {
            let message = "several boards can be seen: show one alone";
            Err(Refusal::new(Reason::Ambiguous, message))
        }
    }
}

/// By cell: the digit, where it was entered: where all digits contradict each other, those of one colour that have one solution
/// are the given ones.
fn entered(shown: &Shown, puzzle: &Puzzle) -> Vec<Option<usize>> {
    let givens = if has_one_solution(puzzle) {
        None
    } else {
        shown.in_one_colour().find(has_one_solution)
    };
    let Some(givens) = givens else {
        return vec![None; puzzle.givens().len()];
    };
    let digits = puzzle.givens().iter().zip(givens.givens());
    digits
        .map(|(digit, given)| digit.filter(|_| given.is_none()).map(usize::from))
        .collect()
}

/// Whether all digits, or those of one colour where the others contradict them, have exactly one solution.
fn is_sure(shown: &Shown, puzzle: &Puzzle) -> bool {
    has_one_solution(puzzle) || shown.in_one_colour().any(|it| has_one_solution(&it))
}

fn has_one_solution(puzzle: &Puzzle) -> bool {
    let limits = Limits::guesses(MOST_GUESSES);
    let count = 2;
    let request = Request {
        puzzle,
        count,
        limits,
    };
    solve(Engine::Propagation, &request).is_unique(&request)
}

fn reading(shown: &Shown, puzzle: &Puzzle) -> Reading<Puzzle> {
    let lattice = Lattice::projective(shown.size, shown.size, shown.projection);
    let signs = puzzle.inequalities().len();
    let digits = puzzle.givens().iter().flatten().count();
    Reading {
        board: BoardHypothesis {
            reasons: vec![format!(
                "{digits} digits and {signs} signs have exactly one solution"
            )],
            drawn: entered(shown, puzzle),
            ..BoardHypothesis::sure(puzzle.clone(), lattice)
        },
        solutions: 1,
        touching: false,
    }
}

/// Why none of the grids is a board.
fn refusal(all: &[Shown]) -> Refusal {
    let Some(clearest) = all.first() else {
        let message = "no boxes in rows and columns with signs between";
        return Refusal::new(Reason::NoBoard, message);
    };
    match clearest.unclear.as_slice() {
        [] => Refusal::new(
            Reason::NoSolution,
            "the digits and signs that were read do not have exactly one solution",
        ),
        unclear => Refusal::new(
            Reason::Ambiguous,
            format!("these cannot be told: {}", unclear.join("; ")),
        ),
    }
}
