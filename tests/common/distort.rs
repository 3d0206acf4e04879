//! What happens to a picture between a screen and a file: each kind in a strength from 0 to 1.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{Rgb, RgbImage};

use super::random::Random;

/// A kind of distortion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Jpeg,
    Smaller,
    Larger,
    Blur,
    Gain,
    Tint,
    Gamma,
    Noise,
    Chroma,
}

impl Kind {
    pub const ALL: [Self; 9] = [
        Self::Jpeg,
        Self::Smaller,
        Self::Larger,
        Self::Blur,
        Self::Gain,
        Self::Tint,
        Self::Gamma,
        Self::Noise,
        Self::Chroma,
    ];

    /// The picture distorted, and how many times its size has grown. `pitch` is the cell in pixels.
    pub fn apply(
        self,
        picture: &RgbImage,
        strength: f64,
        pitch: f64,
        random: &mut Random,
    ) -> (RgbImage, f64) {
        let between = |from: f64, to: f64| from + (to - from) * strength;
        let same_size = match self {
            Self::Jpeg => jpeg(picture, between(90.0, 40.0) as u8),
            Self::Smaller => return scaled(picture, between(1.0, 0.4)),
            Self::Larger => return scaled(picture, between(1.0, 2.0)),
            Self::Blur => imageops::blur(picture, (between(0.0, 0.03) * pitch).max(0.01) as f32),
            Self::Gain => channels(picture, |channel, _| channel * between(1.0, 0.4)),
            Self::Tint => channels(picture, |channel, index| {
                channel * [1.0, between(1.0, 0.8), between(1.0, 0.5)][index]
            }),
            Self::Gamma => {
                let most = if random.chance(0.5) { 0.6 } else { 1.6 };
                let power = between(1.0, most);
                channels(picture, |channel, _| 255.0 * (channel / 255.0).powf(power))
            }
            Self::Noise => {
                let deviation = between(0.0, 12.0);
                channels(picture, |channel, _| channel + deviation * random.normal())
            }
            Self::Chroma => chroma(picture, between(1.0, 0.5)),
        };
        (same_size, 1.0)
    }
}

fn jpeg(picture: &RgbImage, quality: u8) -> RgbImage {
    let mut bytes = Cursor::new(Vec::new());
    let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    picture.write_with_encoder(encoder).unwrap();
    image::load_from_memory(bytes.get_ref())
        .unwrap()
        .into_rgb8()
}

fn scaled(picture: &RgbImage, scale: f64) -> (RgbImage, f64) {
    let size = |pixels: u32| (f64::from(pixels) * scale).round().max(1.0) as u32;
    let (width, height) = (size(picture.width()), size(picture.height()));
    let scaled = imageops::resize(picture, width, height, FilterType::Triangle);
    (scaled, scale)
}

fn channels(picture: &RgbImage, mut change: impl FnMut(f64, usize) -> f64) -> RgbImage {
    let mut changed = picture.clone();
    for pixel in changed.pixels_mut() {
        for (index, channel) in pixel.0.iter_mut().enumerate() {
            *channel = change(f64::from(*channel), index).round().clamp(0.0, 255.0) as u8;
        }
    }
    changed
}

/// Brightness as it is; colour from a picture of fewer pixels, half as many again each way.
fn chroma(picture: &RgbImage, scale: f64) -> RgbImage {
    let (width, height) = picture.dimensions();
    let (small, _) = scaled(picture, scale / 2.0);
    let coarse = imageops::resize(&small, width, height, FilterType::Triangle);
    RgbImage::from_fn(width, height, |x, y| {
        let (fine, coarse) = (picture.get_pixel(x, y).0, coarse.get_pixel(x, y).0);
        let luma =
            |[r, g, b]: [u8; 3]| 0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b);
        let lift = luma(fine) - luma(coarse);
        Rgb(coarse.map(|channel| (f64::from(channel) + lift).round().clamp(0.0, 255.0) as u8))
    })
}
