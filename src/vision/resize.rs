//! Pictures of another size.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::RgbImage;

/// A picture of another size in pixels, neither side of which is 0: each pixel is the mean of those that it lies on, the nearest
/// ones most. A picture without pixels becomes black.
///
/// # Panics
///
/// If the new picture is larger than memory.
pub fn resized(picture: &RgbImage, [width, height]: [u32; 2]) -> RgbImage {
    const WHOLE: &str = "a picture has as many pixels as its sides say";
    let mut small = TypedImage::<U8x3>::new(width, height);
    if picture.width() > 0 && picture.height() > 0 {
        let (from_width, from_height) = picture.dimensions();
        let from = TypedImageRef::<U8x3>::from_buffer(from_width, from_height, picture.as_raw())
            .expect(WHOLE);
        let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Bilinear));
        Resizer::new()
            .resize_typed(&from, &mut small, &options)
            .expect("neither picture is cropped");
    }
    let pixels = small.pixels().iter().flat_map(|pixel| pixel.0).collect();
    RgbImage::from_raw(width, height, pixels).expect(WHOLE)
}

#[cfg(test)]
mod tests {
    use image::Rgb;
    use image::imageops::{self, FilterType};
    use proptest::prelude::*;

    use super::*;

    /// `image` filters with the same weights, in floating point.
    fn plain(picture: &RgbImage, [width, height]: [u32; 2]) -> RgbImage {
        imageops::resize(picture, width, height, FilterType::Triangle)
    }

    proptest! {
        #[test]
        fn pixels_are_the_means_of_those_that_they_lie_on(
            (width, height) in (1..40_u32, 1..40_u32),
            to in [1..40_u32, 1..40_u32],
            seed in any::<u32>(),
        ) {
            let picture = RgbImage::from_fn(width, height, |x, y| {
                let mixed = (x * 7919 + y * 104_729).wrapping_add(seed).wrapping_mul(2_654_435_761);
                Rgb([mixed >> 24, mixed >> 16, mixed >> 8].map(|it| it as u8))
            });
            let (new, plain) = (resized(&picture, to), plain(&picture, to));
            prop_assert_eq!(new.dimensions(), plain.dimensions());
            for (a, b) in new.as_raw().iter().zip(plain.as_raw()) {
                prop_assert!(a.abs_diff(*b) <= 2, "{} is not {}", a, b);
            }
        }
    }

    #[test]
    fn a_picture_without_pixels_becomes_black() {
        assert_eq!(resized(&RgbImage::new(0, 3), [2, 1]), RgbImage::new(2, 1));
    }
}
