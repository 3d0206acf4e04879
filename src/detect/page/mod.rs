//! The page around a board: its buttons, its background, and where the board moved to. Knows no puzzle.

pub mod background;
pub mod buttons;
pub mod controls;
pub mod displacement;
mod ground;
pub mod likeness;
mod lines;
pub mod meaning;
mod outlines;
pub mod overlay;
mod phrases;
mod prompts;
mod questions;
pub mod rejection;
pub mod template;
pub mod text;
