//! Futoshiki puzzles with exactly one solution, made from a seed.
//!
//! ```text
//!   a random Latin square ──▶ signs between random neighbours ──▶ givens taken away one by one, in random order,
//!                                                                 while the engine needs no more than asked for
//! ```
//!
//! The same recipe gives the same puzzle on every machine, until a rule of the engine changes.

use thiserror::Error;

use crate::geometry::Cell;
use crate::pipeline::Limits;
use crate::puzzle::futoshiki::{Digit, Inequality, Puzzle, Solution};
use crate::random::Random;
use crate::solve::futoshiki::propagation::{Deduction, Observer, Rule, solve_observed};
use crate::solve::futoshiki::{Answer, Request};

/// The fewest cells along a side that can be asked for.
pub const SHORTEST_SIDE: u8 = 4;
/// The most cells along a side that can be asked for.
pub const LONGEST_SIDE: u8 = 12;
/// The share of neighbours with a sign between, if none is asked for: about that of printed puzzles.
pub const USUAL_SIGNS: f64 = 0.35;
/// A board whose proof needs more guesses is not made: the next one is tried.
const MOST_GUESSES: u64 = 200;
/// After so many boards without what was asked for, there are none to be had.
const MOST_TRIES: u64 = 200;

/// What a puzzle asks of the engine, and of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// A digit follows from those in its row and column, from a sign, or because it has one place left.
    Easy,
    /// Several cells of a row or column must be looked at together.
    Medium,
    /// Something must be tried.
    Hard,
}

/// What to make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// Cells along a side, from [`SHORTEST_SIDE`] to [`LONGEST_SIDE`].
    pub size: u8,
    /// The share of cells with a given digit, 0 to 1; `None` for as few as this difficulty allows.
    pub givens: Option<f64>,
    /// The share of neighbours with a sign between, 0 to 1; `None` for [`USUAL_SIGNS`].
    pub signs: Option<f64>,
    /// What the puzzle asks, exactly; `None` for anything.
    pub difficulty: Option<Difficulty>,
    /// Where the random numbers start.
    pub seed: u64,
}

/// A puzzle, the only solution it has, and what the engine needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Solution,
    /// What it asks.
    pub difficulty: Difficulty,
}

/// Why nothing was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// A size that cannot be asked for.
    #[error("a Futoshiki of size {0} cannot be made: ask for {SHORTEST_SIDE} to {LONGEST_SIDE}")]
    Size(u8),
    /// Nothing like it was found.
    #[error(
        "none of {MOST_TRIES} boards was like this: ask for more givens, for more signs, or for another difficulty"
    )]
    NoneFound,
    /// A limit was reached first.
    #[error("stopped after {0} boards: allow more time, or ask for a smaller board")]
    Stopped(u64),
}

/// Makes a puzzle. Of `limits` only `should_stop` is asked.
///
/// # Errors
/// [`GenerateError`].
pub fn generate(recipe: &Recipe, limits: &Limits) -> Result<Generated, GenerateError> {
    if !(SHORTEST_SIDE..=LONGEST_SIDE).contains(&recipe.size) {
        return Err(GenerateError::Size(recipe.size));
    }
    let mut random = Random::new(recipe.seed);
    for tries in 0..MOST_TRIES {
        if (limits.should_stop)() {
            return Err(GenerateError::Stopped(tries));
        }
        if let Some(generated) = Draft::new(recipe, &mut random).thinned(recipe, limits) {
            return Ok(generated);
        }
    }
    Err(GenerateError::NoneFound)
}

/// A board with all of its digits given, before they are taken away.
struct Draft {
    square: Vec<Digit>,
    signs: Vec<Inequality>,
    /// The cells, in the order in which their digits are taken away.
    order: Vec<usize>,
}

