//! Puzzles: boards, terminals, solutions, their text forms, and the independent checker.

pub mod flow;
