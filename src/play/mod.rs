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

mod aside;
mod control;
mod draw;
mod error;
mod eye;
#[cfg(test)]
mod fake;
mod find;
mod flow;
mod game;
mod habits;
mod memory;
mod next;
mod pace;
mod pictures;
mod probe;
mod reproduce;
mod rounds;
mod scenery;
mod sheet;
mod spent;
mod stroke;
mod tape;
#[cfg(test)]
mod tests;
mod watch;

use std::time::Duration;

use crate::capture::{Place, Screen};
use crate::pipeline::{Action, Frame};
use crate::replay::{Brake, Clock, Hand, Pointer};
use eye::{Eye, Sighting};
use scenery::Scenery;
use sheet::Sheet;
use stroke::{Manner, stroke};
use tape::numbers;

pub use control::Next;
pub use draw::LevelLimits;
pub use error::PlayError;
pub use find::find;
pub use flow::FlowGame;
pub use game::{Game, Ink, Level, Summary, View};
pub use habits::{Habits, Tool, Way};
pub use memory::Memory;
pub use pace::{DEFAULT_PACE, Pace};
pub use reproduce::{ReproduceError, Reproduction, reproduce};
pub use spent::Spent;
pub use tape::{Start, Tape};

/// How often what may not be drawn is drawn once more when no board follows: a game that hangs now and then loses that too.
const ROUNDS_AFTER: usize = 3;

/// What a user decided about a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many levels to play; `None` for as many as come.
    pub levels: Option<usize>,
    /// When to stop, counted from the first look; what is drawn by then stays.
    pub time: Option<Duration>,
    /// How long to wait for the next board.
    pub patience: Duration,
    /// What one level may cost.
    pub limits: LevelLimits,
    /// What to click for the next level. Without it a control is clicked only when it has appeared and
    /// there is no doubt about it.
    pub next: Option<Next>,
}

/// How a run ended that went well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As many levels as were asked for are drawn.
    AllDrawn,
    /// The time is up.
    TimeIsUp,
    /// All that came are drawn: no other board followed.
    NoMore {
        /// What is seen instead.
        seen: String,
    },
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
        /// Where the player stands.
        start: Start,
    },
    /// A stroke is about to be drawn on what this frame shows.
    Stroke {
        /// The level.
        level: &'a dyn Level,
        /// What the game shows of it.
        view: &'a View,
        /// Time a cell.
        pace: Duration,
        /// Strokes drawn more than once so far.
        redrawn: usize,
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
    /// The run is over, well or not: where the time went since the last level was drawn.
    Ended(Spent),
}

/// What one level took.
#[derive(Clone, Debug)]
pub struct Report {
    /// From 1.
    pub number: usize,
    /// The level.
    pub summary: Summary,
    /// From the level's appearance to the last look.
    pub draw: Duration,
    /// Strokes drawn more than once.
    pub redrawn: usize,
    /// Time a cell at the end.
    pub pace: Duration,
    /// How strokes were put in.
    pub way: Way,
    /// Where the time went since the level before.
    pub spent: Spent,
}

impl Report {
    /// How fast the level was drawn, redrawing and looking included.
    pub fn cells_per_second(&self) -> f64 {
        self.summary.cells as f64 / self.draw.as_secs_f64().max(f64::EPSILON)
    }
}

/// Plays what is at a place that [`find`] has found, level after level. What is learned of the game in levels that were
/// drawn comes to `habits`.
///
/// # Errors
/// [`PlayError`]: the button is up, and nothing more will be pressed.
pub fn play(
    desk: Desk<'_>,
    game: &dyn Game,
    place: Place,
    options: &Options,
    habits: &mut Habits,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<Ending, PlayError> {
    tell(Event::Target(&place));
    let start = Start {
        number: 1,
        habits: *habits,
        ..Start::default()
    };
    let mut player = Player::new(desk, game, place, options, start, tell);
    let ended = player.levels(None);
    (player.tell)(Event::Ended(player.eye.spent));
    *habits = player.learned;
    match ended {
        Err(PlayError::TimeIsUp) => Ok(Ending::TimeIsUp),
        Err(PlayError::NoNextBoard {
            seen,
            is_stuck: false,
            ..
        }) if options.levels.is_none() => Ok(Ending::NoMore { seen }),
        ended => ended.map(|()| Ending::AllDrawn),
    }
}

/// Everything that the loop works with.
struct Player<'p, 'd> {
    eye: Eye<'d>,
    hand: Hand<'d>,
    game: &'p dyn Game,
    options: &'p Options,
    habits: Habits,
    /// What worked: habits as they were when the last level was drawn, or led on.
    learned: Habits,
    scenery: Scenery,
    deadline: Option<Duration>,
    /// The number of the level that is played or comes next.
    number: usize,
    /// Whether the game has shown a stroke in this run.
    is_proven: bool,
    tell: &'p mut dyn FnMut(Event<'_>),
}

