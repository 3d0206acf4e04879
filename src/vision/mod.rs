//! Picture tools that know no puzzle.
//!
//! ```text
//! picture ─▶ labels (which pixel belongs to which region of like neighbours)
//! picture ─▶ shrink ─▶ local_range ─▶ regions (areas of one colour)
//!                └──▶ blur, resize
//! sampling: what is shown at a place;  noise: how much pixels differ at random
//! colour, shade: how far two colours are apart;  statistics: medians, quantiles and gaps
//! pairs: how much one number goes with another
//! layers: what networks are made of;  light: pictures of paper as under even light
//! ```

pub mod blur;
pub mod colour;
pub mod labels;
pub mod layers;
pub mod light;
pub mod local_range;
pub mod noise;
pub mod pairs;
pub mod regions;
pub mod resize;
pub mod sampling;
pub mod shade;
pub mod shrink;
pub mod statistics;
