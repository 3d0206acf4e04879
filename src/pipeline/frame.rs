//! A picture of the screen, and where on the desktop it was taken.

use std::fmt;

use image::RgbImage;

use crate::geometry::{ScreenRect, Viewport};

/// A colour as a screen shows it: red, green, blue, each 0 to 255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rgb(pub [u8; 3]);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// A picture in physical pixels, and where it lies on the desktop.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The pixels.
    pub picture: RgbImage,
    /// Where the picture lies on the desktop and how large its pixels are there.
    pub viewport: Viewport,
}

/// What the edges of a picture are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edges {
    /// Those of a picture that may have been cut anywhere.
    #[default]
    OfPicture,
    /// Those of a window. Many programs make theirs as large as the board.
    OfWindow,
}

impl Frame {
    /// What the edges of the picture are, given where the window lies that it was taken of, if it was taken of one.
    pub fn edges(&self, window: Option<ScreenRect>) -> Edges {
        let shown = self.bounds();
        let is_whole = |window: ScreenRect| {
            let sides = |rect: ScreenRect| {
                let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
                [rect.x, rect.y, right, bottom]
            };
            let mut both = sides(shown).into_iter().zip(sides(window));
            both.all(|(shown, window)| (shown - window).abs() < 1.0)
        };
        match window {
            Some(window) if is_whole(window) => Edges::OfWindow,
            _ => Edges::OfPicture,
        }
    }

    /// A picture that was not taken from a screen: its pixels are screen points from (0, 0).
    pub fn from_picture(picture: RgbImage) -> Self {
        Self {
            picture,
            viewport: Viewport::IDENTITY,
        }
    }

    /// The part of the desktop that the picture shows.
    pub fn bounds(&self) -> ScreenRect {
        let (width, height) = self.picture.dimensions();
        ScreenRect::new(
            self.viewport.origin.x,
            self.viewport.origin.y,
            f64::from(width) / self.viewport.scale,
            f64::from(height) / self.viewport.scale,
        )
    }
}
