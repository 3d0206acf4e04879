//! What stands in the middle of each cell.

use std::f64::consts::TAU;

use super::edges::Unit;
use super::sampler::Sampler;
use super::stretch::stretch;
use crate::detect::weights::{
    DISC_CONTRAST, DISC_RADIUS, HALF_RAIL, MOST_ODDS, RAIL, RAIL_ALONG, RAIL_OFF, RAIL_SPREAD,
    RING_SAMPLES, RING_SHARE, RING_TOLERANCE, RINGS,
};
use crate::geometry::{PlanePoint, Tiling};
use crate::vision::colour::{Colour, contrast, median};
use crate::vision::statistics::middle;

/// A ring around the middle of a cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ring {
    pub colour: Colour,
    /// To the corner of the cell that is most like it: bars behind the board cross cells.
    pub contrast: f32,
    /// The share of it that has its colour.
    share: f32,
}

/// A disc in the middle of a cell.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    /// In cells.
    pub radius: f64,
    pub colour: Colour,
}

/// The rings of a cell, and what they make.
#[derive(Clone, Debug)]
pub struct Content {
    pub rings: [Ring; RINGS.2],
    /// A disc as large as a terminal's.
    pub disc: Option<Disc>,
    /// The rails of a bridge rather than none, as log-odds.
    pub bridge: f64,
}

/// Where the ground of a cell shows: how far from the middle of a square both ways, of a hexagon towards its corners.
const SQUARE_CORNER: f64 = 0.40;
const HEXAGON_CORNER: f64 = 0.46;

/// The ring that discs are compared by, and from which on a ring that stands out may be the largest of a terminal.
const COMPARED: usize = 5;

/// Where one end of a rail is weaker than this, in lines, there is no bridge, and the others are not looked at.
const NO_RAIL: f64 = HALF_RAIL / 2.0;

fn radius(ring: usize) -> f64 {
    RINGS.0 + RINGS.1 * ring as f64
}

/// The contents of all cells with these middles.
pub fn contents(
    sampler: &Sampler,
    tiling: Tiling,
    middles: &[PlanePoint],
    unit: &Unit,
) -> Vec<Content> {
    let corners = corners(tiling);
    let content = |at: &PlanePoint| Content {
        rings: rings(sampler, *at, &corners),
        disc: None,
        bridge: bridge(sampler, tiling, *at, unit),
    };
    let mut all: Vec<Content> = middles.iter().map(content).collect();
    let (least, share) = DISC_CONTRAST;
    let compared = all.iter().map(|it| &it.rings[COMPARED]);
    let strong = compared.filter(|it| it.share >= RING_SHARE && it.contrast > least);
    let usual = middle(strong.map(|it| it.contrast)).unwrap_or(100.0);
    for content in &mut all {
        content.disc = disc(&content.rings, least.max(share * usual));
    }
    all
}

fn corners(tiling: Tiling) -> Vec<PlanePoint> {
    let diagonal = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    match tiling {
        Tiling::Square => diagonal
            .map(|(x, y)| PlanePoint::new(x, y) * SQUARE_CORNER)
            .to_vec(),
        Tiling::Hexagonal => (0..6)
            .map(|corner| {
                let (sin, cos) = (f64::from(corner) * TAU / 6.0).sin_cos();
                PlanePoint::new(cos, sin) * HEXAGON_CORNER
            })
            .collect(),
    }
}

fn rings(sampler: &Sampler, middle: PlanePoint, corners: &[PlanePoint]) -> [Ring; RINGS.2] {
    let grounds: Vec<Colour> = corners
        .iter()
        .filter_map(|corner| sampler.at(middle + *corner))
        .collect();
    std::array::from_fn(|index| {
        let samples = (0..RING_SAMPLES).filter_map(|sample| {
            let (sin, cos) = (sample as f64 * TAU / RING_SAMPLES as f64).sin_cos();
            sampler.at(middle + PlanePoint::new(cos, sin) * radius(index))
        });
        let samples: Vec<Colour> = samples.collect();
        // A ring that leaves the picture tells nothing.
        if samples.len() < RING_SAMPLES {
            return Ring::default();
        }
        let colour = median(&samples);
        let contrasts = grounds.iter().map(|ground| contrast(colour, *ground));
        let least = contrasts.fold(f32::MAX, f32::min);
        let (levels, share) = RING_TOLERANCE;
        let tolerance = levels.max(share * least);
        let alike = samples
            .iter()
            .filter(|it| contrast(**it, colour) < tolerance);
        Ring {
            colour,
            contrast: if grounds.is_empty() { 0.0 } else { least },
            share: alike.count() as f32 / RING_SAMPLES as f32,
        }
    })
}

/// The disc that the largest ring of one colour belongs to, if it is as large as a terminal.
fn disc(rings: &[Ring; RINGS.2], least: f32) -> Option<Disc> {
    let is_full = |ring: usize| rings[ring].share >= RING_SHARE && rings[ring].contrast > least;
    let largest = (0..RINGS.2)
        .rev()
        .find(|ring| radius(*ring) <= DISC_RADIUS.end && is_full(*ring))?;
    // Well inside: the outermost ring is half background.
    let inside = [2, 1].map(|by| rings[largest.saturating_sub(by)]);
    let colour = inside.iter().find(|ring| ring.share >= RING_SHARE);
    (radius(largest) >= DISC_RADIUS.start).then(|| Disc {
        radius: radius(largest),
        colour: colour.unwrap_or(&inside[1]).colour,
    })
}

/// Two rails beside the middle of a square, across or upright: log-odds of the weakest of their four ends.
fn bridge(sampler: &Sampler, tiling: Tiling, middle: PlanePoint, unit: &Unit) -> f64 {
    if tiling != Tiling::Square {
        return -MOST_ODDS;
    }
    let ways = [PlanePoint::new(1.0, 0.0), PlanePoint::new(0.0, 1.0)];
    let weakest = ways.map(|along| rails(sampler, middle, along, unit));
    let stronger = weakest[0].max(weakest[1]);
    ((stronger - HALF_RAIL) / RAIL_SPREAD).clamp(-MOST_ODDS, MOST_ODDS)
}

/// The weakest end of the rails that run one way, in lines; 0 where one does not stand out from the ground as lines do. The
/// edge of a pipe does not.
fn rails(sampler: &Sampler, middle: PlanePoint, along: PlanePoint, unit: &Unit) -> f64 {
    let across = along.turned();
    let ends = [
        (-RAIL_ALONG.end, -RAIL_ALONG.start),
        (RAIL_ALONG.start, RAIL_ALONG.end),
    ];
    let mut weakest = f64::MAX;
    for off in [-RAIL_OFF, RAIL_OFF] {
        for (from, to) in ends {
            let at = |share: f64| middle + across * off + along * share;
            let rail = stretch(sampler, [at(from), at(to)], across, &RAIL);
            let Some(rail) = rail.filter(|rail| unit.strength(rail) > 0.0) else {
                return 0.0;
            };
            weakest = weakest.min(unit.weight(&rail));
            if weakest < NO_RAIL {
                return weakest;
            }
        }
    }
    weakest
}
