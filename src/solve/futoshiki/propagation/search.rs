//! Deduces as far as rules go, tries a digit, takes it back.

use super::super::progress::Progress;
use super::super::{Answer, Request};
use super::arrangements::Arrangements;
use super::bounds::{Signs, bounds};
use super::digits::Digits;
use super::hidden::hidden;
use super::lines::{Line, lines};
use super::peers::peers;
use super::position::{CellId, Contradiction, Position};
use super::subsets::subsets;
use super::trace::{Observer, Rule};
use crate::puzzle::futoshiki::Solution;

/// A search for the solutions of one puzzle.
pub(super) struct Search<'a, O> {
    lines: Vec<Line>,
    signs: Signs,
    arrangements: Arrangements,
    position: Position,
    progress: Progress<'a>,
    observer: &'a mut O,
}

impl<'a, O: Observer> Search<'a, O> {
    pub fn new(request: &Request<'a>, observer: &'a mut O) -> Self {
        let puzzle = request.puzzle;
        Self {
            lines: lines(puzzle),
            signs: Signs::of(puzzle),
            arrangements: Arrangements::new(usize::from(puzzle.size())),
            position: Position::new(puzzle),
            progress: Progress::new(request),
            observer,
        }
    }

    pub fn run(mut self) -> Answer {
        if self.deduce().is_ok() {
            self.search();
        }
        let stats = &mut self.progress.stats;
        stats.assignments = self.position.fixed;
        stats.propagations = self.position.taken;
        self.progress.answer()
    }

    /// Finds the solutions of the position, which is deduced. Leaves it smaller.
    fn search(&mut self) {
        while let Some(cell) = self.chosen() {
            if !self.progress.guess() {
                return;
            }
            let digit = Digits::one(self.position.domain(cell).largest());
            let mark = self.position.mark();
            self.position.depth += 1;
            if self.narrow(cell, digit, Rule::Guess).is_ok() {
                self.search();
            }
            self.position.take_back(mark);
            self.position.depth -= 1;
            self.observer.taken_back();
            if self.progress.is_over() {
                return;
            }
            let rest = self.position.domain(cell).without(digit);
            if self.narrow(cell, rest, Rule::Refuted).is_err() {
                return;
            }
        }
        let single = |digits: &Digits| digits.smallest();
        let digits = self.position.domains().iter().map(single).collect();
        self.observer.solved();
        self.progress.solved(Solution { digits });
    }

    /// The cell to guess at: the fewest digits, then the most signs.
    fn chosen(&self) -> Option<CellId> {
        let cells = 0..self.position.domains().len() as CellId;
        let open = cells.filter(|&cell| self.position.domain(cell).count() > 1);
        open.min_by_key(|&cell| {
            let signs = self.signs.count(cell);
            (self.position.domain(cell).count(), usize::MAX - signs)
        })
    }

    fn narrow(&mut self, cell: CellId, kept: Digits, rule: Rule) -> Result<(), Contradiction> {
        self.position.keep(cell, kept, rule, self.observer)?;
        self.deduce()
    }

    /// Asks all rules until none has anything to say.
    fn deduce(&mut self) -> Result<(), Contradiction> {
        let (position, observer) = (&mut self.position, &mut *self.observer);
        loop {
            if let Some(cell) = position.next_cell() {
                peers(position, cell, observer)?;
                bounds(position, &self.signs, cell, observer)?;
            } else if let Some(line) = position.next_line(0) {
                hidden(position, &self.lines[line], observer)?;
            } else if let Some(line) = position.next_line(1) {
                subsets(position, &self.lines[line], observer)?;
            } else if let Some(line) = position.next_line(2) {
                self.arrangements
                    .look(position, &self.lines[line], observer)?;
            } else {
                return Ok(());
            }
        }
    }
}
