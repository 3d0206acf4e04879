//! Which nodes of a board are joined, and over which of their sides.

use std::collections::BTreeSet;

use super::{Board, BoardError, Edge, Node, Side};
use crate::geometry::{Cell, Tiling};
use crate::puzzle::flow::graph::NodeGraph;
use crate::puzzle::flow::layout::Layout;

impl Board {
    /// The node that a pipe enters when it comes to `cell` through a side of the given number.
    fn entered(&self, cell: Cell, side: Side) -> Option<Node> {
        let first = self.first_node[cell.index(self.cols())]?;
        let is_vertical = self.layout.tiling == Tiling::Square && side.0.is_multiple_of(2);
        let second = is_vertical && self.layout.bridges.contains(&cell);
        Some(Node(first.0 + u16::from(second)))
    }

    /// Joins the nodes of a graph, which are numbered as its cells are.
    pub(super) fn join_graph(&mut self) {
        let sides = self.side_count();
        for joined in self.layout.graph.iter().flat_map(NodeGraph::joined_sides) {
            let mut join = |from: u16, side: Side, to: u16, back: Side| {
                self.edges[usize::from(from) * sides + side.index()] = Some(Edge {
                    to: Node(to),
                    back,
                    is_wrap: false,
                });
            };
            let (leaves, enters) = (Side(joined.leaves), Side(joined.enters));
            join(joined.from, leaves, joined.to, enters);
            join(joined.to, enters, joined.from, leaves);
        }
    }

    /// Joins the cells of a lattice with those beside them.
    pub(super) fn join_neighbours(&mut self) -> Result<(), BoardError> {
        let sides = self.layout.tiling.sides();
        let mut walls_met = BTreeSet::new();
        let own_cells: Vec<Cell> = self.layout.cells().collect();
        for cell in own_cells {
            for side in (0..sides as u8).map(Side) {
                let Some((neighbour, is_wrap)) = neighbour(&self.layout, cell, side) else {
                    continue;
                };
                if self.layout.has_wall(cell, neighbour) {
                    walls_met.insert((cell.min(neighbour), cell.max(neighbour)));
                    continue;
                }
                let back = Side((side.0 + sides as u8 / 2) % sides as u8);
                let (Some(from), Some(to)) =
                    (self.entered(cell, side), self.entered(neighbour, back))
                else {
                    continue;
                };
                self.edges[from.index() * sides + side.index()] = Some(Edge { to, back, is_wrap });
            }
        }
        // A wall beside a hole separates nothing that exists, and real packs have such walls.
        let useless = self.layout.walls.iter().find(|wall| {
            !walls_met.contains(wall)
                && !self.layout.holes.contains(&wall.0)
                && !self.layout.holes.contains(&wall.1)
        });
        match useless {
            Some(&(a, b)) => Err(BoardError::WallApart(a, b)),
            None => Ok(()),
        }
    }
}

/// The cell behind a side, holes and walls not asked about, and whether the way wraps round.
fn neighbour(layout: &Layout, cell: Cell, side: Side) -> Option<(Cell, bool)> {
    let is_raised = cell.col % 2 == 1;
    let (down, right): (i32, i32) = match (layout.tiling, side.0) {
        (Tiling::Square, 0) | (Tiling::Hexagonal, 0) => (-1, 0),
        (Tiling::Square, 1) => (0, 1),
        (Tiling::Square, 2) | (Tiling::Hexagonal, 3) => (1, 0),
        (Tiling::Square, _) => (0, -1),
        (Tiling::Hexagonal, 1) => (if is_raised { -1 } else { 0 }, 1),
        (Tiling::Hexagonal, 2) => (if is_raised { 0 } else { 1 }, 1),
        (Tiling::Hexagonal, 4) => (if is_raised { 0 } else { 1 }, -1),
        (Tiling::Hexagonal, _) => (if is_raised { -1 } else { 0 }, -1),
    };
    let row = i32::from(cell.row) + down;
    let col = i32::from(cell.col) + right;
    let (rows, cols) = (i32::from(layout.rows), i32::from(layout.cols));
    let is_inside = (0..rows).contains(&row) && (0..cols).contains(&col);
    let may_wrap = if right == 0 {
        layout.warp.is_vertical()
    } else {
        layout.warp.is_horizontal()
    };
    let wrapped = Cell::new(row.rem_euclid(rows) as u16, col.rem_euclid(cols) as u16);
    // On a board one cell wide the way round leads back to the cell itself: no way at all.
    (is_inside || (may_wrap && wrapped != cell)).then_some((wrapped, !is_inside))
}
