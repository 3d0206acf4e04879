//! What is assigned so far, and what is left to the free cells.

use super::super::engine::{Switch, Switches};
use super::super::run::Run;
use super::super::step::{Cause, ColourSet, Left};
use crate::puzzle::flow::{Board, Colour, Node, Puzzle};

/// The name of the rule that takes colours from a domain.
pub(super) const DOMAIN: &str = "domain";

/// A place in the history of a position to come back to.
pub(super) struct Mark {
    trail: usize,
    connected: ColourSet,
}

/// A board that is partly coloured.
pub(super) struct Position<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) touching: bool,
    pub(super) switches: Switches,
    pub(super) colours: Vec<Option<Colour>>,
    pub(super) is_terminal: Vec<bool>,
    /// Colours whose terminals are connected, with switch `cache` or `local`.
    pub(super) connected: ColourSet,
    /// By node: what is left to a free cell. Kept up to date with switch `local` alone.
    domains: Vec<ColourSet>,
    /// What domains were before they changed.
    trail: Vec<(Node, ColourSet)>,
    /// By node: the nodes at most two steps away. A colour in one changes what may stand in the other.
    near: Vec<Vec<Node>>,
}

impl<'a> Position<'a> {
    /// The board with its terminals alone.
    pub(super) fn new(puzzle: &'a Puzzle, touching: bool, switches: Switches) -> Self {
        let board = puzzle.board();
        let colours = puzzle.terminals();
        Self {
            puzzle,
            touching,
            switches,
            is_terminal: colours.iter().map(Option::is_some).collect(),
            domains: vec![ColourSet::first(puzzle.pairs().len()); colours.len()],
            colours,
            connected: ColourSet::default(),
            trail: Vec::new(),
            near: board.nodes().map(|node| near(board, node)).collect(),
        }
    }

    /// Takes from the domains what the terminals forbid.
    pub(super) fn begin(&mut self) {
        for colour in self.puzzle.colours() {
            if self.is_connected(colour) {
                self.connected.0 |= ColourSet::single(colour).0;
            }
        }
        for node in self.free_nodes().collect::<Vec<_>>() {
            self.domains[node.index()] = self.computed_domain(node);
        }
    }

    pub(super) fn free_nodes(&self) -> impl Iterator<Item = Node> + '_ {
        let nodes = self.puzzle.board().nodes();
        nodes.filter(|node| self.colours[node.index()].is_none())
    }

    pub(super) fn neighbours(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let edges = self.puzzle.board().edges_by_side(node);
        edges.iter().flatten().map(|edge| edge.to)
    }

    /// Colours a free cell. With switch `local`, tells what that takes from the cells around.
    pub(super) fn assign(&mut self, node: Node, colour: Colour, run: &mut Run) -> Mark {
        let mark = Mark {
            trail: self.trail.len(),
            connected: self.connected,
        };
        self.colours[node.index()] = Some(colour);
        let is_kept = self.switches.has(Switch::Cache) || self.switches.has(Switch::Local);
        if is_kept && self.is_connected(colour) {
            self.connected.0 |= ColourSet::single(colour).0;
        }
        if self.switches.has(Switch::Local) {
            self.update_domains(node, self.connected != mark.connected);
            for &(node, _) in &self.trail[mark.trail..] {
                let left = Left::Colours(self.domains[node.index()]);
                run.step(node, left, Cause::Rule(DOMAIN));
            }
        }
        mark
    }

    /// Makes a cell free again.
    pub(super) fn undo_to(&mut self, node: Node, mark: Mark) {
        self.colours[node.index()] = None;
        self.connected = mark.connected;
        for (node, domain) in self.trail.drain(mark.trail..).rev() {
            self.domains[node.index()] = domain;
        }
    }

    /// Computes the domains again that a colour in `node` can change: those near it, and all when its colour
    /// has just been connected.
    fn update_domains(&mut self, node: Node, is_connected: bool) {
        let nodes = if is_connected {
            self.free_nodes().collect()
        } else {
            self.near[node.index()].clone()
        };
        for near in nodes {
            if self.colours[near.index()].is_none() {
                let before = self.domains[near.index()];
                let after = self.computed_domain(near);
                if after != before {
                    self.trail.push((near, before));
                    self.domains[near.index()] = after;
                }
            }
        }
    }

    /// The colours that a free cell can have.
    pub(super) fn domain(&mut self, node: Node) -> ColourSet {
        if self.switches.has(Switch::Local) {
            self.domains[node.index()]
        } else {
            self.computed_domain(node)
        }
    }

    pub(super) fn computed_domain(&mut self, node: Node) -> ColourSet {
        let mut domain = ColourSet::default();
        for colour in self.puzzle.colours() {
            if self.is_consistent(node, colour) {
                domain.0 |= ColourSet::single(colour).0;
            }
        }
        domain
    }

    /// A free cell that can have no colour, if there is one.
    pub(super) fn dead_node(&mut self) -> Option<Node> {
        let free: Vec<Node> = self.free_nodes().collect();
        free.into_iter().find(|&node| self.domain(node).is_empty())
    }

    /// About how many bytes a coloured cell takes while it can be taken back.
    pub(super) fn bytes_a_level(&self) -> usize {
        let changed = self.trail.capacity() / self.colours.len();
        size_of::<Mark>() + (1 + changed) * size_of::<(Node, ColourSet)>()
    }
}

/// The nodes at most two steps from a node.
fn near(board: &Board, node: Node) -> Vec<Node> {
    let around = |node| board.edges(node).map(|(_, edge)| edge.to);
    let mut near: Vec<Node> = around(node).chain(around(node).flat_map(around)).collect();
    near.sort_unstable();
    near.dedup();
    near.retain(|&other| other != node);
    near
}
