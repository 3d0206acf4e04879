//! Whether each cell shows either a terminal like the others or even ground.

use std::collections::BTreeSet;

use crate::detect::flow::canvas::Canvas;
use crate::detect::flow::colour::{Colour, LEAST_CONTRAST, contrast, median};
use crate::detect::flow::extent::Extent;
use crate::detect::flow::terminals::Terminal;

/// A cell is looked at up to `REACH` to each side of its middle, inside the lines, in steps of `STEP`; both in cells.
const REACH: f64 = 0.36;
const STEP: f64 = 0.09;

/// Ground differs by fewer levels of a channel from that of the other cells: a cell that is no part of the board, or holds
/// anything, differs by more.
const EVEN: f32 = 10.0;

/// Terminals stand out by so many levels of a channel, three times what even ground may.
const LEAST_TERMINAL: f32 = 3.0 * EVEN;

/// The largest terminal is so many times as large as the smallest: a square is up to 1.2 times as large as the disc of its
/// breadth, and the end of a pipe 0.7 times as large as a disc.
const ALIKE: f64 = 1.25;

/// What empty cells show: two shades in turn on a checkerboard, else one.
pub struct Grounds([Colour; 2]);

impl Grounds {
    /// The median of the empty cells of each shade.
    pub fn of(canvas: &Canvas, extent: &Extent, terminals: &[Terminal]) -> Self {
        let taken = cells_of(terminals);
        Self([0, 1].map(|shade| {
            let empty = extent
                .cells()
                .filter(|cell| parity(*cell) == shade && !taken.contains(cell));
            let shown: Vec<Colour> = empty.map(|cell| median(&samples(canvas, cell))).collect();
            median(&shown)
        }))
    }

    /// What a cell shows where it is empty.
    pub fn at(&self, cell: (i32, i32)) -> Colour {
        self.0[parity(cell)]
    }
}

fn parity((col, row): (i32, i32)) -> usize {
    (col + row).rem_euclid(2) as usize
}

fn cells_of(terminals: &[Terminal]) -> BTreeSet<(i32, i32)> {
    terminals.iter().map(|terminal| terminal.cell).collect()
}

/// The colours of a cell, all over.
fn samples(canvas: &Canvas, cell: (i32, i32)) -> Vec<Colour> {
    let patch = canvas.cell(cell);
    let steps = (REACH / STEP) as i32;
    let offs = move || (-steps..=steps).map(|step| f64::from(step) * STEP);
    let places = offs().flat_map(|down| offs().map(move |right| (right, down)));
    places
        .filter_map(|(right, down)| patch.at(right, down))
        .collect()
}

/// Whether each cell without a terminal shows the ground of the others, all over.
pub fn are_even(
    canvas: &Canvas,
    extent: &Extent,
    terminals: &[Terminal],
    grounds: &Grounds,
) -> bool {
    let taken = cells_of(terminals);
    let is_even = |cell: (i32, i32)| {
        let ground = grounds.at(cell);
        samples(canvas, cell)
            .into_iter()
            .all(|shown| contrast(shown, ground) <= EVEN)
    };
    extent
        .cells()
        .filter(|cell| !taken.contains(cell))
        .all(is_even)
}

/// Whether all terminals are of one size and stand out clearly.
pub fn are_terminals_alike(terminals: &[Terminal]) -> bool {
    let sizes = || terminals.iter().map(|terminal| terminal.radius);
    let (least, most) = (
        sizes().fold(f64::MAX, f64::min),
        sizes().fold(0.0, f64::max),
    );
    let is_clear = |terminal: &Terminal| terminal.contrast >= LEAST_TERMINAL.max(LEAST_CONTRAST);
    most <= ALIKE * least && terminals.iter().all(is_clear)
}
