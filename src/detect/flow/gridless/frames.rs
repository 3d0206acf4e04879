//! Frames: a line, or a step from the board's ground to the page's, all around some cells. They tell how large a board
//! without lines is.
//!
//! ```text
//!   +---------+
//!   | a b . . |      no line inside, and all around the same or another ground
//!   | . . b a |
//!   +---------+
//! ```

use std::collections::{BTreeMap, BTreeSet};

use crate::detect::flow::extent::grid_lines::FAINTEST;
use crate::detect::flow::extent::lines::{Across, line};
use crate::detect::flow::extent::{Evidence, Extent, SIDES};
use crate::detect::flow::sampler::GridSampler;

/// A frame has a line on at least this share of each of its four sides.
const FRAMED: f32 = 0.85;

/// At least this share of the lattice's regions lie in a frame around the board: others are buttons of the page.
const LEAST_INSIDE: f32 = 0.75;

/// More frames than these are the lines of a board.
const MOST: usize = 12;

/// All framed extents among these cells.
pub fn frames(sampler: &GridSampler, area: &Extent) -> Vec<Extent> {
    let sides = Sides::of(sampler, area);
    let (first_col, first_row) = (area.col, area.row);
    let (last_col, last_row) = (area.col + area.cols - 1, area.row + area.rows - 1);
    let regions = Regions::of(&sampler.grid.cells, area);
    let mut found = Vec::new();
    for top in first_row..=last_row {
        for bottom in top + SIDES.start() - 1..=last_row.min(top + SIDES.end() - 1) {
            // Most boxes hold too little: that is known at once, so that graph paper takes no longer than a board.
            if !regions.are_mostly_in((first_col, top, last_col, bottom)) {
                continue;
            }
            let upright = |col: &i32| sides.is_line(Across::Right, *col, top, bottom);
            let uprights: Vec<i32> = (first_col - 1..=last_col).filter(upright).collect();
            for (index, left) in uprights.iter().enumerate() {
                for right in &uprights[index + 1..] {
                    let (col, end) = (left + 1, *right);
                    let is_level = |row: i32| sides.is_line(Across::Down, row, col, end);
                    let bounds = (col, top, end, bottom);
                    if SIDES.contains(&(end - left))
                        && regions.are_mostly_in(bounds)
                        && is_level(top - 1)
                        && is_level(bottom)
                    {
                        found.push(Extent::of_bounds(bounds));
                    }
                    if found.len() > MOST {
                        return Vec::new();
                    }
                }
            }
        }
    }
    // One that holds the board alone is the board; among several the engine chooses.
    if let [only] = &mut found[..] {
        only.evidence = Evidence::Frame;
    }
    found
}

/// How many regions lie in each box of cells that begins at the first cell of an area; `sums` has them by the last cell of
/// the box.
struct Regions {
    sums: BTreeMap<(i32, i32), usize>,
    all: usize,
}

impl Regions {
    fn of(regions: &BTreeSet<(i32, i32)>, area: &Extent) -> Self {
        let mut sums = BTreeMap::new();
        for row in area.row - 1..area.row + area.rows {
            let mut in_row = 0;
            for col in area.col - 1..area.col + area.cols {
                in_row += usize::from(row >= area.row && regions.contains(&(col, row)));
                let above = sums.get(&(col, row - 1)).copied().unwrap_or(0);
                sums.insert((col, row), above + in_row);
            }
        }
        Self {
            sums,
            all: regions.len(),
        }
    }

    /// Whether a box from one column and row to another, both in it, holds most of all regions.
    fn are_mostly_in(&self, (left, top, right, bottom): (i32, i32, i32, i32)) -> bool {
        let sum = |col: i32, row: i32| self.sums.get(&(col, row)).copied().unwrap_or(0);
        let inside = sum(right, bottom) + sum(left - 1, top - 1);
        let inside = inside - sum(left - 1, bottom) - sum(right, top - 1);
        inside as f32 >= LEAST_INSIDE * self.all as f32
    }
}

/// How many lines stand on the sides of cells, counted along each row and column from its beginning.
struct Sides(BTreeMap<(Across, i32, i32), u32>);

impl Sides {
    fn of(sampler: &GridSampler, area: &Extent) -> Self {
        let mut counts = BTreeMap::new();
        let rows = area.row..area.row + area.rows;
        let cols = area.col..area.col + area.cols;
        let mut count = |across: Across, at: i32, along: std::ops::Range<i32>| {
            let mut so_far = 0;
            counts.insert((across, at, along.start - 1), 0);
            for place in along {
                let cell = match across {
                    Across::Right => (at, place),
                    Across::Down => (place, at),
                };
                let line = line(sampler, cell, across);
                so_far += u32::from(line.is_some_and(|line| line.strength >= FAINTEST));
                counts.insert((across, at, place), so_far);
            }
        };
        for col in cols.start - 1..cols.end {
            count(Across::Right, col, rows.clone());
        }
        for row in rows.start - 1..rows.end {
            count(Across::Down, row, cols.clone());
        }
        Self(counts)
    }

    /// Whether the sides right of a column, or below a row, have a line from one place to another.
    fn is_line(&self, across: Across, at: i32, first: i32, last: i32) -> bool {
        let count = |place: i32| self.0.get(&(across, at, place)).copied().unwrap_or(0);
        let lines = count(last) - count(first - 1);
        lines as f32 >= FRAMED * (last - first + 1) as f32
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::grid::fit::GridHypothesis;
    use crate::geometry::Projection;

    const CELL: u32 = 12;

    /// How large the frames are that are found in a picture of one around so many columns and rows.
    fn found(cols: u32, rows: u32) -> Vec<(i32, i32)> {
        let (width, height) = ((cols + 2) * CELL, (rows + 2) * CELL);
        let is_near = |at: u32, line: u32| at.abs_diff(line) < 2;
        let picture = RgbImage::from_fn(width, height, |x, y| {
            let level = is_near(y, CELL) || is_near(y, height - CELL);
            let upright = is_near(x, CELL) || is_near(x, width - CELL);
            let is_inside =
                (CELL - 1..=width - CELL).contains(&x) && (CELL - 1..=height - CELL).contains(&y);
            Rgb(if is_inside && (level || upright) {
                [200; 3]
            } else {
                [0; 3]
            })
        });
        let first = 1.5 * f64::from(CELL);
        let pitch = f64::from(CELL);
        let grid = GridHypothesis {
            projection: Projection::axis_aligned(first, first, pitch, pitch),
            pitch,
            cells: BTreeSet::from([(0, 0), (1, 1)]),
            residual: 0.0,
        };
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        let area = Extent::of_bounds((0, 0, cols as i32 - 1, rows as i32 - 1));
        let frames = frames(&sampler, &area);
        frames.iter().map(|it| (it.cols, it.rows)).collect()
    }

    #[test]
    fn a_frame_is_found_unless_it_is_larger_than_any_board() {
        assert_eq!(found(7, 5), [(7, 5)]);
        assert_eq!(found(60, 4), [(60, 4)]);
        assert_eq!(found(61, 4), []);
        assert_eq!(found(4, 130), []);
    }
}