impl<'p, 'd> Player<'p, 'd> {
    fn new(
        desk: Desk<'d>,
        game: &'p dyn Game,
        place: Place,
        options: &'p Options,
        start: Start,
        tell: &'p mut dyn FnMut(Event<'_>),
    ) -> Self {
        let mut hand = Hand::new(desk.pointer, desk.clock, desk.brake);
        hand.resume(start.left_at);
        let deadline = options.time.map(|time| desk.clock.now() + time);
        let mut eye = Eye::new(desk.screen, desk.clock, desk.brake, place, start.habits.ink);
        eye.looked_at = start.looked_at;
        Self {
            deadline,
            eye,
            hand,
            game,
            options,
            habits: start.habits,
            learned: start.habits,
            scenery: start.scenery,
            number: start.number,
            is_proven: start.is_proven,
            tell,
        }
    }

    /// Plays level after level, first a board that was seen already, if any.
    fn levels(&mut self, seen: Option<Sighting>) -> Result<(), PlayError> {
        let mut sighting = match seen {
            Some(sighting) => sighting,
            None => self.eye.first_board(self.game)?,
        };
        loop {
            let (level, frame) = sighting;
            (self.tell)(Event::Read {
                level: level.as_ref(),
                frame: &frame,
                start: Start {
                    number: self.number,
                    habits: self.habits,
                    is_proven: self.is_proven,
                    left_at: self.hand.left_at(),
                    looked_at: self.eye.looked_at,
                    scenery: self.scenery.clone(),
                    rect: numbers(self.eye.place()),
                },
            });
            let mut sheet = Sheet::new(level, frame, self.eye.clock.now());
            self.draw(&mut sheet)?;
            self.learned = self.habits;
            if self.options.levels.is_some_and(|most| self.number >= most) {
                return Ok(());
            }
            let mut rounds = 0;
            sighting = loop {
                match self.next_board(&sheet) {
                    Err(PlayError::NoNextBoard { .. })
                        if rounds < ROUNDS_AFTER && self.draw_again(&mut sheet)? =>
                    {
                        rounds += 1;
                    }
                    next => break next?,
                }
            };
            self.learned = self.habits;
            self.number += 1;
        }
    }

    fn is_time_up(&self) -> bool {
        let now = self.eye.clock.now();
        self.deadline.is_some_and(|deadline| now >= deadline)
    }
}

/// What would be done.
#[derive(Clone, Debug)]
pub struct Rehearsal {
    /// Where.
    pub place: Place,
    /// The level that is there.
    pub summary: Summary,
    /// What draws each stroke of the solution.
    pub strokes: Vec<Vec<Action>>,
}

/// Reads and solves what a place that [`find`] has found shows, and says what would be done, without a mouse.
///
/// # Errors
/// As [`play`], as far as it goes.
pub fn rehearse(
    screen: &mut dyn Screen,
    clock: &dyn Clock,
    brake: &Brake,
    game: &dyn Game,
    place: Place,
    habits: &Habits,
) -> Result<Rehearsal, PlayError> {
    let (level, frame) =
        Eye::new(screen, clock, brake, place.clone(), Ink::default()).first_board(game)?;
    let strokes = 0..level.strokes().len();
    let strokes: Result<_, _> = strokes
        .map(|index| stroke(level.as_ref(), index, 0, &frame, Manner::of(habits)))
        .collect();
    Ok(Rehearsal {
        place,
        summary: level.summary().clone(),
        strokes: strokes?,
    })
}
