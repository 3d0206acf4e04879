//! Outlines of what stands out in a picture: letters, icons, and boxes around them.

use std::f64::consts::TAU;

use image::RgbImage;

use crate::geometry::PixelRect;
use crate::vision::colour::difference;
use crate::vision::labels::labelled;

/// Neighbouring pixels of an outline differ by more than this, summed over the channels: noise differs less.
pub const STEP: u32 = 30;

/// Parts of text are so high, in pixels; those that are lower are dots.
pub const LEAST_HEIGHT: u32 = 5;

/// A box is at least so high, in pixels, and its outline covers at least this share of the middle of each side.
const LEAST_BOX: u32 = 14;
const OUTLINE: f64 = 0.9;

/// An outline may be so far within its box, as a share of its height: round corners and shadows.
const SHADOW: f64 = 0.04;

/// A part that looks like a box is a letter if another one is so near to it, as a share of its height.
const LETTER_GAP: f64 = 0.6;

/// Letters that touch have no more holes than this: with more in it, a box is one.
const MOST_HOLES: usize = 2;

/// A circle is looked at in so many directions.
const DIRECTIONS: u32 = 32;

/// Parts of a line overlap in height by this share of the lower one, and one is at most so many times as high as the other.
const OVERLAP: f64 = 0.4;
const MOST_RATIO: f64 = 3.0;

/// The pixels of outlines.
pub struct Outlines {
    width: u32,
    height: u32,
    is_outline: Vec<bool>,
}

impl Outlines {
    /// Of a picture.
    pub fn of(picture: &RgbImage) -> Self {
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
    pub fn parts(&self) -> Vec<PixelRect> {
        let alike = |a: usize, b: usize| self.is_outline[a] && self.is_outline[b];
        let (_, regions) = labelled((self.width, self.height), 2, alike);
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
    pub fn boxes(&self, parts: &[PixelRect]) -> Vec<PixelRect> {
        let is_box = |one: &&PixelRect| self.is_box(**one) || self.is_disc(**one);
        let mut boxes: Vec<PixelRect> = parts.iter().filter(is_box).copied().collect();
        loop {
            let is_letter = |one: &PixelRect| {
                let is_sign = |other: &PixelRect| !boxes.contains(other) && is_near(*one, *other);
                parts.iter().any(is_sign) && !has_text(*one, parts)
            };
            let left: Vec<PixelRect> = boxes
                .iter()
                .filter(|one| !is_letter(one))
                .copied()
                .collect();
            // Each O of several may have a letter on one side only.
            if left.len() == boxes.len() {
                return boxes;
            }
            boxes = left;
        }
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
        // What the picture cuts off has no outline there.
        (rect.y == 0 || level(rect.y, 1))
            && (bottom + 1 == self.height || level(bottom, -1))
            && (rect.x == 0 || upright(rect.x, 1))
            && (right + 1 == self.width || upright(right, -1))
    }

    /// Whether the outline is a circle, as around an icon.
    fn is_disc(&self, rect: PixelRect) -> bool {
        if rect.height < LEAST_BOX || rect.width.abs_diff(rect.height) * 10 > rect.height {
            return false;
        }
        let middle = rect.centre();
        let radius = f64::from(rect.width + rect.height) / 4.0 - 0.5;
        let reach = 1.0 + (f64::from(rect.height) * SHADOW).floor();
        let is_met = |direction: &f64| {
            let (sine, cosine) = direction.sin_cos();
            let steps = -1..=reach as i32;
            steps.map(f64::from).any(|inward| {
                let (x, y) = (
                    middle.x + cosine * (radius - inward),
                    middle.y + sine * (radius - inward),
                );
                x >= 0.0
                    && y >= 0.0
                    && (x as u32) < self.width
                    && (y as u32) < self.height
                    && self.is_outline((x as u32, y as u32))
            })
        };
        let directions = (0..DIRECTIONS).map(|at| f64::from(at) * TAU / f64::from(DIRECTIONS));
        directions.filter(is_met).count() as f64 >= f64::from(DIRECTIONS) * OUTLINE
    }
}

/// Whether one part is so near to another, and so high, that both are letters.
fn is_near(one: PixelRect, other: PixelRect) -> bool {
    let apart = gap(one, other);
    apart > 0
        && f64::from(apart) < f64::from(one.height) * LETTER_GAP
        && other.height * 2 >= one.height
        && is_beside(one, other)
}

/// Whether there is more in a part than the holes of letters.
fn has_text(one: PixelRect, parts: &[PixelRect]) -> bool {
    let is_in = |part: &&PixelRect| part.height >= LEAST_HEIGHT && encloses(one, **part);
    parts.iter().filter(is_in).count() > MOST_HOLES
}

/// Whether the one lies around the other, and not along its edges.
pub fn encloses(one: PixelRect, other: PixelRect) -> bool {
    one.x < other.x
        && one.y < other.y
        && one.x + one.width > other.x + other.width
        && one.y + one.height > other.y + other.height
}

/// The columns between two things, 0 if they overlap.
pub fn gap(a: PixelRect, b: PixelRect) -> u32 {
    let (left, right) = if a.x <= b.x { (a, b) } else { (b, a) };
    right.x.saturating_sub(left.x + left.width)
}

/// Whether two things are in one row and about as high.
pub fn is_beside(a: PixelRect, b: PixelRect) -> bool {
    let (low, high) = (a.height.min(b.height), a.height.max(b.height));
    let shared = (a.y + a.height)
        .min(b.y + b.height)
        .saturating_sub(a.y.max(b.y));
    f64::from(shared) >= f64::from(low) * OVERLAP && f64::from(high) <= f64::from(low) * MOST_RATIO
}
