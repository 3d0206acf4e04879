//! Finds boards in pictures, one module for each game, and what came between two pictures of one.

pub mod bare;
pub mod buttons;
pub mod flow;
pub mod likeness;
mod regions;
pub mod template;
pub mod visible;
