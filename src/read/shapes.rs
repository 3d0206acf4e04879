//! Boards on no lattice: asked for where no other board is read.
//!
//! A graph of regions is believed with exactly one solution and every region, side and terminal settled.

use super::options::ReadOptions;
use super::uniqueness::{SolutionCount, count_solutions, explain};
use crate::detect::flow::PictureFeatures;
use crate::pipeline::{EXPLAIN, Reading};
use crate::puzzle::flow::Puzzle;

/// The board of flat regions that the picture shows, if it is sure of it.
pub(super) fn read_shape(
    features: &PictureFeatures,
    options: &ReadOptions,
) -> Option<Reading<Puzzle>> {
    tracing::debug!(target: EXPLAIN, "looked at once more, for regions on no lattice:");
    if !features.may_show_flows() {
        return None;
    }
    let board = match features.board_on_no_lattice() {
        Ok(board) => board,
        Err(why) => {
            tracing::debug!(target: EXPLAIN, "the regions are no board: {why}");
            return None;
        }
    };
    if !board.is_settled {
        explain(&board, "the picture does not settle it");
        return None;
    }
    let is_unique = matches!(count_solutions(&board, options), SolutionCount::One);
    is_unique.then_some(Reading {
        board,
        solutions: 1,
        touching: false,
    })
}
