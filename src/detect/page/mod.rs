//! The page around a board: its buttons, its background, and where the board moved to. Knows no puzzle.

pub mod background;
pub mod buttons;
pub mod displacement;
pub mod likeness;
mod regions;
pub mod template;
