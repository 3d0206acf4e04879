//! Finds boards in pictures, one module for each game, and what of a page has changed between two pictures of one game.

pub mod flow;
mod grid;
pub mod page;
