//! Enters one digit on the board as it is now.

use std::time::Duration;

use super::stroke::{carry_out, ready};
use crate::geometry::Lattice;
use crate::pipeline::{Action, Frame, Key, Move};
use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::family::Observation;
use crate::play::learned::Pace;
use crate::play::observer::LevelState;
use crate::puzzle::futoshiki::symbol;
use crate::replay::waypoints;

/// Enters the digit of one move, with the button held for so long in a click. Returns what was seen before.
///
/// # Errors
/// A limit of the level, and whatever stops the observer or the executor.
pub(in crate::play) fn enter(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    hold: Duration,
) -> Result<Observation, PlayError> {
    let seen = ready(context, level, index, (false, hold))?;
    let task = level.task.as_ref();
    let actions = entry_actions(&task.moves()[index], task.lattice(), &level.frame, hold)?;
    tracing::debug!("entry {index}: {actions:?}");
    carry_out(context, level, &actions)?;
    Ok(seen)
}

/// What enters a digit: a click on its cell, and its key.
///
/// # Errors
/// [`PlayError::Plan`] when the cell lies outside the board.
pub(in crate::play) fn entry_actions(
    one: &Move,
    lattice: &Lattice,
    frame: &Frame,
    hold: Duration,
) -> Result<Vec<Action>, PlayError> {
    let way = waypoints(one.cells(), lattice, frame.viewport, Pace::timing(hold))?;
    let click = way.first().copied().map(Action::Click);
    let key = one.digit().map(|digit| Action::Key {
        key: Key::Character(symbol(digit)),
        rest: Duration::ZERO,
    });
    Ok(click.into_iter().chain(key).collect())
}
