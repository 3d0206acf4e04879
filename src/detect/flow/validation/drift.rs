//! Whether the terminals of a pair lie alike on the lattice. On a picture taken at an angle the rows are not straight or not as
//! far apart as the lattice says.
//!
//! ```text
//!    \  /       a terminal ends as far from the middle of its cell on both sides,
//!    (\/)===    looked at aslant, where no pipe leaves it
//!    (/\)===
//!    /  \
//! ```

use std::f64::consts::FRAC_1_SQRT_2;
use std::ops::RangeInclusive;

use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::terminals::filled::FILLED;
use crate::detect::flow::terminals::ground::ground;
use crate::detect::flow::terminals::pairs::Pairing;
use crate::detect::flow::terminals::{LEAVING, Terminal};
use crate::detect::grid::compact::CompactRegion;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast};

/// How far a terminal may lie from where the lattice has it, in cells.
pub const MOST_DRIFT: f64 = 0.12;

/// How much the size of a terminal and of its region may differ, in shares of the size.
const SAME_SIZE: f64 = 0.25;

/// A region is a terminal's own when at least six of eight places around its middle show the terminal's colour. They lie
/// so many radii from it along x, y or both: off glyphs, inside its edge.
const AROUND: f64 = 0.55;
const LEAST_AROUND: usize = 6;

/// Where the end of a terminal is looked for along a diagonal, in cells: inside lines and outlines.
const CORNER: f64 = 0.56;
const STEP: f64 = 0.02;

/// Where the sides of one that fills its cell are looked for, in cells from the middle, and how far beside a pipe.
const SIDE: RangeInclusive<f64> = 0.2..=0.76;
const BESIDE: f64 = 0.3;

/// Ground that is seen this far out, in cells, lies between a terminal and an outline that looks more like it than like the
/// ground: blur makes outlines broader.
const OUTSIDE: f64 = 0.44;

/// The farthest that a terminal lies from where its partner lies in its own cell, halved, in cells.
///
/// Where the middle of a thing seems to lie depends on what it looks like, but on a board seen straight not on the cell: a
/// glyph is not round, and the shadow below a dark disc looks like a part of it.
pub fn drift(pairing: &Pairing, middle: impl Fn(usize) -> (f64, f64)) -> f64 {
    let apart = |[a, b]: &[usize; 2]| {
        let (a, b) = (middle(*a), middle(*b));
        (a.0 - b.0).hypot(a.1 - b.1)
    };
    pairing.pairs.iter().map(apart).fold(0.0, f64::max) / 2.0
}

/// How far a terminal lies right of and below the middle of its cell, in cells.
pub fn off_middle(sampler: &GridSampler, terminal: &Terminal) -> (f64, f64) {
    if terminal.radius >= FILLED {
        let off = |way| off_between(sampler, terminal, way);
        return (off((1.0, 0.0)), off((0.0, 1.0)));
    }
    let [falling, rising] = [1.0, -1.0].map(|slope| off_along(sampler, terminal, slope));
    (
        (falling + rising) * FRAC_1_SQRT_2,
        (falling - rising) * FRAC_1_SQRT_2,
    )
}

/// How far the middle between two sides of a terminal that fills its cell is off, in cells; 0 where its colour goes on.
fn off_between(sampler: &GridSampler, terminal: &Terminal, (right, down): (f64, f64)) -> f64 {
    let patch = sampler.cell(terminal.cell);
    let end = |way: f64, along: f64| {
        let is_shown = |out: f64| {
            let (out, along) = (way * out, along * BESIDE);
            let here = patch.at(out * right + along * down, out * down + along * right);
            here.is_some_and(|it| contrast(it, terminal.colour) < terminal.contrast / 2.0)
        };
        let steps = ((SIDE.end() - SIDE.start()) / STEP) as i32;
        let mut outwards = (0..=steps).map(|step| SIDE.start() + f64::from(step) * STEP);
        outwards.find(|out| !is_shown(*out))
    };
    let off = |along: f64| Some((end(1.0, along)? - end(-1.0, along)?) / 2.0);
    let offs = [-1.0, 1.0].into_iter().filter_map(off);
    offs.min_by(|a, b| a.abs().total_cmp(&b.abs()))
        .unwrap_or_default()
}

