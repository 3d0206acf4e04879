//! Colours, and how far they differ.

use crate::pipeline::Rgb;

/// A colour with room for sums: red, green, blue, 0 to 255.
pub type Colour = [f32; 3];

/// What stands out from its ground differs from it by so many levels of a channel.
pub const LEAST_CONTRAST: f32 = 14.0;

/// The nearest colour of whole levels.
pub fn to_rgb(colour: Colour) -> Rgb {
    Rgb(colour.map(|channel| channel.round() as u8))
}

/// The largest difference of a channel.
pub fn contrast(a: Colour, b: Colour) -> f32 {
    (0..3)
        .map(|channel| (a[channel] - b[channel]).abs())
        .fold(0.0, f32::max)
}

/// How far two pixels are apart in the channel that differs most, 0 to 255.
pub fn step<C: Channels>(a: C, b: C) -> u8 {
    let channels = a.channels().into_iter().zip(b.channels());
    channels.map(|(a, b)| a.abs_diff(b)).fold(0, u8::max)
}

/// How far two pixels are apart: the sum of the differences of the three channels, 0 to 765.
pub fn difference<C: Channels>(a: C, b: C) -> u32 {
    let channels = a.channels().into_iter().zip(b.channels());
    channels.map(|(a, b)| u32::from(a.abs_diff(b))).sum()
}

/// What has three channels of 8 bits.
pub trait Channels {
    /// Red, green, blue.
    fn channels(self) -> [u8; 3];
}

impl Channels for [u8; 3] {
    fn channels(self) -> [u8; 3] {
        self
    }
}

impl Channels for Rgb {
    fn channels(self) -> [u8; 3] {
        self.0
    }
}

impl Channels for &image::Rgb<u8> {
    fn channels(self) -> [u8; 3] {
        self.0
    }
}

/// How far a colour is from all mixtures of two others, in levels of a channel: blurred edges and tints show such.
pub fn off_segment(colour: Colour, ends: [Colour; 2]) -> f32 {
    contrast(colour, nearest_mixture(colour, ends))
}

/// How much more of each channel one colour has than another.
pub fn minus(a: Colour, b: Colour) -> Colour {
    [0, 1, 2].map(|channel| a[channel] - b[channel])
}

/// The sum over channels of the products.
pub fn dot(a: Colour, b: Colour) -> f32 {
    (0..3).map(|channel| a[channel] * b[channel]).sum()
}

/// The mixture of two colours that is nearest to another.
pub fn nearest_mixture(colour: Colour, ends: [Colour; 2]) -> Colour {
    let share = mixture_share(colour, ends);
    let [from, to] = ends;
    [0, 1, 2].map(|channel| from[channel] + share * (to[channel] - from[channel]))
}

/// The share of the second of two colours in the mixture of them that is nearest to another.
pub fn mixture_share(colour: Colour, [from, to]: [Colour; 2]) -> f32 {
    let way = minus(to, from);
    let length = dot(way, way);
    if length > 0.0 {
        (dot(minus(colour, from), way) / length).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// The median of each channel.
pub fn median(colours: &[Colour]) -> Colour {
    let mut values: Vec<f32> = Vec::with_capacity(colours.len());
    [0, 1, 2].map(|channel| {
        values.clear();
        values.extend(colours.iter().map(|colour| colour[channel]));
        let middle = values.len() / 2;
        match values.is_empty() {
            true => 0.0,
            false => *values.select_nth_unstable_by(middle, f32::total_cmp).1,
        }
    })
}
