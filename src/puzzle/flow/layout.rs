//! What a board looks like on paper: size, shape of the cells, holes, bridges, walls, warps.

use std::collections::BTreeSet;

use super::graph::NodeGraph;
use crate::geometry::{Cell, Tiling};

/// Which borders of a board are joined to the border opposite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Warp {
    /// None: the ordinary board.
    #[default]
    None,
    /// Left and right.
    Horizontal,
    /// Top and bottom.
    Vertical,
    /// All four.
    Both,
}

impl Warp {
    /// Whether any border is joined.
    pub fn is_any(self) -> bool {
        self != Self::None
    }

    /// Whether a pipe may leave at the left and come back at the right.
    pub fn is_horizontal(self) -> bool {
        matches!(self, Self::Horizontal | Self::Both)
    }

    /// Whether a pipe may leave at the top and come back at the bottom.
    pub fn is_vertical(self) -> bool {
        matches!(self, Self::Vertical | Self::Both)
    }
}

/// The plain description of a board, as a file or a picture gives it. [`super::Board`] is the graph
/// that it means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Layout {
    /// Tiling of the cells.
    pub tiling: Tiling,
    /// Number of rows.
    pub rows: u16,
    /// Number of columns.
    pub cols: u16,
    /// Cells that are not part of the board.
    pub holes: BTreeSet<Cell>,
    /// Cells that two pipes cross, one straight across, one straight up and down.
    pub bridges: BTreeSet<Cell>,
    /// Pairs of neighbours that no pipe passes between; the smaller cell first. Where the border is
    /// joined to the opposite one, a wall between two border cells closes that way.
    pub walls: BTreeSet<(Cell, Cell)>,
    /// Borders that are joined.
    pub warp: Warp,
    /// The nodes and edges of a board on no lattice. Its cells are one row, a cell for each node.
    pub graph: Option<NodeGraph>,
}

impl Layout {
    /// A plain rectangle of square cells.
    pub fn rectangle(rows: u16, cols: u16) -> Self {
        Self {
            rows,
            cols,
            ..Self::default()
        }
    }

    /// A board on no lattice.
    pub fn of_graph(graph: NodeGraph) -> Self {
        Self {
            graph: Some(graph.clone()),
            ..Self::rectangle(1, graph.positions().len() as u16)
        }
    }

    /// How many sides each node of the board has.
    pub fn side_count(&self) -> usize {
        let of_graph = self.graph.as_ref().map(NodeGraph::side_count);
        of_graph.unwrap_or(self.tiling.sides())
    }

    /// Adds a wall between two cells, in either order.
    pub fn add_wall(&mut self, a: Cell, b: Cell) {
        self.walls.insert((a.min(b), a.max(b)));
    }

    /// Whether a wall stands between two cells.
    pub fn has_wall(&self, a: Cell, b: Cell) -> bool {
        self.walls.contains(&(a.min(b), a.max(b)))
    }

    /// Whether this is a rectangle of square cells with nothing special: what a picture of an
    /// ordinary level holds. Holes are allowed.
    pub fn is_plain(&self) -> bool {
        self.kind().is_none()
    }

    /// The word for what a plain board does not have, as in `unsupported:KIND`; of several the first of `shapes`, `hexes`, `warps`,
    /// `bridges` and `walls`. `None` for a plain board.
    pub fn kind(&self) -> Option<&'static str> {
        if self.graph.is_some() {
            Some("shapes")
        } else if self.tiling == Tiling::Hexagonal {
            Some("hexes")
        } else if self.warp.is_any() {
            Some("warps")
        } else if !self.bridges.is_empty() {
            Some("bridges")
        } else if !self.walls.is_empty() {
            Some("walls")
        } else {
            None
        }
    }

    /// All cells that are part of the board, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.rows)
            .flat_map(|row| (0..self.cols).map(move |col| Cell::new(row, col)))
            .filter(|cell| !self.holes.contains(cell))
    }
}
