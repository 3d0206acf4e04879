//! Rule: a minimal solution holds the larger state of no switch (see [`switches`](super::switches)). Only
//! where paths may touch themselves.
//!
//! ```text
//!   a   b        If this is the larger state and four edges out of
//!   │   │        ac, cd, db and ef but one are on, that one is off.
//!   c ─ d
//!                There may be solutions with all four, but then there is a smaller
//!   e ─ f        one with ab, ec, cd and df instead.
//! ```
//!
//! Not found: switches with loops of more nodes.

use super::position::{Deduced, Position};
use super::shapes::{Shapes, Table};
use super::switches::Edge;
#[cfg(test)]
use super::tests::plain::Plain;
use super::trace::{Observer, Rule};

/// An edge is on: looks at the larger states that it is part of.
#[inline]
pub(super) fn complete<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    node: u16,
    side: usize,
) -> Deduced {
    let edge = Edge::behind(&position.graph, node, side);
    position.count_on(edge);
    for place in 0..position.switches.with::<SIDES>(edge).len() {
        let switch = position.switches.with::<SIDES>(edge)[place];
        if position.left_of(switch) <= 1 {
            forbid(position, switch)?;
        }
    }
    Ok(())
}

/// All edges of a larger state but one are on, so that one is off. Where that one is on as well, its node has
/// no shape left.
fn forbid<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    switch: u32,
) -> Deduced {
    let edges = position.switches.larger(switch).edges();
    let is_open = |edge: &&Edge| !is_on(position, **edge);
    match edges.iter().find(is_open).or(edges.last()) {
        Some(&Edge { node, side }) => {
            position.keep(node, Table::<SIDES>::using_none(1 << side), Rule::Switch)
        }
        None => Ok(()),
    }
}

#[inline]
fn is_on<const SIDES: usize, O: Observer>(position: &Position<SIDES, O>, edge: Edge) -> bool {
    position.shapes(edge.node) & Table::<SIDES>::using_none(1 << edge.side) == Shapes::NONE
}

/// A path around a closed loop of nodes, and a place beside it: drawn from every node, without a table.
#[cfg(test)]
#[derive(Clone)]
struct Piece {
    /// The nodes of the loop, in the order of the path.
    path: Vec<u16>,
    /// The neighbours of its two ends that are neighbours themselves.
    outer: [u16; 2],
}

#[cfg(test)]
impl Piece {
    /// The edges of the path from one outer node to the other.
    fn edges(&self) -> Vec<[u16; 2]> {
        let nodes = [&self.outer[..1], &self.path, &self.outer[1..]].concat();
        nodes.windows(2).map(|two| edge(two[0], two[1])).collect()
    }
}

#[cfg(test)]
fn edge(a: u16, b: u16) -> [u16; 2] {
    [a.min(b), a.max(b)]
}

/// Every larger state of the board, as edges between two nodes.
#[cfg(test)]
pub(super) fn plain_states<const SIDES: usize>(board: &Plain<SIDES>) -> Vec<Vec<[u16; 2]>> {
    let neighbours = |node: u16| {
        let neighbours = board.graph.neighbours(node).into_iter();
        neighbours.filter(|to| *to != board.graph.absent())
    };
    let is_edge = |a: u16, b: u16| neighbours(a).any(|to| to == b);
    // Edges are numbered by their lower node, then by its side.
    let number = |&[a, b]: &[u16; 2]| (a, board.graph.neighbours(a).iter().position(|to| *to == b));
    let sizes: &[usize] = if SIDES == 6 { &[1, 2, 3] } else { &[2, 4] };
    let mut paths: Vec<Vec<u16>> = (0..board.graph.absent()).map(|node| vec![node]).collect();
    let mut pieces = Vec::new();
    for size in 1..=4 {
        for path in &paths {
            let (first, last) = (path[0], path[size - 1]);
            if !sizes.contains(&size) || (size > 2 && !is_edge(first, last)) {
                continue;
            }
            for outer in neighbours(first).flat_map(|a| neighbours(last).map(move |b| [a, b])) {
                let is_apart = outer.iter().all(|node| !path.contains(node));
                if is_apart && is_edge(outer[0], outer[1]) {
                    let path = path.clone();
                    pieces.push(Piece { path, outer });
                }
            }
        }
        let longer = paths.iter().flat_map(|path| {
            let next = neighbours(path[size - 1]).filter(|node| !path.contains(node));
            next.map(|node| [&path[..], &[node]].concat())
        });
        paths = longer.collect();
    }
    let mut states = Vec::new();
    for (one, other) in pieces
        .iter()
        .flat_map(|one| pieces.iter().map(move |other| (one, other)))
    {
        let is_same_loop = one.path.len() == other.path.len()
            && one.path.iter().all(|node| other.path.contains(node));
        if !is_same_loop || one.outer.iter().any(|node| other.outer.contains(node)) {
            continue;
        }
        let state = |from: &Piece, beside: &Piece| {
            [from.edges(), vec![edge(beside.outer[0], beside.outer[1])]].concat()
        };
        let (state, switched) = (state(one, other), state(other, one));
        let only_in = |one: &[[u16; 2]], other: &[[u16; 2]]| {
            one.iter()
                .filter(|edge| !other.contains(edge))
                .map(number)
                .min()
        };
        if only_in(&switched, &state) < only_in(&state, &switched) {
            states.push(state);
        }
    }
    states
}

/// The same for every larger state of the board.
#[cfg(test)]
pub(super) fn plain<const SIDES: usize>(board: &mut Plain<SIDES>) -> Deduced {
    for state in board.larger_states.clone() {
        let sides = state.iter().map(|&[a, b]| {
            let side = board.graph.neighbours(a).iter().position(|to| *to == b);
            (a, side.expect("an edge joins neighbours"))
        });
        let mut open: Vec<(u16, usize)> = sides.collect();
        open.retain(|&(node, side)| !board.is_on(node, side));
        match open[..] {
            [] => return Err(super::position::Contradiction),
            [(node, side)] => board.keep(node, Table::<SIDES>::using_none(1 << side))?,
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::propagate::{begin, propagate};
    use super::super::tests::{ask, puzzle};
    use super::*;
    use crate::puzzle::flow::Node;
    use crate::solve::flow::{PathRule, Silent, Touching};

    #[test]
    fn the_last_edge_of_a_larger_state_is_off() {
        let (up, right, left) = (1 << 0, 1 << 1, 1 << 3);
        let (c, d, e) = (27, 28, 35);
        let puzzle = puzzle(&["A.......", &["........"; 6].join("\n"), "A......."].join("\n"));
        let mut position = Position::<4, _>::new(&puzzle, PathRule::AnyPath, Silent);
        assert!(begin(&mut position, &puzzle).is_ok());
        for (node, sides) in [(c, up | right), (d, up | left)] {
            let shape = Table::<4>::using_all(sides);
            assert!(position.keep(node, shape, Rule::Guess).is_ok());
        }
        assert!(propagate(&mut position).is_ok());
        assert_eq!(
            position.shapes(e) & Table::<4>::using_all(right),
            Shapes::NONE
        );
    }

    #[test]
    fn the_minimal_solution_is_found_first() {
        let puzzle = puzzle("AA\n..\nBB");
        let first = ask(&puzzle, 1, Touching::Allowed).solutions.remove(0);
        assert_eq!(first.paths[0], [Node(0), Node(1)]);
        assert_eq!(first.paths[1], [4, 2, 3, 5].map(Node));
    }
}
