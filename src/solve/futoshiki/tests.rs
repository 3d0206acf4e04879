//! All engines against a reference that only lists Latin squares and looks at each.

use std::sync::LazyLock;

use super::propagation::{Deduction, Observer, Rule, solve_observed};
use super::{Answer, Engine, Outcome, Request, solve};
use crate::geometry::Cell;
use crate::pipeline::Limits;
use crate::puzzle::futoshiki::{Digit, Inequality, Puzzle, Solution};
use crate::random::Random;

/// More solutions than any board of the tests is asked for.
const MANY: usize = 10_000;

/// By size, up to 4: all Latin squares, row by row.
static SQUARES: LazyLock<Vec<Vec<Vec<Digit>>>> = LazyLock::new(|| (0..=4).map(squares).collect());

fn squares(size: usize) -> Vec<Vec<Digit>> {
    let mut all = vec![Vec::new()];
    for index in 0..size * size {
        let (row, col) = (index / size, index % size);
        let longer = all.iter().flat_map(|square: &Vec<Digit>| {
            let digits = 1..=size as Digit;
            let fits = digits.filter(move |digit| {
                let in_row = &square[row * size..];
                let mut in_column = square.iter().skip(col).step_by(size);
                !in_row.contains(digit) && !in_column.any(|other| other == digit)
            });
            fits.map(|digit| [square.as_slice(), &[digit]].concat())
        });
        all = longer.collect();
    }
    all
}

/// The solutions, sorted, by looking at every Latin square.
fn reference(puzzle: &Puzzle) -> Vec<Solution> {
    let size = u16::from(puzzle.size());
    let solves = |square: &&Vec<Digit>| {
        let mut givens = puzzle.givens().iter().zip(square.iter());
        let mut signs = puzzle.inequalities().iter();
        givens.all(|(given, digit)| given.is_none_or(|given| given == *digit))
            && signs.all(|sign| square[sign.smaller.index(size)] < square[sign.larger.index(size)])
    };
    let squares = SQUARES[usize::from(size)].iter();
    let mut found: Vec<Solution> = squares
        .filter(solves)
        .map(|digits| Solution {
            digits: digits.clone(),
        })
        .collect();
    found.sort();
    found
}

/// A board with digits and signs at random. Half of them come from a Latin square, so that there is a solution.
fn any_board(random: &mut Random) -> Puzzle {
    let size = random.whole(2..5);
    let square = random.pick(&SQUARES[size]).clone();
    let is_solvable = random.chance(0.5);
    let (givens, signs) = (random.real(0.0..0.5), random.real(0.0..0.8));
    let digits = square.iter().map(|&digit| match is_solvable {
        true => digit,
        false => 1 + random.below(size) as Digit,
    });
    let digits: Vec<Digit> = digits.collect();
    let mut inequalities = Vec::new();
    for index in 0..size * size {
        let cell = Cell::from_index(index, size as u16);
        for other in [
            Cell::new(cell.row, cell.col + 1),
            Cell::new(cell.row + 1, cell.col),
        ] {
            if usize::from(other.row.max(other.col)) < size && random.chance(signs) {
                let is_less = digits[index] < digits[other.index(size as u16)];
                let (smaller, larger) = if is_less {
                    (cell, other)
                } else {
                    (other, cell)
                };
                inequalities.push(Inequality { smaller, larger });
            }
        }
    }
    let givens = digits
        .iter()
        .map(|&digit| random.chance(givens).then_some(digit));
    let givens = givens.collect();
    Puzzle::new(size, givens, inequalities).unwrap()
}

fn asked(puzzle: &Puzzle, count: usize) -> Request<'_> {
    let limits = Limits::NONE;
    Request {
        puzzle,
        count,
        limits,
    }
}

fn sorted(answer: Answer) -> Vec<Solution> {
    let mut solutions = answer.solutions;
    solutions.sort();
    solutions
}

