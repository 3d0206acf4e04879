//! A puzzle and its solution.

use std::cmp::Ordering;

use thiserror::Error;

use crate::geometry::Cell;

/// Fewest cells along a side.
pub const SMALLEST_SIZE: u8 = 2;
/// Most cells along a side: a digit is one character, `1` to `9`, then `A` to `P`.
pub const LARGEST_SIZE: u8 = 25;

/// What stands in a cell, 1 to the size of the board.
pub type Digit = u8;

/// The character of a digit: `1` to `9`, then `A` for 10, `B` for 11 and so on.
pub fn symbol(digit: Digit) -> char {
    match digit {
        0..=9 => char::from(b'0' + digit),
        _ => char::from(b'A' + digit - 10),
    }
}

/// Two neighbours, and which of them holds the smaller digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Inequality {
    /// The cell with the smaller digit.
    pub smaller: Cell,
    /// The cell with the larger digit.
    pub larger: Cell,
}

/// A board with given digits and signs. Givens may contradict each other: then there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    size: u8,
    /// Row by row.
    givens: Vec<Option<Digit>>,
    /// Sorted, each pair of cells at most once.
    inequalities: Vec<Inequality>,
}

/// Why something is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// A board too small or too large.
    #[error("a board has {SMALLEST_SIZE} to {LARGEST_SIZE} cells along a side, not {0}")]
    Size(usize),
    /// Not one given, or none, for each cell.
    #[error("{found} cells for a board of {expected}: name each cell once")]
    CellCount {
        /// Cells named.
        found: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// A digit that the board does not have.
    #[error(
        "the digit {digit} at {cell} does not belong on a board of size {size}: write 1 to {size}"
    )]
    Digit {
        /// The digit.
        digit: Digit,
        /// Where it stands.
        cell: Cell,
        /// Size of the board.
        size: u8,
    },
    /// A sign between cells that are no neighbours, or not on the board.
    #[error(
        "there is no sign between {0} and {1}: signs stand between cells side by side on the board"
    )]
    NoNeighbours(Cell, Cell),
    /// Two signs between the same two cells that contradict each other.
    #[error("{0} and {1} are each to be smaller than the other: remove one of the two signs")]
    Opposite(Cell, Cell),
}

impl Puzzle {
    /// A puzzle of `size` cells along a side. Givens are listed row by row; the order of inequalities is of no account.
    ///
    /// # Errors
    /// [`PuzzleError`], for what is no board; contradictions of digits are no error.
    pub fn new(
        size: usize,
        givens: Vec<Option<Digit>>,
        mut inequalities: Vec<Inequality>,
    ) -> Result<Self, PuzzleError> {
        let side = u8::try_from(size).unwrap_or(0);
        if !(SMALLEST_SIZE..=LARGEST_SIZE).contains(&side) {
            return Err(PuzzleError::Size(size));
        }
        let (found, expected) = (givens.len(), size * size);
        if found != expected {
            return Err(PuzzleError::CellCount { found, expected });
        }
        for (index, digit) in givens.iter().enumerate() {
            if let Some(digit) = digit.filter(|digit| !(1..=side).contains(digit)) {
                let cell = Cell::from_index(index, u16::from(side));
                return Err(PuzzleError::Digit {
                    digit,
                    cell,
                    size: side,
                });
            }
        }
        inequalities.sort_unstable();
        inequalities.dedup();
        for &Inequality { smaller, larger } in &inequalities {
            let is_on_board = |cell: Cell| cell.row.max(cell.col) < u16::from(side);
            let distance = smaller.row.abs_diff(larger.row) + smaller.col.abs_diff(larger.col);
            if distance != 1 || !is_on_board(smaller) || !is_on_board(larger) {
                return Err(PuzzleError::NoNeighbours(smaller, larger));
            }
            let opposite = Inequality {
                smaller: larger,
                larger: smaller,
            };
            if inequalities.binary_search(&opposite).is_ok() {
                return Err(PuzzleError::Opposite(smaller, larger));
            }
        }
        Ok(Self {
            size: side,
            givens,
            inequalities,
        })
    }

    /// Cells along a side; also the largest digit.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Row by row: the digit that is given.
    pub fn givens(&self) -> &[Option<Digit>] {
        &self.givens
    }

    /// The signs, sorted, each once.
    pub fn inequalities(&self) -> &[Inequality] {
        &self.inequalities
    }

    /// How the digit of `a` compares to that of `b` by the sign between them, if there is one.
    pub fn sign(&self, a: Cell, b: Cell) -> Option<Ordering> {
        let has = |smaller, larger| {
            let sought = Inequality { smaller, larger };
            self.inequalities.binary_search(&sought).is_ok()
        };
        match (has(a, b), has(b, a)) {
            (true, _) => Some(Ordering::Less),
            (_, true) => Some(Ordering::Greater),
            _ => None,
        }
    }
}

/// A digit in every cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution {
    /// Row by row.
    pub digits: Vec<Digit>,
}
