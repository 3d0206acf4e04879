//! Engines: a puzzle in, its solutions out, one folder a puzzle.

pub mod flow;
pub mod futoshiki;
mod outcome;

pub use outcome::Outcome;
