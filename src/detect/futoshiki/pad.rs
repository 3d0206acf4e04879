//! The pad of a game: buttons with the digits, beside the board.

use std::ops::RangeInclusive;

use image::RgbImage;

use super::digits::content;
use super::even_areas::{EvenAreas, ON_SCREEN};
use super::grid::{BoxGrid, is_alike};
use crate::geometry::PixelRect;
use crate::puzzle::futoshiki::Digit;

/// The lowest button, in pixels: a digit on it can just be read.
const LOWEST: u32 = 12;
/// The longest side of a button, in pitches of the board.
const LARGEST: f64 = 2.0;
/// How many times as long as the other its longer side is, at most.
const LONGEST: f64 = 3.0;
/// The least share of its rectangle that is a button: a round one has 0.79, and the digit covers some of it.
const FILLED: f64 = 0.4;
/// How far two buttons of a row lie off its line, in heights of a button.
const IN_LINE: f64 = 0.3;
/// How far it may be from one button to the next in its row, or to the next row, in sides of a button.
const NEXT: RangeInclusive<f64> = 0.8..=3.0;
/// How far from the board the pad may lie, in sides of the board.
const BESIDE: f64 = 1.0;

/// A button, and the digit on it.
type Key = (Digit, PixelRect);

/// Buttons with the digits of a board, one for each, that count up from left to right in each row.
#[derive(Clone, Debug, PartialEq)]
pub struct Pad(Vec<PixelRect>);

impl Pad {
    /// The button of a digit, if a picture still shows it where it was found.
    pub fn button(&self, picture: &RgbImage, digit: Digit) -> Option<PixelRect> {
        let rect = *self.0.get(usize::from(digit).checked_sub(1)?)?;
        let is_inside =
            rect.x + rect.width <= picture.width() && rect.y + rect.height <= picture.height();
        (is_inside && read(picture, rect, self.0.len()) == Some(digit)).then_some(rect)
    }
}

/// The only pad beside a board, if there is one.
pub(super) fn pad(picture: &RgbImage, grid: &BoxGrid) -> Option<Pad> {
    let found = |areas: &EvenAreas| {
        let keys = keys(picture, grid, areas);
        let mut pads: Vec<Pad> = Vec::new();
        for first in keys.iter().filter(|(digit, _)| *digit == 1) {
            pads.extend(beginning_with(first, &keys, grid));
        }
        match pads.as_slice() {
            [pad] => Some(pad.clone()),
            _ => None,
        }
    };
    EvenAreas::of(picture, ON_SCREEN).iter().find_map(found)
}

/// The even areas near the board that hold a digit and may be buttons.
fn keys(picture: &RgbImage, grid: &BoxGrid, areas: &EvenAreas) -> Vec<Key> {
    let board = grid.bounds();
    let near = board.grown(BESIDE * board.width());
    let largest = LARGEST * grid.pitch[0].max(grid.pitch[1]);
    let is_button = |rect: &PixelRect, area: u32| {
        let [width, height] = [rect.width, rect.height].map(f64::from);
        let middle = rect.centre();
        rect.height >= LOWEST
            && width.max(height) <= largest.min(LONGEST * width.min(height))
            && f64::from(area) >= FILLED * width * height
            && near.contains(middle)
            && !board.contains(middle)
    };
    let found = areas
        .all
        .iter()
        .map(|(_, region)| (region.rect(), region.area));
    found
        .filter(|(rect, area)| is_button(rect, *area))
        .filter_map(|(rect, _)| Some((read(picture, rect, grid.size)?, rect)))
        .collect()
}

/// The digit on a button. One that is not sure is told by its place among the others.
fn read(picture: &RgbImage, rect: PixelRect, size: usize) -> Option<Digit> {
    content(picture, rect, size).likely()
}

/// The pad whose first button is known: among the buttons of its size each digit stands once, and each comes after the one
/// before, in its row or a next one.
fn beginning_with(first: &Key, keys: &[Key], grid: &BoxGrid) -> Option<Pad> {
    let of = |digit: Digit| {
        let like = |(other, rect): &&Key| *other == digit && is_alike(rect, &first.1);
        let mut all = keys.iter().filter(like).map(|(_, rect)| *rect);
        all.next().filter(|_| all.next().is_none())
    };
    let digits = 1..=Digit::try_from(grid.size).ok()?;
    let buttons: Vec<PixelRect> = digits.map(of).collect::<Option<_>>()?;
    let follows = |two: &[PixelRect]| follows(two[0], two[1]);
    buttons.windows(2).all(follows).then_some(Pad(buttons))
}

/// Whether a button comes next to another one: to the right of it in its row, or in the row after or before.
fn follows(one: PixelRect, next: PixelRect) -> bool {
    let (a, b) = (one.centre(), next.centre());
    let right = (b.x - a.x) / f64::from(one.width);
    let down = (b.y - a.y).abs() / f64::from(one.height);
    if down <= IN_LINE {
        NEXT.contains(&right)
    } else {
        NEXT.contains(&down)
    }
}
