//! What stands in a box: nothing, pencil marks, or a digit.

use image::RgbImage;

use super::ink::{Mark, marks};
use super::network::{CLASSES, Glyph, likelihoods};
use crate::geometry::PixelRect;
use crate::puzzle::futoshiki::Digit;

/// The least contrast of a digit, in levels.
const LEAST: u8 = 40;
/// The margin of a box is one of so many parts of its shorter side: its border may reach into it.
const MARGINS: u32 = 12;
/// The lowest digit, in boxes: what is lower is a pencil mark, or dust, unless it stands alone.
const LOWEST: f64 = 0.27;
/// The lowest digit that stands alone in its box, in boxes and in pixels, and how far its middle is from that of the box, in boxes.
const LOWEST_ALONE: f64 = 0.12;
const FEWEST_PIXELS: u32 = 7;
const OFF_MIDDLE_ALONE: f64 = 0.1;
/// A mark that stands alone is a digit, be it any, if that is more likely than not. A mark on a button is likely to be one digit then.
const MORE_LIKELY: f32 = 0.5;
/// A digit lies in the middle: its own middle is not farther from that of the box, in boxes. One that is too high for a pencil mark
/// may lie at the left or right: a text field puts it there.
const OFF_MIDDLE: f64 = 0.27;
/// Whatever stands beside the middle is lower than this, in boxes: a row of pencil marks. Where one is as high as this share of what
/// stands in the middle, that is a pencil mark, too.
const LOW: f64 = 0.45;
const AS_HIGH: f64 = 0.75;
/// The widest caret of a text field, in pixels, and how many times as high as wide one is at least.
const CARET: u32 = 2;
const CARET_RATIO: u32 = 6;
/// A large digit 1 without a serif is not so thin: so many times as high as wide.
const SURE_CARET: u32 = 10;
/// The height of a pencil mark is at least this share of that of another one on the board: give or take a pixel of twelve.
const PENCIL_MARKS: f64 = 0.85;
/// How likely a digit must be to count by itself, and to be possible.
const SURE: f32 = 0.9;
const POSSIBLE: f32 = 0.002;

/// How likely a mark is to be each of the digits 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likelihoods([f32; CLASSES - 1]);

impl Likelihoods {
    /// Those of a mark on a board of so many rows: no digit is greater.
    fn up_to(size: usize, glyph: &Glyph) -> Self {
        let mut all = likelihoods(glyph);
        all[size..].fill(0.0);
        Self(all)
    }

    /// The digits that are possible, and how likely each is.
    pub fn possible(&self) -> impl Iterator<Item = (Digit, f32)> {
        let digits = (1..).zip(self.0);
        digits.filter(|(_, likely)| *likely >= POSSIBLE)
    }

    /// How likely it is that the mark is a digit at all.
    fn any(&self) -> f32 {
        self.0.iter().sum()
    }

    fn likeliest(&self) -> (Digit, f32) {
        let digits = (1..).zip(self.0);
        digits
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or_default()
    }
}

/// How a digit is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Writing {
    /// Its colour.
    pub colour: [u8; 3],
    /// How high it is, in pixels.
    height: u32,
}

impl Writing {
    fn of(mark: &Mark) -> Self {
        Self {
            colour: mark.colour,
            height: mark.rect.height,
        }
    }
}

/// What stands in a box, if it can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Content {
    /// Nothing.
    Empty,
    /// Marks lower than a digit, and how high the highest is, in pixels.
    PencilMarks(u32),
    /// A digit.
    Digit(Digit, Writing),
    /// One of several digits.
    Unsure(Likelihoods, Writing),
    /// Something that is no digit.
    Unknown,
}

impl Content {
    /// Whether it may be this digit, however likely another one is.
    pub fn may_be(self, digit: Digit) -> bool {
        match self {
            Self::Digit(shown, _) => shown == digit,
            Self::Unsure(likelihoods, _) => likelihoods.possible().any(|(it, _)| it == digit),
            Self::Empty | Self::PencilMarks(_) | Self::Unknown => false,
        }
    }

    /// The digit that is sure, or more likely than not.
    pub fn likely(self) -> Option<Digit> {
        match self {
            Self::Digit(digit, _) => Some(digit),
            Self::Unsure(likelihoods, _) => {
                let (digit, likely) = likelihoods.likeliest();
                (likely >= MORE_LIKELY).then_some(digit)
            }
            Self::Empty | Self::PencilMarks(_) | Self::Unknown => None,
        }
    }

