//! Finds boards in pictures, one module for each game, and what of a page has changed between two pictures of one game.
//!
//! ```text
//! regions ─grid─▶ grid hypotheses ─▶ flow: board hypotheses
//!                  └─evidence─▶ EvidenceMap ─▶ flow: boards of all kinds
//! boxes with gaps ─▶ futoshiki: digits in boxes, signs in gaps
//! ```

mod evidence;
pub mod flow;
pub mod futoshiki;
mod grid;
pub mod page;
mod weights;
