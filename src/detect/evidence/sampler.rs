//! Colours of a picture at places in the plane of a grid.

use std::borrow::Cow;

use image::RgbImage;

use crate::detect::grid::tiled::TiledGrid;
use crate::detect::weights::MEASURED_PITCH;
use crate::geometry::{Pixel, PlanePoint, Projection};
use crate::vision::colour::Colour;
use crate::vision::resize::resized;
use crate::vision::sampling::blended_at;

/// A picture with cells of at most [`MEASURED_PITCH`] pixels, and the way from the plane to it.
pub struct Sampler<'a> {
    picture: Cow<'a, RgbImage>,
    /// From pixels of the original picture.
    smaller: Projection,
    /// From the plane.
    projection: Projection,
}

/// What is not made smaller by more than this is looked at as it is.
const HARDLY_SMALLER: f64 = 0.9;

impl<'a> Sampler<'a> {
    pub fn new(picture: &'a RgbImage, grid: &TiledGrid) -> Self {
        let by = MEASURED_PITCH / grid.pitch();
        if by >= HARDLY_SMALLER || !by.is_finite() {
            return Self {
                picture: Cow::Borrowed(picture),
                smaller: Projection::IDENTITY,
                projection: grid.projection,
            };
        }
        let side = |side: u32| ((f64::from(side) * by).round() as u32).max(1);
        let (width, height) = picture.dimensions();
        let (small_width, small_height) = (side(width), side(height));
        let share = |small: u32, side: u32| f64::from(small) / f64::from(side);
        let (right, down) = (share(small_width, width), share(small_height, height));
        let smaller = Projection::axis_aligned(0.0, 0.0, right, down);
        Self {
            picture: Cow::Owned(resized(picture, [small_width, small_height])),
            smaller,
            projection: smaller.after(&grid.projection),
        }
    }

    /// The same picture, with another grid of about the same cells over it.
    pub fn on(&self, grid: &TiledGrid) -> Sampler<'_> {
        Sampler {
            picture: Cow::Borrowed(&self.picture),
            smaller: self.smaller,
            projection: self.smaller.after(&grid.projection),
        }
    }

    /// The colour at a place, from the four pixels around it; `None` outside the picture.
    pub fn at(&self, place: PlanePoint) -> Option<Colour> {
        let (x, y) = self.projection.apply(place.x, place.y);
        blended_at(&self.picture, Pixel::new(x, y))
    }
}
