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
