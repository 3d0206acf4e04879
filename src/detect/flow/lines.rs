//! How strongly a line, a gap or a step of colour separates two neighbouring cells.
//!
//! Looked at in two stretches of the side, because pipes pass in the middle, and the weaker of the two
//! counts, because an icon or a word crosses one of them but seldom both:
//!
//! ```text
//!    0.1  0.3        0.7  0.9
//!  +--====-----pipe----====--+
//! ```

use super::canvas::{Canvas, Colour, Patch, median};

/// Middles of the two stretches from the middle of the side, in cells, and half their length.
const STRETCHES: [f64; 2] = [-0.3, 0.3];
const HALF_STRETCH: f64 = 0.1;

/// Samples along a stretch: enough for a median.
const ALONG: i32 = 5;

/// The line lies within this distance of the side, in cells: half a thick line and the lattice's error.
const LINE: f64 = 0.08;

/// The flanks reach to here, in cells.
const FLANK: f64 = 0.17;

/// A direction across a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Across {
    /// The side right of a cell.
    Right,
    /// The side below a cell.
    Down,
}

/// Strength of the line between a cell and its neighbour, in levels of a channel, 0 to 255;
/// `None` when the picture ends there.
pub(super) fn strength(canvas: &Canvas, cell: (i32, i32), across: Across) -> Option<f32> {
    let patch = canvas.cell(cell);
    let mut weaker = f32::MAX;
    for middle in STRETCHES {
        weaker = weaker.min(of_stretch(&patch, canvas.grid.pitch, across, middle)?);
    }
    Some(weaker)
}

fn of_stretch(patch: &Patch, pitch: f64, across: Across, middle: f64) -> Option<f32> {
    let pixel = 1.0 / pitch;
    let steps = (FLANK / pixel).ceil() as i32;
    let mut near: Vec<Colour> = Vec::new();
    let mut low_flank: Vec<Colour> = Vec::new();
    let mut high_flank: Vec<Colour> = Vec::new();
    for step in -steps..=steps {
        let offset = f64::from(step) * pixel;
        let mut pixels = [[0; 3]; ALONG as usize];
        for (index, pixel) in pixels.iter_mut().enumerate() {
            let along = middle + HALF_STRETCH * (2.0 * index as f64 / f64::from(ALONG - 1) - 1.0);
            *pixel = match across {
                Across::Right => patch.pixel(0.5 + offset, along),
                Across::Down => patch.pixel(along, 0.5 + offset),
            }?;
        }
        let level = level(pixels);
        if offset.abs() <= LINE {
            near.push(level);
        } else if offset < 0.0 {
            low_flank.push(level);
        } else {
            high_flank.push(level);
        }
    }
    let (low, high) = (median(&low_flank), median(&high_flank));
    let of_channel = |channel: usize| {
        let (low, high) = (low[channel], high[channel]);
        let line = near
            .iter()
            .map(|level| (level[channel] - low.max(high)).max(low.min(high) - level[channel]))
            .fold(0.0, f32::max);
        line.max((high - low).abs())
    };
    Some((0..3).map(of_channel).fold(0.0, f32::max))
}

/// The median of each channel.
fn level(pixels: [[u8; 3]; ALONG as usize]) -> Colour {
    [0, 1, 2].map(|channel| {
        let mut values = pixels.map(|pixel| pixel[channel]);
        values.sort_unstable();
        f32::from(values[values.len() / 2])
    })
}
