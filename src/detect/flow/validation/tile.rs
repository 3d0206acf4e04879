//! Whether a filled cell like those of a board stands right beside it, where the board was not seen to go on, or with
//! nothing but the ground of the board between.
//!
//! ```text
//!        +--+--+--+
//!     +--+##|  |##|
//!     |##|  |  |  |     as large as a cell, and something else on all its sides, but for a pipe in the middle of one:
//!     +==+##|##|  |     no panel of the page
//!     |  +--+--+--+
//!        |        |     ground as wide as the board, and no wider: that of the page tells nothing
//!        |     |##|
//! ```

use crate::detect::flow::extent::Extent;
use crate::detect::flow::sampler::{Patch, SIDES};
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::filled::FILLED;
use crate::detect::flow::view::View;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast, median};

/// Where a cell is looked at, in cells from its middle: on both axes within it, which leaves out what a lattice is off; and
/// beyond its sides, in the next cell.
const WITHIN: [f64; 5] = [-CORNER, -CORNER / 2.0, 0.0, CORNER / 2.0, CORNER];
const CORNER: f64 = 0.34;
const BEYOND: f64 = 0.66;

/// So many of these places have one colour, or more; others show a digit or a check mark, which leave its corners free.
const LEAST_ALIKE: f64 = 0.7;

/// So many of the places beyond each side show another colour, or more; the others a pipe.
const LEAST_OTHER: usize = 2;

/// So many rows or columns without a terminal lie between two with some, or fewer.
const MOST_BARE: i32 = 6;

/// Whether such a cell stands beside a board that has filled cells.
pub fn has_tile_beside(view: &View, extent: &Extent, terminals: &[Terminal]) -> bool {
    let is_filled = |it: &Terminal| it.radius >= FILLED;
    let is_tile = |cell| is_tile(&view.sampler.cell(cell));
    terminals.iter().any(is_filled)
        && (extent.around().any(is_tile) || has_tile_beyond(view, extent, terminals))
}

/// Whether one stands farther off, with nothing but ground between.
fn has_tile_beyond(view: &View, extent: &Extent, terminals: &[Terminal]) -> bool {
    let is_terminal = |cell| terminals.iter().any(|terminal| terminal.cell == cell);
    let empty = extent.cells().filter(|cell| !is_terminal(*cell));
    let shown = empty.filter_map(|cell| view.sampler.cell(cell).at(0.0, 0.0));
    let shown: Vec<Colour> = shown.collect();
    if shown.is_empty() {
        return false;
    }
    let ground = median(&shown);
    let is_bare = |cell| {
        let patch = view.sampler.cell(cell);
        square(&patch).is_some_and(|within| {
            let is_ground = |colour: &Colour| contrast(*colour, ground) < LEAST_CONTRAST;
            within.iter().all(is_ground)
        })
    };
    let (right, below) = (extent.col + extent.cols, extent.row + extent.rows);
    // The row or column so many steps beyond each border, one cell wider on both sides.
    let row = |row: i32| {
        let cols = extent.col - 1..=right;
        cols.map(|col| (col, row)).collect::<Vec<_>>()
    };
    let col = |col: i32| {
        let rows = extent.row - 1..=below;
        rows.map(|row| (col, row)).collect::<Vec<_>>()
    };
    let beyond: [&dyn Fn(i32) -> Vec<(i32, i32)>; 4] = [
        &|step| row(extent.row - step),
        &|step| row(below - 1 + step),
        &|step| col(extent.col - step),
        &|step| col(right - 1 + step),
    ];
    beyond.into_iter().any(|beyond| {
        let lines = (1..=MOST_BARE + 1).map(beyond);
        let is_as_wide = |line: &Vec<(i32, i32)>| {
            let [first, .., last] = line.as_slice() else {
                return false;
            };
            !is_bare(*first) && !is_bare(*last)
        };
        let mut wide = lines.take_while(is_as_wide).map(|mut line| {
            line.pop();
            line.split_off(1)
        });
        let first = wide.find(|line| !line.iter().all(|cell| is_bare(*cell)));
        first.is_some_and(|line| {
            let mut others = line.into_iter().filter(|cell| !is_bare(*cell));
            others.all(|cell| is_tile(&view.sampler.cell(cell)))
        })
    })
}

