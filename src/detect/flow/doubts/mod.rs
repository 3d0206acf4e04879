//! What speaks against an extent, although its terminals make pairs.

pub mod beside;
pub mod drift;
pub mod hidden;
pub mod page;
#[cfg(test)]
mod scene;
pub mod sliver;

use self::beside::{BESIDE, goes_on};
use self::sliver::{SLIVER, ends_in_sliver};
use super::candidate::View;
use super::canvas::{Canvas, contrast};
use super::extent::{Evidence, Extent};
use super::terminals::filled::Squares;
use super::terminals::{LEAST_CONTRAST, Terminal};

/// The least share of inner sides with a line where the picture was blurred to see any.
const LEAST_BLURRED: f32 = 0.96;

/// All that speaks against an extent between lines, in words; `discs` and `squares` are all that may be
/// terminals.
pub fn doubts(
    view: &View,
    extent: &Extent,
    extents: &[Extent],
    terminals: &[Terminal],
    discs: &[Terminal],
    squares: &Squares,
) -> Vec<&'static str> {
    let mut doubts = Vec::new();
    if goes_on(view, extent, extents, terminals, discs) {
        doubts.push(BESIDE);
    }
    if ends_in_sliver(view, extent) {
        doubts.push(SLIVER);
    }
    // Words above an irregular board cover holes too, but hold no disc.
    let is_hole = |terminal: &Terminal| extent.holes.contains(&terminal.cell);
    if discs.iter().any(is_hole) || are_holes_filled(&view.canvas, extent, squares) {
        doubts.push("something is drawn in a hole");
    }
    if view.sharp.is_some() && lacks_lines(extent) {
        doubts.push(
            "lines are missing, and those of a blurred picture may be another board's, or none",
        );
    }
    doubts
}

fn lacks_lines(extent: &Extent) -> bool {
    matches!(extent.evidence, Evidence::Lines { share, .. } if share < LEAST_BLURRED)
}

/// Whether holes are filled with several colours: all show the page, so those are terminals of a larger board.
fn are_holes_filled(canvas: &Canvas, extent: &Extent, squares: &Squares) -> bool {
    if extent.holes.is_empty() {
        return false;
    }
    let rectangle = extent.grown(0);
    let filled = squares.filled(canvas, &rectangle).into_iter();
    let mut filled = filled.filter(|it| extent.holes.contains(&it.cell));
    filled.next().is_some_and(|first| {
        filled.any(|other| contrast(first.colour, other.colour) >= 2.0 * LEAST_CONTRAST)
    })
}
