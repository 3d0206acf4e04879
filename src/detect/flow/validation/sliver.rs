//! Whether what is seen of the page ends within another row of the board.
//!
//! ```text
//!   +----+----+----+
//!   |    |  o |    |
//!   +----+----+----+    where the board ends, no side between two cells goes on;
//!   |    |    |    |    in a sliver of another row, all do
//!   ^^^^^^^^^^^^^^^^    the edge of the picture
//! ```

use super::page_around::PageAround;
use crate::detect::flow::extent::{Evidence, Extent, NEARLY_ALL};
use crate::detect::flow::sampler::Patch;
use crate::detect::flow::view::View;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast};

/// A sliver is so high, in cells: less may be the lattice's error. Where only lines go on in it, and no ground is seen
/// between them, that may be the ends of these on the outline.
const LEAST: f64 = 0.05;
const LEAST_OF_LINES: f64 = 0.12;

/// Where the ground of a cell is seen, in cells from its middle towards the border and along it.
const GROUND: f64 = 0.3;

/// The edge of the picture is looked for in so many steps from a border to where the next row would end.
const STEPS: i32 = 100;

/// Where the picture ends at least twice as far out, a side is looked at so far beyond the border too, in cells: outside of an
/// outline, and before any pipe. A wallpaper may have steps at the edge of the picture alone.
const NEAR: f64 = 0.14;

/// Two neighbouring cells are compared so far from the side between them, in cells.
const BESIDE: f64 = 0.2;

/// Sides in a sliver are so strong, as a share of the board's usual line: half of it where a line lies between two pixels.
const SHARE: f32 = 0.4;

/// Whether the picture shows such a sliver at one of its edges.
pub fn ends_in_sliver(view: &View, extent: &Extent) -> bool {
    let least = match extent.evidence {
        Evidence::Lines { level, .. } => SHARE * level,
        Evidence::Frame | Evidence::Pegs | Evidence::Nothing => LEAST_CONTRAST,
    };
    let page = PageAround::of(view, extent);
    let (left, top) = (extent.col, extent.row);
    let (right, bottom) = (left + extent.cols - 1, top + extent.rows - 1);
    let in_row = |row: i32| (left..=right).map(move |col| (col, row)).collect();
    let in_col = |col: i32| (top..=bottom).map(move |row| (col, row)).collect();
    let borders: [(Vec<(i32, i32)>, Place); 4] = [
        (in_row(top), |along, out| (along, -out)),
        (in_row(bottom), |along, out| (along, out)),
        (in_col(left), |along, out| (-out, along)),
        (in_col(right), |along, out| (out, along)),
    ];
    borders.iter().any(|(border, place)| {
        let cells = border.windows(2);
        let cells = cells.filter(|two| two.iter().all(|cell| !extent.holes.contains(cell)));
        let cells: Vec<_> = cells.map(|two| two[0]).collect();
        is_sliver(view, &page, &cells, *place, least)
    })
}

/// Where a place along a border and out from the middle of its cell lies: right and below, in cells.
type Place = fn(f64, f64) -> (f64, f64);

/// Whether the sides between these cells of a border and the next ones go on beyond it, up to the edge of the picture.
fn is_sliver(
    view: &View,
    page: &PageAround,
    cells: &[(i32, i32)],
    place: Place,
    least: f32,
) -> bool {
    let ground = |cell: &(i32, i32), along: f64| {
        let (right, down) = place(along, GROUND);
        page.at(&view.sampler.cell(*cell), right, down)
    };
    let both = |cell| [GROUND, 1.0 - GROUND].map(|along| ground(cell, along));
    let grounds: Vec<Colour> = cells.iter().flat_map(both).flatten().collect();
    let pixel = 1.0 / view.sampler.grid.pitch;
    let beyond = |cell: &(i32, i32)| {
        let side = SideBeyond {
            patch: view.sampler.cell(*cell),
            page,
            place,
            pixel,
            least,
            grounds: &grounds,
        };
        let outs = (0..=STEPS).map(|step| 0.5 + f64::from(step) / f64::from(STEPS));
        let edge = outs.take_while(|out| side.at(0.0, *out).is_some()).last();
        // A row that is whole in the picture is looked at like any other.
        let Some(edge) = edge.filter(|edge| (0.5 + LEAST..1.5).contains(edge)) else {
            return Beyond::Ends;
        };
        let is_far = edge > 0.5 + 2.0 * NEAR;
        let outs = [edge - pixel, 0.5 + NEAR];
        let outs = &outs[..if is_far { 2 } else { 1 }];
        if outs.iter().all(|out| side.is_shown(*out)) {
            Beyond::GoesOn
        } else if outs.iter().any(|out| side.is_hidden(*out)) {
            Beyond::Hidden
        } else {
            Beyond::Ends
        }
    };
    let sides: Vec<Beyond> = cells.iter().map(beyond).collect();
    let count = |which: Beyond| sides.iter().filter(|side| **side == which).count();
    let seen = sides.len() - count(Beyond::Hidden);
    2 * seen >= sides.len() && count(Beyond::GoesOn) as f32 > NEARLY_ALL * seen as f32
}

/// What is seen of a side beyond a border.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beyond {
    GoesOn,
    Ends,
    /// A pipe crosses it.
    Hidden,
}

/// The side between a cell of a border and the next one, beyond the border.
struct SideBeyond<'a> {
    patch: Patch<'a>,
    page: &'a PageAround,
    place: Place,
    /// A pixel, in cells.
    pixel: f64,
    /// The least that a side stands out.
    least: f32,
    /// What the cells of the border show as their ground: that of the next row may be like any of these.
    grounds: &'a [Colour],
}

