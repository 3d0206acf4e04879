//! From a picture to lattices of cells without an end.
//!
//! ```text
//! picture ─shrink─▶ ranges ─▶ regions ─▶ blobs ─▶ pitch ─growth─▶ lattices
//!    │                                      └─ bands: which of them are near
//!    ├─ blur (half-closed eyes), bends (of pipes), islands (on even ground): other ways to find places of cells
//!    └─ squeeze: how much wider than high the cells are, where they are not square
//! ```

pub mod bands;
pub mod bends;
pub mod blobs;
pub mod blur;
pub mod growth;
pub mod islands;
pub mod pitch;
pub mod ranges;
pub mod regions;
pub mod shrink;
pub mod squeeze;
