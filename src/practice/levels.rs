//! Levels as the page wants them.

use serde::Serialize;

use super::PracticeError;
use crate::geometry::{Cell, Tiling};
use crate::puzzle::flow::text::Level;

use crate::puzzle::flow::Warp;

/// One level. Cells are numbered row by row from 0.
#[derive(Debug, Serialize)]
pub(super) struct PageLevel {
    rows: u16,
    cols: u16,
    pairs: Vec<PagePair>,
    holes: Vec<usize>,
    /// Neighbours that no pipe passes between.
    walls: Vec<[usize; 2]>,
}

#[derive(Debug, Serialize)]
struct PagePair {
    label: char,
    cells: [usize; 2],
}

impl PageLevel {
    /// # Errors
    /// [`PracticeError::CannotDraw`] for hexagons, bridges and warps.
    pub(super) fn new(level: &Level) -> Result<Self, PracticeError> {
        let board = level.puzzle.board();
        let layout = board.layout();
        let cannot = [
            (layout.tiling == Tiling::Hexagonal, "hexagons"),
            (!layout.bridges.is_empty(), "bridges"),
            (layout.warp != Warp::None, "warps"),
        ];
        if let Some((_, what)) = cannot.into_iter().find(|(is_there, _)| *is_there) {
            let level = level.name.clone();
            return Err(PracticeError::CannotDraw { level, what });
        }
        let number = |cell: Cell| cell.index(board.cols());
        let pairs = level.puzzle.pairs().iter().map(|pair| PagePair {
            label: pair.label,
            cells: pair.terminals.map(|node| number(board.cell(node))),
        });
        let walls = layout.walls.iter();
        Ok(Self {
            rows: board.rows(),
            cols: board.cols(),
            pairs: pairs.collect(),
            holes: layout.holes.iter().copied().map(number).collect(),
            walls: walls.map(|&(a, b)| [number(a), number(b)]).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::text::read_any;

    fn page_level(text: &str) -> Result<PageLevel, PracticeError> {
        PageLevel::new(&read_any("test", text).unwrap()[0])
    }

    #[test]
    fn holes_and_walls_are_handed_on() {
        let level = page_level("walls: 0|3\nA.A\nB*B\n...\n").unwrap();
        let json = serde_json::to_value(&level).unwrap();
        let pairs = serde_json::json!([
            { "label": "A", "cells": [0, 2] },
            { "label": "B", "cells": [3, 5] },
        ]);
        assert_eq!(json["pairs"], pairs);
        assert_eq!(json["holes"], serde_json::json!([4]));
        assert_eq!(json["walls"], serde_json::json!([[0, 3]]));
    }

    #[test]
    fn boards_that_the_page_cannot_draw_are_refused_by_name() {
        for (text, what) in [
            ("shape: hex\nA.A\n...\n", "hexagons"),
            ("ABA\n.+.\n.B.\n", "bridges"),
            ("warp: both\nA.A\n...\n", "warps"),
        ] {
            let message = page_level(text).unwrap_err().to_string();
            assert!(message.starts_with("test"), "{message}");
            assert!(message.contains(what), "{message}");
        }
    }
}
