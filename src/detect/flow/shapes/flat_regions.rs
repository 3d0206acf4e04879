//! Flat regions with what tells a cell from a disc, a line and the page: area, spread, thickness, and the pixels themselves.

use std::cell::OnceCell;

use image::RgbImage;

use crate::geometry::{Pixel, PixelRect};
use crate::vision::colour::{Colour, median};
use crate::vision::labels::labelled;
use crate::vision::local_range::LocalRange;

/// Regions lower than this, in pixels, are specks.
const LEAST_HEIGHT: u32 = 4;

/// The label of a pixel that belongs to no region.
pub const NONE: u32 = u32::MAX;

/// A connected area of one colour. Lengths in pixels.
#[derive(Clone, Debug)]
pub struct FlatRegion {
    /// The smallest box around it.
    pub rect: PixelRect,
    /// Number of pixels.
    pub area: f64,
    /// The mean of its pixels.
    pub middle: Pixel,
    /// The root of the determinant of the covariance of its pixels: a share of the area that shear does not change, 1 / 4π for an ellipse.
    pub spread: f64,
    pub colour: Colour,
    /// Whether it reaches the border of the picture.
    pub is_at_border: bool,
}

/// The pixel of a region that is the farthest from its rim.
#[derive(Clone, Copy, Debug)]
pub struct Innermost {
    pub at: Pixel,
    /// How far from the rim, in pixels.
    pub depth: f64,
}

/// The flat regions of a picture.
pub struct FlatRegions {
    pub width: usize,
    /// By pixel, row by row: the number of its region, or [`NONE`].
    pub labels: Vec<u32>,
    /// By number.
    pub all: Vec<FlatRegion>,
    /// By number. Few pictures show discs, and no others are asked for it.
    innermost: OnceCell<Vec<Innermost>>,
}

impl FlatRegions {
    /// The regions of a picture; `most` is the largest step of a channel inside one.
    pub fn of(picture: &RgbImage, local_range: &LocalRange, most: u8) -> Self {
        let (width, height) = picture.dimensions();
        let mut is_flat = vec![0; width as usize * height as usize];
        for (y, row) in is_flat.chunks_exact_mut(width as usize).enumerate() {
            local_range.flat(y as u32, most, row);
        }
        let alike = |a: usize, b: usize| is_flat[a] == 1 && is_flat[b] == 1;
        let (mut labels, found) = labelled((width, height), LEAST_HEIGHT, alike);
        let most = found.iter().map(|(label, _)| *label as usize + 1).max();
        let mut numbers = vec![NONE; most.unwrap_or(0)];
        for (number, (label, _)) in found.iter().enumerate() {
            numbers[*label as usize] = number as u32;
        }
        for label in &mut labels {
            *label = numbers.get(*label as usize).copied().unwrap_or(NONE);
        }
        let width = width as usize;
        let mut sums = vec![Sums::default(); found.len()];
        let (pixels, _) = picture.as_chunks::<3>();
        for (y, row) in labels.chunks_exact(width).enumerate() {
            let is_outer_row = y == 0 || y + 1 == height as usize;
            for (x, &label) in row.iter().enumerate().filter(|(_, it)| **it != NONE) {
                let at = y * width + x;
                let is_at_border = is_outer_row || x == 0 || x + 1 == width;
                sums[label as usize].add([x, y], pixels[at], is_at_border);
            }
        }
        let rects = found.iter().map(|(_, region)| region.rect());
        let all = sums
            .iter()
            .zip(rects)
            .map(|(sums, rect)| sums.region(rect))
            .collect();
        Self {
            width,
            labels,
            all,
            innermost: OnceCell::new(),
        }
    }

    /// The innermost pixel of a region.
    pub fn innermost(&self, number: u32) -> Innermost {
        let found = || innermost(&self.labels, self.width, self.all.len());
        self.innermost.get_or_init(found)[number as usize]
    }

    /// Whether an area is more than its rim.
    pub fn has_inside(&self, pixels: &[usize]) -> bool {
        !without_rim(pixels, self.width).is_empty()
    }

    /// Makes a region of each of these areas, but for their rims, in place of what they were. Returns its number. Each must have an
    /// inside.
    pub fn join(&mut self, picture: &RgbImage, areas: &[Vec<usize>]) -> Vec<u32> {
        let first = self.all.len() as u32;
        for (number, pixels) in (first..).zip(areas) {
            for at in pixels {
                if let Some(old) = self.all.get_mut(self.labels[*at] as usize) {
                    old.area = 0.0;
                }
                self.labels[*at] = NONE;
            }
            let inner = without_rim(pixels, self.width);
            for at in &inner {
                self.labels[*at] = number;
            }
            let region = self.region_of(picture, &inner);
            self.all.push(region);
        }
        self.innermost.take();
        (first..self.all.len() as u32).collect()
    }

    /// The region that these pixels would be, whatever they show.
    pub fn region_of(&self, picture: &RgbImage, pixels: &[usize]) -> FlatRegion {
        let place = |at: usize| [at % self.width, at / self.width];
        let mut sums = Sums::default();
        let (mut first, mut last) = ([usize::MAX; 2], [0; 2]);
        for &at in pixels {
            let [x, y] = place(at);
            sums.add([x, y], picture.get_pixel(x as u32, y as u32).0, false);
            first = [first[0].min(x), first[1].min(y)];
            last = [last[0].max(x), last[1].max(y)];
        }
        let rect = PixelRect {
            x: first[0] as u32,
            y: first[1] as u32,
            width: (last[0] - first[0] + 1) as u32,
            height: (last[1] - first[1] + 1) as u32,
        };
        let colours = pixels.iter().map(|&at| {
            let [x, y] = place(at);
            picture.get_pixel(x as u32, y as u32).0.map(f32::from)
        });
        FlatRegion {
            colour: median(&colours.collect::<Vec<_>>()),
            ..sums.region(rect)
        }
    }
}

