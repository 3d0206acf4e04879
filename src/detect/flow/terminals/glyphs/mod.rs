//! Terminals that are told apart by a glyph, a digit, a letter or a small picture, on paper or on a ground of their own: two
//! that look alike are a pair.
//!
//! ```text
//!   +---+---+---+
//!   | 1 |   | 2 |      what is no line, and does not leave its cell, is a glyph
//!   +---+---+---+
//! ```

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::rc::Rc;

use super::Terminal;
use super::discs::{INSIDE, INSIDE_BORDER};
use super::ground::Grounds;
use super::outline::{Outline, around, reached};
use super::pairs::{Pairing, are_few, make_pairs, pairing_by};
use super::square::Square;
use crate::detect::flow::extent::Extent;
use crate::detect::flow::sampler::GridSampler;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast, median};
use crate::vision::shade::Shade;

/// Half the side of the square in which a glyph is sought, in cells, where it is not known how far the ground of a cell reaches.
const HALF: f64 = 0.4;

/// Samples along the side of that square: one for each pixel, within these.
const SOUGHT: RangeInclusive<f64> = 32.0..=128.0;

/// Samples along the side of the square in which two glyphs are compared: four for the stroke of a digit that fills it.
const COMPARED: usize = 32;

/// That square reaches so many times as far as the largest glyph.
const MARGIN: f64 = 1.2;

/// Ink differs from the paper by so many levels of a channel.
const LEAST_INK: f32 = 60.0;

/// A glyph reaches at least so far from its middle, in cells: specks are smaller. It covers this share of a square that reaches as
/// far, or more: specks far from each other cover less.
const LEAST_REACH: f64 = 0.05;
const LEAST_COVER: f64 = 0.03;

/// Two glyphs of a pair differ by no more than this, in percent of their ink.
const MOST_UNLIKE: f32 = 15.0;

/// How large a glyph is taken to be, in cells.
const RADIUS: f64 = 0.3;

/// A glyph in the middle of a cell.
struct Glyph {
    terminal: Terminal,
    /// What it is drawn on, and how far the boldest of its ink is from that.
    paper: Colour,
    boldest: f32,
    /// Where its ink may lie.
    mask: Mask,
    /// Where the middle of its ink lies, and how far it reaches from there; in cells, from the middle of its cell.
    middle: (f64, f64),
    reach: f64,
}

/// The glyphs of some cells.
pub struct Glyphs(Vec<Glyph>);

impl Glyphs {
    /// All that stand in the middle of their cells, with paper around; the ground of a cell reaches so far from its middle, if that is
    /// known.
    pub fn of(
        sampler: &GridSampler,
        cells: &BTreeSet<(i32, i32)>,
        ground_reach: Option<f32>,
    ) -> Self {
        // The edge of a line may be blurred: a pixel more.
        let edge = INSIDE_BORDER + 1.0 / sampler.grid.pitch;
        let half = ground_reach.map_or(HALF, |reach| f64::from(reach) - edge);
        let square = sought(sampler, half);
        let glyphs = cells
            .iter()
            .filter_map(|cell| glyph(sampler, square, *cell));
        Self(glyphs.collect())
    }

    /// Where they stand, as terminals.
    pub fn terminals(&self) -> Vec<Terminal> {
        self.0.iter().map(|glyph| glyph.terminal).collect()
    }

    /// Those of an extent, in the order in which a reader meets them, and their pairs: by the glyphs alone, or else by the
    /// grounds of the terminals too. A terminal has the colour of a ground of its own, or else that of its ink.
    pub fn paired(
        &self,
        sampler: &GridSampler,
        extent: &Extent,
    ) -> (Vec<Terminal>, Option<Pairing>) {
        let cells: BTreeSet<(i32, i32)> = extent.cells().collect();
        let mut own: Vec<&Glyph> = self.0.iter().collect();
        own.retain(|glyph| cells.contains(&glyph.terminal.cell));
        own.sort_by_key(|glyph| (glyph.terminal.cell.1, glyph.terminal.cell.0));
        let mut terminals: Vec<Terminal> = own.iter().map(|glyph| glyph.terminal).collect();
        if !are_few(terminals.len(), cells.len()) {
            return (terminals, None);
        }
        let grounds = Grounds::of(sampler, extent, &terminals);
        let is_filled = |glyph: &&Glyph| {
            contrast(glyph.paper, grounds.at(glyph.terminal.cell)) >= LEAST_CONTRAST
        };
        for (terminal, glyph) in terminals.iter_mut().zip(&own) {
            if is_filled(glyph) {
                terminal.colour = glyph.paper;
            }
        }
        // Of thin ink only the hue is known, since it is mixed with the paper; on a coloured one not even that.
        let ink = |it: &&Glyph| (!is_filled(it)).then(|| Shade::of(it.terminal.colour));
        let inks: Vec<Option<Shade>> = own.iter().map(ink).collect();
        let inks_apart = |a: usize, b: usize| match (&inks[a], &inks[b]) {
            (Some(a), Some(b)) => a.chroma_distance(b),
            _ => 0.0,
        };
        let unlike = Unlike::of(sampler, &own);
        let pairing = unlike.paired(inks_apart);
        if pairing.as_ref().is_some_and(Pairing::is_clear) || !own.iter().any(is_filled) {
            return (terminals, pairing);
        }
        let papers: Vec<Shade> = own.iter().map(|glyph| Shade::of(glyph.paper)).collect();
        let apart = |a: usize, b: usize| papers[a].distance(&papers[b]) + inks_apart(a, b);
        (terminals, unlike.paired(apart))
    }

