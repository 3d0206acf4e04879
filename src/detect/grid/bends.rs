//! Where drawn pipes bend and end: in the middles of cells. On a board where pipes cover the dots, that tells the lattice.
//!
//! ```text
//!      | |         a strip is a stretch of one colour and width between two sides alike;
//!   .-.| |         an upright and a level strip of one colour and width
//!  (  -+ |         meet in the middle of a cell;
//!   '------        a dot at the end of one is as wide as it is long
//! ```

use image::{RgbImage, imageops};

use super::compact::CompactRegion;
use crate::vision::colour::{Colour, contrast};
use crate::vision::local_range::LocalRange;
use crate::vision::regions::{FLAT, runs};

/// The narrowest pipe, in pixels: below it a pipe cannot be told from a letter's stroke.
const NARROWEST: u32 = 3;

/// A strip is at least so many times as long as it is wide: between two bends a pipe is twice as long.
const LEAST_LENGTH: f64 = 1.2;

/// How far the edge of a strip may move from one row of pixels to the next.
const EDGE: u32 = 1;

/// What the blurred edges take away from the width of a flat stretch, in pixels.
const BLURRED: u32 = 2;

/// Where the ground beside a strip is looked at, in pixels from its flat part: outside the blurred edge.
const BESIDE: u32 = 3;

/// The widths of two strips of one pipe differ by this factor at most, and a pixel.
const SAME_WIDTH: f64 = 1.15;

/// A bend is handed on as a region this many times as wide as the pipe, the size of the dot that the pipe covers: a pipe
/// is a third of its cell wide, a dot two thirds.
const DOT: f64 = 2.0;

/// A dot at the end of a pipe is at least so many times as wide as that, and at most so many times.
const WIDER: std::ops::RangeInclusive<f64> = 1.2..=3.2;

/// How much longer such a dot may be beyond the end of its pipe than it is wide, or shorter, as a share of its width.
const ROUND: f64 = 0.2;

/// How much farther it may reach to one side than to the other, in pixels.
const LOPSIDED: f64 = 2.0;

/// More strips are a page of text.
const MOST_STRIPS: usize = 2000;

/// An upright stretch of a pipe, in pixels.
struct Strip {
    middle: f64,
    width: f64,
    top: f64,
    bottom: f64,
    colour: Colour,
    ground: Colour,
}

/// The places where pipes bend or end, each as a region of the size that a dot there has, or would have; `ranges` are those
/// of the picture.
#[tracing::instrument(skip_all)]
pub fn bends(picture: &RgbImage, local_range: &LocalRange) -> Vec<CompactRegion> {
    let upright = strips(picture, local_range);
    // Mirrored at the diagonal, what is level is upright.
    let mirrored = imageops::rotate90(&imageops::flip_vertical(picture));
    let level = strips(&mirrored, &LocalRange::of(&mirrored));
    if upright.len().max(level.len()) > MOST_STRIPS {
        return Vec::new();
    }
    let meetings = upright
        .iter()
        .flat_map(|upright| level.iter().map(move |level| (upright, level)));
    let met = meetings.filter(|(upright, level)| meet(upright, level));
    let bends = met.map(|(upright, level)| CompactRegion {
        x: upright.middle,
        y: level.middle,
        size: DOT * (upright.width + level.width) / 2.0,
        excess: 0.0,
        fill: None,
    });
    let ends_level = level.iter().flat_map(|strip| ends(&mirrored, strip));
    let back = ends_level.map(|end| CompactRegion {
        x: end.y,
        y: end.x,
        ..end
    });
    let ends = upright.iter().flat_map(|strip| ends(picture, strip));
    bends.chain(ends).chain(back).collect()
}

/// The dots at both ends of an upright strip.
fn ends(picture: &RgbImage, strip: &Strip) -> impl Iterator<Item = CompactRegion> {
    let both = [(strip.bottom, 1.0), (strip.top - 1.0, -1.0)];
    both.into_iter()
        .filter_map(|(from, down)| end(picture, strip, from, down))
}

/// The dot that a strip runs into from this row on, downwards for 1 and upwards for -1.
fn end(picture: &RgbImage, strip: &Strip, from: f64, down: f64) -> Option<CompactRegion> {
    let stands_out = contrast(strip.colour, strip.ground) / 2.0;
    let is_shown = |x: f64, y: f64| {
        let is_inside = x >= 0.0 && y >= 0.0;
        let pixel = picture.get_pixel_checked(x as u32, y as u32);
        let there = pixel.filter(|_| is_inside)?.0.map(f32::from);
        Some(contrast(there, strip.ground) >= stands_out)
    };
    // How many pixels are shown from there on; `None` where that is not to be seen.
    let reach = |x: f64, y: f64, (right, down): (f64, f64)| {
        let most = (WIDER.end() * strip.width) as u32;
        (0..=most).find_map(|step| {
            let step = f64::from(step);
            match is_shown(x + step * right, y + step * down) {
                Some(true) => None,
                Some(false) => Some(Some(step)),
                None => Some(None),
            }
        })?
    };
    let long = reach(strip.middle, from, (0.0, down))?;
    let across = from + down * (long / 2.0).floor();
    let [left, right] = [-1.0, 1.0].map(|side| reach(strip.middle, across, (side, 0.0)));
    // The pixel in the middle is counted on both sides.
    let (left, right) = (left?, right?);
    let wide = left + right - 1.0;
    let is_dot = WIDER.contains(&(wide / strip.width))
        && (left - right).abs() <= LOPSIDED
        && (long - wide).abs() <= ROUND * wide + 1.0;
    // Its far end is where it ends, be it round or not.
    let far = strip_end(from, down) + down * long;
    is_dot.then_some(CompactRegion {
        x: strip.middle,
        y: far - down * wide / 2.0,
        size: wide,
        excess: 0.0,
        fill: None,
    })
}

