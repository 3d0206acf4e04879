//! Where flat regions face each other over a line, a border or an edge, and what lies between them.

use std::collections::BTreeMap;
use std::iter::repeat;

use image::RgbImage;

use super::flat_regions::{FlatRegions, NONE};
use crate::detect::weights::VISIBLE;
use crate::geometry::Pixel;
use crate::vision::colour::{Colour, contrast, off_segment};
use crate::vision::statistics::middle;

/// Two regions that face each other.
#[derive(Clone, Debug)]
pub struct Contact {
    /// How long the stretch is, in pixels.
    pub length: f64,
    /// How far they are apart, in pixels: the median.
    pub gap: f64,
    /// How much what lies between them stands out from both, summed over the way, in levels times pixels: the median. Where it stands
    /// out from one of them more, as a border does that is nearer to the page's colour than to the cells', so much.
    pub strength: f32,
    /// How much it stands out at most, in levels: the median.
    pub peak: f32,
    /// The middle of the stretch.
    pub middle: Pixel,
}

/// What lies around the regions.
pub struct Surroundings {
    /// By two numbers of regions, the lower first.
    pub contacts: BTreeMap<(u32, u32), Contact>,
    /// By region: how long a part of its rim faces nothing within reach, in pixels.
    pub open: Vec<f64>,
    /// By region: how many of the pixels around it lie far from where it faces another one.
    pub strays: Vec<usize>,
}

/// One place where two regions face each other.
struct Meeting {
    gap: f64,
    strength: f32,
    peak: f32,
    at: Pixel,
}

impl Surroundings {
    /// Grows the regions that `counts` into what lies between them, at most `reach` pixels far, until they meet.
    pub fn of(picture: &RgbImage, regions: &FlatRegions, counts: &[bool], reach: u32) -> Self {
        let grown = Grown::of(regions, counts, reach);
        let mut meetings: BTreeMap<(u32, u32), Vec<Meeting>> = BTreeMap::new();
        let mut open = vec![0.0; regions.all.len()];
        let mut is_met = Vec::new();
        for (at, next) in grown.seams() {
            let (a, b) = (grown.labels[at], grown.labels[next]);
            match (a, b) {
                (NONE, one) | (one, NONE) => open[one as usize] += 1.0,
                _ => {
                    let (at, next) = if a < b { (at, next) } else { (next, at) };
                    let meeting = meeting(picture, regions, &grown, [at, next]);
                    meetings
                        .entry((a.min(b), a.max(b)))
                        .or_default()
                        .push(meeting);
                    is_met.extend([at, next]);
                }
            }
        }
        let strays = grown.far_from(&is_met, reach, regions.all.len());
        let contacts = meetings
            .into_iter()
            .map(|(both, all)| (both, contact(&all)));
        Self {
            contacts: contacts.collect(),
            open,
            strays,
        }
    }

    /// The regions that one faces, with what lies between.
    pub fn around(&self, one: u32) -> impl Iterator<Item = (u32, &Contact)> {
        let contacts = self.contacts.iter();
        contacts.filter_map(move |(&(a, b), contact)| match one {
            _ if one == a => Some((b, contact)),
            _ if one == b => Some((a, contact)),
            _ => None,
        })
    }
}

/// Regions and the pixels around them.
struct Grown {
    width: usize,
    /// By pixel: the nearest region.
    labels: Vec<u32>,
    /// By pixel: the pixel of that region that it was reached from.
    from: Vec<u32>,
}

impl Grown {
    fn of(regions: &FlatRegions, counts: &[bool], reach: u32) -> Self {
        let width = regions.width;
        let is_counted = |label: u32| label != NONE && counts[label as usize];
        let labels = regions.labels.iter();
        let labels: Vec<u32> = labels
            .map(|&label| if is_counted(label) { label } else { NONE })
            .collect();
        let mut grown = Self {
            width,
            from: (0..labels.len() as u32).collect(),
            labels,
        };
        // At the border of the picture the next pixel in memory may be another one: that makes the rim no smaller.
        let is_free = |at: usize| grown.labels.get(at) == Some(&NONE);
        let is_rim = |&at: &usize| {
            let before = [1, width].map(|away| is_free(at.wrapping_sub(away)));
            let after = [1, width].map(|away| is_free(at + away));
            !is_free(at) && before.into_iter().chain(after).any(|is_free| is_free)
        };
        let mut rim: Vec<usize> = (0..grown.labels.len()).filter(is_rim).collect();
        for _ in 0..reach {
            let mut next_rim = Vec::new();
            for at in rim {
                for next in beside(at, width, grown.labels.len()) {
                    if grown.labels[next] == NONE {
                        grown.labels[next] = grown.labels[at];
                        grown.from[next] = grown.from[at];
                        next_rim.push(next);
                    }
                }
            }
            rim = next_rim;
        }
        grown
    }

