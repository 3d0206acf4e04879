//! Learns the weights of flowbot's text recognizer from words and icons drawn in many fonts, and writes them to a file.
//!
//! ```text
//! flowbot-training FONTS LINES FILE [START]
//! ```
//!
//! It learns from the fonts in `FONTS/learn`, and tells what share of lines in those of `FONTS/test` it reads rightly. The same
//! fonts, number of lines and start give the same weights on the same machine.

mod draw;
mod icon_fonts;
mod icons;
mod learn;
mod words;

use std::path::Path;
use std::thread;

use anyhow::{Context, Result, bail};
use flowbot::detect::page::text::alphabet::{Symbol, text};
use flowbot::detect::page::text::ctc::best;
use flowbot::detect::page::text::ink::{Ink, View, views};
use flowbot::detect::page::text::network::{Layer, Network, SHAPES};
use flowbot::random::Random;
use flowbot_training::gradients::{Adam, untrained, values, zeros};

use crate::draw::Fonts;
use crate::learn::add_gradient;

/// Lines of text a step, half of them in each of two threads.
const BATCH: usize = 32;
const THREADS: usize = 2;

/// How far the weights go in a step: at first, at first if they have been learned before, and at the end.
const RATES: [f32; 3] = [2e-3, 6e-4, 1e-5];

/// Progress is told, and the weights are written, each so many steps.
const TELL: usize = 250;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [fonts, lines, file, start @ ..] = arguments.as_slice() else {
        bail!("usage: flowbot-training FONTS LINES FILE [START]");
    };
    let folder = Path::new(fonts);
    let (fonts, tests) = (
        Fonts::read(&folder.join("learn"))?,
        Fonts::read(&folder.join("test"))?,
    );
    for (name, fonts) in [("learned from", &fonts), ("tested with", &tests)] {
        let [letters, icons] = fonts.counts();
        println!("{name}: {letters} packages of fonts with letters, {icons} with icons");
    }
    let mut network = match start {
        [start, ..] => {
            Network::from_bytes(&std::fs::read(start)?).context("not a file of weights")?
        }
        [] => Network {
            layers: untrained(&SHAPES, &mut Random::new(1)),
        },
    };
    let steps = lines.parse::<usize>()? / BATCH;
    let mut adam = Adam::new(&mut network.layers);
    let mut losses = 0.0;
    for step in 0..steps {
        let (mut gradient, loss) = batch(&network, &fonts, step);
        losses += loss;
        let [untrained, trained, last] = RATES;
        let first = if start.is_empty() { untrained } else { trained };
        let warm = (step as f32 / 200.0).min(1.0);
        let cosine = (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos()) / 2.0;
        adam.step(
            &mut network.layers,
            &mut gradient,
            warm * (last + (first - last) * cosine),
        );
        if (step + 1).is_multiple_of(TELL) {
            println!(
                "{} lines: loss {:.3}, {}",
                (step + 1) * BATCH,
                losses / TELL as f32,
                tested(&network, &tests)
            );
            losses = 0.0;
            std::fs::write(file, network.bytes())?;
        }
    }
    std::fs::write(file, network.bytes())?;
    Ok(())
}

/// The mean gradient and loss of a batch.
fn batch(network: &Network, fonts: &Fonts, step: usize) -> (Vec<Layer>, f32) {
    let part = |thread: usize| {
        let mut random = Random::new((step * THREADS + thread) as u64 + 1000);
        let mut gradient = zeros(&SHAPES);
        let mut losses = 0.0;
        for _ in 0..BATCH / THREADS {
            loop {
                let (ink, symbols) = line(fonts, &mut random);
                if let Some(loss) = add_gradient(network, &ink, &symbols, &mut gradient) {
                    losses += loss;
                    break;
                }
            }
        }
        (gradient, losses)
    };
    let parts: Vec<(Vec<Layer>, f32)> = thread::scope(|scope| {
        let threads = (0..THREADS).map(|thread| scope.spawn(move || part(thread)));
        let threads: Vec<_> = threads.collect();
        threads
            .into_iter()
            .map(|one| one.join().expect("a thread does not panic"))
            .collect()
    });
    let mut sum = zeros(&SHAPES);
    let mut losses = 0.0;
    for (mut gradient, loss) in parts {
        for (sum, one) in values(&mut sum).zip(values(&mut gradient)) {
            *sum += *one / BATCH as f32;
        }
        losses += loss / BATCH as f32;
    }
    (sum, losses)
}

/// A line of text as the network sees it, and what it says.
fn line(fonts: &Fonts, random: &mut Random) -> (Ink, Vec<Symbol>) {
    loop {
        let text = words::any(random);
        let Some(drawn) = fonts.draw(&text, random) else {
            continue;
        };
        let (whole, parts): (Vec<View>, Vec<View>) = views(&drawn.picture, drawn.rect)
            .into_iter()
            .partition(|one| one.colour.is_none());
        // Of two colours only that of the inside shows the text.
        let off = |view: &View| {
            let channels = view
                .colour
                .unwrap_or_default()
                .into_iter()
                .zip(drawn.colour);
            channels
                .map(|(a, b)| (a - f32::from(b)).abs())
                .fold(0.0, f32::max)
        };
        let inside = parts.into_iter().min_by(|a, b| off(a).total_cmp(&off(b)));
        let view = inside
            .filter(|_| random.chance(0.6))
            .or(whole.into_iter().next());
        if let Some(view) = view {
            return (view.ink, drawn.symbols);
        }
    }
}

/// What share of lines is read rightly, letter by letter, and some that are not.
fn tested(network: &Network, fonts: &Fonts) -> String {
    const COUNT: usize = 300;
    let mut random = Random::new(7);
    let mut right = 0;
    let mut wrong = String::new();
    for _ in 0..COUNT {
        let (ink, symbols) = line(fonts, &mut random);
        let read = best(&network.run(&ink).symbols);
        if read == symbols {
            right += 1;
        } else if wrong.len() < 200 {
            wrong += &format!(" {:?}={:?}", text(&symbols), text(&read));
        }
    }
    format!("{:.1} % right:{wrong}", right as f64 * 100.0 / COUNT as f64)
}
