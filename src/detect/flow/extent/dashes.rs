//! Whether the lines between cells are dashed or dotted.
//!
//! ```text
//!   +-- -- -- --+      along a dashed side the line begins and ends again and again;
//!   :           :      along a solid one, between two cells with round corners, once
//! ```

use std::collections::BTreeSet;

use super::lines::{Across, LINE};
use crate::detect::flow::sampler::{GridSampler, Patch};
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast, median};
use crate::vision::statistics::quantile;

/// So many sides tell how all are drawn.
const TELLING: usize = 24;

/// How far a side is looked at from its middle, in cells, and where the ground beside the line lies.
const ALONG: f64 = 0.4;
const BESIDE: f64 = 0.14;

/// A dashed line changes so often along a side between what is clearly a dash, and clearly none, in shares of the clearest quarter.
const LEAST_CHANGES: usize = 3;
const DASH: f32 = 0.65;
const GAP: f32 = 0.35;
const CLEAREST: f64 = 0.75;

/// This share of the sides between columns, and of those between rows, has dashes where lines are dashed: in a scaled picture some run
/// together. Dark rows of a screen cut the lines of one direction alone.
const DASHED: f64 = 0.35;

/// Whether the sides of a lattice's regions have dashes. Where lines are faint that is not seen.
pub fn are_dashed(sampler: &GridSampler) -> bool {
    are_dashed_across(sampler, Across::Right) && are_dashed_across(sampler, Across::Down)
}

fn are_dashed_across(sampler: &GridSampler, across: Across) -> bool {
    let before = |(col, row)| match across {
        Across::Right => (col - 1, row),
        Across::Down => (col, row - 1),
    };
    let cells = sampler.grid.cells.iter();
    let sides = cells.flat_map(|cell| [*cell, before(*cell)]);
    let sides: BTreeSet<(i32, i32)> = sides.collect();
    let every = sides.len().div_ceil(TELLING).max(1);
    let looked_at = sides.iter().step_by(every);
    let changes: Vec<usize> = looked_at
        .filter_map(|cell| changes_along(sampler, *cell, across))
        .collect();
    let dashed = changes.iter().filter(|it| **it >= LEAST_CHANGES).count();
    dashed > 0 && dashed as f64 >= DASHED * changes.len() as f64
}

/// How far the line at a side of a cell, so many cells off it to a pixel, stands out in the mean of dashes and gaps, in levels of a
/// channel, and how often it begins and ends; `None` where the picture ends.
pub fn rise_along(
    sampler: &GridSampler,
    cell: (i32, i32),
    across: Across,
    off: f32,
) -> Option<(f32, usize)> {
    let side = Side::of(sampler, cell, across)?;
    let pixel = 1.0 / side.pitch;
    let near = [-pixel, 0.0, pixel].map(|pixel| f64::from(off) + pixel);
    let rises = clearest(near.into_iter().filter_map(|off| side.rises(off)))?;
    let mean = rises.iter().sum::<f32>() / rises.len() as f32;
    Some((mean, changes(&rises)?))
}

/// How often the line at a side of a cell begins and ends; `None` where none stands out, and where the picture ends.
fn changes_along(sampler: &GridSampler, cell: (i32, i32), across: Across) -> Option<usize> {
    let side = Side::of(sampler, cell, across)?;
    let rows = steps(LINE, side.pitch).filter_map(|off| side.rises(off));
    changes(&clearest(rows)?)
}

/// The row that stands out most in the mean.
fn clearest(rows: impl Iterator<Item = Vec<f32>>) -> Option<Vec<f32>> {
    let sum = |row: &Vec<f32>| row.iter().sum::<f32>();
    rows.max_by(|a, b| sum(a).total_cmp(&sum(b)))
}

/// How often what stands out so far begins and ends; `None` where nothing stands out.
fn changes(rises: &[f32]) -> Option<usize> {
    let level = quantile(rises.iter().copied(), CLEAREST)?;
    if level < LEAST_CONTRAST {
        return None;
    }
    let is_dash = |it: &f32| match it / level {
        share if share >= DASH => Some(true),
        share if share <= GAP => Some(false),
        _ => None,
    };
    let known: Vec<bool> = rises.iter().filter_map(is_dash).collect();
    Some(known.windows(2).filter(|two| two[0] != two[1]).count())
}

