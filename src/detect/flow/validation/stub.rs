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
//!
//! It may lie over a part of the border alone: then what it hides seems to be holes.

use crate::detect::flow::extent::lines::{Across, of_stretch};
use crate::detect::flow::extent::{Evidence, Extent, NEARLY_ALL};
use crate::detect::flow::view::View;
use crate::vision::colour::{LEAST_CONTRAST, contrast};

/// Where they are looked at, in cells from the middle of a cell beyond the border towards the board, and half of how far along
/// them: past an outline.
const FAR: Stretch = Stretch {
    middle: 0.28,
    half: 0.08,
    other: 0.25,
};

/// Right behind the line of the border: lines may end so far out on all sides, but not on one alone. An outline may lie there.
const NEAR: Stretch = Stretch {
    middle: 0.43,
    half: 0.025,
    other: 0.0,
};

/// A stretch of a line beyond a border.
#[derive(Clone, Copy)]
struct Stretch {
    middle: f64,
    half: f64,
    /// It is of the board's colour but for so much, as a share of how far its usual line stands out, or for noise.
    other: f32,
}

/// They stand out so much there, as a share of the board's usual line.
const SHARE: f32 = 0.5;

/// And no farther to one side than on the other side of the border, in cells: letters may stand there.
const STRAIGHT: f32 = 0.02;

/// The fewest lines that go on.
const FEWEST: usize = 3;

/// Whether nearly all lines that end at one border, or at holes on one side of them, are seen beyond it; right behind a border,
/// where none is behind the opposite one.
pub fn ends_in_stubs(view: &View, extent: &Extent) -> bool {
    let Evidence::Lines { level, .. } = extent.evidence else {
        return false;
    };
    let box_around = extent.grown(0);
    let is_out = |cell: (i32, i32)| !box_around.has(cell);
    let is_hole = |cell: (i32, i32)| extent.holes.contains(&cell);
    let share = |ends: &dyn Fn((i32, i32)) -> bool, out, stretch| {
        share_beyond(view, (extent, ends), level, out, stretch)
    };
    let is_stub =
        |out| share(&is_out, out, FAR) > NEARLY_ALL || share(&is_hole, out, FAR) > NEARLY_ALL;
    let is_one_sided = |(right, down): (i32, i32)| {
        share(&is_out, (right, down), NEAR) > NEARLY_ALL
            && share(&is_out, (-right, -down), NEAR) < 1.0 - NEARLY_ALL
    };
    let outwards = [(0, -1), (0, 1), (-1, 0), (1, 0)];
    outwards
        .into_iter()
        .any(|out| is_stub(out) || is_one_sided(out))
}

/// The share of the lines that end on this side, where `is_beyond` holds for the cells there, and are seen on a stretch of these;
/// none of too few lines. The board's usual line stands out by so many levels.
fn share_beyond(
    view: &View,
    (extent, is_beyond): (&Extent, &dyn Fn((i32, i32)) -> bool),
    level: f32,
    (right, down): (i32, i32),
    Stretch {
        middle,
        half,
        other,
    }: Stretch,
) -> f32 {
    let across = match down {
        0 => Across::Down,
        _ => Across::Right,
    };
    let at = |cell: (i32, i32), along: f64| {
        let patch = view.sampler.cell(cell);
        of_stretch(&patch, view.sampler.grid.pitch, across, along, half)
    };
    let out = middle * f64::from(right + down);
    let beyond = |(col, row): (i32, i32)| (col + right, row + down);
    let ends = extent
        .cells()
        .filter(|cell| extent.has(across.next(*cell)))
        .filter(|cell| is_beyond(beyond(*cell)) && is_beyond(beyond(across.next(*cell))));
    let other = LEAST_CONTRAST.max(other * level);
    let goes_on = |cell: (i32, i32)| {
        let lines = at(cell, out).zip(at(beyond(cell), -out));
        lines.is_some_and(|(within, beyond)| {
            beyond.rise.abs() >= SHARE * level
                && contrast(within.colour, beyond.colour) < other
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

    /// A board of so many rows and columns with lines between its cells, one cell from the corner.
    fn board(size: i32) -> Extent {
        Extent {
            col: 1,
            row: 1,
            evidence: Evidence::Lines {
                level: 90.0,
                share: 1.0,
                going_on: 0.0,
            },
            ..plain_board(size)
        }
    }

    /// Whether a board of four by four cells of 40 pixels, one cell from the corner, goes on where its upright lines are seen
    /// up to so many pixels above and below it, and so far to one side there, in this shade.
    fn goes_on(up_to: [u32; 2], sideways: u32, shade: u8) -> bool {
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
        view_of(&picture, |view| ends_in_stubs(view, &board(4)))
    }

    #[test]
    fn lines_that_are_seen_for_a_part_of_a_row_go_on() {
        assert!(goes_on([20, 0], 0, 90));
        assert!(goes_on([20, 20], 0, 90));
        assert!(!goes_on([0, 0], 0, 90));
    }

    /// Of five by five cells the last two columns but for the first row are taken for holes, and lines go on there.
    #[test]
    fn lines_that_are_seen_for_a_part_of_holes_go_on() {
        let columns = (4..6).flat_map(|col| (2..6).map(move |row| (col, row)));
        let board = Extent {
            holes: columns.collect(),
            ..board(5)
        };
        let is_stub = |up_to: u32| {
            let picture = RgbImage::from_fn(280, 280, |x, y| {
                let is_cell = [x, y].iter().all(|at| (39..=240).contains(at));
                let is_line = [x, y].iter().any(|at| (at + 1) % 40 < 2);
                let is_shown = is_cell && (x <= up_to || y <= 80);
                Rgb([if is_shown && is_line { 90 } else { 0 }; 3])
            });
            view_of(&picture, |view| ends_in_stubs(view, &board))
        };
        assert!(is_stub(180));
        assert!(!is_stub(160));
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
