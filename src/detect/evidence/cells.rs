//! What stands in the middle of each cell.

use std::f64::consts::TAU;
use std::ops::RangeInclusive;

use super::edges::Unit;
use super::sampler::Sampler;
use super::stretch::stretch;
use crate::detect::weights::{
    DISC_CONTRAST, DISC_RADIUS, HALF_RAIL, MOST_ODDS, RAIL, RAIL_ALONG, RAIL_OFF, RAIL_SPREAD,
    RING_SAMPLES, RING_SHARE, RING_TOLERANCE, RINGS, TERMINALS,
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

/// A disc in the middle of a cell, or what else a terminal is drawn as.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    /// In cells.
    pub radius: f64,
    pub colour: Colour,
    /// Whether it fills the cell.
    pub is_filled: bool,
}

/// The rings of a cell, and what they make.
#[derive(Clone, Debug)]
pub struct Content {
    pub rings: [Ring; RINGS.2],
    /// The colour of the corners.
    corner: Colour,
    /// A disc as large as a terminal's; on a board that has none, a cell that is filled.
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

/// Fewer discs are no terminals of a board.
const FEWEST_DISCS: usize = *TERMINALS.start();

/// The contrast of terminals, in levels, where none is seen.
const USUAL_CONTRAST: f32 = 100.0;

/// The rings around a digit or letter in a filled cell, inside the lines.
const FILLED: RangeInclusive<usize> = 7..=9;

/// The contents of all cells with these middles.
pub fn contents(
    sampler: &Sampler,
    tiling: Tiling,
    middles: &[PlanePoint],
    unit: &Unit,
) -> Vec<Content> {
    let corners = corners(tiling);
    let content = |at: &PlanePoint| {
        let grounds: Vec<Colour> = { corners.iter() }
            .filter_map(|corner| sampler.at(*at + *corner))
            .collect();
        Content {
            rings: rings(sampler, *at, &grounds),
            corner: median(&grounds),
            disc: None,
            bridge: bridge(sampler, tiling, *at, unit),
        }
    };
    let mut all: Vec<Content> = middles.iter().map(content).collect();
    let (least, share) = DISC_CONTRAST;
    let usual =
        |contrasts: Vec<f32>| least.max(share * middle(contrasts).unwrap_or(USUAL_CONTRAST));
    let compared = all.iter().map(|it| &it.rings[COMPARED]);
    let strong = compared.filter(|it| it.share >= RING_SHARE && it.contrast > least);
    let least_of_disc = usual(strong.map(|it| it.contrast).collect());
    for content in &mut all {
        content.disc = disc(&content.rings, least_of_disc);
    }
    if all.iter().filter(|it| it.disc.is_some()).count() < FEWEST_DISCS {
        let contrasts = all.iter().filter_map(|it| it.filled(unit.ground, least));
        let least_of_filled = usual(
            contrasts
                .map(|it| contrast(it.colour, unit.ground))
                .collect(),
        );
        for content in &mut all {
            content.disc = content
                .disc
                .or(content.filled(unit.ground, least_of_filled));
        }
    }
    all
}

impl Content {
    /// Whether a terminal fills the cell.
    pub fn is_filled(&self) -> bool {
        self.disc.is_some_and(|it| it.is_filled)
    }

    /// What fills the cell, if that stands out so much from the ground of empty cells.
    fn filled(&self, ground: Colour, least: f32) -> Option<Disc> {
        let colour = self.rings[*FILLED.start()].colour;
        let (levels, _) = RING_TOLERANCE;
        let is_filled = { self.rings[FILLED].iter() }
            .all(|ring| ring.share >= RING_SHARE && contrast(ring.colour, colour) < levels);
        let is_to_corners = contrast(self.corner, colour) < levels;
        let stands_out = contrast(colour, ground) > least;
        (is_filled && is_to_corners && stands_out).then(|| Disc {
            radius: radius(*FILLED.end()),
            colour,
            is_filled: true,
        })
    }
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

fn rings(sampler: &Sampler, middle: PlanePoint, grounds: &[Colour]) -> [Ring; RINGS.2] {
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
        is_filled: false,
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

/// The weakest end of the rails that run one way, in lines; 0 where one is neither of the colour of lines nor a bar: the edge of a
/// pipe is neither.
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
            let Some(rail) = rail.filter(|rail| unit.strength(rail) > 0.0 || rail.is_bar()) else {
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
