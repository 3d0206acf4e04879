//! Whether some cells are filled with another grey than the rest: games draw walls of a whole cell so, and no flow goes
//! through them.
//!
//! ```text
//!   +--+--+--+
//!   |  |##|  |     each cell without a terminal is even, so this is nothing behind the board, and no drawn flow
//!   +--+--+--+
//! ```

use crate::detect::flow::canvas::Canvas;
use crate::detect::flow::colour::{Colour, contrast, median};
use crate::detect::flow::extent::Extent;
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::ground::{EVEN, Grounds, samples};

/// Why a board is not settled that has such cells.
pub const GREYS: &str = "some empty cells are filled with another grey than the rest";

/// Another grey differs from the ground by so many levels of a channel: three times what even ground may.
const OTHER: f32 = 3.0 * EVEN;

/// A grey differs from the ground in all channels alike, within this share: a tint of a flow's colour does not.
const ALIKE: f32 = 0.25;

/// Whether each cell without a terminal is even, and some show another grey. Where a terminal is grey too, that may be its
/// flow.
pub fn has_other_greys(canvas: &Canvas, extent: &Extent, terminals: &[Terminal]) -> bool {
    let grounds = Grounds::of(canvas, extent, terminals);
    let is_terminal = |cell: &(i32, i32)| terminals.iter().any(|it| it.cell == *cell);
    let mut has_others = false;
    for cell in extent.cells().filter(|cell| !is_terminal(cell)) {
        let shown = samples(canvas, cell);
        let colour = median(&shown);
        if shown.iter().any(|it| contrast(*it, colour) > EVEN) {
            return false;
        }
        has_others |= is_other_grey(colour, grounds.at(cell));
    }
    let is_grey = |it: &Terminal| is_other_grey(it.colour, grounds.at(it.cell));
    has_others && !terminals.iter().any(is_grey)
}

fn is_other_grey(colour: Colour, ground: Colour) -> bool {
    let apart = [0, 1, 2].map(|channel| colour[channel] - ground[channel]);
    let (least, most) = (
        apart.into_iter().fold(f32::MAX, f32::min),
        apart.into_iter().fold(f32::MIN, f32::max),
    );
    let strength = contrast(colour, ground);
    strength >= OTHER && most - least <= ALIKE * strength
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grey_is_told_from_a_tint_and_from_the_ground() {
        let white = [255.0; 3];
        assert!(is_other_grey([190.0, 192.0, 196.0], white));
        assert!(!is_other_grey([250.0; 3], white));
        assert!(!is_other_grey([255.0, 190.0, 190.0], white), "a red flow");
    }
}
