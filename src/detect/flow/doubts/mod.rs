//! What speaks against an extent, although its terminals make pairs.

pub mod beside;
pub mod cut;
pub mod drift;
pub mod hidden;
pub mod holes;
pub mod obstacles;
pub mod page;
pub mod pair;
#[cfg(test)]
mod scene;
pub mod sliver;
pub mod stub;
pub mod tile;
pub mod window;

use self::beside::{BESIDE, goes_on, is_a_part};
use self::cut::{CUT, is_cut};
use self::holes::{DRAWN_IN, are_drawn_in};
use self::obstacles::{OBSTACLE, has_other_fill, has_stranger};
use self::pair::{PAIR, has_pair_near};
use self::sliver::{SLIVER, ends_in_sliver};
use self::stub::{STUB, ends_in_stubs};
use self::tile::has_tile_beside;
use self::window::{COVERED, is_covered};
use super::extent::{Evidence, Extent};
use super::terminals::Terminal;
use super::terminals::filled::Squares;
use super::view::View;

/// The least share of inner sides with a line where the picture was blurred to see any.
const LEAST_BLURRED: f32 = 0.96;

/// What speaks against an extent, with lines or without, that lies beside a terminal or does not.
fn common(
    view: &View,
    extent: &Extent,
    terminals: &[Terminal],
    squares: &Squares,
    is_beside: bool,
) -> Vec<&'static str> {
    let said = [
        (is_beside, BESIDE),
        (ends_in_sliver(view, extent), SLIVER),
        (is_cut(view, extent), CUT),
        (
            has_other_fill(&view.canvas, extent, terminals, squares),
            OBSTACLE,
        ),
    ];
    let said = said.into_iter().filter(|(is_so, _)| *is_so);
    said.map(|(_, words)| words).collect()
}

/// All that speaks against an extent between lines, in words; `discs` and `squares` are all that may be
/// terminals.
pub fn of_ruled(
    view: &View,
    extent: &Extent,
    extents: &[Extent],
    terminals: &[Terminal],
    discs: &[Terminal],
    squares: &Squares,
) -> Vec<&'static str> {
    let is_beside = goes_on(view, extent, extents, terminals, discs)
        || has_tile_beside(view, extent, terminals);
    let mut doubts = common(view, extent, terminals, squares, is_beside);
    if are_drawn_in(&view.canvas, extent, discs, squares) {
        doubts.push(DRAWN_IN);
    }
    if has_stranger(extent, terminals, discs) {
        doubts.push(OBSTACLE);
    }
    if view.sharp.is_some() && lacks_lines(extent) {
        doubts.push(
            "lines are missing, and those of a blurred picture may be another board's, or none",
        );
    }
    if has_pair_near(view, extent, terminals) {
        doubts.push(PAIR);
    }
    if ends_in_stubs(view, extent) {
        doubts.push(STUB);
    }
    // Asked last, because faint regions take time.
    if doubts.is_empty() && is_covered(view, extent) {
        doubts.push(COVERED);
    }
    doubts
}

/// All that speaks against an extent without lines, in words; one of `near` may be a terminal beside it.
pub fn of_unruled(
    view: &View,
    extent: &Extent,
    terminals: &[Terminal],
    near: &[Terminal],
    squares: &Squares,
) -> Vec<&'static str> {
    let is_beside = is_a_part(view, extent, terminals, near);
    common(view, extent, terminals, squares, is_beside)
}

fn lacks_lines(extent: &Extent) -> bool {
    matches!(extent.evidence, Evidence::Lines { share, .. } if share < LEAST_BLURRED)
}
