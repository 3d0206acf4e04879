//! The rows and columns of a puzzle, with the signs that lie in them.

use super::position::CellId;
use crate::puzzle::futoshiki::Puzzle;

/// A row or a column.
pub(super) struct Line {
    /// Its cells in order.
    pub cells: Vec<CellId>,
    /// By place in the line: the set of the places beside it that hold smaller digits, as bits.
    pub smaller: Vec<u32>,
}

/// Rows from the top, then columns from the left: row `r` is line `r`, column `c` is line `size + c`.
pub(super) fn lines(puzzle: &Puzzle) -> Vec<Line> {
    let size = usize::from(puzzle.size());
    let row = |row: usize| (0..size).map(move |col| (row * size + col) as CellId);
    let column = |col: usize| (0..size).map(move |row| (row * size + col) as CellId);
    let cells = (0..size).map(|at| row(at).collect());
    let cells = cells.chain((0..size).map(|at| column(at).collect()));
    let mut lines: Vec<Line> = cells
        .map(|cells| Line {
            cells,
            smaller: vec![0; size],
        })
        .collect();
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