impl Draft {
    fn new(recipe: &Recipe, random: &mut Random) -> Self {
        let size = usize::from(recipe.size);
        let square = latin_square(size, random);
        let mut signs = all_signs(recipe.size, &square);
        random.shuffle(&mut signs);
        let share = recipe.signs.unwrap_or(USUAL_SIGNS);
        signs.truncate((share * signs.len() as f64).round() as usize);
        let mut order: Vec<usize> = (0..size * size).collect();
        random.shuffle(&mut order);
        Self {
            square,
            signs,
            order,
        }
    }

    /// Takes digits away as far as the recipe says; `None` if what is left is not like it.
    fn thinned(self, recipe: &Recipe, limits: &Limits) -> Option<Generated> {
        let cells = self.square.len();
        let fewest = (recipe.givens.unwrap_or(0.0) * cells as f64).round() as usize;
        let hardest = recipe.difficulty.unwrap_or(Difficulty::Hard);
        let mut givens: Vec<Option<Digit>> = self.square.iter().copied().map(Some).collect();
        let mut difficulty = Difficulty::Easy;
        let mut left = cells;
        for &cell in &self.order {
            if left == fewest {
                break;
            }
            if (limits.should_stop)() {
                return None;
            }
            let digit = givens[cell].take();
            match difficulty_of(&self.puzzle(recipe.size, &givens)) {
                Some(asked) if asked <= hardest => {
                    difficulty = asked;
                    left -= 1;
                }
                _ => givens[cell] = digit,
            }
        }
        let has_as_many = recipe.givens.is_none() || left == fewest;
        let is_like_it = recipe.difficulty.is_none_or(|wanted| wanted == difficulty);
        (has_as_many && is_like_it).then(|| Generated {
            puzzle: self.puzzle(recipe.size, &givens),
            solution: Solution {
                digits: self.square.clone(),
            },
            difficulty,
        })
    }

    fn puzzle(&self, size: u8, givens: &[Option<Digit>]) -> Puzzle {
        Puzzle::new(size.into(), givens.to_vec(), self.signs.clone())
            .expect("digits and signs of a Latin square make a puzzle")
    }
}

/// What a puzzle asks, if it has exactly one solution and that is proven soon.
pub fn difficulty_of(puzzle: &Puzzle) -> Option<Difficulty> {
    let limits = Limits::guesses(MOST_GUESSES);
    let count = 2;
    let request = Request {
        puzzle,
        count,
        limits,
    };
    let mut hardest = Hardest(Difficulty::Easy);
    let answer: Answer = solve_observed(&request, &mut hardest);
    answer.is_unique(&request).then_some(hardest.0)
}

/// The hardest rule that was needed.
struct Hardest(Difficulty);

impl Observer for Hardest {
    fn deduced(&mut self, deduction: &Deduction) {
        let asked = match deduction.rule {
            Rule::Peers | Rule::Bounds | Rule::Hidden => Difficulty::Easy,
            Rule::Subsets | Rule::Arrangements => Difficulty::Medium,
            Rule::Guess | Rule::Refuted => Difficulty::Hard,
        };
        self.0 = self.0.max(asked);
    }
}

/// The signs between all neighbours of a square of digits, row by row.
pub fn all_signs(size: u8, square: &[Digit]) -> Vec<Inequality> {
    let cols = u16::from(size);
    let cells = (0..square.len()).map(|index| Cell::from_index(index, cols));
    let pairs = cells.flat_map(|cell| {
        let others = [
            Cell::new(cell.row, cell.col + 1),
            Cell::new(cell.row + 1, cell.col),
        ];
        let others = others
            .into_iter()
            .filter(move |other| other.row.max(other.col) < cols);
        others.map(move |other| (cell, other))
    });
    let sign = |(a, b): (Cell, Cell)| {
        let is_less = square[a.index(cols)] < square[b.index(cols)];
        let (smaller, larger) = if is_less { (a, b) } else { (b, a) };
        Inequality { smaller, larger }
    };
    pairs.map(sign).collect()
}

