//! Finds a Flow Free board in a picture.
//!
//! ```text
//! picture ─▶ features ─▶ detectors ─▶ hypothesis ─┬─ extent      which cells, by the lines between them
//!                (propose grids)                  ├─ gridless    which cells where no lines are, by frames, pegs or dots
//!                                                 ├─ terminals   what stands on them, in pairs
//!                                                 ├─ kinds       boards that are refused by name
//!                                                 ├─ validation  checks that a hypothesis must pass
//!                                                 └─ certainty   whether the picture alone is sure of it
//! features ─▶ topology   boards of all kinds, where the detectors see no plain one
//! features ─▶ shapes     boards on no lattice, where no other is read
//! ```
//!
//! Each of these imports only from those below it, and from what all share: `sampler` (a picture in coordinates of cells),
//! `view` (all that is known on one grid) and `known` (what a profile says). Beside the way: `observe` sees what is drawn on a
//! board that was read, `measure` what a game looks like on it, `colourful` whether there may be another board.

mod certainty;
mod colourful;
mod detectors;
mod extent;
mod features;
mod gridless;
mod hypothesis;
mod kinds;
mod known;
mod measure;
mod observe;
mod part;
mod rectified;
mod sampler;
#[cfg(test)]
mod scene;
mod shapes;
mod terminals;
mod topology;
mod validation;
mod view;

pub use detectors::Detector;
pub use features::{Boards, PictureFeatures};
pub use measure::Measurements;
pub use observe::{observe, observe_at};
pub use part::{Part, Validation};
pub use terminals::tint::{is_tint_of, tinted};
pub use topology::{Grids, Labelling};
