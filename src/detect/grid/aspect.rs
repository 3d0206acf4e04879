//! Cells that are wider than high, or higher than wide: a game that fills its window. Seen in a picture that is resized
//! until they are square, they are like any others.
//!
//! ```text
//!   +-----+-----+        +---+---+
//!   |     |  o  |        |   | o |
//!   +-----+-----+   ->   +---+---+
//!   |     |     |        |   |   |
//!   +-----+-----+        +---+---+
//! ```

use std::ops::RangeInclusive;

use crate::vision::regions::Region;

/// Regions may be empty cells from so many pixels on: smaller ones are letters.
const LEAST_SIDE: f64 = 12.0;

/// The smallest share of its bounding box that an empty cell fills.
const LEAST_FILL: f64 = 0.85;

/// Two empty cells differ by no more than so many pixels and this share, in width and in height.
const PIXELS: f64 = 2.0;
const ALIKE: f64 = 0.06;

/// So many regions of one size are cells, and no words or buttons.
const FEWEST: usize = 8;

/// Width over height of cells that are not square, or the inverse: those nearer to one are read as they are, and what is
/// longer is half a cell beside a pipe, or a row of a list.
const ASPECTS: RangeInclusive<f64> = 1.05..=1.9;

/// Width over height of the cells that most regions are, where those are not square.
pub fn aspect(regions: &[Region]) -> Option<f64> {
    let size = |region: &Region| {
        let width = f64::from(region.right - region.left);
        let height = f64::from(region.bottom - region.top);
        let is_cell = width.min(height) >= LEAST_SIDE
            && width.max(height) <= ASPECTS.end() * width.min(height)
            && f64::from(region.area) >= LEAST_FILL * width * height;
        is_cell.then_some((width, height))
    };
    let sizes: Vec<(f64, f64)> = regions.iter().filter_map(size).collect();
    let alike = |a: f64, b: f64| (a - b).abs() <= PIXELS.max(ALIKE * a);
    let like = |one: &(f64, f64)| {
        let same = |other: &&(f64, f64)| alike(one.0, other.0) && alike(one.1, other.1);
        sizes.iter().filter(same).copied().collect::<Vec<_>>()
    };
    let cells = sizes.iter().map(like).max_by_key(Vec::len)?;
    let (width, height) = cells
        .iter()
        .fold((0.0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    let aspect = width / height;
    let is_squeezed = ASPECTS.contains(&aspect.max(1.0 / aspect));
    (cells.len() >= FEWEST && is_squeezed).then_some(aspect)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(count: u32, width: u32, height: u32) -> Vec<Region> {
        let region = |index: u32| Region {
            left: index * (width + 2),
            top: 0,
            right: index * (width + 2) + width,
            bottom: height,
            area: width * height,
            pixel: (index * (width + 2), 0),
        };
        (0..count).map(region).collect()
    }

    #[test]
    fn most_regions_of_one_size_are_cells() {
        let all = [cells(12, 60, 40), cells(9, 30, 30)].concat();
        assert_eq!(aspect(&all), Some(1.5));
    }

    #[test]
    fn square_cells_words_and_lists_are_not_squeezed() {
        for regions in [
            cells(30, 40, 40),
            cells(30, 9, 6),
            cells(30, 200, 40),
            cells(4, 60, 40),
        ] {
            assert_eq!(aspect(&regions), None);
        }
    }

    /// In a grid of cells 56 by 53 pixels large, 50 by 47 inside, no lattice was found.
    #[test]
    fn cells_a_little_wider_than_high_are_not_square() {
        assert_eq!(aspect(&cells(8, 50, 47)), Some(50.0 / 47.0));
        assert_eq!(aspect(&cells(8, 47, 50)), Some(47.0 / 50.0));
        assert_eq!(aspect(&cells(8, 49, 48)), None);
    }
}
