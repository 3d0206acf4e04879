//! Boards of walls, bridges, warps and hexagons: asked for where no detector reads a plain board.
//!
//! A labelling of a grid is believed with exactly one solution, clear margins and nothing on the board unexplained. Those that
//! cost little more must not be boards too. A plain board is never read here: the detectors know those better.

use super::options::ReadOptions;
use super::uniqueness::{SolutionCount, count_solutions, explain};
use crate::detect::flow::{Grids, Labelling, PictureFeatures};
use crate::pipeline::{BoardHypothesis, EXPLAIN, Reading};
use crate::puzzle::flow::{Puzzle, text};

/// What the labellings of one grid come to.
enum Found {
    /// A board that is believed.
    Board(Box<BoardHypothesis<Puzzle>>),
    /// Two that are believed, or a plain one.
    Doubt,
    /// None.
    Nothing,
}

/// The board of another kind that the picture shows on one of these grids, if it is sure of it.
pub(super) fn read_kind(
    features: &PictureFeatures,
    options: &ReadOptions,
    grids: Grids,
) -> Option<Reading<Puzzle>> {
    tracing::debug!(target: EXPLAIN, "looked at once more, for walls, bridges, warps and hexagons:");
    for labellings in features.labellings(grids) {
        match of_grid(&labellings, options) {
            Found::Board(board) => {
                return Some(Reading {
                    board: *board,
                    solutions: 1,
                    touching: false,
                });
            }
            Found::Doubt => return None,
            Found::Nothing => {}
        }
    }
    None
}

fn of_grid(labellings: &[Labelling], options: &ReadOptions) -> Found {
    for labelling in labellings {
        let found = without_shadows(labelling, options);
        if !matches!(found, Found::Nothing) {
            return found;
        }
        let found = of_labelling(labelling, options);
        if !matches!(found, Found::Nothing) {
            return found;
        }
    }
    Found::Nothing
}

/// The board of a warp, whose outermost cells in the picture are shadows of those opposite.
fn without_shadows(labelling: &Labelling, options: &ReadOptions) -> Found {
    let peeled = labelling.without_shadows();
    let Some(board) = peeled.and_then(|it| believed(&it, options)) else {
        return Found::Nothing;
    };
    if !board.puzzle.board().layout().warp.is_any() {
        return Found::Nothing;
    }
    match believed(labelling, options) {
        Some(_) => Found::Doubt,
        None => Found::Board(Box::new(board)),
    }
}

fn of_labelling(labelling: &Labelling, options: &ReadOptions) -> Found {
    if let Some(board) = believed(labelling, options) {
        let is_rival = |it: &Labelling| believed(it, options).is_some();
        let layout = board.puzzle.board().layout();
        let is_stable = labelling.is_stable(layout.warp.is_any());
        let is_sure = is_stable && !labelling.rivals().iter().any(is_rival);
        return if is_sure && !layout.is_plain() {
            Found::Board(Box::new(board))
        } else {
            Found::Doubt
        };
    }
    let others = labelling.others();
    let mut others = others.iter().filter_map(|it| believed(it, options));
    let Some(board) = others.next() else {
        return Found::Nothing;
    };
    let is_only = others.all(|other| other.puzzle == board.puzzle);
    if is_only && !board.puzzle.board().layout().is_plain() {
        Found::Board(Box::new(board))
    } else {
        Found::Doubt
    }
}

/// The board of a labelling, if the picture settles it and it has exactly one solution.
fn believed(labelling: &Labelling, options: &ReadOptions) -> Option<BoardHypothesis<Puzzle>> {
    let board = match labelling.board() {
        Ok(board) => board,
        Err(why) => {
            tracing::debug!(target: EXPLAIN, "a labelling of a grid is no board: {why}");
            return None;
        }
    };
    let rows = text::write_puzzle(&board.puzzle);
    tracing::debug!(target: EXPLAIN, "a labelling of a grid, {}", rows.trim_end().replace('\n', " / "));
    if !board.is_settled {
        explain(&board, "the picture does not settle it");
        return None;
    }
    matches!(count_solutions(&board, options), SolutionCount::One).then_some(board)
}
