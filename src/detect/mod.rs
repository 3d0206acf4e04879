//! Finds boards in pictures, one module for each game, and the buttons that appear beside them.

pub mod buttons;
pub mod flow;
