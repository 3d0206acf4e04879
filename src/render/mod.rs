//! Boards, solutions and readings as pictures, animations, coloured text and a report in HTML; and pictures as bad screens
//! and cameras show them.

mod board;
mod canvas;
pub mod distort;
mod font;
mod gif;
mod overlay;
mod palette;
pub mod report;
mod terminal;

use std::io::Cursor;

use image::{ImageError, ImageFormat, RgbImage};

pub use board::{Style, draw_board};
pub use gif::{Gif, GifError};
pub use overlay::overlay;
pub use palette::palette;
pub use terminal::in_colour;

/// A picture as the bytes of a PNG file.
///
/// # Errors
/// When the picture has no pixels.
pub fn png(picture: &RgbImage) -> Result<Vec<u8>, ImageError> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}
