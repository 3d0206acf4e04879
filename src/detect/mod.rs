//! Finds boards in pictures, one module for each game, and what of a page has changed between two pictures of one game.
//!
//! ```text
//! regions ─grid─▶ grid hypotheses ─▶ flow: board hypotheses
//!                  └─evidence─▶ EvidenceMap ─▶ flow: boards of all kinds
//! ```

mod evidence;
pub mod flow;
mod grid;
pub mod page;
mod weights;
