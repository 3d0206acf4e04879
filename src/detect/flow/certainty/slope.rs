//! Takes a slope of the light out of a picture: boards lie on grounds that run from one colour into another all over the page.
//!
//! ```text
//!   level │       ..'│''    a slope rises within the cells and from one cell to the next
//!         │  ..│''   │
//!         │''  │     │      a step rises only from one to the next, the shading of cells only within them
//!         └────┴─────┴────▶ cells
//! ```

use std::collections::BTreeMap;

use image::{Rgb, RgbImage};

use crate::detect::flow::extent::{Extent, bounds};
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::ground::{EVEN, cells_of, places};
use crate::vision::colour::{Colour, median};
use crate::vision::statistics::middle;

/// A slope that rises by fewer levels over the whole board is none: that much counts as even.
const LEAST_RISE: f32 = EVEN / 2.0;

/// By axis: how much the ground rises from one cell to the next, in levels.
type Slope = [Colour; 2];

/// What an empty cell shows.
struct Shown {
    /// In the middle.
    colour: Colour,
    /// How much it rises over the breadth of a cell.
    rise: Slope,
}

/// The picture without the slope of the ground of an upright board's empty cells; `None` where the ground has none.
pub fn without_slope(
    sampler: &GridSampler,
    extent: &Extent,
    terminals: &[Terminal],
) -> Option<RgbImage> {
    let taken = cells_of(terminals);
    let empty = extent.cells().filter(|cell| !taken.contains(cell));
    let shown: BTreeMap<(i32, i32), Shown> =
        empty.map(|cell| (cell, show(sampler, cell))).collect();
    let slope = slope(&shown);
    let (left, top, right, bottom) = bounds(&extent.cells().collect());
    // From the middle of the board to its border.
    let reach = [right - left + 1, bottom - top + 1].map(|cells| cells as f32 / 2.0);
    let most = [0, 1, 2].map(|channel| {
        let of = |axis: usize| (slope[axis][channel] * reach[axis]).abs();
        of(0) + of(1)
    });
    if 2.0 * most.into_iter().fold(0.0, f32::max) < LEAST_RISE {
        return None;
    }
    let ground = median(&shown.values().map(|one| one.colour).collect::<Vec<_>>());
    // Dark grounds become as bright as their brightest place, bright ones as dark as their darkest: so no line beyond them is cut off
    // at the lowest or highest level.
    let offset = [0, 1, 2].map(|channel| {
        let is_dark = ground[channel] < f32::from(u8::MAX) / 2.0;
        if is_dark {
            most[channel]
        } else {
            -most[channel]
        }
    });
    let grid = sampler.grid;
    let middle = [left + right, top + bottom].map(|both| f64::from(both) / 2.0);
    let middle: [f64; 2] = grid.projection.apply(middle[0], middle[1]).into();
    let cells = |at: u32, middle: f64| ((f64::from(at) + 0.5 - middle) / grid.pitch) as f32;
    let mut picture = sampler.picture.clone();
    for (x, y, Rgb(pixel)) in picture.enumerate_pixels_mut() {
        let away = [cells(x, middle[0]), cells(y, middle[1])];
        for (channel, level) in pixel.iter_mut().enumerate() {
            let rise = away[0] * slope[0][channel] + away[1] * slope[1][channel];
            *level = (f32::from(*level) - rise + offset[channel]).round() as u8;
        }
    }
    Some(picture)
}

fn show(sampler: &GridSampler, cell: (i32, i32)) -> Shown {
    let patch = sampler.cell(cell);
    let samples =
        places().filter_map(|[right, down]| Some(([right, down], patch.at(right, down)?)));
    let samples: Vec<([f64; 2], Colour)> = samples.collect();
    // The places lie evenly around the middle, but for a cell that the picture cuts, which most are not.
    let rise = [0, 1].map(|axis| {
        let square: f64 = samples.iter().map(|(at, _)| at[axis] * at[axis]).sum();
        [0, 1, 2].map(|channel| {
            let product = |(at, colour): &([f64; 2], Colour)| at[axis] as f32 * colour[channel];
            samples.iter().map(product).sum::<f32>() / square as f32
        })
    });
    let colours: Vec<Colour> = samples.into_iter().map(|(_, colour)| colour).collect();
    Shown {
        colour: median(&colours),
        rise,
    }
}

/// How the ground rises both within most cells and from most cells to the next one of the same shade: the smaller of both.
fn slope(shown: &BTreeMap<(i32, i32), Shown>) -> Slope {
    [0, 1].map(|axis| {
        let second = |(col, row): (i32, i32)| match axis {
            0 => (col + 2, row),
            _ => (col, row + 2),
        };
        [0, 1, 2].map(|channel| {
            let within = shown.values().map(|one| one.rise[axis][channel]);
            let between = shown.iter().filter_map(|(cell, one)| {
                let other = shown.get(&second(*cell))?;
                Some((other.colour[channel] - one.colour[channel]) / 2.0)
            });
            match [middle(within), middle(between)] {
                [Some(a), Some(b)] if a * b > 0.0 => a.abs().min(b.abs()).copysign(a),
                _ => 0.0,
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::grid::fit::GridHypothesis;

    const CELL: u32 = 40;
    const CELLS: u32 = 6;

    /// What is left of a board of empty cells in a picture, of which each pixel shows a grey level, where anything is.
    fn evened(level: impl Fn(u32, u32) -> f64) -> Option<RgbImage> {
        let side = CELL * CELLS;
        let picture = RgbImage::from_fn(side, side, |x, y| Rgb([level(x, y).round() as u8; 3]));
        let last = CELLS as i32 - 1;
        let board = Extent::of_bounds((0, 0, last, last));
        let pitch = f64::from(CELL);
        let grid = GridHypothesis::upright(pitch / 2.0, pitch, board.cells().collect());
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        without_slope(&sampler, &board, &[])
    }

    #[test]
    fn a_slope_is_taken_out_of_dark_and_bright_grounds() {
        for (ground, right, down) in [(20.0, 12.0, 20.0), (235.0, -15.0, 20.0)] {
            let share = |at: u32| f64::from(at) / f64::from(CELL * CELLS);
            let sloping = |x: u32, y: u32| ground + right * share(x) + down * share(y);
            let even = evened(sloping).expect("there is a slope");
            let levels = || even.pixels().map(|pixel| pixel.0[0]);
            let (least, most) = (levels().min().unwrap(), levels().max().unwrap());
            assert!(most - least <= 2, "{least} to {most}");
        }
    }

    #[test]
    fn steps_and_shaded_cells_are_no_slope() {
        assert_eq!(evened(|_, _| 30.0), None);
        let last_row = |y: u32| f64::from(y / (CELL * (CELLS - 1)));
        assert_eq!(evened(|_, y| 30.0 + 40.0 * last_row(y)), None);
        let each_row = |y: u32| f64::from(y / CELL);
        assert_eq!(evened(|_, y| 30.0 + 8.0 * each_row(y)), None);
        let within = |y: u32| f64::from(y % CELL) / f64::from(CELL);
        assert_eq!(evened(|_, y| 30.0 + 20.0 * within(y)), None);
    }
}