/// A side of a cell.
struct Side<'a> {
    patch: Patch<'a>,
    pitch: f64,
    across: Across,
    /// What both cells show beside it.
    beside: [Colour; 2],
}

impl<'a> Side<'a> {
    /// `None` where the picture ends.
    fn of(sampler: &GridSampler<'a>, cell: (i32, i32), across: Across) -> Option<Self> {
        let (patch, pitch) = (sampler.cell(cell), sampler.grid.pitch);
        let ground = |off| Some(median(&row(&patch, pitch, across, off)?));
        let beside = [ground(-BESIDE)?, ground(BESIDE)?];
        Some(Self {
            patch,
            pitch,
            across,
            beside,
        })
    }

    /// How far what lies so many cells off it stands out from both cells, pixel by pixel along it.
    fn rises(&self, off: f64) -> Option<Vec<f32>> {
        let apart = |colour: &Colour| {
            let contrasts = self.beside.map(|ground| contrast(*colour, ground));
            contrasts[0].min(contrasts[1])
        };
        let shown = row(&self.patch, self.pitch, self.across, off)?;
        Some(shown.iter().map(apart).collect())
    }
}

/// The colours along a side, pixel by pixel, so many cells off it.
fn row(patch: &Patch, pitch: f64, across: Across, off: f64) -> Option<Vec<Colour>> {
    let places = steps(ALONG, pitch).map(|along| match across {
        Across::Right => patch.at(0.5 + off, along),
        Across::Down => patch.at(along, 0.5 + off),
    });
    places.collect()
}

/// From so far on one side of the middle to as far on the other, pixel by pixel; in cells.
fn steps(reach: f64, pitch: f64) -> impl Iterator<Item = f64> {
    let steps = (reach * pitch) as i32;
    (-steps..=steps).map(move |step| f64::from(step) / pitch)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::grid::fit::GridHypothesis;

    const CELL: u32 = 40;

    /// Whether the lines of five by five cells are, where a pixel on a side is dark as `is_dark` says of how far along it lies.
    fn are_dashed_where(is_dark: impl Fn(u32) -> bool) -> bool {
        are_dashed_on(|x, y| {
            let is_line =
                |across: u32, along: u32| across.is_multiple_of(CELL) && is_dark(along % CELL);
            is_line(x, y) || is_line(y, x)
        })
    }

    /// The same, where the pixels are dark that `is_line` says.
    fn are_dashed_on(is_line: impl Fn(u32, u32) -> bool) -> bool {
        let picture = RgbImage::from_fn(5 * CELL + 1, 5 * CELL + 1, |x, y| {
            Rgb([if is_line(x, y) { 90 } else { 255 }; 3])
        });
        let cells = (0..25).map(|at| (at % 5, at / 5)).collect();
        let grid = GridHypothesis::upright(f64::from(CELL) / 2.0, f64::from(CELL), cells);
        are_dashed(&GridSampler {
            picture: &picture,
            grid: &grid,
        })
    }

    #[test]
    fn lines_of_dashes_and_of_dots_are_dashed_and_those_between_round_corners_are_not() {
        assert!(are_dashed_where(|along| along % 8 < 4), "dashes");
        assert!(are_dashed_where(|along| along % 2 == 0), "dots");
        assert!(!are_dashed_where(|_| true), "solid");
        assert!(
            !are_dashed_where(|along| (10..30).contains(&along)),
            "round corners"
        );
        assert!(!are_dashed_where(|_| false), "no lines");
    }

    #[test]
    fn lines_that_the_rows_of_a_screen_cut_are_not_dashed() {
        let is_line =
            |x: u32, y: u32| y.is_multiple_of(CELL) || x.is_multiple_of(CELL) && y % 4 < 2;
        assert!(!are_dashed_on(is_line));
    }
}
