//! Random paths that cover a board, none touching itself.
//!
//! Every cell starts as a path of its own. One kind of move does everything: the end of a path takes
//! a neighbour, and all that comes behind it on its own path.
//!
//! ```text
//!     A A A B            A A A A          A's end takes a cell of B and the tail behind it;
//!     C C B B    ──▶     C C A A          the rest of B, here none, stays a path
//! ```
//!
//! When nothing is left of the other path, there is one path less.

use std::collections::BTreeSet;

use crate::puzzle::flow::{Board, Node};
use crate::random::Random;

/// Moves tried for each cell before a stir is given up.
const MOST_MOVES_A_CELL: usize = 400;
/// Moves made for each cell, at least, so that two covers in a row differ.
const LEAST_MOVES_A_CELL: usize = 2;

/// Moves made by a repair, at least.
const LEAST_MOVES_OF_A_REPAIR: usize = 3;
/// Moves tried for each that a repair makes.
const TRIES_A_MOVE: usize = 30;

/// See the module.
pub(super) struct Cover {
    /// By node.
    neighbours: Vec<Vec<usize>>,
    paths: Vec<Vec<usize>>,
    /// By node: the index of its path.
    path_of: Vec<usize>,
    /// By node: whether it is a way over a bridge, at which no path ends.
    is_bridge: Vec<bool>,
}

impl Cover {
    /// Every node is a path of its own, but those of bridges, which are in the middle of paths of three: bridges must have
    /// neighbours on all sides, and share none.
    pub(super) fn new(board: &Board) -> Self {
        let to = |node| board.edges(node).map(|(_, edge)| edge.to.index()).collect();
        let neighbours: Vec<Vec<usize>> = board.nodes().map(to).collect();
        let is_bridge: Vec<bool> = board.nodes().map(|node| board.is_bridge(node)).collect();
        let mut is_taken = is_bridge.clone();
        let mut paths = Vec::new();
        for node in (0..is_bridge.len()).filter(|&node| is_bridge[node]) {
            if let [before, after] = neighbours[node][..] {
                paths.push(vec![before, node, after]);
                is_taken[before] = true;
                is_taken[after] = true;
            }
        }
        let alone = (0..is_taken.len()).filter(|&node| !is_taken[node]);
        paths.extend(alone.map(|node| vec![node]));
        let mut path_of = vec![0; is_bridge.len()];
        for (index, path) in paths.iter().enumerate() {
            for &node in path {
                path_of[node] = index;
            }
        }
        Self {
            neighbours,
            paths,
            path_of,
            is_bridge,
        }
    }