    /// How high its digit is, in pixels.
    fn height(&self) -> Option<u32> {
        match self {
            Self::Digit(_, writing) | Self::Unsure(_, writing) => Some(writing.height),
            Self::Empty | Self::PencilMarks(_) | Self::Unknown => None,
        }
    }
}

/// What stands in the boxes of a board, given what stands in each by itself. A pencil mark that is left alone in its box looks like a
/// digit; but there are more pencil marks of its height than digits.
pub(super) fn among_each_other(mut contents: Vec<Content>) -> Vec<Content> {
    let digits: Vec<u32> = contents.iter().filter_map(Content::height).collect();
    let pencil_marks: Vec<u32> = contents
        .iter()
        .filter_map(|content| match content {
            Content::PencilMarks(height) => Some(*height),
            _ => None,
        })
        .collect();
    let count = |of: &[u32], height: u32| {
        let is_as_high = |one: &&u32| {
            f64::from(height.min(**one)) >= PENCIL_MARKS * f64::from(height.max(**one))
        };
        of.iter().filter(is_as_high).count()
    };
    for content in &mut contents {
        if let Some(height) = content.height()
            && count(&pencil_marks, height) > count(&digits, height)
        {
            *content = Content::PencilMarks(height);
        }
    }
    contents
}

/// What stands in a box, whose inside this is, on a board of `size` rows.
pub(super) fn content(picture: &RgbImage, rect: PixelRect, size: usize) -> Content {
    let margin = (rect.width.min(rect.height) / MARGINS).max(1);
    // A box at the edge of the picture may be cut.
    let [width, height] =
        [rect.width, rect.height].map(|side| f64::from(side.saturating_sub(2 * margin)));
    let is_high = |mark: &Mark| f64::from(mark.rect.height) >= LOWEST * height;
    let off = |start: u32, length: u32, of: u32| {
        (f64::from(start) + f64::from(length) / 2.0 - f64::from(of) / 2.0).abs()
    };
    let off_across = |mark: &Mark| off(mark.rect.x, mark.rect.width, rect.width) / width;
    let off_down = |mark: &Mark| off(mark.rect.y, mark.rect.height, rect.height) / height;
    let off_middle = |mark: &Mark| off_across(mark).max(off_down(mark));
    let found = without_caret(marks_within(picture, rect, margin));
    if let [alone] = found.as_slice()
        && !is_high(alone)
    {
        let is_like_digit = !is_caret(alone)
            && f64::from(alone.rect.height) >= LOWEST_ALONE * height
            && alone.rect.height >= FEWEST_PIXELS
            && off_middle(alone) <= OFF_MIDDLE_ALONE;
        if !is_like_digit {
            return Content::PencilMarks(alone.rect.height);
        }
        let likelihoods = Likelihoods::up_to(size, &glyph(alone));
        return if likelihoods.any() >= MORE_LIKELY {
            told(likelihoods, alone)
        } else {
            Content::Unknown
        };
    }
    let is_low = |mark: &Mark| f64::from(mark.rect.height) <= LOW * height;
    let is_in_middle = |mark: &Mark| {
        let across = off_across(mark) <= OFF_MIDDLE || !is_low(mark) && !mark.is_at_edge;
        across && off_down(mark) <= OFF_MIDDLE
    };
    let (middle, other): (Vec<Mark>, Vec<Mark>) = found.into_iter().partition(is_in_middle);
    if !other.iter().all(is_low) {
        return Content::Unknown;
    }
    let high: Vec<Mark> = middle
        .iter()
        .filter(|mark| is_high(mark))
        .cloned()
        .collect();
    let heights = || middle.iter().chain(&other).map(|mark| mark.rect.height);
    match high.as_slice() {
        [] => heights().max().map_or(Content::Empty, Content::PencilMarks),
        [mark] if is_caret(mark) && mark.rect.height >= SURE_CARET * mark.rect.width => {
            Content::Unknown
        }
        [mark] if other.iter().any(|beside| is_as_high(beside, mark)) => {
            Content::PencilMarks(mark.rect.height)
        }
        [mark] => told(Likelihoods::up_to(size, &glyph(mark)), mark),
        _ => Content::Unknown,
    }
}

