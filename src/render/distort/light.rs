//! Distortions that leave every pixel at its place.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{ImageFormat, Rgb, RgbImage};

use crate::random::Random;

/// Less blur than this many pixels changes nothing.
const LEAST_BLUR: f64 = 0.05;

/// Compressed as JPEG and unpacked again; quality 1 to 100.
pub(super) fn jpeg(picture: &RgbImage, quality: u8) -> RgbImage {
    let mut bytes = Cursor::new(Vec::new());
    let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    let packed = picture.write_with_encoder(encoder);
    packed.expect("memory takes any bytes, and twice the widest picture that is read is within the 65535 pixels of JPEG");
    image::load_from_memory_with_format(bytes.get_ref(), ImageFormat::Jpeg)
        .expect("what the encoder has just packed is a JPEG that can be unpacked")
        .into_rgb8()
}

/// Gaussian blur with this deviation in pixels.
pub(super) fn blur(picture: &RgbImage, deviation: f64) -> RgbImage {
    if deviation < LEAST_BLUR {
        return picture.clone();
    }
    imageops::blur(picture, deviation as f32)
}

/// Every level of every channel (0 red, 1 green, 2 blue) changed in the same way.
pub(super) fn levels(picture: &RgbImage, change: impl Fn(f64, usize) -> f64) -> RgbImage {
    let table: Vec<[u8; 3]> = (0..=255)
        .map(|level| [0, 1, 2].map(|channel| to_level(change(f64::from(level), channel))))
        .collect();
    let mut changed = picture.clone();
    for Rgb(pixel) in changed.pixels_mut() {
        for (channel, level) in pixel.iter_mut().enumerate() {
            *level = table[usize::from(*level)][channel];
        }
    }
    changed
}

/// Normal noise on every channel, with this deviation in levels.
pub(super) fn noise(picture: &RgbImage, deviation: f64, random: &mut Random) -> RgbImage {
    let mut changed = picture.clone();
    for level in changed.iter_mut() {
        *level = to_level(f64::from(*level) + deviation * random.normal());
    }
    changed
}

/// Brightness as it is; colour from half as many pixels each way.
pub(super) fn coarse_colour(picture: &RgbImage) -> RgbImage {
    let (width, height) = picture.dimensions();
    let (half_width, half_height) = (width.div_ceil(2), height.div_ceil(2));
    let small = imageops::resize(picture, half_width, half_height, FilterType::Triangle);
    let coarse = imageops::resize(&small, width, height, FilterType::Triangle);
    let mut changed = picture.clone();
    for (Rgb(fine), Rgb(coarse)) in changed.pixels_mut().zip(coarse.pixels()) {
        let lift = luma(*fine) - luma(*coarse);
        *fine = coarse.map(|level| to_level(f64::from(level) + lift));
    }
    changed
}

/// Brightness as JPEG and video take it (ITU-R BT.601).
fn luma([red, green, blue]: [u8; 3]) -> f64 {
    0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)
}

fn to_level(value: f64) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}
