//! All solutions of a small puzzle, by trying every path. Shares nothing with the engines.

use flowbot::puzzle::flow::{Board, Node, Puzzle};

/// Every set of paths, by colour, that joins all pairs and fills the board.
pub fn all_solutions(puzzle: &Puzzle) -> Vec<Vec<Vec<Node>>> {
    let mut search = Search {
        puzzle,
        is_taken: vec![false; puzzle.board().node_count()],
        paths: Vec::new(),
        found: Vec::new(),
    };
    for pair in puzzle.pairs() {
        for node in pair.terminals {
            search.is_taken[node.index()] = true;
        }
    }
    search.next_pair();
    search.found
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    is_taken: Vec<bool>,
    paths: Vec<Vec<Node>>,
    found: Vec<Vec<Vec<Node>>>,
}

impl Search<'_> {
    fn next_pair(&mut self) {
        match self.puzzle.pairs().get(self.paths.len()) {
            Some(pair) => {
                self.paths.push(vec![pair.terminals[0]]);
                self.grow(pair.terminals[1]);
                self.paths.pop();
            }
            None if self.is_taken.iter().all(|&taken| taken) => {
                self.found.push(self.paths.clone());
            }
            None => {}
        }
    }

    fn grow(&mut self, goal: Node) {
        let depth = self.paths.len() - 1;
        let end = *self.paths[depth].last().unwrap();
        for next in neighbours(self.puzzle.board(), end) {
            let is_goal = next == goal;
            if self.is_taken[next.index()] && !is_goal {
                continue;
            }
            self.is_taken[next.index()] = true;
            self.paths[depth].push(next);
            if is_goal {
                self.next_pair();
            } else {
                self.grow(goal);
                self.is_taken[next.index()] = false;
            }
            self.paths[depth].pop();
        }
    }
}

/// Each neighbour once, even where two edges lead to it.
fn neighbours(board: &Board, node: Node) -> Vec<Node> {
    let mut all: Vec<Node> = board.edges(node).map(|(_, edge)| edge.to).collect();
    all.sort_unstable();
    all.dedup();
    all
}
