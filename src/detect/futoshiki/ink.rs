//! What stands out from the ground of a rectangle, in connected parts.

use image::RgbImage;

use crate::geometry::PixelRect;
use crate::vision::colour::step;

/// A connected part of the ink in a rectangle.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// Where it lies, from the rectangle's corner.
    pub rect: PixelRect,
    /// By row and column of its own rectangle: by how many levels it stands out there; 0 where it has no ink.
    pub levels: Vec<u8>,
    /// Pixels.
    pub area: u32,
    /// Its colour where it stands out most.
    pub colour: [u8; 3],
    /// Whether it reaches the edge of the rectangle, and may go on beyond it.
    pub is_at_edge: bool,
}

impl Mark {
    /// Whether it has ink at a place from its own corner.
    pub fn has(&self, x: u32, y: u32) -> bool {
        self.level(x, y) > 0
    }

    /// By how many levels it stands out at a place from its own corner.
    pub fn level(&self, x: u32, y: u32) -> u8 {
        self.levels[(y * self.rect.width + x) as usize]
    }

    /// By how many levels it stands out where it does most.
    pub fn contrast(&self) -> u8 {
        self.levels.iter().copied().max().unwrap_or(0)
    }

    /// Whether it has ink where another mark of the same rectangle has.
    pub fn meets(&self, other: &Self) -> bool {
        let own = self.rect;
        let mut places = (own.y..own.y + own.height)
            .flat_map(|y| (own.x..own.x + own.width).map(move |x| (x, y)));
        places.any(|(x, y)| self.has_at(x, y) && other.has_at(x, y))
    }

    /// Whether it has ink at a place from the corner of the rectangle that it was found in.
    fn has_at(&self, x: u32, y: u32) -> bool {
        let from_corner = x.checked_sub(self.rect.x).zip(y.checked_sub(self.rect.y));
        from_corner
            .is_some_and(|(x, y)| x < self.rect.width && y < self.rect.height && self.has(x, y))
    }
}

/// The colour that most pixels of a rectangle have, in steps of eight levels, by its median.
pub(super) fn ground(picture: &RgbImage, rect: PixelRect) -> [u8; 3] {
    const STEP: usize = 8;
    const STEPS: usize = 256 / STEP;
    let key = |pixel: [u8; 3]| {
        let [red, green, blue] = pixel.map(|level| usize::from(level) / STEP);
        (red * STEPS + green) * STEPS + blue
    };
    let mut counts = vec![0u32; STEPS.pow(3)];
    for pixel in pixels(picture, rect) {
        counts[key(pixel)] += 1;
    }
    let keys = pixels(picture, rect).map(key);
    let most = keys.max_by_key(|&key| (counts[key], key));
    let most = most.unwrap_or_default();
    // By channel: how many of these pixels have each level of the step.
    let mut levels = [[0u32; STEP]; 3];
    for pixel in pixels(picture, rect).filter(|&pixel| key(pixel) == most) {
        for (levels, level) in levels.iter_mut().zip(pixel) {
            levels[usize::from(level) % STEP] += 1;
        }
    }
    let first = [most / STEPS / STEPS, most / STEPS % STEPS, most % STEPS];
    [0, 1, 2].map(|channel| {
        let mut below = 0;
        let median = levels[channel].iter().position(|count| {
            below += count;
            2 * below > counts[most]
        });
        (STEP * first[channel] + median.unwrap_or(0)) as u8
    })
}

fn pixels(picture: &RgbImage, rect: PixelRect) -> impl Iterator<Item = [u8; 3]> {
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
    let places = (rect.y..bottom).flat_map(move |y| (rect.x..right).map(move |x| (x, y)));
    places.map(|(x, y)| picture.get_pixel(x, y).0)
}

/// The marks in a rectangle that stand out by at least `least` levels. Pixels that touch at a corner belong together.
pub(super) fn marks(picture: &RgbImage, rect: PixelRect, least: u8) -> Vec<Mark> {
    let ground = ground(picture, rect);
    let mut levels: Vec<u8> = pixels(picture, rect)
        .map(|pixel| step(pixel, ground))
        .collect();
    let mut found = Vec::new();
    for start in 0..levels.len() {
        if levels[start] < least {
            continue;
        }
        let part = part(&mut levels, rect.width as usize, start, least);
        let xs = || part.iter().map(|(at, _)| (at % rect.width as usize) as u32);
        let ys = || part.iter().map(|(at, _)| (at / rect.width as usize) as u32);
        let (left, right) = xs().fold((u32::MAX, 0), |(a, b), x| (a.min(x), b.max(x)));
        let (top, bottom) = ys().fold((u32::MAX, 0), |(a, b), y| (a.min(y), b.max(y)));
        let own = PixelRect {
            x: left,
            y: top,
            width: right - left + 1,
            height: bottom - top + 1,
        };
        let mut own_levels = vec![0; (own.width * own.height) as usize];
        for ((x, y), (_, level)) in xs().zip(ys()).zip(&part) {
            own_levels[((y - top) * own.width + x - left) as usize] = *level;
        }
        let clearest = part.iter().max_by_key(|(_, level)| *level);
        let clearest = clearest.map_or(start, |(at, _)| *at) as u32;
        let (x, y) = (clearest % rect.width, clearest / rect.width);
        found.push(Mark {
            rect: own,
            levels: own_levels,
            area: part.len() as u32,
            colour: picture.get_pixel(rect.x + x, rect.y + y).0,
            is_at_edge: left == 0
                || top == 0
                || right + 1 == rect.width
                || bottom + 1 == rect.height,
        });
    }
    found
}

/// The pixels of one mark with their levels, which become 0.
fn part(levels: &mut [u8], width: usize, start: usize, least: u8) -> Vec<(usize, u8)> {
    let (mut part, mut next) = (Vec::new(), vec![start]);
    while let Some(at) = next.pop() {
        let level = std::mem::take(&mut levels[at]);
        if level < least {
            continue;
        }
        part.push((at, level));
        let (x, y) = (at % width, at / width);
        for y in y.saturating_sub(1)..=(y + 1).min(levels.len() / width - 1) {
            for x in x.saturating_sub(1)..=(x + 1).min(width - 1) {
                if levels[y * width + x] >= least {
                    next.push(y * width + x);
                }
            }
        }
    }
    part
}

/// Several marks as one.
pub(super) fn merged(marks: &[Mark]) -> Option<Mark> {
    let left = marks.iter().map(|mark| mark.rect.x).min()?;
    let top = marks.iter().map(|mark| mark.rect.y).min()?;
    let right = marks
        .iter()
        .map(|mark| mark.rect.x + mark.rect.width)
        .max()?;
    let bottom = marks
        .iter()
        .map(|mark| mark.rect.y + mark.rect.height)
        .max()?;
    let rect = PixelRect {
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
    };
    let mut levels = vec![0; (rect.width * rect.height) as usize];
    for mark in marks {
        for y in 0..mark.rect.height {
            for x in 0..mark.rect.width {
                let at = (mark.rect.y - top + y) * rect.width + mark.rect.x - left + x;
                levels[at as usize] |= mark.levels[(y * mark.rect.width + x) as usize];
            }
        }
    }
    let area = marks.iter().map(|mark| mark.area).sum::<u32>();
    let largest = marks.iter().max_by_key(|mark| mark.area)?;
    Some(Mark {
        rect,
        levels,
        area,
        colour: largest.colour,
        is_at_edge: marks.iter().any(|mark| mark.is_at_edge),
    })
}
