//! A grid of square or hexagonal cells in a picture.

use std::collections::BTreeSet;

use crate::geometry::{GridCell, Pixel, PlanePoint, Projection, Tiling};

/// A possible grid of cells.
#[derive(Clone, Debug)]
pub struct TiledGrid {
    /// Tiling of the cells.
    pub tiling: Tiling,
    /// From places in the plane of the cells to pixels.
    pub projection: Projection,
    /// The cells in whose middle a region lies.
    pub support: BTreeSet<GridCell>,
}

impl TiledGrid {
    /// The pixel at a place of the plane.
    pub fn pixel(&self, at: PlanePoint) -> Pixel {
        let (x, y) = self.projection.apply(at.x, at.y);
        Pixel::new(x, y)
    }

    /// Mean distance of neighbouring cells in the middle of the support, in pixels.
    pub fn pitch(&self) -> f64 {
        let middle = self.middle();
        let at = |x, y| self.pixel(middle + PlanePoint::new(x, y));
        (at(-0.5, 0.0).distance(at(0.5, 0.0)) + at(0.0, -0.5).distance(at(0.0, 0.5))) / 2.0
    }

    fn middle(&self) -> PlanePoint {
        let sum = self
            .support
            .iter()
            .map(|cell| self.tiling.centre(*cell))
            .fold(PlanePoint::new(0.0, 0.0), |sum, at| sum + at);
        sum * (1.0 / self.support.len().max(1) as f64)
    }
}
