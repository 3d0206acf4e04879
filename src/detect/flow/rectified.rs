//! The picture of a board that is seen at an angle, as it would be seen from above: what lies along its rows and columns lies along
//! those of the pixels then, and a window over it is a rectangle.

use std::cell::OnceCell;

use image::{Rgb, RgbImage};

use super::extent::Extent;
use super::sampler::GridSampler;
use super::view::View;
use crate::detect::grid::fit::GridHypothesis;
use crate::geometry::{Pixel, Projection};
use crate::vision::local_range::LocalRange;
use crate::vision::regions::{FLAT, regions};
use crate::vision::sampling::blended_at;

/// So many cells are shown around a board.
const AROUND: i32 = 2;

/// What `ask` answers of the board seen from above; of one that is seen so already, of the picture as it is.
pub(super) fn from_above<T>(view: &View, extent: &Extent, ask: impl FnOnce(&View) -> T) -> T {
    if !view.sampler.grid.is_askew() {
        return ask(view);
    }
    let (picture, grid) = rectified(&view.sampler, extent);
    let regions = regions(&LocalRange::of(&picture), FLAT);
    let sampler = GridSampler {
        picture: &picture,
        grid: &grid,
    };
    ask(&View {
        sampler,
        sharp: None,
        original: &picture,
        regions: &regions,
        faint: &OnceCell::new(),
        local_range: &OnceCell::new(),
        ..*view
    })
}

/// A board and what is around it, with cells as large as they are where its lattice began to grow; the edge of the picture goes on
/// beyond it.
fn rectified(sampler: &GridSampler, extent: &Extent) -> (RgbImage, GridHypothesis) {
    let shown = extent.grown(AROUND);
    let pitch = sampler.grid.pitch;
    let pixels = |cells: i32| (f64::from(cells) * pitch).ceil() as u32;
    let (col, row) = (f64::from(shown.col) - 0.5, f64::from(shown.row) - 0.5);
    let (width, height) = sampler.picture.dimensions();
    let inside = |at: f64, side: u32| at.clamp(0.0, f64::from(side));
    let picture = RgbImage::from_fn(pixels(shown.cols), pixels(shown.rows), |x, y| {
        let place = |pixel: u32, first: f64| first + (f64::from(pixel) + 0.5) / pitch;
        let (x, y) = sampler.grid.projection.apply(place(x, col), place(y, row));
        let at = Pixel::new(inside(x, width), inside(y, height));
        let colour = blended_at(sampler.picture, at).unwrap_or_default();
        Rgb(colour.map(|level| level.round() as u8))
    });
    let projection = Projection::axis_aligned(-col * pitch, -row * pitch, pitch, pitch);
    let grid = GridHypothesis {
        projection,
        ..sampler.grid.clone()
    };
    (picture, grid)
}
