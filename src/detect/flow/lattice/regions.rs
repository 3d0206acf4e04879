//! Flat regions: connected pixels without a step of colour among them. No palette, and no threshold
//! between "dot" and "background".

use image::RgbImage;

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
    fn absorb(&mut self, other: &Self) {
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
pub fn regions(picture: &RgbImage, flat: u8) -> Vec<Region> {
    let mut steps = Steps::new(picture);
    connected(picture.dimensions(), |y, is_member| {
        is_member.copy_from_slice(steps.row(y, flat));
    })
}

/// All connected regions of a picture of this width and height, in no order; `members` says which pixels of a row are part
/// of any.
pub fn connected(
    (width, height): (u32, u32),
    mut members: impl FnMut(u32, &mut [bool]),
) -> Vec<Region> {
    let mut parents: Vec<u32> = Vec::new();
    let mut found: Vec<Region> = Vec::new();
    let mut above: Vec<Run> = Vec::new();
    let mut is_member = vec![false; width as usize];
    for y in 0..height {
        members(y, &mut is_member);
        let mut runs = Vec::with_capacity(above.len() + 8);
        let mut x = 0;
        let mut first_above = 0;
        while x < width {
            if !is_member[x as usize] {
                x += 1;
                continue;
            }
            let start = x;
            while x < width && is_member[x as usize] {
                x += 1;
            }
            let mut set = u32::MAX;
            while first_above < above.len() && above[first_above].end <= start {
                first_above += 1;
            }
            let mut at = first_above;
            while at < above.len() && above[at].start < x {
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
            let region = of_run(y, start, x);
            if set == u32::MAX {
                set = parents.len() as u32;
                parents.push(set);
                found.push(region);
            } else {
                found[set as usize].absorb(&region);
            }
            runs.push(Run { start, end: x, set });
        }
        above = runs;
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

fn root(parents: &mut [u32], mut set: u32) -> u32 {
    while parents[set as usize] != set {
        let next = parents[parents[set as usize] as usize];
        parents[set as usize] = next;
        set = next;
    }
    set
}

fn of_run(y: u32, start: u32, end: u32) -> Region {
    Region {
        left: start,
        top: y,
        right: end,
        bottom: y + 1,
        area: end - start,
        pixel: (start, y),
    }
}

/// Row by row: which pixels are flat, by the range of each channel over the 3 by 3 pixels around.
pub struct Steps<'a> {
    picture: &'a RgbImage,
    high: Vec<u8>,
    low: Vec<u8>,
    /// Of each byte: the range of its channel, and whether the three bytes from it on are flat.
    range: Vec<u8>,
    flat_from: Vec<bool>,
    /// Of each pixel.
    flat: Vec<bool>,
}

impl<'a> Steps<'a> {
    pub fn new(picture: &'a RgbImage) -> Self {
        let width = picture.width() as usize;
        // One pixel more on both sides, so that the border needs no case of its own.
        let padded = 3 * (width + 2);
        Self {
            picture,
            high: vec![0; padded],
            low: vec![0; padded],
            range: vec![0; 3 * width],
            flat_from: vec![false; (3 * width).saturating_sub(2)],
            flat: vec![false; width],
        }
    }

    /// Which pixels of row `y` are flat; `most` is the largest step of a flat pixel.
    pub fn row(&mut self, y: u32, most: u8) -> &[bool] {
        let row_bytes = self.picture.width() as usize * 3;
        let bytes = self.picture.as_raw();
        let line = |y: u32| &bytes[y as usize * row_bytes..(y as usize + 1) * row_bytes];
        let (above, here) = (line(y.saturating_sub(1)), line(y));
        let below = line((y + 1).min(self.picture.height() - 1));
        let inside = 3..3 + row_bytes;
        let high = &mut self.high[inside.clone()];
        let low = &mut self.low[inside];
        for ((((high, low), above), here), below) in
            high.iter_mut().zip(low).zip(above).zip(here).zip(below)
        {
            *high = *above.max(here).max(below);
            *low = *above.min(here).min(below);
        }
        for edge in [&mut self.high, &mut self.low] {
            edge.copy_within(3..6, 0);
            edge.copy_within(row_bytes..row_bytes + 3, row_bytes + 3);
        }
        // Byte by byte, also where no pixel begins: that is what a processor does sixteen at a time.
        let tops = self.high.iter().zip(&self.high[3..]).zip(&self.high[6..]);
        let bottoms = self.low.iter().zip(&self.low[3..]).zip(&self.low[6..]);
        for (range, (((a, b), c), ((d, e), f))) in self.range.iter_mut().zip(tops.zip(bottoms)) {
            *range = a.max(b).max(c) - d.min(e).min(f);
        }
        for (flat, channels) in self.flat_from.iter_mut().zip(self.range.windows(3)) {
            *flat = channels[0].max(channels[1]).max(channels[2]) <= most;
        }
        for (flat, flat_from) in self.flat.iter_mut().zip(self.flat_from.chunks(3)) {
            *flat = flat_from[0];
        }
        &self.flat
    }
}
