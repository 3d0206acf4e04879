//! What is known of every cell, and what rules have not been told yet.

use super::digits::Digits;
use super::trace::{Deduction, Observer, Rule};
use crate::geometry::Cell;
use crate::puzzle::futoshiki::Puzzle;

/// A cell's number, row by row.
pub(super) type CellId = u16;

/// A cell has no digit left.
#[derive(Debug)]
pub(super) struct Contradiction;

/// A point of the search to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

/// The domains of all cells, with the cells and lines that changed since a rule saw them.
pub(super) struct Position {
    size: usize,
    domains: Vec<Digits>,
    /// Cells that changed, and what they were.
    trail: Vec<(CellId, Digits)>,
    /// Cells that changed since rules of cells saw them.
    news: Vec<CellId>,
    /// By rule of lines: the lines that changed, as bits: rows, then columns.
    stale: [u64; 3],
    /// Digits taken so far, also in guesses taken back.
    pub taken: u64,
    /// Cells fixed so far, also in guesses taken back.
    pub fixed: u64,
    /// Guesses that stand.
    pub depth: usize,
}

impl Position {
    /// The given digits, and any digit in every other cell.
    pub fn new(puzzle: &Puzzle) -> Self {
        let size = usize::from(puzzle.size());
        let givens = puzzle.givens().iter();
        let all = Digits::all(puzzle.size());
        let domains = givens.map(|given| given.map_or(all, Digits::one));
        Self {
            size,
            domains: domains.collect(),
            trail: Vec::with_capacity(2 * size * size),
            news: (0..(size * size) as CellId).collect(),
            stale: [(1 << (2 * size)) - 1; 3],
            taken: 0,
            fixed: 0,
            depth: 0,
        }
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn domain(&self, cell: CellId) -> Digits {
        self.domains[usize::from(cell)]
    }

    pub fn domains(&self) -> &[Digits] {
        &self.domains
    }

    /// The next cell that changed since rules of cells saw it.
    pub fn next_cell(&mut self) -> Option<CellId> {
        self.news.pop()
    }

    /// The next line that changed since this rule of lines saw it.
    pub fn next_line(&mut self, rule: usize) -> Option<usize> {
        let lines = &mut self.stale[rule];
        let line = (*lines != 0).then(|| lines.trailing_zeros() as usize);
        *lines &= lines.wrapping_sub(1);
        line
    }

    /// Leaves a cell only digits of `kept`.
    pub fn keep(
        &mut self,
        cell: CellId,
        kept: Digits,
        rule: Rule,
        observer: &mut impl Observer,
    ) -> Result<(), Contradiction> {
        let before = self.domain(cell);
        let after = before.and(kept);
        if after == before {
            return Ok(());
        }
        let (row, col) = (usize::from(cell) / self.size, usize::from(cell) % self.size);
        self.domains[usize::from(cell)] = after;
        self.trail.push((cell, before));
        self.taken += u64::from(before.without(after).count());
        self.fixed += u64::from(after.count() == 1);
        observer.deduced(&Deduction {
            rule,
            cell: Cell::new(row as u16, col as u16),
            before,
            after,
            depth: self.depth,
        });
        if after.is_empty() {
            return Err(Contradiction);
        }
        self.news.push(cell);
        let lines = 1 << row | 1 << (self.size + col);
        self.stale = self.stale.map(|stale| stale | lines);
        Ok(())
    }

    /// Where the search stands.
    pub fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Takes back all since a mark. All rules had been told all there.
    pub fn take_back(&mut self, mark: Mark) {
        for (cell, before) in self.trail.drain(mark.0..).rev() {
            self.domains[usize::from(cell)] = before;
        }
        self.news.clear();
        self.stale = [0; 3];
    }
}
