//! Terminals that fill their cells, often with a digit in the middle. Nothing in such a cell stands out from its
//! corners, so it is compared with the other cells: a colour that three cells show is ground, for a flow has
//! two terminals.

use super::canvas::{Canvas, Colour, contrast, median};
use super::extent::Extent;
use super::terminals::{LEAST_CONTRAST, RING, Terminal};
use super::tint::on_way;

/// Half the side of the square that is looked at, in cells: inside the lines, outside a digit.
const HALF: f64 = 0.36;

/// Half the side of a filled cell, in cells.
const FILLED: f64 = 0.48;

/// Samples along a side of the square.
const SAMPLES: i32 = 9;

/// Cells whose colours differ by no more than this, in levels of a channel, show the same ground.
const SAME: f32 = 10.0;

/// The fewest cells that make a ground.
const GROUND: usize = 3;

/// The most of a pipe's colour that the cells under it take on: real ones take a fifth.
const MOST_TINT: f32 = 0.5;

/// All filled cells of a board, but for those that are tinted by the pipe through them.
pub(super) fn filled(canvas: &Canvas, extent: &Extent) -> Vec<Terminal> {
    let squares: Vec<((i32, i32), Vec<Colour>, Colour)> = extent
        .cells()
        .map(|cell| {
            let square = square(canvas, cell);
            let colour = median(&square);
            (cell, square, colour)
        })
        .collect();
    let colours: Vec<Colour> = squares.iter().map(|square| square.2).collect();
    let grounds: Vec<Colour> = colours
        .iter()
        .filter(|a| {
            colours
                .iter()
                .filter(|b| contrast(**a, **b) <= SAME)
                .count()
                >= GROUND
        })
        .copied()
        .collect();
    let found: Vec<Terminal> = squares
        .into_iter()
        .filter_map(|(cell, square, colour)| {
            let apart = grounds.iter().map(|ground| contrast(colour, *ground));
            let apart = apart.fold(f32::MAX, f32::min);
            let same = square
                .iter()
                .filter(|sample| contrast(**sample, colour) < apart / 2.0);
            let is_even = same.count() as f32 >= RING * square.len() as f32;
            (apart >= LEAST_CONTRAST && is_even && !square.is_empty()).then_some(Terminal {
                cell,
                colour,
                contrast: apart,
                radius: FILLED,
            })
        })
        .collect();
    let is_tinted = |cell: &Terminal| {
        let pipe = canvas.cell(cell.cell).at(0.0, 0.0);
        pipe.is_some_and(|pipe| {
            let mut others = found.iter().filter(|other| other.cell != cell.cell);
            others.any(|other| contrast(other.colour, pipe) <= SAME)
                && grounds
                    .iter()
                    .any(|ground| is_tint(cell.colour, *ground, pipe))
        })
    };
    let terminals = found.iter().filter(|cell| !is_tinted(cell));
    terminals.copied().collect()
}

/// Whether a cell of that colour is ground with a shade of the pipe through it.
fn is_tint(colour: Colour, ground: Colour, pipe: Colour) -> bool {
    let (share, off) = on_way(ground, pipe, colour);
    (0.0..MOST_TINT).contains(&share) && off.iter().all(|channel| channel.abs() <= SAME)
}

/// Colours along a square around the middle of a cell.
fn square(canvas: &Canvas, cell: (i32, i32)) -> Vec<Colour> {
    let patch = canvas.cell(cell);
    (0..SAMPLES)
        .map(|step| HALF * (2.0 * f64::from(step) / f64::from(SAMPLES - 1) - 1.0))
        .flat_map(|along| [(along, -HALF), (along, HALF), (-HALF, along), (HALF, along)])
        .filter_map(|(right, down)| patch.at(right, down))
        .collect()
}
