//! A ring around a glyph, as around the digits of printed puzzles: the same around all, it tells none from another.

use crate::detect::flow::sampler::Patch;
use crate::vision::colour::{Colour, contrast};

/// Half the side of the square that is looked at, in cells: inside the lines.
pub(super) const HALF: f64 = 0.4;

/// Samples along the side of the square that is looked at: a thin ring has no gaps in them.
const SAMPLES: usize = 64;

/// The ink of a ring is no fainter than this, as a share of the boldest.
const FAINTEST: f32 = 0.25;

/// The same for the glyph in it.
const FAINTEST_GLYPH: f32 = 0.5;

/// The least share of what lies within a ring that the glyph in it covers.
const LEAST_COVER: f32 = 0.02;

/// What lies within a ring. By sample of a square, row by row.
pub struct Outline(Vec<bool>);

impl Outline {
    /// The one around the middle of a cell with ink on paper, the boldest of it so far from the paper; `None` where nothing
    /// stands in one.
    pub fn around(patch: &Patch, paper: Colour, boldest: f32) -> Option<Self> {
        let samples = (0..SAMPLES * SAMPLES).map(|at| {
            let colour = patch.between(place(at % SAMPLES), place(at / SAMPLES))?;
            Some(contrast(colour, paper) / boldest)
        });
        let ink = samples.collect::<Option<Vec<f32>>>()?;
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
        let within: Vec<bool> = (0..ink.len()).map(is_within).collect();
        let glyph = (0..ink.len()).filter(|at| within[*at] && ink[*at] > FAINTEST_GLYPH);
        let inside = within.iter().filter(|is_within| **is_within).count();
        let is_sign = inside > 0 && glyph.count() as f32 >= LEAST_COVER * inside as f32;
        is_sign.then_some(Self(within))
    }

    /// Whether a place, in cells from the middle, lies within it.
    pub fn encloses(&self, right: f64, down: f64) -> bool {
        self.0[sample(right, down, SAMPLES)]
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

/// The sample of such a square that is nearest to a place, in cells from the middle.
pub(super) fn sample(right: f64, down: f64, side: usize) -> usize {
    let along = |place: f64| {
        let at = (place / HALF + 1.0) / 2.0 * (side - 1) as f64;
        (at.round().max(0.0) as usize).min(side - 1)
    };
    along(down) * side + along(right)
}

/// Where a sample lies, in cells from the middle.
fn place(at: usize) -> f64 {
    HALF * (2.0 * at as f64 / (SAMPLES - 1) as f64 - 1.0)
}
