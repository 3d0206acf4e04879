//! The rows and columns of a puzzle, with the signs that lie in them.

use super::position::CellId;
use crate::puzzle::futoshiki::{LARGEST_SIZE, Puzzle};

/// The places of the longest line.
pub(super) const MOST: usize = LARGEST_SIZE as usize;

/// A row or a column.
pub(super) struct Line {
    size: usize,
    cells: [CellId; MOST],
    smaller: [u32; MOST],
}

impl Line {
    /// So many cells, from the first one on, each so far from the last in the numbers of cells.
    fn of(size: usize, first: usize, step: usize) -> Self {
        let mut cells = [0; MOST];
        for (at, cell) in cells[..size].iter_mut().enumerate() {
            *cell = (first + at * step) as CellId;
        }
        Self {
            size,
            cells,
            smaller: [0; MOST],
        }
    }

    /// Its cells in order.
    pub fn cells(&self) -> &[CellId] {
        &self.cells[..self.size]
    }

    /// By place in the line: the set of the places beside it that hold smaller digits, as bits.
    pub fn smaller(&self) -> &[u32] {
        &self.smaller[..self.size]
    }
}

/// Rows from the top, then columns from the left: row `r` is line `r`, column `c` is line `size + c`.
pub(super) fn lines(puzzle: &Puzzle) -> Vec<Line> {
    let size = usize::from(puzzle.size());
    let rows = (0..size).map(|row| Line::of(size, row * size, 1));
    let columns = (0..size).map(|col| Line::of(size, col, size));
    let mut lines: Vec<Line> = rows.chain(columns).collect();
    for sign in puzzle.inequalities() {
        let [(small_row, small_col), (large_row, large_col)] =
            [sign.smaller, sign.larger].map(|it| (usize::from(it.row), usize::from(it.col)));
        if small_row == large_row {
            lines[small_row].smaller[large_col] |= 1 << small_col;
        } else {
            lines[size + small_col].smaller[large_row] |= 1 << small_row;
        }
    }
    lines
}
