//! Every solution of a small puzzle, by drawing every path. Shares nothing with the engine.

use crate::puzzle::flow::{Board, Node, Puzzle, Solution, verify};

/// Drawing every path of a board that needs more steps than this takes too long for a test.
pub const MOST_STEPS: usize = 60_000;

/// All solutions, touching ones included; `None` when there is more to try than is worth the time.
pub fn solutions(puzzle: &Puzzle, most_steps: usize) -> Option<Vec<Solution>> {
    let mut enumeration = Enumeration {
        puzzle,
        is_free: vec![true; puzzle.board().node_count()],
        paths: Vec::new(),
        found: Vec::new(),
        steps_left: most_steps,
    };
    for pair in puzzle.pairs() {
        for terminal in pair.terminals {
            enumeration.is_free[terminal.index()] = false;
        }
    }
    enumeration.draw_next_colour();
    (enumeration.steps_left > 0).then_some(enumeration.found)
}

struct Enumeration<'a> {
    puzzle: &'a Puzzle,
    is_free: Vec<bool>,
    paths: Vec<Vec<Node>>,
    found: Vec<Solution>,
    steps_left: usize,
}

impl Enumeration<'_> {
    fn draw_next_colour(&mut self) {
        match self.puzzle.pairs().get(self.paths.len()) {
            Some(pair) => {
                self.paths.push(vec![pair.terminals[0]]);
                self.extend(pair.terminals[1]);
                self.paths.pop();
            }
            None if self.puzzle.may_leave_empty() || self.is_free.iter().all(|free| !free) => {
                let paths = self.paths.clone();
                let solution = Solution { paths };
                assert_eq!(verify(self.puzzle, &solution), Ok(()));
                self.found.push(solution);
            }
            None => {}
        }
    }

    /// Draws the last path on in every way until it meets `end`.
    fn extend(&mut self, end: Node) {
        self.steps_left = self.steps_left.saturating_sub(1);
        if self.steps_left == 0 {
            return;
        }
        let path = self.paths.len() - 1;
        let last = self.paths[path][self.paths[path].len() - 1];
        for next in neighbours(self.puzzle.board(), last) {
            if next != end && !self.is_free[next.index()] {
                continue;
            }
            self.paths[path].push(next);
            if next == end {
                self.draw_next_colour();
            } else {
                self.is_free[next.index()] = false;
                self.extend(end);
                self.is_free[next.index()] = true;
            }
            self.paths[path].pop();
        }
    }
}

/// Each neighbour once, however many edges lead to it.
fn neighbours(board: &Board, node: Node) -> std::collections::BTreeSet<Node> {
    board.edges(node).map(|(_, edge)| edge.to).collect()
}
