//! What a solution asks of the game, one step after the other.

use crate::geometry::Cell;

/// One thing that the game must take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// A path over these cells, at least one.
    Stroke(Vec<Cell>),
}

impl Move {
    /// The cells that it passes, in order.
    pub fn cells(&self) -> &[Cell] {
        let Self::Stroke(cells) = self;
        cells
    }
}
