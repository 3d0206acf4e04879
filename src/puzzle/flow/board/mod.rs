//! A board as a graph of nodes: the one form that engines and `verify` see.
//!
//! An ordinary cell is one node, a hole none, a bridge two:
//!
//! ```text
//!        │                  │            node with sides 0 (up) and 2 (down)
//!     ───+───   is     ─────┼─────
//!        │                  │            node with sides 1 (right) and 3 (left)
//! ```
//!
//! Sides are numbered clockwise from the top. The side opposite to `s` is half a turn on.
//!
//! ```text
//!   square:      0            hex:     0
//!             3     1                5   1
//!                2                   4   2
//!                                      3
//! ```
//!
//! Walls, borders and holes are sides without an edge, so no rule needs to know of them. The sides of a board that is given as a
//! graph have no direction on paper; they are numbered so that an edge joins opposite ones all the same.

mod error;
mod join;

use super::layout::Layout;
use crate::geometry::{Cell, Tiling};
pub use error::BoardError;
use error::check;

/// The most sides that a node of any board can have: the ways through it fit a 32-bit mask.
pub const MAX_SIDES: usize = 8;

/// A node of the graph: an ordinary cell, or one of the two ways over a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub u16);

impl Node {
    /// The node's number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A side of a node, clockwise from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(pub u8);

impl Side {
    /// The side's number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What lies behind a side of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The neighbour.
    pub to: Node,
    /// The neighbour's side that leads back.
    pub back: Side,
    /// Whether the edge leaves the board at one border and comes back at the opposite one.
    pub is_wrap: bool,
}

/// A board as a graph. Made from a [`Layout`], which it keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    layout: Layout,
    /// By node: the cell that it lies on.
    cells: Vec<Cell>,
    /// By node, then by side: only as many as the board's nodes have, since whoever reads a board for the
    /// first time waits for memory.
    edges: Vec<Option<Edge>>,
    /// By cell number: the node that is crossed left to right (or the only one), if any.
    first_node: Vec<Option<Node>>,
}

impl Board {
    /// Builds the graph.
    ///
    /// # Errors
    /// [`BoardError`] when the layout has no cells, too many, or names cells that it does not have.
    pub fn new(layout: Layout) -> Result<Self, BoardError> {
        check(&layout)?;
        let size = usize::from(layout.rows) * usize::from(layout.cols);
        let mut cells = Vec::with_capacity(size);
        let mut first_node = vec![None; size];
        for cell in layout.cells() {
            first_node[cell.index(layout.cols)] = Some(Node(cells.len() as u16));
            let copies = if layout.bridges.contains(&cell) { 2 } else { 1 };
            cells.extend(std::iter::repeat_n(cell, copies));
        }
        if cells.is_empty() {
            return Err(BoardError::Empty {
                rows: layout.rows,
                cols: layout.cols,
            });
        }
        let edges = vec![None; cells.len() * layout.side_count()];
        let mut board = Self {
            layout,
            cells,
            edges,
            first_node,
        };
        if board.layout.graph.is_some() {
            board.join_graph();
        } else {
            board.join_neighbours()?;
        }
        Ok(board)
    }

    /// A rectangle of square cells without holes.
    ///
    /// # Errors
    /// As [`Board::new`].
    pub fn rectangle(rows: u16, cols: u16) -> Result<Self, BoardError> {
        Self::new(Layout::rectangle(rows, cols))
    }

    /// The description that the board was made from.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Number of rows.
    pub fn rows(&self) -> u16 {
        self.layout.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> u16 {
        self.layout.cols
    }

    /// Number of nodes, at least 1.
    pub fn node_count(&self) -> usize {
        self.cells.len()
    }

    /// All nodes, row by row.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        (0..self.cells.len() as u16).map(Node)
    }

    /// Whether two boards have the same cells and the same ways between them, however their layouts say so: of a warp, borders
    /// that are not joined and borders that walls close are the same.
    pub fn is_same_graph(&self, other: &Self) -> bool {
        let is_alike =
            |of: fn(&Layout) -> (Tiling, u16, u16)| of(&self.layout) == of(&other.layout);
        is_alike(|layout| (layout.tiling, layout.rows, layout.cols))
            && (&self.cells, &self.edges) == (&other.cells, &other.edges)
    }

