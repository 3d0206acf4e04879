//! The engine against a brute-force enumerator, against its own rules written plainly, and against
//! solutions known beforehand. What these tests share.

mod known_solution;
mod large;
pub mod plain;
mod rules;
mod sat;
mod solutions;

use std::collections::HashSet;

use super::trace::{Deduction, Observer, Rule};
use super::{solve, solve_observed};
use crate::pipeline::Limits;
use crate::puzzle::flow::{Puzzle, Solution};
use crate::random::Random;
use crate::solve::flow::tests::boards::{self, Kind};
pub use crate::solve::flow::tests::puzzle;
use crate::solve::flow::{Answer, Request, Touching};

/// The engine's answer without limits.
pub fn ask(puzzle: &Puzzle, count: usize, touching: Touching) -> Answer {
    solve(&Request {
        puzzle,
        count,
        touching,
        limits: Limits::NONE,
    })
}

/// The nodes that lost shapes by this rule.
pub fn deductions_of(puzzle: &Puzzle, rule: Rule, touching: Touching) -> Vec<u16> {
    struct ByRule(Rule, Vec<u16>);
    impl Observer for ByRule {
        fn deduced(&mut self, deduction: &Deduction) {
            if deduction.rule == self.0 {
                self.1.push(deduction.node.0);
            }
        }
    }
    let mut observer = ByRule(rule, Vec::new());
    let request = Request {
        puzzle,
        count: 1,
        touching,
        limits: Limits::NONE,
    };
    solve_observed(&request, &mut observer);
    observer.1
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

/// A random puzzle on a random board.
fn any_puzzle(random: &mut Random, kind: Kind, least: u16, spread: usize) -> Option<Puzzle> {
    let side = |random: &mut Random| least + random.below(spread) as u16;
    let (rows, cols) = (side(random), side(random));
    let board = boards::board(random, kind, rows, cols);
    if random.below(3) == 0 {
        let pairs = 1 + random.below(3);
        boards::scattered(random, board, pairs)
    } else {
        let calm = random.below(2) == 0;
        boards::covered(random, board, calm)
    }
}