    /// The paths, each from one end to the other.
    pub(super) fn paths(&self) -> impl Iterator<Item = Vec<Node>> + '_ {
        self.paths
            .iter()
            .map(|path| path.iter().map(|&node| Node(node as u16)).collect())
    }

    /// Moves pieces of path about until there are `flows` paths of at least `shortest` nodes. Says
    /// whether that was reached.
    pub(super) fn stir(&mut self, flows: usize, shortest: usize, random: &mut Random) -> bool {
        let cells = self.path_of.len();
        for made in 0..cells * MOST_MOVES_A_CELL {
            let taker = random.below(self.paths.len());
            self.try_move(taker, flows, shortest, random);
            let is_done = made >= cells * LEAST_MOVES_A_CELL
                && self.paths.len() <= flows
                && self.paths.iter().all(|path| path.len() >= shortest);
            if is_done {
                return self.cut_to(flows, shortest, random);
            }
        }
        false
    }

    /// Moves pieces of the paths that these nodes are on, or of those beside them, about once each. Of a cover that a stir has
    /// left, the number of paths and the shortest length stay.
    pub(super) fn stir_at(&mut self, nodes: &[Node], shortest: usize, random: &mut Random) {
        let flows = self.paths.len();
        let on: BTreeSet<usize> = nodes
            .iter()
            .map(|node| self.path_of[node.index()])
            .collect();
        let moves = on.len().max(LEAST_MOVES_OF_A_REPAIR);
        let mut made = 0;
        for _ in 0..moves * TRIES_A_MOVE {
            let node = random.pick(nodes).index();
            let beside = *random.pick(&self.neighbours[node]);
            let taker = self.path_of[*random.pick(&[node, beside])];
            made += usize::from(self.try_move(taker, flows, shortest, random));
            if made == moves {
                return;
            }
        }
    }

    /// A random end of a path takes a random neighbour with its tail, if nothing speaks against it. Says whether it did.
    fn try_move(
        &mut self,
        taker: usize,
        flows: usize,
        shortest: usize,
        random: &mut Random,
    ) -> bool {
        if random.below(2) == 0 {
            self.paths[taker].reverse();
        }
        let Some(&end) = self.paths[taker].last() else {
            return false;
        };
        if self.neighbours[end].is_empty() {
            return false;
        }
        let taken = *random.pick(&self.neighbours[end]);
        let giver = self.path_of[taken];
        if giver == taker {
            return false;
        }
        if random.below(2) == 0 {
            self.paths[giver].reverse();
        }
        let Some(at) = self.paths[giver].iter().position(|&node| node == taken) else {
            return false;
        };
        let (rest, tail) = self.paths[giver].split_at(at);
        if rest.last().is_some_and(|&last| self.is_bridge[last]) {
            return false;
        }
        let short = |length: usize| usize::from((1..shortest).contains(&length));
        let (taker_length, giver_length) = (self.paths[taker].len(), self.paths[giver].len());
        let before = short(taker_length) + short(giver_length);
        let after = short(taker_length + tail.len()) + short(rest.len());
        let is_one_too_few = rest.is_empty() && self.paths.len() <= flows && before == 0;
        if after > before || is_one_too_few || self.would_touch(taker, end, tail) {
            return false;
        }
        let tail = self.paths[giver].split_off(at);
        for &node in &tail {
            self.path_of[node] = taker;
        }
        self.paths[taker].extend(tail);
        if self.paths[giver].is_empty() {
            self.remove_path(giver);
        }
        true
    }

    /// Whether a path would touch itself with this tail behind its end.
    fn would_touch(&self, taker: usize, end: usize, tail: &[usize]) -> bool {
        tail.iter().enumerate().any(|(index, &node)| {
            self.neighbours[node]
                .iter()
                .any(|&near| self.path_of[near] == taker && !(index == 0 && near == end))
        })
    }

    fn remove_path(&mut self, index: usize) {
        self.paths.swap_remove(index);
        if let Some(moved) = self.paths.get(index) {
            for &node in moved {
                self.path_of[node] = index;
            }
        }
    }

    /// Cuts long paths in two until there are `flows`: a part of a path that does not touch itself
    /// does not either.
    fn cut_to(&mut self, flows: usize, shortest: usize, random: &mut Random) -> bool {
        while self.paths.len() < flows {
            let Some(longest) = self.paths.iter_mut().max_by_key(|path| path.len()) else {
                return false;
            };
            if longest.len() < 2 * shortest {
                return false;
            }
            let at = shortest + random.below(longest.len() - 2 * shortest + 1);
            if self.is_bridge[longest[at - 1]] || self.is_bridge[longest[at]] {
                return false;
            }
            let tail = longest.split_off(at);
            for &node in &tail {
                self.path_of[node] = self.paths.len();
            }
            self.paths.push(tail);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::{Pair, Puzzle, Solution, touches_itself, verify};

    #[test]
    fn a_stirred_cover_fills_the_board_and_touches_itself_nowhere() {
        let board = Board::rectangle(6, 8).unwrap();
        let mut cover = Cover::new(&board);
        let mut random = Random::new(7);
        for flows in [12, 9, 7, 10] {
            assert!(cover.stir(flows, 3, &mut random));
            let paths: Vec<Vec<Node>> = cover.paths().collect();
            assert_eq!(paths.len(), flows);
            assert!(paths.iter().all(|path| path.len() >= 3));
            let pairs = paths.iter().zip('A'..).map(|(path, label)| Pair {
                label,
                terminals: [path[0], path[path.len() - 1]],
            });
            let puzzle = Puzzle::new(board.clone(), pairs.collect()).unwrap();
            let solution = Solution { paths };
            assert_eq!(verify(&puzzle, &solution), Ok(()));
            assert!(!touches_itself(&puzzle, &solution));
        }
    }
}
