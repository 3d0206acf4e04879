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

/// Whether a mark touches the box at either end of a gap.
pub(super) fn is_at_box(mark: &Mark, rect: PixelRect, gap: Gap) -> bool {
    let (first, whole) = match gap {
        Gap::Right => (mark.rect.x, rect.width),
        Gap::Below => (mark.rect.y, rect.height),
    };
    first == 0 || first + along(mark, gap) == whole
}

/// Whether a mark is as thin as the rest of a border at either end of a gap.
pub(super) fn is_rest_of_border(mark: &Mark, rect: PixelRect, gap: Gap, unit: f64) -> bool {
    is_at_box(mark, rect, gap) && f64::from(along(mark, gap)) <= REST_OF_BORDER * unit
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

/// The extent of a mark along a gap, in pixels.
fn along(mark: &Mark, gap: Gap) -> u32 {
    match gap {
        Gap::Right => mark.rect.width,
        Gap::Below => mark.rect.height,
    }
}

/// The extent of a mark across a gap, in pixels.
pub(super) fn across(mark: &Mark, gap: Gap) -> u32 {
    match gap {
        Gap::Right => mark.rect.height,
        Gap::Below => mark.rect.width,
    }
}

/// A line of pixels of a mark, across a gap.
struct Line {
    /// The first pixel with ink, and the last.
    span: [u32; 2],
    /// From where the ink begins to where it ends, in pixels: one at an end that stands out half as far as the mark counts half.
    extent: f64,
}

impl Line {
    /// The line so many pixels along a gap of a mark that stands out by so many levels; `None` where it has no ink.
    fn of((mark, contrast): (&Mark, f64), gap: Gap, along: u32) -> Option<Self> {
        let level = |at: u32| match gap {
            Gap::Right => mark.level(along, at),
            Gap::Below => mark.level(at, along),
        };
        let mut inked = (0..across(mark, gap)).filter(|&at| level(at) > 0);
        let first = inked.next()?;
        let last = inked.next_back().unwrap_or(first);
        let part = |at: u32| f64::from(level(at)) / contrast;
        let ends = if first == last {
            part(first)
        } else {
            part(first) + part(last)
        };
        Some(Self {
            span: [first, last],
            extent: f64::from((last - first).saturating_sub(1)) + ends,
        })
    }
}

/// The sign that a mark is, by how its extent grows from the tip.
pub(super) fn shape(mark: &Mark, gap: Gap) -> Option<Ordering> {
    let across = across(mark, gap);
    let length = along(mark, gap);
    if length < FEWEST_LINES || f64::from(across) < FLATTEST * f64::from(length) {
        return None;
    }
    let contrast = f64::from(mark.contrast());
    let line = |along| Line::of((mark, contrast), gap, along);
    let lines: Vec<Line> = (0..length).map(line).collect::<Option<_>>()?;
    // The tip is the end where the extent is small on average; the other end opens to its largest.
    let part = (lines.len() / 4).max(1);
    let ends = [&lines[..part], &lines[lines.len() - part..]];
    let mean = |end: &[Line]| end.iter().map(|line| line.extent).sum::<f64>() / part as f64;
    let widest = |lines: &[Line]| lines.iter().map(|line| line.extent).fold(0.0, f64::max);
    let [start, end] = ends.map(mean);
    let is_open_at_end = start < end;
    let open = widest(ends[usize::from(is_open_at_end)]);
    let spans: Vec<[u32; 2]> = lines.iter().map(|line| line.span).collect();
    let tip = start.min(end);
    let tip_span = if is_open_at_end {
        spans[0]
    } else {
        spans[spans.len() - 1]
    };
    let tip_middle = f64::from(tip_span[0] + tip_span[1] + 1) / 2.0;
    let is_middle =
        (tip_middle - f64::from(across) / 2.0).abs() <= TIP_OFF_MIDDLE * f64::from(across);
    let is_open = open >= OPEN * widest(&lines);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The sign of a mark between two boxes one below the other: `#` stands out by 100 levels, `+` by 30.
    fn below(rows: &[&str]) -> Option<Ordering> {
        let (width, height) = (rows[0].len() as u32, rows.len() as u32);
        let levels: Vec<u8> = rows
            .iter()
            .flat_map(|row| row.bytes())
            .map(|glyph| match glyph {
                b'#' => 100,
                b'+' => 30,
                _ => 0,
            })
            .collect();
        let mark = Mark {
            rect: PixelRect {
                x: 0,
                y: 0,
                width,
                height,
            },
            area: levels.iter().filter(|level| **level > 0).count() as u32,
            levels,
            colour: [0; 3],
            is_at_edge: false,
        };
        shape(&mark, Gap::Below)
    }

    #[test]
    fn a_small_bold_letter_is_a_sign_though_its_tip_fades_out_over_five_pixels() {
        let rows = [
            "##+..###", "##+.+##+", ".##.##+.", ".##.##..", ".+####..", ".+###+..", ".+###+..",
        ];
        assert_eq!(below(&rows), Some(Ordering::Greater));
        let turned: Vec<&str> = rows.into_iter().rev().collect();
        assert_eq!(below(&turned), Some(Ordering::Less));
    }

    #[test]
    fn a_bar_and_a_letter_with_a_broad_foot_are_no_signs() {
        assert_eq!(below(&["########"; 7]), None);
        let foot = ["##....##", "##....##", ".##..##.", ".######.", ".######."];
        assert_eq!(below(&foot), None);
    }
}
