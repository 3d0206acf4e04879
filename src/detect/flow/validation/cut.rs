//! Whether the picture ends within a border of the board. The outer lines are often cut off, on opposite sides alike; where
//! more is, there may be other rows.
//!
//! ```text
//!   +====+====+====+
//!   |    |  o |    |
//!   +----+----+----+
//!   |    |    |  o |    not all of these cells is seen, or no outline like that on all
//!   ^^^^^^^^^^^^^^^^    other sides: nothing tells whether the board ends with them
//! ```

use crate::detect::flow::extent::Extent;
use crate::detect::flow::extent::grid_lines::OUTLINE;
use crate::detect::flow::view::View;
use crate::vision::colour::contrast;
use crate::vision::statistics::middle;

/// So much of a border cell may lie outside the picture on one side of the board alone, in cells: a line, and the lattice's
/// error.
const MOST: f64 = 0.06;

/// A border is looked for in steps of `STEP` cells, up to `REACH` of them to both sides of where it should be: `HALF` of them,
/// half a cell, from the middle of a cell.
const STEP: f64 = 0.01;
const REACH: i32 = 10;
const HALF: i32 = 50;

/// Where along a side of a cell its line is looked at, off pipes, and how far from there the ground on both sides, in cells.
const ALONG: f64 = 0.3;
const GROUND: f64 = 0.2;

/// Whether more of the cells is cut off at one border than at the opposite one, or its outline at that border alone.
pub fn is_cut(view: &View, extent: &Extent) -> bool {
    let (right, bottom) = (extent.col + extent.cols - 1, extent.row + extent.rows - 1);
    let along = |is_on: &dyn Fn((i32, i32)) -> bool, out| {
        let cells: Vec<(i32, i32)> = extent.cells().filter(|cell| is_on(*cell)).collect();
        Border::of(view, &cells, out)
    };
    let borders = [
        along(&|cell| cell.0 == extent.col, (-1.0, 0.0)),
        along(&|cell| cell.0 == right, (1.0, 0.0)),
        along(&|cell| cell.1 == extent.row, (0.0, -1.0)),
        along(&|cell| cell.1 == bottom, (0.0, 1.0)),
    ];
    let is_one_sided = |pair: &[Border]| (pair[0].lost - pair[1].lost).abs() > MOST;
    borders.chunks_exact(2).any(is_one_sided) || lacks_outline(&borders, inner(view, extent))
}

/// Whether all borders but one have an outline, given how clear the lines inside are, and the picture ends at that one.
fn lacks_outline(borders: &[Border; 4], inner: f32) -> bool {
    let (ending, whole): (Vec<&Border>, Vec<&Border>) =
        borders.iter().partition(|border| border.is_at_edge);
    let [ending] = ending[..] else {
        return false;
    };
    let clearest = OUTLINE * ending.line.max(inner);
    inner > 0.0 && whole.iter().all(|border| border.line > clearest)
}

/// How a border of a board is seen.
struct Border {
    /// How much of its cells lies outside the picture, in cells.
    lost: f64,
    /// Whether the picture ends there.
    is_at_edge: bool,
    /// How clear the line is along it, in levels of a channel.
    line: f32,
}

impl Border {
    /// The border of these cells towards this side.
    fn of(view: &View, cells: &[(i32, i32)], (right, down): (f64, f64)) -> Self {
        let is_seen = |reach: f64| {
            let at = |cell| view.sampler.cell(cell).at(reach * right, reach * down);
            middle(cells.iter().copied()).and_then(at).is_some()
        };
        let outside = (0..HALF).map(|step| f64::from(step) * STEP);
        let lost = outside.take_while(|lost| !is_seen(0.5 - lost)).count();
        let lines = cells
            .iter()
            .map(|cell| clearness(view, *cell, (right, down)));
        Self {
            lost: lost as f64 * STEP,
            is_at_edge: !is_seen(0.5 + f64::from(REACH) * STEP),
            line: middle(lines).unwrap_or_default(),
        }
    }
}

/// How clear the usual line inside a board is.
fn inner(view: &View, extent: &Extent) -> f32 {
    let cells = extent
        .cells()
        .filter(|cell| extent.has((cell.0 + 1, cell.1)));
    middle(cells.map(|cell| clearness(view, cell, (1.0, 0.0)))).unwrap_or_default()
}

/// By how many levels of a channel the line at a side of a cell differs from the ground on both sides of it.
fn clearness(view: &View, cell: (i32, i32), (right, down): (f64, f64)) -> f32 {
    let patch = view.sampler.cell(cell);
    let at = |out: f64| {
        let (x, y) = (out * right, out * down);
        patch.at(x + ALONG * down.abs(), y + ALONG * right.abs())
    };
    // Beyond the border another ground may begin, without a line.
    let grounds = [at(0.5 - GROUND), at(0.5 + GROUND)];
    let stands_out = |colour| {
        let apart = grounds
            .iter()
            .flatten()
            .map(|ground| contrast(colour, *ground));
        apart.fold(f32::MAX, f32::min)
    };
    let across = (-REACH..=REACH).filter_map(|step| at(0.5 + f64::from(step) * STEP));
    across.map(stands_out).fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, imageops};

    use super::super::scene::{plain_board, view_of};
    use super::*;

    /// Whether a board of four by four cells of 40 pixels, with lines and an outline of so many pixels, in the middle of a
    /// page, is cut when the picture ends at so many cells from its upper border.
    fn is_cut_at(rows: f64, outline: u32) -> bool {
        let board = Extent {
            col: 1,
            row: 1,
            ..plain_board(4)
        };
        let picture = RgbImage::from_fn(240, 240, |x, y| {
            let is_on_board = [x, y].iter().all(|at| (39..=200).contains(at));
            let is_line = is_on_board && [x, y].iter().any(|at| (at + 1) % 40 < 2);
            let from_border = [x, y].map(|at| at.abs_diff(40).min(at.abs_diff(199)));
            let is_outline = is_on_board && from_border.iter().any(|off| *off < outline);
            Rgb(if is_outline {
                [230; 3]
            } else if is_line {
                [60; 3]
            } else {
                [0; 3]
            })
        });
        let height = (40.0 * (1.0 + rows)) as u32;
        let part = imageops::crop_imm(&picture, 0, 0, 240, height).to_image();
        view_of(&part, |view| is_cut(view, &board))
    }

    #[test]
    fn a_board_that_is_seen_whole_is_not_cut() {
        assert!(!is_cut_at(5.0, 0));
        assert!(!is_cut_at(5.0, 3));
        assert!(!is_cut_at(4.0, 0));
    }

    #[test]
    fn a_row_that_is_not_seen_whole_is_cut() {
        for rows in [3.6, 3.8, 3.9] {
            assert!(is_cut_at(rows, 0), "{rows} rows");
        }
    }

    /// At the other borders the line is much clearer than between cells.
    #[test]
    fn a_border_without_the_outline_of_all_others_is_cut() {
        assert!(is_cut_at(3.95, 2));
        assert!(!is_cut_at(3.95, 0));
    }
}
