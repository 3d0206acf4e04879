//! Rule: paths that are joined. A path closes no loop, meets no other colour, and touches itself nowhere.
//!
//! ```text
//!    ┌── u   v ──┐       u and v are joined: the smaller path is walked. Where else the two paths are
//!    │           │       neighbours (here p and q), the side between them would close a loop if it were
//!    └── p   q ──┘       on, and if it is off, the path touches itself.
//! ```
//!
//! Where a path without a colour gets one, it is walked too: a neighbour of the same colour must be the next
//! node of the path, since it would touch it otherwise; one of another colour never is.
//!
//! Not found: what would follow if two paths were joined later, such as a side that cannot be on because
//! the two paths are neighbours in two places; a region that no path can enter.

use super::position::{Contradiction, Deduced, NO_COLOUR, Position};
#[cfg(test)]
use super::tests::plain::Plain;
use super::trace::{Observer, Rule};
use super::ways::Table;

/// Joins the paths of two neighbours whose shared side is on.
#[inline]
pub(super) fn join<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    u: u16,
    v: u16,
) -> Deduced {
    let (a, b) = (position.member(u).label, position.member(v).label);
    if a == b {
        return Err(Contradiction);
    }
    let (path_a, path_b) = (position.member(a), position.member(b));
    let (small, large) = if path_a.size < path_b.size {
        (a, b)
    } else {
        (b, a)
    };
    match (path_a.colour, path_b.colour) {
        (NO_COLOUR, NO_COLOUR) => {}
        (NO_COLOUR, colour) => colour_path(position, a, colour)?,
        (colour, NO_COLOUR) => colour_path(position, b, colour)?,
        // Colours that differ have parted all sides between them, so no such join is asked for.
        (one, other) => debug_assert_eq!(one, other),
    }
    part(position, small, large, (u, v))?;
    position.join(small, large);
    Ok(())
}

/// Two paths meet at one side only.
#[inline]
fn part<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    small: u16,
    large: u16,
    (u, v): (u16, u16),
) -> Deduced {
    let mut node = small;
    loop {
        let neighbours = position.graph.neighbours(node);
        for (side, to) in neighbours.into_iter().enumerate() {
            if position.member(to).label != large || (node, to) == (u, v) || (to, node) == (u, v) {
                continue;
            }
            if !position.touching {
                return Err(Contradiction);
            }
            position.remove(node, Table::<SIDES>::using(side), Rule::Loop)?;
        }
        node = position.member(node).next;
        if node == small {
            return Ok(());
        }
    }
}

/// A path gets a colour: looks at the colours of all its neighbours.
#[inline]
fn colour_path<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    label: u16,
    colour: u16,
) -> Deduced {
    let mut node = label;
    loop {
        colour_node(position, node, colour)?;
        node = position.member(node).next;
        if node == label {
            return Ok(());
        }
    }
}

/// A node gets a colour: looks at the colours of its neighbours.
#[inline]
fn colour_node<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    node: u16,
    colour: u16,
) -> Deduced {
    let neighbours = position.graph.neighbours(node);
    for (side, to) in neighbours.into_iter().enumerate() {
        let other = position.colour(to);
        let using = Table::<SIDES>::using(side);
        if other == NO_COLOUR {
            continue;
        } else if other != colour {
            position.remove(node, using, Rule::Colour)?;
        } else if !position.touching {
            position.keep(node, using, Rule::Colour)?;
        }
    }
    Ok(())
}

/// Before any path is joined: terminals look at the terminals beside them.
pub(super) fn meet_terminals<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    node: u16,
) -> Deduced {
    match position.colour(node) {
        NO_COLOUR => Ok(()),
        colour => colour_node(position, node, colour),
    }
}

/// The same for the whole board: paths are found by flooding along the sides that are on.
#[cfg(test)]
pub(super) fn plain<const SIDES: usize>(board: &mut Plain<SIDES>) -> Deduced {
    let edges = board.edges();
    let mut path: Vec<u16> = (0..board.graph.absent()).collect();
    for &(node, side, to) in edges.iter().filter(|(node, _, to)| node < to) {
        if board.is_on(node, side) && board.is_on(to, Table::<SIDES>::back(side)) {
            let (from, into) = (path[usize::from(node)], path[usize::from(to)]);
            if from == into {
                return Err(Contradiction);
            }
            path.iter_mut()
                .filter(|label| **label == from)
                .for_each(|label| *label = into);
        }
    }
    let mut colour = vec![None; path.len()];
    for (node, terminal) in board.terminals.iter().enumerate() {
        let of_path = &mut colour[usize::from(path[node])];
        match (terminal, *of_path) {
            (Some(new), Some(known)) if *new != known => return Err(Contradiction),
            (Some(new), _) => *of_path = Some(*new),
            (None, _) => {}
        }
    }
    for (node, side, to) in edges {
        let (a, b) = (path[usize::from(node)], path[usize::from(to)]);
        let using = Table::<SIDES>::using(side);
        match (colour[usize::from(a)], colour[usize::from(b)]) {
            _ if a == b && board.is_on(node, side) => {}
            _ if a == b && board.touching => board.remove(node, using)?,
            _ if a == b => return Err(Contradiction),
            (Some(one), Some(other)) if one != other => board.remove(node, using)?,
            (Some(_), Some(_)) if !board.touching => board.keep(node, using)?,
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{deductions_of, puzzle};
    use super::*;

    #[test]
    fn terminals_side_by_side_are_joined_or_parted_by_their_colours() {
        let puzzle = puzzle("AAB\n..C\nB.C");
        let by_colour = deductions_of(&puzzle, Rule::Colour);
        assert!(by_colour.contains(&0), "A is joined to A");
        assert!(by_colour.contains(&2), "B is parted from A and C");
    }

    #[test]
    fn a_loop_is_no_way_to_fill_a_board() {
        // With touching, 4 would close a ring with 5, 7 and 8 but for this rule.
        let puzzle = puzzle("A..\n...\n..A");
        let allowed = super::super::tests::ask(&puzzle, 9, crate::solve::flow::Touching::Allowed);
        assert_eq!(allowed.solutions.len(), 2);
    }
}
