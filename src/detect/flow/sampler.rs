//! A picture asked in cells: `(u, v)` are columns and rows, whole numbers in the middles of cells.

use image::RgbImage;

use crate::detect::grid::fit::GridHypothesis;
use crate::vision::colour::Colour;

/// Where the ground of a cell is looked at, in cells from its middle: beside dots and pipes.
pub(super) const CORNERS: [(f64, f64); 4] =
    [(-0.42, -0.42), (0.42, -0.42), (-0.42, 0.42), (0.42, 0.42)];

/// A picture and the grid over it.
#[derive(Clone, Copy)]
pub(super) struct GridSampler<'a> {
    /// The pixels.
    pub picture: &'a RgbImage,
    /// Where the cells lie.
    pub grid: &'a GridHypothesis,
}

/// One cell of a picture. Inside a cell even a tilted board is flat enough for two straight axes.
#[derive(Clone, Copy)]
pub(super) struct Patch<'a> {
    picture: &'a RgbImage,
    centre: (f64, f64),
    /// One column further and one row further, in pixels.
    right: (f64, f64),
    down: (f64, f64),
}

impl<'a> GridSampler<'a> {
    /// The cell at a column and a row.
    pub fn cell(&self, (col, row): (i32, i32)) -> Patch<'a> {
        let (u, v) = (f64::from(col), f64::from(row));
        let view = &self.grid.projection;
        let across = |a: (f64, f64), b: (f64, f64)| (b.0 - a.0, b.1 - a.1);
        Patch {
            picture: self.picture,
            centre: view.apply(u, v),
            right: across(view.apply(u - 0.5, v), view.apply(u + 0.5, v)),
            down: across(view.apply(u, v - 0.5), view.apply(u, v + 0.5)),
        }
    }
}

impl Patch<'_> {
    /// The colour so many cells right of and below the middle; the nearest pixel's, if it lies in the picture.
    pub fn at(&self, right: f64, down: f64) -> Option<Colour> {
        self.pixel(right, down).map(|pixel| pixel.map(f32::from))
    }

    /// The colour there, from the four pixels around it.
    pub fn between(&self, right: f64, down: f64) -> Option<Colour> {
        let (x, y) = self.place(right, down);
        let (left, top) = ((x - 0.5).max(0.0), (y - 0.5).max(0.0));
        let colour = |col: u32, row: u32| {
            let pixel = self
                .picture
                .get_pixel_checked(left as u32 + col, top as u32 + row);
            pixel.map(|pixel| pixel.0.map(f32::from))
        };
        let between = |a: Colour, b: Colour, share: f64| {
            [0, 1, 2].map(|channel| a[channel] + (b[channel] - a[channel]) * share as f32)
        };
        let upper = between(colour(0, 0)?, colour(1, 0)?, left.fract());
        let lower = between(colour(0, 1)?, colour(1, 1)?, left.fract());
        Some(between(upper, lower, top.fract()))
    }

    /// The pixel there, as the picture has it.
    pub fn pixel(&self, right: f64, down: f64) -> Option<[u8; 3]> {
        let (x, y) = self.place(right, down);
        let (width, height) = self.picture.dimensions();
        // What is not below zero is rounded down by the cast.
        let is_inside = x >= 0.0 && y >= 0.0 && x < f64::from(width) && y < f64::from(height);
        is_inside.then(|| self.picture.get_pixel(x as u32, y as u32).0)
    }

    /// Where that is in the picture.
    pub fn place(&self, right: f64, down: f64) -> (f64, f64) {
        (
            self.centre.0 + right * self.right.0 + down * self.down.0,
            self.centre.1 + right * self.right.1 + down * self.down.1,
        )
    }

    /// Whether the cell lies in the picture but for `outside` of it.
    pub fn is_inside(&self, outside: f64) -> bool {
        let reach = 0.5 - outside;
        let ends = [(-reach, 0.0), (reach, 0.0), (0.0, -reach), (0.0, reach)];
        ends.iter()
            .all(|&(right, down)| self.at(right, down).is_some())
    }
}
