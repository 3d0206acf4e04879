//! A small network that tells the digits 1 to 9 by their shapes.
//!
//! ```text
//!   ink 16 x 16 and how wide it is ──▶ 40 hidden ──▶ digits 1 to 9, or none of them
//! ```
//!
//! The weights are learned from digits drawn in many fonts by the program in `training/`: `make train-digits`.

use std::sync::LazyLock;

use crate::puzzle::futoshiki::Digit;

/// Rows and columns of a glyph.
pub const SIDE: usize = 16;
/// What the network sees: the ink, and the width of it.
pub const INPUTS: usize = SIDE * SIDE + 1;
/// Hidden units.
pub const HIDDEN: usize = 40;
/// Digits 1 to 9, then none of them.
pub const CLASSES: usize = 10;
/// Levels of a weight in a file.
const LEVELS: f32 = 32.0;

/// What `training/` learned.
static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let weights = include_bytes!("digits.bin");
    Network::from_bytes(weights).expect("the weights fit the network")
});

/// A mark, stretched to a square.
#[derive(Clone, Debug)]
pub struct Glyph(pub [f32; INPUTS]);

impl Glyph {
    /// A mark of so many pixels. Each place of the square is the share of ink in its part of the mark, about 0.
    pub fn of(width: u32, height: u32, has: impl Fn(u32, u32) -> bool) -> Self {
        let mut inputs = [0.0; INPUTS];
        // Four samples each way in each place.
        const FINE: usize = 4;
        let at = |index: usize, length: u32| {
            let place = (index as f32 + 0.5) * length as f32 / (SIDE * FINE) as f32;
            (place as u32).min(length - 1)
        };
        for (index, input) in inputs[..SIDE * SIDE].iter_mut().enumerate() {
            let (row, col) = (index / SIDE, index % SIDE);
            let fine = (0..FINE * FINE).filter(|fine| {
                let x = at(col * FINE + fine % FINE, width);
                let y = at(row * FINE + fine / FINE, height);
                has(x, y)
            });
            *input = fine.count() as f32 / (FINE * FINE) as f32 - 0.4;
        }
        inputs[SIDE * SIDE] = 2.0 * width as f32 / height as f32 - 1.2;
        Self(inputs)
    }
}

/// Two layers.
#[derive(Clone)]
pub struct Network {
    /// By hidden unit, then by input; the last is added.
    pub hidden: Vec<[f32; INPUTS + 1]>,
    /// By class, then by hidden unit; the last is added.
    pub classes: Vec<[f32; HIDDEN + 1]>,
}

impl Network {
    /// What the hidden units say.
    pub fn hidden(&self, glyph: &Glyph) -> [f32; HIDDEN] {
        let mut values = [0.0; HIDDEN];
        for (value, weights) in values.iter_mut().zip(&self.hidden) {
            let products = weights
                .iter()
                .zip(&glyph.0)
                .map(|(weight, input)| weight * input);
            *value = (products.sum::<f32>() + weights[INPUTS]).max(0.0);
        }
        values
    }

    /// How likely each class is.
    pub fn likely(&self, hidden: &[f32; HIDDEN]) -> [f32; CLASSES] {
        let mut values = [0.0; CLASSES];
        for (value, weights) in values.iter_mut().zip(&self.classes) {
            let products = weights
                .iter()
                .zip(hidden)
                .map(|(weight, input)| weight * input);
            *value = products.sum::<f32>() + weights[HIDDEN];
        }
        let most = values.iter().copied().fold(f32::MIN, f32::max);
        values = values.map(|value| (value - most).exp());
        let sum: f32 = values.iter().sum();
        values.map(|value| value / sum)
    }

    /// One byte a weight.
    pub fn bytes(&self) -> Vec<u8> {
        let hidden = self.hidden.iter().flatten();
        let all = hidden.chain(self.classes.iter().flatten());
        all.map(|weight| (weight * LEVELS).round().clamp(-127.0, 127.0) as i8 as u8)
            .collect()
    }

    /// The weights of a file; `None` if it has not as many as the network.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != HIDDEN * (INPUTS + 1) + CLASSES * (HIDDEN + 1) {
            return None;
        }
        let weight = |byte: u8| f32::from(byte as i8) / LEVELS;
        let (hidden, classes) = bytes.split_at(HIDDEN * (INPUTS + 1));
        let hidden = hidden
            .chunks(INPUTS + 1)
            .map(|chunk| std::array::from_fn(|at| weight(chunk[at])));
        let classes = classes
            .chunks(HIDDEN + 1)
            .map(|chunk| std::array::from_fn(|at| weight(chunk[at])));
        Some(Self {
            hidden: hidden.collect(),
            classes: classes.collect(),
        })
    }
}

/// The most likely digit, and how likely it is; 10 stands for none.
pub(super) fn read(glyph: &Glyph) -> (Digit, f32) {
    let likely = NETWORK.likely(&NETWORK.hidden(glyph));
    let classes = (1..).zip(likely);
    classes
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap_or_default()
}
