//! How strongly a line, a gap or a step of colour separates two neighbouring cells.
//!
//! Looked at in two stretches of the side, because pipes pass in the middle, and the weaker of the two
//! counts, because an icon or a word crosses one of them but seldom both:
//!
//! ```text
//!    0.1  0.3        0.7  0.9
//!  +--====-----pipe----====--+
//! ```

use crate::detect::flow::sampler::{GridSampler, Patch};
use crate::vision::colour::{Colour, contrast, median};

/// Middles of the two stretches from the middle of the side, in cells, and half their length.
pub const STRETCHES: [f64; 2] = [-0.3, 0.3];
const HALF_STRETCH: f64 = 0.1;

/// Samples along a stretch: enough for a median.
const ALONG: usize = 5;

/// The same where dashes are looked for: several for each dash and each gap.
const ALONG_DASHES: usize = 12;

/// Of these samples, as clear as the line is taken to be: dashes cover a half of a stretch, or less where it begins with a gap.
const ON_A_DASH: usize = ALONG_DASHES * 3 / 4;

/// The line lies within this distance of the side, in cells: half a thick line and the lattice's error.
pub(super) const LINE: f64 = 0.08;

/// The flanks reach to here, in cells.
const FLANK: f64 = 0.17;

/// What stands out from a cell by this share of how far the line does is no ground.
const NO_GROUND: f32 = 0.5;

/// Two cells differ by so many levels of a channel, or more, where the step between them tells where their side is: above
/// noise.
const LEAST_STEP: f32 = 8.0;

/// A direction across a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Across {
    /// The side right of a cell.
    Right,
    /// The side below a cell.
    Down,
}

impl Across {
    /// The cell on the other side.
    pub fn next(self, (col, row): (i32, i32)) -> (i32, i32) {
        match self {
            Self::Right => (col + 1, row),
            Self::Down => (col, row + 1),
        }
    }
}

/// What stands between two cells.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// How clearly it separates the cells, in levels of a channel, 0 to 255.
    pub strength: f32,
    /// How far it stands out from both cells, in levels of a channel: above zero where it is brighter than both, below
    /// where it is darker.
    pub rise: f32,
    /// How broad it is where it does, in cells.
    pub breadth: f32,
    /// How far it stands out, summed over its breadth: the same whether it lies on one pixel or, half as clearly, on two.
    pub weight: f32,
    /// How far its middle lies off the lattice's side, in cells: to the right or below.
    pub off: f32,
    /// Where the ground of the cell before it ends and that of the next begins, in cells from the lattice's side: where each cell
    /// has a border of its own, beside both. `None` where that is not seen.
    pub edges: [Option<f32>; 2],
    /// Where two colours meet without a line between them: how far from the lattice's side, in cells.
    pub step: Option<f32>,
    /// Its colour where it stands out most.
    pub colour: Colour,
    /// The colours of both cells beside it.
    pub beside: [Colour; 2],
}

impl Line {
    /// How much the two cells differ, in levels of a channel.
    pub fn step_height(&self) -> f32 {
        contrast(self.beside[0], self.beside[1])
    }

    /// Of two stretches of one side what both show.
    fn and(self, other: Self) -> Self {
        let fainter = if self.rise.abs() <= other.rise.abs() {
            self
        } else {
            other
        };
        let is_one = self.rise * other.rise > 0.0;
        Self {
            strength: self.strength.min(other.strength),
            rise: if is_one { fainter.rise } else { 0.0 },
            breadth: self.breadth.min(other.breadth),
            weight: if is_one {
                self.weight.min(other.weight)
            } else {
                0.0
            },
            step: self.step.zip(other.step).map(|(a, b)| (a + b) / 2.0),
            ..fainter
        }
    }
}

/// The line between a cell and its neighbour; `None` when the picture ends there.
pub fn line(sampler: &GridSampler, cell: (i32, i32), across: Across) -> Option<Line> {
    plain_line(&sampler.cell(cell), sampler.grid.pitch, across)
}

/// The line at a side of a patch of the picture; `None` when the picture ends there. `pitch` is the size of a cell, in pixels.
pub fn plain_line(patch: &Patch, pitch: f64, across: Across) -> Option<Line> {
    let [low, high] =
        STRETCHES.map(|middle| of_stretch(patch, pitch, across, middle, HALF_STRETCH));
    Some(low?.and(high?))
}

/// The line on a stretch of a side of a cell; `None` when the picture ends there. `middle` is that of the stretch, from the
/// middle of the side, and `half` its half length, both in cells.
pub fn of_stretch(
    patch: &Patch,
    pitch: f64,
    across: Across,
    middle: f64,
    half: f64,
) -> Option<Line> {
    Some(line_across(
        &levels(patch, pitch, across, middle, half)?,
        pitch,
    ))
}

