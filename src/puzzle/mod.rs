//! Puzzles: boards, solutions, their text forms, and an independent checker, one folder a puzzle.

pub mod flow;
pub mod futoshiki;
mod text;

pub use text::TextError;
