//! Reads a Futoshiki board: boxes propose it, the number of solutions decides.

use crate::detect::futoshiki::{Shown, shown};
use crate::geometry::Lattice;
use crate::pipeline::{BoardHypothesis, EXPLAIN, Frame, Limits, Reading, Reason, Refusal};
use crate::puzzle::futoshiki::Puzzle;
use crate::solve::futoshiki::{Engine, Request, solve};

/// A board that takes more guesses is no printed one.
const MOST_GUESSES: u64 = 20_000;
/// Digits whose colours differ by more levels were not put in by the same hand.
const SAME_COLOUR: u8 = 48;

/// Reads the board in a picture. It holds all digits that are shown, entered ones too.
///
/// # Errors
/// [`Refusal`] when the picture shows no such board, or none that can be trusted.
pub fn futoshiki(frame: &Frame) -> Result<Reading<Puzzle>, Refusal> {
    let all = shown(&frame.picture);
    for one in &all {
        let size = one.size;
        let doubts = one.doubts.join("; ");
        tracing::debug!(target: EXPLAIN, "Futoshiki: {size} x {size} boxes; cannot be told: {doubts}");
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

/// Whether all digits, or those of one colour where the others contradict them, have exactly one solution.
fn is_sure(shown: &Shown, puzzle: &Puzzle) -> bool {
    if has_one_solution(puzzle) {
        return true;
    }
    let near = |a: [u8; 3], b: [u8; 3]| {
        let channels = a.into_iter().zip(b);
        channels
            .into_iter()
            .all(|(a, b)| a.abs_diff(b) <= SAME_COLOUR)
    };
    let of_colour = |colour: [u8; 3]| {
        let digits = puzzle.givens().iter().zip(&shown.colours);
        let givens =
            digits.map(|(digit, own)| digit.filter(|_| own.is_some_and(|own| near(own, colour))));
        let (size, signs) = (puzzle.size().into(), puzzle.inequalities().to_vec());
        Puzzle::new(size, givens.collect(), signs).ok()
    };
    let mut colours = shown.colours.iter().copied().flatten();
    colours.any(|colour| of_colour(colour).is_some_and(|given| has_one_solution(&given)))
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
    let size = shown.size;
    let signs = puzzle.inequalities().len();
    let digits = puzzle.givens().iter().flatten().count();
    Reading {
        board: BoardHypothesis {
            puzzle: puzzle.clone(),
            lattice: Lattice::projective(size, size, shown.projection),
            colours: Vec::new(),
            drawn: Vec::new(),
            confidence: 1.0,
            is_settled: true,
            is_bounded: true,
            is_whole: true,
            contrast: None,
            shortfalls: Vec::new(),
            reasons: vec![format!(
                "{digits} digits and {signs} signs have exactly one solution"
            )],
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
    match clearest.doubts.as_slice() {
        [] => Refusal::new(
            Reason::NoSolution,
            "the digits and signs that were read do not have exactly one solution",
        ),
        doubts => Refusal::new(
            Reason::Ambiguous,
            format!("these cannot be told: {}", doubts.join("; ")),
        ),
    }
}
