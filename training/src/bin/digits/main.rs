//! Learns the weights of flowbot's network for digits from digits drawn in many fonts and by a pretended hand, and writes them to
//! a file.
//!
//! ```text
//! digits FONTS STEPS FILE
//! ```
//!
//! It learns from the fonts in `FONTS/learn`, and tells how it reads those of `FONTS/test`. The same fonts and number of steps
//! give the same weights on the same machine.

mod glyphs;
mod hand;
mod learn;

use std::path::Path;

use anyhow::{Result, bail};
use flowbot::detect::futoshiki::network::{CLASSES, Network, SHAPES};
use flowbot::random::Random;
use flowbot_training::gradients::{Adam, untrained, values, zeros};

use glyphs::{Fonts, NONE};
use learn::add_gradient;

/// Glyphs a step.
const BATCH: usize = 64;
/// The share of glyphs that are no digits.
const OTHERS: f64 = 0.2;
/// The share of glyphs that are written by hand.
const BY_HAND: f64 = 0.35;
/// How far the weights go in a step: at first, and at the end.
const MOST: f32 = 3e-3;
const LEAST: f32 = 1e-5;
/// Progress is told, and the weights are written, each so many steps.
const TELL: usize = 2000;
/// How likely a digit must be, as in `src/detect/futoshiki/digits.rs`.
const SURE: f32 = 0.9;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [fonts, steps, file] = arguments.as_slice() else {
        bail!("usage: digits FONTS STEPS FILE");
    };
    let folder = Path::new(fonts);
    let (fonts, tests) = (
        Fonts::read(&folder.join("learn"))?,
        Fonts::read(&folder.join("test"))?,
    );
    let steps: usize = steps.parse()?;
    let mut random = Random::new(1);
    let layers = untrained(&SHAPES, &mut random);
    let mut network = Network { layers };
    let mut adam = Adam::new(&mut network.layers);
    for step in 0..steps {
        let mut gradient = zeros(&SHAPES);
        for _ in 0..BATCH {
            let (glyph, class) = fonts.any(OTHERS, BY_HAND, &mut random);
            add_gradient(&network, &glyph, class, &mut gradient);
        }
        values(&mut gradient).for_each(|one| *one /= BATCH as f32);
        let cosine = (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos()) / 2.0;
        let rate = MOST * cosine + LEAST;
        adam.step(&mut network.layers, &mut gradient, rate);
        if (step + 1).is_multiple_of(TELL) || step + 1 == steps {
            std::fs::write(file, network.bytes())?;
            println!(
                "{} steps: in fonts {}",
                step + 1,
                tested(&network, &tests, 0.0)
            );
            println!("by hand {}", tested(&network, &tests, 1.0));
        }
    }
    Ok(())
}

/// How digits and other glyphs, this share by hand, are read with the weights of the file. Of these fonts nothing is learned.
fn tested(network: &Network, fonts: &Fonts, by_hand: f64) -> String {
    const DIGITS: usize = 6000;
    const OTHER: usize = 2000;
    let network = Network::from_bytes(&network.bytes()).expect("the weights fit the network");
    let mut random = Random::new(9);
    let mut read = |others: f64| {
        let (glyph, class) = fonts.any(others, by_hand, &mut random);
        let likely = network.run(&glyph).classes.map(f32::exp);
        let best = (0..CLASSES).max_by(|&a, &b| likely[a].total_cmp(&likely[b]));
        let best = best.expect("there are classes");
        (class, best, likely[best] >= SURE && best != NONE)
    };
    let digits: Vec<_> = (0..DIGITS).map(|_| read(0.0)).collect();
    let right = digits
        .iter()
        .filter(|(class, best, _)| class == best)
        .count();
    let sure: Vec<_> = digits.iter().filter(|(.., is_sure)| *is_sure).collect();
    let wrong = sure.iter().filter(|(class, best, _)| class != best).count();
    let taken = (0..OTHER).filter(|_| read(1.0).2).count();
    let percent = |count: usize, of: usize| 100.0 * count as f64 / of as f64;
    format!(
        "{:.2} % of digits right; {:.2} % sure, {:.3} % of these wrong; {:.2} % of others taken for digits",
        percent(right, DIGITS),
        percent(sure.len(), DIGITS),
        percent(wrong, sure.len()),
        percent(taken, OTHER)
    )
}
