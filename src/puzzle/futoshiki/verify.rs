//! The independent checker: does this solution solve this puzzle? It shares nothing with any engine.

use thiserror::Error;

use super::model::{Digit, Inequality, Puzzle, Solution};
use crate::geometry::Cell;

/// Why a solution does not solve its puzzle: the first flaw found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// Not one digit for each cell.
    #[error("{found} digits for {expected} cells")]
    CellCount {
        /// Digits of the solution.
        found: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// A digit that the board does not have.
    #[error("{1} holds {0}, which the board does not have")]
    Digit(Digit, Cell),
    /// A given digit is changed.
    #[error("{0} holds another digit than the given one")]
    Given(Cell),
    /// A digit stands twice in a row.
    #[error("{1} holds {0}, as another cell of its row")]
    Row(Digit, Cell),
    /// A digit stands twice in a column.
    #[error("{1} holds {0}, as another cell of its column")]
    Column(Digit, Cell),
    /// A sign that does not hold.
    #[error("the digit of {0} is not smaller than that of {1}")]
    Sign(Cell, Cell),
}

/// Accepts a solution when each digit stands once in every row and column, givens stand where they were, and signs hold.
///
/// # Errors
/// The first [`Flaw`].
pub fn verify(puzzle: &Puzzle, solution: &Solution) -> Result<(), Flaw> {
    let size = u16::from(puzzle.size());
    let (found, expected) = (solution.digits.len(), puzzle.givens().len());
    if found != expected {
        return Err(Flaw::CellCount { found, expected });
    }
    let digit_at = |cell: Cell| solution.digits[cell.index(size)];
    for row in 0..size {
        for col in 0..size {
            let cell = Cell::new(row, col);
            let digit = digit_at(cell);
            if digit == 0 || digit > puzzle.size() {
                return Err(Flaw::Digit(digit, cell));
            }
            if puzzle.givens()[cell.index(size)].is_some_and(|given| given != digit) {
                return Err(Flaw::Given(cell));
            }
            if (0..col).any(|before| digit_at(Cell::new(row, before)) == digit) {
                return Err(Flaw::Row(digit, cell));
            }
            if (0..row).any(|above| digit_at(Cell::new(above, col)) == digit) {
                return Err(Flaw::Column(digit, cell));
            }
        }
    }
    for &Inequality { smaller, larger } in puzzle.inequalities() {
        if digit_at(smaller) >= digit_at(larger) {
            return Err(Flaw::Sign(smaller, larger));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `1 . / ^ / . .` with the solution `1 2 / 2 1`.
    fn puzzle() -> Puzzle {
        let sign = Inequality {
            smaller: Cell::new(0, 0),
            larger: Cell::new(1, 0),
        };
        Puzzle::new(2, vec![Some(1), None, None, None], vec![sign]).unwrap()
    }

    fn flaw(digits: &[Digit]) -> Option<Flaw> {
        let digits = digits.to_vec();
        verify(&puzzle(), &Solution { digits }).err()
    }

    #[test]
    fn the_solution_is_accepted_and_each_kind_of_flaw_is_named() {
        assert_eq!(flaw(&[1, 2, 2, 1]), None);
        let (found, expected) = (3, 4);
        assert_eq!(flaw(&[1, 2, 2]), Some(Flaw::CellCount { found, expected }));
        assert_eq!(flaw(&[1, 3, 2, 1]), Some(Flaw::Digit(3, Cell::new(0, 1))));
        assert_eq!(flaw(&[1, 0, 2, 1]), Some(Flaw::Digit(0, Cell::new(0, 1))));
        assert_eq!(flaw(&[2, 1, 1, 2]), Some(Flaw::Given(Cell::new(0, 0))));
        assert_eq!(flaw(&[1, 1, 2, 2]), Some(Flaw::Row(1, Cell::new(0, 1))));
        assert_eq!(flaw(&[1, 2, 1, 2]), Some(Flaw::Column(1, Cell::new(1, 0))));
        let none = vec![None; 4];
        let free = Puzzle::new(2, none, puzzle().inequalities().to_vec()).unwrap();
        let digits = vec![2, 1, 1, 2];
        let wrong = verify(&free, &Solution { digits });
        assert_eq!(wrong, Err(Flaw::Sign(Cell::new(0, 0), Cell::new(1, 0))));
    }
}
