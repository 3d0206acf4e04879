//! Reads a Futoshiki board: boxes propose it, the number of solutions decides.

use crate::detect::futoshiki::{Boxes, Shown, shown};
use crate::geometry::Lattice;
use crate::pipeline::{BoardHypothesis, EXPLAIN, Frame, Limits, Reading, Reason, Refusal};
use crate::puzzle::futoshiki::{Puzzle, Solution};
use crate::solve::futoshiki::{Engine, Request, solve};

/// A board that takes more guesses is no printed one.
const MOST_GUESSES: u64 = 20_000;

/// A board, and what is needed to play it.
#[derive(Clone, Debug)]
pub struct FutoshikiOnScreen {
    /// The board with all digits that are shown.
    pub reading: Reading<Puzzle>,
    /// The same with the digits alone that have exactly one solution: all, or those of one colour where others contradict them.
    pub certain: Puzzle,
    /// Its boxes, where they lie upright.
    pub boxes: Option<Boxes>,
}

/// Reads the board in a picture. It holds all digits that are shown, entered ones too.
///
/// # Errors
/// [`Refusal`] when the picture shows no such board, or none that can be trusted.
pub fn futoshiki(frame: &Frame) -> Result<Reading<Puzzle>, Refusal> {
    futoshiki_on_screen(frame).map(|board| board.reading)
}

/// Reads the board in a picture, with what is needed to play it.
///
/// # Errors
/// As [`futoshiki`].
pub fn futoshiki_on_screen(frame: &Frame) -> Result<FutoshikiOnScreen, Refusal> {
    let all = shown(&frame.picture);
    for one in &all {
        let size = one.size;
        let unclear = one.unclear.join("; ");
        tracing::debug!(target: EXPLAIN, "Futoshiki: {size} x {size} boxes; cannot be told: {unclear}");
    }
    let mut read: Vec<(&Shown, &Puzzle, Puzzle)> = Vec::new();
    for (one, puzzle) in all
        .iter()
        .filter_map(|one| Some((one, one.puzzle.as_ref()?)))
    {
        if read.iter().all(|(_, known, _)| *known != puzzle)
            && let Some(certain) = certain(one, puzzle)
        {
            read.push((one, puzzle, certain));
        }
    }
    match read.as_slice() {
        [(one, puzzle, certain)] => Ok(FutoshikiOnScreen {
            reading: reading(one, puzzle, certain),
            certain: certain.clone(),
            boxes: one.boxes.clone(),
        }),
        [] => Err(refusal(&all)),
        _ => {
            let message = "several boards can be seen: show one alone";
            Err(Refusal::new(Reason::Ambiguous, message))
        }
    }
}

/// The board with all digits, or with those of one colour where the others contradict them, if it has exactly one solution.
/// Digits that are not sure must follow from the others.
fn certain(shown: &Shown, puzzle: &Puzzle) -> Option<Puzzle> {
    if !shown.unsure.is_empty() {
        let sure = shown.with_sure_digits()?;
        let solution = only_solution(&sure)?;
        let follows = |cell: &usize| puzzle.givens()[*cell] == Some(solution.digits[*cell]);
        return shown.unsure.iter().all(follows).then_some(sure);
    }
    if only_solution(puzzle).is_some() {
        return Some(puzzle.clone());
    }
    shown
        .in_one_colour()
        .find(|puzzle| only_solution(puzzle).is_some())
}

/// By cell: the digit, where it was entered: it is none of those that are certain.
fn entered(puzzle: &Puzzle, certain: &Puzzle) -> Vec<Option<usize>> {
    let digits = puzzle.givens().iter().zip(certain.givens());
    digits
        .map(|(digit, given)| digit.filter(|_| given.is_none()).map(usize::from))
        .collect()
}

fn only_solution(puzzle: &Puzzle) -> Option<Solution> {
    let limits = Limits::guesses(MOST_GUESSES);
    let count = 2;
    let request = Request {
        puzzle,
        count,
        limits,
    };
    let mut answer = solve(Engine::Propagation, &request);
    let is_unique = answer.is_unique(&request);
    answer.solutions.pop().filter(|_| is_unique)
}

fn reading(shown: &Shown, puzzle: &Puzzle, certain: &Puzzle) -> Reading<Puzzle> {
    let lattice = Lattice::projective(shown.size, shown.size, shown.projection);
    let signs = puzzle.inequalities().len();
    let digits = puzzle.givens().iter().flatten().count();
    Reading {
        board: BoardHypothesis {
            reasons: vec![format!(
                "{digits} digits and {signs} signs have exactly one solution"
            )],
            drawn: entered(puzzle, certain),
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