/// The rim of a disc is so many pixels broad.
const RIM: usize = 2;

/// The pixels of an area that lie within it on all four sides.
fn without_rim(pixels: &[usize], width: usize) -> Vec<usize> {
    let (Some(first), Some(last)) = (pixels.iter().min(), pixels.iter().max()) else {
        return Vec::new();
    };
    // By pixel from the first to the last, row by row.
    let mut is_own = vec![false; last - first + 1];
    for at in pixels {
        is_own[at - first] = true;
    }
    let is_there = |at: Option<usize>| {
        let at = at.and_then(|at| at.checked_sub(*first));
        at.is_some_and(|at| is_own.get(at) == Some(&true))
    };
    let is_inner = |at: &usize| {
        [RIM, RIM * width]
            .into_iter()
            .all(|away| is_there(at.checked_sub(away)) && is_there(Some(at + away)))
    };
    pixels.iter().copied().filter(is_inner).collect()
}

/// From one pixel to the next and to the one diagonal to it, in the unit of [`depths`].
const NEXT: u32 = 3;
const DIAGONAL: u32 = 4;

/// By number of a region: its innermost pixel.
fn innermost(labels: &[u32], width: usize, count: usize) -> Vec<Innermost> {
    let mut deepest = vec![(0, 0); count];
    for (at, (&label, depth)) in labels.iter().zip(depths(labels, width)).enumerate() {
        if label != NONE && depth > deepest[label as usize].0 {
            deepest[label as usize] = (depth, at);
        }
    }
    let innermost = |(depth, at): (u32, usize)| {
        let [x, y] = [at % width, at / width].map(|it| it as f64 + 0.5);
        Innermost {
            at: Pixel::new(x, y),
            depth: f64::from(depth) / f64::from(NEXT),
        }
    };
    deepest.into_iter().map(innermost).collect()
}

/// By pixel of a region: how far it is from pixels that do not belong to it, [`NEXT`] for a pixel at its rim.
fn depths(labels: &[u32], width: usize) -> Vec<u32> {
    // A border of pixels that belong to no region lies around the picture.
    let wide = width + 2;
    let mut bordered = vec![NONE; wide * (labels.len() / width + 2)];
    let inner_rows = bordered.chunks_exact_mut(wide).skip(1);
    for (row, own) in inner_rows.zip(labels.chunks_exact(width)) {
        row[1..=width].copy_from_slice(own);
    }
    let mut depths = vec![0; bordered.len()];
    let nearest =
        |depths: &[u32], at: usize, [next, other]: [usize; 2], [ahead, behind]: [usize; 2]| {
            let beyond = |beside: usize, step: u32| {
                let is_own = bordered[beside] == bordered[at];
                step + if is_own { depths[beside] } else { 0 }
            };
            let straight = beyond(next, NEXT).min(beyond(other, NEXT));
            straight
                .min(beyond(ahead, DIAGONAL))
                .min(beyond(behind, DIAGONAL))
        };
    let inner = wide + 1..bordered.len() - wide;
    for at in inner.clone().filter(|at| bordered[*at] != NONE) {
        let above = at - wide;
        depths[at] = nearest(&depths, at, [at - 1, above], [above - 1, above + 1]);
    }
    for at in inner.rev().filter(|at| bordered[*at] != NONE) {
        let below = at + wide;
        let found = nearest(&depths, at, [at + 1, below], [below - 1, below + 1]);
        depths[at] = found.min(depths[at]);
    }
    let inner_rows = depths.chunks_exact(wide).skip(1).take(labels.len() / width);
    inner_rows
        .flat_map(|row| &row[1..=width])
        .copied()
        .collect()
}

/// What a region's pixels add up to.
#[derive(Clone, Default)]
struct Sums {
    count: f64,
    first: [f64; 2],
    second: [f64; 3],
    colour: [f64; 3],
    is_at_border: bool,
}

impl Sums {
    fn add(&mut self, at: [usize; 2], pixel: [u8; 3], is_at_border: bool) {
        let [x, y] = at.map(|it| it as f64);
        self.count += 1.0;
        self.first = [self.first[0] + x, self.first[1] + y];
        let [xx, xy, yy] = self.second;
        self.second = [xx + x * x, xy + x * y, yy + y * y];
        for (sum, channel) in self.colour.iter_mut().zip(pixel) {
            *sum += f64::from(channel);
        }
        self.is_at_border |= is_at_border;
    }

    fn region(&self, rect: PixelRect) -> FlatRegion {
        let [x, y] = self.first.map(|it| it / self.count);
        let [xx, xy, yy] = self.second.map(|it| it / self.count);
        let determinant = (xx - x * x) * (yy - y * y) - (xy - x * y).powi(2);
        FlatRegion {
            rect,
            area: self.count,
            middle: Pixel::new(x + 0.5, y + 0.5),
            spread: determinant.max(0.0).sqrt(),
            colour: self.colour.map(|it| (it / self.count) as f32),
            is_at_border: self.is_at_border,
        }
    }
}
