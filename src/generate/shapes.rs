//! Boards on no lattice, by formula: cubes, stars and rings.

use std::f64::consts::TAU;

use super::{BoardKind, Recipe};
use crate::puzzle::flow::{Board, BoardError, Layout, NodeGraph};

/// The side of a rhomb, and the height of a ring, in the unit of the positions.
const UNIT: f64 = 100.0;
/// Each curved side of a ring's cell is so many straight ones.
const PIECES: usize = 6;
/// A cell of the innermost ring is so many times as broad, at its inner side, as it is high.
const INNERMOST: f64 = 0.9;
/// The faces of a cube that are seen.
const FACES: usize = 3;

/// The number of cells, of a board on no lattice.
pub(super) fn cell_count(recipe: &Recipe) -> Option<usize> {
    let (rows, cols) = (usize::from(recipe.rows), usize::from(recipe.cols));
    match recipe.kind {
        BoardKind::Cube => Some(FACES * rows * rows),
        BoardKind::Star => Some(cols * rows * rows),
        BoardKind::Ring => Some(rows * cols),
        _ => None,
    }
}

/// The board, if it is one on no lattice.
pub(super) fn board(recipe: &Recipe) -> Option<Result<Board, BoardError>> {
    let (rows, cols) = (usize::from(recipe.rows), usize::from(recipe.cols));
    let drawing = match recipe.kind {
        BoardKind::Cube => rhombs(FACES, rows),
        BoardKind::Star => rhombs(cols, rows),
        BoardKind::Ring => ring(rows, cols),
        _ => return None,
    };
    let graph = drawing.graph().map_err(BoardError::from);
    Some(graph.and_then(|graph| Board::new(Layout::of_graph(graph))))
}

/// A place on paper, in sides of a rhomb; x to the right and y down from the middle of the board.
type Point = [f64; 2];

/// Cells as they are drawn.
#[derive(Default)]
struct Drawing {
    middles: Vec<Point>,
    outlines: Vec<Vec<Point>>,
    edges: Vec<[usize; 2]>,
}

impl Drawing {
    fn graph(self) -> Result<NodeGraph, crate::puzzle::flow::GraphError> {
        let corners = || self.outlines.iter().flatten();
        let least = [0, 1].map(|axis| {
            let all = corners().map(|at| at[axis]);
            all.fold(f64::INFINITY, f64::min)
        });
        let place =
            |at: &Point| [0, 1].map(|axis| (UNIT * (at[axis] - least[axis])).round() as u16);
        let mut graph = NodeGraph::new(self.middles.iter().map(place).collect())?;
        for [a, b] in self.edges {
            graph.join(a, b)?;
        }
        let outlines = self.outlines.iter();
        let outlines = outlines.map(|corners| corners.iter().map(place).collect());
        graph.set_outlines(outlines.collect())?;
        Ok(graph)
    }
}

/// Rhombs around a middle, each of `side` by `side` cells: three are a cube, more a star.
fn rhombs(count: usize, side: usize) -> Drawing {
    let ray = |number: usize| {
        let (right, down) = (TAU * (number % count) as f64 / count as f64).sin_cos();
        [right, down]
    };
    let node = |rhomb: usize, out: usize, on: usize| (rhomb % count * side + out) * side + on;
    let mut drawing = Drawing::default();
    for rhomb in 0..count {
        let [first, second] = [rhomb, rhomb + 1].map(ray);
        // Steps along the two rays between which the rhomb lies.
        let place = |out: f64, on: f64| [0, 1].map(|axis| out * first[axis] + on * second[axis]);
        for (out, on) in (0..side).flat_map(|out| (0..side).map(move |on| (out, on))) {
            let (left, low) = (out as f64, on as f64);
            let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
            let corners = corners.map(|(out, on)| place(left + out, low + on));
            drawing.outlines.push(corners.to_vec());
            drawing.middles.push(place(left + 0.5, low + 0.5));
            let own = node(rhomb, out, on);
            if out + 1 < side {
                drawing.edges.push([own, node(rhomb, out + 1, on)]);
            }
            if on + 1 < side {
                drawing.edges.push([own, node(rhomb, out, on + 1)]);
            }
            // The second ray is the first one of the next rhomb.
            if out == 0 {
                drawing.edges.push([own, node(rhomb + 1, on, 0)]);
            }
        }
    }
    drawing
}

/// So many rings around an empty middle, each cut into so many sectors.
fn ring(rings: usize, sectors: usize) -> Drawing {
    let innermost = INNERMOST * sectors as f64 / TAU;
    let pieces = sectors * PIECES;
    let place = |out: f64, piece: usize, of: usize| {
        let (right, down) = (TAU * (piece % of) as f64 / of as f64).sin_cos();
        [(innermost + out) * right, (innermost + out) * down]
    };
    let mut drawing = Drawing::default();
    for (ring, sector) in (0..rings).flat_map(|ring| (0..sectors).map(move |at| (ring, at))) {
        let (inside, outside) = (ring as f64, (ring + 1) as f64);
        let along = sector * PIECES..=(sector + 1) * PIECES;
        let inner = along.clone().map(|piece| place(inside, piece, pieces));
        let outer = along.rev().map(|piece| place(outside, piece, pieces));
        drawing.outlines.push(inner.chain(outer).collect());
        let middle = place(inside + 0.5, 2 * sector + 1, 2 * sectors);
        drawing.middles.push(middle);
        let own = ring * sectors + sector;
        let next = ring * sectors + (sector + 1) % sectors;
        drawing.edges.push([own, next]);
        if ring + 1 < rings {
            drawing.edges.push([own, own + sectors]);
        }
    }
    drawing
}
