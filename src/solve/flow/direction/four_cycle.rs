//! Rule: on a ring of four nodes no path bends round and comes back beside itself.
//!
//! ```text
//!      a ── o       If o bends through a and b, node is a neighbour of both: were it joined to one, it
//!      │    │       would touch the other. So if every way of node uses a side of the ring, o does not
//!   node ── b       bend through a and b.
//! ```
//!
//! The reverse, that node uses neither side of the ring if o bends through a and b, needs no code: then a
//! and b use sides of the ring, so neither bends from o to node, and `sides` tells node so.
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
#[cfg(test)]
use super::tests::plain::Plain;
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
    Ok(())
}

/// The bends of a hexagon whose two neighbours are neighbours themselves. Squares have none.
pub(super) fn closed_bends<const SIDES: usize>(graph: &Graph<SIDES>, node: u16) -> Ways {
    if SIDES != 6 {
        return Ways::NONE;
    }
    let is_closed = |&corner: &usize| {
        let (first, second) = Table::<SIDES>::sides_of_corner(corner);
        let (a, b) = (graph.neighbour(node, first), graph.neighbour(node, second));
        // From a, the direction of b is one side further round.
        a != graph.absent() && graph.neighbour(a, (second + 1) % SIDES) == b
    };
    // The first corners are those of neighbouring sides.
    (0..SIDES)
        .filter(is_closed)
        .fold(Ways::NONE, |bends, corner| {
            bends | Table::<SIDES>::corner(corner)
        })
}

/// The same for every four-cycle of the board, found by walking from any node to its neighbours and to
/// theirs. (Rings of four round a narrow warp are left out, as above: they have no corners.)
#[cfg(test)]
pub(super) fn plain<const SIDES: usize>(board: &mut Plain<SIDES>) -> Deduced {
    let edges = board.edges();
    let from = |start| edges.iter().filter(move |&&(node, _, _)| node == start);
    for node in 0..board.graph.absent() {
        for (&(_, first, a), &(_, second, b)) in
            from(node).flat_map(|one| from(node).map(move |two| (one, two)))
        {
            if first >= second || second - first == SIDES / 2 {
                continue;
            }
            let bend = Table::<SIDES>::using(first) & Table::<SIDES>::using(second);
            if edges.iter().any(|&(u, _, v)| (u, v) == (a, b)) {
                board.remove(node, bend)?;
            }
            let ways = board.ways[usize::from(node)];
            for &(_, side_a, across) in from(a) {
                let side_b = from(b).find(|&&(_, _, to)| to == across && to != node);
                let Some(&(_, side_b, _)) = side_b else {
                    continue;
                };
                let to_a = Table::<SIDES>::using(Table::<SIDES>::back(side_a));
                let to_b = Table::<SIDES>::using(Table::<SIDES>::back(side_b));
                // Both directions, though the first one follows from the second.
                if ways == bend {
                    board.remove(across, to_a)?;
                    board.remove(across, to_b)?;
                }
                if board.is_blocked(node, first, second) {
                    board.remove(across, to_a & to_b)?;
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{deductions_of, puzzle};
    use super::*;

    #[test]
    fn what_bends_round_a_corner_keeps_the_node_across_away() {
        // Corner 0 bends right and down, so 4 uses neither its upper nor its left side.
        let puzzle = puzzle("...\n...\nA.A");
        assert!(deductions_of(&puzzle, Rule::FourCycle).contains(&4));
    }
}
