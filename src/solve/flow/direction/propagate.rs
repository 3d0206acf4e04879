//! Deduces to a fixpoint: the loop that hands news to the rules.

use super::position::{Contradiction, Deduced, Position};
use super::trace::{Observer, Rule};
use super::ways::Ways;
use super::{components, four_cycle, sides};

/// Deduces all that follows from the puzzle alone.
pub(super) fn begin<const SIDES: usize, O: Observer>(position: &mut Position<SIDES, O>) -> Deduced {
    for node in 0..position.node_count() {
        if position.ways(node) == Ways::NONE {
            return Err(Contradiction);
        }
        if !position.touching {
            let bends = four_cycle::closed_bends(&position.graph, node);
            position.remove(node, bends, Rule::FourCycle)?;
        }
    }
    for node in 0..position.node_count() {
        components::meet_terminals(position, node)?;
    }
    propagate(position)
}

/// Applies all rules until none finds anything new. Joins wait until no event is left: they cost
/// most, and a contradiction is often found before.
pub(super) fn propagate<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
) -> Deduced {
    loop {
        while let Some((node, news)) = position.next_event() {
            sides::propagate(position, node, news)?;
            if !position.touching {
                four_cycle::propagate(position, node, news)?;
            }
        }
        match position.next_join() {
            Some((u, v)) => components::join(position, u, v)?,
            None => return Ok(()),
        }
    }
}
