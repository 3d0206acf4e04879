//! The smaller of two neighbours is below the largest digit of the other, the larger above the smallest. Told on from cell to
//! cell, bounds run along chains of signs.

use super::position::{CellId, Contradiction, Position};
use super::trace::{Observer, Rule};
use crate::puzzle::futoshiki::Puzzle;

/// By cell: its neighbours with a sign between.
pub(super) struct Signs {
    larger: Vec<Neighbours>,
    smaller: Vec<Neighbours>,
}

/// Some of the four neighbours of a cell.
#[derive(Clone, Copy, Default)]
struct Neighbours {
    cells: [CellId; 4],
    count: usize,
}

impl Neighbours {
    fn push(&mut self, cell: CellId) {
        self.cells[self.count] = cell;
        self.count += 1;
    }

    fn cells(&self) -> &[CellId] {
        &self.cells[..self.count]
    }
}

impl Signs {
    pub fn of(puzzle: &Puzzle) -> Self {
        let cols = u16::from(puzzle.size());
        let none = || vec![Neighbours::default(); puzzle.givens().len()];
        let (mut larger, mut smaller) = (none(), none());
        for sign in puzzle.inequalities() {
            let [a, b] = [sign.smaller, sign.larger].map(|it| it.index(cols));
            larger[a].push(b as CellId);
            smaller[b].push(a as CellId);
        }
        Self { larger, smaller }
    }

    /// How many signs a cell has.
    pub fn count(&self, cell: CellId) -> usize {
        self.larger[usize::from(cell)].count + self.smaller[usize::from(cell)].count
    }
}

/// Tells the neighbours of a cell between what its digits lie.
pub(super) fn bounds(
    position: &mut Position,
    signs: &Signs,
    cell: CellId,
    observer: &mut impl Observer,
) -> Result<(), Contradiction> {
    let digits = position.domain(cell);
    for &other in signs.larger[usize::from(cell)].cells() {
        position.keep(other, digits.above_smallest(), Rule::Bounds, observer)?;
    }
    for &other in signs.smaller[usize::from(cell)].cells() {
        position.keep(other, digits.below_largest(), Rule::Bounds, observer)?;
    }
    Ok(())
}