    /// By node of this board: the same node of another. `None` where they are not the same, see [`Board::is_same_graph`]; of boards on
    /// no lattice, positions count only as far as they tell nodes apart.
    pub fn same_nodes(&self, other: &Self) -> Option<Vec<Node>> {
        if let (Some(own), Some(others)) = (&self.layout.graph, &other.layout.graph) {
            let same = own.same_nodes(others)?;
            return Some(same.into_iter().map(Node).collect());
        }
        self.is_same_graph(other).then(|| self.nodes().collect())
    }

    /// Number of sides of every node: 4 on squares, 6 on hexagons, either on a graph.
    pub fn side_count(&self) -> usize {
        self.edges.len() / self.cells.len()
    }

    /// The cell that a node lies on.
    pub fn cell(&self, node: Node) -> Cell {
        self.cells[node.index()]
    }

    /// Whether a node is one of the two on a bridge.
    pub fn is_bridge(&self, node: Node) -> bool {
        self.layout.bridges.contains(&self.cell(node))
    }

    /// The nodes on a cell: one, two on a bridge (left-right, then up-down), none in a hole or
    /// outside the board.
    pub fn nodes_at(&self, cell: Cell) -> impl Iterator<Item = Node> + use<> {
        let inside = cell.row < self.rows() && cell.col < self.cols();
        let first = inside
            .then(|| self.first_node[cell.index(self.cols())])
            .flatten();
        let count = if self.layout.bridges.contains(&cell) {
            2
        } else {
            1
        };
        first
            .into_iter()
            .flat_map(move |node| (node.0..node.0 + count).map(Node))
    }

    /// The only node on a cell; `None` for a hole, a bridge or a cell outside.
    pub fn node_at(&self, cell: Cell) -> Option<Node> {
        let mut nodes = self.nodes_at(cell);
        let first = nodes.next()?;
        nodes.next().is_none().then_some(first)
    }

    /// What lies behind a side; `None` for a border, a wall, a hole, or a side that does not exist.
    pub fn edge(&self, node: Node, side: Side) -> Option<Edge> {
        self.edges_by_side(node)
            .get(side.index())
            .copied()
            .flatten()
    }

    /// What lies behind each side of a node, by side.
    pub fn edges_by_side(&self, node: Node) -> &[Option<Edge>] {
        let sides = self.side_count();
        &self.edges[node.index() * sides..][..sides]
    }

