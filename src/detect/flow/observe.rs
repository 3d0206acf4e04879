//! What each cell of a known board shows: a pipe or terminal of one of the known colours, or nothing.

use image::RgbImage;

use super::terminals::pairs::{distance, lab};
use crate::geometry::{Cell, Lattice};
use crate::pipeline::Rgb;

/// Half the side of the area looked at, in cells. A pipe is 0.16 to each side of the middle.
const AREA: f64 = 0.14;

/// Samples along a side of the area.
const SAMPLES: i32 = 5;

/// A cell shows a colour when this share of the area does. A check mark or letter covers less than half.
const SHARE: f64 = 0.5;

/// A sample shows a colour when it is at least so many times nearer to it than to the colour's faint tint
/// or to another colour.
const MARGIN: f32 = 1.4;

/// A thin pipe is looked for so far from the middle of a cell, in cells, along each of its four arms, and up to so far
/// beside each of these places: games were seen that draw with a pen of a tenth of a cell.
const ALONG: [f64; 4] = [0.1, 0.2, 0.3, 0.4];
const ASIDE: [f64; 3] = [0.0, -0.03, 0.03];

/// By cell number: which of the colours the middle of the cell shows as terminal or pipe; `None` when it
/// is empty, a hole, outside the picture, or unclear.
pub fn observe(picture: &RgbImage, lattice: &Lattice, colours: &[Rgb]) -> Vec<Option<usize>> {
    let known: Vec<[f32; 3]> = colours
        .iter()
        .map(|colour| lab(colour.0.map(f32::from)))
        .collect();
    let cells = usize::from(lattice.rows()) * usize::from(lattice.cols());
    (0..cells)
        .map(|index| {
            of_cell(
                picture,
                lattice,
                Cell::from_index(index, lattice.cols()),
                &known,
            )
        })
        .collect()
}

fn of_cell(picture: &RgbImage, lattice: &Lattice, cell: Cell, known: &[[f32; 3]]) -> Option<usize> {
    let mut votes = vec![0usize; known.len()];
    let mut samples = 0;
    let corner = corner(picture, lattice, cell)?;
    for row in 0..SAMPLES {
        for col in 0..SAMPLES {
            let offset = |step: i32| AREA * (2.0 * f64::from(step) / f64::from(SAMPLES - 1) - 1.0);
            let Some(colour) = at(picture, lattice, cell, offset(col), offset(row)) else {
                continue;
            };
            samples += 1;
            if let Some(vote) = nearest(colour, corner, known) {
                votes[vote] += 1;
            }
        }
    }
    let (best, count) = votes.iter().enumerate().max_by_key(|(_, count)| **count)?;
    if samples > 0 && *count as f64 > SHARE * f64::from(samples) {
        return Some(best);
    }
    let shown = |right, down| nearest(at(picture, lattice, cell, right, down)?, corner, known);
    thin_pipe(shown)
}

/// The colour of a pipe that is too thin to fill the area, but goes from the middle of the cell to one of its sides.
/// `shown` tells which colour is shown so many cells right of the middle and below it.
fn thin_pipe(shown: impl Fn(f64, f64) -> Option<usize>) -> Option<usize> {
    let middle = ASIDE.iter().find_map(|aside| shown(*aside, *aside))?;
    let is_shown = |right, down| shown(right, down) == Some(middle);
    let arms = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
    let is_drawn = |(right, down): &(f64, f64)| {
        ALONG.iter().all(|along| {
            let is_at =
                |aside: &f64| is_shown(right * along + down * aside, down * along + right * aside);
            ASIDE.iter().any(is_at)
        })
    };
    arms.iter().any(is_drawn).then_some(middle)
}

/// The known colour that a sample is nearest to, when it is nearer to that than to the ground around.
fn nearest(colour: [f32; 3], corner: [f32; 3], known: &[[f32; 3]]) -> Option<usize> {
    let (mut best, mut apart, mut second) = (None, f32::MAX, f32::MAX);
    for (index, known) in known.iter().enumerate() {
        let from_known = distance(colour, *known);
        if from_known < apart {
            (best, apart, second) = (Some(index), from_known, apart);
        } else {
            second = second.min(from_known);
        }
    }
    let is_clear = second > MARGIN * apart && distance(colour, corner) > MARGIN * apart;
    best.filter(|_| is_clear)
}

/// The ground of a cell: the median lightness among its four corners decides which corner speaks.
fn corner(picture: &RgbImage, lattice: &Lattice, cell: Cell) -> Option<[f32; 3]> {
    let mut corners: Vec<[f32; 3]> = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
        .iter()
        .filter_map(|(right, down)| at(picture, lattice, cell, 0.38 * right, 0.38 * down))
        .collect();
    corners.sort_by(|a, b| a[0].total_cmp(&b[0]));
    corners.get(corners.len() / 2).copied()
}

fn at(
    picture: &RgbImage,
    lattice: &Lattice,
    cell: Cell,
    right: f64,
    down: f64,
) -> Option<[f32; 3]> {
    let at = lattice.at(cell, right, down);
    let (width, height) = picture.dimensions();
    let is_inside =
        at.x >= 0.0 && at.y >= 0.0 && at.x < f64::from(width) && at.y < f64::from(height);
    is_inside.then(|| lab(picture.get_pixel(at.x as u32, at.y as u32).0.map(f32::from)))
}

#[cfg(test)]
mod tests {
    use image::{Rgb as Pixel, RgbImage};

    use super::*;

    const CELL: u32 = 60;
    const RED: [u8; 3] = [255, 0, 0];
    const BLUE: [u8; 3] = [40, 80, 255];

    /// Three cells in a row, with white lines around them, and bars over them: left, top, width, height.
    fn row_of_three(bars: &[([u32; 4], [u8; 3])]) -> Vec<Option<usize>> {
        let mut picture = RgbImage::from_fn(3 * CELL, CELL, |x, y| {
            let is_line = x % CELL == 0 || y == 0;
            Pixel(if is_line { [200; 3] } else { [0; 3] })
        });
        for ([left, top, width, height], colour) in bars {
            for (x, y) in (0..width * height).map(|at| (left + at % width, top + at / width)) {
                picture.put_pixel(x, y, Pixel(*colour));
            }
        }
        let half = f64::from(CELL) / 2.0;
        let lattice = Lattice::upright(1, 3, half, half, f64::from(CELL), f64::from(CELL));
        observe(&picture, &lattice, &[Rgb(RED), Rgb(BLUE)])
    }

    #[test]
    fn a_thin_pipe_is_seen_as_far_as_it_goes() {
        // Six pixels of sixty, from the middle of the first cell to that of the second.
        let pipe = ([30, 27, 60, 6], BLUE);
        assert_eq!(row_of_three(&[pipe]), [Some(1), Some(1), None]);
    }

    #[test]
    fn what_does_not_go_from_the_middle_to_a_side_is_no_pipe() {
        let dot = ([26, 26, 8, 8], RED);
        let underline = ([60, 44, 60, 6], RED);
        let dash = ([141, 27, 18, 6], RED);
        assert_eq!(row_of_three(&[dot, underline, dash]), [None, None, None]);
    }
}
