//! Engines for Flow Free behind one small interface: [`Request`] in, [`Answer`] out.
//!
//! [`solve`] is the direction engine. [`Engine`] has its ancestors too, which answer the same question, count the same
//! things and tell their steps to the same [`Observer`].
//!
//! | engine | what it searches | where |
//! |---|---|---|
//! | `random`, `first-free`, `smart` | a colour for each cell | [`colouring`] |
//! | `colour-dfs` | a path for each colour, one after the other | [`colour_dfs`] |
//! | `dijkstra` | whole positions by number of moves | [`dijkstra`] |
//! | `direction-classic` | a shape for each cell, few rules | [`direction_classic`] |
//! | `direction` | a shape for each cell, all rules | [`direction`] |

mod colour_dfs;
mod colouring;
mod dijkstra;
pub mod direction;
mod direction_classic;
mod dispatch;
mod engine;
mod film;
pub mod hint;
mod passes;
mod run;
mod scene;
mod step;
#[cfg(test)]
mod tests;
mod watched;

use std::ops::Add;

use crate::pipeline::Limits;
use crate::puzzle::flow::{Puzzle, Solution};

pub use super::Outcome;
pub use engine::{Engine, EngineError, Settings, Switch, Switches};
pub use film::Film;
pub use scene::Scene;
pub use step::{Cause, ColourSet, Left, Observer, ShapeSet, Silent, Step};

/// Guesses for a board whose only solutions touch: some half a second. The first thousand take 1.7 us each on boards of 12x12 cells;
/// the others are decisions of the learner, which take some 10 us. A board of 15x15 with 12 colours needed 16 000.
pub const TOUCHING_GUESSES: u64 = 50_000;

/// Whether two nodes of one path may be neighbours without being consecutive on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Touching {
    /// Never: what all real levels are made of, and what a picture is solved with first.
    #[default]
    Never,
    /// Search by each [`PathRule`] in turn, the strictest first, until one has a solution.
    Fallback,
    /// Always allowed.
    Allowed,
}

/// What a search forbids of paths that touch themselves. The strictest first: each allows all that those before it allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathRule {
    /// Two nodes of a path are neighbours only if they are consecutive on it.
    #[default]
    NoTouching,
    /// No path fills a smallest ring of the board: a 2x2 square, or on hexagons three cells that are neighbours of each
    /// other. It may touch itself otherwise.
    NoSquares,
    /// Paths may touch themselves in any way.
    AnyPath,
}

impl PathRule {
    /// All rules, the strictest first.
    pub const ALL: [Self; 3] = [Self::NoTouching, Self::NoSquares, Self::AnyPath];

    /// Whether no path may use three sides of a ring of four nodes. On hexagons a smallest ring has three.
    pub(crate) fn forbids_three_sides_of_a_four_cycle(self, side_count: usize) -> bool {
        match self {
            Self::NoTouching => true,
            Self::NoSquares => side_count == 4,
            Self::AnyPath => false,
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
    /// Whether paths may touch themselves.
    pub touching: Touching,
    /// When to stop.
    pub limits: Limits<'a>,
}

/// What the search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Decisions tried by the search, and solutions made of others.
    pub guesses: u64,
    /// Nodes whose shape was fixed, by decision or by propagation.
    pub assignments: u64,
    /// Domains made smaller by a rule.
    pub propagations: u64,
    /// Positions that an ancestor generated.
    pub nodes: u64,
    /// Cells that were decided before the first guess, terminals not counted.
    pub fixed: u64,
    /// Passes that were begun again, since a rule that may be wrong had left nothing.
    pub retries: u64,
    /// The most bytes that an ancestor's positions took at one time.
    pub memory: usize,
}

impl Add for Stats {
    type Output = Self;

    /// What two passes did, one after the other.
    fn add(self, other: Self) -> Self {
        Self {
            guesses: self.guesses + other.guesses,
            assignments: self.assignments + other.assignments,
            propagations: self.propagations + other.propagations,
            nodes: self.nodes + other.nodes,
            fixed: self.fixed.max(other.fixed),
            retries: self.retries + other.retries,
            memory: self.memory.max(other.memory),
        }
    }
}

/// What an engine answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How the search ended.
    pub outcome: Outcome,
    /// The solutions found, all different, at most as many as asked for.
    pub solutions: Vec<Solution>,
    /// What the search forbade: says what a proof is about. No solution by a rule means none by a stricter one.
    pub rule: PathRule,
    /// What the search did.
    pub stats: Stats,
}

impl Answer {
    /// Whether the search allowed paths to touch themselves.
    pub fn touching(&self) -> bool {
        self.rule != PathRule::NoTouching
    }

    /// Whether exactly one solution was proven to exist (among those that `rule` allows).
    /// Needs a request for at least two.
    pub fn is_unique(&self, request: &Request) -> bool {
        request.count >= 2 && self.outcome == Outcome::Solved && self.solutions.len() == 1
    }
}

/// Solves with the direction engine.
pub fn solve(request: &Request) -> Answer {
    direction::solve(request)
}
