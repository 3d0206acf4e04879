//! From the regions of a picture to grid hypotheses: lattices of cells that have no end yet.
//!
//! ```text
//! regions ─▶ compact ─┐
//! picture ─▶ foreground (what stands out from even ground) ─┼─▶ propose ─▶ fit ─▶ GridHypothesis
//!    └─────▶ bends (of pipes that cover their terminals) ────┘      └─ bands: which places are near
//! compact ─▶ hexagonal ─▶ TiledGrid: cells of either shape, fitted by plane_fit
//! regions ─▶ aspect: how much wider than high the cells are, where they are not square
//! ```

pub mod aspect;
pub mod bands;
pub mod bends;
mod clusters;
pub mod compact;
pub mod fit;
pub mod foreground;
pub mod hexagonal;
mod plane_fit;
pub mod propose;
mod steps;
pub mod tiled;
