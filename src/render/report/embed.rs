//! Pictures inside a page.

use image::codecs::jpeg::JpegEncoder;
use image::{RgbImage, imageops};

/// JPEG quality: signs and lines stay clear, and a picture takes a quarter of its PNG.
const QUALITY: u8 = 75;

/// The picture, no side longer than `longest`.
pub(super) fn shrunk(picture: &RgbImage, longest: u32) -> RgbImage {
    let (width, height) = picture.dimensions();
    let most = width.max(height);
    if most <= longest {
        return picture.clone();
    }
    let side = |pixels: u32| (pixels * longest / most).max(1);
    imageops::thumbnail(picture, side(width), side(height))
}

/// An `<img>` that carries the picture.
pub(super) fn tag(picture: &RgbImage, what: &str) -> String {
    let mut bytes = Vec::new();
    let packed = picture.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, QUALITY));
    packed.expect("memory takes any bytes, and shrunk pictures are within the limits of JPEG");
    let (width, height) = picture.dimensions();
    format!(
        "<img loading=\"lazy\" alt=\"{what}\" width=\"{width}\" height=\"{height}\" \
         src=\"data:image/jpeg;base64,{}\">",
        base64(&bytes)
    )
}

/// Bytes as text, as RFC 4648 has it.
pub(in crate::render) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place)) as usize & 63];
            let is_filling = place > group.len();
            text.push(if is_filling { '=' } else { char::from(digit) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // The examples of RFC 4648, section 10.
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn only_large_pictures_are_shrunk_and_no_side_is_lost() {
        let size = |width, height| shrunk(&RgbImage::new(width, height), 100).dimensions();
        assert_eq!(size(80, 100), (80, 100));
        assert_eq!(size(400, 200), (100, 50));
        assert_eq!(size(5000, 3), (100, 1));
    }
}
