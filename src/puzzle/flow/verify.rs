//! The independent checker: does this solution solve this puzzle? It shares nothing with any engine.

use thiserror::Error;

use super::board::Node;
use super::model::{Puzzle, Solution};
use crate::geometry::Cell;

/// Why a solution does not solve its puzzle. The first flaw found, by colour, then by cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// More or fewer paths than pairs.
    #[error("{paths} paths for {pairs} pairs of terminals")]
    PathCount {
        /// Paths of the solution.
        paths: usize,
        /// Pairs of the puzzle.
        pairs: usize,
    },
    /// A path does not join the two terminals of its colour.
    #[error("the path of {label:?} does not join its two terminals")]
    WrongEnds {
        /// Label of the colour.
        label: char,
    },
    /// A path names a node that the board does not have.
    #[error("the path of {label:?} leaves the board")]
    OffBoard {
        /// Label of the colour.
        label: char,
    },
    /// Two consecutive nodes of a path are no neighbours.
    #[error("the path of {label:?} jumps from {from} to {to}")]
    Jump {
        /// Label of the colour.
        label: char,
        /// Where it jumps from.
        from: Cell,
        /// Where it lands.
        to: Cell,
    },
    /// A node is on two paths, or twice on one.
    #[error("two paths meet at {0}")]
    Overlap(Cell),
    /// A node is on no path.
    #[error("no path fills {0}")]
    Unfilled(Cell),
}

/// Accepts a solution when every path joins its two terminals by steps along edges of the board,
/// and every node is on exactly one path, once, or on none if the puzzle allows that.
///
/// # Errors
/// The first [`Flaw`].
pub fn verify(puzzle: &Puzzle, solution: &Solution) -> Result<(), Flaw> {
    let board = puzzle.board();
    let (paths, pairs) = (solution.paths.len(), puzzle.pairs().len());
    if paths != pairs {
        return Err(Flaw::PathCount { paths, pairs });
    }
    let mut is_filled = vec![false; board.node_count()];
    for (path, pair) in solution.paths.iter().zip(puzzle.pairs()) {
        let label = pair.label;
        if path.iter().any(|node| node.index() >= board.node_count()) {
            return Err(Flaw::OffBoard { label });
        }
        let [a, b] = pair.terminals;
        let ends = (path.first().copied(), path.last().copied());
        if ends != (Some(a), Some(b)) && ends != (Some(b), Some(a)) {
            return Err(Flaw::WrongEnds { label });
        }
        for step in path.windows(2) {
            if board.edges(step[0]).all(|(_, edge)| edge.to != step[1]) {
                return Err(Flaw::Jump {
                    label,
                    from: board.cell(step[0]),
                    to: board.cell(step[1]),
                });
            }
        }
        for node in path {
            if std::mem::replace(&mut is_filled[node.index()], true) {
                return Err(Flaw::Overlap(board.cell(*node)));
            }
        }
    }
    match is_filled.iter().position(|filled| !filled) {
        Some(empty) if !puzzle.may_leave_empty() => {
            Err(Flaw::Unfilled(board.cell(Node(empty as u16))))
        }
        _ => Ok(()),
    }
}

/// Whether some path has two nodes that are neighbours on the board but not consecutive on the path.
/// No real level's solution does. The two nodes of a bridge are never neighbours of each other.
pub fn touches_itself(puzzle: &Puzzle, solution: &Solution) -> bool {
    let board = puzzle.board();
    solution.paths.iter().any(|path| {
        let mut place = vec![None; board.node_count()];
        for (index, node) in path.iter().enumerate() {
            place[node.index()] = Some(index);
        }
        path.iter().enumerate().any(|(index, &node)| {
            board
                .edges(node)
                .filter_map(|(_, edge)| place[edge.to.index()])
                .any(|other: usize| other.abs_diff(index) > 1)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::{Board, Pair};

    /// ```text
    ///   A A B      nodes 0 1 2
    ///   A B B            3 4 5
    /// ```
    fn example() -> (Puzzle, Solution) {
        let pair = |label, a, b| Pair {
            label,
            terminals: [Node(a), Node(b)],
        };
        let board = Board::rectangle(2, 3).unwrap();
        let puzzle = Puzzle::new(board, vec![pair('A', 1, 3), pair('B', 2, 4)]).unwrap();
        (puzzle, paths(&[&[1, 0, 3], &[2, 5, 4]]))
    }

    fn paths(paths: &[&[u16]]) -> Solution {
        Solution {
            paths: paths
                .iter()
                .map(|path| path.iter().map(|&node| Node(node)).collect())
                .collect(),
        }
    }

    #[test]
    fn a_right_solution_is_accepted_in_both_directions() {
        let (puzzle, solution) = example();
        assert_eq!(verify(&puzzle, &solution), Ok(()));
        assert_eq!(verify(&puzzle, &paths(&[&[3, 0, 1], &[4, 5, 2]])), Ok(()));
    }

    #[test]
    fn every_kind_of_flaw_is_named() {
        let (puzzle, _) = example();
        let flaw = |wrong: &[&[u16]]| verify(&puzzle, &paths(wrong)).unwrap_err();
        assert!(matches!(flaw(&[&[1, 0, 3]]), Flaw::PathCount { .. }));
        assert!(matches!(
            flaw(&[&[1, 0], &[2, 5, 4]]),
            Flaw::WrongEnds { label: 'A' }
        ));
        assert!(matches!(
            flaw(&[&[], &[2, 5, 4]]),
            Flaw::WrongEnds { label: 'A' }
        ));
        assert!(matches!(
            flaw(&[&[1, 9, 3], &[2, 5, 4]]),
            Flaw::OffBoard { label: 'A' }
        ));
        assert!(matches!(
            flaw(&[&[1, 3], &[2, 5, 4]]),
            Flaw::Jump { label: 'A', .. }
        ));
        let overlap = flaw(&[&[1, 0, 3], &[2, 1, 4]]);
        assert_eq!(overlap, Flaw::Overlap(Cell::new(0, 1)));
        assert!(matches!(
            flaw(&[&[1, 0, 3], &[2, 4]]),
            Flaw::Jump { label: 'B', .. }
        ));
    }

    #[test]
    fn an_empty_cell_is_a_flaw() {
        let board = Board::rectangle(2, 2).unwrap();
        let terminals = [Node(0), Node(1)];
        let puzzle = Puzzle::new(
            board,
            vec![Pair {
                label: 'A',
                terminals,
            }],
        )
        .unwrap();
        let short = paths(&[&[0, 1]]);
        assert_eq!(
            verify(&puzzle, &short),
            Err(Flaw::Unfilled(Cell::new(1, 0)))
        );
        let may_be = puzzle.clone().with_empty_cells();
        assert_eq!(verify(&may_be, &short), Ok(()));
        let around = paths(&[&[0, 2, 3, 1]]);
        assert_eq!(verify(&puzzle, &around), Ok(()));
        assert!(touches_itself(&puzzle, &around));
        assert!(!touches_itself(&example().0, &example().1));
    }
}
