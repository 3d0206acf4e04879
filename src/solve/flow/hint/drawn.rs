//! What is drawn: edges of paths, and how far each flow has come.

use crate::puzzle::flow::{Colour, Node, Puzzle};

/// An edge that is drawn in a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Join {
    /// Its two ends, the lower number first.
    pub ends: [Node; 2],
    /// The colour.
    pub colour: Colour,
}

impl Join {
    /// Whether it ends at a node.
    pub fn has(&self, node: Node) -> bool {
        self.ends.contains(&node)
    }

    /// The end that is not this node.
    fn other(&self, node: Node) -> Node {
        let [a, b] = self.ends;
        if node == a { b } else { a }
    }
}

/// Where a flow that is drawn from one of its terminals ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tip {
    pub node: Node,
    pub colour: Colour,
    /// Whether it has left its terminal.
    pub is_begun: bool,
}

/// How far each flow has come from each of its terminals. Flows that are complete have none.
pub(super) fn tips(puzzle: &Puzzle, drawn: &[Join]) -> Vec<Tip> {
    let mut tips = Vec::new();
    for colour in puzzle.colours() {
        let terminals = puzzle.pair(colour).terminals;
        let [first, second] = terminals.map(|terminal| end_from(terminal, colour, drawn));
        if first != terminals[1] {
            for (node, terminal) in [first, second].into_iter().zip(terminals) {
                let is_begun = node != terminal;
                tips.push(Tip {
                    node,
                    colour,
                    is_begun,
                });
            }
        }
    }
    tips
}

/// Follows what is drawn in one colour from a node. No drawing is longer than its edges, whatever it looks like.
fn end_from(start: Node, colour: Colour, drawn: &[Join]) -> Node {
    let own: Vec<&Join> = drawn.iter().filter(|join| join.colour == colour).collect();
    let (mut at, mut came_by) = (start, None);
    for _ in 0..own.len() {
        let next = own
            .iter()
            .copied()
            .find(|join| join.has(at) && Some(*join) != came_by);
        let Some(join) = next else {
            break;
        };
        (at, came_by) = (join.other(at), Some(join));
    }
    at
}
