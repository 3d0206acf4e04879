//! Gradients of layers by hand, and steps along them by Adam (Kingma and Ba, 2015).

use flowbot::detect::page::text::network::Layer;
use flowbot::random::Random;

/// Layers as they are before anything was learned (He et al., 2015).
pub fn untrained(shapes: &[(usize, usize)], random: &mut Random) -> Vec<Layer> {
    let mut layers = zeros(shapes);
    for (layer, (inputs, _)) in layers.iter_mut().zip(shapes) {
        let spread = (2.0 / *inputs as f64).sqrt();
        layer
            .weights
            .fill_with(|| (random.normal() * spread) as f32);
    }
    layers
}

/// As many zeros as layers of these shapes have weights.
pub fn zeros(shapes: &[(usize, usize)]) -> Vec<Layer> {
    let layer = |&(inputs, outputs): &(usize, usize)| Layer {
        weights: vec![0.0; inputs * outputs],
        bias: vec![0.0; outputs],
    };
    shapes.iter().map(layer).collect()
}

/// All weights of layers.
pub fn values(layers: &mut [Layer]) -> impl Iterator<Item = &mut f32> {
    let each = layers.iter_mut();
    each.flat_map(|one| one.weights.iter_mut().chain(&mut one.bias))
}

/// From the gradient of what was pooled over two rows and two columns to that of what was there before: only the largest one
/// learns. The shape is that after pooling.
pub fn unpooled(
    pooled: &[f32],
    before: &[f32],
    (rows, cols, channels): (usize, usize, usize),
) -> Vec<f32> {
    let mut gradient = vec![0.0; before.len()];
    for row in 0..rows {
        for col in 0..cols {
            for channel in 0..channels {
                let place = |down: usize, aside: usize| {
                    ((2 * row + down) * 2 * cols + 2 * col + aside) * channels + channel
                };
                let mut most = place(0, 0);
                for other in [place(0, 1), place(1, 0), place(1, 1)] {
                    if before[other] >= before[most] {
                        most = other;
                    }
                }
                gradient[most] += pooled[(row * cols + col) * channels + channel];
            }
        }
    }
    gradient
}

/// Adds values one by one.
pub fn add(sum: &mut [f32], values: &[f32]) {
    sum.iter_mut()
        .zip(values)
        .for_each(|(sum, value)| *sum += value);
}

/// What was negative, and became 0, learns nothing.
pub fn silence(gradient: &mut [f32], values: &[f32]) {
    let both = gradient.iter_mut().zip(values);
    both.filter(|(_, value)| **value <= 0.0)
        .for_each(|(one, _)| *one = 0.0);
}

/// From the gradient of some outputs to those of the weights and of the inputs.
pub fn back(
    outer: &[f32],
    input: &[f32],
    weights: &[f32],
    of_weights: &mut [f32],
    inner: &mut [f32],
) {
    let count = outer.len();
    let rows = weights
        .chunks_exact(count)
        .zip(of_weights.chunks_exact_mut(count));
    for ((input, inner), (weights, of_weights)) in input.iter().zip(inner).zip(rows) {
        if *input != 0.0 {
            of_weights
                .iter_mut()
                .zip(outer)
                .for_each(|(sum, outer)| *sum += input * outer);
            // What is 0 learns nothing either, but the ink itself, of which nobody asks.
            let mut sums = [0.0f32; 8];
            for (weights, outer) in weights.chunks(8).zip(outer.chunks(8)) {
                for ((sum, weight), outer) in sums.iter_mut().zip(weights).zip(outer) {
                    *sum += weight * outer;
                }
            }
            *inner += sums.iter().sum::<f32>();
        }
    }
}

/// From the gradient of what a 3x3 convolution gave, to those of its weights and of its input.
pub fn convolved<const N: usize>(
    outer: &[f32],
    input: &[f32],
    (rows, cols, channels): (usize, usize, usize),
    layer: &Layer,
    gradient: &mut Layer,
) -> Vec<f32> {
    let mut inner = vec![0.0; input.len()];
    for row in 0..rows {
        for col in 0..cols {
            let outer = &outer[(row * cols + col) * N..][..N];
            if outer.iter().all(|one| *one == 0.0) {
                continue;
            }
            add(&mut gradient.bias, outer);
            for (down, y) in (row.max(1) - 1..(row + 2).min(rows)).map(|y| (y + 1 - row, y)) {
                let (from, to) = (col.max(1) - 1, (col + 2).min(cols));
                let part = (y * cols + from) * channels..(y * cols + to) * channels;
                let tap = (down * 3 + from + 1 - col) * channels * N;
                let weights = tap..tap + (to - from) * channels * N;
                back(
                    outer,
                    &input[part.clone()],
                    &layer.weights[weights.clone()],
                    &mut gradient.weights[weights],
                    &mut inner[part],
                );
            }
        }
    }
    inner
}

/// How Adam steps.
pub struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// For these layers.
    pub fn new(layers: &mut [Layer]) -> Self {
        let count = values(layers).count();
        Self {
            means: vec![0.0; count],
            squares: vec![0.0; count],
            steps: 0,
        }
    }

    /// Goes one step against a gradient.
    pub fn step(&mut self, layers: &mut [Layer], gradient: &mut [Layer], rate: f32) {
        const FIRST: f32 = 0.9;
        const SECOND: f32 = 0.999;
        self.steps += 1;
        let norm = values(gradient).map(|one| *one * *one).sum::<f32>().sqrt();
        let shrink = (MOST_NORM / norm).min(1.0);
        let unbias = |decay: f32| 1.0 - decay.powi(self.steps);
        let (first, second) = (unbias(FIRST), unbias(SECOND));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((value, slope), (mean, square)) in values(layers).zip(values(gradient)).zip(moments) {
            let slope = *slope * shrink;
            *mean = FIRST * *mean + (1.0 - FIRST) * slope;
            *square = SECOND * *square + (1.0 - SECOND) * slope * slope;
            *value -= rate * (*mean / first) / ((*square / second).sqrt() + 1e-8);
        }
    }
}

/// A gradient is no longer than this: one odd example does not undo what was learned.
const MOST_NORM: f32 = 5.0;
