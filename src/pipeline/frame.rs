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

impl Frame {
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
