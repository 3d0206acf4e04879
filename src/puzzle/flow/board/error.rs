//! Layouts that are no board, and what is wrong with them.

use thiserror::Error;

use crate::geometry::{Cell, Tiling};
use crate::puzzle::flow::graph::{GraphError, MAX_NODES};
use crate::puzzle::flow::layout::{Layout, Warp};

/// The most cells of a board.
const MAX_CELLS: usize = MAX_NODES;

/// A layout that is no board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// No cells at all.
    #[error("the board has no cells: it is {rows} rows by {cols} columns, less its holes")]
    Empty {
        /// Rows of the layout.
        rows: u16,
        /// Columns of the layout.
        cols: u16,
    },
    /// More cells than nodes can be numbered.
    #[error("a board of {rows} by {cols} cells is too large: at most {MAX_CELLS} cells")]
    TooLarge {
        /// Rows of the layout.
        rows: u16,
        /// Columns of the layout.
        cols: u16,
    },
    /// A hole, bridge or wall names a cell that the board does not have.
    #[error("the {what} at {cell} lies outside the {rows} by {cols} board")]
    Outside {
        /// "hole", "bridge" or "wall".
        what: &'static str,
        /// The cell named.
        cell: Cell,
        /// Rows of the layout.
        rows: u16,
        /// Columns of the layout.
        cols: u16,
    },
    /// A cell is both a hole and a bridge.
    #[error("{0} is both a hole and a bridge: keep one of them")]
    HoleAndBridge(Cell),
    /// A wall between two cells that are no neighbours.
    #[error("the wall between {0} and {1} separates nothing: they are no neighbours")]
    WallApart(Cell, Cell),
    /// Bridges and warps are for square cells.
    #[error("a board of hexagons can have no {0}")]
    NotOnHex(&'static str),
    /// A graph says by its edges where pipes may pass.
    #[error("a board that is a graph can have no {0}: its edges alone say where a pipe may pass")]
    NotOnGraph(&'static str),
    /// Not one cell in one row for each node.
    #[error(
        "the graph has {nodes} nodes, the grid {rows} rows of {cols} cells: write one row with a character for each node"
    )]
    GraphSize {
        /// Nodes of the graph.
        nodes: usize,
        /// Rows of the layout.
        rows: u16,
        /// Columns of the layout.
        cols: u16,
    },
    /// Nodes and edges that are no graph.
    #[error(transparent)]
    Graph(#[from] GraphError),
}

/// Fails where a layout names cells that it does not have, or things that do not go together.
pub(super) fn check(layout: &Layout) -> Result<(), BoardError> {
    let (rows, cols) = (layout.rows, layout.cols);
    if rows == 0 || cols == 0 {
        return Err(BoardError::Empty { rows, cols });
    }
    if usize::from(rows) * usize::from(cols) > MAX_CELLS {
        return Err(BoardError::TooLarge { rows, cols });
    }
    let named = layout
        .holes
        .iter()
        .map(|&cell| ("hole", cell))
        .chain(layout.bridges.iter().map(|&cell| ("bridge", cell)))
        .chain(
            layout
                .walls
                .iter()
                .flat_map(|&(a, b)| [("wall", a), ("wall", b)]),
        );
    for (what, cell) in named {
        if cell.row >= rows || cell.col >= cols {
            return Err(BoardError::Outside {
                what,
                cell,
                rows,
                cols,
            });
        }
    }
    if let Some(&cell) = layout.holes.intersection(&layout.bridges).next() {
        return Err(BoardError::HoleAndBridge(cell));
    }
    check_graph(layout)?;
    if layout.tiling == Tiling::Hexagonal {
        if !layout.bridges.is_empty() {
            return Err(BoardError::NotOnHex("bridges"));
        }
        if layout.warp != Warp::None {
            return Err(BoardError::NotOnHex("warps"));
        }
    }
    Ok(())
}

/// A graph has one cell a node and nothing else that says where a pipe may pass.
fn check_graph(layout: &Layout) -> Result<(), BoardError> {
    let Some(graph) = &layout.graph else {
        return Ok(());
    };
    let others = [
        ("hexagons", layout.tiling == Tiling::Hexagonal),
        ("holes", !layout.holes.is_empty()),
        ("bridges", !layout.bridges.is_empty()),
        ("walls", !layout.walls.is_empty()),
        ("warps", layout.warp.is_any()),
    ];
    if let Some((what, _)) = others.into_iter().find(|(_, is_there)| *is_there) {
        return Err(BoardError::NotOnGraph(what));
    }
    let (rows, cols, nodes) = (layout.rows, layout.cols, graph.positions().len());
    if (usize::from(rows), usize::from(cols)) != (1, nodes) {
        return Err(BoardError::GraphSize { nodes, rows, cols });
    }
    Ok(())
}
