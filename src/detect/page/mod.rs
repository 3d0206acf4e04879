//! The page around a board: its buttons, its background, and where the board moved to. Knows no puzzle.

pub mod background;
pub mod buttons;
pub mod displacement;
pub mod likeness;
mod regions;
pub mod template;

use image::RgbImage;

use crate::geometry::PixelRect;

/// What a control says that it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Next,
    GoesOn,
    Stays,
    Never,
    Unknown,
}

/// A control that is seen on a page.
pub struct PageControl {
    pub rect: PixelRect,
    pub meaning: Meaning,
}

pub fn meaning_of(_: &RgbImage, _: PixelRect) -> Meaning {
    Meaning::Unknown
}
pub fn page_controls(_: &RgbImage) -> Vec<PageControl> {
    Vec::new()
}
