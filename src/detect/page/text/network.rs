//! A small convolutional network that reads a line of text: for each column, how likely each symbol is.
//!
//! ```text
//!   ink 20 x W -> 3x3, 8 channels, pool 2x2 -> 3x3, 20 channels, pool 2x1 -> columns of 5 x 20
//!              -> 5 columns, 64 channels -> 5 columns, every second, 64 channels -> symbols, W / 2 columns
//! ```
//!
//! The weights are learned from words and icons drawn in many fonts by the program in `training/`: `make train`.

use super::alphabet::SYMBOLS;
use super::ink::{Ink, ROWS};
pub use crate::vision::layers::Layer;
use crate::vision::layers::{
    accumulate, connected, convolved, from_bytes, log_softmax, pooled, to_bytes,
};

/// Channels of the layers.
pub const FIRST: usize = 8;
/// Channels of the second layer.
pub const SECOND: usize = 20;
/// Rows that are left after two layers.
pub const ROWS_LEFT: usize = ROWS / 4;
/// What each column holds after two layers.
pub const COLUMN: usize = ROWS_LEFT * SECOND;
/// Channels of the third and the fourth layer.
pub const DEEP: usize = 64;
/// Columns that the third and the fourth layer look at.
pub const TAPS: usize = 5;
/// How far apart the columns are that the fourth layer looks at.
pub const STRIDE: usize = 2;

/// Inputs and output channels of each layer.
pub const SHAPES: [(usize, usize); 5] = [
    (9, FIRST),
    (9 * FIRST, SECOND),
    (TAPS * COLUMN, DEEP),
    (TAPS * DEEP, DEEP),
    (DEEP, SYMBOLS),
];

/// The network.
#[derive(Clone)]
pub struct Network {
    /// Its layers, from the ink to the symbols.
    pub layers: Vec<Layer>,
}

/// What the layers made of a line of text, for those that learn from it.
pub struct Activations {
    /// Columns of the ink, an even number.
    pub width: usize,
    /// By row, column and channel, before pooling and after.
    pub first: Vec<f32>,
    /// By row, column and channel, pooled.
    pub first_pooled: Vec<f32>,
    /// By row, column and channel.
    pub second: Vec<f32>,
    /// By column, row and channel, pooled.
    pub columns: Vec<f32>,
    /// By column and channel.
    pub third: Vec<f32>,
    /// By column and channel.
    pub fourth: Vec<f32>,
    /// By column: the logarithm of how likely each symbol is.
    pub symbols: Vec<[f32; SYMBOLS]>,
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

    /// Runs the network over a line of text.
    pub fn run(&self, ink: &Ink) -> Activations {
        let width = ink.width;
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|at| &self.layers[at]);
        let first = convolved::<FIRST>(a, &ink.values, (ROWS, width, 1));
        let first_pooled = pooled(&first, (ROWS, width, FIRST));
        let (rows, cols) = (ROWS / 2, width / 2);
        let second = convolved::<SECOND>(b, &first_pooled, (rows, cols, FIRST));
        let columns = pooled_rows(&second, (rows, cols));
        let third = along::<DEEP>(c, &columns, COLUMN, 1);
        let fourth = along::<DEEP>(d, &third, DEEP, STRIDE);
        let symbols = fourth
            .chunks_exact(DEEP)
            .map(|column| log_softmax(connected::<SYMBOLS>(e, column)));
        let symbols = symbols.collect();
        Activations {
            width,
            first,
            first_pooled,
            second,
            columns,
            third,
            fourth,
            symbols,
        }
    }
}

/// The larger of each two rows, by column, row and channel.
fn pooled_rows(input: &[f32], (rows, cols): (usize, usize)) -> Vec<f32> {
    let mut output = Vec::with_capacity(input.len() / 2);
    for col in 0..cols {
        for row in (0..rows).step_by(2) {
            let upper = &input[(row * cols + col) * SECOND..][..SECOND];
            let lower = &input[((row + 1) * cols + col) * SECOND..][..SECOND];
            output.extend(upper.iter().zip(lower).map(|(a, b)| a.max(*b)));
        }
    }
    output
}

/// A convolution along the columns; what is negative becomes 0.
fn along<const N: usize>(layer: &Layer, input: &[f32], channels: usize, stride: usize) -> Vec<f32> {
    let cols = input.len() / channels;
    let mut output = Vec::with_capacity(cols * N);
    for col in 0..cols {
        let mut values: [f32; N] = std::array::from_fn(|at| layer.bias[at]);
        for tap in 0..TAPS {
            let from = (col + tap * stride).checked_sub(TAPS / 2 * stride);
            let Some(from) = from.filter(|from| *from < cols) else {
                continue;
            };
            let input = &input[from * channels..(from + 1) * channels];
            accumulate(&mut values, input, &layer.weights[tap * channels * N..]);
        }
        output.extend(values.map(|value| value.max(0.0)));
    }
    output
}

#[cfg(test)]
mod tests {
    use super::super::NETWORK;
    use super::*;

    #[test]
    fn weights_are_the_same_after_writing_and_reading() {
        let bytes = NETWORK.bytes();
        let again = Network::from_bytes(&bytes).unwrap().bytes();
        assert!(bytes == again);
        assert!(Network::from_bytes(&bytes[1..]).is_none());
        assert!(Network::from_bytes(&[bytes.as_slice(), &[0]].concat()).is_none());
    }

    #[test]
    fn each_two_columns_of_ink_give_shares_of_the_symbols() {
        let ink = Ink {
            width: 30,
            values: vec![0.5; 30 * ROWS],
        };
        let symbols = NETWORK.run(&ink).symbols;
        assert_eq!(symbols.len(), 15);
        for column in symbols {
            let sum: f32 = column.iter().map(|one| one.exp()).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        }
    }
}
