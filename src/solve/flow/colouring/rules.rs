//! Whether a free cell may have a colour.

use super::super::engine::Switch;
use super::position::Position;
use crate::puzzle::flow::{Colour, Node, Side};

impl Position<'_> {
    /// Whether no rule forbids a free cell a colour: the colour is not connected yet, the cell and the terminals
    /// are not locked, and no square of four cells gets one colour.
    pub(super) fn is_consistent(&mut self, node: Node, colour: Colour) -> bool {
        if !self.touching && self.has_enough(colour) {
            return false;
        }
        self.colours[node.index()] = Some(colour);
        let is_consistent = self.is_alive(node)
            && self.are_terminals_alive(node)
            && self.are_neighbours_alive(node)
            && (!self.switches.has(Switch::WeakLock) || self.are_ways_left(node))
            && (self.touching || !self.makes_square(node, colour));
        self.colours[node.index()] = None;
        is_consistent
    }

    /// Whether the terminals of a colour are connected, so that no other cell can have it.
    fn has_enough(&self, colour: Colour) -> bool {
        if self.switches.has(Switch::Cache) {
            self.connected.contains(colour)
        } else {
            self.is_connected(colour)
        }
    }

    /// Whether a way over cells of one colour leads from one terminal to the other.
    pub(super) fn is_connected(&self, colour: Colour) -> bool {
        let [start, end] = self.puzzle.pair(colour).terminals;
        let mut is_met = vec![false; self.colours.len()];
        is_met[start.index()] = true;
        let mut waiting = vec![start];
        while let Some(node) = waiting.pop() {
            for next in self.neighbours(node) {
                let is_same = self.colours[next.index()] == Some(colour);
                if is_same && !std::mem::replace(&mut is_met[next.index()], true) {
                    waiting.push(next);
                }
            }
        }
        is_met[end.index()]
    }

    /// Whether a coloured cell can still get as many neighbours of its colour as it needs, and has not more.
    pub(super) fn is_alive(&self, node: Node) -> bool {
        let needed = self.needed(node);
        let own = self.colours[node.index()];
        let (mut same, mut free) = (0, 0);
        for neighbour in self.neighbours(node) {
            match self.colours[neighbour.index()] {
                None => free += 1,
                other => same += usize::from(other == own),
            }
        }
        same + free >= needed && (self.touching || same <= needed)
    }

    /// Whether no terminal is locked: with switch `neighbours`, only those beside the cell are asked.
    fn are_terminals_alive(&self, node: Node) -> bool {
        if self.switches.has(Switch::Neighbours) {
            let mut beside = self.neighbours(node);
            return beside.all(|next| !self.is_terminal[next.index()] || self.is_alive(next));
        }
        let mut pairs = self.puzzle.pairs().iter();
        pairs.all(|pair| pair.terminals.iter().all(|&node| self.is_alive(node)))
    }

    /// Whether no coloured cell beside this one is locked.
    fn are_neighbours_alive(&self, node: Node) -> bool {
        let mut beside = self.neighbours(node);
        beside.all(|next| self.colours[next.index()].is_none() || self.is_alive(next))
    }

    /// Whether each free cell beside this one still has two ways in: free cells, or cells whose path must go on.
    fn are_ways_left(&self, node: Node) -> bool {
        let is_way = |&next: &Node| self.colours[next.index()].is_none() || self.must_go_on(next);
        let has_ways = |next: Node| {
            self.colours[next.index()].is_some()
                || self.neighbours(next).filter(is_way).nth(1).is_some()
        };
        self.neighbours(node).all(has_ways)
    }

    /// Whether a coloured cell has fewer neighbours of its colour than it needs, or may have more.
    fn must_go_on(&self, node: Node) -> bool {
        let own = self.colours[node.index()];
        let same = self
            .neighbours(node)
            .filter(|next| self.colours[next.index()] == own);
        self.touching || same.count() < self.needed(node)
    }

    /// How many neighbours of its colour a cell needs.
    fn needed(&self, node: Node) -> usize {
        if self.is_terminal[node.index()] { 1 } else { 2 }
    }

    /// Whether a cell is the last of a square of four of one colour. With switch `lazy`, nothing is looked up
    /// unless two neighbours have the colour.
    fn makes_square(&self, node: Node, colour: Colour) -> bool {
        let has_colour = |node: Node| self.colours[node.index()] == Some(colour);
        if self.switches.has(Switch::LazySquare)
            && self
                .neighbours(node)
                .filter(|&next| has_colour(next))
                .count()
                < 2
        {
            return false;
        }
        let board = self.puzzle.board();
        let behind = |node, side| board.edge(node, Side(side)).map(|edge| edge.to);
        (0..4).any(|side| {
            let next = (side + 1) % 4;
            let [a, b] = [side, next].map(|side| behind(node, side));
            let across = a.and_then(|a| behind(a, next));
            [a, b, across]
                .into_iter()
                .all(|node| node.is_some_and(has_colour))
        })
    }
}
