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
        (one, other) if one != other => return Err(Contradiction),
        _ => {}
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
pub(super) fn colour_node<const SIDES: usize, O: Observer>(
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
