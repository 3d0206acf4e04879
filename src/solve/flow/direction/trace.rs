//! What an observer of the engine is told.

use super::shapes::Shapes;
use crate::puzzle::flow::Node;
use crate::solve::flow::{PathRule, Silent};

/// Why a node lost shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Neighbours agree on the side they share.
    Sides,
    /// Four nodes in a ring: no path bends round two of them and comes back.
    FourCycle,
    /// Three nodes of a smallest ring have one colour, so the fourth has another: paths fill no squares.
    Square,
    /// Two parts of one path meet: that would close a loop.
    Loop,
    /// A neighbour of the same colour must be the next node of the path; one of another is never.
    Colour,
    /// A piece of path that can lie beside two edges lies beside the one that makes the solution smaller.
    Switch,
    /// The search tries one of the shapes left.
    Guess,
    /// A guess led to a contradiction, so its shape is out.
    Refuted,
}

impl Rule {
    /// All rules, in the order in which they are declared.
    pub const ALL: [Self; 8] = [
        Self::Sides,
        Self::FourCycle,
        Self::Square,
        Self::Loop,
        Self::Colour,
        Self::Switch,
        Self::Guess,
        Self::Refuted,
    ];

    /// The name in logs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sides => "sides",
            Self::FourCycle => "four-cycle",
            Self::Square => "square",
            Self::Loop => "loop",
            Self::Colour => "colour",
            Self::Switch => "switch",
            Self::Guess => "guess",
            Self::Refuted => "refuted",
        }
    }
}

/// A node lost shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// Why.
    pub rule: Rule,
    /// Which node.
    pub node: Node,
    /// The shapes it had.
    pub before: Shapes,
    /// The shapes it has now; none is a contradiction.
    pub after: Shapes,
    /// How many guesses stand, this one included if it is one.
    pub depth: usize,
}

/// Is told what the engine does. An observer that does nothing costs nothing.
pub trait Observer {
    /// A pass begins that forbids this of paths.
    fn begun(&mut self, _rule: PathRule) {}

    /// A node lost shapes.
    fn deduced(&mut self, _deduction: &Deduction) {}

    /// Every node is decided: a solution.
    fn solved(&mut self) {}

    /// Another solution was made of one that was found, by a switch.
    fn switched(&mut self) {}

    /// All guesses are taken back: the search goes on in another order.
    fn restarted(&mut self) {}

    /// All guesses are taken back: what is left is settled by learning from contradictions.
    fn learning(&mut self) {}

    /// The position has no solution, or no further one: the last guess is taken back.
    fn taken_back(&mut self) {}
}

impl<O: Observer> Observer for &mut O {
    fn begun(&mut self, rule: PathRule) {
        (**self).begun(rule);
    }

    fn deduced(&mut self, deduction: &Deduction) {
        (**self).deduced(deduction);
    }

    fn solved(&mut self) {
        (**self).solved();
    }

    fn switched(&mut self) {
        (**self).switched();
    }

    fn restarted(&mut self) {
        (**self).restarted();
    }

    fn learning(&mut self) {
        (**self).learning();
    }

    fn taken_back(&mut self) {
        (**self).taken_back();
    }
}

impl Observer for Silent {}
