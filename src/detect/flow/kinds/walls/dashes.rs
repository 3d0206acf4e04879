//! Walls on a board of dashed lines. How heavy a single dash is says little, but a wall has no gaps.

use std::collections::BTreeMap;

use super::{Rows, STRONGER, Side, Usual};
use crate::detect::flow::extent::dashes::rise_along;
use crate::detect::flow::extent::lines::Across;
use crate::detect::flow::sampler::GridSampler;
use crate::vision::statistics::middle;

/// The sides between cells that show the usual ground.
pub struct Dashes {
    /// By the cell before a side: how far its line stands out in the mean of dashes and gaps, in levels of a channel, and how often
    /// it begins and ends.
    sides: BTreeMap<((i32, i32), Across), (f32, usize)>,
    /// How far the usual line does.
    usual: f32,
}

impl Dashes {
    /// `None` where no such side is known.
    pub fn of(sampler: &GridSampler, rows: &Rows, usual: &Usual) -> Option<Self> {
        let mut sides = BTreeMap::new();
        for (&(across, _), row) in rows {
            for side in row.iter().filter(|it| usual.is_on_usual_ground(&it.line)) {
                let cell = side.between[0];
                let along = rise_along(sampler, cell, across, side.line.off);
                sides.extend(along.map(|along| ((cell, across), along)));
            }
        }
        let usual = middle(sides.values().map(|(rise, _)| *rise))?;
        Some(Self { sides, usual })
    }

    /// Whether a side is one of these, and has a wall.
    pub fn is_wall(&self, across: Across, side: &Side) -> bool {
        let along = self.sides.get(&(side.between[0], across));
        along.is_some_and(|(rise, changes)| *changes == 0 && *rise >= STRONGER * self.usual)
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::super::has_walls;
    use super::*;
    use crate::detect::flow::extent::Extent;
    use crate::detect::flow::extent::grid_lines::GridLines;
    use crate::detect::grid::fit::GridHypothesis;

    /// Dashes of three pixels on white. A solid line as broad and as dark stands right of cell (2, 2) at will.
    #[test]
    fn a_wall_among_dashed_lines_is_known_by_its_lack_of_gaps() {
        const CELL: u32 = 40;
        let has_walls = |is_walled: bool| {
            let picture = RgbImage::from_fn(5 * CELL + 1, 5 * CELL + 1, |x, y| {
                let is_dash = |along: u32| along % 7 < 4;
                let is_wall = is_walled && y / CELL == 2 && x == 3 * CELL;
                let is_line = x % CELL == 0 && is_dash(y) || y % CELL == 0 && is_dash(x);
                Rgb([if is_wall || is_line { 90 } else { 255 }; 3])
            });
            let middle = f64::from(CELL) / 2.0;
            let board = Extent::of_bounds((0, 0, 4, 4));
            let grid = GridHypothesis::upright(middle, f64::from(CELL), board.cells().collect());
            let sampler = GridSampler {
                picture: &picture,
                grid: &grid,
            };
            let lines = GridLines::of(&sampler).expect("there are lines");
            assert!(lines.are_dashed);
            has_walls(&sampler, &lines, &board)
        };
        assert!(!has_walls(false));
        assert!(has_walls(true));
    }
}
