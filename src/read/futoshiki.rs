//! Reads a Futoshiki board: boxes propose it, the number of solutions decides.

use super::likeliest::likeliest;
use super::options::Rules;
use crate::detect::futoshiki::{Boxes, Shown, shown};
use crate::geometry::{Cell, Lattice};
use crate::pipeline::{BoardHypothesis, EXPLAIN, Frame, Limits, Reading, Reason, Refusal};
use crate::puzzle::futoshiki::Puzzle;
use crate::puzzle::futoshiki::text::rows;
use crate::solve::futoshiki::{Engine, Outcome, Request, solve};

/// A board that takes more guesses is no printed one.
const MOST_GUESSES: u64 = 20_000;

/// A board, and what is needed to play it.
#[derive(Clone, Debug)]
pub struct FutoshikiOnScreen {
    /// The board with all digits that are shown.
    pub reading: Reading<Puzzle>,
    /// The same with the digits alone that have exactly one solution: all, or those of one colour where others contradict them. Where
    /// the game takes any solution, all.
    pub certain: Puzzle,
    /// Its boxes, where they lie upright.
    pub boxes: Option<Boxes>,
}

/// Reads the board in a picture. It holds all digits that are shown, entered ones too.
///
/// # Errors
/// [`Refusal`] when the picture shows no such board, or none that can be trusted.
pub fn futoshiki(frame: &Frame) -> Result<Reading<Puzzle>, Refusal> {
    futoshiki_on_screen(frame, Rules::default()).map(|board| board.reading)
}

/// Reads the board in a picture of a game with these rules, with what is needed to play it.
///
/// # Errors
/// As [`futoshiki`].
pub fn futoshiki_on_screen(frame: &Frame, rules: Rules) -> Result<FutoshikiOnScreen, Refusal> {
    let all = shown(&frame.picture);
    for one in &all {
        let size = one.size;
        let unclear = match one.unclear.as_slice() {
            [] => "nothing".to_owned(),
            unclear => unclear.join("; "),
        };
        tracing::debug!(target: EXPLAIN, "Futoshiki: {size} x {size} boxes; cannot be told: {unclear}");
    }
    let mut read: Vec<(&Shown, Told)> = Vec::new();
    for one in &all {
        let is_new = |told: &Told| read.iter().all(|(_, known)| known.shown != told.shown);
        if let Some(told) = told(one, rules).filter(is_new) {
            read.push((one, told));
        }
    }
    match read.as_slice() {
        [(one, told)] => Ok(FutoshikiOnScreen {
            reading: reading(one, told),
            certain: told.certain.clone(),
            boxes: one.boxes.clone(),
        }),
        [] => Err(refusal(&all)),
        _ => {
            let message = "several boards can be seen: show one alone";
            Err(Refusal::new(Reason::Ambiguous, message))
        }
    }
}

/// A board that is settled.
struct Told {
    /// With all digits that are shown.
    shown: Puzzle,
    /// With the digits alone that have exactly one solution, or any where the game takes any.
    certain: Puzzle,
    /// Whether that has exactly one solution.
    is_unique: bool,
}

/// The board that is shown, if it has exactly one solution with all digits, or with those of one colour where the others
/// contradict them. For digits that are not sure, that choice counts which is much likelier than all others with one solution. One with
/// several solutions has signs, and is believed where the game takes any: numbers in boxes alone may be anything.
fn told(shown: &Shown, rules: Rules) -> Option<Told> {
    let puzzle = shown.puzzle()?;
    if let Some(puzzle) = likeliest(puzzle, &shown.unsure, has_one_solution) {
        return Some(Told {
            shown: puzzle.clone(),
            certain: puzzle,
            is_unique: true,
        });
    }
    if !shown.unsure.is_empty() {
        return None;
    }
    let unique = shown.in_one_colour().find(has_one_solution);
    let is_unique = unique.is_some();
    let has_several = || rules.any_solution && has_signs(puzzle) && has_solutions(puzzle);
    let certain = unique.or_else(|| has_several().then(|| puzzle.clone()))?;
    Some(Told {
        shown: puzzle.clone(),
        certain,
        is_unique,
    })
}

/// By cell: the digit, where it was entered: it is none of those that are certain.
fn entered(puzzle: &Puzzle, certain: &Puzzle) -> Vec<Option<usize>> {
    let digits = puzzle.givens().iter().zip(certain.givens());
    digits
        .map(|(digit, given)| digit.filter(|_| given.is_none()).map(usize::from))
        .collect()
}

