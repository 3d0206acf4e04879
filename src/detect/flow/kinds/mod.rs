//! Boards of other kinds, which are refused by name.

pub mod bridges;
pub mod hexes;
pub mod walls;
