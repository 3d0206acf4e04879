//! Rows and columns.

use std::fmt;

/// A row and a column of a board, both from 0, top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row, from 0 at the top.
    pub row: u16,
    /// Column, from 0 at the left.
    pub col: u16,
}

impl Cell {
    /// The cell at `row` and `col`.
    pub const fn new(row: u16, col: u16) -> Self {
        Self { row, col }
    }

    /// The cell's number when cells are counted row by row from 0.
    pub fn index(self, cols: u16) -> usize {
        usize::from(self.row) * usize::from(cols) + usize::from(self.col)
    }

    /// The cell with number `index`; the reverse of [`Cell::index`].
    pub fn from_index(index: usize, cols: u16) -> Self {
        let cols = usize::from(cols);
        Self::new((index / cols) as u16, (index % cols) as u16)
    }
}

impl fmt::Display for Cell {
    /// As people count: from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.col + 1)
    }
}
