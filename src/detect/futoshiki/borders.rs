//! The borders around boxes: each box lies where its own are.

use image::RgbImage;

use super::grid::BoxGrid;
use super::ink::ground;
use crate::geometry::PixelRect;
use crate::vision::colour::step;
use crate::vision::statistics::{middle, quantile};

/// How far from where it is expected a border may lie, in boxes.
const OFF: f64 = 0.2;
/// The share of a side that is looked at, in its middle: corners belong to two sides.
const MIDDLE: f64 = 0.8;
/// A border stands out all along but for this share: the bar of a digit is shorter.
const GAPS: f64 = 0.25;
/// How much a border stands out at least, as a share of how much those around the boxes that are seen whole do, and where it
/// begins, as a share of how much it does itself.
const ALIKE: f64 = 0.5;

/// What stands along one side of a box: its border, and beyond it perhaps a sign that stands out more.
struct Side {
    /// By how many levels the line at each distance stands out from the inside; the distance is in pixels outwards from where the
    /// border is expected.
    lines: Vec<(i64, u8)>,
    /// How much the clearest line does.
    contrast: u8,
}

impl Side {
    fn of(lines: Vec<(i64, u8)>) -> Option<Self> {
        let contrast = lines.iter().map(|line| line.1).max()?;
        Some(Self { lines, contrast })
    }

    /// Where its border begins, where borders usually stand out so much; `None` if it has none.
    fn border(&self, usual: u8) -> Option<i64> {
        let alike = |level: u8| ALIKE * f64::from(level);
        if f64::from(self.contrast) < alike(usual) {
            return None;
        }
        let least = alike(usual.min(self.contrast));
        let begins = |line: &&(i64, u8)| f64::from(line.1) >= least;
        self.lines.iter().find(begins).map(|line| line.0)
    }
}

/// Moves the insides of boxes to between their borders, where they have them on all sides, and takes such boxes for seen: on
/// paper the inside of a box may run out through a thin place of its border, and paper is not flat.
pub(super) fn fit(picture: &RgbImage, grid: &mut BoxGrid) {
    let places = (0..grid.size).flat_map(|row| (0..grid.size).map(move |col| (row, col)));
    let all: Vec<Option<[Side; 4]>> = places
        .map(|(row, col)| sides(picture, grid.rect(row, col)))
        .collect();
    let whole = all.iter().zip(&grid.is_seen);
    let whole = whole.filter_map(|(sides, is_seen)| sides.as_ref().filter(|_| *is_seen));
    let Some(usual) = middle(whole.flatten().map(|side| side.contrast)) else {
        return;
    };
    for (at, sides) in all.into_iter().enumerate() {
        let borders = sides.map(|all| all.map(|side| side.border(usual)));
        if let Some([Some(left), Some(right), Some(top), Some(bottom)]) = borders
            && let Some(rect) = moved(grid.rects[at], [left, right, top, bottom])
        {
            grid.rects[at] = rect;
            grid.is_seen[at] = true;
        }
    }
}

/// The inside between borders that begin so many pixels outwards from where they are expected: left, right, above and below.
fn moved(inside: PixelRect, [left, right, top, bottom]: [i64; 4]) -> Option<PixelRect> {
    let start = |at: u32, off: i64| u32::try_from(i64::from(at) - off).ok();
    let length = |length: u32, before: i64, after: i64| {
        u32::try_from(i64::from(length) + before + after).ok()
    };
    Some(PixelRect {
        x: start(inside.x, left)?,
        y: start(inside.y, top)?,
        width: length(inside.width, left, right)?,
        height: length(inside.height, top, bottom)?,
    })
}

/// The sides left, right, above and below of an inside; `None` at the edge of the picture.
fn sides(picture: &RgbImage, inside: PixelRect) -> Option<[Side; 4]> {
    let ground = ground(picture, inside);
    let [x, y] = [inside.x, inside.y].map(i64::from);
    let [width, height] = [inside.width, inside.height].map(i64::from);
    let level = |[x, y]: [i64; 2]| {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        Some(step(picture.get_pixel_checked(x, y)?.0, ground))
    };
    let most = (OFF * width.min(height) as f64).ceil() as i64;
    // By distance outwards: how much the side stands out there but for gaps.
    let side = |length: i64, at: &dyn Fn(i64, i64) -> [i64; 2]| {
        let cut = ((1.0 - MIDDLE) / 2.0 * length as f64) as i64;
        let line = |off: i64| {
            let levels = (cut..length - cut).filter_map(|along| level(at(along, off)));
            Some((off, quantile(levels, GAPS)?))
        };
        Side::of((-most..=most).filter_map(line).collect())
    };
    Some([
        side(height, &|along, off| [x - 1 - off, y + along])?,
        side(height, &|along, off| [x + width + off, y + along])?,
        side(width, &|along, off| [x + along, y - 1 - off])?,
        side(width, &|along, off| [x + along, y + height + off])?,
    ])
}