    /// How far the middle of the ink in this cell lies right of and below the cell's, in cells.
    pub fn middle_in(&self, cell: (i32, i32)) -> (f64, f64) {
        let mut all = self.0.iter();
        all.find(|glyph| glyph.terminal.cell == cell)
            .map_or((0.0, 0.0), |glyph| glyph.middle)
    }
}

/// The glyphs on terminals, each looked for once, however often it is asked for.
pub struct GlyphsOnTerminals<'a> {
    sampler: &'a GridSampler<'a>,
    seen: RefCell<Vec<(Terminal, Option<Rc<Glyph>>)>>,
}

impl<'a> GlyphsOnTerminals<'a> {
    pub fn new(sampler: &'a GridSampler<'a>) -> Self {
        Self {
            sampler,
            seen: RefCell::default(),
        }
    }

    /// The pairs of these terminals by their colours and the glyphs on them; `None` where one carries no glyph.
    pub fn paired_with_colours(&self, terminals: &[Terminal]) -> Option<Pairing> {
        let glyphs = terminals.iter().map(|terminal| self.glyph_on(terminal));
        let glyphs: Vec<Rc<Glyph>> = glyphs.collect::<Option<_>>()?;
        let glyphs: Vec<&Glyph> = glyphs.iter().map(Rc::as_ref).collect();
        let colours: Vec<Shade> = glyphs.iter().map(|glyph| Shade::of(glyph.paper)).collect();
        let apart = |a: usize, b: usize| colours[a].distance(&colours[b]);
        Unlike::of(self.sampler, &glyphs).paired(apart)
    }

    fn glyph_on(&self, terminal: &Terminal) -> Option<Rc<Glyph>> {
        let mut seen = self.seen.borrow_mut();
        if let Some((_, glyph)) = seen.iter().find(|(known, _)| known == terminal) {
            return glyph.clone();
        }
        let glyph = glyph_on(self.sampler, terminal).map(Rc::new);
        seen.push((*terminal, glyph.clone()));
        glyph
    }
}

/// How unlike the glyphs of a board are.
struct Unlike {
    count: usize,
    /// By the numbers of two glyphs, in percent of their ink; empty where their count makes no pairs.
    percents: Vec<f32>,
}

impl Unlike {
    fn of(sampler: &GridSampler, glyphs: &[&Glyph]) -> Self {
        let count = glyphs.len();
        if !make_pairs(count) {
            let percents = Vec::new();
            return Self { count, percents };
        }
        let reach = glyphs.iter().map(|glyph| glyph.reach).fold(0.0, f64::max);
        let inks = glyphs.iter().map(|glyph| glyph.ink(sampler, reach));
        let inks: Vec<Vec<f32>> = inks.collect();
        let mut percents = vec![0.0; count * count];
        for (a, b) in (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))) {
            percents[a * count + b] = unlike(&inks[a], &inks[b]);
        }
        Self { count, percents }
    }

    /// The pairs, given how far apart the glyphs are beside what they look like.
    fn paired(&self, apart: impl Fn(usize, usize) -> f32) -> Option<Pairing> {
        let unlike = |a: usize, b: usize| self.percents[a * self.count + b];
        pairing_by(self.count, MOST_UNLIKE, |a, b| unlike(a, b) + apart(a, b))
    }
}

impl Glyph {
    /// Row by row, how much ink there is around its middle, so far as the largest glyph of a board reaches, 0 to 1.
    fn ink(&self, sampler: &GridSampler, reach: f64) -> Vec<f32> {
        let patch = sampler.cell(self.terminal.cell);
        let square = Square {
            side: COMPARED,
            half: MARGIN * reach,
        };
        let ink = square.places().map(|(right, down)| {
            let (right, down) = (self.middle.0 + right, self.middle.1 + down);
            let seen = patch.between(right, down);
            let seen = seen.filter(|_| self.mask.has(right, down));
            seen.map_or(0.0, |colour| contrast(colour, self.paper) / self.boldest)
        });
        smooth(&ink.collect::<Vec<_>>())
    }
}