#[test]
fn every_engine_finds_what_the_reference_finds() {
    let mut random = Random::new(29);
    let (mut without, mut unique, mut several) = (0, 0, 0);
    for _ in 0..3000 {
        let puzzle = any_board(&mut random);
        let expected = reference(&puzzle);
        match expected.len() {
            0 => without += 1,
            1 => unique += 1,
            _ => several += 1,
        }
        for engine in Engine::ALL {
            let answer = solve(engine, &asked(&puzzle, MANY));
            let outcome = match expected.is_empty() {
                true => Outcome::NoSolution,
                false => Outcome::Solved,
            };
            assert_eq!(answer.outcome, outcome, "{} on {puzzle:?}", engine.name());
            assert_eq!(sorted(answer), expected, "{} on {puzzle:?}", engine.name());
            let two = solve(engine, &asked(&puzzle, 2));
            assert_eq!(two.solutions.len(), expected.len().min(2));
            assert_eq!(two.is_unique(&asked(&puzzle, 2)), expected.len() == 1);
        }
    }
    assert!(
        without > 500 && unique > 500 && several > 500,
        "{without} {unique} {several}"
    );
}

/// Asserts that before the first guess no rule takes a digit that some solution has.
struct Sound<'a> {
    size: u16,
    has_guessed: bool,
    solutions: &'a [Solution],
    /// By rule: deductions seen.
    seen: std::collections::HashMap<Rule, usize>,
}

impl Observer for Sound<'_> {
    fn deduced(&mut self, deduction: &Deduction) {
        *self.seen.entry(deduction.rule).or_default() += 1;
        self.has_guessed |= deduction.rule == Rule::Guess;
        if self.has_guessed {
            return;
        }
        let index = deduction.cell.index(self.size);
        let taken = deduction.before.without(deduction.after);
        for digit in taken.iter() {
            let has_it = |solution: &&Solution| solution.digits[index] == digit;
            assert!(
                self.solutions.iter().find(has_it).is_none(),
                "{deduction:?}"
            );
        }
    }
}

#[test]
fn no_rule_takes_a_digit_of_a_solution_and_every_rule_takes_some() {
    let mut random = Random::new(30);
    let mut seen = std::collections::HashMap::new();
    for _ in 0..5000 {
        let puzzle = any_board(&mut random);
        let solutions = reference(&puzzle);
        let mut sound = Sound {
            size: u16::from(puzzle.size()),
            has_guessed: false,
            solutions: &solutions,
            seen: std::mem::take(&mut seen),
        };
        solve_observed(&asked(&puzzle, MANY), &mut sound);
        seen = sound.seen;
    }
    for rule in [
        Rule::Peers,
        Rule::Bounds,
        Rule::Hidden,
        Rule::Subsets,
        Rule::Arrangements,
        Rule::Guess,
        Rule::Refuted,
    ] {
        assert!(
            seen.get(&rule).is_some_and(|&count| count > 50),
            "{rule:?} in {seen:?}"
        );
    }
}

#[test]
fn every_engine_stops_at_a_limit_and_when_told_to() {
    // No cell is given, so that every engine must try digits.
    let puzzle = Puzzle::new(5, vec![None; 25], Vec::new()).unwrap();
    for engine in Engine::ALL {
        let limits = Limits::guesses(3);
        let request = Request {
            limits,
            ..asked(&puzzle, 1)
        };
        let answer = solve(engine, &request);
        assert_eq!(answer.outcome, Outcome::Stopped, "{}", engine.name());
        let tried = answer.stats.guesses + answer.stats.assignments;
        assert!(tried >= 3 && answer.solutions.is_empty());
        let should_stop = &|| true;
        let limits = Limits {
            guesses: None,
            should_stop,
        };
        let request = Request {
            limits,
            ..asked(&puzzle, 1)
        };
        assert_eq!(solve(engine, &request).outcome, Outcome::Stopped);
    }
}