/// A square with each digit once in every row and column. Any rows that agree so far can be gone on from.
fn latin_square(size: usize, random: &mut Random) -> Vec<Digit> {
    let mut square = Vec::with_capacity(size * size);
    // By column: the digits that it does not have yet, in random order.
    let mut missing: Vec<Vec<Digit>> = (0..size)
        .map(|_| {
            let mut digits: Vec<Digit> = (1..=size as Digit).collect();
            random.shuffle(&mut digits);
            digits
        })
        .collect();
    for _ in 0..size {
        let mut column_of = vec![None; size + 1];
        for column in 0..size {
            place(column, &missing, &mut column_of, &mut vec![false; size + 1]);
        }
        let mut row = vec![0; size];
        for (digit, column) in column_of.into_iter().enumerate() {
            if let Some(column) = column {
                let column: usize = column;
                row[column] = digit as Digit;
                missing[column].retain(|&other| usize::from(other) != digit);
            }
        }
        square.extend(row);
    }
    square
}

/// Gives a column one of its digits in this row, and other columns other ones where that is needed.
fn place(
    column: usize,
    missing: &[Vec<Digit>],
    column_of: &mut [Option<usize>],
    is_tried: &mut [bool],
) -> bool {
    missing[column]
        .iter()
        .map(|&digit| usize::from(digit))
        .any(|digit| {
            if std::mem::replace(&mut is_tried[digit], true) {
                return false;
            }
            let is_free = match column_of[digit] {
                None => true,
                Some(other) => place(other, missing, column_of, is_tried),
            };
            if is_free {
                column_of[digit] = Some(column);
            }
            is_free
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::futoshiki::verify;

    fn recipe(size: u8, seed: u64) -> Recipe {
        Recipe {
            size,
            givens: None,
            signs: None,
            difficulty: None,
            seed,
        }
    }

    #[test]
    fn squares_are_latin_and_differ() {
        let free = Puzzle::new(7, vec![None; 49], Vec::new()).unwrap();
        let mut random = Random::new(1);
        let digits = || latin_square(7, &mut random);
        let squares: Vec<_> = std::iter::repeat_with(digits).take(20).collect();
        for digits in &squares {
            let digits = digits.clone();
            verify(&free, &Solution { digits }).unwrap();
        }
        assert!(squares.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn a_puzzle_is_as_asked_for() {
        for seed in 0..12 {
            let difficulty = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];
            let difficulty = difficulty[seed as usize % 3];
            let asked = Recipe {
                signs: Some(0.25),
                difficulty: Some(difficulty),
                ..recipe(6, seed)
            };
            let made = generate(&asked, &Limits::NONE).unwrap();
            assert_eq!(difficulty_of(&made.puzzle), Some(difficulty));
            assert_eq!(made.puzzle.inequalities().len(), 15);
            verify(&made.puzzle, &made.solution).unwrap();
            assert_eq!(generate(&asked, &Limits::NONE).unwrap(), made);
        }
    }

    #[test]
    fn shares_are_met_exactly_or_refused() {
        for signs in [0.0, 0.5, 1.0] {
            let asked = Recipe {
                signs: Some(signs),
                givens: Some(0.5),
                ..recipe(5, 3)
            };
            let made = generate(&asked, &Limits::NONE).unwrap();
            let givens = made.puzzle.givens().iter().flatten().count();
            assert_eq!(givens, 13);
            assert_eq!(made.puzzle.inequalities().len(), (40.0 * signs) as usize);
        }
        let bare = Recipe {
            signs: Some(0.0),
            givens: Some(0.0),
            ..recipe(4, 3)
        };
        assert_eq!(
            generate(&bare, &Limits::NONE),
            Err(GenerateError::NoneFound)
        );
        assert_eq!(
            generate(&recipe(3, 0), &Limits::NONE),
            Err(GenerateError::Size(3))
        );
    }
}
