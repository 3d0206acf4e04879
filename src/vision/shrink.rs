//! The picture at the resolution that the answer needs.

use std::borrow::Cow;

use image::RgbImage;

/// The longest side looked at, in pixels. A board that fills half of a 4K screen still has 50 pixels a
/// cell at 15 columns; the time goes with the square of this.
const LONGEST: u32 = 1500;

/// A picture made smaller by a whole number, and that number.
#[derive(Clone)]
pub struct Shrunk<'a> {
    /// The pixels.
    pub picture: Cow<'a, RgbImage>,
    /// How many pixels of the original one pixel is wide.
    pub by: u32,
}

/// The mean of each block of `by` by `by` pixels; a remainder at the right and bottom is dropped.
#[tracing::instrument(skip_all)]
pub fn shrink(picture: &RgbImage) -> Shrunk<'_> {
    let (width, height) = picture.dimensions();
    let by = width.max(height).div_ceil(LONGEST).max(1);
    if by == 1 {
        return Shrunk {
            picture: Cow::Borrowed(picture),
            by,
        };
    }
    if width < by || height < by {
        // A sliver, in which there is nothing to see.
        return Shrunk {
            picture: Cow::Owned(RgbImage::new(1, 1)),
            by,
        };
    }
    // An area that the compiler knows needs no division: phones are halved, large screens made a third or a quarter.
    let picture = match by {
        2 => means(picture, 2),
        3 => means(picture, 3),
        4 => means(picture, 4),
        _ => means(picture, by),
    };
    Shrunk {
        picture: Cow::Owned(picture),
        by,
    }
}

/// The mean of each block; both sides of the picture are at least one block long.
#[inline(always)]
fn means(picture: &RgbImage, by: u32) -> RgbImage {
    let (width, height) = picture.dimensions();
    let (small_width, small_height) = (width / by, height / by);
    let (block, area) = (by as usize, by * by);
    let (row_bytes, small_row_bytes) = (width as usize * 3, small_width as usize * 3);
    // Byte by byte, also where no block begins: that is what a processor does sixteen at a time.
    let mut columns = vec![0u16; row_bytes];
    let mut means = vec![0u8; row_bytes - 3 * (block - 1)];
    let mut bytes = vec![0u8; small_row_bytes * small_height as usize];
    for (rows, small_row) in picture
        .as_raw()
        .chunks_exact(block * row_bytes)
        .zip(bytes.chunks_exact_mut(small_row_bytes))
    {
        columns.fill(0);
        for row in rows.chunks_exact(row_bytes) {
            for (sum, value) in columns.iter_mut().zip(row) {
                *sum += u16::from(*value);
            }
        }
        for (at, mean) in means.iter_mut().enumerate() {
            let sums = (0..block).map(|next| u32::from(columns[at + 3 * next]));
            *mean = ((sums.sum::<u32>() + area / 2) / area) as u8;
        }
        for (pixel, block) in small_row.chunks_exact_mut(3).zip(means.chunks(3 * block)) {
            pixel.copy_from_slice(&block[..3]);
        }
    }
    RgbImage::from_raw(small_width, small_height, bytes)
        .expect("as many bytes were made as the picture has")
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn each_pixel_is_the_mean_of_its_block() {
        for (width, by) in [(2999, 2), (3001, 3), (7001, 5)] {
            let picture = RgbImage::from_fn(width, 37, |x, y| {
                Rgb([(x * 7 + y * 31) as u8, (x * y) as u8, 255])
            });
            let shrunk = shrink(&picture);
            assert_eq!((shrunk.by, shrunk.picture.width()), (by, width / by));
            for (x, y, pixel) in shrunk.picture.enumerate_pixels() {
                for channel in 0..3 {
                    let inside = (0..by * by)
                        .map(|i| picture.get_pixel(x * by + i % by, y * by + i / by)[channel])
                        .map(f64::from);
                    let mean = inside.sum::<f64>() / f64::from(by * by);
                    assert_eq!(pixel[channel], (mean + 0.5) as u8);
                }
            }
        }
    }
}
