//! A small convolutional network that tells the digits 1 to 9 by their shapes.
//!
//! ```text
//!   ink 20 x 20 -> 3x3, 8 channels, pool 2x2 -> 3x3, 20 channels, pool 2x2 -> 5 x 5 x 20
//!               -> 64 channels -> digits 1 to 9, or none of them
//! ```
//!
//! The weights are learned from digits drawn in many fonts by the program in `training/`: `make train-digits`.

use std::sync::LazyLock;

pub use crate::vision::layers::Layer;
use crate::vision::layers::{connected, convolved, from_bytes, log_softmax, pooled, to_bytes};

/// Rows and columns of a glyph.
pub const SIDE: usize = 20;
/// Channels of the layers.
pub const FIRST: usize = 8;
/// Channels of the second layer.
pub const SECOND: usize = 20;
/// Rows and columns that are left after two layers.
pub const LEFT: usize = SIDE / 4;
/// Channels of the third layer.
pub const DEEP: usize = 64;
/// Digits 1 to 9, then none of them.
pub const CLASSES: usize = 10;
/// Inputs and output channels of each layer.
pub const SHAPES: [(usize, usize); 4] = [
    (9, FIRST),
    (9 * FIRST, SECOND),
    (LEFT * LEFT * SECOND, DEEP),
    (DEEP, CLASSES),
];

/// What `training/` learned.
static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let weights = include_bytes!("digits.bin");
    Network::from_bytes(weights).expect("the weights fit the network")
});

/// A mark in the middle of a square that its longer side fills: by row and column the share of ink, 0 to 1.
#[derive(Clone, Debug)]
pub struct Glyph(pub Vec<f32>);

impl Glyph {
    /// A mark of so many pixels, of which each has a share of ink from 0 to 1.
    pub fn of(width: u32, height: u32, ink: impl Fn(u32, u32) -> f32) -> Self {
        /// Samples each way in each place.
        const FINE: usize = 3;
        let longest = width.max(height) as f32;
        let pitch = longest / (SIDE * FINE) as f32;
        // Whole pixels before a place between them, with the share of the next one.
        let around = |index: usize, length: u32| {
            let at = (index as f32 + 0.5) * pitch - (longest - length as f32) / 2.0 - 0.5;
            (at.floor() as i32, at - at.floor())
        };
        let at = |x: i32, y: i32| match (u32::try_from(x), u32::try_from(y)) {
            (Ok(x), Ok(y)) if x < width && y < height => ink(x, y),
            _ => 0.0,
        };
        let sample = |index: usize, fine: usize| {
            let (x, right) = around(index % SIDE * FINE + fine % FINE, width);
            let (y, down) = around(index / SIDE * FINE + fine / FINE, height);
            let row = |y: i32| at(x, y) * (1.0 - right) + at(x + 1, y) * right;
            row(y) * (1.0 - down) + row(y + 1) * down
        };
        let place = |index: usize| {
            let samples = (0..FINE * FINE).map(|fine| sample(index, fine));
            samples.sum::<f32>() / (FINE * FINE) as f32
        };
        Self((0..SIDE * SIDE).map(place).collect())
    }
}

/// The network.
#[derive(Clone)]
pub struct Network {
    /// Its layers, from the ink to the classes.
    pub layers: Vec<Layer>,
}

/// What the layers made of a glyph, for those that learn from it. By row, column and channel.
pub struct Activations {
    /// Before pooling.
    pub first: Vec<f32>,
    /// The same, pooled.
    pub first_pooled: Vec<f32>,
    /// Before pooling.
    pub second: Vec<f32>,
    /// The same, pooled.
    pub second_pooled: Vec<f32>,
    /// By channel.
    pub third: [f32; DEEP],
    /// The logarithm of how likely each class is.
    pub classes: [f32; CLASSES],
}

impl Network {
    /// Reads weights that [`Network::bytes`] wrote. `None` if their number is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        from_bytes(bytes, &SHAPES).map(|layers| Self { layers })
    }

    /// The weights as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        to_bytes(&self.layers)
    }

    /// Runs the network over a glyph.
    pub fn run(&self, glyph: &Glyph) -> Activations {
        let [a, b, c, d] = [0, 1, 2, 3].map(|at| &self.layers[at]);
        let half = SIDE / 2;
        let first = convolved::<FIRST>(a, &glyph.0, (SIDE, SIDE, 1));
        let first_pooled = pooled(&first, (SIDE, SIDE, FIRST));
        let second = convolved::<SECOND>(b, &first_pooled, (half, half, FIRST));
        let second_pooled = pooled(&second, (half, half, SECOND));
        let third = connected::<DEEP>(c, &second_pooled).map(|value| value.max(0.0));
        let classes = log_softmax(connected::<CLASSES>(d, &third));
        Activations {
            first,
            first_pooled,
            second,
            second_pooled,
            third,
            classes,
        }
    }
}

/// How likely the digits 1 to 9 are.
pub(super) fn likelihoods(glyph: &Glyph) -> [f32; CLASSES - 1] {
    let classes = NETWORK.run(glyph).classes;
    std::array::from_fn(|digit| classes[digit].exp())
}
