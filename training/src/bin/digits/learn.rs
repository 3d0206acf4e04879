//! The loss of glyphs, and its gradient by all weights of the network.

use flowbot::detect::futoshiki::network::{
    CLASSES, DEEP, FIRST, Glyph, LEFT, Layer, Network, SECOND, SIDE,
};
use flowbot_training::gradients::{add, back, convolved, silence, unpooled};

/// Classes are learned as this likely, so that the network is not too sure.
const CERTAIN: f32 = 0.995;

/// Adds the gradient of the loss, the cross entropy, of a glyph with its class.
pub fn add_gradient(network: &Network, glyph: &Glyph, class: usize, gradient: &mut [Layer]) {
    let seen = network.run(glyph);
    let [a, b, c, d] = gradient else {
        unreachable!("there are four layers");
    };
    let outer: [f32; CLASSES] = std::array::from_fn(|at| {
        let wanted = match at == class {
            true => CERTAIN,
            false => (1.0 - CERTAIN) / (CLASSES - 1) as f32,
        };
        seen.classes[at].exp() - wanted
    });
    let weights = |layer: usize| &network.layers[layer].weights;
    let mut third = [0.0; DEEP];
    add(&mut d.bias, &outer);
    back(&outer, &seen.third, weights(3), &mut d.weights, &mut third);
    silence(&mut third, &seen.third);
    let input = &seen.second_pooled;
    let mut pooled = vec![0.0; input.len()];
    add(&mut c.bias, &third);
    back(&third, input, weights(2), &mut c.weights, &mut pooled);
    let mut second = unpooled(&pooled, &seen.second, (LEFT, LEFT, SECOND));
    silence(&mut second, &seen.second);
    let half = SIDE / 2;
    let (input, shape) = (&seen.first_pooled, (half, half, FIRST));
    let pooled = convolved::<SECOND>(&second, input, shape, &network.layers[1], b);
    let mut first = unpooled(&pooled, &seen.first, shape);
    silence(&mut first, &seen.first);
    convolved::<FIRST>(&first, &glyph.0, (SIDE, SIDE, 1), &network.layers[0], a);
}
