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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ScreenPoint;

    /// What the edges are of a picture of so many pixels that was taken at a place, given the window.
    fn edges(pixels: (u32, u32), (x, y): (f64, f64), scale: f64, window: ScreenRect) -> Edges {
        let origin = ScreenPoint::new(x, y);
        let frame = Frame {
            picture: RgbImage::new(pixels.0, pixels.1),
            viewport: Viewport { origin, scale },
        };
        frame.edges(Some(window))
    }

    #[test]
    fn the_edges_are_the_window_s_where_all_of_it_is_shown() {
        // A part of a point is rounded to pixels.
        for (scale, pixels) in [(1.0, (400, 301)), (1.25, (500, 376)), (2.0, (800, 601))] {
            for at in [(120.0, 60.0), (-1280.0, -40.0)] {
                let window = ScreenRect::new(at.0, at.1, 400.0, 300.5);
                assert_eq!(edges(pixels, at, scale, window), Edges::OfWindow);
            }
        }
    }

    #[test]
    fn half_a_window_and_no_window_have_the_edges_of_a_picture() {
        let window = ScreenRect::new(-200.0, 60.0, 400.0, 300.0);
        let half = edges((200, 300), (0.0, 60.0), 1.0, window);
        assert_eq!(half, Edges::OfPicture, "half off the screen");
        let around = edges((420, 320), (-210.0, 50.0), 1.0, window);
        assert_eq!(around, Edges::OfPicture, "with what is around it");
        let frame = Frame::from_picture(RgbImage::new(400, 300));
        assert_eq!(frame.edges(None), Edges::OfPicture);
    }
}
