//! What a fact about a node means for the node beside it.

use super::facts::Facts;
use super::shapes::Shapes;
use super::trace::Rule;

/// What follows from a fact about a node for the one node that the fact concerns.
#[derive(Clone, Copy)]
pub(super) struct Effect {
    /// The shapes that are left to it.
    pub(super) allowed: Shapes,
    /// What it knows by being told, so that it need not tell.
    pub(super) echo: Facts,
    /// The rule that says so.
    pub(super) rule: Rule,
}
