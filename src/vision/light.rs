//! Takes uneven light out of pictures of paper.

use image::{Rgb, RgbImage};

/// The level of paper under even light.
pub const PAPER: f32 = 235.0;

/// Tiles along the shorter side. The brightest part of each is paper.
const TILES: u32 = 16;
/// Paper is as bright as this share of a tile's pixels at most.
const BRIGHT: f64 = 0.85;

/// The paper of a tile has this level, by channel.
type Level = [f32; 3];

/// The picture as under even light: what is as bright as the paper around it has the level [`PAPER`] in each channel.
pub fn evened(picture: &RgbImage) -> RgbImage {
    let (width, height) = picture.dimensions();
    let tile = (width.min(height) / TILES).max(1);
    let [cols, rows] = [width, height].map(|side| side.div_ceil(tile));
    let levels: Vec<Level> = (0..rows)
        .flat_map(|row| (0..cols).map(move |col| (col, row)))
        .map(|(col, row)| paper(picture, [col * tile, row * tile], tile))
        .collect();
    // Tiles around a pixel, and the share of the second one.
    let around = |at: u32, count: u32| {
        let at = ((at as f32 + 0.5) / tile as f32 - 0.5).clamp(0.0, (count - 1) as f32);
        let first = at as u32;
        (first, (first + 1).min(count - 1), at.fract())
    };
    let mix = |a: f32, b: f32, share: f32| a + (b - a) * share;
    // By column of pixels, the level in the middle of a row of tiles.
    let across: Vec<(u32, u32, f32)> = (0..width).map(|x| around(x, cols)).collect();
    let middle = |row: u32| -> Vec<Level> {
        let level = |col: u32| levels[(row * cols + col) as usize];
        let mixed = |&(left, right, share): &(u32, u32, f32)| {
            let (left, right) = (level(left), level(right));
            [0, 1, 2].map(|channel| mix(left[channel], right[channel], share))
        };
        across.iter().map(mixed).collect()
    };
    let middles: Vec<Vec<Level>> = (0..rows).map(middle).collect();
    let mut even = picture.clone();
    for (y, row) in (0..).zip(even.rows_mut()) {
        let (top, bottom, down) = around(y, rows);
        let [upper, lower] = [top, bottom].map(|row| &middles[row as usize]);
        for (pixel, (upper, lower)) in row.zip(upper.iter().zip(lower)) {
            pixel.0 = [0, 1, 2].map(|channel| {
                let paper = mix(upper[channel], lower[channel], down).max(1.0);
                (f32::from(pixel.0[channel]) * PAPER / paper) as u8
            });
        }
    }
    even
}

fn paper(picture: &RgbImage, [left, top]: [u32; 2], tile: u32) -> Level {
    let (right, bottom) = (
        (left + tile).min(picture.width()),
        (top + tile).min(picture.height()),
    );
    [0, 1, 2].map(|channel| {
        let places = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
        let levels = places.map(|(x, y)| picture.get_pixel(x, y).0[channel]);
        level_at(levels, BRIGHT).map_or(PAPER, f32::from)
    })
}

/// As [`quantile`](super::statistics::quantile), of so many levels that counting them is faster than sorting.
fn level_at(levels: impl Iterator<Item = u8>, share: f64) -> Option<u8> {
    let mut counts = [0_usize; 256];
    levels.for_each(|level| counts[usize::from(level)] += 1);
    let at = (share * counts.iter().sum::<usize>() as f64) as usize;
    let mut before = 0;
    (0..=u8::MAX).find(|&level| {
        before += counts[usize::from(level)];
        before > at
    })
}

/// The picture with its darkest parts black: the level below which this share of it lies becomes 0, and [`PAPER`] stays.
pub fn with_black_ink(picture: &RgbImage, share: f64) -> RgbImage {
    let levels = picture.pixels().map(|pixel| pixel.0);
    let lightest = levels.map(|level| level.into_iter().fold(0, u8::max));
    let ink = level_at(lightest, share).map_or(0.0, f32::from);
    let stretch = PAPER / (PAPER - ink).max(1.0);
    let stretched = |level: u8| ((f32::from(level) - ink) * stretch) as u8;
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        Rgb(picture.get_pixel(x, y).0.map(stretched))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paper that grows darker to the right, with a line of ink.
    fn page() -> RgbImage {
        RgbImage::from_fn(160, 160, |x, y| {
            let paper = 220 - x as u8 / 2;
            let level = if y % 40 == 20 { paper / 2 } else { paper };
            Rgb([level; 3])
        })
    }

    #[test]
    fn paper_has_one_level_and_ink_another_wherever_they_lie() {
        let even = evened(&page());
        for x in (0..160).step_by(7) {
            let [paper, ink] = [10, 20].map(|y| f32::from(even.get_pixel(x, y).0[0]));
            assert!((paper - PAPER).abs() < 8.0, "{paper} at {x}");
            assert!((ink - PAPER / 2.0).abs() < 8.0, "{ink} at {x}");
        }
    }

    #[test]
    fn the_darkest_becomes_black_and_paper_stays() {
        let stretched = with_black_ink(&evened(&page()), 0.01);
        let [paper, ink] = [10, 20].map(|y| stretched.get_pixel(80, y).0[0]);
        assert!(paper > 225 && ink < 12, "{paper}, {ink}");
    }
}
