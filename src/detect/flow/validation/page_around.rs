//! How far the page around a board is seen: up to the edge of the picture, or to a straight edge that runs past the board on both
//! sides. Beyond such an edge lies another window, a title bar or a banner, which may hide a part of the board.
//!
//! ```text
//!   #################
//!   -----------------   an edge of the page: it runs on left and right of the board
//!     +---+---+---+
//!     |   | o |   |     the outline of the board is none
//! ```

use crate::detect::flow::extent::Extent;
use crate::detect::flow::sampler::Patch;
use crate::detect::flow::view::View;
use crate::geometry::Pixel;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast};
use crate::vision::sampling::pixel_at;

/// An edge is looked for from so far inside a border, where it would cut terminals, to so far beyond it, in cells: a board without
/// lines may go on behind rows that are empty.
const INSIDE: f64 = 0.3;
const BEYOND: f64 = FAR as f64 + 0.5;

/// So many cells beyond a border are looked at.
pub const FAR: i32 = 3;

/// It runs past both ends of a border between these, in cells: past an outline, and up to where the page may end itself.
const PAST: [f64; 2] = [0.12, 0.4];

/// It is looked at so often in a cell.
const STEPS: f64 = 8.0;

/// A step of colour is seen at this share of the places: what is drawn at the border may have the colour beyond.
const STRAIGHT: f64 = 0.9;

/// The part of a picture that shows the page of one board, in columns and rows of its lattice from left, top to right, bottom: at
/// an angle too an edge of the page runs along the rows or columns.
pub struct PageAround {
    edges: [f64; 4],
}

impl PageAround {
    /// The page around a board.
    pub fn of(view: &View, extent: &Extent) -> Self {
        let grid = view.sampler.grid;
        let (left, top) = (f64::from(extent.col) - 0.5, f64::from(extent.row) - 0.5);
        let (right, bottom) = (left + f64::from(extent.cols), top + f64::from(extent.rows));
        let shown = |col: f64, row: f64| {
            let (x, y) = grid.projection.apply(col, row);
            pixel_at(view.sampler.picture, Pixel::new(x, y))
        };
        let level = |across: f64, along: f64| shown(along, across);
        let upright = |across: f64, along: f64| shown(across, along);
        let edge = |at: f64, out: f64, ends: [f64; 2], look: Look| {
            nearest_edge(at, out / grid.pitch, ends, look).unwrap_or(out * f64::INFINITY)
        };
        Self {
            edges: [
                edge(left, -1.0, [top, bottom], &upright),
                edge(top, -1.0, [left, right], &level),
                edge(right, 1.0, [top, bottom], &upright),
                edge(bottom, 1.0, [left, right], &level),
            ],
        }
    }

    /// The colour so many cells right of and below the middle of a cell, if the page is seen there.
    pub fn at(&self, patch: &Patch, right: f64, down: f64) -> Option<Colour> {
        let (col, row) = (
            f64::from(patch.cell.0) + right,
            f64::from(patch.cell.1) + down,
        );
        let [left, top, far_right, bottom] = self.edges;
        let is_seen = (left..far_right).contains(&col) && (top..bottom).contains(&row);
        is_seen.then(|| patch.at(right, down))?
    }
}

/// What is seen at a place across a border and one along it.
type Look<'a> = &'a dyn Fn(f64, f64) -> Option<[u8; 3]>;

/// Where the first edge lies from inside the border at `at` outwards, if there is one. `pixel` is as long as a pixel in that
/// direction, and `ends` are those of the border; all in cells.
fn nearest_edge(at: f64, pixel: f64, ends: [f64; 2], look: Look) -> Option<f64> {
    let along = |from: f64, to: f64| {
        let count = ((to - from) * STEPS) as i32;
        (0..=count).map(move |index| from + f64::from(index) / STEPS)
    };
    let is_step = |across: f64, along: f64| {
        let sides = [across - pixel, across + pixel];
        let [Some(inner), Some(outer)] = sides.map(|across| look(across, along)) else {
            return false;
        };
        contrast(inner.map(f32::from), outer.map(f32::from)) >= LEAST_CONTRAST
    };
    let runs = [
        [ends[0] - PAST[1], ends[0] - PAST[0]],
        ends,
        [ends[1] + PAST[0], ends[1] + PAST[1]],
    ];
    let is_edge = |across: &f64| {
        runs.iter().all(|[from, to]| {
            let places = along(*from, *to).count();
            let steps = along(*from, *to).filter(|along| is_step(*across, *along));
            steps.count() as f64 >= STRAIGHT * places as f64
        })
    };
    let pixels = ((INSIDE + BEYOND) / pixel.abs()) as i32;
    let inside = at - INSIDE * pixel.signum();
    (0..=pixels)
        .map(|count| inside + f64::from(count) * pixel)
        .find(is_edge)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::flow::scene::{CELL, plain_board, view_of};

    /// How much of the page is seen below a board of four by four cells of 40 pixels, one cell from the corner, in cells, where
    /// another window begins so many pixels below it and reaches from one column of pixels to another.
    fn seen_below(gap: u32, from: u32, to: u32) -> f64 {
        let board = Extent {
            col: 1,
            row: 1,
            ..plain_board(4)
        };
        let picture = RgbImage::from_fn(240, 320, |x, y| {
            let is_line = |at: u32| (at + 1) % 40 < 2;
            let is_board = [x, y].iter().all(|at| (39..=200).contains(at));
            let is_window = y >= 200 + gap && (from..to).contains(&x);
            Rgb(if is_window {
                [200; 3]
            } else if is_board && (is_line(x) || is_line(y)) {
                [90; 3]
            } else {
                [0; 3]
            })
        });
        view_of(&picture, |view| PageAround::of(view, &board).edges[3] - 4.5)
    }

    #[test]
    fn the_page_ends_at_an_edge_that_runs_past_the_board() {
        for gap in [4, 20, 36] {
            let seen = seen_below(gap, 0, 240);
            assert!((seen - f64::from(gap) / CELL).abs() < 0.05, "{gap}: {seen}");
        }
    }

    #[test]
    fn an_outline_or_a_thing_beside_the_board_is_no_edge_of_the_page() {
        for (gap, from, to) in [(40, 240, 240), (4, 40, 200), (4, 0, 150)] {
            assert_eq!(seen_below(gap, from, to), f64::INFINITY);
        }
    }
}