/// How far a terminal lies from the middle of its cell along a diagonal of this slope, in cells.
fn off_along(sampler: &GridSampler, terminal: &Terminal, slope: f64) -> f64 {
    let patch = sampler.cell(terminal.cell);
    let ground = ground(sampler, terminal.cell);
    if contrast(ground, terminal.colour) < LEAST_CONTRAST {
        return 0.0;
    }
    let is_shown = |reach: f64| {
        let along = reach * FRAC_1_SQRT_2;
        let here = patch.at(along, slope * along);
        here.is_some_and(|it| contrast(it, terminal.colour) < contrast(it, ground))
    };
    // From outside: what it looks like inside does not matter.
    let steps = (CORNER / STEP) as i32;
    let end = |glyph: f64| {
        let inwards = (0..=steps).rev().map(|step| f64::from(step) * STEP);
        let is_shown = |reach: &f64| is_shown(glyph * reach);
        let mut outside = inwards.clone().take_while(|reach| *reach >= OUTSIDE);
        let beside = outside.find(|reach| !is_shown(reach)).unwrap_or(CORNER);
        let mut here = inwards.filter(|reach| *reach <= beside);
        here.find(is_shown).unwrap_or(0.0)
    };
    (end(1.0) - end(-1.0)) / 2.0
}

/// How far the nearest region of a terminal's size lies from it, in cells; `None` when there is none in its cell.
///
/// A pipe that leaves the terminal makes its region longer on that side, so that the region's other end tells where the
/// terminal lies.
pub fn off(
    sampler: &GridSampler,
    compact_regions: &[CompactRegion],
    terminal: &Terminal,
) -> Option<f64> {
    nearest(sampler, compact_regions, terminal).map(|(_, off)| off)
}

/// The nearest region of a terminal's size, and how far it lies from it; see `off`.
pub fn nearest<'a>(
    sampler: &GridSampler,
    compact_regions: &'a [CompactRegion],
    terminal: &Terminal,
) -> Option<(&'a CompactRegion, f64)> {
    let grid = sampler.grid;
    let (col, row) = terminal.cell;
    let (x, y) = grid.projection.apply(f64::from(col), f64::from(row));
    let is_of_size = |compact_region: &&CompactRegion| {
        (compact_region.size / (2.0 * terminal.radius * grid.pitch) - 1.0).abs() < SAME_SIZE
    };
    let from_terminal = |compact_region: &'a CompactRegion| {
        let (right, down) = (compact_region.x - x, compact_region.y - y);
        ((right / grid.pitch, down / grid.pitch), compact_region)
    };
    let near = compact_regions.iter().filter(is_of_size).map(from_terminal);
    let ((right, down), compact_region) = near
        .filter(|((right, down), _)| right.hypot(*down) < 0.5)
        .filter(|(place, _)| shows(sampler, terminal, *place))
        .min_by(|(a, _), (b, _)| a.0.hypot(a.1).total_cmp(&b.0.hypot(b.1)))?;
    let wider = compact_region.excess / grid.pitch;
    let sideways = side_of_pipe(sampler, terminal, (LEAVING, 0.0)) * wider.max(0.0) / 2.0;
    let downwards = side_of_pipe(sampler, terminal, (0.0, LEAVING)) * (-wider).max(0.0) / 2.0;
    Some((compact_region, (right - sideways).hypot(down - downwards)))
}

/// Whether a region there shows the terminal's colour: a piece of ground between pipes is as large.
fn shows(sampler: &GridSampler, terminal: &Terminal, (right, down): (f64, f64)) -> bool {
    let patch = sampler.cell(terminal.cell);
    let reach = AROUND * terminal.radius;
    let ring = [-reach, 0.0, reach]
        .into_iter()
        .flat_map(|y| [-reach, 0.0, reach].map(|x| (x, y)));
    let samples = ring.filter(|place| *place != (0.0, 0.0));
    let is_shown = |(x, y): &(f64, f64)| {
        let there = patch.at(right + x, down + y);
        there.is_some_and(|it| contrast(it, terminal.colour) < terminal.contrast / 2.0)
    };
    samples.filter(is_shown).count() >= LEAST_AROUND
}

