//! One look at a search for a solution: what is known of each node, and what has just happened.

use crate::puzzle::flow::{Colour, Node};

/// What is known of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeView {
    /// The sides by which its path surely goes on, a bit each.
    pub on: u8,
    /// The sides by which it may go on beside these.
    pub open: u8,
    /// Its colour, if it is known.
    pub colour: Option<Colour>,
    /// The colours left to it, where the engine has colours for domains and there are several.
    pub colours: Vec<Colour>,
}

/// One look at a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchView {
    /// By node.
    pub nodes: Vec<NodeView>,
    /// The nodes of the guesses that stand, the last one last.
    pub guessed: Vec<Node>,
    /// The nodes that something was taken from since the last guess, or since it was taken back.
    pub touched: Vec<Node>,
    /// The nodes of what was taken back last.
    pub undone: Vec<Node>,
    /// Whether every node is decided.
    pub is_solved: bool,
}
