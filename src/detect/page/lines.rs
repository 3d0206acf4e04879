//! Finds lines of text and the boxes around them, whatever they say.
//!
//! ```text
//!   ┌─────────────┐   Outlines are where neighbouring pixels differ. What hangs together is a part: a letter, several
//!   │  Play again │   letters, a box. Parts beside each other, as high as each other, in the same box, are a line.
//!   └─────────────┘
//! ```

use image::RgbImage;

use super::likeness::difference;
use super::regions::regions;
use crate::geometry::PixelRect;

/// Neighbouring pixels of an outline differ by more than this, summed over the channels: noise differs less.
const STEP: u32 = 48;

/// Parts of text are so high, in pixels; those that are lower are dots.
const LEAST_HEIGHT: u32 = 5;

/// Text is at most so many pixels high.
const MOST_HEIGHT: u32 = 160;

/// A line is at most so many times as wide as high: sentences are wider.
const MOST_ASPECT: f64 = 22.0;

/// A box is at least so high, in pixels, and its outline covers at least this share of the middle of each side.
const LEAST_BOX: u32 = 14;
const OUTLINE: f64 = 0.9;

/// An outline may be so far within its box, as a share of its height: round corners and shadows.
const SHADOW: f64 = 0.04;

/// A part that looks like a box is a letter if another one is so near to it, as a share of its height.
const LETTER_GAP: f64 = 0.6;

/// Letters that touch have no more holes than this: with more in it, a box is one.
const MOST_HOLES: usize = 2;

/// Parts of a line overlap in height by this share of the lower one, one is at most so many times as high as the other,
/// and no more than this share of the height is between them.
const OVERLAP: f64 = 0.4;
const MOST_RATIO: f64 = 3.0;
const MOST_GAP: f64 = 1.2;

/// The gap between two words, at least, as a share of the height: from here on a line may be two.
const WIDE_GAP: f64 = 0.6;

/// Dots and accents lie within this share of the height above a line, and within this one below it.
const ABOVE: f64 = 0.5;
const BELOW: f64 = 0.25;

/// A page with more parts than this is a photograph or noise.
const MOST_PARTS: usize = 6000;

/// A line of text.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text and nothing around it.
    pub rect: PixelRect,
    /// The smallest box around it, by number.
    pub parent: Option<usize>,
    /// Of how many parts it is.
    parts: usize,
    /// Wide gaps in it: the first column, and the first one after it.
    gaps: Vec<(u32, u32)>,
}

impl Line {
    /// What it falls into at its wide gaps: nothing if it has none.
    pub fn parts(&self) -> Vec<PixelRect> {
        if self.gaps.is_empty() {
            return Vec::new();
        }
        let end = self.rect.x + self.rect.width;
        let starts = [self.rect.x]
            .into_iter()
            .chain(self.gaps.iter().map(|gap| gap.1));
        let ends = self.gaps.iter().map(|gap| gap.0).chain([end]);
        let part = |(x, end)| PixelRect {
            x,
            width: end - x,
            ..self.rect
        };
        starts.zip(ends).map(part).collect()
    }
}

/// The lines of text in a picture, and the boxes around them.
pub fn lines(picture: &RgbImage) -> (Vec<Line>, Vec<PixelRect>) {
    let (width, height) = picture.dimensions();
    if width < 3 || height < 3 {
        return (Vec::new(), Vec::new());
    }
    let outlines = Outlines::of(picture);
    let mut parts = outlines.parts();
    if parts.len() > MOST_PARTS {
        return (Vec::new(), Vec::new());
    }
    parts.sort_by_key(|one| (one.x, one.y));
    let boxes = outlines.boxes(&parts);
    parts.retain(|one| one.height <= MOST_HEIGHT && !boxes.contains(one));
    let parents: Vec<Option<usize>> = parts.iter().map(|one| parent(*one, &boxes)).collect();
    (grouped(&parts, &parents), boxes)
}

/// The pixels of outlines.
struct Outlines {
    width: u32,
    height: u32,
    is_outline: Vec<bool>,
}

