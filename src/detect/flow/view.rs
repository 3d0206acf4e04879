//! All that is seen on one lattice.

use std::cell::OnceCell;

use super::Part;
use super::canvas::Canvas;
use super::known::Known;
use super::lattice::blobs::Blob;
use super::lattice::growth::Grid;
use super::lattice::ranges::Ranges;
use super::lattice::regions::{FAINT, Region, regions};

/// What a candidate is made from.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    /// The shrunk picture and the lattice over it.
    pub canvas: Canvas<'a>,
    /// The sharp picture and the lattice over it, if `canvas` shows a blurred one.
    pub sharp: Option<Canvas<'a>>,
    /// Where compact regions lie.
    pub blobs: &'a [Blob],
    /// Flat regions, of which some may be the ground of a board.
    pub regions: &'a [Region],
    /// Faint regions of what `canvas` shows too, and what they are found from, once they are asked for.
    pub faint: &'a OnceCell<Vec<Region>>,
    pub ranges: &'a OnceCell<Ranges>,
    /// What is known of the game, if anything is.
    pub known: Option<&'a Known>,
    /// A part that is left out.
    pub without: Option<Part>,
    /// How many pixels of the original a pixel is wide.
    pub by: f64,
}

impl<'a> View<'a> {
    /// Faint regions too: finding them takes long.
    pub fn faint_regions(&self) -> &'a [Region] {
        let ranges = || Ranges::of(self.canvas.picture);
        let regions = || regions(self.ranges.get_or_init(ranges), FAINT);
        self.faint.get_or_init(regions)
    }

    /// Whether a part is not left out.
    pub fn asks(&self, part: Part) -> bool {
        self.without != Some(part)
    }

    /// The same with another lattice.
    pub fn on<'b>(&self, grid: &'b Grid) -> View<'b>
    where
        'a: 'b,
    {
        let over = |canvas: Canvas<'a>| Canvas { grid, ..canvas };
        View {
            canvas: over(self.canvas),
            sharp: self.sharp.map(over),
            ..*self
        }
    }
}
