//! Rule: on a ring of four nodes no path bends round and comes back beside itself.
//!
//! ```text
//!      a ── o       If node bends through a and b, then o is a neighbour of a and b: were it joined to
//!      │    │       one of them, it would touch the other. So o uses neither side of this ring.
//!   node ── b       And so, if every way of node uses a side of the ring, o does not bend through a and b.
//! ```
//!
//! On hexagons also: where a and b are neighbours themselves, no path bends from a to b at all. That is
//! known from the start.
//!
//! Source: the corner chains of A. Siam's direction solver are this rule, applied along a diagonal.
//!
//! Not found: a path that comes back beside itself on a longer way; see `components`. Nothing at all
//! is found when paths may touch themselves.

use super::graph::Graph;
use super::position::{Deduced, Position};
use super::trace::{Observer, Rule};
use super::ways::{Facts, Table, Ways, bits};

/// Tells the nodes across the four-cycles of `node` what is new on its corners.
#[inline]
pub(super) fn propagate<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    node: u16,
    news: Facts,
) -> Deduced {
    for corner in bits(news.blocked()) {
        let across = position.graph.across(node, corner);
        if across != position.graph.absent() {
            let opposite = Table::<SIDES>::opposite_corner(corner);
            let bend = Table::<SIDES>::corner(opposite);
            position.remove(across, bend, Rule::FourCycle)?;
        }
    }
    for corner in bits(news.bent()) {
        let across = position.graph.across(node, corner);
        if across != position.graph.absent() {
            let (a, b) = Table::<SIDES>::sides_of_corner(Table::<SIDES>::opposite_corner(corner));
            position.remove(across, Table::<SIDES>::using(a), Rule::FourCycle)?;
            position.remove(across, Table::<SIDES>::using(b), Rule::FourCycle)?;
        }
    }
    Ok(())
}

/// The bends of a hexagon whose two neighbours are neighbours themselves. Squares have none.
pub(super) fn closed_bends<const SIDES: usize>(graph: &Graph<SIDES>, node: u16) -> Vec<Ways> {
    let is_closed = |&corner: &usize| {
        let (first, second) = Table::<SIDES>::sides_of_corner(corner);
        let (a, b) = (graph.neighbour(node, first), graph.neighbour(node, second));
        // From a, the direction of b is one side further round.
        a != graph.absent() && graph.neighbour(a, (second + 1) % SIDES) == b
    };
    let narrow = if SIDES == 6 { 0..SIDES } else { 0..0 };
    narrow
        .filter(is_closed)
        .map(Table::<SIDES>::corner)
        .collect()
}
