//! The boxes of a picture: even areas that fill a rectangle, but for what stands in them.

use image::RgbImage;

use super::grid::is_alike;
use crate::geometry::PixelRect;
use crate::vision::colour::step;
use crate::vision::labels::labelled;
use crate::vision::regions::Region;

/// On a screen, boxes are looked for with each of these steps between neighbouring pixels, in levels.
pub(super) const ON_SCREEN: [Evenness; 3] =
    [Evenness::Step(4), Evenness::Step(10), Evenness::Step(22)];
/// The smallest side of a box, in pixels: a digit in it can just be read.
const SMALLEST: u32 = 12;
/// The least share of each side of a box that belongs to its area.
const SIDE: f64 = 0.6;
/// The least share of a box that belongs to its area: a digit covers the rest.
const AREA: f64 = 0.45;
/// How far apart the corners of one box are that is seen in two ways, at most, in widths of it.
const SAME: f64 = 0.2;
/// How much longer one side may be than the other.
pub(super) const LONGEST: f64 = 1.7;

/// What pixels of one box have in common.
#[derive(Clone, Copy, Debug)]
pub(super) enum Evenness {
    /// Neighbours differ by at most so many levels.
    Step(u8),
    /// All channels have at least this level, as paper has.
    Light(u8),
}

/// By pixel, row by row, the label of its area; and with their labels the areas that are at least so many pixels high.
pub(super) fn even_areas(
    picture: &RgbImage,
    evenness: Evenness,
    least_height: u32,
) -> (Vec<u32>, Vec<(u32, Region)>) {
    let at = |(x, y): (u32, u32)| picture.get_pixel(x, y);
    let is_light = |place, level| at(place).0.iter().all(|channel| *channel >= level);
    let alike = |a, b| match evenness {
        Evenness::Step(most) => step(at(a), at(b)) <= most,
        Evenness::Light(level) => is_light(a, level) && is_light(b, level),
    };
    labelled(picture.dimensions(), least_height, alike)
}

/// What is found in any of these ways, each thing once.
pub(super) fn pooled<T>(
    ways: &[Evenness],
    found: impl Fn(Evenness) -> Vec<T>,
    is_same: impl Fn(&T, &T) -> bool,
) -> Vec<T> {
    let mut all: Vec<T> = Vec::new();
    for one in ways.iter().flat_map(|&way| found(way)) {
        if !all.iter().any(|known| is_same(known, &one)) {
            all.push(one);
        }
    }
    all
}

/// The boxes that are even in one of these ways.
pub(super) fn boxes(picture: &RgbImage, ways: &[Evenness]) -> Vec<PixelRect> {
    pooled(ways, |way| even_boxes(picture, way), is_same)
}

/// Whether two rectangles are one box, seen in two ways.
fn is_same(one: &PixelRect, other: &PixelRect) -> bool {
    let is_near = |a: u32, b: u32| f64::from(a.abs_diff(b)) <= SAME * f64::from(one.width);
    is_alike(one, other) && is_near(one.x, other.x) && is_near(one.y, other.y)
}

/// The boxes that are even in this way.
fn even_boxes(picture: &RgbImage, evenness: Evenness) -> Vec<PixelRect> {
    let width = picture.width();
    let (labels, regions) = even_areas(picture, evenness, SMALLEST);
    let is_of = |label: u32, x: u32, y: u32| labels[(y * width + x) as usize] == label;
    let is_box = |(label, rect, area): &(u32, PixelRect, u32)| {
        let (w, h) = (f64::from(rect.width), f64::from(rect.height));
        let longest = w.max(h) / w.min(h);
        if rect.width < SMALLEST || longest > LONGEST || f64::from(*area) < AREA * w * h {
            return false;
        }
        let (right, bottom) = (rect.x + rect.width - 2, rect.y + rect.height - 2);
        let share = |count: usize, of: f64| count as f64 / of;
        let across = |y: u32| {
            let count = (rect.x..rect.x + rect.width)
                .filter(|&x| is_of(*label, x, y))
                .count();
            share(count, w)
        };
        let down = |x: u32| {
            let count = (rect.y..rect.y + rect.height)
                .filter(|&y| is_of(*label, x, y))
                .count();
            share(count, h)
        };
        across(rect.y + 1)
            .min(across(bottom))
            .min(down(rect.x + 1))
            .min(down(right))
            >= SIDE
    };
    let found = regions
        .into_iter()
        .map(|(label, region)| (label, region.rect(), region.area));
    found.filter(is_box).map(|(_, rect, _)| rect).collect()
}
