//! The engine against a brute-force enumerator.

mod brute;
mod random;

use std::collections::HashSet;

use super::solve;
use crate::pipeline::Limits;
use crate::puzzle::flow::{Puzzle, Solution, touches_itself, verify};
use crate::solve::flow::{Answer, Outcome, Request, Touching};
use random::{KINDS, Kind, Random};

/// Drawing every path of a board that needs more steps than this takes too long for a test.
const MOST_STEPS: usize = 60_000;

fn ask(puzzle: &Puzzle, count: usize, touching: Touching) -> Answer {
    solve(&Request {
        puzzle,
        count,
        touching,
        limits: Limits::NONE,
    })
}

fn oriented(puzzle: &Puzzle, solutions: Vec<Solution>) -> HashSet<Solution> {
    let count = solutions.len();
    let set: HashSet<Solution> = solutions
        .into_iter()
        .map(|solution| solution.oriented(puzzle))
        .collect();
    assert_eq!(
        set.len(),
        count,
        "two solutions are the same: {:?}",
        puzzle.board().layout()
    );
    set
}

/// How many boards had no, one and several solutions.
#[derive(Debug, Default)]
struct Tally {
    none: usize,
    one: usize,
    many: usize,
}

impl Tally {
    fn count(&mut self, solutions: usize) {
        match solutions {
            0 => self.none += 1,
            1 => self.one += 1,
            _ => self.many += 1,
        }
    }
}

/// The engine's set of solutions is the enumerator's, with and without touching.
fn assert_same_solutions(puzzle: &Puzzle, all: Vec<Solution>, tally: &mut Tally) {
    let all = oriented(puzzle, all);
    let calm: HashSet<Solution> = all
        .iter()
        .filter(|solution| !touches_itself(puzzle, solution))
        .cloned()
        .collect();
    for (touching, expected) in [(Touching::Allowed, &all), (Touching::Never, &calm)] {
        let answer = ask(puzzle, usize::MAX, touching);
        for solution in &answer.solutions {
            assert_eq!(verify(puzzle, solution), Ok(()));
        }
        let found = oriented(puzzle, answer.solutions);
        assert_eq!(&found, expected, "{touching:?}: {puzzle:?}");
        let outcome = if expected.is_empty() {
            Outcome::NoSolution
        } else {
            Outcome::Solved
        };
        assert_eq!(answer.outcome, outcome);
    }
    let fallback = ask(puzzle, 1, Touching::Fallback);
    assert_eq!(fallback.solutions.len(), all.len().min(1));
    assert_eq!(fallback.touching, calm.is_empty());
    tally.count(all.len());
}

/// Compares on random boards of one kind until there were enough with each number of solutions.
fn compare_on(kind: Kind, rounds: usize) -> Tally {
    let mut random = Random::new(kind as u64);
    let mut tally = Tally::default();
    for _ in 0..rounds {
        let (rows, cols) = (1 + random.below(4) as u16, 2 + random.below(4) as u16);
        let board = random::board(&mut random, kind, rows, cols);
        let puzzle = if random.below(3) == 0 {
            let pairs = 1 + random.below(3);
            random::scattered(&mut random, board, pairs)
        } else {
            random::covered(&mut random, board)
        };
        let Some(puzzle) = puzzle else { continue };
        if let Some(all) = brute::solutions(&puzzle, MOST_STEPS) {
            assert_same_solutions(&puzzle, all, &mut tally);
        }
    }
    tally
}

#[test]
fn the_set_of_solutions_is_right_on_random_boards_of_every_kind() {
    for kind in KINDS {
        let tally = compare_on(kind, 1500);
        println!("{kind:?}: {tally:?}");
        let fewest = tally.none.min(tally.one).min(tally.many);
        assert!(fewest >= 20, "{kind:?} is not tested well: {tally:?}");
    }
}
