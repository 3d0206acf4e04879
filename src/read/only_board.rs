//! The board that a picture shows, if it is the only one.

use super::detectors::detect;
use super::kinds::read_kind;
use super::options::{Part, ReadOptions};
use super::selection::Read;
use super::shapes::read_shape;
use super::uniqueness::has_none;
use super::unproven::is_proven;
use super::{occlusion, rivals};
use crate::detect::flow::{Detector, Grids, PictureFeatures};
use crate::pipeline::{BoardHypothesis, EXPLAIN, Reading, Reason, Refusal};
use crate::puzzle::flow::Puzzle;
use crate::solve::flow::Touching;

/// The board that the picture shows, if it is the only one; not yet what is drawn on it.
pub(super) fn only_board(
    features: &PictureFeatures,
    options: &ReadOptions,
) -> Result<Reading<Puzzle>, Refusal> {
    let seen = detect(features, &Detector::ALL, options);
    let board = seen.board.as_ref();
    let Some(board) = board.filter(|_| options.asks(Part::SecondBoard)) else {
        return or_other_kind(features, options, &seen.whole_boards(), seen.outcome);
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
        _ => or_other_kind(features, options, &seen.whole_boards(), seen.outcome),
    }
}

/// Where no plain board is read that has a solution without touching, one of another kind, if it is the only board. What is
/// left of a board of another kind that is taken for a plain one nearly always has a solution with touching. `whole` are the plain
/// boards whose outer lines are seen, whether they have a solution or not.
fn or_other_kind(
    features: &PictureFeatures,
    options: &ReadOptions,
    whole: &[BoardHypothesis<Puzzle>],
    plain: Read,
) -> Read {
    let grids = match &plain {
        Ok(reading) if is_proven(reading) => return plain,
        Err(why) if why.reason == Reason::NoBoard && why.doubtful_grid.is_none() => Grids::Hexagons,
        _ => Grids::All,
    };
    let read = options
        .asks(Part::Kinds)
        .then(|| read_kind(features, options, grids));
    let Some(reading) = read.flatten() else {
        return plain.or_else(|why| {
            let read = options.asks(Part::Shapes).then(|| shape(features, options));
            read.flatten()
                .ok_or_else(|| occlusion::named(features, why))
        });
    };
    // The shadows around a board whose borders are joined have no outer line.
    let is_rival = |whole: &&BoardHypothesis<Puzzle>| {
        rivals::is_without_its_rim(&reading.board, whole)
            && !has_none(&whole.puzzle, Touching::Allowed)
    };
    if let Some(rival) = whole.iter().find(is_rival) {
        return Err(rivals::refusal(rival, &reading.board));
    }
    let beside = options
        .asks(Part::SecondBoard)
        .then(|| beside(features, options, &reading.board, grids));
    match beside.flatten() {
        Some(other) => Err(rivals::refusal(&reading.board, &other)),
        None => Ok(reading),
    }
}

/// The board on no lattice that the picture shows, if no other board is beside it.
fn shape(features: &PictureFeatures, options: &ReadOptions) -> Option<Reading<Puzzle>> {
    let reading = read_shape(features, options)?;
    let beside = options
        .asks(Part::SecondBoard)
        .then(|| beside(features, options, &reading.board, Grids::All));
    beside.flatten().is_none().then_some(reading)
}

/// A board beside one of another kind, of whatever kind itself.
fn beside(
    features: &PictureFeatures,
    options: &ReadOptions,
    board: &BoardHypothesis<Puzzle>,
    grids: Grids,
) -> Option<BoardHypothesis<Puzzle>> {
    let least_pitch = rivals::THUMBNAIL * board.lattice.pitch();
    tracing::debug!(target: EXPLAIN, "that board painted over, to see whether it is the only one:");
    let beside = features.around(&board.lattice, least_pitch);
    if !beside.may_show_flows() {
        return None;
    }
    let plain = detect(&beside, &Detector::ALL, options).board;
    plain.or_else(|| Some(read_kind(&beside, options, grids)?.board))
}
