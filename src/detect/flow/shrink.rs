//! The picture at the resolution that the answer needs.

use image::RgbImage;

/// The longest side looked at, in pixels. A board that fills half of a 4K screen still has 50 pixels a
/// cell at 15 columns; the time goes with the square of this.
const LONGEST: u32 = 1500;

/// A picture made smaller by a whole number, and that number.
#[derive(Clone)]
pub(super) struct Shrunk {
    /// The pixels.
    pub picture: RgbImage,
    /// How many pixels of the original one pixel is wide.
    pub by: u32,
}

/// The mean of each block of `by` by `by` pixels; a remainder at the right and bottom is dropped.
pub(super) fn shrink(picture: &RgbImage) -> Shrunk {
    let (width, height) = picture.dimensions();
    let by = width.max(height).div_ceil(LONGEST).max(1);
    if by == 1 {
        return Shrunk {
            picture: picture.clone(),
            by,
        };
    }
    let (small_width, small_height) = (width / by, height / by);
    let row_bytes = width as usize * 3;
    let area = by * by;
    let mut bytes = Vec::with_capacity(small_width as usize * small_height as usize * 3);
    let mut sums = vec![0u32; small_width as usize * 3];
    for row in 0..small_height {
        sums.fill(0);
        for inner in 0..by {
            let start = (row * by + inner) as usize * row_bytes;
            let line = &picture.as_raw()[start..start + row_bytes];
            for (sum, block) in sums
                .chunks_exact_mut(3)
                .zip(line.chunks_exact(3 * by as usize))
            {
                for pixel in block.chunks_exact(3) {
                    for (channel, value) in sum.iter_mut().zip(pixel) {
                        *channel += u32::from(*value);
                    }
                }
            }
        }
        bytes.extend(sums.iter().map(|sum| ((sum + area / 2) / area) as u8));
    }
    let picture = RgbImage::from_raw(small_width, small_height, bytes)
        .expect("as many bytes were made as the picture has");
    Shrunk { picture, by }
}
