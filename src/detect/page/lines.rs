//! Finds lines of text and the boxes around them, whatever they say.
//!
//! ```text
//!   ┌─────────────┐   Outlines are where neighbouring pixels differ. What hangs together is a part: a letter, several
//!   │  Play again │   letters, a box. Parts beside each other, as high as each other, in the same box, are a line.
//!   └─────────────┘
//! ```

use std::collections::BTreeSet;

use image::RgbImage;

use super::ground::{on_shaded_ground, on_wide_ground, wider, within_line};
use super::outlines::{LEAST_HEIGHT, Outlines, encloses, gap, is_beside};
use crate::geometry::PixelRect;

/// Text is at most so many pixels high.
const MOST_HEIGHT: u32 = 160;

/// A line is at most so many times as wide as high: sentences are wider.
const MOST_ASPECT: f64 = 22.0;

/// No more than this share of the height is between two parts of a line.
const MOST_GAP: f64 = 1.2;

/// The gap between two words, at least, as a share of the height: from here on a line may be two.
const WIDE_GAP: f64 = 0.6;

/// Dots and accents lie within this share of the height above a line, and within this one below it.
const ABOVE: f64 = 0.5;
const BELOW: f64 = 0.25;

/// A box lies close around a line when it is at most so many times as high: selected text has a box 1.2 times as high as its
/// font, and small letters without strokes above and below are half as high as that.
const CLOSE_BOX: f64 = 2.3;

/// A word of two letters is so many times as wide as high; icons are about as wide as high.
const SHORTEST_WORD: f64 = 1.5;

/// A page with more parts than this is a photograph or noise.
const MOST_PARTS: usize = 6000;

/// A line of text.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text and nothing around it.
    pub rect: PixelRect,
    /// The smallest box around it, by number.
    pub parent: Option<usize>,
    /// That box, if it lies close around the text, as that of selected text does: the first letter may touch it, and is then no
    /// part of `rect`.
    pub close_box: Option<PixelRect>,
    /// Its letters, or several together where they touch.
    letters: Vec<PixelRect>,
    /// Wide gaps in it: the first column, and the first one after it.
    gaps: Vec<(u32, u32)>,
}

impl Line {
    /// Whether it is what a letter of another line has inside.
    fn is_hole_of(&self, other: &Self) -> bool {
        let is_text =
            |letter: &PixelRect| self.letters.len() > 1 && self.rect.width * 2 >= letter.width;
        let mut around = other
            .letters
            .iter()
            .filter(|letter| encloses(**letter, self.rect));
        around.any(|letter| !is_text(letter))
    }

    /// Whether it is no text, but what is left of a box around one.
    fn is_frame_of(&self, other: &Self) -> bool {
        encloses(self.rect, other.rect) && !other.is_hole_of(self)
    }

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

/// What may be a button.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextBox {
    /// Its outline.
    pub rect: PixelRect,
    /// What lies around all that is in it and in no smaller box, letters and parts of icons; `None` if nothing does.
    pub content: Option<PixelRect>,
}

/// The lines of text in a picture, and the boxes around them.
pub fn lines(picture: &RgbImage) -> (Vec<Line>, Vec<TextBox>) {
    let (mut lines, mut boxes) = apart(picture);
    // The inner ones first: what is in them is not in the outlines around them as well.
    let mut empty: Vec<usize> = (0..boxes.len()).collect();
    empty.retain(|at| boxes[*at].content.is_none() && boxes[*at].rect.height <= MOST_HEIGHT);
    empty.sort_by_key(|at| boxes[*at].rect.width);
    for at in empty {
        let (rect, parent) = (boxes[at].rect, Some(at));
        let is_around = |one: &TextBox| one.content.is_some() && encloses(rect, one.rect);
        if !boxes.iter().any(is_around)
            && let Some(text) = merged_text(picture, rect)
        {
            boxes[at].content = Some(text.rect);
            lines.push(Line { parent, ..text });
        }
    }
    for line in &mut lines {
        let around = line.parent.map(|at| boxes[at].rect);
        let is_close =
            |one: &PixelRect| f64::from(one.height) <= f64::from(line.rect.height) * CLOSE_BOX;
        line.close_box = around.filter(is_close);
    }
    let close = lines.iter().filter(|line| line.close_box.is_some());
    let close: BTreeSet<usize> = close.filter_map(|line| line.parent).collect();
    for at in close {
        let (rect, parent) = (boxes[at].rect, Some(at));
        let in_box = lines.iter().filter(|line| line.parent == parent);
        let seen = around(&in_box.map(|line| line.rect).collect::<Vec<_>>());
        if let Some(text) = whole_text(picture, rect, seen) {
            boxes[at].content = Some(text.rect);
            lines.retain(|line| line.parent != parent);
            lines.push(Line {
                parent,
                close_box: Some(rect),
                ..text
            });
        }
    }
    (lines, boxes)
}

/// The lines and boxes that stand apart from each other.
fn apart(picture: &RgbImage) -> (Vec<Line>, Vec<TextBox>) {
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
    let inside = contents(&parts, &parents, &boxes);
    let text_box = |(rect, inside): (&PixelRect, Vec<PixelRect>)| TextBox {
        rect: *rect,
        content: (!inside.is_empty()).then(|| around(&inside)),
    };
    let text_boxes = boxes.iter().zip(inside).map(text_box).collect();
    (grouped(&parts, &parents), text_boxes)
}

