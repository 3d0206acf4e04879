//! What a mark in a gap between boxes can be, by its shape: a sign, or a part of a border or a frame.
//!
//! ```text
//!         /
//!    1   /   2      the extent of a sign grows from its tip, on the side of the smaller box, to its open end
//!        \
//!         \
//! ```

use std::cmp::Ordering;

use super::ink::Mark;
use crate::geometry::PixelRect;

/// The share of its own box that a line fills, and of one extent of its gap; and the most of the other extent.
const FULL: f64 = 0.9;
const THIN: f64 = 0.15;
/// The breadth of what is left of a border at an end of a gap, at most, in boxes.
const REST_OF_BORDER: f64 = 0.08;
/// A sign reaches into the middle of its gap: this share of it, from either side, is not looked at alone.
const OUTER: f64 = 0.25;
/// The fewest pixels of a sign along its gap, and its least extent across for each of them.
const FEWEST_LINES: u32 = 3;
const FLATTEST: f64 = 0.7;
/// How narrow the tip of a sign is against its open end, at most; how far from the middle of its extent the tip stands; and how much of
/// that extent the open end has.
const TIP: f64 = 0.62;
const TIP_OFF_MIDDLE: f64 = 0.18;
const OPEN: f64 = 0.75;

/// The gap right of a box, or below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    Right,
    Below,
}

/// Whether a mark is a straight line from end to end, along the gap or across it: a frame over the boxes, or what is left of a
/// border.
pub(super) fn is_frame(mark: &Mark, rect: PixelRect) -> bool {
    let (width, height) = (mark.rect.width, mark.rect.height);
    let is_full = f64::from(mark.area) >= FULL * f64::from(width * height);
    let is_long = |length: u32, whole: u32| f64::from(length) >= FULL * f64::from(whole);
    let is_thin = |across: u32, whole: u32| f64::from(across) <= THIN * f64::from(whole);
    let is_line_right = is_long(width, rect.width) && is_thin(height, rect.height);
    let is_line_down = is_long(height, rect.height) && is_thin(width, rect.width);
    is_full && (is_line_right || is_line_down)
}

/// Whether a mark is as thin as the rest of a border at either end of a gap.
pub(super) fn is_rest_of_border(mark: &Mark, rect: PixelRect, gap: Gap, unit: f64) -> bool {
    let (first, length, whole) = match gap {
        Gap::Right => (mark.rect.x, mark.rect.width, rect.width),
        Gap::Below => (mark.rect.y, mark.rect.height, rect.height),
    };
    let is_at_end = first == 0 || first + length == whole;
    is_at_end && f64::from(length) <= REST_OF_BORDER * unit
}

/// Whether a mark stays away from the middle of a gap, as the shadow of something that lies over the boxes beside.
pub(super) fn is_outer(mark: &Mark, rect: PixelRect, gap: Gap) -> bool {
    let (first, length, whole) = match gap {
        Gap::Right => (mark.rect.y, mark.rect.height, rect.height),
        Gap::Below => (mark.rect.x, mark.rect.width, rect.width),
    };
    let (first, last) = (f64::from(first), f64::from(first + length));
    last <= OUTER * f64::from(whole) || first >= (1.0 - OUTER) * f64::from(whole)
}

/// The extent of a mark across a gap, in pixels.
pub(super) fn across(mark: &Mark, gap: Gap) -> u32 {
    match gap {
        Gap::Right => mark.rect.height,
        Gap::Below => mark.rect.width,
    }
}

/// The sign that a mark is, by how its extent grows from the tip.
pub(super) fn shape(mark: &Mark, gap: Gap) -> Option<Ordering> {
    let across = across(mark, gap);
    let length = match gap {
        Gap::Right => mark.rect.width,
        Gap::Below => mark.rect.height,
    };
    if length < FEWEST_LINES || f64::from(across) < FLATTEST * f64::from(length) {
        return None;
    }
    // By line of pixels along the gap: the first and the last with ink.
    let spans: Option<Vec<[u32; 2]>> = (0..length)
        .map(|along| {
            let has = |&at: &u32| match gap {
                Gap::Right => mark.has(along, at),
                Gap::Below => mark.has(at, along),
            };
            let mut inked = (0..across).filter(has);
            let first = inked.next()?;
            Some([first, inked.next_back().unwrap_or(first)])
        })
        .collect();
    let spans = spans?;
    // The tip is the end where the extent is small on average; the other end opens to its largest.
    let extent = |span: &[u32; 2]| f64::from(span[1] - span[0] + 1);
    let part = (spans.len() / 4).max(1);
    let ends = [&spans[..part], &spans[spans.len() - part..]];
    let [start, end] = ends.map(|end| end.iter().map(extent).sum::<f64>() / part as f64);
    let is_open_at_end = start < end;
    let open = ends[usize::from(is_open_at_end)]
        .iter()
        .map(extent)
        .fold(0.0, f64::max);
    let tip = start.min(end);
    let tip_span = if is_open_at_end {
        spans[0]
    } else {
        spans[spans.len() - 1]
    };
    let tip_middle = f64::from(tip_span[0] + tip_span[1] + 1) / 2.0;
    let is_middle =
        (tip_middle - f64::from(across) / 2.0).abs() <= TIP_OFF_MIDDLE * f64::from(across);
    let is_open = open >= OPEN * f64::from(across);
    let is_sign = tip <= TIP * open && is_middle && is_open && grows(&spans, is_open_at_end);
    is_sign.then_some(match is_open_at_end {
        // The tip is at the smaller one.
        true => Ordering::Less,
        false => Ordering::Greater,
    })
}

/// Whether the extent hardly ever shrinks on the way from the tip, and both sides move apart.
fn grows(spans: &[[u32; 2]], is_open_at_end: bool) -> bool {
    let mut spans = spans.to_vec();
    if !is_open_at_end {
        spans.reverse();
    }
    let slack = 1 + spans.len() as u32 / 8;
    let mut widest = spans[0];
    // The last lines may show one side alone.
    let sure = spans.len() - (slack as usize).min(spans.len() - 1);
    for span in &spans[..sure] {
        if span[0] > widest[0] + slack || span[1] + slack < widest[1] {
            return false;
        }
        widest = [widest[0].min(span[0]), widest[1].max(span[1])];
    }
    widest[0] < spans[0][0] && widest[1] > spans[0][1]
}
