//! Which cells of a board, and of one ring around it, have changed between two pictures.

use image::RgbImage;

use crate::geometry::{Cell, Lattice};
use crate::pipeline::Rgb;
use crate::vision::colour::difference;
use crate::vision::sampling::pixel_at;

/// So many places in a row and in a column of a cell are looked at, as far from its middle, in cells.
const PLACES: i32 = 7;
const REACH: f64 = 0.42;

/// A place has changed when its three channels together moved further than this: the noise of a screen is below 10, of a
/// video below 72.
const CHANGE: u32 = 90;

/// A cell has changed when more than this share of its places has.
const LEAST_SHARE: f64 = 0.15;

/// Something has come to it when more than one of its places has changed.
const LEAST_NEWS: f64 = 1.5 / (PLACES * PLACES) as f64;

/// How many cells have changed, but for some. Those of the ring around the board are at its rows and columns -1 and beyond
/// the last.
pub(super) fn changed_cells(
    lattice: &Lattice,
    before: &RgbImage,
    now: &RgbImage,
    but: &[Cell],
) -> usize {
    if before.dimensions() != now.dimensions() {
        return 0;
    }
    let (rows, cols) = (i32::from(lattice.rows()), i32::from(lattice.cols()));
    let all = (-1..=rows).flat_map(|row| (-1..=cols).map(move |col| (row, col)));
    let is_other = |&(row, col): &(i32, i32)| {
        let is_it = |cell: &Cell| (i32::from(cell.row), i32::from(cell.col)) == (row, col);
        !but.iter().any(is_it)
    };
    let has_changed = |at: &(i32, i32)| changed_share(lattice, before, now, *at) > LEAST_SHARE;
    all.filter(is_other).filter(has_changed).count()
}

/// Whether something has come to a cell between two pictures, be it a part of a letter.
pub(super) fn has_news(lattice: &Lattice, before: &RgbImage, now: &RgbImage, cell: Cell) -> bool {
    let at = (i32::from(cell.row), i32::from(cell.col));
    before.dimensions() != now.dimensions() || changed_share(lattice, before, now, at) > LEAST_NEWS
}

/// The share of places of a cell that has changed, 0 to 1.
fn changed_share(
    lattice: &Lattice,
    before: &RgbImage,
    now: &RgbImage,
    (row, col): (i32, i32),
) -> f64 {
    // Odd columns may be staggered, also outside of the board.
    let odd = col.rem_euclid(2);
    let (origin, col) = (Cell::new(0, odd as u16), col - odd);
    let places = (0..PLACES).flat_map(|down| (0..PLACES).map(move |right| (right, down)));
    let off = |step: i32| 2.0 * REACH * (f64::from(step) / f64::from(PLACES - 1) - 0.5);
    let changed = places.filter(|&(right, down)| {
        let (right, down) = (f64::from(col) + off(right), f64::from(row) + off(down));
        let at = lattice.at(origin, right, down);
        let pixel = |picture: &RgbImage| pixel_at(picture, at).map(Rgb);
        let both = pixel(before).zip(pixel(now));
        both.is_some_and(|(before, now)| difference(before, now) > CHANGE)
    });
    changed.count() as f64 / f64::from(PLACES * PLACES)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn cells_and_those_around_the_board_that_changed_are_counted() {
        let lattice = Lattice::upright(3, 3, [60.0, 60.0], [40.0, 40.0]);
        let before = RgbImage::from_pixel(200, 200, Rgb([20; 3]));
        let mut now = before.clone();
        // A bar across the middle row, from one cell left of the board to its last column.
        for (x, y) in (5..155).flat_map(|x| (90..110).map(move |y| (x, y))) {
            now.put_pixel(x, y, Rgb([250; 3]));
        }
        assert_eq!(changed_cells(&lattice, &before, &now, &[]), 4);
        let middle = [Cell::new(1, 0), Cell::new(1, 1)];
        assert_eq!(changed_cells(&lattice, &before, &now, &middle), 2);
        assert_eq!(changed_cells(&lattice, &before, &before, &[]), 0);
        assert!(has_news(&lattice, &before, &now, Cell::new(1, 0)));
        assert!(!has_news(&lattice, &before, &now, Cell::new(0, 0)));
    }
}
