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

/// The colour at a place, from the four pixels around it. At the border the last pixel goes on; `None` more than half a pixel
/// outside the picture.
pub fn blended_at(picture: &RgbImage, at: Pixel) -> Option<Colour> {
    let (width, height) = picture.dimensions();
    let is_near = |at: f64, side: u32| side > 0 && at > -0.5 && at < f64::from(side) + 0.5;
    if !is_near(at.x, width) || !is_near(at.y, height) {
        return None;
    }
    let around = |at: f64, side: u32| {
        let at = (at - 0.5).clamp(0.0, f64::from(side - 1));
        let low = at as u32;
        (low, (low + 1).min(side - 1), at.fract() as f32)
    };
    let (left, right, across) = around(at.x, width);
    let (top, bottom, down) = around(at.y, height);
    let colour = |x: u32, y: u32| picture.get_pixel(x, y).0.map(f32::from);
    let between =
        |a: Colour, b: Colour, share: f32| [0, 1, 2].map(|it| a[it] + (b[it] - a[it]) * share);
    let upper = between(colour(left, top), colour(right, top), across);
    let lower = between(colour(left, bottom), colour(right, bottom), across);
    Some(between(upper, lower, down))
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
    fn between_two_pixels_their_colours_mix_and_beyond_the_last_it_goes_on() {
        let shown = |x, y| blended_at(&picture(), Pixel::new(x, y));
        assert_eq!(shown(1.0, 1.0), Some([127.5; 3]));
        assert_eq!(shown(0.5, 1.0), Some([0.0; 3]));
        assert_eq!(shown(2.4, 1.0), Some([255.0; 3]));
        assert_eq!(shown(2.6, 1.0), None);
    }
}
