//! The engines for Futoshiki behind one small interface: [`Request`] in, [`Answer`] out.
//!
//! | engine | what it does | file |
//! |---|---|---|
//! | `bt` | backtracking: cells in row order, digits from the largest | `plain.rs` |
//! | `bt-fc` | the same with forward checking | `forward.rs` |
//! | `mrv1` | the same, at the cell with the fewest digits left by row, column and signs | `forward.rs` |
//! | `mrv2` | the same, fewest by row and column alone | `forward.rs` |
//! | `mrv3` | as `mrv1`; of cells that are equal, the one with the most empty neighbours | `forward.rs` |
//! | `propagation` | deduces as far as rules go, then searches | [`propagation`] |
//!
//! The first five are a published family, kept for comparison. All are complete where no limit stops them.

mod forward;
pub mod hint;
mod plain;
mod progress;
pub mod propagation;
#[cfg(test)]
mod tests;

use crate::pipeline::Limits;
use crate::puzzle::futoshiki::{Puzzle, Solution};

pub use super::Outcome;
use forward::Choice;

/// The limit of assignments of the published family.
pub const PUBLISHED_LIMIT: u64 = 1_000_000;

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Plain backtracking.
    Backtracking,
    /// Backtracking with forward checking.
    ForwardChecking,
    /// Forward checking at the cell with the fewest digits left by row, column and signs.
    FewestBySigns,
    /// Forward checking at the cell with the fewest digits left by row and column.
    FewestByLines,
    /// As `FewestBySigns`; of cells that are equal, the one with the most empty neighbours.
    FewestThenDegree,
    /// Rules, then search.
    #[default]
    Propagation,
}

impl Engine {
    /// All of them, the oldest first.
    pub const ALL: [Self; 6] = [
        Self::Backtracking,
        Self::ForwardChecking,
        Self::FewestBySigns,
        Self::FewestByLines,
        Self::FewestThenDegree,
        Self::Propagation,
    ];

    /// What it is called on the command line and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Backtracking => "bt",
            Self::ForwardChecking => "bt-fc",
            Self::FewestBySigns => "mrv1",
            Self::FewestByLines => "mrv2",
            Self::FewestThenDegree => "mrv3",
            Self::Propagation => "propagation",
        }
    }
}

/// What an engine is asked.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// How many solutions to look for, at least 1. 2 tells whether there is exactly one.
    pub count: usize,
    /// When to stop. `propagation` counts guesses, the published family each digit that it tries.
    pub limits: Limits<'a>,
}

/// What the search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Digits tried in cells where more than one was left.
    pub guesses: u64,
    /// Digits put into cells, by search or by deduction.
    pub assignments: u64,
    /// Digits taken from cells by rules.
    pub propagations: u64,
}

/// What an engine answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How the search ended.
    pub outcome: Outcome,
    /// The solutions found, all different, at most as many as asked for.
    pub solutions: Vec<Solution>,
    /// What the search did.
    pub stats: Stats,
}

impl Answer {
    /// Whether exactly one solution was proven to exist. Needs a request for at least two.
    pub fn is_unique(&self, request: &Request) -> bool {
        request.count >= 2 && self.outcome == Outcome::Solved && self.solutions.len() == 1
    }
}

/// Solves with an engine.
pub fn solve(engine: Engine, request: &Request) -> Answer {
    match engine {
        Engine::Backtracking => plain::solve(request),
        Engine::ForwardChecking => forward::solve(request, Choice::First),
        Engine::FewestBySigns => forward::solve(request, Choice::FewestBySigns),
        Engine::FewestByLines => forward::solve(request, Choice::FewestByLines),
        Engine::FewestThenDegree => forward::solve(request, Choice::FewestThenDegree),
        Engine::Propagation => propagation::solve(request),
    }
}
