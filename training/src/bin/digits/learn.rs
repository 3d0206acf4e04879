//! Gradients of the network for digits, and steps along them.

use flowbot::detect::futoshiki::network::{CLASSES, Glyph, HIDDEN, INPUTS, Network};
use flowbot::random::Random;

/// Classes are learned as this likely, so that the network is not too sure.
const CERTAIN: f32 = 0.995;
/// How much weights shrink in a step, as a share of the rate.
const DECAY: f32 = 1e-4;

/// A network with weights at random.
pub fn untrained(random: &mut Random) -> Network {
    let mut weight = |spread: f64| (random.normal() * spread) as f32;
    let hidden = (0..HIDDEN)
        .map(|_| std::array::from_fn(|_| weight(0.09)))
        .collect();
    let classes = (0..CLASSES)
        .map(|_| std::array::from_fn(|_| weight(0.15)))
        .collect();
    Network { hidden, classes }
}

fn zeros() -> Network {
    Network {
        hidden: vec![[0.0; INPUTS + 1]; HIDDEN],
        classes: vec![[0.0; HIDDEN + 1]; CLASSES],
    }
}

fn weights(network: &mut Network) -> impl Iterator<Item = &mut f32> {
    let hidden = network.hidden.iter_mut().flatten();
    hidden.chain(network.classes.iter_mut().flatten())
}

/// The mean gradient of the loss, the cross entropy, over glyphs with their classes.
pub fn gradient(network: &Network, glyphs: &[(Glyph, usize)]) -> Network {
    let mut gradient = zeros();
    for (glyph, class) in glyphs {
        let hidden = network.hidden(glyph);
        let likely = network.likely(&hidden);
        let mut back = [0.0; HIDDEN];
        for (at, likely) in likely.into_iter().enumerate() {
            let wanted = match at == *class {
                true => CERTAIN,
                false => (1.0 - CERTAIN) / (CLASSES - 1) as f32,
            };
            let off = (likely - wanted) / glyphs.len() as f32;
            for unit in 0..HIDDEN {
                gradient.classes[at][unit] += off * hidden[unit];
                back[unit] += off * network.classes[at][unit];
            }
            gradient.classes[at][HIDDEN] += off;
        }
        for unit in (0..HIDDEN).filter(|&unit| hidden[unit] > 0.0) {
            let own = &mut gradient.hidden[unit];
            for (own, input) in own.iter_mut().zip(glyph.0.iter().chain([&1.0])) {
                *own += back[unit] * input;
            }
        }
    }
    gradient
}

/// Adam, by Kingma and Ba ("Adam: a method for stochastic optimization", 2015).
pub struct Adam {
    mean: Network,
    square: Network,
    steps: i32,
}

impl Adam {
    pub fn new() -> Self {
        Self {
            mean: zeros(),
            square: zeros(),
            steps: 0,
        }
    }

    /// Goes a step against the gradient.
    pub fn step(&mut self, network: &mut Network, gradient: &Network, rate: f32) {
        const FADE: f32 = 0.9;
        const FADE_SQUARE: f32 = 0.999;
        self.steps += 1;
        let mut gradient = gradient.clone();
        let moments = weights(&mut self.mean).zip(weights(&mut self.square));
        let all = weights(network).zip(weights(&mut gradient)).zip(moments);
        for ((weight, gradient), (mean, square)) in all {
            *mean = FADE * *mean + (1.0 - FADE) * *gradient;
            *square = FADE_SQUARE * *square + (1.0 - FADE_SQUARE) * *gradient * *gradient;
            let mean = *mean / (1.0 - FADE.powi(self.steps));
            let square = *square / (1.0 - FADE_SQUARE.powi(self.steps));
            *weight -= rate * (mean / (square.sqrt() + 1e-8) + DECAY * *weight);
        }
    }
}
