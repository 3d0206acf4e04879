//! A square around the middle of a cell, or of a glyph, in samples.

use crate::detect::flow::sampler::Patch;
use crate::vision::colour::Colour;

/// So many samples along its side, and so far from its middle to a side, in cells.
#[derive(Clone, Copy)]
pub(super) struct Square {
    pub(super) side: usize,
    pub(super) half: f64,
}

impl Square {
    /// Where its samples lie, row by row, in cells from its middle.
    pub(super) fn places(self) -> impl Iterator<Item = (f64, f64)> {
        let place = move |at: usize| self.half * (2.0 * at as f64 / (self.side - 1) as f64 - 1.0);
        (0..self.side * self.side).map(move |at| (place(at % self.side), place(at / self.side)))
    }

    /// The colours there, around the middle of a cell; `None` where the picture ends.
    pub(super) fn colours(self, patch: &Patch) -> Option<Vec<Colour>> {
        self.places()
            .map(|(right, down)| patch.between(right, down))
            .collect()
    }

    /// Whether a place lies in it, in cells from its middle.
    pub(super) fn has(self, right: f64, down: f64) -> bool {
        right.abs().max(down.abs()) <= self.half
    }

    /// The sample that is nearest to a place, in cells from its middle.
    pub(super) fn sample(self, right: f64, down: f64) -> usize {
        let along = |place: f64| {
            let at = (place / self.half + 1.0) / 2.0 * (self.side - 1) as f64;
            (at.round().max(0.0) as usize).min(self.side - 1)
        };
        along(down) * self.side + along(right)
    }
}
