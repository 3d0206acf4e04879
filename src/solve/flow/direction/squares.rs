//! Rule: no path fills a smallest ring of the board. Only where paths may touch themselves otherwise.
//!
//! ```text
//!   A ── A       Three nodes of the ring are A, so the fourth is joined to none of its neighbours
//!   │            that are A. On hexagons the rings are of three nodes that are neighbours of each
//!   A    ?       other: two of them are A, so the third is joined to neither.
//! ```
//!
//! That three sides of a ring are never on is known already: `four_cycle` says so, since it holds here too.
//!
//! Not found: that two of the nodes have one path without a colour yet.

use super::graph::Graph;
use super::position::{Contradiction, Deduced, Label, Position};
use super::shapes::Table;
#[cfg(test)]
use super::shapes::sides_where;
#[cfg(test)]
use super::tests::plain::Plain;
use super::trace::{Observer, Rule};

/// The nodes of a ring, in order, each with its sides, as a mask, that lead to the nodes beside it.
type Ring = Vec<(u16, u8)>;

/// A node has got this colour: looks at the rings that it is part of.
pub(super) fn meet_rings<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    node: u16,
    colour: Label,
) -> Deduced {
    for corner in 0..SIDES {
        let Some(ring) = ring_at(&position.graph, node, corner) else {
            continue;
        };
        let mut others = ring
            .iter()
            .filter(|(member, _)| position.label(*member) != colour);
        match (others.next().copied(), others.next()) {
            (None, _) => return Err(Contradiction),
            (Some((last, sides)), None) => {
                position.keep(last, Table::<SIDES>::using_none(sides), Rule::Square)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The smallest ring that has this corner of a node; of hexagons, only corners between neighbouring sides have one.
pub(super) fn ring_at<const SIDES: usize>(
    graph: &Graph<SIDES>,
    node: u16,
    corner: usize,
) -> Option<Ring> {
    let (first, second) = Table::<SIDES>::sides_of_corner(corner);
    let (a, b) = (graph.linked(node, first), graph.linked(node, second));
    let back = Table::<SIDES>::back;
    let both = |one: usize, other: usize| 1 << one | 1 << other;
    if SIDES == 6 {
        // From a, the direction of b is one side further round.
        let across = (second + 1) % SIDES;
        let is_ring = a != graph.absent() && b != graph.absent() && graph.linked(a, across) == b;
        return is_ring.then(|| {
            vec![
                (node, both(first, second)),
                (a, both(back(first), across)),
                (b, both(back(second), back(across))),
            ]
        });
    }
    let far = graph.linked(node, SIDES + corner);
    (far != graph.absent()).then(|| {
        vec![
            (node, both(first, second)),
            (a, both(back(first), second)),
            (far, both(back(first), back(second))),
            (b, both(back(second), first)),
        ]
    })
}

/// The same for every smallest ring of the board, found by walking from neighbour to neighbour. (Rings round a narrow warp
/// are left out, as above: they have no corners.)
#[cfg(test)]
pub(super) fn plain<const SIDES: usize>(board: &mut Plain<SIDES>) -> Deduced {
    let (path, colour) = board.paths()?;
    let colour = |node: u16| colour[usize::from(path[usize::from(node)])];
    for ring in board.smallest_rings() {
        for turn in 0..ring.len() {
            let ring: Vec<u16> = ring
                .iter()
                .cycle()
                .skip(turn)
                .take(ring.len())
                .copied()
                .collect();
            let (last, others) = (ring[0], &ring[1..]);
            let first = colour(others[0]);
            if first.is_none() || others.iter().any(|&other| colour(other) != first) {
                continue;
            }
            if colour(last) == first {
                return Err(Contradiction);
            }
            let beside = [others[0], others[others.len() - 1]];
            let sides =
                sides_where::<SIDES>(|side| beside.contains(&board.graph.linked(last, side)));
            board.keep(last, Table::<SIDES>::using_none(sides))?;
        }
    }
    Ok(())
}