    /// All pairs of neighbouring pixels of two regions, or of one and none, by rows and by columns.
    fn seams(&self) -> impl Iterator<Item = (usize, usize)> {
        let width = self.width;
        let rows = self.labels.chunks_exact(width).enumerate();
        rows.flat_map(move |(y, row)| {
            let below = self.labels[(y + 1) * width..].iter().map(Some);
            let right = row[1..].iter().map(Some).chain([None]);
            let beside = right.zip(below.chain(repeat(None)));
            let own = row.iter().zip(beside).enumerate();
            own.flat_map(move |(x, (own, (right, below)))| {
                let at = y * width + x;
                let is_other = |other: Option<&u32>| other.is_some_and(|other| other != own);
                let right = is_other(right).then_some((at, at + 1));
                let below = is_other(below).then_some((at, at + width));
                right.into_iter().chain(below)
            })
        })
    }

    /// By region: how many of its grown pixels are more than `reach` pixels from all of these.
    fn far_from(&self, these: &[usize], reach: u32, count: usize) -> Vec<usize> {
        let mut is_near = vec![false; self.labels.len()];
        let mut rim = these.to_vec();
        for at in these {
            is_near[*at] = true;
        }
        for _ in 0..reach {
            let mut next_rim = Vec::new();
            for at in rim {
                for next in beside(at, self.width, self.labels.len()) {
                    if !is_near[next] && self.from[next] as usize != next {
                        is_near[next] = true;
                        next_rim.push(next);
                    }
                }
            }
            rim = next_rim;
        }
        let mut far = vec![0; count];
        for (at, &label) in self.labels.iter().enumerate() {
            if label != NONE && !is_near[at] && self.from[at] as usize != at {
                far[label as usize] += 1;
            }
        }
        far
    }
}

/// The pixels left, right, above and below of one.
fn beside(at: usize, width: usize, count: usize) -> impl Iterator<Item = usize> {
    let left = (!at.is_multiple_of(width)).then(|| at - 1);
    let right = (at % width + 1 < width).then_some(at + 1);
    let above = (at >= width).then(|| at - width);
    let below = (at + width < count).then_some(at + width);
    [left, right, above, below].into_iter().flatten()
}

fn meeting(picture: &RgbImage, regions: &FlatRegions, grown: &Grown, ends: [usize; 2]) -> Meeting {
    let place = |at: usize| [at % grown.width, at / grown.width].map(|it| it as f64);
    let [from, to] = ends.map(|at| place(grown.from[at] as usize));
    let between = |share: f64| [0, 1].map(|it| from[it] + (to[it] - from[it]) * share);
    let gap = (to[0] - from[0]).hypot(to[1] - from[1]);
    let steps = gap.round().max(1.0);
    let sides = ends.map(|at| regions.all[grown.labels[at] as usize].colour);
    let shown = |step: u32| -> Colour {
        let [x, y] = between(f64::from(step) / steps).map(|it| it.round() as u32);
        picture.get_pixel(x, y).0.map(f32::from)
    };
    let (mut strength, mut peak, mut from_one) = (0.0, 0.0_f32, 0.0_f32);
    for step in 1..steps as u32 {
        let colour = shown(step);
        let off = off_segment(colour, sides);
        strength += off;
        if off > peak {
            peak = off;
            from_one = contrast(colour, sides[0]).max(contrast(colour, sides[1]));
        }
    }
    if VISIBLE * from_one <= peak && peak > 0.0 {
        strength *= from_one / peak;
    }
    let [x, y] = between(0.5);
    Meeting {
        gap,
        strength: strength * (gap / steps) as f32,
        peak,
        at: Pixel::new(x + 0.5, y + 0.5),
    }
}

fn contact(all: &[Meeting]) -> Contact {
    let count = all.len() as f64;
    let mean = |of: fn(&Meeting) -> f64| all.iter().map(of).sum::<f64>() / count;
    let centre = Pixel::new(mean(|it| it.at.x), mean(|it| it.at.y));
    // A slanting stretch is counted along both axes.
    let reach = all.iter().map(|it| it.at.distance(centre));
    let half = reach.fold(0.0, f64::max);
    Contact {
        length: 2.0 * half,
        gap: middle(all.iter().map(|it| it.gap)).unwrap_or(0.0),
        strength: middle(all.iter().map(|it| it.strength)).unwrap_or(0.0),
        peak: middle(all.iter().map(|it| it.peak)).unwrap_or(0.0),
        middle: centre,
    }
}
