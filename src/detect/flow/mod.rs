//! Finds a Flow Free board in a picture.
//!
//! ```text
//! picture ─shrink─▶ regions ─▶ blobs ─▶ pitch (lattices) ─▶ extent (lines) ─▶ terminals ─▶ pairs ─▶ candidate
//! ```

mod blobs;
mod candidate;
mod canvas;
mod explain;
mod extent;
mod filled;
mod growth;
mod hexes;
mod lines;
mod measure;
mod observe;
mod pairs;
mod pitch;
mod regions;
mod ruling;
mod shrink;
mod terminals;
mod unruled;
mod walls;

use image::RgbImage;

use self::blobs::Blob;
use self::candidate::View;
use self::canvas::Canvas;
use self::growth::Grid;
use self::shrink::Shrunk;
use crate::geometry::{Lattice, ScreenPoint, Viewport};
use crate::pipeline::{Candidate, EXPLAIN, Frame, Reason, Refusal, Sighting};
use crate::puzzle::flow::Puzzle;

pub use measure::Measurements;
pub use observe::observe;

/// What a board is painted over with. Any one colour does: it has no lines.
const PAINT: image::Rgb<u8> = image::Rgb([0; 3]);

/// The smallest cells of a board, in pixels: smaller ones are a preview of a picture, which nobody plays on.
const LEAST_PITCH: f64 = 10.0;

/// A way to look at a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eye {
    /// Sees cells between clear lines.
    Plain,
    /// Sees faint lines too, and noise.
    Fine,
    /// Sees dots where there are no lines.
    Dots,
}

impl Eye {
    /// All, the surest and quickest first.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Fine, Self::Dots];
}

fn no_lattice() -> Refusal {
    Refusal::new(
        Reason::NoBoard,
        "no lattice of cells was found: show the whole board, without a window over it",
    )
}

/// A picture with its compact regions found: what boards are sought in.
pub struct Sight<'a> {
    original: &'a RgbImage,
    shrunk: Shrunk,
    blobs: Vec<Blob>,
    /// Lattices with smaller cells are passed over, in pixels of the original.
    least_pitch: f64,
}

impl<'a> Sight<'a> {
    /// Looks at the whole picture.
    pub fn of(frame: &'a Frame) -> Self {
        let shrunk = shrink::shrink(&frame.picture);
        let regions = regions::regions(&shrunk.picture, regions::FLAT);
        let blobs = blobs::blobs(&regions);
        let (width, height) = shrunk.picture.dimensions();
        tracing::debug!(
            target: EXPLAIN,
            "looked at as {width} x {height} pixels: {} regions of one colour, {} of them compact",
            regions.len(),
            blobs.len()
        );
        Self {
            original: &frame.picture,
            shrunk,
            blobs,
            least_pitch: LEAST_PITCH,
        }
    }

    /// The same picture with a board painted over: to look for others with cells of `least_pitch` pixels or more.
    pub fn around(&self, board: &Lattice, least_pitch: f64) -> Self {
        let by = f64::from(self.shrunk.by);
        let bounds = board.bounds(Viewport {
            scale: by,
            ..Viewport::IDENTITY
        });
        let blobs = self.blobs.iter().copied();
        let outside = |blob: &Blob| !bounds.contains(ScreenPoint::new(blob.x, blob.y));
        let mut shrunk = self.shrunk.clone();
        let (width, height) = shrunk.picture.dimensions();
        if let Some(rect) = Viewport::IDENTITY.rect_to_pixels(bounds, width, height) {
            for (x, y) in (rect.y..rect.y + rect.height)
                .flat_map(|y| (rect.x..rect.x + rect.width).map(move |x| (x, y)))
            {
                shrunk.picture.put_pixel(x, y, PAINT);
            }
        }
        Self {
            original: self.original,
            shrunk,
            blobs: blobs.filter(outside).collect(),
            least_pitch,
        }
    }

    /// The boards that the picture may show to this eye.
    pub fn boards(&self, eye: Eye) -> Sighting<Puzzle> {
        match eye {
            Eye::Plain => self.boards_among(&self.blobs),
            Eye::Fine => {
                let regions = regions::regions(&self.shrunk.picture, regions::FAINT);
                let blobs = blobs::blobs(&regions);
                tracing::debug!(
                    target: EXPLAIN,
                    "nothing is read, so even faint lines count: {} regions, {} of them compact",
                    regions.len(),
                    blobs.len()
                );
                self.boards_among(&blobs)
            }
            Eye::Dots => {
                tracing::debug!(target: EXPLAIN, "nothing is read, so a board may have no lines");
                Sighting {
                    candidates: self.boards_without_lines(),
                    refusal: no_lattice(),
                }
            }
        }
    }

    /// Names a board of another kind where no square cells were found.
    pub fn other_kind(&self) -> Option<Refusal> {
        hexes::are_hexes(&self.blobs).then(|| {
            Refusal::new(
                Reason::Unsupported("hexes".into()),
                "a board of hexagons cannot be read from a picture yet: give it as text",
            )
        })
    }

    fn boards_without_lines(&self) -> Vec<Candidate<Puzzle>> {
        self.grids(&self.blobs)
            .iter()
            .flat_map(|grid| candidate::without_lines(&self.view(grid, &self.blobs)))
            .collect()
    }

    /// The lattices that are worth reading.
    fn grids(&self, blobs: &[Blob]) -> Vec<Grid> {
        let mut grids = pitch::grids(blobs);
        let by = f64::from(self.shrunk.by);
        grids.retain(|grid| grid.pitch * by >= self.least_pitch);
        for grid in &grids {
            tracing::debug!(
                target: EXPLAIN,
                "a lattice: cells of {:.1} pixels, on which {} regions lie",
                grid.pitch * by,
                grid.cells.len()
            );
        }
        grids
    }

    fn view<'v>(&'v self, grid: &'v Grid, blobs: &'v [Blob]) -> View<'v> {
        View {
            canvas: Canvas {
                picture: &self.shrunk.picture,
                grid,
            },
            blobs,
            by: f64::from(self.shrunk.by),
            original: self.original,
        }
    }

    fn boards_among(&self, blobs: &[Blob]) -> Sighting<Puzzle> {
        let mut candidates: Vec<Candidate<Puzzle>> = Vec::new();
        let mut refusal = no_lattice();
        for grid in self.grids(blobs) {
            match candidate::with_lines(&self.view(&grid, blobs)) {
                Ok(found) => candidates.extend(found),
                Err(why) => {
                    let pitch = grid.pitch * f64::from(self.shrunk.by);
                    tracing::debug!(target: EXPLAIN, "cells of {pitch:.1} pixels: {why}");
                    let says_more = why.doubtful_grid.is_some() || why.reason != Reason::NoBoard;
                    if refusal.doubtful_grid.is_none() && says_more {
                        refusal = why;
                    }
                }
            }
        }
        Sighting {
            candidates,
            refusal,
        }
    }
}
