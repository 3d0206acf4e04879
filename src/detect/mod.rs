//! Finds boards in pictures, one module for each game, and the buttons beside them.

pub mod buttons;
pub mod flow;
pub mod template;
