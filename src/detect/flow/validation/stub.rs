//! Whether the lines of a board go on for a part of a row and end there alike: something lies over the rest.
//!
//! ```text
//!   #############
//!   ###########     a pop-up
//!   |   |   |   |
//!   +---+---+---+   what was seen of the board
//!   | o |   |   |
//!   +---+---+---+
//! ```

use crate::detect::flow::extent::lines::{Across, of_stretch};
use crate::detect::flow::extent::{Evidence, Extent, NEARLY_ALL};
use crate::detect::flow::view::View;
use crate::vision::colour::{LEAST_CONTRAST, contrast};

/// Where they are looked at, in cells from the middle of a cell beyond the border towards the board, and half of how far along
/// them: past an outline.
const NEAR: f64 = 0.28;
const HALF: f64 = 0.08;

/// They stand out so much there, as a share of the board's usual line.
const SHARE: f32 = 0.5;

/// And no farther to one side than on the other side of the border, in cells: letters may stand there.
const STRAIGHT: f32 = 0.02;

/// The fewest lines that go on.
const FEWEST: usize = 3;

/// Whether nearly all lines that end at one border are seen beyond it.
pub fn ends_in_stubs(view: &View, extent: &Extent) -> bool {
    let Evidence::Lines { level, .. } = extent.evidence else {
        return false;
    };
    let box_around = extent.grown(0);
    let at = |cell: (i32, i32), across: Across, along: f64| {
        let patch = view.sampler.cell(cell);
        of_stretch(&patch, view.sampler.grid.pitch, across, along, HALF)
    };
    [(0, -1), (0, 1), (-1, 0), (1, 0)]
        .into_iter()
        .any(|(right, down)| {
            let across = if down == 0 {
                Across::Down
            } else {
                Across::Right
            };
            let out = NEAR * f64::from(right + down);
            let beyond = |(col, row): (i32, i32)| (col + right, row + down);
            let ends = extent
                .cells()
                .filter(|cell| extent.has(across.next(*cell)) && !box_around.has(beyond(*cell)));
            let goes_on = |cell: (i32, i32)| {
                let lines = at(cell, across, out).zip(at(beyond(cell), across, -out));
                lines.is_some_and(|(within, beyond)| {
                    beyond.rise.abs() >= SHARE * level
                        && contrast(within.colour, beyond.colour) < LEAST_CONTRAST
                        && (within.off - beyond.off).abs() < STRAIGHT
                })
            };
            let ends: Vec<bool> = ends.map(goes_on).collect();
            let stubs = ends.iter().filter(|goes_on| **goes_on).count();
            stubs >= FEWEST && stubs as f32 > NEARLY_ALL * ends.len() as f32
        })
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::super::scene::{plain_board, view_of};
    use super::*;

    /// Whether a board of four by four cells of 40 pixels, one cell from the corner, goes on where its upright lines are seen
    /// up to so many pixels above it, and so far to one side there, in this shade.
    fn goes_on(up_to: u32, sideways: u32, shade: u8) -> bool {
        let board = Extent {
            col: 1,
            row: 1,
            evidence: Evidence::Lines {
                level: 90.0,
                share: 1.0,
                going_on: 0.0,
            },
            ..plain_board(4)
        };
        let picture = RgbImage::from_fn(240, 240, |x, y| {
            let is_line = |at: u32| (at + 1) % 40 < 2;
            let is_board = [x, y].iter().all(|at| (39..=200).contains(at));
            let is_above = (40 - up_to.min(40)..39).contains(&y) && (60..180).contains(&x);
            Rgb(if is_board && (is_line(x) || is_line(y)) {
                [90; 3]
            } else if is_above && is_line(x - sideways) {
                [shade; 3]
            } else {
                [0; 3]
            })
        });
        view_of(&picture, |view| ends_in_stubs(view, &board))
    }

    #[test]
    fn lines_that_are_seen_for_a_part_of_a_row_go_on() {
        assert!(goes_on(20, 0, 90));
        assert!(!goes_on(0, 0, 90));
    }

    #[test]
    fn what_begins_elsewhere_or_is_of_another_colour_is_of_the_page() {
        assert!(!goes_on(20, 2, 90));
        assert!(!goes_on(20, 0, 240));
    }
}
