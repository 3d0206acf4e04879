//! Cells of a plane without an end, and where they lie in it. Lengths are in cells.
//!
//! ```text
//!   Square             Hexagonal: flat tops, odd columns half a cell higher
//!   (0,0) (0,1)              (0,1)
//!   (1,0) (1,1)        (0,0)       (0,2)
//!                            (1,1)
//! ```

use std::ops::{Add, Mul, Sub};

/// Distance of neighbouring columns of hexagons, in distances of opposite sides: half of √3.
pub const HEX_COLUMN: f64 = 0.866_025_403_784_438_6;

/// A cell by its row and column from any first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridCell {
    /// Rows below the first one.
    pub row: i32,
    /// Columns right of the first one.
    pub col: i32,
}

/// A place in the plane of the cells, or a step in it, in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanePoint {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// The shape of the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tiling {
    /// Four neighbours: up, right, down, left.
    #[default]
    Square,
    /// Six neighbours; flat tops; odd columns stand half a cell higher.
    Hexagonal,
}

impl GridCell {
    /// The cell at a row and a column.
    pub const fn new(row: i32, col: i32) -> Self {
        Self { row, col }
    }

    /// The cell so many rows and columns on.
    pub const fn moved(self, down: i32, right: i32) -> Self {
        Self::new(self.row + down, self.col + right)
    }
}

impl PlanePoint {
    /// The place so far right of the middle of the first cell and below it.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// A quarter turn to the right.
    pub const fn turned(self) -> Self {
        Self::new(-self.y, self.x)
    }

    /// Its distance from the middle of the first cell, or its length as a step.
    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }
}

impl Add for PlanePoint {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for PlanePoint {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for PlanePoint {
    type Output = Self;

    fn mul(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by)
    }
}

impl Tiling {
    /// Number of sides of a cell.
    pub const fn sides(self) -> usize {
        match self {
            Self::Square => 4,
            Self::Hexagonal => 6,
        }
    }

    /// Length of a side, in cells.
    pub fn side_length(self) -> f64 {
        match self {
            Self::Square => 1.0,
            Self::Hexagonal => 1.0 / 3.0_f64.sqrt(),
        }
    }

    /// The middle of a cell.
    pub fn centre(self, cell: GridCell) -> PlanePoint {
        let (row, col) = (f64::from(cell.row), f64::from(cell.col));
        match self {
            Self::Square => PlanePoint::new(col, row),
            Self::Hexagonal => PlanePoint::new(HEX_COLUMN * col, row + lowered(cell.col)),
        }
    }

    /// The cell whose middle is nearest to a place, or one of those around it.
    pub fn nearest(self, at: PlanePoint) -> GridCell {
        match self {
            Self::Square => GridCell::new(at.y.round() as i32, at.x.round() as i32),
            Self::Hexagonal => {
                let col = (at.x / HEX_COLUMN).round() as i32;
                GridCell::new((at.y - lowered(col)).round() as i32, col)
            }
        }
    }

    /// The cells behind the sides, clockwise from the top.
    pub fn neighbours(self, cell: GridCell) -> impl Iterator<Item = GridCell> {
        let up = if cell.col.rem_euclid(2) == 1 { -1 } else { 0 };
        let steps = match self {
            Self::Square => [(-1, 0), (0, 1), (1, 0), (0, -1), (0, 0), (0, 0)],
            Self::Hexagonal => [
                (-1, 0),
                (up, 1),
                (up + 1, 1),
                (1, 0),
                (up + 1, -1),
                (up, -1),
            ],
        };
        let steps = steps.into_iter().take(self.sides());
        steps.map(move |(down, right)| cell.moved(down, right))
    }
}

/// How much lower than its row's number a column of hexagons stands.
fn lowered(col: i32) -> f64 {
    if col.rem_euclid(2) == 1 { 0.0 } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_lie_one_cell_apart_and_know_each_other() {
        for tiling in [Tiling::Square, Tiling::Hexagonal] {
            for cell in [GridCell::new(2, 3), GridCell::new(-1, -4)] {
                let centre = tiling.centre(cell);
                assert_eq!(tiling.nearest(centre), cell);
                for other in tiling.neighbours(cell) {
                    let apart = (tiling.centre(other) - centre).length();
                    assert!((apart - 1.0).abs() < 1e-9, "{tiling:?} {cell:?} {other:?}");
                    assert!(tiling.neighbours(other).any(|back| back == cell));
                }
                assert_eq!(tiling.neighbours(cell).count(), tiling.sides());
            }
        }
    }
}