impl SideBeyond<'_> {
    fn at(&self, along: f64, out: f64) -> Option<Colour> {
        let (right, down) = (self.place)(along, out);
        self.page.at(&self.patch, right, down)
    }

    /// Whether one colour that is not the ground of the cells there lies on both sides of it and on it, so far out.
    fn is_hidden(&self, out: f64) -> bool {
        let [Some(before), Some(side), Some(behind)] =
            [0.5 - BESIDE, 0.5, 0.5 + BESIDE].map(|along| self.at(along, out))
        else {
            return false;
        };
        let grounds = [GROUND, 1.0 - GROUND].map(|along| self.at(along, GROUND));
        let is_pipe = |ground: &Colour| contrast(side, *ground) >= LEAST_CONTRAST;
        contrast(before, side).max(contrast(side, behind)) < LEAST_CONTRAST
            && grounds.iter().flatten().all(is_pipe)
    }

    /// Whether a line, or a step from the ground of one cell to that of the next, is seen so far out.
    fn is_shown(&self, out: f64) -> bool {
        let here = |along: f64| self.at(along, out);
        let [Some(first), Some(before), Some(behind), Some(last)] =
            [0.0, 0.5 - BESIDE, 0.5 + BESIDE, 1.0].map(here)
        else {
            return false;
        };
        // What runs from one colour into another is a wallpaper.
        let step = contrast(before, behind);
        let is_step = contrast(first, before).min(contrast(behind, last)) < step / 2.0;
        // A thin line may lie between two rows of pixels.
        let half = self.pixel / 2.0;
        let sides = [-half, 0.0, half].map(|off| here(0.5 + off));
        let rises = sides
            .iter()
            .flatten()
            .map(|side| contrast(*side, before).min(contrast(*side, behind)));
        let line = rises.fold(0.0, f32::max);
        let is_ground = |there| {
            let mut grounds = self.grounds.iter();
            grounds.any(|ground| contrast(there, *ground) < self.least / 2.0)
        };
        let is_past_outline = is_ground(before) && is_ground(behind);
        let is_line = (out + self.pixel >= 0.5 + LEAST_OF_LINES || is_past_outline) && line > step;
        is_line && line >= self.least || is_step && step >= self.least
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::flow::scene::{CELL, plain_board, view_of};

    const BLACK: [u8; 3] = [0; 3];
    const RED: [u8; 3] = [220, 30, 30];
    const GREEN: [u8; 3] = [0, 140, 0];
    const BLUE: [u8; 3] = [12, 40, 250];

    /// Whether a black board of four by four cells ends in a sliver where the picture shows half a column more, with these
    /// colours row by row, and a green pipe in the middle of that column between these rows.
    fn is_sliver_with(column: [[u8; 3]; 4], pipe: std::ops::Range<f64>) -> bool {
        let width = (4.47 * CELL) as u32;
        let picture = RgbImage::from_fn(width, (4.0 * CELL) as u32, |x, y| {
            let [x, y] = [x, y].map(|at| (f64::from(at) + 0.5) / CELL);
            let is_pipe = x > 4.5 - 0.15 && pipe.contains(&y);
            Rgb(match (x > 4.0, is_pipe) {
                (false, _) => BLACK,
                (true, true) => GREEN,
                (true, false) => column[y as usize],
            })
        });
        view_of(&picture, |view| ends_in_sliver(view, &plain_board(4)))
    }

    #[test]
    fn cells_beyond_a_border_are_a_sliver_also_where_a_pipe_joins_two_of_them() {
        let column = [RED, GREEN, BLACK, BLUE];
        assert!(is_sliver_with(column, 0.0..0.0));
        assert!(is_sliver_with(column, 1.0..2.5));
    }

    /// Lines lie between the cells, a tenth of the next column is seen, a terminal fills a cell of the last one, and a band of another
    /// ground lies over both columns there and in the next row.
    #[test]
    fn lines_beyond_a_filled_cell_are_a_sliver() {
        let is_sliver = |page: [u8; 3], band: [u8; 3]| {
            let size = [4.1 * CELL, 4.0 * CELL].map(|it| it as u32);
            let picture = RgbImage::from_fn(size[0], size[1], |x, y| {
                let is_line = [x, y].iter().any(|at| at % CELL as u32 == 0);
                let [x, y] = [x, y].map(|at| f64::from(at) / CELL);
                Rgb(match (x > 4.0, (1.0..2.0).contains(&y) && x > 3.0) {
                    (true, _) if page != BLACK => page,
                    _ if is_line => [80; 3],
                    (false, true) => RED,
                    _ if x > 3.0 && (1.0..3.0).contains(&y) => band,
                    _ => BLACK,
                })
            });
            view_of(&picture, |view| ends_in_sliver(view, &plain_board(4)))
        };
        for band in [BLACK, [0, 40, 0]] {
            assert!(is_sliver(BLACK, band), "{band:?}");
            assert!(!is_sliver(GREEN, band), "{band:?}");
        }
    }

    #[test]
    fn one_colour_beyond_a_border_is_the_page() {
        assert!(!is_sliver_with([BLACK; 4], 0.0..0.0));
        assert!(!is_sliver_with([GREEN; 4], 0.0..0.0));
        assert!(!is_sliver_with([BLACK, RED, RED, RED], 0.0..0.0));
    }
}
