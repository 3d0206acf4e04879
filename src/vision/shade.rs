//! Colours in Lab, where distances are what people see, also in another light.

use std::ops::RangeInclusive;

use palette::{IntoColor, Lab, Srgb};

use crate::vision::colour::Colour;

/// What is seen of a colour is so many times as light: balls are shaded towards their rims, and photos towards theirs.
pub const LIGHTS: RangeInclusive<f32> = 0.6..=1.7;

/// A colour, also in Lab, where distances are what people see.
#[derive(Clone, Copy, Debug)]
pub struct Shade {
    pub rgb: Colour,
    pub lab: [f32; 3],
}

impl Shade {
    pub fn of(rgb: Colour) -> Self {
        let [red, green, blue] = rgb.map(|level| level / 255.0);
        let lab: Lab = Srgb::new(red, green, blue).into_color();
        Self {
            rgb,
            lab: [lab.l, lab.a, lab.b],
        }
    }

    /// How far apart two colours are, in Lab.
    pub fn distance(&self, other: &Self) -> f32 {
        let squares = self.lab.iter().zip(other.lab).map(|(a, b)| (a - b).powi(2));
        squares.sum::<f32>().sqrt()
    }

    /// How far apart the two are in Lab, however light each is: 0 for all greys.
    pub fn chroma_distance(&self, other: &Self) -> f32 {
        let [_, a, b] = self.lab;
        let [_, other_a, other_b] = other.lab;
        (a - other_a).hypot(b - other_b)
    }

    /// How many times as light a known colour is nearest to this one.
    pub fn light(&self, known: &Self) -> f32 {
        let (mut along, mut whole) = (0.0, 0.0);
        for channel in 0..3 {
            along += known.rgb[channel] * self.rgb[channel];
            whole += known.rgb[channel] * known.rgb[channel];
        }
        if whole > 0.0 { along / whole } else { 0.0 }
    }

    /// How far this is from a known colour in the light in which it is nearest, and such a share of how far that light is from
    /// the usual.
    pub fn apart_in_any_light(&self, known: &Self, share: f32) -> f32 {
        let light = self.light(known);
        let lit = Self::of(known.rgb.map(|level| (light * level).min(255.0)));
        self.distance(&lit) + share * lit.distance(known)
    }
}
