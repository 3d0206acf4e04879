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

/// A border on one side of a box.
#[derive(Clone, Copy)]
struct Border {
    /// By how many levels it stands out from the inside.
    contrast: u8,
    /// Where it begins, in pixels outwards from where it is expected.
    off: i64,
}

/// Moves the insides of boxes to between their borders, where they have them on all sides, and takes such boxes for seen: on
/// paper the inside of a box may run out through a thin place of its border, and paper is not flat.
pub(super) fn fit(picture: &RgbImage, grid: &mut BoxGrid) {
    let places = (0..grid.size).flat_map(|row| (0..grid.size).map(move |col| (row, col)));
    let all: Vec<Option<[Border; 4]>> = places
        .map(|(row, col)| borders(picture, grid.rect(row, col)))
        .collect();
    let whole = all.iter().zip(&grid.is_seen);
    let whole = whole.filter_map(|(borders, is_seen)| borders.filter(|_| *is_seen));
    let Some(usual) = middle(whole.flatten().map(|border| border.contrast)) else {
        return;
    };
    let is_border = |one: &Border| f64::from(one.contrast) >= ALIKE * f64::from(usual);
    for (at, borders) in all.into_iter().enumerate() {
        let framed = borders.filter(|all| all.iter().all(is_border));
        if let Some(rect) = framed.and_then(|borders| moved(grid.rects[at], borders)) {
            grid.rects[at] = rect;
            grid.is_seen[at] = true;
        }
    }
}

/// The inside between these borders.
fn moved(inside: PixelRect, borders: [Border; 4]) -> Option<PixelRect> {
    let [left, right, top, bottom] = borders.map(|border| border.off);
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

/// The borders left, right, above and below an inside; `None` at the edge of the picture.
fn borders(picture: &RgbImage, inside: PixelRect) -> Option<[Border; 4]> {
    let ground = ground(picture, inside);
    let [x, y] = [inside.x, inside.y].map(i64::from);
    let [width, height] = [inside.width, inside.height].map(i64::from);
    let level = |[x, y]: [i64; 2]| {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        Some(step(picture.get_pixel_checked(x, y)?.0, ground))
    };
    let most = (OFF * width.min(height) as f64).ceil() as i64;
    // By distance outwards: how much the side stands out there but for gaps.
    let border = |length: i64, at: &dyn Fn(i64, i64) -> [i64; 2]| {
        let cut = ((1.0 - MIDDLE) / 2.0 * length as f64) as i64;
        let line = |off: i64| {
            let levels = (cut..length - cut).filter_map(|along| level(at(along, off)));
            Some((off, quantile(levels, GAPS)?))
        };
        let lines: Vec<(i64, u8)> = (-most..=most).filter_map(line).collect();
        let contrast = lines.iter().map(|line| line.1).max()?;
        let begins = |line: &&(i64, u8)| f64::from(line.1) >= ALIKE * f64::from(contrast);
        let off = lines.iter().find(begins)?.0;
        Some(Border { contrast, off })
    };
    Some([
        border(height, &|along, off| [x - 1 - off, y + along])?,
        border(height, &|along, off| [x + width + off, y + along])?,
        border(width, &|along, off| [x + along, y - 1 - off])?,
        border(width, &|along, off| [x + along, y + height + off])?,
    ])
}
