//! Finds a Flow Free board in a picture.
//!
//! ```text
//! picture ─shrink─▶ regions ─▶ blobs ─▶ pitch (lattices) ─▶ extent (lines) ─▶ terminals ─▶ pairs ─▶ candidate
//! ```

mod blobs;
mod candidate;
mod canvas;
mod extent;
mod lines;
mod observe;
mod pairs;
mod pitch;
mod regions;
mod shrink;
mod terminals;

use crate::pipeline::{Candidate, Frame, Reason, Refusal, Sighting};
use crate::puzzle::flow::Puzzle;

pub use observe::observe;

/// All boards that the picture may show.
pub fn detect(frame: &Frame) -> Sighting<Puzzle> {
    let shrunk = shrink::shrink(&frame.picture);
    let regions = regions::regions(&shrunk.picture);
    let blobs = blobs::blobs(&regions);
    let grids = pitch::grids(&blobs);
    tracing::debug!(
        regions = regions.len(),
        blobs = blobs.len(),
        lattices = grids.len()
    );
    let mut candidates: Vec<Candidate<Puzzle>> = Vec::new();
    let mut refusal = Refusal::new(
        Reason::NoBoard,
        "no lattice of cells was found: show the whole board, without a window over it",
    );
    for grid in grids {
        let canvas = canvas::Canvas {
            picture: &shrunk.picture,
            grid,
        };
        match candidate::candidates(&canvas, &blobs, f64::from(shrunk.by), &frame.picture) {
            Ok(found) => candidates.extend(found),
            Err(why) => {
                tracing::debug!(pitch = grid.pitch, support = grid.support, %why);
                if refusal.doubtful_grid.is_none() && why.reason != Reason::NoBoard {
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
