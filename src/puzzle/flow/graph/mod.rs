//! Boards whose cells lie on no lattice: nodes with positions, and edges between them.
//!
//! Stars, cubes, rings and the like are such boards. Each node is a cell; where two cells share a side, an edge joins their nodes.

mod same;
mod sides;

use std::collections::BTreeSet;

use thiserror::Error;

use sides::{JoinedSides, join_sides};

/// The most nodes of a board: far above any level, and small enough to number nodes in 16 bits.
pub(super) const MAX_NODES: usize = 16_384;

/// The most sides of a node of a graph: as many as a hexagon has, which is what the engine walks.
pub const MAX_GRAPH_SIDES: usize = 6;

/// The nodes and edges of a board that is given as a graph. No edge joins a node to itself, and no two edges join the same
/// nodes. A node has at most [`MAX_GRAPH_SIDES`] edges.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeGraph {
    positions: Vec<[u16; 2]>,
    edges: BTreeSet<(u16, u16)>,
    /// By node: the corners of its cell. Empty where the board has none.
    outlines: Vec<Vec<[u16; 2]>>,
    /// By node: how many edges it has.
    degrees: Vec<usize>,
}

/// Nodes and edges that are no graph of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GraphError {
    /// More nodes than can be numbered.
    #[error("{0} nodes are too many: a board has at most {MAX_NODES}")]
    TooManyNodes(usize),
    /// An edge to a node without a position.
    #[error("there is no node {number}: {count} nodes have a position, and the first is node 0")]
    NoSuchNode {
        /// The number found.
        number: usize,
        /// Nodes of the graph.
        count: usize,
    },
    /// An edge from a node to itself.
    #[error("an edge joins node {0} to itself: join two nodes")]
    Loop(u16),
    /// Two edges between the same nodes.
    #[error("nodes {0} and {1} are joined twice: keep one of the edges")]
    Twice(u16, u16),
    /// A node with too many edges.
    #[error("node {0} has more than {MAX_GRAPH_SIDES} sides: leave out one of its edges")]
    TooManySides(u16),
    /// Outlines of more or fewer cells than there are nodes.
    #[error("{found} outlines for {nodes} nodes: write one for each node, or none")]
    OutlineCount {
        /// Outlines found.
        found: usize,
        /// Nodes of the graph.
        nodes: usize,
    },
    /// An outline that surrounds nothing.
    #[error("the outline of node {0} has less than 3 corners: write `X,Y|X,Y|X,Y` or more")]
    FewCorners(usize),
    /// Joined nodes whose outlines meet nowhere.
    #[error(
        "nodes {0} and {1} are joined, but their outlines share no side: two corners next to each other in both"
    )]
    NoSharedSide(u16, u16),
}

impl NodeGraph {
    /// Nodes at these positions, x to the right and y down, without edges. Only the proportions of the positions count.
    ///
    /// # Errors
    /// [`GraphError::TooManyNodes`].
    pub fn new(positions: Vec<[u16; 2]>) -> Result<Self, GraphError> {
        if positions.len() > MAX_NODES {
            return Err(GraphError::TooManyNodes(positions.len()));
        }
        Ok(Self {
            degrees: vec![0; positions.len()],
            positions,
            edges: BTreeSet::new(),
            outlines: Vec::new(),
        })
    }

    /// Joins two nodes, given by their numbers from 0.
    ///
    /// # Errors
    /// [`GraphError`] when a node does not exist, the two are the same or joined already, or one has no side left.
    pub fn join(&mut self, a: usize, b: usize) -> Result<(), GraphError> {
        let count = self.positions.len();
        if let Some(number) = [a, b].into_iter().find(|&number| number >= count) {
            return Err(GraphError::NoSuchNode { number, count });
        }
        let edge @ (low, high) = (a.min(b) as u16, a.max(b) as u16);
        if low == high {
            return Err(GraphError::Loop(low));
        }
        if self.edges.contains(&edge) {
            return Err(GraphError::Twice(low, high));
        }
        let is_full = |node: &u16| self.degrees[usize::from(*node)] == MAX_GRAPH_SIDES;
        if let Some(node) = [low, high].into_iter().find(is_full) {
            return Err(GraphError::TooManySides(node));
        }
        self.edges.insert(edge);
        self.degrees[a] += 1;
        self.degrees[b] += 1;
        Ok(())
    }

