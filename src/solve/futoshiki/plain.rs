//! Plain backtracking: the first empty cell in row order, digits from the largest, the signs of a cell looked up in a hash
//! table.

use std::collections::HashMap;

use super::progress::Progress;
use super::{Answer, Request};
use crate::puzzle::futoshiki::{Digit, Puzzle, Solution};

/// By cell: its neighbours with a sign between, and whether the cell is the smaller.
type Signs = HashMap<usize, Vec<(usize, bool)>>;

/// Solves a puzzle.
pub(super) fn solve(request: &Request) -> Answer {
    let puzzle = request.puzzle;
    let mut search = Search {
        size: usize::from(puzzle.size()),
        signs: signs(puzzle),
        digits: vec![0; puzzle.givens().len()],
        progress: Progress::new(request),
    };
    // Givens that contradict each other leave nothing to search.
    let is_consistent = puzzle.givens().iter().enumerate().all(|(cell, given)| {
        given.is_none_or(|digit| {
            let fits = search.fits(cell, digit);
            search.digits[cell] = digit;
            fits
        })
    });
    if is_consistent {
        search.fill(0);
    }
    search.progress.answer()
}

fn signs(puzzle: &Puzzle) -> Signs {
    let cols = u16::from(puzzle.size());
    let mut signs = Signs::new();
    for sign in puzzle.inequalities() {
        let (smaller, larger) = (sign.smaller.index(cols), sign.larger.index(cols));
        signs.entry(smaller).or_default().push((larger, true));
        signs.entry(larger).or_default().push((smaller, false));
    }
    signs
}

struct Search<'a> {
    size: usize,
    signs: Signs,
    /// Row by row; 0 is empty.
    digits: Vec<Digit>,
    progress: Progress<'a>,
}

impl Search<'_> {
    /// Fills the empty cells from this one on in all ways.
    fn fill(&mut self, from: usize) {
        let empty = (from..self.digits.len()).find(|&cell| self.digits[cell] == 0);
        let Some(cell) = empty else {
            let digits = self.digits.clone();
            self.progress.solved(Solution { digits });
            return;
        };
        for digit in (1..=self.size as Digit).rev() {
            if !self.fits(cell, digit) {
                continue;
            }
            if !self.progress.assign() {
                break;
            }
            self.digits[cell] = digit;
            self.fill(cell + 1);
            self.digits[cell] = 0;
            if self.progress.is_over() {
                break;
            }
        }
    }

    /// Whether a digit contradicts none that stands.
    fn fits(&self, cell: usize, digit: Digit) -> bool {
        let (row, col) = (cell / self.size, cell % self.size);
        let is_in_row = |col: usize| self.digits[row * self.size + col] == digit;
        let is_in_column = |row: usize| self.digits[row * self.size + col] == digit;
        let holds = |&(other, is_smaller): &(usize, bool)| match self.digits[other] {
            0 => true,
            other if is_smaller => digit < other,
            other => digit > other,
        };
        let holds_all = self
            .signs
            .get(&cell)
            .is_none_or(|signs| signs.iter().all(holds));
        holds_all && !(0..self.size).any(|at| is_in_row(at) || is_in_column(at))
    }
}
