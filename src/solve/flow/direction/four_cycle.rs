//! Rule: on a ring of four nodes no path bends round and comes back beside itself.
//!
//! ```text
//!      a ── o       If o bends through a and b, node is a neighbour of both: were it joined to one, it
//!      │    │       would touch the other. So if every shape of node uses a side of the ring, o does not
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

use super::effect::Effect;
use super::facts::Facts;
use super::position::{Deduced, Position};
use super::shapes::Table;
#[cfg(test)]
use super::tests::plain::Plain;
use super::trace::{Observer, Rule};

/// What the node across a four-cycle is told by a node with a way out at this corner of it whatever it does.
pub(super) const fn blocked<const SIDES: usize>(corner: usize) -> Effect {
    let bend = Table::<SIDES>::bend(Table::<SIDES>::opposite_corner(corner));
    Effect {
        allowed: bend.inverse(),
        echo: Facts::NONE,
        rule: Rule::FourCycle,
    }
}

/// Before all else: the bends of a hexagon whose two neighbours are neighbours themselves. Squares have none.
pub(super) fn remove_closed_bends<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
) -> Deduced {
    if SIDES != 6 {
        return Ok(());
    }
    for node in 0..position.node_count() {
        // The first corners are those of neighbouring sides.
        for corner in 0..SIDES {
            let (first, second) = Table::<SIDES>::sides_of_corner(corner);
            let graph = &position.graph;
            let (a, b) = (graph.linked(node, first), graph.linked(node, second));
            // From a, the direction of b is one side further round.
            if a != graph.absent() && graph.linked(a, (second + 1) % SIDES) == b {
                position.remove(node, Table::<SIDES>::bend(corner), Rule::FourCycle)?;
            }
        }
    }
    Ok(())
}

/// The same for every two neighbours of a node that are neighbours themselves.
#[cfg(test)]
pub(super) fn plain_closed_bends<const SIDES: usize>(board: &mut Plain<SIDES>) -> Deduced {
    let edges = board.edges();
    for &(node, first, a) in &edges {
        for &(_, second, b) in edges.iter().filter(|(from, ..)| *from == node) {
            if edges.iter().any(|&(u, _, v)| (u, v) == (a, b)) {
                board.remove(node, Table::<SIDES>::using_all(1 << first | 1 << second))?;
            }
        }
    }
    Ok(())
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
            let bend = Table::<SIDES>::using_all(1 << first | 1 << second);
            let shapes = board.shapes[usize::from(node)];
            for &(_, side_a, across) in from(a) {
                let side_b = from(b).find(|&&(_, _, to)| to == across && to != node);
                let Some(&(_, side_b, _)) = side_b else {
                    continue;
                };
                let to_a = Table::<SIDES>::using_all(1 << Table::<SIDES>::back(side_a));
                let to_b = Table::<SIDES>::using_all(1 << Table::<SIDES>::back(side_b));
                // Both directions, though the first one follows from the second.
                if shapes == bend {
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
    use crate::solve::flow::Touching;

    #[test]
    fn what_bends_round_a_corner_keeps_the_node_across_away() {
        // Corner 0 bends right and down, so 4 uses neither its upper nor its left side.
        let puzzle = puzzle("...\n...\nA.A");
        let deduced = deductions_of(&puzzle, Rule::FourCycle, Touching::Never);
        assert!(deduced.contains(&4));
    }
}
