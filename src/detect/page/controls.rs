//! Finds the controls of a page and what they say: buttons with words or icons, and plain words.

use image::RgbImage;
use image::imageops::crop_imm;

use super::ground::on_wide_ground;
use super::lines::{Line, TextBox, around, lines};
use super::meaning::{Meaning, Reading, of_lines, reading};
use super::prompts::{begins, is_beginning_of, letters};
use super::questions;
use super::text::columns;
use crate::geometry::{Cell, Lattice, PixelRect};

/// A box is a button if it is at most this share of the picture's height and width, and so many times as high as a line of
/// text in it for each line.
const MOST_HEIGHT: f64 = 0.2;
const MOST_WIDTH: f64 = 0.8;
const MOST_LINES: f64 = 3.5;

/// Lines under each other are one text when less than this share of a line's height is between them, and one is at most
/// so many times as high as the other.
const LINE_GAP: f64 = 0.75;
const MOST_RATIO: f64 = 1.6;

/// An icon is at most so many times as wide as high, and as high as wide.
const ICON_RATIO: u32 = 2;

/// A stroke is so many times as high as wide.
const STROKE_RATIO: u32 = 3;

/// The parts of an icon look like no more lines than this, and like no more letters than this.
const ICON_LINES: usize = 2;
const MOST_LETTERS: usize = 2;

/// A line of text is looked at again, with so much of its height more around it, unless its words are so likely.
const LEAST_SURE: f64 = 0.9;
const LOOK_AGAIN: u32 = 12;

/// A rectangle is looked at with this part of its height around it, so that its own outline is seen as a box.
const MARGIN: u32 = 4;

/// What is no farther than this from the middle of a cell, in cells, is in it.
const IN_MIDDLE: f64 = 0.25;

/// A control of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageControl {
    /// Where it can be clicked: the button, or the words where there is no button around them.
    pub rect: PixelRect,
    /// Whether it is a button, and not words alone.
    pub is_button: bool,
    /// What it says and what that means.
    pub reading: Reading,
}

impl PageControl {
    /// Whether it is more than an icon or two letters, which halves of an icon look like.
    pub fn has_words(&self) -> bool {
        letters(&self.reading.label).len() > MOST_LETTERS
    }

    /// Whether it is an icon, or nothing that is known: it may be a part of anything, a scroll bar or a picture say.
    pub fn is_icon(&self) -> bool {
        self.reading.label.chars().count() <= 1
    }

    /// Whether it is known what it says: it means something, or is clearly written.
    pub fn is_told(&self) -> bool {
        self.reading.meaning != Meaning::Unknown || self.is_sure_text()
    }

    /// Whether another one is the beginning of this one's sentence, which asks for something.
    pub fn goes_on_from(&self, beginning: &Self) -> bool {
        is_beginning_of(&beginning.reading.label, &self.reading.label)
    }

    /// Whether it is a word or more, clearly written.
    pub fn is_sure_text(&self) -> bool {
        self.reading.score >= LEAST_SURE && self.reading.label.chars().count() > MOST_LETTERS
    }
}

/// All controls and texts in a picture. Where a board is seen, a single letter or icon in the middle of one of its cells is
/// part of it and no control.
pub fn page_controls(picture: &RgbImage, board: Option<&Lattice>) -> Vec<PageControl> {
    let (lines, boxes) = lines(picture);
    let mut controls = Vec::new();
    for (at, one) in boxes.iter().enumerate() {
        let inside: Vec<&Line> = lines.iter().filter(|one| one.parent == Some(at)).collect();
        if is_button(*one, &inside, picture) {
            let reading = in_button(picture, &inside, one.content);
            controls.push(PageControl {
                rect: one.rect,
                is_button: true,
                reading,
            });
        } else {
            controls.extend(plain(picture, inside));
        }
    }
    let outside = lines.iter().filter(|one| one.parent.is_none()).collect();
    controls.extend(plain(picture, outside));
    let is_piece =
        |one: &PageControl| one.is_icon() && board.is_some_and(|board| is_in_cell(one.rect, board));
    controls.retain(|one| !is_piece(one));
    let readings = controls.iter_mut();
    let mut readings: Vec<_> = readings.map(|one| (one.rect, &mut one.reading)).collect();
    questions::answer(&mut readings);
    controls
}

/// Boxes in which nothing is seen apart from their outlines.
pub fn empty_boxes(picture: &RgbImage) -> Vec<PixelRect> {
    let (_, boxes) = lines(picture);
    let empty = boxes.iter().filter(|one| one.content.is_none());
    empty.map(|one| one.rect).collect()
}