/// The glyph in the middle of a cell, within this square, if it has one.
fn glyph(sampler: &GridSampler, square: Square, cell: (i32, i32)) -> Option<Glyph> {
    let patch = sampler.cell(cell);
    let samples = square.colours(&patch)?;
    let all = || 0..samples.len();
    let last = square.side - 1;
    let is_rim = |at: &usize| {
        [at % square.side, at / square.side]
            .iter()
            .any(|it| [0, last].contains(it))
    };
    let colours = |of: &dyn Fn(&usize) -> bool| {
        let chosen = all().filter(of).map(|at| samples[at]);
        median(&chosen.collect::<Vec<_>>())
    };
    let paper = colours(&is_rim);
    let apart: Vec<f32> = samples.iter().map(|it| contrast(*it, paper)).collect();
    let boldest = apart.iter().copied().fold(0.0, f32::max);
    if boldest < LEAST_INK {
        return None;
    }
    // What leaves the cell is a pipe, with its blurred edge.
    let edge = boldest / 4.0;
    let leaving = reached(
        samples.len(),
        all().filter(|at| is_rim(at) && apart[*at] > boldest / 2.0),
        |at| around(at, square.side).filter(|it| apart[*it] > edge),
    );
    let is_ink = |at: &usize| apart[*at] > boldest / 2.0 && !leaving[*at];
    if !all().any(|at| is_ink(&at)) {
        return None;
    }
    let ring = Outline::around(&patch, square.half, paper, boldest);
    let is_own = |(at, (right, down)): (usize, (f64, f64))| {
        !leaving[at] && ring.as_ref().is_none_or(|ring| ring.encloses(right, down))
    };
    let mask = Mask {
        square,
        is_own: square.places().enumerate().map(is_own).collect(),
    };
    let terminal = Terminal {
        cell,
        colour: colours(&is_ink),
        contrast: boldest,
        radius: RADIUS,
    };
    mask.glyph(terminal, paper, &apart, boldest)
}

/// The glyph on a terminal, inside its edge.
fn glyph_on(sampler: &GridSampler, terminal: &Terminal) -> Option<Glyph> {
    let patch = sampler.cell(terminal.cell);
    let square = sought(sampler, HALF);
    let colours = square.colours(&patch)?;
    let paper = terminal.colour;
    let apart: Vec<f32> = colours.iter().map(|it| contrast(*it, paper)).collect();
    let is_own = |(right, down): (f64, f64)| right.hypot(down) <= INSIDE[1] * terminal.radius;
    let is_own: Vec<bool> = square.places().map(is_own).collect();
    let inside = apart.iter().zip(&is_own).filter(|(_, is_own)| **is_own);
    let boldest = inside.map(|(apart, _)| *apart).fold(0.0, f32::max);
    if boldest < LEAST_INK {
        return None;
    }
    Mask { square, is_own }.glyph(*terminal, paper, &apart, boldest)
}

/// The square in which a glyph is sought, inside the lines.
fn sought(sampler: &GridSampler, half: f64) -> Square {
    let pixels = (2.0 * half * sampler.grid.pitch).ceil();
    let side = pixels.clamp(*SOUGHT.start(), *SOUGHT.end()) as usize;
    Square { side, half }
}

/// Which samples of a square may show ink.
struct Mask {
    square: Square,
    is_own: Vec<bool>,
}

impl Mask {
    /// Whether a place in the cell may.
    fn has(&self, right: f64, down: f64) -> bool {
        self.square.has(right, down) && self.is_own[self.square.sample(right, down)]
    }

    /// The glyph of a terminal; `apart` is how far the samples are from the paper, the boldest of them `boldest`. `None` where it
    /// is no more than specks.
    fn glyph(
        self,
        terminal: Terminal,
        paper: Colour,
        apart: &[f32],
        boldest: f32,
    ) -> Option<Glyph> {
        let all = || self.square.places().zip(apart).zip(&self.is_own);
        let own = || all().filter(|(_, is_own)| **is_own).map(|(it, _)| it);
        let sum: f64 = own().map(|(_, apart)| f64::from(*apart)).sum();
        let mean = |of: fn((f64, f64)) -> f64| {
            let moments = own().map(|(place, apart)| f64::from(*apart) * of(place));
            moments.sum::<f64>() / sum
        };
        // Two drawings of one glyph are alike only when they are looked at from the same place, to a part of a pixel.
        let middle = (mean(|place| place.0), mean(|place| place.1));
        let ink = || own().filter(|(_, apart)| **apart > boldest / 2.0);
        let reaches = ink().map(|((right, down), _)| {
            let (right, down): (f64, f64) = (right - middle.0, down - middle.1);
            right.abs().max(down.abs())
        });
        let reach = reaches.fold(0.0, f64::max);
        let samples = reach / self.square.half * self.square.side as f64;
        let cover = ink().count() as f64 / (samples * samples);
        (reach >= LEAST_REACH && cover >= LEAST_COVER).then_some(Glyph {
            terminal,
            paper,
            boldest,
            mask: self,
            middle,
            reach,
        })
    }
}

/// Each sample averaged with those around it: how bold a stroke of a pixel looks depends on how it lies on the pixels.
fn smooth(ink: &[f32]) -> Vec<f32> {
    let average = |at: usize| around(at, COMPARED).map(|it| ink[it]).sum::<f32>() / 9.0;
    (0..ink.len()).map(average).collect()
}

/// How much of the ink of two glyphs is not that of both, in percent.
fn unlike(a: &[f32], b: &[f32]) -> f32 {
    let apart: f32 = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
    let either: f32 = a.iter().zip(b).map(|(a, b)| a.max(*b)).sum();
    100.0 * apart / either.max(1.0)
}

#[cfg(test)]
mod tests;