/// The same as its dashes show it; `None` when the picture ends there.
pub fn dashed_line(patch: &Patch, pitch: f64, across: Across) -> Option<Line> {
    let of_stretch = |middle: f64| {
        let along =
            |offset: f64| samples::<ALONG_DASHES>(patch, across, offset, (middle, HALF_STRETCH));
        let samples: Vec<[[u8; 3]; ALONG_DASHES]> =
            offsets(1.0 / pitch).map(along).collect::<Option<_>>()?;
        let mut levels: Vec<Colour> = samples.iter().map(|it| level(*it)).collect();
        let flank = flank(1.0 / pitch);
        let near = flank..levels.len() - flank;
        let beside = [median(&levels[..near.start]), median(&levels[near.end..])];
        let apart = |colour: Colour| {
            let contrasts = beside.map(|ground| contrast(colour, ground));
            contrasts[0].min(contrasts[1])
        };
        for at in near {
            let mut along = samples[at].map(|pixel| pixel.map(f32::from));
            along.sort_by(|a, b| apart(*a).total_cmp(&apart(*b)));
            levels[at] = along[ON_A_DASH];
        }
        Some(line_across(&levels, pitch))
    };
    let [low, high] = STRETCHES.map(of_stretch);
    Some(low?.and(high?))
}

/// The line that these colours show, pixel by pixel from one cell to the other.
fn line_across(all: &[Colour], pitch: f64) -> Line {
    let pixel = 1.0 / pitch;
    let flank = flank(pixel);
    let (low_flank, levels) = all.split_at(flank);
    let (near, high_flank) = levels.split_at(levels.len() - flank);
    let profile = Profile {
        all,
        near,
        beside: [median(low_flank), median(high_flank)],
        pixel: pixel as f32,
    };
    profile.line()
}

/// The colours across a stretch of a side, pixel by pixel from one cell to the other; `None` when the picture ends there.
pub fn across_stretch(
    patch: &Patch,
    pitch: f64,
    across: Across,
    middle: f64,
) -> Option<Vec<Colour>> {
    levels(patch, pitch, across, middle, HALF_STRETCH)
}

fn levels(
    patch: &Patch,
    pitch: f64,
    across: Across,
    middle: f64,
    half: f64,
) -> Option<Vec<Colour>> {
    let along = |offset| samples::<ALONG>(patch, across, offset, (middle, half));
    offsets(1.0 / pitch)
        .map(|offset| along(offset).map(level))
        .collect()
}

/// The pixels along a stretch, given its middle and its half length, so many cells from a side; `None` when the picture ends there.
fn samples<const COUNT: usize>(
    patch: &Patch,
    across: Across,
    offset: f64,
    (middle, half): (f64, f64),
) -> Option<[[u8; 3]; COUNT]> {
    let mut pixels = [[0; 3]; COUNT];
    for (index, pixel) in pixels.iter_mut().enumerate() {
        let along = middle + half * (2.0 * index as f64 / (COUNT - 1) as f64 - 1.0);
        *pixel = match across {
            Across::Right => patch.pixel(0.5 + offset, along),
            Across::Down => patch.pixel(along, 0.5 + offset),
        }?;
    }
    Some(pixels)
}

/// From one flank of a side to the other, in steps of a pixel; all in cells.
fn offsets(pixel: f64) -> impl ExactSizeIterator<Item = f64> {
    let steps = (FLANK / pixel).ceil() as i32;
    (0..2 * steps as usize + 1).map(move |index| (index as f64 - f64::from(steps)) * pixel)
}

/// How many of these lie on one flank.
fn flank(pixel: f64) -> usize {
    offsets(pixel).filter(|offset| *offset < -LINE).count()
}

/// The colours across a stretch of a side.
struct Profile<'a> {
    /// From one flank to the other, and where the line may lie; the side in the middle of both.
    all: &'a [Colour],
    near: &'a [Colour],
    /// Of both cells.
    beside: [Colour; 2],
    /// From one colour to the next, in cells.
    pixel: f32,
}

