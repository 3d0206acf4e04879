//! A picture asked in cells: `(u, v)` are columns and rows, whole numbers in the middles of cells.

use image::RgbImage;

use crate::detect::grid::fit::GridHypothesis;
use crate::geometry::Pixel;
use crate::vision::colour::Colour;
use crate::vision::sampling::{blended_at, pixel_at};

/// Where the ground of a cell is looked at, in cells from its middle: beside dots and pipes.
pub(super) const CORNERS: [(f64, f64); 4] =
    [(-0.42, -0.42), (0.42, -0.42), (-0.42, 0.42), (0.42, 0.42)];

/// From the middle of a cell towards its four sides.
pub(super) const SIDES: [(f64, f64); 4] = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];

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
    /// Its column and row.
    pub cell: (i32, i32),
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
            cell: (col, row),
            centre: view.apply(u, v),
            right: across(view.apply(u - 0.5, v), view.apply(u + 0.5, v)),
            down: across(view.apply(u, v - 0.5), view.apply(u, v + 0.5)),
        }
    }
}

impl Patch<'_> {
    /// The same so many cells farther right and below.
    pub fn shifted(self, right: f64, down: f64) -> Self {
        Self {
            centre: self.place(right, down),
            ..self
        }
    }

    /// The colour so many cells right of and below the middle; the nearest pixel's, if it lies in the picture.
    pub fn at(&self, right: f64, down: f64) -> Option<Colour> {
        self.pixel(right, down).map(|pixel| pixel.map(f32::from))
    }

    /// The colour there, from the four pixels around it.
    pub fn between(&self, right: f64, down: f64) -> Option<Colour> {
        let (x, y) = self.place(right, down);
        blended_at(self.picture, Pixel::new(x, y))
    }

    /// The pixel there, as the picture has it.
    pub fn pixel(&self, right: f64, down: f64) -> Option<[u8; 3]> {
        let (x, y) = self.place(right, down);
        pixel_at(self.picture, Pixel::new(x, y))
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
