//! render

mod font;
mod overlay;

use std::io::Cursor;

use image::{ImageError, ImageFormat, RgbImage};

pub use overlay::overlay;

/// A picture as the bytes of a PNG file.
///
/// # Errors
/// When the picture has no pixels.
pub fn png(picture: &RgbImage) -> Result<Vec<u8>, ImageError> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}