/// What is shown within a cell; `None` where that ends outside the picture.
fn square(patch: &Patch) -> Option<Vec<Colour>> {
    let places = WITHIN.iter().flat_map(|x| WITHIN.map(|y| (*x, y)));
    places.map(|(x, y)| patch.at(x, y)).collect()
}

fn is_tile(patch: &Patch) -> bool {
    let Some(within) = square(patch) else {
        return false;
    };
    let own = median(&within);
    let is_own = |colour: Colour| contrast(colour, own) < LEAST_CONTRAST;
    let alike = within.iter().filter(|colour| is_own(**colour)).count();
    let is_own_at = |x: f64, y: f64| patch.at(x, y).is_none_or(is_own);
    let glyphs = [-CORNER, CORNER];
    let has_corners = glyphs
        .iter()
        .all(|x| glyphs.iter().all(|y| is_own_at(*x, *y)));
    let ends_at = |(right, down): (f64, f64)| {
        let is_other = |along: &&f64| {
            let (x, y) = (
                BEYOND * right + *along * down,
                BEYOND * down + *along * right,
            );
            !is_own_at(x, y)
        };
        WITHIN.iter().filter(is_other).count() >= LEAST_OTHER
    };
    has_corners
        && alike as f64 >= LEAST_ALIKE * within.len() as f64
        && SIDES.into_iter().all(ends_at)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::flow::scene::{RED, Thing, disc, pipe, plain_board, seen, view_of};

    /// So much of a cell is filled on each side of its middle.
    const SIDE: f64 = 0.48;

    fn square(col: f64, row: f64, reach: f64) -> Thing {
        Thing {
            reach,
            is_square: true,
            ..disc(col, row, RED)
        }
    }

    /// Whether the board of four by four cells, one of them filled, goes on with these things beside it.
    fn is_larger(things: &[Thing]) -> bool {
        let filled = Terminal {
            cell: (0, 0),
            colour: [0.0, 60.0, 200.0],
            contrast: 200.0,
            radius: FILLED,
        };
        seen(things, |view| {
            has_tile_beside(view, &plain_board(4), &[filled])
        })
    }

    #[test]
    fn a_filled_cell_is_one_of_a_larger_board() {
        assert!(is_larger(&[square(4.0, 1.0, SIDE)]));
        let check_mark = Thing {
            reach: 0.2,
            ..disc(4.0, 1.0, [250; 3])
        };
        assert!(is_larger(&[check_mark, square(4.0, 1.0, SIDE)]));
        let way = pipe((4.0, 1.0), (4.0, 2.5), RED);
        assert!(is_larger(&[way, square(4.0, 1.0, SIDE)]));
    }

    /// The ground of the board is as wide as that, or as the page.
    #[test]
    fn a_filled_cell_farther_off_on_the_ground_of_the_board_is_one_of_its() {
        let is_larger = |width: u32, tile: (u32, u32)| {
            let picture = RgbImage::from_fn(320, 320, |x, y| {
                let cell = (x / 40, y / 40);
                Rgb(match cell {
                    _ if cell == tile || [(0, 0), (2, 1)].contains(&cell) => RED,
                    _ if x < width && cell.1 < 7 => [0; 3],
                    _ => [90, 80, 80],
                })
            });
            let terminals = [(0, 0), (2, 1)].map(|cell| Terminal {
                cell,
                colour: [220.0, 30.0, 30.0],
                contrast: 200.0,
                radius: FILLED,
            });
            view_of(&picture, |view| {
                has_tile_beside(view, &plain_board(4), &terminals)
            })
        };
        assert!(is_larger(160, (1, 6)));
        assert!(!is_larger(320, (1, 6)), "on the ground of the page");
        assert!(!is_larger(160, (5, 6)), "beside that ground");
        assert!(!is_larger(160, (7, 7)), "nowhere near");
    }

    #[test]
    fn what_is_larger_or_smaller_or_round_or_farther_off_is_of_the_page() {
        assert!(!is_larger(&[square(4.3, 1.0, 0.8)]));
        assert!(!is_larger(&[square(4.0, 1.0, 0.3)]));
        assert!(!is_larger(&[disc(4.0, 1.0, RED)]));
        assert!(!is_larger(&[square(5.0, 1.0, SIDE)]));
        assert!(!is_larger(&[square(4.25, 1.25, SIDE)]));
    }
}