/// The marks in a box but for those of its border, which may reach into the margin: what touches the margin from within is
/// taken whole, unless it goes on to the edge of the box.
///
/// ```text
///   ┌─────────────┐
///   │ ┌ ─ ─ ─ ─ ┐ │
///   │███        │ │   a digit at the left of a text field, 1 pixel from the edge
///   │  █│       │ │
///   │███        │ │
///   │ └ ─ ─ ─ ─ ┘ │
///   └─────────────┘
/// ```
fn marks_within(picture: &RgbImage, rect: PixelRect, margin: u32) -> Vec<Mark> {
    let inner = PixelRect {
        x: rect.x + margin,
        y: rect.y + margin,
        width: rect.width.saturating_sub(2 * margin),
        height: rect.height.saturating_sub(2 * margin),
    };
    let within = marks(picture, inner, LEAST);
    let mut whole = Vec::new();
    if within.iter().any(|mark| mark.is_at_edge) {
        whole = marks(picture, rect, LEAST);
        whole.retain(|mark| !mark.is_at_edge);
    }
    let mut found: Vec<Mark> = Vec::new();
    for mut mark in within {
        mark.rect.x += margin;
        mark.rect.y += margin;
        match whole
            .iter()
            .find(|whole| mark.is_at_edge && whole.meets(&mark))
        {
            Some(whole) if found.iter().any(|known| known.rect == whole.rect) => {}
            Some(whole) => found.push(whole.clone()),
            None => found.push(mark),
        }
    }
    found
}

fn is_as_high(one: &Mark, other: &Mark) -> bool {
    f64::from(one.rect.height) >= AS_HIGH * f64::from(other.rect.height)
}

/// The marks without the caret of a text field, which stands beside a digit and is as high at least.
fn without_caret(mut found: Vec<Mark>) -> Vec<Mark> {
    if let [one, other] = found.as_slice() {
        let is_beside =
            |caret: &Mark, digit: &Mark| is_caret(caret) && caret.rect.height >= digit.rect.height;
        match [is_beside(one, other), is_beside(other, one)] {
            [true, false] => drop(found.remove(0)),
            [false, true] => drop(found.remove(1)),
            _ => {}
        }
    }
    found
}

/// Whether a mark is as thin and high as a caret. In small letters a digit 1 without a serif is hardly told from it.
fn is_caret(mark: &Mark) -> bool {
    mark.rect.width <= CARET && mark.rect.height >= CARET_RATIO * mark.rect.width
}

/// What a mark is that is so likely to be each digit.
fn told(likelihoods: Likelihoods, mark: &Mark) -> Content {
    let writing = Writing::of(mark);
    match likelihoods.likeliest() {
        (digit, likely) if likely >= SURE => Content::Digit(digit, writing),
        (_, likely) if likely >= POSSIBLE => Content::Unsure(likelihoods, writing),
        _ => Content::Unknown,
    }
}

/// The mark as the network sees it.
fn glyph(mark: &Mark) -> Glyph {
    let most = mark.contrast().max(1);
    let share = |level: u8| f32::from(level) / f32::from(most);
    let at = |x: u32, y: u32| mark.levels[(y * mark.rect.width + x) as usize];
    Glyph::of(mark.rect.width, mark.rect.height, |x, y| share(at(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(height: u32) -> Writing {
        let colour = [0; 3];
        Writing { colour, height }
    }

    /// In Futoshiki of keesverruijt a candidate 5 that is left alone stands in the middle, half as high as a digit.
    #[test]
    fn a_digit_as_high_as_most_pencil_marks_is_one() {
        let [given, low] = [24, 12].map(|height| Content::Digit(5, written(height)));
        let [marks, others] = [11, 13].map(Content::PencilMarks);
        let told = among_each_other(vec![given, low, marks, others, Content::Empty]);
        let expected = [
            given,
            Content::PencilMarks(12),
            marks,
            others,
            Content::Empty,
        ];
        assert_eq!(told, expected);
        let as_alone = vec![low, marks, given, given];
        assert_eq!(among_each_other(as_alone.clone()), as_alone);
    }

    /// On a pad in a pixel font the 4 was 0.68 likely.
    #[test]
    fn a_digit_is_likely_where_no_other_is_as_likely() {
        let with = |four: f32, others: f32| {
            let mut all = [others; CLASSES - 1];
            all[3] = four;
            Content::Unsure(Likelihoods(all), written(20))
        };
        let with_four = |four: f32, others: f32| with(four, others).likely();
        assert_eq!(with_four(0.68, 0.01), Some(4));
        assert_eq!(with_four(0.31, 0.05), None);
        assert_eq!(Content::Empty.likely(), None);
        let unsure = with(0.68, 0.01);
        assert!([4, 7].iter().all(|digit| unsure.may_be(*digit)));
        assert!(!with(0.9, 0.0).may_be(7) && !Content::Unknown.may_be(4));
    }
}
