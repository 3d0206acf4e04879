//! The boxes of a board, to be looked at again in later pictures of the same place.

use image::RgbImage;

use super::digits::{Content, content};
use super::grid::BoxGrid;
use super::pad::{Pad, pad};
use super::signs::signs;
use crate::geometry::Cell;
use crate::puzzle::futoshiki::Inequality;

/// The boxes of a board that lies upright.
#[derive(Clone, Debug, PartialEq)]
pub struct Boxes(BoxGrid);

impl Boxes {
    pub(super) fn of(grid: BoxGrid) -> Self {
        Self(grid)
    }

    /// Whether a picture is large enough to show all of them.
    pub fn lie_in(&self, picture: &RgbImage) -> bool {
        let last = self.0.rect(self.0.size - 1, self.0.size - 1);
        last.x + last.width <= picture.width() && last.y + last.height <= picture.height()
    }

    /// What stands in a box in a picture that they lie in.
    pub fn content(&self, picture: &RgbImage, cell: Cell) -> Content {
        let rect = self.0.rect(cell.row.into(), cell.col.into());
        content(picture, rect, self.0.size)
    }

    /// The pad of digits beside them in a picture that they lie in, if there is one.
    pub fn pad(&self, picture: &RgbImage) -> Option<Pad> {
        pad(picture, &self.0)
    }

    /// The signs between them, sorted; `None` where something else stands in a gap.
    pub fn signs(&self, picture: &RgbImage) -> Option<Vec<Inequality>> {
        let (mut signs, unclear) = signs(picture, &self.0);
        signs.sort_unstable();
        unclear.is_empty().then_some(signs)
    }
}
