//! The live loop: look, read, solve, verify, draw, look again and compare every cell, redraw what is
//! missing, go on when the next board appears.
//!
//! ```text
//!   find ──Place──▶ wait for a board ──Level──▶ probe, draw, compare ──▶ wait for the next board ...
//!                         ▲                                                  │
//!                         └──────────────────────────────────────────────────┘
//! ```
//!
//! The loop knows no game by name: what it needs of one is behind [`Game`] and [`Level`]. Time is the
//! [`Clock`]'s, the desktop is a [`Screen`] and a [`Pointer`](crate::replay::Pointer), so the whole loop
//! runs in unit tests on a pretended game (`fake`).

mod draw;
mod error;
mod eye;
#[cfg(test)]
mod fake;
mod find;
mod flow;
mod game;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::capture::{Place, Screen, Target};
use crate::geometry::Viewport;
use crate::pipeline::{Action, Frame};
use crate::replay::{Brake, Clock, Hand, PlanError, Pointer, drag};

pub use error::PlayError;
pub use find::find;
pub use flow::FlowGame;
pub use game::{Game, Level, Summary, View};

/// One cell in each frame of a 60 Hz page: faster, and browsers merge moves, so that games which mark
/// only the cells that they are told of lose some.
pub const DEFAULT_PACE: Duration = Duration::from_millis(18);

/// What a user decided about a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many levels to play; `None` for as many as come.
    pub levels: Option<usize>,
    /// A fixed time a cell. `None`: begin at [`DEFAULT_PACE`] and slow down when cells are lost.
    pub pace: Option<Duration>,
    /// How long to wait for the next board.
    pub patience: Duration,
}

/// The desktop that a game is played on.
pub struct Desk<'a> {
    /// To see it.
    pub screen: &'a mut dyn Screen,
    /// To draw on it.
    pub pointer: &'a mut dyn Pointer,
    /// To wait.
    pub clock: &'a dyn Clock,
    /// To be stopped.
    pub brake: &'a Brake,
}

/// What happens in a run, told as it happens.
pub enum Event<'a> {
    /// The target was found. Comes before anything is pressed.
    Target(&'a Place),
    /// A board was read and solved.
    Read {
        /// The level.
        level: &'a dyn Level,
        /// What it was read from.
        frame: &'a Frame,
    },
    /// A stroke is about to be drawn on what this frame shows.
    Stroke {
        /// Strokes that the game shows.
        done: usize,
        /// Strokes of the level.
        total: usize,
        /// Time a cell.
        pace: Duration,
        /// The look before the stroke.
        frame: &'a Frame,
    },
    /// The game shows every cell, or went on to something else after the last stroke.
    Drawn {
        /// What it took.
        report: &'a Report,
        /// The last look.
        frame: &'a Frame,
    },
}

/// What one level took.
#[derive(Clone, Debug)]
pub struct Report {
    /// From 1.
    pub number: usize,
    /// The level.
    pub summary: Summary,
    /// From the first press to the last look.
    pub draw: Duration,
    /// Strokes drawn more than once.
    pub redrawn: usize,
    /// Time a cell at the end.
    pub pace: Duration,
}

impl Report {
    /// How fast the level was drawn, redrawing and looking included.
    pub fn cells_per_second(&self) -> f64 {
        self.summary.cells as f64 / self.draw.as_secs_f64().max(f64::EPSILON)
    }
}

/// Plays: finds the target, then level after level.
///
/// # Errors
/// [`PlayError`]: the button is up, and nothing more will be pressed.
pub fn play(
    desk: Desk<'_>,
    game: &dyn Game,
    target: Option<&Target>,
    options: &Options,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<(), PlayError> {
    let place = find(desk.screen, game, target)?;
    tell(Event::Target(&place));
    let mut eye = eye::Eye::new(desk.screen, desk.clock, desk.brake, place);
    let mut drawer = draw::Drawer::new(
        Hand::new(desk.pointer, desk.clock, desk.brake),
        options.pace,
    );
    let mut number = 0;
    let mut sighting = eye.first_board(game)?;
    loop {
        let (level, frame) = sighting;
        tell(Event::Read {
            level: level.as_ref(),
            frame: &frame,
        });
        let key = level.summary().key.clone();
        let sheet = draw::Sheet {
            eye: &mut eye,
            game,
            level,
            fresh: Some(frame),
            drags: 0,
            tell,
        };
        number += 1;
        drawer.draw(sheet, number)?;
        if options.levels.is_some_and(|most| number >= most) {
            return Ok(());
        }
        sighting = eye.next_board(game, &key, options.patience)?;
    }
}

/// What would be done.
#[derive(Clone, Debug)]
pub struct Rehearsal {
    /// Where.
    pub place: Place,
    /// The level that is there.
    pub summary: Summary,
    /// All strokes of the solution.
    pub actions: Vec<Action>,
}

/// Finds the target, reads and solves what it shows, and says what would be done, without a mouse.
///
/// # Errors
/// As [`play`], as far as it goes.
pub fn rehearse(
    screen: &mut dyn Screen,
    clock: &dyn Clock,
    brake: &Brake,
    game: &dyn Game,
    target: Option<&Target>,
    pace: Duration,
) -> Result<Rehearsal, PlayError> {
    let place = find(screen, game, target)?;
    let (level, frame) = eye::Eye::new(screen, clock, brake, place.clone()).first_board(game)?;
    let actions = actions(level.as_ref(), frame.viewport, pace)?;
    Ok(Rehearsal {
        place,
        summary: level.summary().clone(),
        actions,
    })
}

/// All strokes of a level as actions.
fn actions(
    level: &dyn Level,
    viewport: Viewport,
    pace: Duration,
) -> Result<Vec<Action>, PlanError> {
    let strokes = level.strokes().iter();
    strokes
        .map(|stroke| drag(stroke, level.lattice(), viewport, pace))
        .collect()
}
