//! The board as the engine walks it: for each node, the nodes that facts about it concern.

use crate::puzzle::flow::{Board, Warp};
use crate::solve::flow::PathRule;

use super::shapes::{Table, sides_where};

/// Links by node. One more row than there are nodes: the *absent* node, which stands behind every link
/// that leads nowhere and has only itself for a neighbour, so that no walk needs to ask whether there is
/// a neighbour.
pub(super) struct Graph<const SIDES: usize> {
    /// By node: its neighbours by side, then the nodes across its corners: `k` and `k + 1`, and, on
    /// hexagons, `k` and `k + 2`.
    links: Vec<[[u16; SIDES]; 3]>,
}

impl<const SIDES: usize> Graph<SIDES> {
    /// Reads each side of each node once. Where paths may go round four-cycles nothing follows from them, so there
    /// nothing lies across a corner.
    pub(super) fn new(board: &Board, rule: PathRule) -> Self {
        let absent = board.node_count() as u16;
        let mut links = vec![[[absent; SIDES]; 3]; board.node_count() + 1];
        for (node, [neighbours, ..]) in board.nodes().zip(&mut links) {
            for (to, edge) in neighbours.iter_mut().zip(board.edges_by_side(node)) {
                *to = edge.map_or(absent, |edge| edge.to.0);
            }
        }
        let mut graph = Self { links };
        if board.layout().warp != Warp::None {
            graph.drop_second_edges(board);
        }
        if rule.forbids_three_sides_of_a_four_cycle(SIDES) {
            graph.look_across_corners();
        }
        graph
    }

    /// Two nodes that are neighbours twice (on a warp two cells wide: by a step and by a wrap) keep one
    /// side, the step: a solution is a list of nodes and cannot tell the two apart, and no path can use
    /// both.
    fn drop_second_edges(&mut self, board: &Board) {
        for node in board.nodes() {
            for (side, edge) in board.edges(node).filter(|(_, edge)| edge.is_wrap) {
                let first = board.edge_between(node, edge.to);
                if first.is_some_and(|(step, _)| step != side) {
                    self.links[node.index()][0][side.index()] = self.absent();
                }
            }
        }
    }

    /// Finds the node across the four-cycle at each corner; absent when a wall, a hole or the border
    /// breaks it. On a board that is given as a graph sides have no direction: there a four-cycle is found only where both ways round
    /// it use the same two sides.
    ///
    /// ```text
    ///      a ── o        o lies behind the second side of a
    ///      │    │        and behind the first side of b
    ///   node ── b
    /// ```
    fn look_across_corners(&mut self) {
        for node in 0..self.absent() {
            let mut beyond = [[0; SIDES]; SIDES];
            for (beyond, neighbour) in beyond.iter_mut().zip(self.neighbours(node)) {
                *beyond = self.neighbours(neighbour);
            }
            let [_, across @ ..] = &mut self.links[usize::from(node)];
            let corners = across.as_flattened_mut().iter_mut();
            for (corner, across) in corners.take(Table::<SIDES>::CORNER_COUNT).enumerate() {
                let (first, second) = Table::<SIDES>::sides_of_corner(corner);
                if beyond[first][second] == beyond[second][first] {
                    *across = beyond[first][second];
                }
            }
        }
    }

    /// The node that is none.
    #[inline]
    pub(super) fn absent(&self) -> u16 {
        (self.links.len() - 1) as u16
    }

    /// The node behind a link: first the sides, then the corners.
    #[inline]
    pub(super) fn linked(&self, node: u16, link: usize) -> u16 {
        self.links[usize::from(node)].as_flattened()[link]
    }

    /// The neighbours of a node by side.
    #[inline]
    pub(super) fn neighbours(&self, node: u16) -> [u16; SIDES] {
        self.links[usize::from(node)][0]
    }

    /// The sides that lead somewhere, as a mask.
    #[inline]
    pub(super) fn sides(&self, node: u16) -> u8 {
        let neighbours = self.neighbours(node);
        sides_where::<SIDES>(|side| neighbours[side] != self.absent())
    }
}
