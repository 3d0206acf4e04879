//! Parts of a picture on wider ground, so that what touches their edges stands apart.

use std::collections::HashMap;

use image::imageops::{crop_imm, replace};
use image::{Rgb, RgbImage};

use super::outlines::STEP;
use crate::geometry::PixelRect;
use crate::vision::colour::difference;

/// The line of a focus rectangle is no broader than this, in pixels.
const MOST_LINE: u32 = 3;

/// What is in a rectangle, with half of its height more of its most frequent colour on each side.
pub fn on_wide_ground(picture: &RgbImage, rect: PixelRect) -> RgbImage {
    let part = crop_imm(picture, rect.x, rect.y, rect.width, rect.height).to_image();
    let ground = most_frequent(part.pixels().copied());
    widened(&part, |_| ground)
}

/// The same, in each row with the ground of that row: that of a button may be lighter above than below.
pub(super) fn on_shaded_ground(picture: &RgbImage, rect: PixelRect) -> RgbImage {
    let part = crop_imm(picture, rect.x, rect.y, rect.width, rect.height).to_image();
    let grounds = grounds(&part);
    widened(&part, |row| grounds[row as usize])
}

/// A picture with half of its height more on each side, in a colour for each row.
fn widened(part: &RgbImage, ground: impl Fn(u32) -> Rgb<u8>) -> RgbImage {
    let (width, height) = part.dimensions();
    let more = height / 2;
    let mut wide = RgbImage::from_fn(width + 2 * more, height + 2 * more, |_, y| {
        ground(y.saturating_sub(more).min(height - 1))
    });
    replace(&mut wide, part, more.into(), more.into());
    wide
}

/// The ground of each row: what lies at both its ends, where that is the same, since most of it may be a line; else its most
/// frequent colour.
fn grounds(picture: &RgbImage) -> Vec<Rgb<u8>> {
    let last = picture.width() - 1;
    let ground = |y: u32| {
        let (left, right) = (picture.get_pixel(0, y), picture.get_pixel(last, y));
        if difference(left, right) <= STEP {
            return *left;
        }
        most_frequent((0..=last).map(|x| *picture.get_pixel(x, y)))
    };
    (0..picture.height()).map(ground).collect()
}

fn most_frequent(pixels: impl Iterator<Item = Rgb<u8>>) -> Rgb<u8> {
    let mut counts: HashMap<Rgb<u8>, usize> = HashMap::new();
    for pixel in pixels {
        *counts.entry(pixel).or_default() += 1;
    }
    let frequent = counts
        .into_iter()
        .max_by_key(|(colour, count)| (*count, colour.0));
    frequent.map_or(Rgb([0; 3]), |(colour, _)| colour)
}

/// What lies within the line that a box is drawn with: a focus rectangle is close around its text. All of a box that has no
/// such line.
pub(super) fn within_line(picture: &RgbImage, rect: PixelRect) -> PixelRect {
    let most = MOST_LINE.min((rect.width.min(rect.height) - 1) / 2);
    let shrunk = |by: u32| PixelRect {
        x: rect.x + by,
        y: rect.y + by,
        width: rect.width - 2 * by,
        height: rect.height - 2 * by,
    };
    let line = most_frequent(border(picture, rect));
    let is_line = |pixel: &Rgb<u8>| difference(pixel, &line) <= STEP;
    for by in 0..=most {
        let (mut on, mut all) = (0, 0);
        for pixel in border(picture, shrunk(by)) {
            on += usize::from(is_line(&pixel));
            all += 1;
        }
        if on * 2 < all {
            return shrunk(by);
        }
        if on < all {
            break;
        }
    }
    rect
}

/// The outermost pixels of a rectangle.
fn border(picture: &RgbImage, rect: PixelRect) -> impl Iterator<Item = Rgb<u8>> {
    let (right, bottom) = (rect.x + rect.width - 1, rect.y + rect.height - 1);
    let rows = (rect.x..=right).flat_map(move |x| [(x, rect.y), (x, bottom)]);
    let cols = (rect.y..=bottom).flat_map(move |y| [(rect.x, y), (right, y)]);
    rows.chain(cols).map(|(x, y)| *picture.get_pixel(x, y))
}

/// How much more ground there is on each side.
pub(super) fn wider(rect: PixelRect) -> u32 {
    rect.height / 2
}
