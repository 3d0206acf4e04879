//! Engines: puzzle in, solutions out.

pub mod flow;