/// Where a row of pixels begins, looked at downwards for 1 and upwards for -1.
fn strip_end(row: f64, down: f64) -> f64 {
    row + (1.0 - down) / 2.0
}

/// Whether an upright and a level strip are the arms of one bend.
fn meet(upright: &Strip, level: &Strip) -> bool {
    let width = upright.width.max(level.width);
    let ends_at = |strip: &Strip, at: f64| {
        let ends = [strip.top, strip.bottom];
        ends.iter().any(|end| (end - at).abs() <= width)
    };
    width <= SAME_WIDTH * upright.width.min(level.width) + 1.0
        && contrast(upright.colour, level.colour) <= f32::from(FLAT)
        && ends_at(upright, level.middle)
        && ends_at(level, upright.middle)
}

/// All upright strips of a picture.
fn strips(picture: &RgbImage, local_range: &LocalRange) -> Vec<Strip> {
    let mut found = Vec::new();
    // Runs of the row above that may go on: where they began, and the row.
    let mut open: Vec<(u32, u32, u32)> = Vec::new();
    let last = picture.height();
    let mut is_flat = vec![0; picture.width() as usize];
    for y in 0..last {
        local_range.flat(y, FLAT, &mut is_flat);
        let mut going_on = Vec::new();
        let mut above = open.iter().peekable();
        for (start, end) in runs(&is_flat) {
            while let Some(run) = above.next_if(|run| run.0 + EDGE < start) {
                found.extend(strip(picture, *run, y));
            }
            let same = above.next_if(|run| run.0 <= start + EDGE && run.1.abs_diff(end) <= EDGE);
            going_on.push(same.map_or((start, end, y), |run| (run.0, run.1, run.2)));
        }
        for run in above {
            found.extend(strip(picture, *run, y));
        }
        open = going_on;
    }
    found.extend(open.iter().filter_map(|run| strip(picture, *run, last)));
    found
}

/// The run that begins at that row and ends above `bottom`, if it is a strip.
fn strip(picture: &RgbImage, (start, end, top): (u32, u32, u32), bottom: u32) -> Option<Strip> {
    let (width, height) = (end - start, bottom - top);
    if width < NARROWEST || f64::from(height) < LEAST_LENGTH * f64::from(width) {
        return None;
    }
    let y = (top + bottom) / 2;
    let colour = |x: u32| {
        picture
            .get_pixel_checked(x, y)
            .map(|it| it.0.map(f32::from))
    };
    let here = colour((start + end) / 2)?;
    let [left, right] = [
        colour(start.checked_sub(BESIDE)?)?,
        colour(end - 1 + BESIDE)?,
    ];
    let stands_out = contrast(here, left).min(contrast(here, right));
    let is_alike = contrast(left, right) < stands_out / 2.0;
    (is_alike && stands_out > f32::from(FLAT)).then(|| Strip {
        middle: f64::from(start + end) / 2.0,
        width: f64::from(width + BLURRED),
        top: f64::from(top),
        bottom: f64::from(bottom),
        colour: here,
        ground: left,
    })
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn the_dots_at_the_ends_of_a_pipe_and_its_bend_are_found() {
        // From (20.5, 20.5) down and to the right, in cells of 40 pixels: a bend at (20.5, 100.5).
        let near = |a: u32, b: u32| a.abs_diff(b) <= 6;
        let is_dot = |x: u32, y: u32, at: (u32, u32)| {
            x.abs_diff(at.0).pow(2) + y.abs_diff(at.1).pow(2) <= 13 * 13
        };
        let picture = RgbImage::from_fn(160, 140, |x, y| {
            let is_upright = near(x, 20) && (20..=106).contains(&y);
            let is_level = near(y, 100) && (20..=140).contains(&x);
            let is_end = is_dot(x, y, (20, 20)) || is_dot(x, y, (140, 100));
            Rgb(if is_upright || is_level || is_end {
                [230, 40, 40]
            } else {
                [10; 3]
            })
        });
        let found = bends(&picture, &LocalRange::of(&picture));
        for (x, y) in [(20.5, 20.5), (20.5, 100.5), (140.5, 100.5)] {
            let is_there = |it: &&CompactRegion| (it.x - x).abs() <= 1.0 && (it.y - y).abs() <= 1.0;
            let dots: Vec<&CompactRegion> = found.iter().filter(is_there).collect();
            assert_eq!(dots.len(), 1, "at {x}, {y}: {found:?}");
            assert!((dots[0].size - 27.0).abs() <= 2.0, "{found:?}");
        }
        assert_eq!(found.len(), 3, "{found:?}");
    }
}
