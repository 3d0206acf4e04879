//! How much the colours around each pixel of a picture differ: what flat regions are found from, whatever counts as flat.

use image::RgbImage;

/// The range of each channel over 3 by 3 pixels around each, of the channel where that is largest.
pub struct LocalRange {
    /// Width and height of the picture.
    pub dimensions: (u32, u32),
    /// Row by row.
    local_range: Vec<u8>,
}

impl LocalRange {
    /// Looks at the whole picture.
    #[tracing::instrument(skip_all, name = "local_range")]
    pub fn of(picture: &RgbImage) -> Self {
        let (width, height) = picture.dimensions();
        let row_bytes = 3 * width as usize;
        let bytes = picture.as_raw();
        let line = |y: u32| &bytes[y as usize * row_bytes..(y as usize + 1) * row_bytes];
        // One pixel more on both sides, so that the border needs no case of its own.
        let padded = row_bytes + 6;
        let (mut high, mut low) = (vec![0; padded], vec![0; padded]);
        // Of each byte: the range of its channel, and the largest of those of the three bytes from it on.
        let mut range = vec![0; row_bytes];
        let mut largest_from = vec![0; row_bytes.saturating_sub(2)];
        let mut local_range = Vec::with_capacity(width as usize * height as usize);
        for y in 0..height {
            let (above, here) = (line(y.saturating_sub(1)), line(y));
            let below = line((y + 1).min(height - 1));
            let inside = 3..3 + row_bytes;
            for ((((high, low), above), here), below) in high[inside.clone()]
                .iter_mut()
                .zip(&mut low[inside])
                .zip(above)
                .zip(here)
                .zip(below)
            {
                *high = *above.max(here).max(below);
                *low = *above.min(here).min(below);
            }
            for edge in [&mut high, &mut low] {
                edge.copy_within(3..6, 0);
                edge.copy_within(row_bytes..row_bytes + 3, row_bytes + 3);
            }
            // Byte by byte, also where no pixel begins: that is what a processor does sixteen at a time.
            let tops = high.iter().zip(&high[3..]).zip(&high[6..]);
            let bottoms = low.iter().zip(&low[3..]).zip(&low[6..]);
            for (range, (((a, b), c), ((d, e), f))) in range.iter_mut().zip(tops.zip(bottoms)) {
                *range = a.max(b).max(c) - d.min(e).min(f);
            }
            for (largest, channels) in largest_from.iter_mut().zip(range.windows(3)) {
                *largest = channels[0].max(channels[1]).max(channels[2]);
            }
            local_range.extend(largest_from.iter().step_by(3));
        }
        Self {
            dimensions: (width, height),
            local_range,
        }
    }

    /// Says of each pixel of row `y` whether it is flat: 1 or 0; `most` is the largest step of a flat pixel.
    pub fn flat(&self, y: u32, most: u8, is_flat: &mut [u8]) {
        let width = self.dimensions.0 as usize;
        let row = &self.local_range[y as usize * width..(y as usize + 1) * width];
        for (is_flat, range) in is_flat.iter_mut().zip(row) {
            *is_flat = u8::from(*range <= most);
        }
    }
}
