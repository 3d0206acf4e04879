//! Boards of other kinds, with as many walls, bridges and joined borders as real levels have.

use super::{BoardKind, Recipe};
use crate::geometry::{Cell, Tiling};
use crate::puzzle::flow::{Board, BoardError, Layout, Node, Warp};
use crate::random::Random;

/// Walls of a board for each cell: nine in ten real levels with walls have more than the first and fewer than the second.
const WALLS: std::ops::Range<f64> = 0.07..0.38;
/// The share of rows and columns whose borders are joined, in as many real levels.
const JOINED: std::ops::Range<f64> = 0.1..0.67;
/// Real levels have one bridge; of those with so many cells, about half have two.
const CELLS_OF_TWO_BRIDGES: usize = 64;
/// Bridges are so many steps apart, at least: the cells around each are its own.
const BRIDGES_APART: u16 = 3;
/// Places that are tried for a bridge.
const MOST_PLACES: usize = 100;

/// A board without walls between cells. For a plain one no random number is taken.
pub(super) fn board(recipe: &Recipe, random: &mut Random) -> Result<Board, BoardError> {
    let mut layout = Layout::rectangle(recipe.rows, recipe.cols);
    match recipe.kind {
        BoardKind::Plain | BoardKind::Walls => {}
        BoardKind::Hexes => layout.tiling = Tiling::Hexagonal,
        BoardKind::Bridges => add_bridges(&mut layout, random),
        BoardKind::Warps => join_borders(&mut layout, random),
    }
    Board::new(layout)
}

fn add_bridges(layout: &mut Layout, random: &mut Random) {
    let cells = usize::from(layout.rows) * usize::from(layout.cols);
    let count = 1 + usize::from(cells >= CELLS_OF_TWO_BRIDGES && random.chance(0.5));
    let inside = |side: u16, random: &mut Random| 1 + random.below(usize::from(side) - 2) as u16;
    for _ in 0..MOST_PLACES {
        let cell = Cell::new(inside(layout.rows, random), inside(layout.cols, random));
        let apart = |other: &Cell| cell.row.abs_diff(other.row) + cell.col.abs_diff(other.col);
        if layout
            .bridges
            .iter()
            .all(|other| apart(other) >= BRIDGES_APART)
        {
            layout.bridges.insert(cell);
        }
        if layout.bridges.len() == count {
            return;
        }
    }
}

/// Joins all borders, and closes some rows and columns again. One row is open in any case.
fn join_borders(layout: &mut Layout, random: &mut Random) {
    layout.warp = Warp::Both;
    let (rows, cols) = (layout.rows, layout.cols);
    let share = random.real(JOINED);
    let open = random.below(usize::from(rows)) as u16;
    for row in (0..rows).filter(|&row| row != open) {
        if !random.chance(share) {
            layout.add_wall(Cell::new(row, 0), Cell::new(row, cols - 1));
        }
    }
    for col in 0..cols {
        if !random.chance(share) {
            layout.add_wall(Cell::new(0, col), Cell::new(rows - 1, col));
        }
    }
}

/// The same board with walls between some neighbours that no path joins.
pub(super) fn walled(
    board: &Board,
    paths: &[Vec<Node>],
    random: &mut Random,
) -> Result<Board, BoardError> {
    let mut layout = board.layout().clone();
    let is_step = |a: Node, b: Node| {
        let mut steps = paths.iter().flat_map(|path| path.windows(2));
        steps.any(|step| step == [a, b] || step == [b, a])
    };
    let pairs = board.nodes().flat_map(|node| {
        let others = board.edges(node).map(move |(_, edge)| (node, edge.to));
        others.filter(|(a, b)| a < b).collect::<Vec<_>>()
    });
    let mut free: Vec<(Node, Node)> = pairs.filter(|&(a, b)| !is_step(a, b)).collect();
    let count = (random.real(WALLS) * board.node_count() as f64).ceil() as usize;
    for _ in 0..count.min(free.len()) {
        let (a, b) = free.swap_remove(random.below(free.len()));
        layout.add_wall(board.cell(a), board.cell(b));
    }
    Board::new(layout)
}
