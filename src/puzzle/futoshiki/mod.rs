//! Futoshiki: a square board; each digit stands once in every row and column; signs between neighbours hold.
//!
//! ```text
//!   givens, signs ──Puzzle::new──▶ Puzzle ──an engine──▶ Solution ──verify──▶ Ok or a Flaw
//! ```

mod model;
pub mod text;
mod verify;

pub use model::{
    Digit, Inequality, LARGEST_SIZE, Puzzle, PuzzleError, SMALLEST_SIZE, Solution, symbol,
};
pub use verify::{Flaw, verify};
