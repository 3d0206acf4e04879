//! The boxes of a picture: even areas that fill a rectangle, but for what stands in them.

use super::even_areas::EvenAreas;
use super::grid::is_alike;
use crate::geometry::PixelRect;

/// The smallest side of a box, in pixels: a digit in it can just be read.
const SMALLEST: u32 = 12;
/// The least share of each side of a box that belongs to its area.
const SIDE: f64 = 0.6;
/// The least share of a box that belongs to its area: a digit covers the rest.
const AREA: f64 = 0.45;
/// How far apart the corners of one box are that is seen in two ways, at most, in widths of it.
const SAME: f64 = 0.2;
/// How many times as long as the other one side may be: a game's buttons that are sized in letters were 1.72 times as wide as high, the
/// usual cell of a spreadsheet is 3.2 times (64 by 20 pixels).
pub(super) const LONGEST: f64 = 2.2;

/// What is found among the areas of any level, each thing once.
pub(super) fn pooled<T>(
    levels: &[EvenAreas],
    found: impl Fn(&EvenAreas) -> Vec<T>,
    is_same: impl Fn(&T, &T) -> bool,
) -> Vec<T> {
    let mut all: Vec<T> = Vec::new();
    for one in levels.iter().flat_map(found) {
        if !all.iter().any(|known| is_same(known, &one)) {
            all.push(one);
        }
    }
    all
}

/// The boxes that are even to one of these levels.
pub(super) fn boxes(levels: &[EvenAreas]) -> Vec<PixelRect> {
    pooled(levels, even_boxes, is_same)
}

/// Whether two rectangles are one box, seen in two ways.
fn is_same(one: &PixelRect, other: &PixelRect) -> bool {
    let is_near = |a: u32, b: u32| f64::from(a.abs_diff(b)) <= SAME * f64::from(one.width);
    is_alike(one, other) && is_near(one.x, other.x) && is_near(one.y, other.y)
}

/// The areas that are boxes.
fn even_boxes(areas: &EvenAreas) -> Vec<PixelRect> {
    let is_box = |(label, rect, area): &(u32, PixelRect, u32)| {
        let (w, h) = (f64::from(rect.width), f64::from(rect.height));
        let longest = w.max(h) / w.min(h);
        if rect.width.min(rect.height) < SMALLEST
            || longest > LONGEST
            || f64::from(*area) < AREA * w * h
        {
            return false;
        }
        let (right, bottom) = (rect.x + rect.width - 2, rect.y + rect.height - 2);
        let share = |count: usize, of: f64| count as f64 / of;
        let across = |y: u32| {
            let count = (rect.x..rect.x + rect.width)
                .filter(|&x| areas.holds(*label, x, y))
                .count();
            share(count, w)
        };
        let down = |x: u32| {
            let count = (rect.y..rect.y + rect.height)
                .filter(|&y| areas.holds(*label, x, y))
                .count();
            share(count, h)
        };
        across(rect.y + 1)
            .min(across(bottom))
            .min(down(rect.x + 1))
            .min(down(right))
            >= SIDE
    };
    let found = areas
        .all
        .iter()
        .map(|(label, region)| (*label, region.rect(), region.area));
    found.filter(is_box).map(|(_, rect, _)| rect).collect()
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::futoshiki::even_areas::ON_SCREEN;

    /// Whether an area of this width and of 65 pixels of height, with a line around it, is a box.
    fn is_box(width: u32) -> bool {
        let picture = RgbImage::from_fn(300, 150, |x, y| {
            let is_within = |by: u32| {
                (40 + by..40 + width - by).contains(&x) && (40 + by..105 - by).contains(&y)
            };
            Rgb([if is_within(0) && !is_within(1) {
                90
            } else {
                220
            }; 3])
        });
        let found = boxes(&EvenAreas::of(&picture, ON_SCREEN));
        found.iter().any(|one| one.width.abs_diff(width) <= 2)
    }

    #[test]
    fn buttons_that_are_sized_in_letters_are_boxes_and_cells_of_spreadsheets_are_not() {
        assert!(is_box(65) && is_box(112));
        assert!(!is_box(195));
    }
}
