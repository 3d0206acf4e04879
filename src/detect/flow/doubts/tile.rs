//! Whether a filled cell like those of a board stands right beside it, where the board was not seen to go on.
//!
//! ```text
//!        +--+--+--+
//!     +--+##|  |##|
//!     |##|  |  |  |     as large as a cell, and something else on all its sides, but for a pipe in the middle of one:
//!     +==+##|##|  |     no panel of the page
//!     |  +--+--+--+
//! ```

use crate::detect::flow::canvas::Patch;
use crate::detect::flow::colour::{Colour, LEAST_CONTRAST, contrast, median};
use crate::detect::flow::extent::Extent;
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::filled::FILLED;
use crate::detect::flow::view::View;

/// Where a cell is looked at, in cells from its middle: on both axes within it, which leaves out what a lattice is off; and
/// beyond its sides, in the next cell.
const WITHIN: [f64; 5] = [-CORNER, -CORNER / 2.0, 0.0, CORNER / 2.0, CORNER];
const CORNER: f64 = 0.34;
const BEYOND: f64 = 0.66;

/// So many of these places have one colour, or more; others show a digit or a check mark, which leave its corners free.
const LEAST_ALIKE: f64 = 0.7;

/// So many of the places beyond each side show another colour, or more; the others a pipe.
const LEAST_OTHER: usize = 2;

/// Whether such a cell stands beside a board that has filled cells.
pub fn has_tile_beside(view: &View, extent: &Extent, terminals: &[Terminal]) -> bool {
    let is_filled = |it: &Terminal| it.radius >= FILLED;
    terminals.iter().any(is_filled) && extent.around().any(|cell| is_tile(&view.canvas.cell(cell)))
}

fn is_tile(patch: &Patch) -> bool {
    let square = WITHIN.iter().flat_map(|x| WITHIN.map(|y| (*x, y)));
    let within: Option<Vec<Colour>> = square.map(|(x, y)| patch.at(x, y)).collect();
    let Some(within) = within else {
        return false;
    };
    let own = median(&within);
    let is_own = |colour: Colour| contrast(colour, own) < LEAST_CONTRAST;
    let alike = within.iter().filter(|colour| is_own(**colour)).count();
    let is_own_at = |x: f64, y: f64| patch.at(x, y).is_none_or(is_own);
    let signs = [-CORNER, CORNER];
    let has_corners = signs
        .iter()
        .all(|x| signs.iter().all(|y| is_own_at(*x, *y)));
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
    let sides = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    has_corners
        && alike as f64 >= LEAST_ALIKE * within.len() as f64
        && sides.into_iter().all(ends_at)
}

#[cfg(test)]
mod tests {
    use super::super::scene::{RED, Thing, bare, disc, pipe, seen};
    use super::*;

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
        seen(things, |view| has_tile_beside(view, &bare(4), &[filled]))
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

    #[test]
    fn what_is_larger_or_smaller_or_round_or_farther_off_is_of_the_page() {
        assert!(!is_larger(&[square(4.3, 1.0, 0.8)]));
        assert!(!is_larger(&[square(4.0, 1.0, 0.3)]));
        assert!(!is_larger(&[disc(4.0, 1.0, RED)]));
        assert!(!is_larger(&[square(5.0, 1.0, SIDE)]));
        assert!(!is_larger(&[square(4.25, 1.25, SIDE)]));
    }
}