    /// The sides of a node that lead somewhere.
    pub fn edges(&self, node: Node) -> impl Iterator<Item = (Side, Edge)> + '_ {
        self.edges_by_side(node)
            .iter()
            .enumerate()
            .filter_map(|(side, edge)| edge.map(|edge| (Side(side as u8), edge)))
    }

    /// An edge from `a` to `b`: a step if there is one, else a wrap.
    pub fn edge_between(&self, a: Node, b: Node) -> Option<(Side, Edge)> {
        self.edges(a)
            .filter(|(_, edge)| edge.to == b)
            .min_by_key(|(_, edge)| edge.is_wrap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::Warp;

    fn neighbours(board: &Board, row: u16, col: u16) -> Vec<(u16, u16)> {
        let node = board.node_at(Cell::new(row, col)).unwrap();
        let mut found: Vec<_> = board
            .edges(node)
            .map(|(_, edge)| board.cell(edge.to))
            .map(|cell| (cell.row, cell.col))
            .collect();
        found.sort_unstable();
        found
    }

    /// Every edge must lead back along itself, on every kind of board.
    fn assert_edges_agree(board: &Board) {
        for node in board.nodes() {
            for (side, edge) in board.edges(node) {
                let back = board.edge(edge.to, edge.back).unwrap();
                assert_eq!((back.to, back.back), (node, side));
                assert_eq!(back.is_wrap, edge.is_wrap);
            }
        }
    }

    #[test]
    fn a_corner_has_two_neighbours_and_the_middle_four() {
        let board = Board::rectangle(3, 3).unwrap();
        assert_edges_agree(&board);
        assert_eq!(neighbours(&board, 0, 0), [(0, 1), (1, 0)]);
        assert_eq!(neighbours(&board, 1, 1), [(0, 1), (1, 0), (1, 2), (2, 1)]);
    }

    #[test]
    fn holes_and_walls_take_edges_away() {
        let mut layout = Layout::rectangle(2, 3);
        layout.holes.insert(Cell::new(0, 1));
        layout.add_wall(Cell::new(1, 2), Cell::new(1, 1));
        let board = Board::new(layout).unwrap();
        assert_edges_agree(&board);
        assert_eq!(board.node_count(), 5);
        assert_eq!(neighbours(&board, 1, 1), [(1, 0)]);
        assert_eq!(board.node_at(Cell::new(0, 1)), None);
    }

    #[test]
    fn a_bridge_is_two_nodes_that_never_meet() {
        let mut layout = Layout::rectangle(3, 3);
        layout.bridges.insert(Cell::new(1, 1));
        let board = Board::new(layout).unwrap();
        assert_edges_agree(&board);
        let nodes: Vec<Node> = board.nodes_at(Cell::new(1, 1)).collect();
        assert_eq!(nodes.len(), 2);
        let sides = |node| {
            board
                .edges(node)
                .map(|(side, _)| side.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(sides(nodes[0]), [1, 3]);
        assert_eq!(sides(nodes[1]), [0, 2]);
        assert_eq!(board.node_at(Cell::new(1, 1)), None);
    }

    #[test]
    fn a_warp_joins_opposite_borders_unless_a_wall_stands_there() {
        let mut layout = Layout::rectangle(3, 3);
        layout.warp = Warp::Both;
        layout.add_wall(Cell::new(0, 0), Cell::new(2, 0));
        let board = Board::new(layout).unwrap();
        assert_edges_agree(&board);
        assert_eq!(neighbours(&board, 0, 0), [(0, 1), (0, 2), (1, 0)]);
        let corner = board.node_at(Cell::new(0, 0)).unwrap();
        assert!(board.edge(corner, Side(3)).unwrap().is_wrap);
    }

    #[test]
    fn borders_that_walls_close_are_not_joined() {
        let joined = |warp, walls: &[(u16, u16)]| {
            let mut layout = Layout {
                warp,
                ..Layout::rectangle(2, 3)
            };
            for &(from, to) in walls {
                layout.add_wall(
                    Cell::from_index(from.into(), 3),
                    Cell::from_index(to.into(), 3),
                );
            }
            Board::new(layout).unwrap()
        };
        let closed = joined(Warp::Both, &[(0, 3), (1, 4), (2, 5)]);
        assert!(!closed.is_same_graph(&joined(Warp::Horizontal, &[])));
        let closed = joined(Warp::Both, &[(0, 2), (3, 5)]);
        assert!(closed.is_same_graph(&joined(Warp::Vertical, &[])));
        assert!(!closed.is_same_graph(&joined(Warp::None, &[])));
    }

    #[test]
    fn hexagons_have_the_neighbours_of_the_level_packs() {
        let layout = Layout {
            tiling: Tiling::Hexagonal,
            ..Layout::rectangle(3, 3)
        };
        let board = Board::new(layout).unwrap();
        assert_edges_agree(&board);
        let odd = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 1)];
        assert_eq!(neighbours(&board, 1, 1), odd);
        assert_eq!(neighbours(&board, 1, 0), [(0, 0), (1, 1), (2, 0), (2, 1)]);
    }

    #[test]
    fn a_layout_that_is_no_board_is_refused_with_the_cell_at_fault() {
        let outside = {
            let mut layout = Layout::rectangle(2, 2);
            layout.holes.insert(Cell::new(2, 0));
            Board::new(layout).unwrap_err()
        };
        assert!(outside.to_string().contains("row 3, column 1"));
        assert!(matches!(
            Board::rectangle(0, 5),
            Err(BoardError::Empty { .. })
        ));
        assert!(matches!(
            Board::rectangle(60_000, 60_000),
            Err(BoardError::TooLarge { .. })
        ));
        let apart = {
            let mut layout = Layout::rectangle(3, 3);
            layout.add_wall(Cell::new(0, 0), Cell::new(2, 2));
            Board::new(layout).unwrap_err()
        };
        assert!(matches!(apart, BoardError::WallApart(..)));
    }
}
