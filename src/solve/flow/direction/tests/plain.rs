//! The rules again, as plain as can be: no events, no trail, no labels; the whole board every time.
//! Each rule's plain version stands beside the rule; here is what they share, and the loop.

use super::super::graph::Graph;
use super::super::position::{Contradiction, Deduced};
use super::super::shapes::{Shapes, Table};
use super::super::{components, four_cycle, sides, switch};
use crate::puzzle::flow::{Colour, Puzzle};

/// The shapes left to every node, and what the puzzle says.
pub struct Plain<const SIDES: usize> {
    pub graph: Graph<SIDES>,
    pub touching: bool,
    pub terminals: Vec<Option<Colour>>,
    pub shapes: Vec<Shapes>,
    /// The larger states of all switches, if paths may touch themselves.
    pub larger_states: Vec<Vec<[u16; 2]>>,
    has_changed: bool,
}

impl<const SIDES: usize> Plain<SIDES> {
    /// The board before anything is deduced.
    pub fn new(puzzle: &Puzzle, touching: bool) -> Self {
        let graph = Graph::new(puzzle.board(), touching);
        let terminals = puzzle.terminals();
        let all = |(node, colour): (usize, &Option<Colour>)| {
            Table::<SIDES>::all(colour.is_some(), graph.sides(node as u16))
        };
        let mut plain = Self {
            shapes: terminals.iter().enumerate().map(all).collect(),
            graph,
            touching,
            terminals,
            larger_states: Vec::new(),
            has_changed: false,
        };
        if touching {
            plain.larger_states = switch::plain_states(&plain);
        }
        plain
    }

    /// Applies every rule to the whole board until nothing changes.
    pub fn deduce(&mut self) -> Deduced {
        loop {
            self.has_changed = false;
            if self.shapes.contains(&Shapes::NONE) {
                return Err(Contradiction);
            }
            sides::plain(self)?;
            if !self.touching {
                four_cycle::plain(self)?;
            }
            components::plain(self)?;
            switch::plain(self)?;
            if !self.has_changed {
                return Ok(());
            }
        }
    }

    pub fn keep(&mut self, node: u16, shapes: Shapes) -> Deduced {
        let place = &mut self.shapes[usize::from(node)];
        self.has_changed |= *place & shapes != *place;
        *place = *place & shapes;
        if *place == Shapes::NONE {
            return Err(Contradiction);
        }
        Ok(())
    }

    pub fn remove(&mut self, node: u16, shapes: Shapes) -> Deduced {
        self.keep(node, shapes.inverse())
    }

    /// Whether every shape left to a node uses the side.
    pub fn is_on(&self, node: u16, side: usize) -> bool {
        self.shapes[usize::from(node)] & Table::<SIDES>::using_none(1 << side) == Shapes::NONE
    }

    /// Whether no shape left to a node uses the side.
    pub fn is_off(&self, node: u16, side: usize) -> bool {
        self.shapes[usize::from(node)] & Table::<SIDES>::using_all(1 << side) == Shapes::NONE
    }

    /// Whether every shape left to a node uses one of two sides or both.
    pub fn is_blocked(&self, node: u16, a: usize, b: usize) -> bool {
        self.shapes[usize::from(node)] & Table::<SIDES>::using_none(1 << a | 1 << b) == Shapes::NONE
    }

    /// All nodes with their sides that lead somewhere: node, side, neighbour.
    pub fn edges(&self) -> Vec<(u16, usize, u16)> {
        (0..self.graph.absent())
            .flat_map(|node| (0..SIDES).map(move |side| (node, side)))
            .map(|(node, side)| (node, side, self.graph.linked(node, side)))
            .filter(|&(_, _, to)| to != self.graph.absent())
            .collect()
    }
}