impl Outlines {
    fn of(picture: &RgbImage) -> Self {
        let (width, height) = picture.dimensions();
        let mut is_outline = vec![false; (width * height) as usize];
        for y in 0..height {
            for x in 0..width {
                let pixel = picture.get_pixel(x, y);
                let at = (y * width + x) as usize;
                if x + 1 < width && difference(pixel, picture.get_pixel(x + 1, y)) > STEP {
                    is_outline[at] = true;
                    is_outline[at + 1] = true;
                }
                if y + 1 < height && difference(pixel, picture.get_pixel(x, y + 1)) > STEP {
                    is_outline[at] = true;
                    is_outline[at + width as usize] = true;
                }
            }
        }
        Self {
            width,
            height,
            is_outline,
        }
    }

    fn is_outline(&self, (x, y): (u32, u32)) -> bool {
        self.is_outline[(y * self.width + x) as usize]
    }

    /// What hangs together, without the pixels of the ground along its outline.
    fn parts(&self) -> Vec<PixelRect> {
        let alike = |a, b| self.is_outline(a) && self.is_outline(b);
        let (_, regions) = regions((self.width, self.height), 2, alike);
        let parts = regions.into_iter().map(|(_, region)| {
            let rect = region.rect();
            let shrunk = |start: u32, length: u32, end: u32| {
                // At the edge of the picture there is no ground.
                let from = if start == 0 { 0 } else { start + 1 };
                let to = if start + length == end {
                    end
                } else {
                    start + length - 1
                };
                (from, to.max(from + 1) - from)
            };
            let (x, width) = shrunk(rect.x, rect.width, self.width);
            let (y, height) = shrunk(rect.y, rect.height, self.height);
            PixelRect {
                x,
                y,
                width,
                height,
            }
        });
        parts.collect()
    }

    /// Those parts that are boxes and have no letter beside them, as an O and letters that touch may have.
    fn boxes(&self, parts: &[PixelRect]) -> Vec<PixelRect> {
        let is_box = |one: &&PixelRect| self.is_box(**one);
        let boxes: Vec<PixelRect> = parts.iter().filter(is_box).copied().collect();
        let has_text = |one: &PixelRect| {
            let inside = parts
                .iter()
                .filter(|part| part.height >= LEAST_HEIGHT && encloses(*one, **part));
            inside.count() > MOST_HOLES
        };
        let is_letter = |one: &&PixelRect| {
            let mut beside = parts.iter().filter(|other| {
                let apart = gap(**one, **other);
                apart > 0
                    && f64::from(apart) < f64::from(one.height) * LETTER_GAP
                    && other.height * 2 >= one.height
                    && is_beside(**one, **other)
            });
            beside.any(|other| !boxes.contains(other)) && !has_text(one)
        };
        boxes
            .iter()
            .filter(|one| !is_letter(one))
            .copied()
            .collect()
    }

    /// Whether the outline covers the middle of each side.
    fn is_box(&self, rect: PixelRect) -> bool {
        if rect.height < LEAST_BOX || rect.width * 10 < rect.height * 9 {
            return false;
        }
        let reach = 1 + (f64::from(rect.height) * SHADOW) as u32;
        let (right, bottom) = (rect.x + rect.width - 1, rect.y + rect.height - 1);
        // Round ends are as high as half of the box; a square one is no disc.
        let is_wide = rect.width * 2 > rect.height * 3;
        let end = if is_wide {
            rect.height / 2
        } else {
            rect.width / 5
        };
        let across = rect.x + end..=right - end;
        let down = rect.y + rect.height * 2 / 5..=bottom - rect.height * 2 / 5;
        let near = |edge: u32, inward: i64| {
            (0..=reach).map(move |step| edge.saturating_add_signed(inward as i32 * step as i32))
        };
        let is_covered = |count: usize, all: usize| count as f64 >= all as f64 * OUTLINE;
        let level = |edge: u32, inward: i64| {
            let is_met = |x: &u32| near(edge, inward).any(|y| self.is_outline((*x, y)));
            is_covered(
                across.clone().filter(is_met).count(),
                across.clone().count(),
            )
        };
        let upright = |edge: u32, inward: i64| {
            let is_met = |y: &u32| near(edge, inward).any(|x| self.is_outline((x, *y)));
            is_covered(down.clone().filter(is_met).count(), down.clone().count())
        };
        level(rect.y, 1) && level(bottom, -1) && upright(rect.x, 1) && upright(right, -1)
    }
}

