//! What stands on the board while an engine searches, kept up to date from its steps.

use super::step::{Cause, Left, Step};
use crate::puzzle::flow::Node;

/// By node, what the steps that stand have left to it.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    left: Vec<Option<Left>>,
    /// What stood before, step by step.
    trail: Vec<(Node, Option<Left>)>,
    /// By guess that stands: the length of the trail before it.
    guesses: Vec<usize>,
}

impl Scene {
    /// A board of so many nodes before anything is deduced.
    pub fn new(node_count: usize) -> Self {
        Self {
            left: vec![None; node_count],
            ..Self::default()
        }
    }

    /// What is left to a node; `None` before the first step about it.
    pub fn left(&self, node: Node) -> Option<Left> {
        self.left[node.index()]
    }

    /// How many guesses stand.
    pub fn depth(&self) -> usize {
        self.guesses.len()
    }

    /// The cells in which a guess stands, the first one first.
    pub fn guessed(&self) -> impl Iterator<Item = Node> + '_ {
        self.guesses.iter().map(|&place| self.trail[place].0)
    }

    /// A pass begins: nothing stands.
    pub fn begin(&mut self) {
        *self = Self::new(self.left.len());
    }

    /// A step is taken.
    pub fn step(&mut self, step: &Step) {
        if step.cause == Cause::Guess {
            self.guesses.push(self.trail.len());
        }
        let left = &mut self.left[step.node.index()];
        self.trail.push((step.node, left.replace(step.left)));
    }

    /// The last guess is taken back. The nodes that it and what followed concerned.
    pub fn take_back(&mut self) -> Vec<Node> {
        let mark = self.guesses.pop();
        mark.map_or(Vec::new(), |mark| self.undo_to(mark))
    }

    /// All guesses are taken back. The nodes that they and what followed concerned.
    pub fn restart(&mut self) -> Vec<Node> {
        let mark = self.guesses.first().copied();
        self.guesses.clear();
        mark.map_or(Vec::new(), |mark| self.undo_to(mark))
    }

    fn undo_to(&mut self, mark: usize) -> Vec<Node> {
        let undone = self.trail.drain(mark..).rev();
        let undone = undone.map(|(node, before)| {
            self.left[node.index()] = before;
            node
        });
        undone.collect()
    }
}
