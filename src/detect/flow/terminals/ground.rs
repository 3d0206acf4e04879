//! What the cells of a board show where they are empty.

use std::collections::BTreeSet;

use super::Terminal;
use crate::detect::flow::extent::Extent;
use crate::detect::flow::sampler::{GridSampler, Patch};
use crate::vision::colour::{Colour, contrast, median};

/// Where the corners of a cell are looked at, in cells from its middle both ways: off the lines, beside any disc.
pub(super) const CORNER: f64 = 0.38;
/// The ground of a cell runs from one colour into another where its corners differ by so many levels of a channel, and the
/// middles of so many of its sides show what is between their ends, within this share of that: pipes cover the others.
const SHADED: f32 = 8.0;
const SHADED_SIDES: usize = 3;
const BETWEEN: f32 = 0.25;

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

/// Where a cell is looked at all over, in cells right of and below its middle.
pub fn places() -> impl Iterator<Item = [f64; 2]> {
    let steps = (REACH / STEP) as i32;
    let offs = move || (-steps..=steps).map(|step| f64::from(step) * STEP);
    offs().flat_map(move |down| offs().map(move |right| [right, down]))
}

/// The colours of a cell, all over.
pub fn samples(sampler: &GridSampler, cell: (i32, i32)) -> Vec<Colour> {
    let patch = sampler.cell(cell);
    places()
        .filter_map(|[right, down]| patch.at(right, down))
        .collect()
}

/// What a cell shows around a disc.
pub fn ground(sampler: &GridSampler, cell: (i32, i32)) -> Colour {
    median(&corners(sampler.cell(cell), CORNER).collect::<Vec<_>>())
}

/// The colours near the four corners of a cell, so far from its middle both ways.
pub(super) fn corners(patch: Patch<'_>, corner: f64) -> impl Iterator<Item = Colour> {
    let places = [
        (-corner, -corner),
        (corner, -corner),
        (-corner, corner),
        (corner, corner),
    ];
    places
        .into_iter()
        .filter_map(move |(right, down)| patch.at(right, down))
}

/// What the middle of a cell shows whose ground runs from one colour into another; `None` where it does not.
pub(super) fn shade(patch: Patch<'_>, reach: f64) -> Option<Colour> {
    let turn = |(right, down): (f64, f64)| (-down, right);
    let mean = |a: Colour, b: Colour| [0, 1, 2].map(|channel| (a[channel] + b[channel]) / 2.0);
    let mut corner = (reach, reach);
    let mut corners = [[0.0; 3]; 4];
    for colour in &mut corners {
        *colour = patch.at(corner.0, corner.1)?;
        corner = turn(corner);
    }
    let [a, b, c, d] = corners;
    let apart = contrast(a, c).max(contrast(b, d));
    if apart < SHADED {
        return None;
    }
    let is_between = |side: &usize| {
        let (mut right, mut down) = (0.0, reach);
        (0..*side).for_each(|_| (right, down) = turn((right, down)));
        let between = mean(corners[*side], corners[(side + 1) % 4]);
        let shown = patch.at(right, down);
        shown.is_some_and(|shown| contrast(shown, between) <= BETWEEN * apart)
    };
    let sides = (0..4).filter(is_between).count();
    (sides >= SHADED_SIDES).then(|| mean(mean(a, b), mean(c, d)))
}
