//! A board as (2N-1) x (2N-1) slots: cells where line and place are even, signs between them.
//!
//! ```text
//!   place   0 1 2
//!   line 0  . < .
//!   line 1  ^   v
//!   line 2  . > .
//! ```

use super::error::Problem;
use crate::geometry::Cell;
use crate::puzzle::futoshiki::{
    Digit, Inequality, LARGEST_SIZE, Puzzle, PuzzleError, SMALLEST_SIZE, Solution, symbol,
};
use std::cmp::Ordering;

/// What has been read of a board so far.
pub(super) struct Slots {
    size: u8,
    givens: Vec<Option<Digit>>,
    inequalities: Vec<Inequality>,
}

impl Slots {
    /// No given digit, no sign.
    pub fn new(size: usize) -> Result<Self, Problem> {
        let side = u8::try_from(size).unwrap_or(0);
        if !(SMALLEST_SIZE..=LARGEST_SIZE).contains(&side) {
            return Err(PuzzleError::Size(size).into());
        }
        Ok(Self {
            size: side,
            givens: vec![None; size * size],
            inequalities: Vec::new(),
        })
    }

    pub fn size(&self) -> u8 {
        self.size
    }

    /// Lines, and places of a line.
    pub fn side(&self) -> usize {
        2 * usize::from(self.size) - 1
    }

    /// Puts in what a slot holds; nothing or white space is an empty cell or no sign.
    pub fn put(&mut self, line: usize, place: usize, text: &str) -> Result<(), Problem> {
        let text = text.trim();
        let cell = Cell::new((line / 2) as u16, (place / 2) as u16);
        let shown = || text.chars().take(40).collect::<String>();
        match (line % 2, place % 2, text) {
            (0, 0, _) => {
                let digit = self.digit(text).ok_or_else(|| Problem::NotACell {
                    found: shown(),
                    size: self.size,
                })?;
                self.givens[cell.index(u16::from(self.size))] = digit;
            }
            (_, _, "") => {}
            (0, _, "<") => self.sign(cell, Cell::new(cell.row, cell.col + 1)),
            (0, _, ">") => self.sign(Cell::new(cell.row, cell.col + 1), cell),
            (0, ..) => return Err(Problem::NotARowSign(shown())),
            (_, 0, "^") => self.sign(cell, Cell::new(cell.row + 1, cell.col)),
            (_, 0, "v") => self.sign(Cell::new(cell.row + 1, cell.col), cell),
            (_, 0, _) => return Err(Problem::NotAColumnSign(shown())),
            _ => return Err(Problem::BetweenCells(shown())),
        }
        Ok(())
    }

    pub fn sign(&mut self, smaller: Cell, larger: Cell) {
        self.inequalities.push(Inequality { smaller, larger });
    }

    /// The digit, or none for an empty cell; `None` for what is no cell.
    fn digit(&self, text: &str) -> Option<Option<Digit>> {
        if ["", ".", "_", "0"].contains(&text) {
            return Some(None);
        }
        let upper = text.to_ascii_uppercase();
        let mut digits = 1..=self.size;
        let digit =
            digits.find(|&one| upper == symbol(one).to_string() || upper == one.to_string());
        digit.map(Some)
    }

    pub fn puzzle(self) -> Result<Puzzle, Problem> {
        Ok(Puzzle::new(
            usize::from(self.size),
            self.givens,
            self.inequalities,
        )?)
    }
}

/// The lines of a board as they are written, with the digits of a solution if one is given.
pub(super) fn lines(puzzle: &Puzzle, solution: Option<&Solution>) -> Vec<String> {
    let side = 2 * u16::from(puzzle.size()) - 1;
    let slot = |line: u16, place: u16| {
        let cell = Cell::new(line / 2, place / 2);
        match (line % 2, place % 2) {
            (0, 0) => {
                let index = cell.index(u16::from(puzzle.size()));
                let solved = solution.and_then(|solution| solution.digits.get(index).copied());
                solved.or(puzzle.givens()[index]).map_or('.', symbol)
            }
            (0, _) => match puzzle.sign(cell, Cell::new(cell.row, cell.col + 1)) {
                Some(Ordering::Less) => '<',
                Some(_) => '>',
                None => ' ',
            },
            (_, 0) => match puzzle.sign(cell, Cell::new(cell.row + 1, cell.col)) {
                Some(Ordering::Less) => '^',
                Some(_) => 'v',
                None => ' ',
            },
            _ => ' ',
        }
    };
    let line = |line| (0..side).map(|place| slot(line, place)).collect::<String>();
    (0..side).map(line).collect()
}
