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
const FAR: Stretch = Stretch {
    middle: 0.28,
    half: 0.08,
};

/// Right behind the line of the border: lines may end so far out on all sides, but not on one alone.
const NEAR: Stretch = Stretch {
    middle: 0.43,
    half: 0.025,
};

/// A stretch of a line beyond a border.
#[derive(Clone, Copy)]
struct Stretch {
    middle: f64,
    half: f64,
}

/// They stand out so much there, as a share of the board's usual line.
const SHARE: f32 = 0.5;

/// And no farther to one side than on the other side of the border, in cells: letters may stand there.
const STRAIGHT: f32 = 0.02;

/// The fewest lines that go on.
const FEWEST: usize = 3;

/// Whether nearly all lines that end at one border are seen beyond it; right behind it, where none is behind the opposite one.
pub fn ends_in_stubs(view: &View, extent: &Extent) -> bool {
    let Evidence::Lines { level, .. } = extent.evidence else {
        return false;
    };
    let share = |out, stretch| share_beyond(view, extent, SHARE * level, out, stretch);
    let is_stub = |out| share(out, FAR) > NEARLY_ALL;
    let is_one_sided = |(right, down): (i32, i32)| {
        share((right, down), NEAR) > NEARLY_ALL && share((-right, -down), NEAR) < 1.0 - NEARLY_ALL
    };
    let outwards = [(0, -1), (0, 1), (-1, 0), (1, 0)];
    outwards
        .into_iter()
        .any(|out| is_stub(out) || is_one_sided(out))
}

/// The share of the lines that end at the border on this side and are seen by `least` levels on a stretch beyond it; none of too
/// few lines.
fn share_beyond(
    view: &View,
    extent: &Extent,
    least: f32,
    (right, down): (i32, i32),
    Stretch { middle, half }: Stretch,
) -> f32 {
    let across = match down {
        0 => Across::Down,
        _ => Across::Right,
    };
    let at = |cell: (i32, i32), along: f64| {
        let patch = view.sampler.cell(cell);
        of_stretch(&patch, view.sampler.grid.pitch, across, along, half)
    };
    let box_around = extent.grown(0);
    let out = middle * f64::from(right + down);
    let beyond = |(col, row): (i32, i32)| (col + right, row + down);
    let ends = extent
        .cells()
        .filter(|cell| extent.has(across.next(*cell)) && !box_around.has(beyond(*cell)));
    let goes_on = |cell: (i32, i32)| {
        let lines = at(cell, out).zip(at(beyond(cell), -out));
        lines.is_some_and(|(within, beyond)| {
            beyond.rise.abs() >= least
                && contrast(within.colour, beyond.colour) < LEAST_CONTRAST
                && (within.off - beyond.off).abs() < STRAIGHT
        })
    };
    let ends: Vec<bool> = ends.map(goes_on).collect();
    let stubs = ends.iter().filter(|goes_on| **goes_on).count();
    match stubs >= FEWEST {
        true => stubs as f32 / ends.len() as f32,
        false => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::flow::scene::{plain_board, view_of};

    /// Whether a board of four by four cells of 40 pixels, one cell from the corner, goes on where its upright lines are seen
    /// up to so many pixels above and below it, and so far to one side there, in this shade.
    fn goes_on(up_to: [u32; 2], sideways: u32, shade: u8) -> bool {
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
            let is_beyond = (40 - up_to[0]..39).contains(&y) || (201..200 + up_to[1]).contains(&y);
            let is_beyond = is_beyond && (60..180).contains(&x);
            Rgb(if is_board && (is_line(x) || is_line(y)) {
                [90; 3]
            } else if is_beyond && is_line(x - sideways) {
                [shade; 3]
            } else {
                [0; 3]
            })
        });
        view_of(&picture, |view| ends_in_stubs(view, &board))
    }

    #[test]
    fn lines_that_are_seen_for_a_part_of_a_row_go_on() {
        assert!(goes_on([20, 0], 0, 90));
        assert!(goes_on([20, 20], 0, 90));
        assert!(!goes_on([0, 0], 0, 90));
    }

    #[test]
    fn what_begins_elsewhere_or_is_of_another_colour_is_of_the_page() {
        assert!(!goes_on([20, 0], 2, 90));
        assert!(!goes_on([20, 0], 0, 240));
    }

    #[test]
    fn lines_that_end_a_little_beyond_all_borders_do_not_go_on_and_beyond_one_they_do() {
        assert!(!goes_on([4, 4], 0, 90));
        assert!(goes_on([4, 0], 0, 90));
    }
}
