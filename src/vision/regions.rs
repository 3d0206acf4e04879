//! Flat regions: connected pixels without a step of colour among them. No palette, and no threshold
//! between "dot" and "background".

use image::RgbImage;
use memchr::memchr;

use super::colour::Colour;
use super::local_range::LocalRange;
use crate::geometry::PixelRect;

/// The largest step of a channel between a pixel and its neighbours inside a flat region, 0 to 255.
/// Above JPEG noise and soft gradients, below the faintest border between a dot and its cell.
pub const FLAT: u8 = 22;

/// The largest step inside a region where faint lines are to be seen as borders: light themes have lines a few levels off
/// their ground.
pub const FAINT: u8 = 5;

/// A connected region.
#[derive(Clone, Debug)]
pub struct Region {
    /// Left, top, right, bottom, in pixels; right and bottom are outside.
    pub left: u32,
    pub top: u32,
    pub right: u32,
    pub bottom: u32,
    /// Number of pixels.
    pub area: u32,
    /// One of its pixels.
    pub pixel: (u32, u32),
}

impl Region {
    /// Its colour in the picture that it was found in: that of one of its pixels.
    pub fn colour(&self, picture: &RgbImage) -> Colour {
        let (x, y) = self.pixel;
        picture.get_pixel(x, y).0.map(f32::from)
    }

    /// Some neighbouring pixels of a row.
    pub(super) fn of_run(y: u32, start: u32, end: u32) -> Self {
        Self {
            left: start,
            top: y,
            right: end,
            bottom: y + 1,
            area: end - start,
            pixel: (start, y),
        }
    }

    /// The smallest box around it.
    pub fn rect(&self) -> PixelRect {
        PixelRect {
            x: self.left,
            y: self.top,
            width: self.right - self.left,
            height: self.bottom - self.top,
        }
    }

    /// Adds another one to it.
    pub(super) fn absorb(&mut self, other: &Self) {
        self.left = self.left.min(other.left);
        self.top = self.top.min(other.top);
        self.right = self.right.max(other.right);
        self.bottom = self.bottom.max(other.bottom);
        self.area += other.area;
    }
}

/// A stretch of a region's pixels in one row.
struct Run {
    start: u32,
    end: u32,
    /// Number of its set in the union-find.
    set: u32,
}

/// All flat regions, in no order; `flat` is the largest step inside one.
#[tracing::instrument(skip_all)]
pub fn regions(local_range: &LocalRange, flat: u8) -> Vec<Region> {
    let members = |y, is_member: &mut [u8]| local_range.flat(y, flat, is_member);
    connected(local_range.dimensions, members)
}

/// All connected regions of a picture of this width and height, in no order; `members` says which pixels of a row are part
/// of any: 1 or 0.
pub fn connected((width, height): (u32, u32), members: impl Fn(u32, &mut [u8])) -> Vec<Region> {
    let mut parents: Vec<u32> = Vec::new();
    let mut found: Vec<Region> = Vec::new();
    let mut above: Vec<Run> = Vec::new();
    let mut is_member = vec![0; width as usize];
    for y in 0..height {
        members(y, &mut is_member);
        let mut here = Vec::with_capacity(above.len() + 8);
        let mut first_above = 0;
        for (start, end) in runs(&is_member) {
            let mut set = u32::MAX;
            while first_above < above.len() && above[first_above].end <= start {
                first_above += 1;
            }
            let mut at = first_above;
            while at < above.len() && above[at].start < end {
                let other = root(&mut parents, above[at].set);
                if set == u32::MAX {
                    set = other;
                } else if set != other {
                    let (low, high) = (set.min(other), set.max(other));
                    parents[high as usize] = low;
                    set = low;
                }
                at += 1;
            }
            let region = Region::of_run(y, start, end);
            if set == u32::MAX {
                set = parents.len() as u32;
                parents.push(set);
                found.push(region);
            } else {
                found[set as usize].absorb(&region);
            }
            here.push(Run { start, end, set });
        }
        above = here;
    }
    for set in (0..parents.len()).rev() {
        let parent = parents[set] as usize;
        if parent != set {
            let region = found[set].clone();
            found[parent].absorb(&region);
        }
    }
    let is_root = |set: &usize| parents[*set] as usize == *set;
    (0..parents.len())
        .filter(is_root)
        .map(|set| found[set].clone())
        .collect()
}

/// Where members of a row begin and end.
pub fn runs(is_member: &[u8]) -> impl Iterator<Item = (u32, u32)> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + memchr(1, &is_member[from..])?;
        let length = memchr(0, &is_member[start..]);
        from = length.map_or(is_member.len(), |length| start + length);
        Some((start as u32, from as u32))
    })
}

/// The lowest member of a set of a union-find, and shorter ways to it.
pub(super) fn root(parents: &mut [u32], mut set: u32) -> u32 {
    while parents[set as usize] != set {
        let next = parents[parents[set as usize] as usize];
        parents[set as usize] = next;
        set = next;
    }
    set
}
