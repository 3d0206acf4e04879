//! Enters one digit on the board as it is now.

use std::time::Duration;

use super::plan::stroke_area;
use super::stroke::{carry_out_in, ready};
use crate::geometry::{PixelRect, ScreenRect};
use crate::pipeline::{Action, Frame, Key, Waypoint};
use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::family::{Observation, Task, TraceStyle};
use crate::play::learned::{EntryMethod, Pace};
use crate::play::observer::LevelState;
use crate::puzzle::futoshiki::{Digit, symbol};
use crate::replay::waypoints;

/// A pad that opens at a click is waited for so long at least, in a game that is known to open one: what comes after it would be clicked
/// behind the pad, or on it (seen on a busy machine: a pad that came after a second).
const OPENS: Duration = Duration::from_secs(2);

/// An action, and the part of the screen that it stays in.
pub(super) type Step = (Action, ScreenRect);

/// Enters the digit of one move in a way, with the button held for so long in a click. Returns what was seen before.
///
/// # Errors
/// A limit of the level, and whatever stops the observer or the executor.
pub(in crate::play) fn enter(
    context: &mut Context<'_, '_>,
    level: &mut LevelState,
    index: usize,
    (method, hold): (EntryMethod, Duration),
) -> Result<Observation, PlayError> {
    if method != EntryMethod::PadFirst {
        go_to_cell(context, level, index, hold)?;
    }
    let seen = ready(context, level, index, (false, hold))?;
    let steps = Entry::on(level, index, hold).steps(method, seen.moves[index].digit)?;
    tracing::debug!("entry {index}: {steps:?}");
    if carry_out_in(context, level, &steps)? && method == EntryMethod::PopUp {
        let wait = context.learned.patience().max(OPENS);
        press_opened(context, level, index, (wait, hold))?;
    }
    Ok(seen)
}

/// Moves the pointer to a cell, where it was seen last: it must rest there before a press, and the board can be looked at meanwhile.
fn go_to_cell(
    context: &mut Context<'_, '_>,
    level: &LevelState,
    index: usize,
    hold: Duration,
) -> Result<(), PlayError> {
    let (at, area) = Entry::on(level, index, hold).place()?;
    let rest = Duration::ZERO;
    let pass = Action::Pass(vec![Waypoint { rest, ..at }]);
    context.act(&pass, area).map(drop)
}

/// Presses the button of a move's digit on the pad that a click on its cell opens in this time. Returns whether there was such a button.
///
/// # Errors
/// Whatever stops the observer or the executor.
pub(super) fn press_opened(
    context: &mut Context<'_, '_>,
    level: &LevelState,
    index: usize,
    (wait, hold): (Duration, Duration),
) -> Result<bool, PlayError> {
    let entry = Entry {
        frame: &level.before_last,
        ..Entry::on(level, index, hold)
    };
    entry.press_opened(context, wait)
}

/// What enters the digit of one move in a way, on the board as a frame shows it.
///
/// # Errors
/// [`PlayError::Plan`] when the cell lies outside the board.
pub(in crate::play) fn entry_actions(
    task: &dyn Task,
    index: usize,
    frame: &Frame,
    (method, hold): (EntryMethod, Duration),
) -> Result<Vec<Action>, PlayError> {
    let entry = Entry {
        task,
        frame,
        index,
        hold,
    };
    let seen = task.observe(&frame.picture, TraceStyle::default());
    let shown = seen.moves[index].digit;
    let steps = entry.steps(method, shown)?.into_iter();
    Ok(steps.map(|(action, _)| action).collect())
}

/// A digit that is to be entered on what a frame shows.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    pub task: &'a dyn Task,
    pub frame: &'a Frame,
    pub index: usize,
    /// How long the button is held in a click, and a key.
    pub hold: Duration,
}

impl<'a> Entry<'a> {
    /// On the board as it was seen last.
    pub fn on(level: &'a LevelState, index: usize, hold: Duration) -> Self {
        Self {
            task: level.task.as_ref(),
            frame: &level.frame,
            index,
            hold,
        }
    }

    /// What enters it where its cell shows this digit. Nothing where it takes a button that is not seen; the button of a pad that
    /// opens comes later.
    fn steps(&self, method: EntryMethod, shown: Option<Digit>) -> Result<Vec<Step>, PlayError> {
        let cell = self.cell()?;
        Ok(match method {
            EntryMethod::Key => vec![cell, self.key()],
            EntryMethod::Pad => self.button().map_or(vec![], |button| vec![cell, button]),
            EntryMethod::PadFirst => self.button().map_or(vec![], |button| vec![button, cell]),
            EntryMethod::PopUp => vec![cell],
            EntryMethod::Clicks => vec![cell; self.clicks(shown)],
        })
    }

    pub fn digit(&self) -> Digit {
        self.task.moves()[self.index].digit().unwrap_or_default()
    }

    /// The middle of its cell, and what a click there stays in.
    fn place(&self) -> Result<(Waypoint, ScreenRect), PlayError> {
        let cells = self.task.moves()[self.index].cells();
        let timing = Pace::timing(self.hold);
        let way = waypoints(cells, self.task.lattice(), self.frame.viewport, timing)?;
        Ok((way[0], stroke_area(self.task, self.frame)))
    }

    /// A click on its cell.
    pub fn cell(&self) -> Result<Step, PlayError> {
        let (at, area) = self.place()?;
        Ok((Action::Click(at), area))
    }

    /// Its key.
    pub fn key(&self) -> Step {
        let key = Action::Key {
            key: Key::Character(symbol(self.digit())),
            held: self.hold,
            rest: Duration::ZERO,
        };
        (key, stroke_area(self.task, self.frame))
    }

    /// A click on its button, if one is seen.
    pub fn button(&self) -> Option<Step> {
        let button = self.task.button(&self.frame.picture, self.digit())?;
        Some(self.click(self.frame, button))
    }

    /// A click on a button that a frame shows.
    pub fn click(&self, frame: &Frame, button: PixelRect) -> Step {
        let at = Waypoint {
            at: frame.viewport.to_screen(button.centre()),
            rest: self.hold,
        };
        let area = frame.viewport.box_to_screen(button.into());
        (Action::Click(at), area)
    }

    /// How many clicks count up to it from what its cell shows.
    fn clicks(&self, shown: Option<Digit>) -> usize {
        let states = self.task.summary().rows + 1;
        let [from, to] = [shown.unwrap_or(0), self.digit()].map(u16::from);
        usize::from((to + states - from % states) % states)
    }
}
