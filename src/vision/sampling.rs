//! What a picture shows at a place, which may lie between its pixels.

use image::RgbImage;

use super::colour::Colour;
use crate::geometry::Pixel;

/// The pixel that a place lies in; `None` outside the picture.
pub fn pixel_at(picture: &RgbImage, at: Pixel) -> Option<[u8; 3]> {
    let (width, height) = picture.dimensions();
    // What is not below zero is rounded down by the cast.
    let is_inside =
        at.x >= 0.0 && at.y >= 0.0 && at.x < f64::from(width) && at.y < f64::from(height);
    is_inside.then(|| picture.get_pixel(at.x as u32, at.y as u32).0)
}

/// The colour at a place, from the four pixels around it; `None` where one of them is outside the picture on the right or below.
pub fn blended_at(picture: &RgbImage, at: Pixel) -> Option<Colour> {
    let (left, top) = ((at.x - 0.5).max(0.0), (at.y - 0.5).max(0.0));
    let colour = |col: u32, row: u32| {
        let pixel = picture.get_pixel_checked(left as u32 + col, top as u32 + row);
        pixel.map(|pixel| pixel.0.map(f32::from))
    };
    let between = |a: Colour, b: Colour, share: f64| {
        [0, 1, 2].map(|channel| a[channel] + (b[channel] - a[channel]) * share as f32)
    };
    let upper = between(colour(0, 0)?, colour(1, 0)?, left.fract());
    let lower = between(colour(0, 1)?, colour(1, 1)?, left.fract());
    Some(between(upper, lower, top.fract()))
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    /// A black pixel and a white one beside it, twice.
    fn picture() -> RgbImage {
        RgbImage::from_fn(2, 2, |x, _| Rgb([255 * x as u8; 3]))
    }

    #[test]
    fn nothing_is_shown_outside_a_picture() {
        let shown = |x, y| pixel_at(&picture(), Pixel::new(x, y));
        assert_eq!(shown(0.9, 1.9), Some([0; 3]));
        assert_eq!(shown(1.0, 0.0), Some([255; 3]));
        for (x, y) in [(-0.1, 0.0), (0.0, -0.1), (2.0, 0.0), (0.0, 2.0)] {
            assert_eq!(shown(x, y), None, "{x}, {y}");
        }
    }

    #[test]
    fn half_way_between_two_pixels_their_colours_mix() {
        let shown = |x, y| blended_at(&picture(), Pixel::new(x, y));
        assert_eq!(shown(1.0, 1.0), Some([127.5; 3]));
        assert_eq!(shown(0.5, 1.0), Some([0.0; 3]));
        assert_eq!(shown(1.6, 1.0), None);
    }
}
