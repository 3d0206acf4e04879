//! Walls: bars on inner sides, thicker and brighter than the lines between cells.
//!
//! ```text
//!   off the side, in cells   -0.09   -0.035  0  0.035   0.09
//!   a line                     .        .    #    .       .
//!   a wall                     .        #    #    #       .
//! ```

use super::canvas::{Canvas, Colour, median};
use super::extent::{Evidence, Extent};

/// Where a wall still has its own colour, and where the cell beside it has its own: not so far in that a large
/// terminal reaches there.
const BAR: [f64; 3] = [-0.035, 0.0, 0.035];
const BESIDE: [f64; 2] = [-0.09, 0.09];

/// Places along a side, off the corners, where lines cross, and off the middle, where pipes pass.
const ALONG: [f64; 6] = [-0.36, -0.3, -0.24, 0.24, 0.3, 0.36];

/// A wall is so many times as strong as the board's lines, and at least so many levels of a channel.
/// The lines of a board that was scaled differ by less.
const STRONGER: f32 = 1.5;
const FAINTEST: f32 = 40.0;

/// How many inner sides have a wall.
#[tracing::instrument(skip_all)]
pub(super) fn walls(canvas: &Canvas, extent: &Extent) -> usize {
    let Evidence::Lines { level, .. } = extent.evidence else {
        return 0;
    };
    let least = FAINTEST.max(STRONGER * level);
    let is_cell = |col: i32, row: i32| {
        (extent.col..extent.col + extent.cols).contains(&col)
            && (extent.row..extent.row + extent.rows).contains(&row)
            && !extent.holes.contains(&(col, row))
    };
    extent
        .cells()
        .map(|(col, row)| {
            let patch = canvas.cell((col, row));
            let right = |off: f64, along: f64| patch.at(0.5 + off, along);
            let below = |off: f64, along: f64| patch.at(along, 0.5 + off);
            usize::from(is_cell(col + 1, row) && bar(&right) >= least)
                + usize::from(is_cell(col, row + 1) && bar(&below) >= least)
        })
        .sum()
}

/// How far the whole breadth of a wall stands out from both sides, in the channel where it does most.
fn bar(at: &dyn Fn(f64, f64) -> Option<Colour>) -> f32 {
    let level = |off: f64, along: &[f64]| -> Colour {
        let colours: Vec<Colour> = along.iter().filter_map(|along| at(off, *along)).collect();
        median(&colours)
    };
    let (low, high) = ALONG.split_at(ALONG.len() / 2);
    // Of both halves of the side the weaker: an icon covers one.
    [low, high]
        .map(|along| {
            let bar = BAR.map(|off| level(off, along));
            let beside = BESIDE.map(|off| level(off, along));
            (0..3)
                .map(|channel| {
                    let values = bar.map(|colour| colour[channel]);
                    let (a, b) = (beside[0][channel], beside[1][channel]);
                    let brighter = values.into_iter().fold(f32::MAX, f32::min) - a.max(b);
                    let darker = a.min(b) - values.into_iter().fold(f32::MIN, f32::max);
                    brighter.max(darker)
                })
                .fold(0.0, f32::max)
        })
        .into_iter()
        .fold(f32::MAX, f32::min)
}
