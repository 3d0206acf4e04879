//! Rule: paths that are joined. A path closes no loop, meets no other colour, and touches itself nowhere.
//!
//! ```text
//!    ┌── u   v ──┐       u and v are joined, and neither path has a colour: the smaller one is walked.
//!    │           │       Where else the two are neighbours (here p and q), the side between them would
//!    └── p   q ──┘       close a loop if it were on, and if it is off, the path touches itself.
//! ```
//!
//! Where one of them has a colour, the other gets it and is walked too: a neighbour of the same colour must
//! be the next node of the path, since it would touch it otherwise; one of another colour never is. Where
//! both have one, they are the halves of a flow that is now complete, and nothing is left to be done.
//!
//! ```text
//!    A ── u   v ── w   B     u and v are joined: v and w become A. So w is joined to the A below it
//!                            and parted from the B beside it.
//!                  A
//! ```
//!
//! Not found: what would follow if two paths were joined later, such as a side that cannot be on because
//! the two paths are neighbours in two places; a region that no path can enter.

use super::position::{Contradiction, Deduced, Label, Position};
use super::shapes::{Table, sides_where};
use super::squares;
#[cfg(test)]
use super::tests::plain::Plain;
use super::trace::{Observer, Rule};
use crate::solve::flow::PathRule;

/// Joins the paths that a side which is on connects.
#[inline]
pub(super) fn join<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    u: u16,
    side: usize,
) -> Deduced {
    let v = position.graph.linked(u, side);
    let back = Table::<SIDES>::back(side);
    let (a, b) = (position.label(u), position.label(v));
    match (position.is_colour(a), position.is_colour(b)) {
        (false, false) if a == b => Err(Contradiction),
        (false, false) => {
            let (small, large, joint) = if position.size(a) < position.size(b) {
                (a, b, (u, side))
            } else {
                (b, a, (v, back))
            };
            part(position, small, large, joint)?;
            position.join(small, large);
            Ok(())
        }
        (false, true) => colour_path(position, a, b),
        (true, false) => colour_path(position, b, a),
        // The halves of a flow: each had one open end, so it meets the other nowhere else. Colours that
        // differ have parted all sides between them, so no join of theirs is asked for.
        (true, true) => {
            debug_assert_eq!(a, b);
            Ok(())
        }
    }
}

/// Two paths meet at one side only: at this side of this node of the smaller.
#[inline]
fn part<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    small: Label,
    large: Label,
    (joint, joint_side): (u16, usize),
) -> Deduced {
    let mut node = small;
    loop {
        let neighbours = position.graph.neighbours(node);
        let mut sides = sides_where::<SIDES>(|side| position.label(neighbours[side]) == large);
        if node == joint {
            sides &= !(1 << joint_side);
        }
        if sides != 0 {
            if position.rule == PathRule::NoTouching {
                return Err(Contradiction);
            }
            position.keep(node, Table::<SIDES>::using_none(sides), Rule::Loop)?;
        }
        node = position.next(node);
        if node == small {
            return Ok(());
        }
    }
}

/// A path gets a colour: looks at the colours of all its neighbours.
#[inline]
fn colour_path<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    path: Label,
    colour: Label,
) -> Deduced {
    position.begin_colouring(path);
    let mut node = path;
    loop {
        position.set_colour(node, colour);
        meet_colours(position, node, colour)?;
        if position.rule == PathRule::NoSquares {
            squares::meet_rings(position, node, colour)?;
        }
        node = position.next(node);
        if node == path {
            return Ok(());
        }
    }
}

/// A node of this colour looks at the colours of its neighbours.
#[inline]
pub(super) fn meet_colours<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    node: u16,
    colour: Label,
) -> Deduced {
    let neighbours = position.graph.neighbours(node);
    let (mut same, mut others) = (0, 0);
    for (side, to) in neighbours.into_iter().enumerate() {
        let label = position.label(to);
        same |= u8::from(label == colour) << side;
        others |= u8::from(position.is_colour(label)) << side;
    }
    let mut shapes = Table::<SIDES>::using_none(others & !same);
    if position.rule == PathRule::NoTouching {
        shapes = shapes & Table::<SIDES>::using_all(same);
    }
    position.keep(node, shapes, Rule::Colour)
}

/// The same for the whole board.
#[cfg(test)]
pub(super) fn plain<const SIDES: usize>(board: &mut Plain<SIDES>) -> Deduced {
    let (path, colour) = board.paths()?;
    let edges = board.edges();
    for (node, side, to) in edges {
        let (a, b) = (path[usize::from(node)], path[usize::from(to)]);
        let (using, avoiding) = (
            Table::<SIDES>::using_all(1 << side),
            Table::<SIDES>::using_none(1 << side),
        );
        match (colour[usize::from(a)], colour[usize::from(b)]) {
            _ if a == b && board.is_on(node, side) => {}
            _ if a == b && board.rule != PathRule::NoTouching => board.keep(node, avoiding)?,
            _ if a == b => return Err(Contradiction),
            (Some(one), Some(other)) if one != other => board.keep(node, avoiding)?,
            (Some(_), Some(_)) if board.rule == PathRule::NoTouching => board.keep(node, using)?,
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ask, deductions_of, puzzle};
    use super::*;
    use crate::solve::flow::Touching;

    #[test]
    fn terminals_side_by_side_are_joined_or_parted_by_their_colours() {
        let puzzle = puzzle("AAB\n..C\nB.C");
        let by_colour = deductions_of(&puzzle, Rule::Colour, Touching::Never);
        assert!(by_colour.contains(&0), "A is joined to A");
        assert!(by_colour.contains(&2), "B is parted from A and C");
    }

    #[test]
    fn a_loop_is_no_way_to_fill_a_board() {
        // With touching, 4 would close a ring with 5, 7 and 8 but for this rule.
        let puzzle = puzzle("A..\n...\n..A");
        let allowed = ask(&puzzle, 9, Touching::Allowed);
        assert_eq!(allowed.solutions.len(), 2);
    }
}
