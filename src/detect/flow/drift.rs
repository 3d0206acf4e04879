//! Whether the round regions lie where the lattice has their terminals. On a picture taken at an angle the rows are not
//! straight or not as far apart as the lattice says.

use super::blobs::Blob;
use super::canvas::{Canvas, Colour, contrast};
use super::terminals::Terminal;

/// How far a terminal may lie from the middle of its cell, in cells.
pub(super) const MOST_DRIFT: f64 = 0.12;

/// How much the size of a terminal and of its region may differ, in shares of the size.
const SAME_SIZE: f64 = 0.25;

/// Where a pipe that leaves a terminal is looked for, in cells from its middle: outside the terminal, inside the lines.
pub(super) const LEAVING: f64 = 0.42;

/// A terminal's colour is looked for around the middle of a region, so many radii from it: off signs, inside its edge;
/// at so many of eight places it is seen.
const AROUND: f64 = 0.55;
const MOST_AROUND: usize = 6;

/// The farthest that a region of a terminal's size lies from its terminal, in cells.
pub(super) fn drift(canvas: &Canvas, blobs: &[Blob], terminals: &[Terminal]) -> f64 {
    let offs = terminals.iter().filter_map(|it| off(canvas, blobs, it));
    offs.fold(0.0, f64::max)
}

/// How far the nearest region of a terminal's size lies from it, in cells; `None` when there is none in its cell.
///
/// A pipe that leaves the terminal makes its region longer on that side, so that the region's other end tells where the
/// terminal lies.
pub(super) fn off(canvas: &Canvas, blobs: &[Blob], terminal: &Terminal) -> Option<f64> {
    let grid = canvas.grid;
    let (col, row) = terminal.cell;
    let (x, y) = grid.view.apply(f64::from(col), f64::from(row));
    let is_of_size =
        |blob: &&Blob| (blob.size / (2.0 * terminal.radius * grid.pitch) - 1.0).abs() < SAME_SIZE;
    let from_terminal = |blob: &Blob| {
        let (right, down) = (blob.x - x, blob.y - y);
        (
            (right / grid.pitch, down / grid.pitch),
            blob.excess / grid.pitch,
        )
    };
    let near = blobs.iter().filter(is_of_size).map(from_terminal);
    let ((right, down), wider) = near
        .filter(|((right, down), _)| right.hypot(*down) < 0.5)
        .filter(|(place, _)| shows(canvas, terminal, *place))
        .min_by(|(a, _), (b, _)| a.0.hypot(a.1).total_cmp(&b.0.hypot(b.1)))?;
    let sideways = side_of_pipe(canvas, terminal, (LEAVING, 0.0)) * wider.max(0.0) / 2.0;
    let downwards = side_of_pipe(canvas, terminal, (0.0, LEAVING)) * (-wider).max(0.0) / 2.0;
    Some((right - sideways).hypot(down - downwards))
}

/// Whether a region there shows the terminal's colour: a piece of ground between pipes is as large.
fn shows(canvas: &Canvas, terminal: &Terminal, (right, down): (f64, f64)) -> bool {
    let patch = canvas.cell(terminal.cell);
    let reach = AROUND * terminal.radius;
    let ring = [-reach, 0.0, reach]
        .into_iter()
        .flat_map(|y| [-reach, 0.0, reach].map(|x| (x, y)));
    let samples = ring.filter(|place| *place != (0.0, 0.0));
    let is_shown = |(x, y): &(f64, f64)| {
        let there = patch.at(right + x, down + y);
        there.is_some_and(|it| contrast(it, terminal.colour) < terminal.contrast / 2.0)
    };
    samples.filter(is_shown).count() >= MOST_AROUND
}

/// 1 when a terminal's colour goes on beyond it that way, -1 when it goes on the opposite way, 0 when it does not.
fn side_of_pipe(canvas: &Canvas, terminal: &Terminal, (right, down): (f64, f64)) -> f64 {
    let patch = canvas.cell(terminal.cell);
    let goes_on = |end: Option<Colour>| {
        end.is_some_and(|end| contrast(end, terminal.colour) < terminal.contrast / 2.0)
    };
    let [ahead, behind] = [patch.at(right, down), patch.at(-right, -down)].map(goes_on);
    f64::from(ahead) - f64::from(behind)
}
