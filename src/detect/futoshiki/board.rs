//! The boxes of a board, to be looked at again in later pictures of the same place.

use image::RgbImage;

use super::grid::BoxGrid;
use super::pad::{Pad, opened_pad, pad};
use crate::geometry::{PixelRect, Projection};

/// How far the corners of a box that lies upright are from a rectangle, at most, in boxes: rows and columns of unequal pitch are
/// told like a board that lies a little aslant.
const SKEW: f64 = 0.08;

/// The boxes of a board that lies upright.
#[derive(Clone, Debug, PartialEq)]
pub struct Boxes(BoxGrid);

impl Boxes {
    /// The boxes of a grid where the picture shows them from which it was turned upright; `None` where they lie aslant there.
    pub(super) fn of(grid: BoxGrid, to_picture: &Projection) -> Option<Self> {
        if *to_picture == Projection::IDENTITY {
            return Some(Self(grid));
        }
        let rects = grid.rects.iter().map(|rect| mapped(rect, to_picture));
        let rects: Vec<PixelRect> = rects.collect::<Option<_>>()?;
        let (first, last) = (rects.first()?, rects.last()?);
        let steps = (grid.size - 1) as f64;
        let step = |from: u32, to: u32| (f64::from(to) - f64::from(from)) / steps;
        Some(Self(BoxGrid {
            origin: [first.x, first.y].map(f64::from),
            pitch: [step(first.x, last.x), step(first.y, last.y)],
            inside: [first.width, first.height].map(f64::from),
            rects,
            ..grid
        }))
    }

    /// Whether a picture is large enough to show all of them.
    pub fn lie_in(&self, picture: &RgbImage) -> bool {
        let last = self.0.rect(self.0.size - 1, self.0.size - 1);
        last.lies_in(picture.dimensions())
    }

    pub(super) fn grid(&self) -> &BoxGrid {
        &self.0
    }

    /// The pad of digits beside them in a picture that they lie in, if there is one.
    pub fn pad(&self, picture: &RgbImage) -> Option<Pad> {
        pad(picture, &self.0)
    }

    /// The pad of digits that has opened over them or beside them since an earlier picture that they lie in, if there is one.
    pub fn opened_pad(&self, picture: &RgbImage, before: &RgbImage) -> Option<Pad> {
        opened_pad(picture, before, &self.0)
    }
}

/// Where a rectangle lies after a projection, if that leaves it nearly upright.
fn mapped(rect: &PixelRect, projection: &Projection) -> Option<PixelRect> {
    let [left, top] = [rect.x, rect.y].map(f64::from);
    let (right, bottom) = (left + f64::from(rect.width), top + f64::from(rect.height));
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
    let [a, b, c, d] = corners.map(|(x, y)| projection.apply(x, y));
    let (width, height) = ((b.0 - a.0 + d.0 - c.0) / 2.0, (c.1 - a.1 + d.1 - b.1) / 2.0);
    let across = (a.0 - c.0).abs().max((b.0 - d.0).abs());
    let down = (a.1 - b.1).abs().max((c.1 - d.1).abs());
    let (x, y) = ((a.0 + c.0) / 2.0, (a.1 + b.1) / 2.0);
    let is_upright = across <= SKEW * width && down <= SKEW * height && x >= 0.0 && y >= 0.0;
    is_upright.then(|| PixelRect {
        x: x.round() as u32,
        y: y.round() as u32,
        width: width.round() as u32,
        height: height.round() as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_keeps_its_place_in_the_picture_unless_it_lies_aslant_there() {
        let rect = PixelRect {
            x: 100,
            y: 60,
            width: 40,
            height: 50,
        };
        let halved = Projection::axis_aligned(10.0, 4.0, 0.5, 0.5);
        let expected = PixelRect {
            x: 60,
            y: 34,
            width: 20,
            height: 25,
        };
        assert_eq!(mapped(&rect, &halved), Some(expected));
        let turned = |by: f64| Projection([1.0, -by, 0.0, by, 1.0, 0.0, 0.0, 0.0, 1.0]);
        assert!(mapped(&rect, &turned(0.02)).is_some());
        assert_eq!(mapped(&rect, &turned(0.2)), None);
    }
}