    /// Sets what the cells look like on paper: by node, the corners of its cell, in order. Nodes are joined before.
    ///
    /// # Errors
    /// [`GraphError`] when there are more or fewer than nodes, one has less than three corners, or joined cells share no side.
    pub fn set_outlines(&mut self, outlines: Vec<Vec<[u16; 2]>>) -> Result<(), GraphError> {
        let (found, nodes) = (outlines.len(), self.positions.len());
        if found != nodes {
            return Err(GraphError::OutlineCount { found, nodes });
        }
        if let Some(node) = outlines.iter().position(|corners| corners.len() < 3) {
            return Err(GraphError::FewCorners(node));
        }
        let sides: Vec<BTreeSet<[[u16; 2]; 2]>> = outlines.iter().map(|it| sides(it)).collect();
        let is_apart = |&(a, b): &(u16, u16)| {
            let [a, b] = [a, b].map(|node| &sides[usize::from(node)]);
            a.is_disjoint(b)
        };
        if let Some((a, b)) = self.edges().find(is_apart) {
            return Err(GraphError::NoSharedSide(a, b));
        }
        self.outlines = outlines;
        Ok(())
    }

    /// By node: the corners of its cell, in the unit of the positions. Empty where the board has no outlines.
    pub fn outlines(&self) -> &[Vec<[u16; 2]>] {
        &self.outlines
    }

    /// By node: its position.
    pub fn positions(&self) -> &[[u16; 2]] {
        &self.positions
    }

    /// The edges, each once, the lower node first.
    pub fn edges(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.edges.iter().copied()
    }

    /// How many sides each node of the board is given: an even number, and at least as many as any node has edges.
    pub fn side_count(&self) -> usize {
        let most = self.degrees.iter().copied().max().unwrap_or(0);
        if most <= 4 { 4 } else { MAX_GRAPH_SIDES }
    }

    /// The edges with the sides of the board's nodes that they join.
    pub(super) fn joined_sides(&self) -> Vec<JoinedSides> {
        let edges = self.edges().collect();
        join_sides(self.positions.len(), edges, self.side_count() / 2)
    }
}

/// The sides of an outline, the smaller end first.
fn sides(corners: &[[u16; 2]]) -> BTreeSet<[[u16; 2]; 2]> {
    let ends = corners.iter().zip(corners.iter().cycle().skip(1));
    ends.map(|(&a, &b)| [a.min(b), a.max(b)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_that_are_none_are_refused_by_name() {
        let mut graph = NodeGraph::new(vec![[0, 0]; 8]).unwrap();
        assert_eq!(graph.join(2, 1), Ok(()));
        assert_eq!(graph.join(1, 2), Err(GraphError::Twice(1, 2)));
        assert_eq!(graph.join(3, 3), Err(GraphError::Loop(3)));
        let missing = GraphError::NoSuchNode {
            number: 8,
            count: 8,
        };
        assert_eq!(graph.join(0, 8), Err(missing));
        for other in 1..7 {
            assert_eq!(graph.join(0, other), Ok(()));
        }
        assert_eq!(graph.join(7, 0), Err(GraphError::TooManySides(0)));
        let many = vec![[0, 0]; MAX_NODES + 1];
        assert!(matches!(
            NodeGraph::new(many),
            Err(GraphError::TooManyNodes(_))
        ));
    }

    #[test]
    fn outlines_of_joined_nodes_share_a_side() {
        let mut graph = NodeGraph::new(vec![[1, 1], [3, 1], [5, 1]]).unwrap();
        graph.join(0, 1).unwrap();
        let square = |left: u16| vec![[left, 0], [left + 2, 0], [left + 2, 2], [left, 2]];
        let count = GraphError::OutlineCount { found: 2, nodes: 3 };
        assert_eq!(graph.set_outlines(vec![square(0), square(2)]), Err(count));
        let few = vec![square(0), vec![[0, 0], [1, 0]], square(4)];
        assert_eq!(graph.set_outlines(few), Err(GraphError::FewCorners(1)));
        let apart = vec![square(0), square(3), square(5)];
        assert_eq!(
            graph.set_outlines(apart),
            Err(GraphError::NoSharedSide(0, 1))
        );
        let all = vec![square(0), square(2), square(4)];
        assert_eq!(graph.set_outlines(all.clone()), Ok(()));
        assert_eq!(graph.outlines(), all);
    }
}
