//! The loss of lines of text, and its gradient by all weights of the network.

use flowbot::detect::page::text::alphabet::{BLANK, SYMBOLS, Symbol};
use flowbot::detect::page::text::ctc::log_sum;
use flowbot::detect::page::text::ink::{Ink, ROWS};
use flowbot::detect::page::text::network::{
    COLUMN, DEEP, FIRST, Layer, Network, SECOND, STRIDE, TAPS,
};
use flowbot_training::gradients::{add, back, convolved, silence, unpooled};

/// Adds the gradient of the loss of one line of text. Returns the loss: the negative logarithm of the probability of
/// these symbols. `None` if the line has too few columns for them.
pub fn add_gradient(
    network: &Network,
    ink: &Ink,
    symbols: &[Symbol],
    gradient: &mut [Layer],
) -> Option<f32> {
    let seen = network.run(ink);
    let (loss, outer) = ctc(&seen.symbols, symbols)?;
    let [a, b, c, d, e] = gradient else {
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
    let mut first = unpooled(&pooled, &seen.first, (rows, cols, FIRST));
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

#[cfg(test)]
mod tests {
    use flowbot::detect::page::text::network::SHAPES;
    use flowbot::random::Random;
    use flowbot_training::gradients::{Adam, untrained, zeros};

    use super::*;

    /// A line of text that is learned from in the tests.
    fn line() -> (Network, Ink, Vec<Symbol>) {
        let mut random = Random::new(3);
        let layers = untrained(&SHAPES, &mut random);
        let network = Network { layers };
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
        let mut gradient = zeros(&SHAPES);
        add_gradient(&network, &ink, &symbols, &mut gradient).unwrap();
        let mut random = Random::new(5);
        for layer in 0..network.layers.len() {
            for _ in 0..6 {
                let at = random.below(network.layers[layer].weights.len());
                let loss = |step: f32| {
                    let mut other = network.clone();
                    other.layers[layer].weights[at] += step;
                    f64::from(add_gradient(&other, &ink, &symbols, &mut zeros(&SHAPES)).unwrap())
                };
                let expected = (loss(STEP) - loss(-STEP)) / f64::from(2.0 * STEP);
                let found = f64::from(gradient[layer].weights[at]);
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
        let mut adam = Adam::new(&mut network.layers);
        let mut losses = Vec::new();
        for _ in 0..60 {
            let mut gradient = zeros(&SHAPES);
            losses.push(add_gradient(&network, &ink, &symbols, &mut gradient).unwrap());
            adam.step(&mut network.layers, &mut gradient, 1e-3);
        }
        assert!(losses[59] < losses[0] / 2.0, "{losses:?}");
    }

    #[test]
    fn a_line_that_is_too_short_for_its_text_teaches_nothing() {
        let (network, ink, _) = line();
        let symbols = [1; 12];
        assert!(add_gradient(&network, &ink, &symbols, &mut zeros(&SHAPES)).is_none());
    }
}
