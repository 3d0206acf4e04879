//! Rule: two neighbours agree on the side they share.
//!
//! ```text
//!   every way of a uses the side       ┌──     so b keeps only the ways
//!   towards b                        a │       that use it
//!                                    b ?
//!   no way of a uses it                        so b loses the ways that use it
//! ```
//!
//! That a node has exactly two sides on, and a terminal one, needs no rule: each of its ways is so.
//!
//! Not found: anything that needs two neighbours of a node at once.

use super::position::{Deduced, Position};
#[cfg(test)]
use super::tests::plain::Plain;
use super::trace::{Observer, Rule};
use super::ways::{Facts, Table, bits};

/// Tells the neighbours of `node` what is new on its sides, and has joined what a side connects.
#[inline]
pub(super) fn propagate<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    node: u16,
    news: Facts,
) -> Deduced {
    for side in bits(news.on()) {
        let to = position.graph.neighbour(node, side);
        let using = Table::<SIDES>::using(Table::<SIDES>::back(side));
        position.keep(to, using, Rule::Sides)?;
        // Both ends of a side learn that it is on, each once: one of them asks for the join.
        if node < to {
            position.await_join(node, to);
        }
    }
    for side in bits(news.off()) {
        let to = position.graph.neighbour(node, side);
        let using = Table::<SIDES>::using(Table::<SIDES>::back(side));
        position.remove(to, using, Rule::Sides)?;
    }
    Ok(())
}

/// The same for every side of the board.
#[cfg(test)]
pub(super) fn plain<const SIDES: usize>(board: &mut Plain<SIDES>) -> Deduced {
    for (node, side, to) in board.edges() {
        let using = Table::<SIDES>::using(Table::<SIDES>::back(side));
        if board.is_on(node, side) {
            board.keep(to, using)?;
        } else if board.is_off(node, side) {
            board.remove(to, using)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::puzzle;
    use super::super::trace::Silent;
    use super::super::ways::Ways;
    use super::*;

    #[test]
    fn a_board_corner_tells_its_two_neighbours() {
        let puzzle = puzzle("...\n...\nA.A");
        let mut position = Position::<4, _>::new(&puzzle, false, Silent);
        let (right, down, left, up) = (1, 2, 3, 0);
        let bend = Table::<4>::facts(position.ways(0)).without_off(u8::MAX);
        assert_eq!(bend.on(), 1 << right | 1 << down);
        assert!(propagate(&mut position, 0, bend).is_ok());
        let is_on =
            |node, side| position.ways(node) & Table::<4>::using(side).inverse() == Ways::NONE;
        assert!(is_on(1, left) && is_on(3, up));
        assert_eq!(position.next_join(), Some((0, 3)));
    }
}
