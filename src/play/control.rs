//! What may be clicked to go on to the next level.

use image::RgbImage;

use crate::geometry::{PixelRect, ScreenPoint};

/// How a user names what is to be clicked for the next level.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// A place, in points from the top left corner of the target.
    At(ScreenPoint),
    /// Whatever looks like this, in the pixels of the target's pictures.
    LooksLike(RgbImage),
}

/// Something to click.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Control {
    /// Seen in the picture.
    Seen(PixelRect),
    /// Named by the user, on the desktop.
    Named(ScreenPoint),
}

impl Control {
    /// Its width and height, if it is seen.
    pub(super) fn size(self) -> Option<(u32, u32)> {
        match self {
            Self::Seen(rect) => Some((rect.width, rect.height)),
            Self::Named(_) => None,
        }
    }

    /// Whether another one is the same, give or take some pixels.
    pub(super) fn is_like(self, other: Self, pixels: u32) -> bool {
        match (self, other) {
            (Self::Seen(a), Self::Seen(b)) => {
                let pairs = [
                    (a.x, b.x),
                    (a.y, b.y),
                    (a.width, b.width),
                    (a.height, b.height),
                ];
                pairs.iter().all(|(a, b)| a.abs_diff(*b) <= pixels)
            }
            (a, b) => a == b,
        }
    }
}
