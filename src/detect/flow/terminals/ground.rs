//! What the cells of a board show where they are empty.

use std::collections::BTreeSet;

use super::Terminal;
use crate::detect::flow::extent::Extent;
use crate::detect::flow::sampler::GridSampler;
use crate::vision::colour::{Colour, median};

/// A cell is looked at up to `REACH` to each side of its middle, inside the lines, in steps of `STEP`; both in cells.
const REACH: f64 = 0.36;
const STEP: f64 = 0.09;

/// Ground differs by fewer levels of a channel from that of the other cells: a cell that is no part of the board, or holds
/// anything, differs by more.
pub const EVEN: f32 = 10.0;

/// What empty cells show: two shades in turn on a checkerboard, else one.
pub struct Grounds([Colour; 2]);

impl From<[Colour; 2]> for Grounds {
    fn from(shades: [Colour; 2]) -> Self {
        Self(shades)
    }
}

impl Grounds {
    /// The median of the empty cells of each shade.
    pub fn of(sampler: &GridSampler, extent: &Extent, terminals: &[Terminal]) -> Self {
        let taken = cells_of(terminals);
        Self([0, 1].map(|shade| {
            let empty = extent
                .cells()
                .filter(|cell| parity(*cell) == shade && !taken.contains(cell));
            let shown: Vec<Colour> = empty.map(|cell| median(&samples(sampler, cell))).collect();
            median(&shown)
        }))
    }

    /// What a cell shows where it is empty.
    pub fn at(&self, cell: (i32, i32)) -> Colour {
        self.0[parity(cell)]
    }
}

/// Which of the two shades of a checkerboard a cell has, 0 or 1.
pub fn parity((col, row): (i32, i32)) -> usize {
    (col + row).rem_euclid(2) as usize
}

/// The cells that terminals take.
pub fn cells_of(terminals: &[Terminal]) -> BTreeSet<(i32, i32)> {
    terminals.iter().map(|terminal| terminal.cell).collect()
}

/// The colours of a cell, all over.
pub fn samples(sampler: &GridSampler, cell: (i32, i32)) -> Vec<Colour> {
    let patch = sampler.cell(cell);
    let steps = (REACH / STEP) as i32;
    let offs = move || (-steps..=steps).map(|step| f64::from(step) * STEP);
    let places = offs().flat_map(|down| offs().map(move |right| (right, down)));
    places
        .filter_map(|(right, down)| patch.at(right, down))
        .collect()
}
