//! The pad of a game: buttons with the digits, beside the board or opened over it.

use std::ops::RangeInclusive;

use image::RgbImage;

use super::digits::content;
use super::even_areas::{EvenAreas, ON_SCREEN};
use super::grid::{BoxGrid, is_alike};
use super::ink::ground;
use crate::geometry::PixelRect;
use crate::puzzle::futoshiki::Digit;
use crate::vision::colour::step;

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

/// The grounds of two buttons are alike when they differ by no more levels.
const ALIKE: u8 = 24;

/// A button, and the digit on it.
type Key = (Digit, PixelRect);

/// Buttons with the digits of a board, one for each, that count up from left to right in each row.
#[derive(Clone, Debug, PartialEq)]
pub struct Pad(Vec<PixelRect>);

impl Pad {
    /// The button of a digit, if a picture still shows it where it was found.
    pub fn button(&self, picture: &RgbImage, digit: Digit) -> Option<PixelRect> {
        let rect = *self.0.get(usize::from(digit).checked_sub(1)?)?;
        (rect.lies_in(picture.dimensions()) && read(picture, rect, self.0.len()) == Some(digit))
            .then_some(rect)
    }

    /// Whether one button alone has another ground than the others: its digit is chosen, and a click on a cell may put it in.
    pub fn has_choice(&self, picture: &RgbImage) -> bool {
        let grounds: Vec<[u8; 3]> = self.0.iter().map(|rect| ground(picture, *rect)).collect();
        let unlike = |one: &&[u8; 3]| {
            grounds
                .iter()
                .filter(|&other| step(**one, *other) > ALIKE)
                .count()
        };
        let all = grounds.len();
        let lone = grounds.iter().filter(|one| unlike(one) + 1 == all).count();
        lone == 1 && grounds.iter().filter(|one| unlike(one) == 1).count() + 1 == all
    }
}

/// The only pad beside a board, if there is one.
pub(super) fn pad(picture: &RgbImage, grid: &BoxGrid) -> Option<Pad> {
    let board = grid.bounds();
    only_pad(picture, grid, &|rect| !board.contains(rect.centre()))
}

/// The only pad that has opened since an earlier picture of the same place, over the board or beside it, if there is one: what
/// was there before is no button of it.
pub(super) fn opened_pad(picture: &RgbImage, before: &RgbImage, grid: &BoxGrid) -> Option<Pad> {
    let areas = EvenAreas::of(before, ON_SCREEN);
    let before: Vec<PixelRect> = areas
        .iter()
        .flat_map(|areas| buttons(grid, areas))
        .collect();
    only_pad(picture, grid, &|rect| {
        !before.iter().any(|before| is_same(rect, before))
    })
}

/// The only pad of areas that may be buttons.
fn only_pad(
    picture: &RgbImage,
    grid: &BoxGrid,
    may_be: &dyn Fn(&PixelRect) -> bool,
) -> Option<Pad> {
    let found = |areas: &EvenAreas| {
        let digit = |rect| Some((read(picture, rect, grid.size)?, rect));
        let buttons = buttons(grid, areas).filter(may_be);
        let keys: Vec<Key> = buttons.filter_map(digit).collect();
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

/// The even areas near the board that have the shape of a button.
fn buttons(grid: &BoxGrid, areas: &EvenAreas) -> impl Iterator<Item = PixelRect> {
    let near = grid.bounds().grown(BESIDE * grid.bounds().width());
    let largest = LARGEST * grid.pitch[0].max(grid.pitch[1]);
    let is_button = move |(rect, area): &(PixelRect, u32)| {
        let [width, height] = [rect.width, rect.height].map(f64::from);
        rect.height >= LOWEST
            && width.max(height) <= largest.min(LONGEST * width.min(height))
            && f64::from(*area) >= FILLED * width * height
            && near.contains(rect.centre())
    };
    let all = areas.all.iter();
    let found = all.map(|(_, region)| (region.rect(), region.area));
    found.filter(is_button).map(|(rect, _)| rect)
}

/// Whether two areas are one: a veil over it may make it smaller by a pixel.
fn is_same(now: &PixelRect, before: &PixelRect) -> bool {
    let edges = |rect: &PixelRect| [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height];
    let mut both = edges(now).into_iter().zip(edges(before));
    both.all(|(now, before)| now.abs_diff(before) <= 1)
}

/// The digit on a button. One that is not sure is told by its place among the others.
fn read(picture: &RgbImage, rect: PixelRect, size: usize) -> Option<Digit> {
    content(picture, rect, size).likely()
}

/// The pad whose first button is known: one button of its size with the next digit comes after each, in its row or the next one, which
/// lies below all through the pad, or above.
fn beginning_with((_, first): &Key, keys: &[Key], grid: &BoxGrid) -> Option<Pad> {
    let counted_up = |rows: f64| {
        let mut buttons = vec![*first];
        for digit in 2..=Digit::try_from(grid.size).ok()? {
            let last = *buttons.last()?;
            let is_next = |(other, rect): &&Key| {
                *other == digit && is_alike(rect, first) && follows(last, *rect, rows)
            };
            let mut next = keys.iter().filter(is_next);
            let (_, button) = next.next().filter(|_| next.next().is_none())?;
            buttons.push(*button);
        }
        Some(Pad(buttons))
    };
    counted_up(1.0).or_else(|| counted_up(-1.0))
}

/// Whether a button comes next to another one: to the right of it in its row, or in the next row, which lies below (1) or above (-1).
fn follows(one: PixelRect, next: PixelRect, rows: f64) -> bool {
    let (a, b) = (one.centre(), next.centre());
    let right = (b.x - a.x) / f64::from(one.width);
    let down = (b.y - a.y) / f64::from(one.height);
    if down.abs() <= IN_LINE {
        NEXT.contains(&right)
    } else {
        NEXT.contains(&(rows * down))
    }
}
