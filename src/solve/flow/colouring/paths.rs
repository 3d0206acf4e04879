//! A full colouring as paths.

use super::super::run::Run;
use super::position::Position;
use crate::puzzle::flow::{Colour, Node, Solution};

/// Keeps the solutions that a full colouring stands for: none where a cell has too few neighbours of its colour or
/// a loop stands apart, several where paths may touch themselves. Whether there are now as many as asked for.
pub(super) fn collect(position: &Position, run: &mut Run) -> bool {
    if !position
        .puzzle
        .board()
        .nodes()
        .all(|node| position.is_alive(node))
    {
        return false;
    }
    let mut drawing = Drawing {
        position,
        left: vec![0; position.puzzle.pairs().len()],
        is_drawn: vec![false; position.colours.len()],
        paths: Vec::new(),
    };
    for colour in position.colours.iter().flatten() {
        drawing.left[colour.index()] += 1;
    }
    drawing.draw_next(run)
}

/// Draws colour after colour in every way over the cells that have it.
struct Drawing<'a> {
    position: &'a Position<'a>,
    /// By colour: its cells that its path has not come to.
    left: Vec<usize>,
    is_drawn: Vec<bool>,
    paths: Vec<Vec<Node>>,
}

impl Drawing<'_> {
    fn draw_next(&mut self, run: &mut Run) -> bool {
        let colour = Colour(self.paths.len() as u16);
        let Some(pair) = self.position.puzzle.pairs().get(colour.index()) else {
            let paths = self.paths.clone();
            return run.found(Solution { paths });
        };
        self.paths.push(Vec::new());
        let is_enough = self.draw(pair.terminals[0], colour, run);
        self.paths.pop();
        is_enough
    }

    /// Draws the path of `colour` on over `node`.
    fn draw(&mut self, node: Node, colour: Colour, run: &mut Run) -> bool {
        self.is_drawn[node.index()] = true;
        self.left[colour.index()] -= 1;
        self.paths[colour.index()].push(node);
        let is_enough = if node == self.position.puzzle.pair(colour).terminals[1] {
            self.left[colour.index()] == 0 && self.draw_next(run)
        } else {
            let is_next = |next: &Node| {
                !self.is_drawn[next.index()] && self.position.colours[next.index()] == Some(colour)
            };
            let nexts: Vec<Node> = self.position.neighbours(node).filter(is_next).collect();
            nexts.into_iter().any(|next| self.draw(next, colour, run))
        };
        self.paths[colour.index()].pop();
        self.left[colour.index()] += 1;
        self.is_drawn[node.index()] = false;
        is_enough
    }
}
