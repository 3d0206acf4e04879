//! Learns the weights of the network: gradients by hand, steps by Adam (Kingma and Ba, 2015).

use flowbot::detect::page::text::alphabet::{BLANK, SYMBOLS, Symbol};
use flowbot::detect::page::text::ctc::log_sum;
use flowbot::detect::page::text::ink::{Ink, ROWS};
use flowbot::detect::page::text::network::{
    COLUMN, DEEP, FIRST, Layer, Network, SECOND, SHAPES, STRIDE, TAPS,
};
use flowbot::random::Random;

/// Weights as they are before anything was learned (He et al., 2015).
pub fn untrained(random: &mut Random) -> Network {
    let layers = SHAPES.map(|(inputs, outputs)| {
        let spread = (2.0 / inputs as f64).sqrt();
        let weight = |_| (random.normal() * spread) as f32;
        Layer {
            weights: (0..inputs * outputs).map(weight).collect(),
            bias: vec![0.0; outputs],
        }
    });
    Network {
        layers: layers.into(),
    }
}

/// As many zeros as a network has weights.
pub fn zeros() -> Network {
    let layers = SHAPES.map(|(inputs, outputs)| Layer {
        weights: vec![0.0; inputs * outputs],
        bias: vec![0.0; outputs],
    });
    Network {
        layers: layers.into(),
    }
}

/// All weights of a network.
pub fn values(network: &mut Network) -> impl Iterator<Item = &mut f32> {
    let layers = network.layers.iter_mut();
    layers.flat_map(|one| one.weights.iter_mut().chain(&mut one.bias))
}

/// Adds the gradient of the loss of one line of text. Returns the loss: the negative logarithm of the probability of
/// these symbols. `None` if the line has too few columns for them.
pub fn add_gradient(
    network: &Network,
    ink: &Ink,
    symbols: &[Symbol],
    gradient: &mut Network,
) -> Option<f32> {
    let seen = network.run(ink);
    let (loss, outer) = ctc(&seen.symbols, symbols)?;
    let [a, b, c, d, e] = gradient.layers.as_mut_slice() else {
        return None;
    };
    let mut fourth = vec![0.0; seen.fourth.len()];
    for (at, outer) in outer.iter().enumerate() {
        let (input, inner) = (
            &seen.fourth[at * DEEP..][..DEEP],
            &mut fourth[at * DEEP..][..DEEP],
        );
        add(&mut e.bias, outer);
        back(
            outer,
            input,
            &network.layers[4].weights,
            &mut e.weights,
            inner,
        );
    }
    silence(&mut fourth, &seen.fourth);
    let mut third = along(&fourth, &seen.third, (DEEP, STRIDE), &network.layers[3], d);
    silence(&mut third, &seen.third);
    let columns = along(&third, &seen.columns, (COLUMN, 1), &network.layers[2], c);
    let (rows, cols) = (ROWS / 2, seen.width / 2);
    let mut second = unpooled_rows(&columns, &seen.second, (rows, cols));
    silence(&mut second, &seen.second);
    let shape = (rows, cols, FIRST);
    let pooled = convolved::<SECOND>(&second, &seen.first_pooled, shape, &network.layers[1], b);
    let mut first = unpooled(&pooled, &seen.first, (rows, cols));
    silence(&mut first, &seen.first);
    let shape = (ROWS, seen.width, 1);
    convolved::<FIRST>(&first, &ink.values, shape, &network.layers[0], a);
    Some(loss)
}

/// From the gradient of the columns to that of what was pooled over two rows: only the larger one learns.
fn unpooled_rows(columns: &[f32], second: &[f32], (_, cols): (usize, usize)) -> Vec<f32> {
    let mut gradient = vec![0.0; second.len()];
    for (col, column) in columns.chunks_exact(COLUMN).enumerate() {
        for (at, outer) in column.iter().enumerate() {
            let (row, channel) = (at / SECOND, at % SECOND);
            let place = |row: usize| (row * cols + col) * SECOND + channel;
            let (upper, lower) = (place(2 * row), place(2 * row + 1));
            let is_upper = second[upper] >= second[lower];
            gradient[if is_upper { upper } else { lower }] += outer;
        }
    }
    gradient
}

