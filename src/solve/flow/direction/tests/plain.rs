//! The rules again, as plain as can be: no events, no trail, no labels; the whole board every time.
//! Each rule's plain version stands beside the rule; here is what they share, and the loop.

use super::super::graph::Graph;
use super::super::position::{Contradiction, Deduced};
use super::super::shapes::{Shapes, Table};
use super::super::{components, four_cycle, sides, squares, switch};
use crate::puzzle::flow::{Colour, Puzzle};
use crate::solve::flow::PathRule;

/// The shapes left to every node, and what the puzzle says.
pub struct Plain<const SIDES: usize> {
    pub graph: Graph<SIDES>,
    pub rule: PathRule,
    pub terminals: Vec<Option<Colour>>,
    pub shapes: Vec<Shapes>,
    /// The larger states of all switches, if paths may touch themselves.
    pub larger_states: Vec<Vec<[u16; 2]>>,
    has_changed: bool,
}

impl<const SIDES: usize> Plain<SIDES> {
    /// The board before anything is deduced.
    pub fn new(puzzle: &Puzzle, rule: PathRule) -> Self {
        let graph = Graph::new(puzzle.board(), rule);
        let terminals = puzzle.terminals();
        let all = |(node, colour): (usize, &Option<Colour>)| {
            let all = Table::<SIDES>::all(colour.is_some(), graph.sides(node as u16));
            if colour.is_none() && puzzle.may_leave_empty() {
                all | Table::<SIDES>::EMPTY
            } else {
                all
            }
        };
        let mut plain = Self {
            shapes: terminals.iter().enumerate().map(all).collect(),
            graph,
            rule,
            terminals,
            larger_states: Vec::new(),
            has_changed: false,
        };
        if rule == PathRule::AnyPath {
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
            if self.rule != PathRule::AnyPath {
                four_cycle::plain_closed_bends(self)?;
            }
            if self.rule.forbids_three_sides_of_a_four_cycle(SIDES) {
                four_cycle::plain(self)?;
            }
            components::plain(self)?;
            if self.rule == PathRule::NoSquares {
                squares::plain(self)?;
            }
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

    /// By node, the path that it is on, and by path its colour: found by flooding along the sides that are on.
    pub fn paths(&self) -> Result<(Vec<u16>, Vec<Option<Colour>>), Contradiction> {
        let mut path: Vec<u16> = (0..self.graph.absent()).collect();
        for (node, side, to) in self.edges().into_iter().filter(|(node, _, to)| node < to) {
            if self.is_on(node, side) && self.is_on(to, Table::<SIDES>::back(side)) {
                let (from, into) = (path[usize::from(node)], path[usize::from(to)]);
                if from == into {
                    return Err(Contradiction);
                }
                path.iter_mut()
                    .filter(|label| **label == from)
                    .for_each(|label| *label = into);
            }
        }
        let mut colour = vec![None; path.len()];
        for (node, terminal) in self.terminals.iter().enumerate() {
            let of_path = &mut colour[usize::from(path[node])];
            match (terminal, *of_path) {
                (Some(new), Some(known)) if *new != known => return Err(Contradiction),
                (Some(new), _) => *of_path = Some(*new),
                (None, _) => {}
            }
        }
        Ok((path, colour))
    }

    /// The smallest rings: of four nodes on squares, of three on hexagons; each from each of its nodes, both ways.
    pub fn smallest_rings(&self) -> Vec<Vec<u16>> {
        let edges = self.edges();
        let neighbours = |from: u16| {
            let edges = edges.iter().filter(move |(node, ..)| *node == from);
            edges.map(|&(.., to)| to)
        };
        let mut walks: Vec<Vec<u16>> = (0..self.graph.absent()).map(|node| vec![node]).collect();
        for _ in 1..if SIDES == 4 { 4 } else { 3 } {
            let longer = walks.iter().flat_map(|walk| {
                let next = neighbours(walk[walk.len() - 1]).filter(|node| !walk.contains(node));
                next.map(|node| [&walk[..], &[node]].concat())
            });
            walks = longer.collect();
        }
        walks.retain(|walk| neighbours(walk[walk.len() - 1]).any(|node| node == walk[0]));
        walks
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