fn has_one_solution(puzzle: &Puzzle) -> bool {
    let request = up_to_two(puzzle);
    solve(Engine::Propagation, &request).is_unique(&request)
}

fn has_solutions(puzzle: &Puzzle) -> bool {
    solve(Engine::Propagation, &up_to_two(puzzle)).outcome == Outcome::Solved
}

/// Asks whether there is none, one or another one.
fn up_to_two(puzzle: &Puzzle) -> Request<'_> {
    Request {
        puzzle,
        count: 2,
        limits: Limits::guesses(MOST_GUESSES),
    }
}

fn reading(one: &Shown, told: &Told) -> Reading<Puzzle> {
    let lattice = Lattice::projective(one.size, one.size, one.projection);
    let signs = told.shown.inequalities().len();
    let digits = digits_of(&told.shown);
    let (solutions, counted) = if told.is_unique {
        (1, "exactly one solution")
    } else {
        (2, "more than one solution")
    };
    Reading {
        board: BoardHypothesis {
            reasons: vec![format!("{digits} digits and {signs} signs have {counted}")],
            drawn: entered(&told.shown, &told.certain),
            ..BoardHypothesis::sure(told.shown.clone(), lattice)
        },
        solutions,
        touching: false,
    }
}

/// Why none of the grids is a board.
fn refusal(all: &[Shown]) -> Refusal {
    let Some(clearest) = all.first() else {
        let message = "no boxes in rows and columns with signs between";
        return Refusal::new(Reason::NoBoard, message);
    };
    match clearest.puzzle().filter(|_| clearest.unsure.is_empty()) {
        Some(puzzle) => unproven(puzzle),
        None => unclear(clearest),
    }
}

/// Why a board is not believed of which some cannot be told. One with signs is doubted, if most of it can be told.
fn unclear(clearest: &Shown) -> Refusal {
    let mut unclear = clearest.unclear.clone();
    unclear.extend(clearest.unsure.iter().map(|unsure| {
        let cell = Cell::from_index(unsure.cell, clearest.size);
        let digits: Vec<String> = unsure
            .digits
            .iter()
            .map(|(digit, _)| digit.to_string())
            .collect();
        format!("the digit at {cell}, which may be {}", digits.join(" or "))
    }));
    let is_mostly_told = |puzzle: &&Puzzle| has_signs(puzzle) && unclear.len() < parts_of(puzzle);
    let doubted = clearest.known.as_ref().filter(is_mostly_told);
    let seen = doubted.map_or(String::new(), |puzzle| {
        format!("{} is seen; ", named(puzzle))
    });
    let message = format!("{seen}these cannot be told: {}", unclear.join("; "));
    Refusal {
        doubtful_grid: doubted.map(rows),
        ..Refusal::new(Reason::Ambiguous, message)
    }
}

/// Why a board is not believed of which all can be told. One with signs is doubted; numbers in boxes alone may be anything.
fn unproven(puzzle: &Puzzle) -> Refusal {
    let outcome = solve(Engine::Propagation, &up_to_two(puzzle)).outcome;
    let may_be_taken = outcome == Outcome::Solved && has_signs(puzzle);
    let (reason, solutions) = match outcome {
        Outcome::NoSolution => (Reason::NoSolution, "no solution"),
        Outcome::Solved => (Reason::Ambiguous, "more than one solution"),
        Outcome::Stopped => (Reason::Ambiguous, "too many possibilities to be counted"),
    };
    let flag = if may_be_taken {
        "; give --any-solution if the game takes every grid that keeps the rules"
    } else {
        ""
    };
    let message = format!(
        "{} is seen, and it has {solutions}: only one with exactly one solution is sure to be read rightly{flag}",
        named(puzzle)
    );
    Refusal {
        doubtful_grid: has_signs(puzzle).then(|| rows(puzzle)),
        ..Refusal::new(reason, message)
    }
}

fn has_signs(puzzle: &Puzzle) -> bool {
    !puzzle.inequalities().is_empty()
}

/// How many digits and signs stand on a board.
fn parts_of(puzzle: &Puzzle) -> usize {
    digits_of(puzzle) + puzzle.inequalities().len()
}

fn digits_of(puzzle: &Puzzle) -> usize {
    puzzle.givens().iter().flatten().count()
}

/// A board in words.
fn named(puzzle: &Puzzle) -> String {
    let size = puzzle.size();
    let counted = |count: usize, one: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    };
    let digits = counted(digits_of(puzzle), "digit");
    let signs = counted(puzzle.inequalities().len(), "sign");
    format!("a Futoshiki board of {size} x {size} with {digits} and {signs}")
}