/// The same over two rows and two columns.
fn unpooled(pooled: &[f32], first: &[f32], (rows, cols): (usize, usize)) -> Vec<f32> {
    let mut gradient = vec![0.0; first.len()];
    for row in 0..rows {
        for col in 0..cols {
            for channel in 0..FIRST {
                let place = |down: usize, aside: usize| {
                    ((2 * row + down) * 2 * cols + 2 * col + aside) * FIRST + channel
                };
                let mut most = place(0, 0);
                for other in [place(0, 1), place(1, 0), place(1, 1)] {
                    if first[other] >= first[most] {
                        most = other;
                    }
                }
                gradient[most] += pooled[(row * cols + col) * FIRST + channel];
            }
        }
    }
    gradient
}

fn add(sum: &mut [f32], values: &[f32]) {
    sum.iter_mut()
        .zip(values)
        .for_each(|(sum, value)| *sum += value);
}

/// What was negative, and became 0, learns nothing.
fn silence(gradient: &mut [f32], values: &[f32]) {
    let both = gradient.iter_mut().zip(values);
    both.filter(|(_, value)| **value <= 0.0)
        .for_each(|(one, _)| *one = 0.0);
}

/// From the gradient of some outputs to those of the weights and of the inputs.
fn back(outer: &[f32], input: &[f32], weights: &[f32], of_weights: &mut [f32], inner: &mut [f32]) {
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

fn along(
    outer: &[f32],
    input: &[f32],
    (channels, stride): (usize, usize),
    layer: &Layer,
    gradient: &mut Layer,
) -> Vec<f32> {
    let cols = input.len() / channels;
    let mut inner = vec![0.0; input.len()];
    for (col, outer) in outer.chunks_exact(DEEP).enumerate() {
        add(&mut gradient.bias, outer);
        for tap in 0..TAPS {
            let from = (col + tap * stride).checked_sub(TAPS / 2 * stride);
            let Some(from) = from.filter(|from| *from < cols) else {
                continue;
            };
            let weights = tap * channels * DEEP..(tap + 1) * channels * DEEP;
            let part = from * channels..(from + 1) * channels;
            back(
                outer,
                &input[part.clone()],
                &layer.weights[weights.clone()],
                &mut gradient.weights[weights],
                &mut inner[part],
            );
        }
    }
    inner
}

fn convolved<const N: usize>(
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

/// No path.
const NEVER: f32 = f32::NEG_INFINITY;

/// The states of a path through the columns: a blank, the first symbol, a blank, ..., the last symbol, a blank.
struct States<'s> {
    columns: &'s [[f32; SYMBOLS]],
    symbols: &'s [Symbol],
}

impl States<'_> {
    fn count(&self) -> usize {
        2 * self.symbols.len() + 1
    }

    fn symbol(&self, state: usize) -> Symbol {
        if state.is_multiple_of(2) {
            BLANK
        } else {
            self.symbols[state / 2]
        }
    }

    /// Whether a path may come from the state before the last one: over a blank between two different symbols.
    fn may_skip(&self, state: usize) -> bool {
        let symbol = self.symbol(state);
        state >= 2 && symbol != BLANK && symbol != self.symbol(state - 2)
    }

    fn own(&self, at: usize, state: usize) -> f32 {
        self.columns[at][usize::from(self.symbol(state))]
    }

    /// By column and state: the logarithm of the probability of all paths up to there.
    fn ahead(&self) -> Vec<Vec<f32>> {
        let mut ahead: Vec<Vec<f32>> = Vec::with_capacity(self.columns.len());
        for at in 0..self.columns.len() {
            let sum = |state: usize| {
                let Some(before) = ahead.last() else {
                    return if state < 2 { 0.0 } else { NEVER };
                };
                let mut sum = before[state];
                if state >= 1 {
                    sum = log_sum(sum, before[state - 1]);
                }
                if self.may_skip(state) {
                    sum = log_sum(sum, before[state - 2]);
                }
                sum
            };
            let column = (0..self.count())
                .map(|state| sum(state) + self.own(at, state))
                .collect();
            ahead.push(column);
        }
        ahead
    }

    /// By state: the logarithm of the probability of all paths from a column on, without that column; `next` is the same
    /// of the next column.
    fn behind(&self, at: usize, next: &[f32]) -> Vec<f32> {
        let count = self.count();
        let sum = |state: usize| {
            if at + 1 == self.columns.len() {
                return if state + 2 >= count { 0.0 } else { NEVER };
            }
            let next = |state: usize| next[state] + self.own(at + 1, state);
            let mut sum = next(state);
            if state + 1 < count {
                sum = log_sum(sum, next(state + 1));
            }
            if state + 2 < count && self.may_skip(state + 2) {
                sum = log_sum(sum, next(state + 2));
            }
            sum
        };
        (0..count).map(sum).collect()
    }
}

