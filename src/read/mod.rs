//! Decides whether a picture's board counts as read.
//!
//! ```text
//! flow ─▶ aspect (cells that are not square) ─▶ only_board ─▶ detectors ─▶ selection ─▶ uniqueness (asks the engine)
//!                                                  ├─ kinds      walls, bridges, warps and hexagons, where no plain board is read
//!                                                  ├─ rivals     two boards in one picture       └─ unproven
//!                                                  ├─ shapes     boards on no lattice, where no other is read
//!                                                  └─ occlusion  why a part of a board is missing
//! ```
//!
//! [`any`] decides which puzzle it is: [`flow`], or else [`futoshiki`].

mod any;
mod aspect;
mod detectors;
mod drawn;
mod flow;
mod futoshiki;
mod kinds;
mod likeliest;
mod occlusion;
mod only_board;
mod options;
mod rivals;
mod selection;
mod shapes;
mod uniqueness;
mod unproven;

pub use any::{AnyReading, any};
pub use drawn::drawn;
pub use flow::flow;
pub use futoshiki::{FutoshikiOnScreen, futoshiki, futoshiki_on_screen};
pub use options::{Part, ReadOptions, Rules};
