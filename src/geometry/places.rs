//! The cells of a board that has no rows and columns.

use std::collections::BTreeMap;

use super::{Pixel, PixelBox};

/// Where the cells of a board on no lattice lie, by number, and where two of them share a side.
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    /// By number of a cell.
    pub cells: Vec<Place>,
    /// By the numbers of two cells, the lower first: the middle of the side that they share.
    pub sides: BTreeMap<(u16, u16), Pixel>,
    /// What the board covers.
    pub bounds: PixelBox,
}

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// A place well inside.
    pub centre: Pixel,
    /// The diameter of the largest disc around it that lies within the cell, in pixels.
    pub size: f64,
}

impl Places {
    /// The number of the cell whose disc this pixel lies in, or lies nearest to, within half as far again; and how far right of and
    /// below its centre, in sizes.
    pub(super) fn nearest(&self, at: Pixel) -> Option<(usize, f64, f64)> {
        const FARTHEST: f64 = 0.75;
        let away = |place: &Place| {
            let step = |to: f64, from: f64| (to - from) / place.size;
            (step(at.x, place.centre.x), step(at.y, place.centre.y))
        };
        let all = self.cells.iter().map(away).enumerate();
        let (number, (right, down)) =
            all.min_by(|(_, a), (_, b)| a.0.hypot(a.1).total_cmp(&b.0.hypot(b.1)))?;
        (right.hypot(down) <= FARTHEST).then_some((number, right, down))
    }

    /// The usual size of a cell: the median.
    pub(super) fn pitch(&self) -> f64 {
        let mut sizes: Vec<f64> = self.cells.iter().map(|place| place.size).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.get(sizes.len() / 2).copied().unwrap_or(1.0)
    }
}
