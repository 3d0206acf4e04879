//! The board as the engine walks it: for each node, the neighbour behind each side.

use crate::puzzle::flow::{Board, Side};

use super::ways::Table;

/// Neighbours by node and side. One more row than there are nodes: the *absent* node, which stands
/// behind every side that leads nowhere and has only itself for a neighbour, so that no walk needs to
/// ask whether there is a neighbour.
pub(super) struct Graph<const SIDES: usize> {
    neighbours: Vec<[u16; SIDES]>,
}

impl<const SIDES: usize> Graph<SIDES> {
    /// Reads each side of each node once.
    ///
    /// Two nodes that are neighbours twice (on a warp two cells wide: by a step and by a wrap) keep one
    /// side, the step: a solution is a list of nodes and cannot tell the two apart, and no path can use
    /// both.
    pub(super) fn new(board: &Board) -> Self {
        let absent = board.node_count() as u16;
        let mut neighbours = vec![[absent; SIDES]; board.node_count() + 1];
        for node in board.nodes() {
            let row = &mut neighbours[node.index()];
            for (side, to) in row.iter_mut().enumerate() {
                if let Some(edge) = board.edge(node, Side(side as u8)) {
                    let is_second = edge.is_wrap
                        && board
                            .edge_between(node, edge.to)
                            .is_some_and(|(step, _)| step.index() != side);
                    if !is_second {
                        *to = edge.to.0;
                    }
                }
            }
        }
        Self { neighbours }
    }

    /// The node that is none.
    #[inline]
    pub(super) fn absent(&self) -> u16 {
        (self.neighbours.len() - 1) as u16
    }

    /// The neighbours of a node by side.
    #[inline]
    pub(super) fn neighbours(&self, node: u16) -> [u16; SIDES] {
        self.neighbours[usize::from(node)]
    }

    /// The neighbour behind a side.
    #[inline]
    pub(super) fn neighbour(&self, node: u16, side: usize) -> u16 {
        self.neighbours[usize::from(node)][side]
    }

    /// The sides that lead somewhere, as a mask.
    pub(super) fn sides(&self, node: u16) -> u8 {
        self.neighbours(node)
            .iter()
            .enumerate()
            .filter(|&(_, &to)| to != self.absent())
            .fold(0, |mask, (side, _)| mask | 1 << side)
    }

    /// The node across the four-cycle that has this corner of `node`; absent when a wall, a hole or
    /// the border breaks it.
    ///
    /// ```text
    ///      a ── o        o lies behind the second side of a
    ///      │    │        and behind the first side of b
    ///   node ── b
    /// ```
    #[inline]
    pub(super) fn across(&self, node: u16, corner: usize) -> u16 {
        let (first, second) = Table::<SIDES>::sides_of_corner(corner);
        let a = self.neighbour(node, first);
        let b = self.neighbour(node, second);
        let across = self.neighbour(a, second);
        if across == self.neighbour(b, first) {
            across
        } else {
            self.absent()
        }
    }
}
