//! Boards that are too large for brute force: against a SAT solver, and of 3600 cells.

use super::{Tally, any_puzzle, ask, oriented, sat};
use crate::puzzle::flow::{Board, Node, Puzzle, verify};
use crate::random::Random;
use crate::solve::flow::tests::boards::{self, KINDS};
use crate::solve::flow::{Outcome, Touching};

/// Compares with the SAT solver up to this many solutions.
const ENOUGH_SOLUTIONS: usize = 4;

/// `FLOWBOT_CASES=8000 cargo test --release sat_solver` compares a thousand boards of each kind with touching.
#[test]
fn larger_boards_have_the_solutions_that_a_sat_solver_finds() {
    let asked = std::env::var("FLOWBOT_CASES").ok();
    let rounds = asked.and_then(|count| count.parse().ok()).unwrap_or(200);
    let mut random = Random::new(3);
    for kind in KINDS {
        let mut tally = Tally::default();
        for round in 0..rounds {
            let Some(puzzle) = any_puzzle(&mut random, kind, 5, 4) else {
                continue;
            };
            // With touching there are so many solutions that some boards are enough.
            let touching = round % 8 == 0;
            let expected = sat::solutions(&puzzle, touching, ENOUGH_SOLUTIONS);
            let allowed = if touching {
                Touching::Allowed
            } else {
                Touching::Never
            };
            let found = ask(&puzzle, ENOUGH_SOLUTIONS, allowed).solutions;
            assert_eq!(found.len(), expected.len(), "{puzzle:?}");
            if found.len() < ENOUGH_SOLUTIONS {
                assert_eq!(
                    oriented(&puzzle, found),
                    oriented(&puzzle, expected.clone())
                );
            }
            tally.count(expected.len());
        }
        let solved = tally.one + tally.many;
        assert!(
            tally.none > 10 && solved > 0,
            "{kind:?} is not tested well: {tally:?}"
        );
    }
}

/// Columns that are a flow each, some of them two: as many colours as asked for.
fn columns(rows: u16, cols: u16, colours: u16) -> Puzzle {
    let board = Board::rectangle(rows, cols).unwrap();
    let node = |row, col| Node(row * cols + col);
    let pairs = (0..cols).flat_map(|col| {
        if col < colours - cols {
            let (end, start) = (rows / 2 - 1, rows / 2);
            vec![
                [node(0, col), node(end, col)],
                [node(start, col), node(rows - 1, col)],
            ]
        } else {
            vec![[node(0, col), node(rows - 1, col)]]
        }
    });
    boards::puzzle(board, pairs.collect()).unwrap()
}

#[test]
fn sixty_by_sixty_cells_and_sixty_four_colours_are_nothing_special() {
    let puzzle = columns(60, 60, 64);
    assert_eq!(puzzle.pairs().len(), 64);
    let answer = ask(&puzzle, 2, Touching::Never);
    assert_eq!(answer.outcome, Outcome::Solved);
    assert_eq!(answer.solutions.len(), 1);
    assert_eq!(verify(&puzzle, &answer.solutions[0]), Ok(()));
}
