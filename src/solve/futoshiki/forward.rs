//! Forward checking: after each digit, every empty cell that it concerns must have a digit left. The digits used in each row
//! and column are bit sets.

use super::progress::Progress;
use super::{Answer, Request};
use crate::puzzle::futoshiki::{Digit, Solution};

/// Which empty cell is filled next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// The first in row order.
    First,
    /// The one with the fewest digits left by row, column and signs; the first of those.
    FewestBySigns,
    /// The one with the fewest digits left by row and column; the first of those.
    FewestByLines,
    /// The one with the fewest digits left by row, column and signs; of those the one with the most empty cells in its row,
    /// in its column and beside its signs.
    FewestThenDegree,
}

/// A set of digits: digit `d` is bit `d - 1`.
type Digits = u32;

/// Solves a puzzle.
pub(super) fn solve(request: &Request, choice: Choice) -> Answer {
    let puzzle = request.puzzle;
    let size = usize::from(puzzle.size());
    let mut signs = vec![Vec::new(); size * size];
    for sign in puzzle.inequalities() {
        let [smaller, larger] = [sign.smaller, sign.larger].map(|it| it.index(size as u16));
        signs[smaller].push((larger, true));
        signs[larger].push((smaller, false));
    }
    let mut search = Search {
        size,
        choice,
        signs,
        digits: vec![0; size * size],
        rows: vec![0; size],
        cols: vec![0; size],
        progress: Progress::new(request),
    };
    let is_consistent = puzzle.givens().iter().enumerate().all(|(cell, given)| {
        given.is_none_or(|digit| {
            let fits = search.left(cell) & bit(digit) != 0;
            search.put(cell, digit);
            fits
        })
    });
    if is_consistent && (0..size * size).all(|cell| search.has_digit_left(cell)) {
        search.fill();
    }
    search.progress.answer()
}

fn bit(digit: Digit) -> Digits {
    1 << (digit - 1)
}

struct Search<'a> {
    size: usize,
    choice: Choice,
    /// By cell: its neighbours with a sign between, and whether the cell is the smaller.
    signs: Vec<Vec<(usize, bool)>>,
    /// Row by row; 0 is empty.
    digits: Vec<Digit>,
    /// By row: digits used.
    rows: Vec<Digits>,
    /// By column: digits used.
    cols: Vec<Digits>,
    progress: Progress<'a>,
}

impl Search<'_> {
    /// Fills the empty cells in all ways.
    fn fill(&mut self) {
        let Some(cell) = self.next() else {
            let digits = self.digits.clone();
            self.progress.solved(Solution { digits });
            return;
        };
        let left = self.left(cell);
        for digit in (1..=self.size as Digit).rev() {
            if left & bit(digit) == 0 {
                continue;
            }
            if !self.progress.assign() {
                break;
            }
            self.put(cell, digit);
            if self.concerned(cell).all(|it| self.has_digit_left(it)) {
                self.fill();
            }
            self.take_back(cell, digit);
            if self.progress.is_over() {
                break;
            }
        }
    }

    fn put(&mut self, cell: usize, digit: Digit) {
        self.digits[cell] = digit;
        self.rows[cell / self.size] |= bit(digit);
        self.cols[cell % self.size] |= bit(digit);
    }

    fn take_back(&mut self, cell: usize, digit: Digit) {
        self.digits[cell] = 0;
        self.rows[cell / self.size] &= !bit(digit);
        self.cols[cell % self.size] &= !bit(digit);
    }

    /// The empty cell to fill next.
    fn next(&self) -> Option<usize> {
        let mut empty = (0..self.digits.len()).filter(|&cell| self.digits[cell] == 0);
        let count = |digits: Digits| digits.count_ones();
        match self.choice {
            Choice::First => empty.next(),
            Choice::FewestBySigns => empty.min_by_key(|&cell| count(self.left(cell))),
            Choice::FewestByLines => empty.min_by_key(|&cell| count(self.left_in_lines(cell))),
            Choice::FewestThenDegree => empty.min_by_key(|&cell| {
                let degree = self
                    .concerned(cell)
                    .filter(|&it| self.digits[it] == 0)
                    .count();
                (count(self.left(cell)), usize::MAX - degree)
            }),
        }
    }

    /// The cells that a digit concerns: those of the row and of the column, and those beside signs, which count again.
    fn concerned(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, col) = (cell / self.size, cell % self.size);
        let in_row = (0..self.size).map(move |col| row * self.size + col);
        let in_column = (0..self.size).map(move |row| row * self.size + col);
        let beside = self.signs[cell].iter().map(|(other, _)| *other);
        in_row
            .chain(in_column)
            .chain(beside)
            .filter(move |&it| it != cell)
    }

    fn has_digit_left(&self, cell: usize) -> bool {
        self.digits[cell] != 0 || self.left(cell) != 0
    }

    /// Digits that stand neither in the row nor in the column.
    fn left_in_lines(&self, cell: usize) -> Digits {
        let all = (1 << self.size) - 1;
        all & !(self.rows[cell / self.size] | self.cols[cell % self.size])
    }

    /// Digits that contradict none that stands.
    fn left(&self, cell: usize) -> Digits {
        let mut left = self.left_in_lines(cell);
        for &(other, is_smaller) in &self.signs[cell] {
            left &= match self.digits[other] {
                0 => continue,
                digit if is_smaller => bit(digit) - 1,
                digit => !(bit(digit) | (bit(digit) - 1)),
            };
        }
        left
    }
}