/// The smallest box around something.
fn parent(rect: PixelRect, boxes: &[PixelRect]) -> Option<usize> {
    let around = boxes
        .iter()
        .enumerate()
        .filter(|(_, one)| encloses(**one, rect));
    let smallest = around.min_by_key(|(_, one)| u64::from(one.width) * u64::from(one.height));
    smallest.map(|(at, _)| at)
}

/// Whether the one lies around the other, and not along its edges.
fn encloses(one: PixelRect, other: PixelRect) -> bool {
    one.x < other.x
        && one.y < other.y
        && one.x + one.width > other.x + other.width
        && one.y + one.height > other.y + other.height
}

/// The columns between two things, 0 if they overlap.
fn gap(a: PixelRect, b: PixelRect) -> u32 {
    let (left, right) = if a.x <= b.x { (a, b) } else { (b, a) };
    right.x.saturating_sub(left.x + left.width)
}

/// Whether two things are in one row and about as high.
fn is_beside(a: PixelRect, b: PixelRect) -> bool {
    let (low, high) = (a.height.min(b.height), a.height.max(b.height));
    let shared = (a.y + a.height)
        .min(b.y + b.height)
        .saturating_sub(a.y.max(b.y));
    f64::from(shared) >= f64::from(low) * OVERLAP && f64::from(high) <= f64::from(low) * MOST_RATIO
}

/// Parts beside each other, from left to right, as lines.
fn grouped(parts: &[PixelRect], parents: &[Option<usize>]) -> Vec<Line> {
    let mut owners: Vec<usize> = (0..parts.len()).collect();
    for (at, a) in parts.iter().enumerate() {
        if a.height < LEAST_HEIGHT {
            continue;
        }
        for (other, b) in parts.iter().enumerate().skip(at + 1) {
            // They are sorted from left to right.
            if f64::from(b.x.saturating_sub(a.x + a.width)) > f64::from(MOST_HEIGHT) * MOST_GAP {
                break;
            }
            let most = f64::from(a.height.max(b.height)) * MOST_GAP;
            if b.height >= LEAST_HEIGHT
                && parents[at] == parents[other]
                && is_beside(*a, *b)
                && f64::from(gap(*a, *b)) <= most
                && !encloses(*a, *b)
                && !encloses(*b, *a)
            {
                let (to, from) = (root(&owners, at), root(&owners, other));
                owners[from] = to;
            }
        }
    }
    let mut groups: Vec<(usize, Vec<PixelRect>)> = Vec::new();
    let mut numbers = vec![usize::MAX; parts.len()];
    for (at, part) in parts
        .iter()
        .enumerate()
        .filter(|(_, part)| part.height >= LEAST_HEIGHT)
    {
        let owner = root(&owners, at);
        if numbers[owner] == usize::MAX {
            numbers[owner] = groups.len();
            groups.push((at, Vec::new()));
        }
        groups[numbers[owner]].1.push(*part);
    }
    let lines = groups
        .into_iter()
        .filter_map(|(first, group)| line(group, parents[first], parts));
    let lines: Vec<Line> = lines.collect();
    // What is inside of a letter is none, and what is around a text is no letter.
    let is_frame = |one: &Line, inner: &Line| {
        one.parts == 1 && inner.parts > 1 && inner.rect.width * 2 >= one.rect.width
    };
    let is_line = |one: &&Line| {
        lines
            .iter()
            .filter(|other| other.parent == one.parent)
            .all(|other| {
                let is_inside = encloses(other.rect, one.rect) && !is_frame(other, one);
                let is_around = encloses(one.rect, other.rect) && is_frame(one, other);
                !is_inside && !is_around
            })
    };
    lines.iter().filter(is_line).cloned().collect()
}

fn root(owners: &[usize], mut at: usize) -> usize {
    while owners[at] != at {
        at = owners[at];
    }
    at
}

