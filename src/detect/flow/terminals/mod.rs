//! Which cells hold a terminal, and its colour.

pub mod alternatives;
pub mod discs;
pub mod explain;
pub mod filled;
pub mod glyphs;
pub mod ground;
pub mod light;
mod outline;
pub mod pairs;
mod square;
pub mod tint;

use crate::vision::colour::{Colour, LEAST_CONTRAST};
use crate::vision::statistics::middle;

/// A terminal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terminal {
    /// Column and row in the grid.
    pub cell: (i32, i32),
    /// Its colour.
    pub colour: Colour,
    /// How much it stands out from the corners of its cell, in levels of a channel.
    pub contrast: f32,
    /// How large it is, in cells.
    pub radius: f64,
}

/// The share of a ring that has one colour on a terminal. A pipe covers half of it.
const RING: f32 = 0.8;

/// A terminal mostly stands out by this share of the median.
pub const CONTRAST_SHARE: f32 = 0.25;

/// Where a pipe that leaves a terminal is looked for, in cells from its middle: outside the terminal, inside the lines.
pub const LEAVING: f64 = 0.42;

/// The fewest terminals of a board, but for small ones of which the picture alone is sure.
pub const FEWEST: usize = 4;

/// The ways to tell terminals from pipes by their size, and from faint glyphs by their contrast; for each least contrast
/// the one with the most terminals first.
///
/// A pipe is thinner than a terminal, but by how much differs from game to game.
pub fn cuts(discs: &[Terminal]) -> Vec<Vec<Terminal>> {
    let usual = middle(discs.iter().map(|disc| disc.contrast)).unwrap_or_default();
    let floors = [LEAST_CONTRAST, LEAST_CONTRAST.max(CONTRAST_SHARE * usual)];
    let mut cuts: Vec<Vec<Terminal>> = Vec::new();
    for floor in floors {
        let clear: Vec<Terminal> = discs
            .iter()
            .filter(|it| it.contrast >= floor)
            .copied()
            .collect();
        for count in (FEWEST..=clear.len()).rev() {
            let next = clear.get(count).map_or(0.0, |next| next.radius);
            let cut = &clear[..count];
            let is_new = |known: &Vec<Terminal>| {
                let cells = |of: &[Terminal]| of.iter().map(|it| it.cell).collect::<Vec<_>>();
                known.len() != count || cells(known) != cells(cut)
            };
            if cut[count - 1].radius > next && cuts.iter().all(is_new) {
                cuts.push(cut.to_vec());
            }
        }
    }
    cuts
}
