//! The board that a picture shows, if it is the only one.

use super::detectors::detect;
use super::options::{Part, ReadOptions};
use super::{occlusion, rivals};
use crate::detect::flow::{Detector, PictureFeatures};
use crate::pipeline::{EXPLAIN, Reading, Refusal};
use crate::puzzle::flow::Puzzle;

/// The board that the picture shows, if it is the only one; not yet what is drawn on it.
pub(super) fn only_board(
    features: &PictureFeatures,
    options: &ReadOptions,
) -> Result<Reading<Puzzle>, Refusal> {
    let seen = detect(features, &Detector::ALL, options);
    let board = seen.board.as_ref();
    let Some(board) = board.filter(|_| options.asks(Part::SecondBoard)) else {
        return seen.outcome.map_err(|why| occlusion::named(features, why));
    };
    let least_pitch = rivals::THUMBNAIL * board.lattice.pitch();
    tracing::debug!(target: EXPLAIN, "that board painted over, to see whether it is the only one:");
    let beside = features.around(&board.lattice, least_pitch);
    // Detectors that were not needed for this board are not needed for another like it; but colours may be those of another game.
    let detectors = match beside.may_show_flows() {
        true => &Detector::ALL,
        false => seen.detectors,
    };
    let around = detect(&beside, detectors, options);
    // Without the engine: that one of two boards cannot be solved does not say that the other is meant.
    match (&around.board, &around.outcome) {
        (Some(other), _) if rivals::is_thumbnail(board, other) => around.outcome,
        (Some(other), _) => Err(rivals::refusal(board, other)),
        (None, Err(why)) if around.is_half_seen_beside(board) && seen.outcome.is_ok() => {
            Err(rivals::half_seen(board, why.clone()))
        }
        _ => seen.outcome.map_err(|why| occlusion::named(features, why)),
    }
}
