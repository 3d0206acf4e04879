//! Which cells hold a terminal, and its colour.

use std::f64::consts::TAU;

use super::canvas::{Canvas, Colour, Patch, contrast, median};

/// A terminal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terminal {
    /// Column and row in the grid.
    pub cell: (i32, i32),
    /// Its colour.
    pub colour: Colour,
    /// How much it stands out from the corners of its cell, in levels of a channel.
    pub contrast: f32,
    /// How large it is, in cells.
    pub radius: f64,
}

/// Radii of the rings, in cells: from the end of a thin pipe to a filled cell.
const RADII: [f64; 14] = [
    0.18, 0.20, 0.22, 0.24, 0.26, 0.28, 0.30, 0.32, 0.34, 0.36, 0.38, 0.40, 0.42, 0.44,
];

/// Samples on a ring.
const SAMPLES: usize = 32;

/// The share of a ring that has one colour on a terminal. A pipe covers half of it.
pub(super) const RING: f32 = 0.8;

/// Where the colour is looked at, in shares of the radius: off blurred edges, off signs in the middle.
const INSIDE: [f64; 2] = [0.65, 0.8];

/// Where the corners of a cell are looked at: off the lines, outside a disc of 0.36.
const CORNER: f64 = 0.38;

/// A terminal stands out by so many levels, and mostly by this share of the median.
pub(super) const LEAST_CONTRAST: f32 = 14.0;
const CONTRAST_SHARE: f32 = 0.25;

/// The fewest terminals of a board.
pub(super) const FEWEST: usize = 4;

/// All that may be terminals among these cells, the largest first: terminals, and where pipes bend, cross a cell or end.
pub(super) fn discs(canvas: &Canvas, cells: impl Iterator<Item = (i32, i32)>) -> Vec<Terminal> {
    let circle: [(f64, f64); SAMPLES] = std::array::from_fn(|sample| {
        let (sin, cos) = (TAU * sample as f64 / SAMPLES as f64).sin_cos();
        (cos, sin)
    });
    let mut found: Vec<Terminal> = cells
        .filter_map(|cell| disc(&canvas.cell(cell), cell, &circle))
        .collect();
    found.sort_by(|a, b| b.radius.total_cmp(&a.radius));
    found
}

/// The ways to tell terminals from pipes by their size, and from faint signs by their contrast; for each least contrast
/// the one with the most terminals first.
///
/// A pipe is thinner than a terminal, but by how much differs from game to game.
pub(super) fn cuts(discs: &[Terminal]) -> Vec<Vec<Terminal>> {
    let mut contrasts: Vec<f32> = discs.iter().map(|terminal| terminal.contrast).collect();
    contrasts.sort_by(f32::total_cmp);
    let usual = contrasts
        .get(contrasts.len() / 2)
        .copied()
        .unwrap_or_default();
    let floors = [LEAST_CONTRAST, LEAST_CONTRAST.max(CONTRAST_SHARE * usual)];
    let mut cuts: Vec<Vec<Terminal>> = Vec::new();
    for floor in floors {
        let clear: Vec<Terminal> = discs
            .iter()
            .filter(|it| it.contrast >= floor)
            .copied()
            .collect();
        for count in (FEWEST..=clear.len()).rev() {
            let next = clear.get(count).map_or(0.0, |next| next.radius);
            if clear[count - 1].radius > next {
                cuts.push(clear[..count].to_vec());
            }
        }
    }
    cuts
}

/// The largest ring of one colour around the middle of a cell that stands out from the corners; `circle` has the
/// places of the samples on a ring of radius 1.
fn disc(patch: &Patch, cell: (i32, i32), circle: &[(f64, f64); SAMPLES]) -> Option<Terminal> {
    let on_ring = |radius: f64| {
        let places = circle.iter();
        places.filter_map(move |(right, down)| patch.at(radius * right, radius * down))
    };
    let mut corners = Vec::new();
    for (right, down) in [
        (-CORNER, -CORNER),
        (CORNER, -CORNER),
        (-CORNER, CORNER),
        (CORNER, CORNER),
    ] {
        corners.extend(patch.at(right, down));
    }
    // A bar behind the board may cover some of the corners; a terminal stands out from all.
    let stands_out = |colour: Colour| {
        let contrasts = corners.iter().map(|corner| contrast(colour, *corner));
        contrasts.fold(f32::MAX, f32::min)
    };
    let mut best = None;
    for radius in RADII {
        let ring: Vec<Colour> = on_ring(radius).collect();
        let colour = median(&ring);
        let contrast_here = stands_out(colour);
        if contrast_here < LEAST_CONTRAST || ring.len() < SAMPLES * 3 / 4 {
            continue;
        }
        let same = ring
            .iter()
            .filter(|sample| contrast(**sample, colour) < contrast_here / 2.0)
            .count();
        if same as f32 >= RING * ring.len() as f32 {
            best = Some((radius, colour, contrast_here));
        }
    }
    let (radius, _, _) = best?;
    let samples: Vec<Colour> = INSIDE
        .iter()
        .flat_map(|share| on_ring(share * radius))
        .collect();
    let colour = median(&samples);
    Some(Terminal {
        cell,
        colour,
        contrast: stands_out(colour),
        radius,
    })
}
