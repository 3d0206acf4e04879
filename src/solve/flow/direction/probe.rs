//! Probing: each shape of each open node is tried alone, and taken away if a contradiction follows.
//!
//! A search guesses in one order, so on a large board it meets a contradiction far from the guess that made it again and again, once
//! for each way to decide what lies between. Probing meets it once, at its place. Boards of few cells are decided before it pays.

use super::position::{Deduced, Position};
use super::propagate::propagate;
use super::shapes::Shapes;
use super::trace::{Observer, Rule};
use crate::pipeline::Limits;

/// Takes away shapes until none is left that alone leads to a contradiction, or until it must stop. No guess may stand.
pub(super) fn probe<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    limits: &Limits,
) -> Deduced {
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for node in 0..position.node_count() {
            if (limits.should_stop)() {
                return Ok(());
            }
            let mut left = position.shapes(node);
            while left != Shapes::NONE && !position.shapes(node).is_single() {
                let shape = left.first();
                left = left.without(shape);
                if !is_possible(position, node, shape) {
                    has_changed = true;
                    position.remove(node, shape, Rule::Refuted)?;
                    propagate(position)?;
                    left = left & position.shapes(node);
                }
            }
        }
    }
    Ok(())
}

/// Whether no contradiction follows from a shape of a node.
fn is_possible<const SIDES: usize, O: Observer>(
    position: &mut Position<SIDES, O>,
    node: u16,
    shape: Shapes,
) -> bool {
    let mark = position.mark();
    let tried = position.keep(node, shape, Rule::Guess);
    let is_possible = tried.and_then(|()| propagate(position)).is_ok();
    position.observer.taken_back();
    position.undo_to(mark);
    is_possible
}