/// Whether something is no larger than a cell and in the middle of one.
pub fn is_in_cell(rect: PixelRect, board: &Lattice) -> bool {
    let (at, pitch) = (rect.centre(), board.pitch());
    let mut cells =
        (0..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| Cell::new(row, col)));
    f64::from(rect.width.max(rect.height)) <= pitch
        && cells.any(|cell| board.centre(cell).distance(at) <= IN_MIDDLE * pitch)
}

/// What is written in a rectangle of a picture, say of a button, and what it means.
pub fn reading_of(picture: &RgbImage, rect: PixelRect) -> Reading {
    let margin = rect.height / MARGIN;
    let (left, top) = (rect.x.saturating_sub(margin), rect.y.saturating_sub(margin));
    let right = (rect.x + rect.width + margin).min(picture.width());
    let bottom = (rect.y + rect.height + margin).min(picture.height());
    let part = crop_imm(picture, left, top, right - left, bottom - top).to_image();
    let (lines, boxes) = lines(&part);
    let own = PixelRect {
        x: rect.x - left,
        y: rect.y - top,
        ..rect
    };
    let is_inside = |one: &&Line| {
        own.contains(one.rect.centre())
            && one.rect.width <= own.width
            && one.rect.height <= own.height
    };
    let inside: Vec<&Line> = lines.iter().filter(is_inside).collect();
    let is_own = |one: &&TextBox| {
        own.contains(one.rect.centre())
            && one.rect.width <= own.width + 2 * margin
            && one.rect.height * MARGIN >= own.height * (MARGIN - 1)
    };
    let content = boxes.iter().find(is_own).and_then(|one| one.content);
    in_button(&part, &inside, content)
}

/// Whether a box with these lines in it is a button, and no dialog or page.
fn is_button(one: TextBox, lines: &[&Line], picture: &RgbImage) -> bool {
    let (rect, Some(content)) = (one.rect, one.content) else {
        return false;
    };
    let text: u32 = lines.iter().map(|one| one.rect.height).sum();
    let text = if lines.len() <= ICON_LINES && is_icon(content) {
        text.max(content.height)
    } else {
        text
    };
    let is_in_row = |a: &&Line| {
        lines
            .iter()
            .any(|b| a.rect != b.rect && is_right_of(b.rect, a.rect))
    };
    f64::from(rect.height) <= f64::from(picture.height()) * MOST_HEIGHT
        && f64::from(rect.width) <= f64::from(picture.width()) * MOST_WIDTH
        && f64::from(rect.height) <= f64::from(text) * MOST_LINES
        && !lines
            .iter()
            .any(|one| is_in_row(one) && rect.height > 3 * one.rect.height)
}

/// Whether something has the shape of an icon.
fn is_icon(content: PixelRect) -> bool {
    content.width <= content.height * ICON_RATIO && content.height <= content.width * ICON_RATIO
}

/// Whether one is in the row of another, to its right.
fn is_right_of(one: PixelRect, other: PixelRect) -> bool {
    one.x >= other.x + other.width && one.y < other.y + other.height && other.y < one.y + one.height
}

/// What the lines of a button say together, or its whole content, where that is an icon of several parts.
fn in_button(picture: &RgbImage, lines: &[&Line], content: Option<PixelRect>) -> Reading {
    let mut lines = lines.to_vec();
    lines.sort_by(|a, b| {
        if is_right_of(b.rect, a.rect) {
            std::cmp::Ordering::Less
        } else if is_right_of(a.rect, b.rect) {
            std::cmp::Ordering::Greater
        } else {
            a.rect.y.cmp(&b.rect.y)
        }
    });
    let readings: Vec<Reading> = lines.iter().map(|one| read_line(picture, one)).collect();
    let text = of_lines(&readings);
    let is_one_line = matches!(lines[..], [only] if Some(only.rect) == content);
    let icon = content.filter(|content| is_icon(*content) && !is_one_line);
    let Some(icon) = icon.map(|content| read(picture, content)) else {
        return text;
    };
    // A word of two letters may be what halves of an icon look like.
    if letters(&text.label).len() > MOST_LETTERS || !letters(&icon.label).is_empty() {
        return text;
    }
    icon
}

/// What a line of text says. One in a close box is read in that box alone, with more of its ground around it: its first letter
/// may touch the box.
fn read_line(picture: &RgbImage, line: &Line) -> Reading {
    let Some(close_box) = line.close_box else {
        return read(picture, line.rect);
    };
    let alone = on_wide_ground(picture, close_box);
    match lines(&alone).0.as_slice() {
        [only] => read(&alone, only.rect),
        _ => read(picture, line.rect),
    }
}

