//! Puzzle in, solutions out.

pub mod flow;
