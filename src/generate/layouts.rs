//! Boards of other kinds, with as many walls, holes, bridges and joined borders as real levels have.

use std::collections::BTreeSet;

use super::{BoardKind, Recipe, shapes};
use crate::geometry::{Cell, Tiling};
use crate::puzzle::flow::{Board, BoardError, Layout, Node, Warp};
use crate::random::Random;

/// Walls of a board for each cell: nine in ten real levels with walls have more than the first and fewer than the second.
const WALLS: std::ops::Range<f64> = 0.07..0.38;
/// The share of rows and columns whose borders are joined, in as many real levels.
const JOINED: std::ops::Range<f64> = 0.1..0.67;
/// Holes of a board for each cell: nine in ten real levels with holes have more than the first and fewer than the second.
const HOLES: std::ops::Range<f64> = 0.05..0.37;
/// Real levels have one bridge; of those with so many cells, about half have two.
const CELLS_OF_TWO_BRIDGES: usize = 64;
/// Bridges are so many steps apart, at least: the cells around each are its own.
const BRIDGES_APART: u16 = 3;
/// Places that are tried for a bridge.
const MOST_PLACES: usize = 100;

/// A board without walls between cells. For a plain one no random number is taken.
pub(super) fn board(recipe: &Recipe, random: &mut Random) -> Result<Board, BoardError> {
    if let Some(board) = shapes::board(recipe) {
        return board;
    }
    let mut layout = Layout::rectangle(recipe.rows, recipe.cols);
    match recipe.kind {
        BoardKind::Hexes => layout.tiling = Tiling::Hexagonal,
        BoardKind::Bridges => add_bridges(&mut layout, random),
        BoardKind::Holes => add_holes(&mut layout, random),
        BoardKind::Warps => join_borders(&mut layout, random),
        _ => {}
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

/// Takes cells away. A cover that a dead end makes impossible is given up, and other cells are taken.
fn add_holes(layout: &mut Layout, random: &mut Random) {
    let cells = usize::from(layout.rows) * usize::from(layout.cols);
    let count = ((random.real(HOLES) * cells as f64) as usize).max(1);
    while layout.holes.len() < count {
        let row = random.below(usize::from(layout.rows)) as u16;
        let col = random.below(usize::from(layout.cols)) as u16;
        layout.holes.insert(Cell::new(row, col));
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

/// Places for walls, in random order: between neighbours. Of so many as real levels have, those that no path passes become walls.
pub(super) fn walls(board: &Board, random: &mut Random) -> Vec<(Node, Node)> {
    let pairs = board.nodes().flat_map(|node| {
        let others = board.edges(node).map(move |(_, edge)| (node, edge.to));
        others.filter(|(a, b)| a < b).collect::<Vec<_>>()
    });
    let mut pairs: Vec<(Node, Node)> = pairs.collect();
    random.shuffle(&mut pairs);
    // About half of all neighbours are joined.
    let count = 2.0 * random.real(WALLS) * board.node_count() as f64;
    pairs.truncate(count.ceil() as usize);
    pairs
}

/// The same board with walls at those of the places that no path passes.
pub(super) fn walled(
    board: &Board,
    places: &[(Node, Node)],
    paths: &[Vec<Node>],
) -> Result<Board, BoardError> {
    let steps = paths.iter().flat_map(|path| path.windows(2));
    let steps: BTreeSet<[Node; 2]> = steps
        .map(|step| [step[0].min(step[1]), step[0].max(step[1])])
        .collect();
    let mut layout = board.layout().clone();
    for &(a, b) in places.iter().filter(|(a, b)| !steps.contains(&[*a, *b])) {
        layout.add_wall(board.cell(a), board.cell(b));
    }
    Board::new(layout)
}