/// What a rectangle with one line of text says. What is not sure is looked at again as a smaller text, which blurs what spoilt it.
fn read(picture: &RgbImage, rect: PixelRect) -> Reading {
    let first = reading(&columns(picture, rect));
    if first.score >= LEAST_SURE {
        return first;
    }
    let more = (rect.height / LOOK_AGAIN).max(1);
    let (x, y) = (rect.x.saturating_sub(more), rect.y.saturating_sub(more));
    let around = PixelRect {
        x,
        y,
        width: (rect.x + rect.width + more).min(picture.width()) - x,
        height: (rect.y + rect.height + more).min(picture.height()) - y,
    };
    let again = reading(&columns(picture, around));
    match (first.meaning, again.meaning) {
        (Meaning::Unknown, _) if again.score > first.score => again,
        (Meaning::Unknown, _) | (_, Meaning::Unknown) => first,
        _ if first.meaning == again.meaning => first,
        _ => Reading {
            meaning: Meaning::Unknown,
            ..first
        },
    }
}

/// Lines with no button around them: those right under each other are one text, but for sentences that ask for something, which begin
/// in a line of their own.
fn plain(picture: &RgbImage, mut lines: Vec<&Line>) -> Vec<PageControl> {
    lines.sort_by_key(|one| one.rect.y);
    let mut texts: Vec<Vec<&Line>> = Vec::new();
    for line in lines {
        let is_above = |text: &&mut Vec<&Line>| {
            text.last()
                .is_some_and(|last| is_under(line.rect, last.rect))
        };
        match texts.iter_mut().find(is_above) {
            Some(text) => text.push(line),
            None => texts.push(vec![line]),
        }
    }
    let read = |line| (line, read_line(picture, line));
    texts
        .into_iter()
        .map(|text| text.into_iter().map(read).collect::<Vec<_>>())
        .flat_map(|text| {
            let sentences = text.chunk_by(|_, (_, next)| !begins(&next.label));
            let controls = sentences.map(|sentence| controls_of(picture, sentence));
            controls.collect::<Vec<_>>().concat()
        })
        .collect()
}

/// The controls of a text: one, unless it means nothing and each of its lines or of their parts does by itself.
fn controls_of(picture: &RgbImage, text: &[(&Line, Reading)]) -> Vec<PageControl> {
    let rects: Vec<PixelRect> = text.iter().map(|(line, _)| line.rect).collect();
    let readings: Vec<Reading> = text.iter().map(|(_, reading)| reading.clone()).collect();
    let reading = of_lines(&readings);
    let is_known = |one: &Reading| one.meaning != Meaning::Unknown;
    if !is_known(&reading) {
        let parts = |line: &&Line, reading: Reading| {
            if is_known(&reading) {
                return vec![(line.rect, reading)];
            }
            let words = line.parts().into_iter().filter(|part| !is_stroke(*part));
            words.map(|part| (part, read(picture, part))).collect()
        };
        let apart = text
            .iter()
            .zip(readings)
            .flat_map(|((line, _), reading)| parts(line, reading));
        let apart: Vec<(PixelRect, Reading)> = apart.collect();
        if !apart.is_empty() && apart.iter().all(|(_, reading)| is_known(reading)) {
            let control = |(rect, reading)| PageControl {
                rect,
                is_button: false,
                reading,
            };
            return apart.into_iter().map(control).collect();
        }
    }
    vec![PageControl {
        rect: around(&rects),
        is_button: false,
        reading,
    }]
}

/// Whether a part of a line is no word: what is seen of the edge of a button beside its words.
fn is_stroke(part: PixelRect) -> bool {
    part.width * STROKE_RATIO <= part.height
}

/// Whether one line is right under another, as in one text.
fn is_under(one: PixelRect, other: PixelRect) -> bool {
    let (low, high) = (one.height.min(other.height), one.height.max(other.height));
    let gap = one.y.saturating_sub(other.y + other.height);
    one.y >= other.y + other.height / 2
        && one.x < other.x + other.width
        && other.x < one.x + one.width
        && f64::from(high) <= f64::from(low) * MOST_RATIO
        && f64::from(gap) < f64::from(high) * LINE_GAP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edge_of_a_button_is_no_word() {
        let part = |width| PixelRect {
            x: 325,
            y: 303,
            width,
            height: 19,
        };
        assert!(is_stroke(part(2)) && is_stroke(part(4)));
        assert!(!is_stroke(part(38)));
    }
}
