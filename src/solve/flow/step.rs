//! What every engine tells an observer: step by step, what is left to a cell, and why.

use super::PathRule;
use crate::puzzle::flow::{Colour, Node};

/// A set of shapes of a pipe, each by the mask of the sides that it joins: a bit for each mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ShapeSet([u64; 4]);

impl ShapeSet {
    /// The masks of the sides that the shapes join, smallest first.
    pub fn masks(self) -> impl Iterator<Item = u8> {
        let has = move |mask: &u8| self.0[usize::from(mask / 64)] >> (mask % 64) & 1 != 0;
        (0..=u8::MAX).filter(has)
    }
}

impl FromIterator<u8> for ShapeSet {
    /// The shapes of these masks.
    fn from_iter<I: IntoIterator<Item = u8>>(masks: I) -> Self {
        let mut set = Self::default();
        for mask in masks {
            set.0[usize::from(mask / 64)] |= 1 << (mask % 64);
        }
        set
    }
}

/// A set of colours: bit `c` stands for colour `c`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ColourSet(pub u128);

impl ColourSet {
    /// The most colours of a puzzle that a set can hold.
    pub const MOST: usize = 128;

    /// Colours 0 to `count` - 1; at most [`Self::MOST`].
    pub fn first(count: usize) -> Self {
        Self(if count >= Self::MOST {
            u128::MAX
        } else {
            (1 << count) - 1
        })
    }

    /// The set of one colour.
    pub fn single(colour: Colour) -> Self {
        Self(1 << colour.0)
    }

    /// How many there are.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a colour is among them.
    pub fn contains(self, colour: Colour) -> bool {
        self.0 >> colour.0 & 1 != 0
    }

    /// The colours, in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Colour> {
        (0..Self::MOST as u16)
            .map(Colour)
            .filter(move |&colour| self.contains(colour))
    }
}

/// What a step leaves to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// One of these shapes; none is a contradiction.
    Shapes(ShapeSet),
    /// One of these colours; none is a contradiction.
    Colours(ColourSet),
    /// The flow of this colour, which comes from a neighbour.
    Line {
        /// The flow.
        colour: Colour,
        /// The neighbour.
        from: Node,
    },
}

/// Why a step was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The search tries it. Undone by the next [`Observer::taken_back`] that is not another guess's.
    Guess,
    /// A rule, by the name that its engine gives it.
    Rule(&'static str),
}

/// One step of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The node that it concerns.
    pub node: Node,
    /// What it leaves to the node.
    pub left: Left,
    /// Why.
    pub cause: Cause,
}

/// Is told what an engine does. Steps since a guess are undone together with it.
pub trait Observer {
    /// A pass begins on the empty board that forbids this of paths.
    fn begun(&mut self, _rule: PathRule) {}

    /// Something was tried or deduced.
    fn stepped(&mut self, _step: &Step) {}

    /// The last guess that stands is taken back, and all that followed from it.
    fn taken_back(&mut self) {}

    /// All guesses that stand are taken back.
    fn restarted(&mut self) {}

    /// Every node is decided: a solution.
    fn solved(&mut self) {}

    /// Whether anybody looks. If not, engines save themselves the telling.
    fn is_watching(&self) -> bool {
        true
    }
}

/// The observer that does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn is_watching(&self) -> bool {
        false
    }
}