/// The loss, and its gradient by what went into the shares of each column (Graves et al., 2006).
fn ctc(columns: &[[f32; SYMBOLS]], symbols: &[Symbol]) -> Option<(f32, Vec<[f32; SYMBOLS]>)> {
    let states = States { columns, symbols };
    let ahead = states.ahead();
    let ends = ahead.last()?.iter().rev().take(2);
    let total = ends.fold(NEVER, |sum, end| log_sum(sum, *end));
    if total == NEVER {
        return None;
    }
    let mut behind = Vec::new();
    let mut gradient = Vec::new();
    for at in (0..columns.len()).rev() {
        behind = states.behind(at, &behind);
        let mut column = columns[at].map(f32::exp);
        for (state, (ahead, behind)) in ahead[at].iter().zip(&behind).enumerate() {
            column[usize::from(states.symbol(state))] -= (ahead + behind - total).exp();
        }
        gradient.push(column);
    }
    gradient.reverse();
    Some((-total, gradient))
}

/// How Adam steps.
pub struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// For this network.
    pub fn new(network: &mut Network) -> Self {
        let count = values(network).count();
        Self {
            means: vec![0.0; count],
            squares: vec![0.0; count],
            steps: 0,
        }
    }

    /// Goes one step against a gradient.
    pub fn step(&mut self, network: &mut Network, gradient: &mut Network, rate: f32) {
        const FIRST: f32 = 0.9;
        const SECOND: f32 = 0.999;
        self.steps += 1;
        let norm = values(gradient).map(|one| *one * *one).sum::<f32>().sqrt();
        let shrink = (MOST_NORM / norm).min(1.0);
        let unbias = |decay: f32| 1.0 - decay.powi(self.steps);
        let (first, second) = (unbias(FIRST), unbias(SECOND));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((value, slope), (mean, square)) in values(network).zip(values(gradient)).zip(moments) {
            let slope = *slope * shrink;
            *mean = FIRST * *mean + (1.0 - FIRST) * slope;
            *square = SECOND * *square + (1.0 - SECOND) * slope * slope;
            *value -= rate * (*mean / first) / ((*square / second).sqrt() + 1e-8);
        }
    }
}

/// A gradient is no longer than this: one odd line of text does not undo what was learned.
const MOST_NORM: f32 = 5.0;

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of text that is learned from in the tests.
    fn line() -> (Network, Ink, Vec<Symbol>) {
        let mut random = Random::new(3);
        let network = untrained(&mut random);
        let ink = Ink {
            width: 24,
            values: (0..24 * ROWS)
                .map(|_| random.real(0.0..1.0) as f32)
                .collect(),
        };
        (network, ink, vec![1, 5, 5, 20])
    }

    #[test]
    fn the_gradient_is_how_the_loss_changes_with_each_weight() {
        const STEP: f32 = 1e-3;
        let (network, ink, symbols) = line();
        let mut gradient = zeros();
        add_gradient(&network, &ink, &symbols, &mut gradient).unwrap();
        let mut random = Random::new(5);
        for layer in 0..network.layers.len() {
            for _ in 0..6 {
                let at = random.below(network.layers[layer].weights.len());
                let loss = |step: f32| {
                    let mut other = network.clone();
                    other.layers[layer].weights[at] += step;
                    f64::from(add_gradient(&other, &ink, &symbols, &mut zeros()).unwrap())
                };
                let expected = (loss(STEP) - loss(-STEP)) / f64::from(2.0 * STEP);
                let found = f64::from(gradient.layers[layer].weights[at]);
                let most = 0.05 + 0.05 * expected.abs();
                assert!(
                    (found - expected).abs() < most,
                    "layer {layer}: {found}, not {expected}"
                );
            }
        }
    }

    #[test]
    fn steps_against_the_gradient_lower_the_loss() {
        let (mut network, ink, symbols) = line();
        let mut adam = Adam::new(&mut network);
        let mut losses = Vec::new();
        for _ in 0..60 {
            let mut gradient = zeros();
            losses.push(add_gradient(&network, &ink, &symbols, &mut gradient).unwrap());
            adam.step(&mut network, &mut gradient, 1e-3);
        }
        assert!(losses[59] < losses[0] / 2.0, "{losses:?}");
    }

    #[test]
    fn a_line_that_is_too_short_for_its_text_teaches_nothing() {
        let (network, ink, _) = line();
        let symbols = [1; 12];
        assert!(add_gradient(&network, &ink, &symbols, &mut zeros()).is_none());
    }
}
