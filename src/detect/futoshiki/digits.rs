//! What stands in a box: nothing, pencil marks, or a digit.

use image::RgbImage;

use super::ink::{Mark, marks};
use super::network::{CLASSES, Glyph, likelihoods};
use crate::geometry::PixelRect;
use crate::puzzle::futoshiki::Digit;

/// The least contrast of a digit, in levels.
const LEAST: u8 = 40;
/// The lowest digit, in boxes: what is lower is a pencil mark, or dust.
const LOWEST: f64 = 0.27;
/// A digit lies in the middle: its own middle is not farther from that of the box, in boxes.
const OFF_MIDDLE: f64 = 0.27;
/// Whatever stands beside the middle is lower than this, in boxes: a row of pencil marks.
const LOW: f64 = 0.45;
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

    fn likeliest(&self) -> (Digit, f32) {
        let digits = (1..).zip(self.0);
        digits
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or_default()
    }
}

/// What stands in a box, if it can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Content {
    /// Nothing, or pencil marks.
    Empty,
    /// A digit, and its colour.
    Digit(Digit, [u8; 3]),
    /// One of several digits, and its colour.
    Unsure(Likelihoods, [u8; 3]),
    /// Something that is no digit.
    Unknown,
}

/// What stands in a box, whose inside this is, on a board of `size` rows.
pub(super) fn content(picture: &RgbImage, rect: PixelRect, size: usize) -> Content {
    let inset = (rect.width.min(rect.height) / 12).max(1);
    let inner = PixelRect {
        x: rect.x + inset,
        y: rect.y + inset,
        // A box at the edge of the picture may be cut.
        width: rect.width.saturating_sub(2 * inset),
        height: rect.height.saturating_sub(2 * inset),
    };
    let [width, height] = [inner.width, inner.height].map(f64::from);
    let is_high = |mark: &Mark| f64::from(mark.rect.height) >= LOWEST * height;
    let is_in_middle = |mark: &Mark| {
        let x = f64::from(mark.rect.x) + f64::from(mark.rect.width) / 2.0;
        let y = f64::from(mark.rect.y) + f64::from(mark.rect.height) / 2.0;
        (x / width - 0.5).abs() <= OFF_MIDDLE && (y / height - 0.5).abs() <= OFF_MIDDLE
    };
    let found = marks(picture, inner, LEAST);
    let (middle, other): (Vec<Mark>, Vec<Mark>) = found.into_iter().partition(is_in_middle);
    if other
        .iter()
        .any(|mark| f64::from(mark.rect.height) > LOW * height)
    {
        return Content::Unknown;
    }
    let high: Vec<Mark> = middle
        .iter()
        .filter(|mark| is_high(mark))
        .cloned()
        .collect();
    match high.as_slice() {
        [] => Content::Empty,
        [mark] => {
            let likelihoods = Likelihoods::up_to(size, &glyph(mark));
            match likelihoods.likeliest() {
                (digit, likely) if likely >= SURE => Content::Digit(digit, mark.colour),
                (_, likely) if likely >= POSSIBLE => Content::Unsure(likelihoods, mark.colour),
                _ => Content::Unknown,
            }
        }
        _ => Content::Unknown,
    }
}

/// The mark as the network sees it.
fn glyph(mark: &Mark) -> Glyph {
    let most = mark.levels.iter().copied().max().unwrap_or(1);
    let share = |level: u8| f32::from(level) / f32::from(most);
    let at = |x: u32, y: u32| mark.levels[(y * mark.rect.width + x) as usize];
    Glyph::of(mark.rect.width, mark.rect.height, |x, y| share(at(x, y)))
}
