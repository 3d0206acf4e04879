//! Finds Futoshiki boards in a picture: boxes in rows and columns with gaps between, digits in boxes, signs in gaps.
//!
//! ```text
//!   picture ──boxes──▶ rectangles ──grid──▶ BoxGrid ──digits, signs──▶ Shown: what stands on the board
//! ```
//!
//! What cannot be told makes no board: a mark that is neither a digit nor a pencil mark, or neither a sign nor a frame.

mod board;
mod borders;
mod boxes;
mod digits;
mod even_areas;
mod grid;
mod ink;
mod look;
pub mod network;
mod pad;
mod plates;
mod shown;
mod sign_shape;
mod signs;
mod tilted;

pub use board::Boxes;
pub use digits::Content;
pub use look::Look;
pub use pad::Pad;
pub use shown::{Shown, Unsure, has_signs, shown};