/// What is in each box and in no smaller one. An empty box that is the only one in another is no box, but an icon: a circle arrow
/// has an outline like one.
fn contents(
    parts: &[PixelRect],
    parents: &[Option<usize>],
    boxes: &[PixelRect],
) -> Vec<Vec<PixelRect>> {
    let mut inside = vec![Vec::new(); boxes.len()];
    for (part, parent) in parts.iter().zip(parents) {
        if let Some(parent) = parent {
            inside[*parent].push(*part);
        }
    }
    let mut inner = vec![Vec::new(); boxes.len()];
    for (at, rect) in boxes.iter().enumerate() {
        if let Some(parent) = parent(*rect, boxes) {
            inner[parent].push(at);
        }
    }
    let is_empty: Vec<bool> = inside.iter().map(Vec::is_empty).collect();
    for (inside, inner) in inside.iter_mut().zip(inner) {
        if let [only] = inner[..]
            && is_empty[only]
        {
            inside.push(boxes[only]);
        }
    }
    inside
}

/// The text of a box in which nothing is seen apart from its outline: all letters touch each other or the box, or a focus
/// rectangle that touches the box.
fn merged_text(picture: &RgbImage, close_box: PixelRect) -> Option<Line> {
    let (found, _) = apart(&on_wide_ground(picture, close_box));
    if let [text] = found.as_slice() {
        return word_in(close_box, text);
    }
    let inside = within_line(picture, close_box);
    let alone = on_shaded_ground(picture, inside);
    let (found, boxes) = apart(&alone);
    match (found.as_slice(), boxes.as_slice()) {
        ([text], _) => word_in(inside, text),
        ([], [inner]) if inner.rect.height < inside.height => {
            word_in(inside, &merged_text(&alone, inner.rect)?)
        }
        _ => None,
    }
}

/// The text of a close box of which the first or last word touches the box, so that only this much was seen.
fn whole_text(picture: &RgbImage, close_box: PixelRect, seen: PixelRect) -> Option<Line> {
    let inside = within_line(picture, close_box);
    let (found, _) = apart(&on_shaded_ground(picture, inside));
    let [text] = found.as_slice() else {
        return None;
    };
    word_in(inside, text).filter(|text| text.rect.width > seen.width + seen.height)
}

/// A text that was found in a box on wider ground, where it lies in the picture, if it is a word.
fn word_in(around: PixelRect, text: &Line) -> Option<Line> {
    let more = wider(around);
    let rect = PixelRect {
        x: (around.x + text.rect.x).checked_sub(more)?,
        y: (around.y + text.rect.y).checked_sub(more)?,
        ..text.rect
    };
    let is_word = f64::from(rect.width) >= f64::from(rect.height) * SHORTEST_WORD;
    is_word.then(|| Line {
        rect,
        ..text.clone()
    })
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
    let is_line = |one: &&Line| {
        let mut others = lines.iter().filter(|other| other.parent == one.parent);
        !others.any(|other| one.is_hole_of(other) || one.is_frame_of(other))
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
    let letters = group.clone();
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
        close_box: None,
        letters,
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
    fn an_empty_box_in_another_is_its_content() {
        let mut page = page();
        fill(&mut page, [40, 30, 60, 60], [40, 120, 70]);
        fill(&mut page, [55, 45, 30, 30], [250; 3]);
        let contents: Vec<_> = lines(&page).1.iter().map(|one| one.content).collect();
        assert_eq!(contents, [Some(rect([55, 45, 30, 30])), None]);
    }

    /// A dark outline of two boxes lies around a light button.
    #[test]
    fn the_text_in_two_boxes_is_one_line() {
        let mut page = page();
        fill(&mut page, [40, 30, 100, 40], [60, 210, 140]);
        fill(&mut page, [44, 34, 92, 32], [20, 20, 20]);
        fill(&mut page, [47, 37, 86, 26], [250; 3]);
        for letter in 0..4 {
            fill(&mut page, [62 + 14 * letter, 44, 10, 12], [20; 3]);
        }
        let (lines, boxes) = lines(&page);
        assert!(boxes.len() > 1, "{boxes:?}");
        assert_eq!(lines.len(), 1, "{lines:?}");
    }

    /// Its button has a ground that grows darker, and the first and last letter are a pixel away from the line.
    #[test]
    fn the_text_in_a_focus_rectangle_is_a_line() {
        let mut page = page();
        let letter = |page: &mut RgbImage, left: u32| {
            fill(page, [left, 44, 6, 12], [20; 3]);
        };
        for y in 0..26 {
            fill(&mut page, [57, 37 + y, 32, 1], [250 - 5 * y as u8; 3]);
        }
        letter(&mut page, 62);
        letter(&mut page, 78);
        let frame = |page: &mut RgbImage, [left, top, width, height]: [u32; 4]| {
            for x in [left, left + width - 1] {
                fill(page, [x, top, 1, height], [140, 160, 190]);
            }
            for y in [top, top + height - 1] {
                fill(page, [left, y, width, 1], [140, 160, 190]);
            }
        };
        frame(&mut page, [60, 40, 26, 20]);
        let words = |page: &RgbImage| {
            let (lines, _) = lines(page);
            lines.iter().map(|one| one.rect).collect::<Vec<_>>()
        };
        assert_eq!(words(&page), [rect([62, 44, 22, 12])]);
        // The button is so close around it that their outlines touch.
        frame(&mut page, [57, 37, 32, 26]);
        assert_eq!(words(&page), [rect([62, 44, 22, 12])]);
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
            assert!(encloses(parent.rect, line.rect));
            assert_eq!(parent.content, Some(line.rect));
        }
        boxes.retain(|one| one.rect.height == 40);
        let rects: Vec<PixelRect> = boxes.iter().map(|one| one.rect).collect();
        assert_eq!(rects, [rect([40, 30, 120, 40]), rect([200, 30, 120, 40])]);
    }
}
