//! Whether the edge of the page cuts something that stands in a row or column of a board without lines, perhaps behind rows that
//! are empty: then the board goes on there.
//!
//! ```text
//!   a . b
//!   b . a
//!   . . .
//!   . n .      the upper part of a terminal
//!   ^^^^^
//! ```

use super::page_around::{FAR, PageAround};
use crate::detect::flow::extent::Extent;
use crate::detect::flow::gridless::ground;
use crate::detect::flow::view::View;
use crate::vision::colour::{LEAST_CONTRAST, contrast};

/// The edge of the page is looked for in steps of so many cells.
const STEP: f64 = 0.02;

/// The ground is seen so far to both sides of what is cut, in cells: a bar of the page is broader.
const BESIDE: f64 = 0.5;

/// Whether something is cut so, beyond any border.
pub fn is_severed(view: &View, extent: &Extent) -> bool {
    let page = PageAround::of(view, extent);
    let ground = ground(&view.sampler, extent);
    let is_ground = |colour| contrast(colour, ground) < LEAST_CONTRAST;
    let pixel = 1.0 / view.sampler.grid.pitch;
    let is_cut_at = |(col, row): (i32, i32), (right, down): (i32, i32)| {
        let at = |along: f64, out: f64| {
            let cells = out.round();
            let (x, y) = (cells as i32 * right, cells as i32 * down);
            let patch = view.sampler.cell((col + x, row + y));
            let [out, right, down] = [out - cells, right.into(), down.into()];
            let (along_x, along_y) = (along * f64::abs(down), along * f64::abs(right));
            page.at(&patch, out * right + along_x, out * down + along_y)
        };
        let outs = (0..).map(|step| 0.5 + f64::from(step) * STEP);
        let mut seen = outs.take_while(|out| *out < f64::from(FAR) + 0.5);
        let Some(edge) = seen.find(|out| at(0.0, *out).is_none()) else {
            return false;
        };
        let last = edge - STEP - pixel;
        if last < 0.5 {
            return false;
        }
        let shown = [-BESIDE, 0.0, BESIDE].map(|along| at(along, last));
        matches!(shown, [Some(before), Some(here), Some(behind)]
            if is_ground(before) && !is_ground(here) && is_ground(behind))
    };
    let (right, bottom) = (extent.col + extent.cols - 1, extent.row + extent.rows - 1);
    extent.cells().any(|(col, row)| {
        let outwards = [
            (col == extent.col, (-1, 0)),
            (col == right, (1, 0)),
            (row == extent.row, (0, -1)),
            (row == bottom, (0, 1)),
        ];
        let mut outwards = outwards.into_iter();
        outwards.any(|(is_border, out)| is_border && is_cut_at((col, row), out))
    })
}

#[cfg(test)]
mod tests {
    use image::imageops::crop_imm;

    use super::*;
    use crate::detect::flow::scene::{CELL, RED, Thing, disc, drawn, plain_board, view_of};

    /// Whether a board of four by four cells is severed where a disc stands in the second row below it, and the picture ends so many
    /// cells below the board.
    fn is_severed_at(below: f64, reach: f64) -> bool {
        let disc = Thing {
            reach,
            ..disc(1.0, 5.0, RED)
        };
        let height = ((4.0 + below) * CELL) as u32;
        let page = drawn(&[disc]);
        let picture = crop_imm(&page, 0, 0, page.width(), height).to_image();
        view_of(&picture, |view| is_severed(view, &plain_board(4)))
    }

    #[test]
    fn a_disc_that_the_edge_of_the_picture_cuts_severs_the_board() {
        assert!(is_severed_at(1.5, 0.33));
        assert!(!is_severed_at(1.1, 0.33), "nothing of it is seen");
        assert!(!is_severed_at(1.95, 0.33), "all of it is seen");
        assert!(!is_severed_at(1.5, 0.6), "it is broader than a cell");
    }
}
