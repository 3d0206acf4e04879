//! Depth-first search: deduce to a fixpoint, guess, take back.

use super::position::{Contradiction, Deduced, Position};
use super::propagate::{begin, propagate};
use super::trace::{Observer, Rule};
use super::ways::{Table, Ways, bits};
use crate::geometry::Cell;
use crate::pipeline::Limits;
use crate::puzzle::flow::{Board, Node, Puzzle, Solution};
use crate::solve::flow::{Outcome, Stats};

/// `should_stop` is asked once in so many guesses: often enough that the longest board (about
/// 10 us a guess) stops within a millisecond, seldom enough to cost nothing.
const GUESSES_BETWEEN_QUESTIONS: u64 = 64;

/// A guess that can be taken back.
struct Level {
    /// The trail before the guess.
    mark: usize,
    /// Where in the order the node stands: all before it are decided.
    place: usize,
    /// The way that was tried.
    tried: Ways,
}

/// One pass over a puzzle.
pub(super) struct Search<'a, const SIDES: usize, O> {
    puzzle: &'a Puzzle,
    position: Position<SIDES, O>,
    /// Nodes in the order of guessing. Made at the first guess: most puzzles need none.
    order: Vec<u16>,
    levels: Vec<Level>,
}

impl<'a, const SIDES: usize, O: Observer> Search<'a, SIDES, O> {
    /// A search that has not begun.
    pub(super) fn new(puzzle: &'a Puzzle, touching: bool, observer: O) -> Self {
        Self {
            puzzle,
            position: Position::new(puzzle, touching, observer),
            order: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// Finds up to `count` solutions.
    pub(super) fn run(mut self, count: usize, limits: &Limits) -> (Outcome, Vec<Solution>, Stats) {
        let mut solutions = Vec::new();
        let mut deduced = begin(&mut self.position, self.puzzle);
        let outcome = loop {
            match deduced {
                Ok(()) => match self.next_undecided() {
                    Some(_) if self.must_stop(limits) => break Outcome::Stopped,
                    Some(place) => deduced = self.guess(place),
                    None => {
                        self.position.observer.solved();
                        solutions.push(self.solution());
                        if solutions.len() >= count {
                            break Outcome::Solved;
                        }
                        deduced = Err(Contradiction);
                    }
                },
                Err(Contradiction) => match self.take_back() {
                    Some(after) => deduced = after,
                    None if solutions.is_empty() => break Outcome::NoSolution,
                    None => break Outcome::Solved,
                },
            }
        };
        (outcome, solutions, self.position.stats)
    }

    /// The place in the order of the first node that has several ways left.
    fn next_undecided(&mut self) -> Option<usize> {
        let position = &self.position;
        let is_open = |node: &u16| !position.ways(*node).is_single();
        if self.order.is_empty() {
            if position.is_complete() {
                return None;
            }
            self.order = sweep(self.puzzle.board());
            self.order.retain(is_open);
        }
        let from = self.levels.last().map_or(0, |level| level.place);
        let open = self.order[from..].iter().position(is_open);
        open.map(|place| from + place)
    }

    fn must_stop(&self, limits: &Limits) -> bool {
        let guesses = self.position.stats.guesses;
        limits.guesses.is_some_and(|most| guesses >= most)
            || (guesses.is_multiple_of(GUESSES_BETWEEN_QUESTIONS) && (limits.should_stop)())
    }

    /// Tries the first way left to the node at this place of the order.
    fn guess(&mut self, place: usize) -> Deduced {
        let node = self.order[place];
        let tried = self.position.ways(node).first();
        self.position.stats.guesses += 1;
        self.levels.push(Level {
            mark: self.position.mark(),
            place,
            tried,
        });
        self.position.depth = self.levels.len();
        self.position.keep(node, tried, Rule::Guess)?;
        propagate(&mut self.position)
    }

    /// Takes the last guess back and deduces what follows from its being wrong; `None` when there is
    /// no guess left.
    fn take_back(&mut self) -> Option<Deduced> {
        let level = self.levels.pop()?;
        self.position.observer.taken_back();
        self.position.depth = self.levels.len();
        self.position.undo_to(level.mark);
        let node = self.order[level.place];
        let refuted = self.position.remove(node, level.tried, Rule::Refuted);
        Some(refuted.and_then(|()| propagate(&mut self.position)))
    }

    /// Follows each flow from its first terminal. Every node must be decided.
    fn solution(&self) -> Solution {
        let position = &self.position;
        debug_assert!(
            position.is_complete(),
            "a solution has one way at every node"
        );
        let mut path = Vec::with_capacity(usize::from(position.node_count()));
        let mut follow = |start: Node| {
            path.clear();
            let (mut node, mut came_by) = (start.0, 0);
            loop {
                path.push(Node(node));
                let on = Table::<SIDES>::facts(position.ways(node)).on::<SIDES>();
                let Some(side) = bits(on & !came_by).next() else {
                    return path.clone();
                };
                node = position.graph.linked(node, side);
                came_by = 1 << Table::<SIDES>::back(side);
            }
        };
        let paths = self.puzzle.pairs().iter();
        Solution {
            paths: paths.map(|pair| follow(pair.terminals[0])).collect(),
        }
    }
}

/// All nodes, line by line along the shorter way across the board, so that the border between
/// decided and open nodes stays short.
fn sweep(board: &Board) -> Vec<u16> {
    let (rows, cols) = (0..board.rows(), 0..board.cols());
    let nodes_at = |row, col| board.nodes_at(Cell::new(row, col)).map(|node| node.0);
    if board.rows() <= board.cols() {
        let column = |col| rows.clone().flat_map(move |row| nodes_at(row, col));
        cols.flat_map(column).collect()
    } else {
        board.nodes().map(|node| node.0).collect()
    }
}
