//! A puzzle (a board and pairs of terminals) and a solution (a path of nodes for each pair).

use std::collections::BTreeSet;

use thiserror::Error;

use super::board::{Board, Node};
use crate::geometry::Cell;

/// A flow of a puzzle, by its number from 0. What it looks like on a screen is not the puzzle's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub u16);

impl Colour {
    /// The flow's number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The two terminals of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The character that stands for the colour in text.
    pub label: char,
    /// Where the flow starts and ends.
    pub terminals: [Node; 2],
}

/// A board and its pairs of terminals, and whether the flows must fill the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    board: Board,
    pairs: Vec<Pair>,
    may_leave_empty: bool,
}

/// Terminals that make no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// A board without terminals.
    #[error("the puzzle has no terminals: write each colour's character in two cells")]
    NoPairs,
    /// Two colours, or both ends of one, on one cell.
    #[error("two terminals share {0}: give each a cell of its own")]
    SharedCell(Cell),
    /// A terminal on a bridge.
    #[error("a terminal stands on the bridge at {0}: a bridge is only crossed")]
    OnBridge(Cell),
    /// Two pairs have the same character.
    #[error("two pairs are both called {0:?}: give each colour a character of its own")]
    SharedLabel(char),
}

impl Puzzle {
    /// A puzzle of at least one pair.
    ///
    /// # Errors
    /// [`PuzzleError`] when there is no pair, or terminals share a cell, a label or stand on a bridge.
    ///
    /// # Panics
    /// When a terminal is no node of the board.
    pub fn new(board: Board, pairs: Vec<Pair>) -> Result<Self, PuzzleError> {
        if pairs.is_empty() {
            return Err(PuzzleError::NoPairs);
        }
        let mut is_taken = vec![false; board.node_count()];
        let mut labels = std::collections::HashSet::new();
        for pair in &pairs {
            if !labels.insert(pair.label) {
                return Err(PuzzleError::SharedLabel(pair.label));
            }
            for node in pair.terminals {
                if board.is_bridge(node) {
                    return Err(PuzzleError::OnBridge(board.cell(node)));
                }
                if std::mem::replace(&mut is_taken[node.index()], true) {
                    return Err(PuzzleError::SharedCell(board.cell(node)));
                }
            }
        }
        Ok(Self {
            board,
            pairs,
            may_leave_empty: false,
        })
    }

    /// The same puzzle by the rule that cells may stay empty.
    pub fn with_empty_cells(mut self) -> Self {
        self.may_leave_empty = true;
        self
    }

    /// Whether cells may stay empty. Else the flows fill the board.
    pub fn may_leave_empty(&self) -> bool {
        self.may_leave_empty
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether another puzzle is the same but for the names of its colours and their order.
    pub fn is_same_board(&self, other: &Self) -> bool {
        let Some(same) = self.board.same_nodes(&other.board) else {
            return false;
        };
        let pairs = |puzzle: &Self, node: &dyn Fn(Node) -> Node| -> BTreeSet<_> {
            let sorted = puzzle.pairs.iter().map(|pair| {
                let [one, other] = pair.terminals.map(node);
                (one.min(other), one.max(other))
            });
            sorted.collect()
        };
        pairs(self, &|node| same[node.index()]) == pairs(other, &|node| node)
    }

    /// The pairs; a [`Colour`] is an index into them.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The pair of a colour.
    pub fn pair(&self, colour: Colour) -> &Pair {
        &self.pairs[colour.index()]
    }

    /// All colours, in order.
    pub fn colours(&self) -> impl Iterator<Item = Colour> + use<> {
        (0..self.pairs.len() as u16).map(Colour)
    }

    /// By node: the colour of the terminal on it, if it has one.
    pub fn terminals(&self) -> Vec<Option<Colour>> {
        let mut terminals = vec![None; self.board.node_count()];
        for colour in self.colours() {
            for node in self.pair(colour).terminals {
                terminals[node.index()] = Some(colour);
            }
        }
        terminals
    }
}

/// One path of nodes for each colour, both terminals included, in the order of the puzzle's pairs.
///
/// A `Solution` is only a claim until [`super::verify`] has accepted it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    /// By colour: the nodes from one terminal to the other.
    pub paths: Vec<Vec<Node>>,
}

impl Solution {
    /// The same solution with each path running from its pair's first terminal: two solutions are
    /// the same exactly when their oriented forms are equal.
    pub fn oriented(mut self, puzzle: &Puzzle) -> Self {
        for (path, pair) in self.paths.iter_mut().zip(puzzle.pairs()) {
            if path.first() != Some(&pair.terminals[0]) {
                path.reverse();
            }
        }
        self
    }

    /// By node: the colour that fills it; `None` where no path passes.
    pub fn colours(&self, board: &Board) -> Vec<Option<Colour>> {
        let mut colours = vec![None; board.node_count()];
        for (index, path) in self.paths.iter().enumerate() {
            for node in path {
                colours[node.index()] = Some(Colour(index as u16));
            }
        }
        colours
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(label: char, a: u16, b: u16) -> Pair {
        Pair {
            label,
            terminals: [Node(a), Node(b)],
        }
    }

    #[test]
    fn terminals_must_not_share_a_cell_or_a_label() {
        let board = Board::rectangle(2, 2).unwrap();
        let shared = Puzzle::new(board.clone(), vec![pair('A', 0, 1), pair('B', 1, 2)]);
        assert_eq!(shared, Err(PuzzleError::SharedCell(Cell::new(0, 1))));
        let same = Puzzle::new(board.clone(), vec![pair('A', 0, 1), pair('A', 2, 3)]);
        assert_eq!(same, Err(PuzzleError::SharedLabel('A')));
        assert_eq!(Puzzle::new(board, vec![]), Err(PuzzleError::NoPairs));
    }

    #[test]
    fn an_oriented_solution_starts_at_the_first_terminals() {
        let board = Board::rectangle(1, 3).unwrap();
        let puzzle = Puzzle::new(board, vec![pair('A', 0, 2)]).unwrap();
        let backwards = Solution {
            paths: vec![vec![Node(2), Node(1), Node(0)]],
        };
        let forwards = vec![Node(0), Node(1), Node(2)];
        assert_eq!(backwards.oriented(&puzzle).paths, [forwards]);
    }
}
