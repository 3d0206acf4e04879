//! Finds boards in pictures. One module for each game.

pub mod flow;
