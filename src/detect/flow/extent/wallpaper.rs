//! A wallpaper with a texture of its own, planks or dashes, looks like a row of cells beside a board. None of those cells
//! shows the ground of the board.

use std::collections::{BTreeMap, BTreeSet};

use super::bounds;
use crate::detect::flow::sampler::{CORNERS, GridSampler};
use crate::vision::colour::{Colour, contrast, median};

/// Two cells show one ground where none of their corners differs by so many levels of a channel.
const UNLIKE: f32 = 24.0;

/// These cells without the border rows and columns in which none shows the ground of the others.
pub fn without_wallpaper(
    sampler: &GridSampler,
    cells: &BTreeSet<(i32, i32)>,
) -> BTreeSet<(i32, i32)> {
    let shown = |cell: &(i32, i32)| {
        let patch = sampler.cell(*cell);
        let corners = CORNERS.map(|(right, down)| patch.at(right, down));
        let [a, b, c, d] = corners;
        Some((*cell, [a?, b?, c?, d?]))
    };
    let shown: BTreeMap<(i32, i32), [Colour; 4]> = cells.iter().filter_map(shown).collect();
    let usual = [0, 1, 2, 3].map(|corner| {
        let colours: Vec<Colour> = shown.values().map(|of| of[corner]).collect();
        median(&colours)
    });
    let is_on_ground = |cell: &&(i32, i32)| {
        let corners = shown.get(*cell).into_iter().flatten();
        let mut known = corners.zip(&usual).peekable();
        known.peek().is_none() || known.all(|(here, usual)| contrast(*here, *usual) < UNLIKE)
    };
    let on_ground: BTreeSet<(i32, i32)> = cells.iter().filter(is_on_ground).copied().collect();
    if on_ground.is_empty() {
        return BTreeSet::new();
    }
    let (col, row, last_col, last_row) = bounds(&on_ground);
    let is_kept = |cell: &&(i32, i32)| {
        (col..=last_col).contains(&cell.0) && (row..=last_row).contains(&cell.1)
    };
    cells.iter().filter(is_kept).copied().collect()
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::grid::fit::GridHypothesis;
    use crate::geometry::Projection;

    #[test]
    fn a_row_of_planks_is_no_part_of_a_board_whose_cells_all_run_from_dark_to_light() {
        // Four by three cells of 20 pixels, below a row of planks.
        let picture = RgbImage::from_fn(80, 80, |x, y| {
            let shade = (40 + 3 * (y % 20)) as u8;
            Rgb(match y {
                0..20 => [90, 60 + (x % 20) as u8, 130],
                _ => [shade; 3],
            })
        });
        let grid = GridHypothesis {
            projection: Projection::axis_aligned(10.0, 10.0, 20.0, 20.0),
            pitch: 20.0,
            cells: BTreeSet::new(),
            residual: 0.0,
        };
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        let cells = |rows: std::ops::Range<i32>| {
            let of_row = |row| (0..4).map(move |col| (col, row));
            rows.flat_map(of_row).collect::<BTreeSet<_>>()
        };
        assert_eq!(without_wallpaper(&sampler, &cells(0..4)), cells(1..4));
        assert_eq!(without_wallpaper(&sampler, &cells(1..4)), cells(1..4));
    }
}