/// 1 when a terminal's colour goes on beyond it that way, -1 when it goes on the opposite way, 0 when it does not.
fn side_of_pipe(sampler: &GridSampler, terminal: &Terminal, (right, down): (f64, f64)) -> f64 {
    let patch = sampler.cell(terminal.cell);
    let goes_on = |end: Option<Colour>| {
        end.is_some_and(|end| contrast(end, terminal.colour) < terminal.contrast / 2.0)
    };
    let [ahead, behind] = [patch.at(right, down), patch.at(-right, -down)].map(goes_on);
    f64::from(ahead) - f64::from(behind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::flow::scene::{RED, Thing, disc, noisy, pipe, seen};

    /// How far from the middle of cell (5, 2) the terminal that is drawn there lies, in the noise of a video.
    fn drift_of(thing: Thing) -> f64 {
        drift_beside(thing, &[])
    }

    /// The same with other things around it.
    fn drift_beside(thing: Thing, others: &[Thing]) -> f64 {
        let terminal = Terminal {
            cell: (5, 2),
            colour: RED.map(f32::from),
            contrast: 190.0,
            radius: thing.reach,
        };
        let all = [&[thing], others].concat();
        seen(&all, |view| {
            let noisy = noisy(view.sampler.picture.clone(), 9);
            let sampler = GridSampler {
                picture: &noisy,
                grid: view.sampler.grid,
            };
            let (right, down) = off_middle(&sampler, &terminal);
            right.hypot(down)
        })
    }

    #[test]
    fn what_lies_off_as_far_as_its_partner_is_in_place() {
        let pairing = Pairing {
            pairs: vec![[0, 2], [1, 3]],
            within: 0.0,
            most_within: 1.0,
            across: 9.0,
            margin: 6.0,
            times: 4.0,
            nearest: None,
        };
        let shadowed = [(0.0, 0.0), (0.0, 0.2), (0.0, 0.0), (0.0, 0.2)];
        assert_eq!(drift(&pairing, |one| shadowed[one]), 0.0);
        let tilted = [(0.0, 0.0), (0.1, 0.0), (0.2, 0.0), (-0.2, 0.0)];
        assert!((drift(&pairing, |one| tilted[one]) - 0.15).abs() < 1e-9);
    }

    #[test]
    fn a_disc_off_the_middle_of_its_cell_is_off_by_as_much() {
        assert!(drift_of(disc(5.0, 2.0, RED)) < 0.03);
        let off = drift_of(disc(5.15, 2.0, RED));
        assert!((off - 0.15).abs() < 0.03, "{off}");
    }

    #[test]
    fn the_corner_of_an_outline_that_looks_like_the_terminal_is_no_part_of_it() {
        let outline = Thing {
            from: (4.5, 1.0),
            to: (4.5, 1.5),
            reach: 0.15,
            is_square: true,
            ..disc(0.0, 0.0, [240, 150, 150])
        };
        let off = drift_beside(disc(5.0, 2.0, RED), &[outline]);
        assert!(off < 0.03, "{off}");
    }

    #[test]
    fn a_terminal_that_fills_its_cell_is_off_as_far_as_its_sides_whatever_the_noise() {
        for off in [0.0, 0.15] {
            let filled = Thing {
                reach: 0.5,
                is_square: true,
                ..disc(5.0 + off, 2.0, RED)
            };
            let pipe = pipe((5.0 + off, 2.0), (7.0, 2.0), RED);
            for found in [drift_of(filled), drift_beside(filled, &[pipe])] {
                assert!((found - off).abs() < 0.03, "{found} for {off}");
            }
        }
    }
}
