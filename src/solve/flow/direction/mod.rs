//! The direction engine.

use super::{Answer, Outcome, Request, Stats};

/// Solves a puzzle.
pub fn solve(_request: &Request) -> Answer {
    Answer {
        outcome: Outcome::Stopped,
        solutions: Vec::new(),
        touching: false,
        stats: Stats::default(),
    }
}
