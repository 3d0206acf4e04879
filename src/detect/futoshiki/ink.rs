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
    const STEP: u8 = 8;
    let steps = |pixel: [u8; 3]| pixel.map(|level| level / STEP);
    // Neighbours of one colour are counted together: most pixels of a ground lie beside others of it.
    let mut runs: Vec<([u8; 3], usize)> = Vec::new();
    pixels(picture, rect).for_each(|pixel| match runs.last_mut() {
        Some((last, count)) if *last == steps(pixel) => *count += 1,
        _ => runs.push((steps(pixel), 1)),
    });
    runs.sort_unstable();
    let of_one_colour = runs.chunk_by(|(one, _), (other, _)| one == other);
    let count = |runs: &&[([u8; 3], usize)]| runs.iter().map(|(_, count)| count).sum::<usize>();
    let Some(&[(most, _), ..]) = of_one_colour.max_by_key(count) else {
        return [0; 3];
    };
    let ground = pixels(picture, rect).filter(|&pixel| steps(pixel) == most);
    let ground: Vec<[u8; 3]> = ground.collect();
    [0, 1, 2].map(|channel| {
        let mut levels: Vec<u8> = ground.iter().map(|pixel| pixel[channel]).collect();
        let middle = levels.len() / 2;
        *levels.select_nth_unstable(middle).1
    })
}

/// The pixels of a rectangle that lies in a picture, row by row.
pub(super) fn pixels(picture: &RgbImage, rect: PixelRect) -> impl Iterator<Item = [u8; 3]> {
    let (all, _) = picture.as_chunks::<3>();
    let rows = (rect.y..rect.y + rect.height).map(move |y| {
        let start = (y * picture.width() + rect.x) as usize;
        &all[start..start + rect.width as usize]
    });
    rows.flatten().copied()
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
