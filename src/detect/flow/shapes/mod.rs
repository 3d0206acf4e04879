//! Boards on no lattice: stars, cubes, rings, figure eights.
//!
//! ```text
//! flat_regions ─▶ discs      ellipses of one size: flat ones, or else outlined ones
//!       └───────▶ contacts   what lies between regions: lines, borders
//!                    └─────▶ cells   what holds discs, and what lines alone part from it
//!                               └──▶ hypothesis   a graph with pairs of terminals
//!                                     └─ squares   rows and columns, where the cells lie in such
//! ```
//!
//! What the picture does not settle is refused with the first place where it does not. What is believed is decided in `read`.

mod cells;
mod contacts;
mod discs;
mod flat_regions;
mod hypothesis;
mod outlined;
mod squares;

use std::f64::consts::PI;

use image::RgbImage;

use self::cells::{Cells, Refused};
use self::contacts::Surroundings;
use self::discs::discs;
use self::flat_regions::FlatRegions;
use self::hypothesis::hypothesis;
use crate::detect::weights::TERMINALS;
use crate::pipeline::BoardHypothesis;
use crate::puzzle::flow::Puzzle;
use crate::vision::local_range::LocalRange;
use crate::vision::statistics::middle;

/// The largest steps inside a flat region that are tried in turn: that of all pictures, one above the rings that strong compression
/// leaves around lines, and one below faint lines.
const FLATS: [u8; 3] = [22, 40, 8];

/// A region that is less deep than this, in diameters of a disc, is a piece of a border or a letter. What a disc leaves free in a
/// corner of its cell is deeper.
const LEAST_DEPTH: f64 = 0.12;

/// How far regions are grown towards each other: so many pixels, and so many diameters of a disc. Together two grow over a border.
const REACH: (f64, f64) = (5.0, 0.2);

/// The board that the picture shows where its cells lie on no lattice; `by` is how many pixels of the original one of its pixels is
/// wide.
///
/// # Errors
/// What does not settle, in words.
pub fn board(
    picture: &RgbImage,
    local_range: &LocalRange,
    by: f64,
) -> Result<BoardHypothesis<Puzzle>, String> {
    let mut why = String::new();
    for flat in FLATS {
        match of_flat(picture, local_range, flat, by) {
            Ok(board) => return Ok(board),
            Err(Refused::NoBoard(words)) => return Err(words),
            Err(Refused::Unsettled(words)) => why = words,
        }
    }
    Err(why)
}

/// The same from regions without a larger step than this inside.
fn of_flat(
    picture: &RgbImage,
    local_range: &LocalRange,
    flat: u8,
    by: f64,
) -> Result<BoardHypothesis<Puzzle>, Refused> {
    let mut regions = FlatRegions::of(picture, local_range, flat);
    let discs = discs(&mut regions, picture);
    if !TERMINALS.contains(&discs.len()) {
        let words = format!("{} discs of one size are no terminals", discs.len());
        return Err(Refused::NoBoard(words));
    }
    let areas = discs.iter().map(|disc| regions.all[*disc as usize].area);
    let diameter = 2.0 * (middle(areas).unwrap_or(0.0) / PI).sqrt();
    let is_deep = |number: u32| regions.innermost(number).depth >= LEAST_DEPTH * diameter;
    let counts: Vec<bool> = (0..regions.all.len() as u32).map(is_deep).collect();
    let reach = (REACH.0 + REACH.1 * diameter) as u32;
    let around = Surroundings::of(picture, &regions, &counts, reach);
    let cells = Cells::of(&regions, &around, &discs, flat)?;
    hypothesis(&regions, &cells, by).map_err(Refused::Unsettled)
}
