//! Picture tools that know no puzzle.
//!
//! ```text
//! picture ─▶ shrink ─▶ local_range ─▶ regions (areas of one colour)
//!                └──▶ blur
//! colour, shade: how far two colours are apart;  statistics: medians and quantiles
//! ```

pub mod blur;
pub mod colour;
pub mod local_range;
pub mod regions;
pub mod shade;
pub mod shrink;
pub mod statistics;
