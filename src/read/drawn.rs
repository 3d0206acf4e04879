//! What is drawn on a board of Flow that was read: which cells a pipe joins.

use image::RgbImage;

use crate::detect::flow::observe_at;
use crate::pipeline::BoardHypothesis;
use crate::puzzle::flow::{Colour, Edge, Node, Puzzle, Side};
use crate::solve::flow::hint::Join;

/// How far from the middle of a cell a joined border is looked at, in cells.
const INSIDE: f64 = 0.42;

/// The joins that pipes show on the sides between cells. Where a game draws nothing there, cells side by side that show one colour count as
/// joined.
pub fn drawn(picture: &RgbImage, board: &BoardHypothesis<Puzzle>) -> Vec<Join> {
    let graph = board.puzzle.board();
    let later = |node: Node| graph.edges(node).filter(move |(_, edge)| edge.to > node);
    let edges = graph
        .nodes()
        .flat_map(|node| later(node).map(move |(side, edge)| (node, side, edge)));
    let edges: Vec<(Node, Side, Edge)> = edges.collect();
    let on_sides = edges.iter().filter_map(|&(node, side, edge)| {
        let colour = on_side(picture, board, (node, side, edge))?;
        let is_shown = [node, edge.to]
            .into_iter()
            .all(|node| graph.is_bridge(node) || shown(board, node) == Some(colour));
        is_shown.then(|| join(node, edge.to, colour))
    });
    let on_sides: Vec<Join> = on_sides.collect();
    if !on_sides.is_empty() {
        return on_sides;
    }
    let terminals = board.puzzle.terminals();
    let is_pipe = |node: Node| terminals[node.index()].is_none() && shown(board, node).is_some();
    let alike = edges.iter().filter_map(|&(node, _, edge)| {
        let colour = shown(board, node)?;
        let is_alike = shown(board, edge.to) == Some(colour) && !edge.is_wrap;
        let is_pipe = is_pipe(node) || is_pipe(edge.to);
        (is_alike && is_pipe).then(|| join(node, edge.to, colour))
    });
    alike.collect()
}

fn join(a: Node, b: Node, colour: usize) -> Join {
    let (ends, colour) = ([a, b], Colour(colour as u16));
    Join { ends, colour }
}

/// The colour that the cell of a node shows.
fn shown(board: &BoardHypothesis<Puzzle>, node: Node) -> Option<usize> {
    let cell = board.puzzle.board().cell(node);
    let drawn = board.drawn.get(cell.index(board.lattice.cols()));
    drawn.copied().flatten()
}

/// The colour that the side between two cells shows; of a joined border both its halves.
fn on_side(
    picture: &RgbImage,
    board: &BoardHypothesis<Puzzle>,
    (node, side, edge): (Node, Side, Edge),
) -> Option<usize> {
    let graph = board.puzzle.board();
    let [from, to] = [node, edge.to].map(|node| graph.cell(node));
    let at = |place| observe_at(picture, &board.lattice, &board.colours, place);
    if !edge.is_wrap {
        let (right, down) = board.lattice.to_side(from, to);
        return at((from, right, down));
    }
    let half = |cell, side: Side| {
        let (right, down) =
            [(0.0, -INSIDE), (INSIDE, 0.0), (0.0, INSIDE), (-INSIDE, 0.0)][side.index() % 4];
        at((cell, right, down))
    };
    half(from, side).filter(|&colour| half(to, edge.back) == Some(colour))
}