impl Profile<'_> {
    fn line(&self) -> Line {
        let [low, high] = self.beside;
        let mut line = Line {
            strength: contrast(low, high),
            rise: 0.0,
            breadth: 0.0,
            weight: 0.0,
            off: 0.0,
            edges: [None; 2],
            step: None,
            colour: low,
            beside: self.beside,
        };
        for channel in 0..3 {
            for glyph in [1.0, -1.0] {
                let beside = f32::max(glyph * low[channel], glyph * high[channel]);
                let rises = self
                    .near
                    .iter()
                    .map(|level| glyph * level[channel] - beside);
                let top = rises.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
                if let Some((top, rise)) = top
                    && rise > line.rise.abs()
                {
                    line.rise = glyph * rise;
                    line.colour = self.near[top];
                    (line.breadth, line.off) = self.shape(channel, top);
                }
            }
        }
        line.weight = line.rise.abs() * line.breadth;
        if line.rise != 0.0 {
            line.edges = self.edges(line.rise.abs());
        }
        if line.strength >= LEAST_STEP && line.rise.abs() < line.strength / 2.0 {
            line.step = self.step();
        }
        line.strength = line.strength.max(line.rise.abs());
        line
    }

    /// Where the colour of one cell becomes that of the other: as far along as the share that shows the first. `None` where
    /// that is not seen.
    fn step(&self) -> Option<f32> {
        let [low, high] = self.beside;
        let change = |channel: &usize| (low[*channel] - high[*channel]).abs();
        let shown = (0..3).max_by(|a, b| change(a).total_cmp(&change(b)));
        let channel = shown.unwrap_or_default();
        let share = |level: &Colour| {
            let from_high = (level[channel] - high[channel]) / (low[channel] - high[channel]);
            from_high.clamp(0.0, 1.0)
        };
        let shares: Vec<f32> = self.near.iter().map(share).collect();
        let is_in_sight = *shares.first()? > 0.5 && *shares.last()? < 0.5;
        let middle = shares.len() as f32 / 2.0;
        is_in_sight.then(|| self.pixel * (shares.iter().sum::<f32>() - middle))
    }

    /// Breadth and middle of the line that is most itself at `top`, from there to where the ground shows through; a pixel
    /// that shows it by half counts half.
    fn shape(&self, channel: usize, top: usize) -> (f32, f32) {
        let own = self.near[top][channel];
        // Where a bar behind the board ends near the line, the ground of one cell goes on beyond the side.
        let share = |index: usize| {
            let shares = self.beside.map(|ground| {
                let ground = ground[channel];
                ((self.near[index][channel] - ground) / (own - ground)).clamp(0.0, 1.0)
            });
            shares[0].min(shares[1])
        };
        let middle = (self.near.len() / 2) as f32;
        let (mut sum, mut moment) = (1.0, top as f32 - middle);
        let mut add = |index: usize| {
            sum += share(index);
            moment += share(index) * (index as f32 - middle);
            share(index) >= 0.5
        };
        let mut below = (0..top).rev();
        let mut above = top + 1..self.near.len();
        while below.next().is_some_and(&mut add) {}
        while above.next().is_some_and(&mut add) {}
        (self.pixel * sum, self.pixel * moment / sum)
    }

    /// For each cell where its ground ends: at the first pixel, seen from the cell, that stands out from it half as far as the line.
    fn edges(&self, rise: f32) -> [Option<f32>; 2] {
        let half = self.all.len() as f32 / 2.0;
        let end = |levels: &mut dyn Iterator<Item = &Colour>, ground: Colour| {
            let shares = levels.map(|level| (contrast(*level, ground) / rise).min(1.0));
            let mut shares = shares.peekable();
            let is_ground_first = shares.peek().is_some_and(|share| *share < NO_GROUND);
            let mut shown = 0.0;
            for share in shares {
                shown += 1.0 - share;
                if share >= NO_GROUND {
                    return is_ground_first.then_some(self.pixel * (shown - half));
                }
            }
            None
        };
        let [low, high] = self.beside;
        let before = end(&mut self.all.iter(), low);
        let next = end(&mut self.all.iter().rev(), high);
        [before, next.map(|next| -next)]
    }
}

/// The median of each channel: `canvas::median` of so few bytes, without an allocation, for this runs for each pixel
/// across each side.
fn level<const COUNT: usize>(pixels: [[u8; 3]; COUNT]) -> Colour {
    [0, 1, 2].map(|channel| {
        let mut values = pixels.map(|pixel| pixel[channel]);
        values.sort_unstable();
        f32::from(values[values.len() / 2])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_as_heavy_where_it_passes_from_one_pixel_to_the_next() {
        let line = |levels: &[f32]| {
            let near: Vec<Colour> = levels.iter().map(|level| [*level; 3]).collect();
            let beside = [[0.0; 3]; 2];
            Profile {
                all: &near,
                near: &near,
                beside,
                pixel: 0.02,
            }
            .line()
        };
        let [on_one, on_two] = [line(&[0.0, 118.0, 0.0]), line(&[0.0, 59.0, 59.0])];
        assert_eq!(on_one.weight, on_one.and(on_two).weight);
    }
}
