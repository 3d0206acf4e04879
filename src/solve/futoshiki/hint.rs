//! Hints: from the digits that are entered so far the next one that is forced, and why; or the digit that is wrong.

use thiserror::Error;

use super::propagation::{Deduction, Observer, Rule, solve_observed};
use super::{Answer, Engine, Outcome, Request, solve};
use crate::geometry::Cell;
use crate::pipeline::Limits;
use crate::puzzle::futoshiki::{Digit, Puzzle, PuzzleError, Solution};

/// Far more than any printed board needs.
const MOST_GUESSES: u64 = 2_000_000;

/// Why there are no hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HintError {
    /// The givens have no solution.
    #[error("the given digits and signs have no solution, so no step leads to one")]
    NoSolution,
    /// The search was stopped.
    #[error(
        "no solution was found in {MOST_GUESSES} guesses, so nothing can be said of the next step"
    )]
    Stopped,
    /// A digit was entered that the board does not have.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// This digit cannot stand here.
    Wrong(Cell, Digit),
    /// This digit follows.
    Enter {
        /// Where.
        cell: Cell,
        /// Which.
        digit: Digit,
        /// The rule that leaves only this digit; `None` if it is a guess.
        rule: Option<Rule>,
        /// What took the other digits from the cell, in order.
        reasons: Vec<Deduction>,
    },
    /// Every cell has its digit.
    Done,
}

/// A puzzle, and the digits that were entered.
#[derive(Clone, Debug)]
pub struct Hints {
    solution: Solution,
    /// The puzzle with what was entered as givens.
    entered: Puzzle,
}

/// Keeps what is deduced without a guess, until a solution is found.
#[derive(Default)]
struct Recorder {
    list: Vec<Deduction>,
    is_solved: bool,
}

impl Observer for Recorder {
    fn deduced(&mut self, deduction: &Deduction) {
        if deduction.depth == 0 && !self.is_solved {
            self.list.push(*deduction);
        }
    }

    fn solved(&mut self) {
        self.is_solved = true;
    }
}

impl Hints {
    /// Solves the puzzle. `entered` holds the digits, by cell, that are not given, also where the puzzle has them.
    ///
    /// # Errors
    /// [`HintError`] when that finds no solution.
    pub fn new(puzzle: &Puzzle, entered: &[Option<Digit>]) -> Result<Self, HintError> {
        let both = || puzzle.givens().iter().zip(entered);
        let given = both().map(|(given, entered)| given.filter(|_| entered.is_none()));
        let all = both().map(|(given, entered)| entered.or(*given)).collect();
        let givens = with_digits(puzzle, given.collect())?;
        let Answer {
            outcome, solutions, ..
        } = solve(
            Engine::Propagation,
            &Request {
                puzzle: &givens,
                count: 1,
                limits: Limits::guesses(MOST_GUESSES),
            },
        );
        let solution = solutions.into_iter().next().ok_or(match outcome {
            Outcome::Stopped => HintError::Stopped,
            _ => HintError::NoSolution,
        })?;
        Ok(Self {
            solution,
            entered: with_digits(puzzle, all)?,
        })
    }

    /// The puzzle with what was entered as givens.
    pub fn entered(&self) -> &Puzzle {
        &self.entered
    }

    /// The next hint.
    pub fn next(&self) -> Hint {
        let cols = u16::from(self.entered.size());
        let digits = || self.entered.givens().iter().zip(&self.solution.digits);
        let wrong = digits().position(|(entered, right)| entered.is_some_and(|it| it != *right));
        if let Some((number, digit)) =
            wrong.and_then(|number| Some((number, self.entered.givens()[number]?)))
        {
            return Hint::Wrong(Cell::from_index(number, cols), digit);
        }
        let Some(open) = digits().position(|(entered, _)| entered.is_none()) else {
            return Hint::Done;
        };
        self.forced().unwrap_or(Hint::Enter {
            cell: Cell::from_index(open, cols),
            digit: self.solution.digits[open],
            rule: None,
            reasons: Vec::new(),
        })
    }

    /// Enters what a hint says, or takes the digit away that is wrong.
    ///
    /// # Errors
    /// When the hint is of another board.
    pub fn follow(&mut self, hint: &Hint) -> Result<(), PuzzleError> {
        let mut digits = self.entered.givens().to_vec();
        let (cell, digit) = match *hint {
            Hint::Wrong(cell, _) => (cell, None),
            Hint::Enter { cell, digit, .. } => (cell, Some(digit)),
            Hint::Done => return Ok(()),
        };
        digits[cell.index(u16::from(self.entered.size()))] = digit;
        self.entered = with_digits(&self.entered, digits)?;
        Ok(())
    }

    /// The first cell that rules leave one digit. The engine asks the simple rules first.
    fn forced(&self) -> Option<Hint> {
        let mut recorder = Recorder::default();
        let request = Request {
            puzzle: &self.entered,
            count: 1,
            limits: Limits::guesses(MOST_GUESSES),
        };
        solve_observed(&request, &mut recorder);
        let list = recorder.list;
        let last = list.iter().position(|it| it.after.single().is_some())?;
        let Deduction { cell, after, .. } = list[last];
        let before = &list[..=last];
        let has_tried = before.iter().any(|it| it.rule == Rule::Refuted);
        Some(Hint::Enter {
            cell,
            digit: after.single()?,
            rule: Some(if has_tried {
                Rule::Refuted
            } else {
                list[last].rule
            }),
            reasons: before
                .iter()
                .filter(|it| it.cell == cell)
                .copied()
                .collect(),
        })
    }
}

/// The same board with these digits.
fn with_digits(puzzle: &Puzzle, digits: Vec<Option<Digit>>) -> Result<Puzzle, PuzzleError> {
    Puzzle::new(puzzle.size().into(), digits, puzzle.inequalities().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::futoshiki::Inequality;

    /// Two by two with one sign: 1 and 2 in the first row.
    fn smallest() -> Puzzle {
        let sign = Inequality {
            smaller: Cell::new(0, 0),
            larger: Cell::new(0, 1),
        };
        Puzzle::new(2, vec![None; 4], vec![sign]).unwrap()
    }

    #[test]
    fn a_digit_that_is_entered_and_wrong_comes_first() {
        let entered = [None, Some(2), Some(1), None];
        let mut hints = Hints::new(&smallest(), &entered).unwrap();
        let hint = hints.next();
        assert_eq!(hint, Hint::Wrong(Cell::new(1, 0), 1));
        hints.follow(&hint).unwrap();
        let Hint::Enter { rule, reasons, .. } = hints.next() else {
            panic!("a digit is missing");
        };
        assert!(rule.is_some() && !reasons.is_empty());
    }

    #[test]
    fn what_is_given_and_contradicts_itself_has_no_hints() {
        let twice = Puzzle::new(2, vec![Some(1), Some(1), None, None], Vec::new()).unwrap();
        let none = Hints::new(&twice, &[None; 4]);
        assert_eq!(none.map(|_| ()), Err(HintError::NoSolution));
    }
}
