//! Layers of the small networks that read text and digits.

/// Weights of one layer: by input, then by output channel; and what is added to each output channel.
#[derive(Clone)]
pub struct Layer {
    /// By input, then by output channel.
    pub weights: Vec<f32>,
    /// By output channel.
    pub bias: Vec<f32>,
}

/// Layers with these numbers of inputs and output channels, from what [`to_bytes`] wrote. `None` if its length is wrong.
pub fn from_bytes(bytes: &[u8], shapes: &[(usize, usize)]) -> Option<Vec<Layer>> {
    let mut rest = bytes;
    let mut take = |count: usize| {
        let (scale, tail) = rest.split_first_chunk::<4>()?;
        let (values, tail) = tail.split_at_checked(count)?;
        rest = tail;
        let scale = f32::from_le_bytes(*scale);
        let value = |&byte: &u8| f32::from(byte as i8) * scale;
        Some(values.iter().map(value).collect::<Vec<f32>>())
    };
    let mut layers = Vec::new();
    for (inputs, outputs) in shapes {
        layers.push(Layer {
            weights: take(inputs * outputs)?,
            bias: take(*outputs)?,
        });
    }
    rest.is_empty().then_some(layers)
}

/// Layers as bytes: for each, its weights and its bias as multiples of a number of their own.
pub fn to_bytes(layers: &[Layer]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for values in layers.iter().flat_map(|one| [&one.weights, &one.bias]) {
        let most = values
            .iter()
            .fold(0.0f32, |most, value| most.max(value.abs()));
        let scale = (most / f32::from(i8::MAX)).max(f32::MIN_POSITIVE);
        bytes.extend(scale.to_le_bytes());
        bytes.extend(
            values
                .iter()
                .map(|value| (value / scale).round() as i8 as u8),
        );
    }
    bytes
}

/// Adds to each output what the inputs give with these weights.
pub fn accumulate<const N: usize>(values: &mut [f32; N], inputs: &[f32], weights: &[f32]) {
    for (input, weights) in inputs.iter().zip(weights.chunks_exact(N)) {
        if *input != 0.0 {
            for (value, weight) in values.iter_mut().zip(weights) {
                *value += input * weight;
            }
        }
    }
}

/// What a layer gives that sees all inputs.
pub fn connected<const N: usize>(layer: &Layer, inputs: &[f32]) -> [f32; N] {
    let mut values: [f32; N] = std::array::from_fn(|at| layer.bias[at]);
    accumulate(&mut values, inputs, &layer.weights);
    values
}

/// A 3x3 convolution of rows, columns and channels; what is negative becomes 0.
pub fn convolved<const N: usize>(
    layer: &Layer,
    input: &[f32],
    (rows, cols, channels): (usize, usize, usize),
) -> Vec<f32> {
    let mut output = Vec::with_capacity(rows * cols * N);
    for row in 0..rows {
        for col in 0..cols {
            let mut values: [f32; N] = std::array::from_fn(|at| layer.bias[at]);
            for (down, y) in (row.max(1) - 1..(row + 2).min(rows)).map(|y| (y + 1 - row, y)) {
                // The columns beside each other are so in the input and in the weights.
                let (from, to) = (col.max(1) - 1, (col + 2).min(cols));
                let input = &input[(y * cols + from) * channels..(y * cols + to) * channels];
                let tap = down * 3 + from + 1 - col;
                accumulate(&mut values, input, &layer.weights[tap * channels * N..]);
            }
            output.extend(values.map(|value| value.max(0.0)));
        }
    }
    output
}

/// The largest of each two rows and two columns.
pub fn pooled(input: &[f32], (rows, cols, channels): (usize, usize, usize)) -> Vec<f32> {
    let at =
        |row: usize, col: usize, channel: usize| input[(row * cols + col) * channels + channel];
    let mut output = Vec::with_capacity(input.len() / 4);
    for row in (0..rows).step_by(2) {
        for col in (0..cols).step_by(2) {
            output.extend((0..channels).map(|channel| {
                let upper = at(row, col, channel).max(at(row, col + 1, channel));
                let lower = at(row + 1, col, channel).max(at(row + 1, col + 1, channel));
                upper.max(lower)
            }));
        }
    }
    output
}

/// The logarithms of shares that are as the exponentials of these values.
pub fn log_softmax<const N: usize>(values: [f32; N]) -> [f32; N] {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = values.iter().map(|value| (value - most).exp()).sum();
    values.map(|value| value - most - sum.ln())
}
