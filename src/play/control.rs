//! What may be clicked to go on to the next level.

use image::RgbImage;

use crate::geometry::{PixelRect, ScreenPoint};
use crate::pipeline::Frame;

/// Two looks show the same control when they share so much of what both cover: one that swells by an eighth and
/// shrinks again shares three quarters.
const SAME: f64 = 0.7;

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
    /// The same, where nothing has changed since the level was solved: what is to be clicked may be still to come.
    Awaited(ScreenPoint),
}

impl Control {
    /// Its width and height, if it is seen.
    pub(super) fn size(self) -> Option<(u32, u32)> {
        match self {
            Self::Seen(rect) => Some((rect.width, rect.height)),
            Self::Named(_) | Self::Awaited(_) => None,
        }
    }

    /// Whether nothing is to be seen of it yet.
    pub(super) fn is_awaited(self) -> bool {
        matches!(self, Self::Awaited(_))
    }

    /// Where to click it, as a frame shows it.
    pub(super) fn place(self, frame: &Frame) -> ScreenPoint {
        match self {
            Self::Named(place) | Self::Awaited(place) => place,
            Self::Seen(rect) => frame.viewport.to_screen(rect.centre()),
        }
    }

    /// Whether another one is the same: it may swell and shrink, to be noticed.
    pub(super) fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Seen(a), Self::Seen(b)) => shared(a, b) >= SAME,
            (a, b) => a == b,
        }
    }

    /// Whether it is about as large as one that was known.
    pub(super) fn is_sized(self, known: (u32, u32)) -> bool {
        let at_corner = |(width, height)| PixelRect {
            x: 0,
            y: 0,
            width,
            height,
        };
        let size = self.size().map(at_corner);
        size.is_some_and(|size| shared(size, at_corner(known)) >= SAME)
    }
}

/// What two rectangles share, of what both of them cover.
fn shared(a: PixelRect, b: PixelRect) -> f64 {
    let overlap = |a: (u32, u32), b: (u32, u32)| {
        let end = (a.0 + a.1).min(b.0 + b.1);
        f64::from(end.saturating_sub(a.0.max(b.0)))
    };
    let both = overlap((a.x, a.width), (b.x, b.width)) * overlap((a.y, a.height), (b.y, b.height));
    let area = |one: PixelRect| f64::from(one.width) * f64::from(one.height);
    both / (area(a) + area(b) - both)
}
