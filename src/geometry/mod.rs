//! Pixels, screen points and cells, and the only code that turns one into another.
//!
//! ```text
//!  Cell (row, col) ──Lattice──▶ Pixel in a picture ──Viewport──▶ ScreenPoint on the desktop
//! ```
//!
//! - A [`Pixel`] is a place in one picture, in physical pixels. (0, 0) is the top left *corner* of the
//!   first pixel, so the centre of that pixel is (0.5, 0.5).
//! - A [`ScreenPoint`] is a place on the desktop in the unit that the pointer is moved in. It may be
//!   negative: a monitor can stand left of or above the main one.
//! - A [`Cell`] is a row and a column of a board, from 0, top left. A [`GridCell`] is one of a grid that has no end.

mod cell;
mod lattice;
mod picture;
mod places;
mod projection;
mod screen;
mod tiling;
mod viewport;

pub use cell::Cell;
pub use lattice::{Lattice, Stagger};
pub use picture::{Pixel, PixelBox, PixelRect};
pub use places::{Place, Places};
pub use projection::{Correspondence, Projection};
pub use screen::{ScreenPoint, ScreenRect};
pub use tiling::{GridCell, HEX_COLUMN, PlanePoint, Tiling};
pub use viewport::Viewport;
