//! The engine for Flow Free behind one small interface: [`Request`] in, [`Answer`] out.

pub mod direction;

use crate::pipeline::Limits;
use crate::puzzle::flow::{Puzzle, Solution};

pub use super::Outcome;

/// Guesses for a board whose only solutions touch: about 100 ms, at 1.7 us each on boards of 12x12 cells. Enough for all of
/// 1,200 random 12x12 boards with about a flow a row, and for 397 of 400 with five flows.
pub const TOUCHING_GUESSES: u64 = 50_000;

/// Whether two nodes of one path may be neighbours without being consecutive on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Touching {
    /// Never: what all real levels are made of, and what a picture is solved with first.
    #[default]
    Never,
    /// Search without first; if there is proven to be nothing, search again with it.
    Fallback,
    /// Always allowed.
    Allowed,
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
}

/// What an engine answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How the search ended.
    pub outcome: Outcome,
    /// The solutions found, all different, at most as many as asked for.
    pub solutions: Vec<Solution>,
    /// Whether the search allowed paths to touch themselves: says what a proof is about.
    pub touching: bool,
    /// What the search did.
    pub stats: Stats,
}

impl Answer {
    /// Whether exactly one solution was proven to exist (among those that `touching` allows).
    /// Needs a request for at least two.
    pub fn is_unique(&self, request: &Request) -> bool {
        request.count >= 2 && self.outcome == Outcome::Solved && self.solutions.len() == 1
    }
}

/// Solves with the direction engine.
pub fn solve(request: &Request) -> Answer {
    direction::solve(request)
}
