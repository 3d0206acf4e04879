//! What speaks against an extent, although its terminals make pairs.

pub mod beside;
pub mod cut;
pub mod drift;
pub mod hidden;
pub mod holes;
pub mod page;
#[cfg(test)]
mod scene;
pub mod sliver;
pub mod window;

use self::beside::{BESIDE, goes_on};
use self::cut::{CUT, is_cut};
use self::holes::{DRAWN_IN, are_drawn_in};
use self::sliver::{SLIVER, ends_in_sliver};
use self::window::{COVERED, is_covered};
use super::candidate::View;
use super::extent::{Evidence, Extent};
use super::terminals::Terminal;
use super::terminals::filled::Squares;

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
    if goes_on(view, extent, extents, terminals, discs, squares) {
        doubts.push(BESIDE);
    }
    if ends_in_sliver(view, extent) {
        doubts.push(SLIVER);
    }
    if is_cut(view, extent) {
        doubts.push(CUT);
    }
    if are_drawn_in(&view.canvas, extent, discs, squares) {
        doubts.push(DRAWN_IN);
    }
    if view.sharp.is_some() && lacks_lines(extent) {
        doubts.push(
            "lines are missing, and those of a blurred picture may be another board's, or none",
        );
    }
    // Asked last, because faint regions take time.
    if doubts.is_empty() && is_covered(view, extent) {
        doubts.push(COVERED);
    }
    doubts
}

fn lacks_lines(extent: &Extent) -> bool {
    matches!(extent.evidence, Evidence::Lines { share, .. } if share < LEAST_BLURRED)
}
