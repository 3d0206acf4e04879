//! Levels as the page wants them.

use serde::Serialize;

use crate::geometry::{Cell, Tiling};
use crate::puzzle::flow::text::Level;
use crate::puzzle::futoshiki::{self, Digit};

/// One level. Cells are numbered row by row from 0.
#[derive(Debug, Serialize)]
pub(super) struct PageLevel {
    tiling: &'static str,
    rows: u16,
    cols: u16,
    pairs: Vec<PagePair>,
    holes: Vec<usize>,
    bridges: Vec<usize>,
    /// Neighbours that no pipe passes between.
    walls: Vec<[usize; 2]>,
    joined: PageJoined,
    /// Of a board on no lattice.
    graph: Option<PageGraph>,
}

#[derive(Debug, Serialize)]
struct PagePair {
    label: char,
    cells: [usize; 2],
}

/// By node of a board on no lattice: where it lies, and the corners of its cell. Edges are what a pipe may pass between.
#[derive(Debug, Serialize)]
struct PageGraph {
    positions: Vec<[u16; 2]>,
    outlines: Vec<Vec<[u16; 2]>>,
    edges: Vec<(u16, u16)>,
}

/// Which borders are joined to the ones opposite.
#[derive(Debug, Serialize)]
struct PageJoined {
    sides: bool,
    top: bool,
}

impl PageLevel {
    pub(super) fn new(level: &Level) -> Self {
        let board = level.puzzle.board();
        let layout = board.layout();
        let number = |cell: Cell| cell.index(board.cols());
        let pairs = level.puzzle.pairs().iter().map(|pair| PagePair {
            label: pair.label,
            cells: pair.terminals.map(|node| number(board.cell(node))),
        });
        let walls = layout.walls.iter();
        Self {
            tiling: match layout.tiling {
                Tiling::Square => "square",
                Tiling::Hexagonal => "hexagonal",
            },
            rows: board.rows(),
            cols: board.cols(),
            pairs: pairs.collect(),
            holes: layout.holes.iter().copied().map(number).collect(),
            bridges: layout.bridges.iter().copied().map(number).collect(),
            walls: walls.map(|&(a, b)| [number(a), number(b)]).collect(),
            joined: PageJoined {
                sides: layout.warp.is_horizontal(),
                top: layout.warp.is_vertical(),
            },
            graph: layout.graph.as_ref().map(|graph| PageGraph {
                positions: graph.positions().to_vec(),
                outlines: graph.outlines().to_vec(),
                edges: graph.edges().collect(),
            }),
        }
    }
}

/// One level of Futoshiki. Cells are numbered row by row from 0.
#[derive(Debug, Serialize)]
pub(super) struct FutoshikiLevel {
    size: u8,
    /// By cell: the given digit, 0 where there is none.
    givens: Vec<Digit>,
    /// The cell with the smaller digit, then the one with the larger.
    signs: Vec<[usize; 2]>,
}

impl FutoshikiLevel {
    pub(super) fn new(puzzle: &futoshiki::Puzzle) -> Self {
        let number = |cell: Cell| cell.index(puzzle.size().into());
        let signs = puzzle.inequalities().iter();
        let givens = puzzle.givens().iter();
        Self {
            size: puzzle.size(),
            givens: givens.map(|given| given.unwrap_or(0)).collect(),
            signs: signs
                .map(|sign| [number(sign.smaller), number(sign.larger)])
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::text::read_any;

    fn page_level(text: &str) -> serde_json::Value {
        let level = PageLevel::new(&read_any("test", text).unwrap()[0]);
        serde_json::to_value(&level).unwrap()
    }

    #[test]
    fn givens_and_signs_are_handed_on() {
        let board = "size: 3\n. .<.\n^\n. 2 .\n\n. . .\n";
        let puzzle = &futoshiki::text::read_any("test", board).unwrap()[0].puzzle;
        let level = serde_json::to_value(FutoshikiLevel::new(puzzle)).unwrap();
        let expected = serde_json::json!({
            "size": 3, "givens": [0, 0, 0, 0, 2, 0, 0, 0, 0], "signs": [[0, 3], [1, 2]],
        });
        assert_eq!(level, expected);
    }

    #[test]
    fn holes_and_walls_are_handed_on() {
        let json = page_level("walls: 0|3\nA.A\nB*B\n...\n");
        let pairs = serde_json::json!([
            { "label": "A", "cells": [0, 2] },
            { "label": "B", "cells": [3, 5] },
        ]);
        assert_eq!(json["pairs"], pairs);
        assert_eq!(json["holes"], serde_json::json!([4]));
        assert_eq!(json["walls"], serde_json::json!([[0, 3]]));
    }

    #[test]
    fn bridges_joined_borders_and_hexagons_are_handed_on() {
        assert_eq!(
            page_level("ABA\n.+.\n.B.\n")["bridges"],
            serde_json::json!([4])
        );
        let joined = |text: &str| page_level(text)["joined"].clone();
        assert_eq!(
            joined("A.A\n...\n"),
            serde_json::json!({ "sides": false, "top": false })
        );
        let across = joined("warp: horizontal\nA.A\n...\n");
        assert_eq!(across, serde_json::json!({ "sides": true, "top": false }));
        let tiling = |text: &str| page_level(text)["tiling"].clone();
        assert_eq!(tiling("shape: hex\nA.A\n...\n"), "hexagonal");
        assert_eq!(tiling("A.A\n...\n"), "square");
    }
}
