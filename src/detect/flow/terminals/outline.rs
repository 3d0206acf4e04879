//! A ring around a glyph, as around the digits of printed puzzles: the same around all, it tells none from another.

use super::square::Square;
use crate::detect::flow::sampler::Patch;
use crate::vision::colour::{Colour, contrast};

/// Samples along the side of the square that is looked at: a thin ring has no gaps in them.
const SAMPLES: usize = 64;

/// The ink of a ring is no fainter than this, as a share of the boldest.
const FAINTEST: f32 = 0.25;

/// The same for the glyph in it.
const FAINTEST_GLYPH: f32 = 0.5;

/// The least share of what lies within a ring that the glyph in it covers.
const LEAST_COVER: f32 = 0.02;

/// What lies within a ring.
pub struct Outline {
    square: Square,
    /// By sample of the square, row by row.
    is_within: Vec<bool>,
}

impl Outline {
    /// The one around the middle of a cell, no farther than so many cells from it, with ink on paper, the boldest of it so far from
    /// the paper; `None` where nothing stands in one.
    pub fn around(patch: &Patch, half: f64, paper: Colour, boldest: f32) -> Option<Self> {
        let side = SAMPLES;
        let square = Square { side, half };
        let samples = square.colours(patch)?.into_iter();
        let ink: Vec<f32> = samples.map(|it| contrast(it, paper) / boldest).collect();
        let is_inked = |at: usize| ink[at] > FAINTEST;
        let rim = (0..ink.len()).filter(|at| {
            let ends = [at % SAMPLES, at / SAMPLES];
            ends.iter().any(|end| [0, SAMPLES - 1].contains(end)) && !is_inked(*at)
        });
        // Straight steps alone: a thin ring may be open to slanting ones.
        let outside = reached(ink.len(), rim, |at| beside(at).filter(|it| !is_inked(*it)));
        let around = |at: usize| around(at, SAMPLES);
        let outer = (0..ink.len()).filter(|at| is_inked(*at) && around(*at).any(|at| outside[at]));
        let ring = reached(ink.len(), outer, |at| around(at).filter(|it| is_inked(*it)));
        let is_within = |at: usize| !outside[at] && !around(at).any(|at| ring[at]);
        let is_within: Vec<bool> = (0..ink.len()).map(is_within).collect();
        let glyph = (0..ink.len()).filter(|at| is_within[*at] && ink[*at] > FAINTEST_GLYPH);
        let inside = is_within.iter().filter(|is_within| **is_within).count();
        let is_sign = inside > 0 && glyph.count() as f32 >= LEAST_COVER * inside as f32;
        is_sign.then_some(Self { square, is_within })
    }

    /// Whether a place, in cells from the middle, lies within it.
    pub fn encloses(&self, right: f64, down: f64) -> bool {
        self.is_within[self.square.sample(right, down)]
    }
}

/// By sample of so many: whether it is reached from one of these by steps.
pub(super) fn reached<S: Iterator<Item = usize>>(
    count: usize,
    from: impl Iterator<Item = usize>,
    steps: impl Fn(usize) -> S,
) -> Vec<bool> {
    let mut is_reached = vec![false; count];
    let mut next: Vec<usize> = from.collect();
    while let Some(at) = next.pop() {
        if !std::mem::replace(&mut is_reached[at], true) {
            next.extend(steps(at));
        }
    }
    is_reached
}

/// The samples that share a side with one, and itself.
fn beside(at: usize) -> impl Iterator<Item = usize> {
    let is_straight =
        move |it: &usize| it / SAMPLES == at / SAMPLES || it % SAMPLES == at % SAMPLES;
    around(at, SAMPLES).filter(is_straight)
}

/// A sample and those around it, on a square with so many along its side.
pub(super) fn around(at: usize, side: usize) -> impl Iterator<Item = usize> {
    let near = move |at: usize| at.saturating_sub(1)..=(at + 1).min(side - 1);
    let (row, col) = (at / side, at % side);
    near(row).flat_map(move |row| near(col).map(move |col| row * side + col))
}