/// A line of these parts, with the dots above and below them.
fn line(mut group: Vec<PixelRect>, parent: Option<usize>, parts: &[PixelRect]) -> Option<Line> {
    let body = around(&group);
    let (above, below) = (
        f64::from(body.height) * ABOVE,
        f64::from(body.height) * BELOW,
    );
    let is_dot = |one: &&PixelRect| {
        let (top, bottom) = (f64::from(one.y), f64::from(one.y + one.height));
        one.x >= body.x
            && one.x + one.width <= body.x + body.width
            && one.height * 2 < body.height
            && top >= f64::from(body.y) - above
            && bottom <= f64::from(body.y + body.height) + below
    };
    group.extend(parts.iter().filter(is_dot));
    let rect = around(&group);
    let is_line = f64::from(rect.width) <= f64::from(rect.height) * MOST_ASPECT;
    group.sort_by_key(|one| one.x);
    let (mut gaps, mut end) = (Vec::new(), rect.x);
    for part in &group {
        let wide = f64::from(part.x.saturating_sub(end));
        if wide >= f64::from(rect.height) * WIDE_GAP {
            gaps.push((end, part.x));
        }
        end = end.max(part.x + part.width);
    }
    is_line.then_some(Line {
        rect,
        parent,
        parts: group.len(),
        gaps,
    })
}

/// The smallest rectangle around all of these, of which there is one at least.
pub(super) fn around(rects: &[PixelRect]) -> PixelRect {
    let left = rects.iter().map(|one| one.x).min().unwrap_or_default();
    let top = rects.iter().map(|one| one.y).min().unwrap_or_default();
    let right = rects.iter().map(|one| one.x + one.width).max();
    let bottom = rects.iter().map(|one| one.y + one.height).max();
    PixelRect {
        x: left,
        y: top,
        width: right.unwrap_or_default() - left,
        height: bottom.unwrap_or_default() - top,
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    fn fill(picture: &mut RgbImage, [left, top, width, height]: [u32; 4], colour: [u8; 3]) {
        for (x, y) in (left..left + width).flat_map(|x| (top..top + height).map(move |y| (x, y))) {
            picture.put_pixel(x, y, Rgb(colour));
        }
    }

    /// Letters 6 pixels wide and 12 high, from there on, so far from each other.
    fn letters(picture: &mut RgbImage, [left, top]: [u32; 2], count: u32, apart: u32) {
        for letter in 0..count {
            fill(picture, [left + letter * (6 + apart), top, 6, 12], [250; 3]);
        }
    }

    fn page() -> RgbImage {
        RgbImage::from_pixel(400, 200, Rgb([20, 30, 40]))
    }

    fn rect([x, y, width, height]: [u32; 4]) -> PixelRect {
        PixelRect {
            x,
            y,
            width,
            height,
        }
    }

    #[test]
    fn letters_beside_each_other_are_a_line() {
        let mut page = page();
        letters(&mut page, [50, 40], 5, 3);
        // The dot of an i, and another line below.
        fill(&mut page, [68, 34, 6, 4], [250; 3]);
        letters(&mut page, [50, 70], 3, 3);
        let (lines, boxes) = lines(&page);
        let rects: Vec<PixelRect> = lines.iter().map(|one| one.rect).collect();
        assert_eq!(rects, [rect([50, 34, 42, 18]), rect([50, 70, 24, 12])]);
        assert!(boxes.is_empty());
    }

    #[test]
    fn a_line_falls_apart_at_wide_gaps() {
        let mut page = page();
        letters(&mut page, [50, 40], 4, 3);
        assert!(lines(&page).0[0].parts().is_empty());
        letters(&mut page, [93, 40], 3, 3);
        letters(&mut page, [160, 40], 2, 3);
        let (lines, _) = lines(&page);
        assert_eq!(lines.len(), 2, "{lines:?}");
        let parts = [rect([50, 40, 33, 12]), rect([93, 40, 24, 12])];
        assert_eq!(lines[0].parts(), parts);
    }

    #[test]
    fn a_box_is_found_whether_it_is_filled_or_only_outlined() {
        let mut page = page();
        fill(&mut page, [40, 30, 120, 40], [40, 120, 70]);
        letters(&mut page, [70, 44], 5, 3);
        for [x, y, width, height] in [
            [200, 30, 120, 2],
            [200, 68, 120, 2],
            [200, 30, 2, 40],
            [318, 30, 2, 40],
        ] {
            fill(&mut page, [x, y, width, height], [250; 3]);
        }
        letters(&mut page, [230, 44], 5, 3);
        let (lines, mut boxes) = lines(&page);
        assert_eq!(lines.len(), 2);
        for line in &lines {
            let parent = boxes[line.parent.unwrap()];
            assert!(encloses(parent, line.rect));
        }
        boxes.retain(|one| one.height == 40);
        assert_eq!(boxes, [rect([40, 30, 120, 40]), rect([200, 30, 120, 40])]);
    }
}
