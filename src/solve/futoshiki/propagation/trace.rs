//! What an observer of the engine is told.

use super::digits::Digits;
use crate::geometry::Cell;

/// Why a cell lost digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The digit stands in the row or column already.
    Peers,
    /// A sign, or a chain of signs, leaves it too little room.
    Bounds,
    /// The cell is the only one of its row or column for the digit that it keeps.
    Hidden,
    /// Other cells of the row or column use up the digit.
    Subsets,
    /// The row or column, signs included, cannot be filled with the digit there.
    Arrangements,
    /// The search tries one of the digits left.
    Guess,
    /// A guess led to a contradiction, so its digit is out.
    Refuted,
}

impl Rule {
    /// The name in logs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Peers => "peers",
            Self::Bounds => "bounds",
            Self::Hidden => "hidden",
            Self::Subsets => "subsets",
            Self::Arrangements => "arrangements",
            Self::Guess => "guess",
            Self::Refuted => "refuted",
        }
    }
}

/// A cell lost digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// Why.
    pub rule: Rule,
    /// Which cell.
    pub cell: Cell,
    /// The digits it had.
    pub before: Digits,
    /// The digits it has now; none is a contradiction.
    pub after: Digits,
    /// How many guesses stand, this one included if it is one.
    pub depth: usize,
}

/// Is told what the engine does. An observer that does nothing costs nothing.
pub trait Observer {
    /// A cell lost digits.
    fn deduced(&mut self, _deduction: &Deduction) {}

    /// Every cell is decided: a solution.
    fn solved(&mut self) {}

    /// The position has no solution, or no further one: the last guess is taken back.
    fn taken_back(&mut self) {}
}

/// The observer that does nothing.
pub(super) struct Silent;

impl Observer for Silent {}
