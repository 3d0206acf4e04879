//! A level of the pretended game: its board and letters, and where its cells lie.

use std::collections::BTreeSet;

use crate::geometry::{Cell, Tiling};
use crate::puzzle::flow::text::read_any;
use crate::puzzle::flow::{Board, Side};

/// From one column of hexagons to the next, and from the middle of one to its left and right corners, in its height.
const COLUMN: f64 = 0.866_025_403_784_438_6;
const RADIUS: f64 = 0.577_350_269_189_625_8;

/// Directions from the middle of a cell to those of its neighbours, by side.
const SQUARE: [(f64, f64); 4] = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
const HEXAGONAL: [(f64, f64); 6] = [
    (0.0, -1.0),
    (COLUMN, -0.5),
    (COLUMN, 0.5),
    (0.0, 1.0),
    (-COLUMN, 0.5),
    (-COLUMN, -0.5),
];

pub(super) struct Level {
    rows: Vec<Vec<char>>,
    pub(super) board: Board,
}

/// What lies behind a side of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behind {
    Cell,
    Wall,
    /// A border that is joined to the opposite one.
    Open,
    Border,
}

impl Level {
    /// The level that these lines of a puzzle file describe.
    pub(super) fn of(lines: &[&str]) -> Self {
        let rows = lines.iter().filter(|line| !line.contains(':'));
        let rows: Vec<Vec<char>> = rows.map(|row| row.chars().collect()).collect();
        let is_plain =
            rows.len() == lines.len() && !rows.concat().iter().any(|one| "+*".contains(*one));
        let board = if is_plain {
            Board::rectangle(rows.len() as u16, rows[0].len() as u16).expect("rows of letters")
        } else {
            let levels = read_any("level", &lines.join("\n"));
            let level = levels.ok().and_then(|mut levels| levels.pop());
            let level = level.expect("lines of a puzzle file");
            level.puzzle.board().clone()
        };
        Self { rows, board }
    }

    /// The letter in a cell, `.` without, `+` on a bridge.
    pub(super) fn at(&self, cell: Cell) -> char {
        self.rows[usize::from(cell.row)][usize::from(cell.col)]
    }

    /// How many letters it has.
    pub(super) fn colour_count(&self) -> usize {
        let all = self.rows.iter().flatten();
        let letters: BTreeSet<&char> = all.filter(|one| !".+*".contains(**one)).collect();
        letters.len()
    }

    /// Takes the letter of a cell away.
    pub(super) fn erase(&mut self, cell: Cell) {
        self.rows[usize::from(cell.row)][usize::from(cell.col)] = '.';
    }

    /// Directions to the neighbours of a cell, by side.
    pub(super) fn directions(&self) -> &'static [(f64, f64)] {
        match self.board.layout().tiling {
            Tiling::Square => &SQUARE,
            Tiling::Hexagonal => &HEXAGONAL,
        }
    }

    /// The middle of the cell at a row and a column, in cells from the corner of the board.
    fn middle(&self, row: i32, col: i32) -> (f64, f64) {
        let (across, down) = (f64::from(col), f64::from(row));
        match self.board.layout().tiling {
            Tiling::Square => (across + 0.5, down + 0.5),
            Tiling::Hexagonal if col.rem_euclid(2) == 1 => (RADIUS + COLUMN * across, down + 0.5),
            Tiling::Hexagonal => (RADIUS + COLUMN * across, down + 1.0),
        }
    }

    /// Left and top of a square of two cells around a cell, in cells from the corner of the board.
    pub(super) fn corner(&self, cell: Cell) -> [f64; 2] {
        let (x, y) = self.middle(cell.row.into(), cell.col.into());
        [x - 1.0, y - 1.0]
    }

    /// The row and column around a place, on the board or not.
    fn nearest(&self, x: f64, y: f64) -> (i32, i32) {
        if self.board.layout().tiling == Tiling::Square {
            return (y.floor() as i32, x.floor() as i32);
        }
        let col = ((x - RADIUS) / COLUMN).round() as i32;
        let around = (col - 1..=col + 1).map(|col| {
            let lowered = if col.rem_euclid(2) == 1 { 0.0 } else { 0.5 };
            ((y - lowered).floor() as i32, col)
        });
        let apart = |&(row, col): &(i32, i32)| {
            let (middle_x, middle_y) = self.middle(row, col);
            (x - middle_x).hypot(y - middle_y)
        };
        let nearest = around.min_by(|a, b| apart(a).total_cmp(&apart(b)));
        nearest.unwrap_or_default()
    }

    /// The cell around a place, in cells from the corner of the board.
    pub(super) fn cell_at(&self, x: f64, y: f64) -> Option<Cell> {
        let (row, col) = self.nearest(x, y);
        let cell = Cell::new(row.try_into().ok()?, col.try_into().ok()?);
        let mut nodes = self.board.nodes_at(cell);
        nodes.next().map(|_| cell)
    }

    /// From the middle of a cell to a place.
    pub(super) fn within(&self, cell: Cell, x: f64, y: f64) -> (f64, f64) {
        let (middle_x, middle_y) = self.middle(cell.row.into(), cell.col.into());
        (x - middle_x, y - middle_y)
    }

    /// Of a place outside of a board of squares, no further than a cell: the cell beside it, and the side between.
    pub(super) fn beside(&self, x: f64, y: f64) -> Option<(Cell, Side)> {
        if self.board.layout().tiling != Tiling::Square || self.cell_at(x, y).is_some() {
            return None;
        }
        let mut sides = SQUARE.iter().zip(0..);
        sides.find_map(|((right, down), side)| {
            let cell = self.cell_at(x - right, y - down)?;
            Some((cell, Side(side)))
        })
    }

    pub(super) fn behind(&self, cell: Cell, side: Side) -> Behind {
        let mut nodes = self.board.nodes_at(cell);
        match nodes.find_map(|node| self.board.edge(node, side)) {
            Some(edge) if edge.is_wrap => Behind::Open,
            Some(_) => Behind::Cell,
            None => {
                let (x, y) = self.middle(cell.row.into(), cell.col.into());
                let (right, down) = self.directions()[side.index()];
                match self.cell_at(x + right, y + down) {
                    Some(_) => Behind::Wall,
                    None => Behind::Border,
                }
            }
        }
    }
}
