//! Boards of all kinds on a grid: walls, bridges, warps and holes are labels of its edges and cells.
//!
//! ```text
//! regions ─▶ grids ─▶ evidence ─▶ region ─▶ labelling ─┬─ layout      walls, bridges, holes
//!                                 (energy)             ├─ seams       warps
//!                                                      ├─ border      alike on opposite sides
//!                                                      └─ hypothesis  terminals and pairs
//! ```
//!
//! Nothing here is a reader of one kind. What is believed is decided in `read`.

mod border;
mod energy;
mod hypothesis;
mod labelling;
mod layout;
mod region;
mod seams;

use std::rc::Rc;

use image::RgbImage;

use crate::detect::evidence::EvidenceMap;
use crate::detect::grid::compact::{CompactRegion, compact_regions};
use crate::detect::grid::fit::{GridHypothesis, REACH};
use crate::detect::grid::hexagonal::hexagonal;
use crate::detect::grid::propose;
use crate::detect::grid::tiled::TiledGrid;
use crate::detect::weights::{FEWEST_CELLS, FLATS};
use crate::geometry::{GridCell, Tiling};
use crate::vision::local_range::LocalRange;
use crate::vision::noise::noise;
use crate::vision::regions::regions;

pub use labelling::Labelling;

/// The most grids that are measured: the first or second is nearly always the right one. All but these must have this share of
/// the support of the first.
const MOST_GRIDS: usize = 4;
const FIRST_FEW: usize = 2;
const LEAST_SHARE: f64 = 0.3;

/// Which grids are asked for boards of other kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grids {
    /// Squares and hexagons.
    All,
    /// Hexagons alone: where no detector found so much as a grid of squares.
    Hexagons,
}

/// The grids of a picture, square and hexagonal, the best supported first.
pub fn grids(picture: &RgbImage, local_range: &LocalRange) -> Vec<TiledGrid> {
    let noise = noise(picture);
    let compact: Vec<CompactRegion> = FLATS
        .iter()
        .map(|(levels, times)| levels.max(times * noise).min(255.0) as u8)
        .flat_map(|flat| compact_regions(&regions(local_range, flat)))
        .collect();
    let mut grids = square(&propose::grids(&compact, REACH));
    grids.extend(hexagonal(&compact));
    grids.sort_by_key(|grid| std::cmp::Reverse(grid.support.len()));
    let first = grids.first().map_or(0, |grid| grid.support.len()) as f64;
    let ranked = grids.into_iter().enumerate().filter(|(rank, grid)| {
        *rank < FIRST_FEW || grid.support.len() as f64 >= LEAST_SHARE * first
    });
    ranked.map(|(_, grid)| grid).take(MOST_GRIDS).collect()
}

/// Lattices of square cells as grids.
pub fn square(lattices: &[GridHypothesis]) -> Vec<TiledGrid> {
    let grid = |lattice: &GridHypothesis| TiledGrid {
        tiling: Tiling::Square,
        projection: lattice.projection,
        support: lattice
            .cells
            .iter()
            .map(|&(col, row)| GridCell::new(row, col))
            .collect(),
    };
    lattices.iter().map(grid).collect()
}

/// The possible boards of a grid, the likeliest first; `by` is how many pixels of the original a pixel of the picture is wide.
pub fn labellings(picture: &RgbImage, grid: &TiledGrid, by: f64) -> Vec<Labelling> {
    let Some(map) = EvidenceMap::measure(picture, grid) else {
        return Vec::new();
    };
    let map = Rc::new(map);
    let regions = region::regions(&map);
    let regions = regions
        .into_iter()
        .filter(|it| it.cells.len() >= FEWEST_CELLS);
    regions
        .map(|region| Labelling::new(&map, region, by))
        .collect()
}
