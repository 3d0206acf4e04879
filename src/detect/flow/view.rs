//! All that is seen on one lattice.

use std::cell::OnceCell;

use image::RgbImage;

use super::known::Known;
use super::part::Part;
use super::sampler::GridSampler;
use crate::detect::grid::compact::CompactRegion;
use crate::detect::grid::fit::GridHypothesis;
use crate::pipeline::Edges;
use crate::vision::local_range::LocalRange;
use crate::vision::regions::{FAINT, Region, regions};

/// A window ends with a board where so much of a border cell lies outside of it at most, or so much is shown beyond that cell, in
/// cells: the lattice's error, and a line with a margin.
const OUTSIDE: f64 = 0.06;
const BEYOND: f64 = 0.1;

/// What a hypothesis is made from.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    /// The shrunk picture and the lattice over it.
    pub sampler: GridSampler<'a>,
    /// The sharp picture and the lattice over it, if `sampler` shows a blurred one.
    pub sharp: Option<GridSampler<'a>>,
    /// The picture as it is, neither shrunk nor blurred: strokes of a digit may be a pixel thin.
    pub original: &'a RgbImage,
    /// Where compact regions lie.
    pub compact_regions: &'a [CompactRegion],
    /// Flat regions, of which some may be the ground of a board.
    pub regions: &'a [Region],
    /// Faint regions of what `sampler` shows too, and what they are found from, once they are asked for.
    pub faint: &'a OnceCell<Vec<Region>>,
    pub local_range: &'a OnceCell<LocalRange>,
    /// What is known of the game, if anything is.
    pub known: Option<&'a Known>,
    /// What the edges of the picture are.
    pub edges: Edges,
    /// A part that is left out.
    pub without: Option<Part>,
    /// How many pixels of the original a pixel is wide.
    pub by: f64,
}

impl<'a> View<'a> {
    /// Faint regions too: finding them takes long.
    pub fn faint_regions(&self) -> &'a [Region] {
        let local_range = || LocalRange::of(self.sampler.picture);
        let regions = || regions(self.local_range.get_or_init(local_range), FAINT);
        self.faint.get_or_init(regions)
    }

    /// Whether a part is not left out.
    pub fn asks(&self, part: Part) -> bool {
        self.without != Some(part)
    }

    /// Whether the picture is that of a window, which ends with a cell on one side.
    pub fn ends_with(&self, cell: (i32, i32), (right, down): (f64, f64)) -> bool {
        let patch = self.sampler.cell(cell);
        let is_shown = |reach: f64| patch.at(reach * right, reach * down).is_some();
        self.edges == Edges::OfWindow && is_shown(0.5 - OUTSIDE) && !is_shown(0.5 + BEYOND)
    }

    /// The same of another picture, as large as the shrunk one.
    pub fn of<'b>(&self, picture: &'b RgbImage) -> View<'b>
    where
        'a: 'b,
    {
        View {
            sampler: GridSampler {
                picture,
                ..self.sampler
            },
            ..*self
        }
    }

    /// The same with another lattice.
    pub fn on<'b>(&self, grid: &'b GridHypothesis) -> View<'b>
    where
        'a: 'b,
    {
        let over = |sampler: GridSampler<'a>| GridSampler { grid, ..sampler };
        View {
            sampler: over(self.sampler),
            sharp: self.sharp.map(over),
            ..*self
        }
    }
}
