//! Which cell is coloured next, and with which colour first.

use super::super::engine::{Switch, Switches};
use super::super::step::ColourSet;
use super::Choice;
use super::position::Position;
use crate::puzzle::flow::{Colour, Node};
use crate::random::Random;

/// Chooses cells and colours.
pub(super) struct Order {
    switches: Switches,
    /// Where cells are chosen at random.
    random: Option<Random>,
}

impl Order {
    pub(super) fn new(choice: Choice, switches: Switches) -> Self {
        let random = match choice {
            Choice::Random(seed) => Some(Random::new(seed)),
            Choice::FirstFree => None,
        };
        Self { switches, random }
    }

    /// A free cell, and the colours to try there, the last one first; `None` when no cell is free.
    pub(super) fn next(&mut self, position: &mut Position) -> Option<(Node, Vec<Colour>)> {
        let free: Vec<Node> = position.free_nodes().collect();
        let node = match &mut self.random {
            Some(random) if !free.is_empty() => *random.pick(&free),
            _ if self.switches.has(Switch::FewestValues) => {
                free.into_iter().min_by_key(|&node| {
                    (position.domain(node).len(), self.tie_break(position, node))
                })?
            }
            _ => *free.first()?,
        };
        Some((node, self.values(position, node)))
    }

    /// With switch `degree`, cells with many free neighbours come first.
    fn tie_break(&self, position: &Position, node: Node) -> usize {
        if !self.switches.has(Switch::Degree) {
            return 0;
        }
        let is_taken = |node: &Node| position.colours[node.index()].is_some();
        position.neighbours(node).filter(is_taken).count()
    }

    /// The colours to try in a cell, the last one first.
    fn values(&self, position: &mut Position, node: Node) -> Vec<Colour> {
        let colours = if self.switches.has(Switch::Local) {
            position.domain(node)
        } else {
            ColourSet::first(position.puzzle.pairs().len())
        };
        let mut values: Vec<Colour> = colours.iter().rev().collect();
        if self.switches.has(Switch::LeastConstraining) {
            values.sort_by_cached_key(|&colour| left_around(position, node, colour));
        }
        values
    }
}

/// How many colours are left to the free neighbours of a cell that gets a colour.
fn left_around(position: &mut Position, node: Node, colour: Colour) -> u32 {
    let free: Vec<Node> = position
        .neighbours(node)
        .filter(|next| position.colours[next.index()].is_none())
        .collect();
    position.colours[node.index()] = Some(colour);
    let left = free
        .iter()
        .map(|&next| position.computed_domain(next).len())
        .sum();
    position.colours[node.index()] = None;
    left
}
