//! What may be clicked to go on to the next level.

use crate::geometry::{PixelRect, ScreenPoint};

/// Something to click.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Control {
    /// Seen in the picture.
    Seen(PixelRect),
    /// Named by the user, from the target's corner.
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
