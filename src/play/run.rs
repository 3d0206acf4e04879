//! A run: level after level, until no other comes or the user has had enough.
//!
//! ```text
//!   first board ──▶ session ──won──▶ next level ──▶ session ...
//!                      ▲                 │ not won after all
//!                      └─────────────────┘
//! ```

use std::time::Duration;

use super::context::Context;
use super::drawing::{StrokePlan, entry_actions, stroke_actions};
use super::error::PlayError;
use super::event::{Event, Start};
use super::family::{Family, Summary, TraceStyle};
use super::learned::LearnedSettings;
use super::next_level::{NextStep, click_named, next_level};
use super::observer::{LevelState, Observer, Sighting, first_board};
use super::options::{Next, Options};
use super::session::{play_level, redraw_cornered, redraw_doubtful, resume_level};
use crate::capture::{Place, Screen, ScreenError, WindowId};
use crate::geometry::ScreenPoint;
use crate::pipeline::{Action, Reason};
use crate::replay::{Clock, Executor, Pointer, StopFlag};

/// How often a level that was taken for won is gone on with when no board follows.
const MOST_RESUMED: usize = 3;

/// A game that deals the same board so many times in a row has no other.
const MOST_DEALT: usize = 3;

/// A game that deals so many boards in an order in which they came before goes round its levels.
const SAME_ORDER: usize = 3;

/// The desktop that a game is played on.
pub struct Desktop<'a> {
    /// To see it.
    pub screen: &'a mut dyn Screen,
    /// To draw on it.
    pub pointer: &'a mut dyn Pointer,
    /// To wait.
    pub clock: &'a dyn Clock,
    /// To be stopped.
    pub stop_flag: &'a StopFlag,
}

/// How a run ended that went well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As many levels as were asked for are won.
    AllWon,
    /// The time is up.
    TimeIsUp,
    /// All levels that came are won: no other board followed.
    NoMore {
        /// What is seen instead.
        seen: String,
    },
}

/// What is played.
pub struct Game<'d> {
    /// The puzzle.
    pub family: &'d dyn Family,
    /// Where [`find`](super::find()) has found it.
    pub place: Place,
}

/// Plays level after level. What is learned of the game in levels that were won comes to `learned`.
///
/// # Errors
/// [`PlayError`]: the button is up, and nothing more will be pressed.
pub fn play<'d>(
    desktop: Desktop<'d>,
    game: Game<'d>,
    options: &Options,
    learned: &mut LearnedSettings,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<Ending, PlayError> {
    tell(Event::Target(&game.place));
    let start = Start {
        number: 1,
        learned: *learned,
        ..Start::default()
    };
    let mut run = Run::new(desktop, game, options, start, tell);
    let ended = run.begin();
    (run.context.tell)(Event::Ended(run.context.observer.spent));
    *learned = run.proven;
    match ended {
        Err(PlayError::TimeIsUp) => Ok(Ending::TimeIsUp),
        ended => ended,
    }
}

/// A run while it lasts.
pub(super) struct Run<'p, 'd> {
    context: Context<'p, 'd>,
    /// Settings as they were when the last level was won, or led on.
    proven: LearnedSettings,
    /// The number of the level that is played or comes next.
    number: usize,
    /// How often the board that is played was dealt in a row.
    dealt: usize,
    /// The boards that were won in turn, each by its [`key`](super::family::Summary::key).
    won: Vec<String>,
}

impl<'p, 'd> Run<'p, 'd> {
    pub(super) fn new(
        desktop: Desktop<'d>,
        Game { family, place }: Game<'d>,
        options: &'p Options,
        start: Start,
        tell: &'p mut dyn FnMut(Event<'_>),
    ) -> Self {
        let Desktop {
            screen,
            pointer,
            clock,
            stop_flag,
        } = desktop;
        let mut executor = Executor::new(pointer, clock, stop_flag);
        executor.resume(start.left_at);
        let mut observer = Observer::new(screen, clock, stop_flag, family, place);
        observer.looked_at = start.looked_at;
        observer.believe_touching(start.believes_touching);
        let windows = start.windows.iter().copied().map(WindowId);
        Self {
            context: Context {
                observer,
                executor,
                options,
                learned: start.learned,
                motion: start.motion,
                windows: windows.collect(),
                deadline: options.time.map(|time| clock.now() + time),
                is_proven: start.is_proven,
                deals_touching: start.deals_touching,
                tell,
            },
            proven: start.learned,
            number: start.number,
            dealt: 1,
            won: Vec::new(),
        }
    }

    /// Plays from the board that is there now.
    fn begin(&mut self) -> Result<Ending, PlayError> {
        let windows = self.context.observer.windows()?;
        self.context.windows = windows.into_iter().map(|window| window.id).collect();
        let first = self.first_board()?;
        let first = self.free_of_pointer(first)?;
        self.levels(first)
    }

    /// The board that is there now. Where none is to be played, what the user named for the next level is clicked once: a
    /// win screen may lie over it.
    fn first_board(&mut self) -> Result<Sighting, PlayError> {
        let options = self.context.options;
        let first = self.context.first_board(options.wait);
        let Some(Next::At(place)) = options.next else {
            return first;
        };
        match first {
            Err(PlayError::Refused(refusal)) if is_win_screen(&refusal.reason) => {
                let target = self.context.observer.place();
                let at = ScreenPoint::new(target.x + place.x, target.y + place.y);
                click_named(&mut self.context, at)?;
                self.context.first_board(options.patience)
            }
            first => first,
        }
    }

    /// The first board as it is with the pointer off it: a terminal under the pointer may look like no other of its pair.
    fn free_of_pointer(&mut self, first: Sighting) -> Result<Sighting, PlayError> {
        let (task, frame) = &first;
        if !self.context.leave_board(task.lattice(), frame)? {
            return Ok(first);
        }
        self.context.first_board(self.context.options.wait)
    }

    /// Plays on from a board that was seen already, or from the one that is there now.
    pub(super) fn resume(&mut self, seen: Option<Sighting>) -> Result<Ending, PlayError> {
        match seen {
            Some(sighting) => self.levels(sighting),
            None => self.begin(),
        }
    }

    /// Plays level after level, first a board that was seen already.
    fn levels(&mut self, first: Sighting) -> Result<Ending, PlayError> {
        let mut sighting = first;
        loop {
            let (task, frame) = sighting;
            let start = self.context.start(self.number);
            (self.context.tell)(Event::Read {
                task: task.as_ref(),
                frame: &frame,
                start: Box::new(start),
            });
            let mut level = LevelState::new(task, frame, self.context.now());
            let is_counted = play_level(&mut self.context, &mut level, self.number)?.is_some();
            if is_counted {
                self.context.deals_touching |= level.task.summary().touching;
                self.won.push(level.task.summary().key.clone());
                self.proven = self.context.learned;
                let most = self.context.options.levels;
                if most.is_some_and(|most| self.number >= most) {
                    return Ok(Ending::AllWon);
                }
                self.number += 1;
            }
            let after = self.after(&mut level);
            if is_counted && matches!(after, Err(PlayError::Rejected { .. } | PlayError::Emptied)) {
                (self.context.tell)(Event::Rejected);
            }
            sighting = match after? {
                Ok(next) => next,
                Err(ending) => return Ok(ending),
            };
            self.proven = self.context.learned;
        }
    }

    /// The board that follows a level, or how the run ends without one.
    fn after(&mut self, level: &mut LevelState) -> Result<Result<Sighting, Ending>, PlayError> {
        let mut resumed = 0;
        loop {
            let step = next_level(&mut self.context, level);
            let may_resume = resumed < MOST_RESUMED;
            resumed += 1;
            if let Ok(NextStep::Board(_) | NextStep::DealtAgain(_) | NextStep::PlayAgain(_)) = step
            {
                let learned = &mut self.context.learned;
                learned.answers = true;
                if let Some((_, stroke)) = level.cornered {
                    learned.filled_in(stroke.pace, stroke.moves);
                }
            }
            match step {
                Ok(NextStep::PlayAgain((task, _))) if self.won.contains(&task.summary().key) => {
                    let seen = "the game begins again with a board that was won".to_owned();
                    return self.no_more(seen).map(Err);
                }
                Ok(NextStep::Board((task, _))) if self.goes_round(&task.summary().key) => {
                    let seen = "the game deals its boards once more in the same order".to_owned();
                    return Ok(Err(Ending::NoMore { seen }));
                }
                Ok(NextStep::Board(next) | NextStep::PlayAgain(next)) => {
                    self.dealt = 1;
                    return Ok(Ok(next));
                }
                Ok(NextStep::Unanswered) => redraw_cornered(&mut self.context, level)?,
                Ok(NextStep::DealtAgain(next)) => {
                    self.dealt += 1;
                    if self.dealt > MOST_DEALT {
                        let seen = "the game deals the same board again and again".to_owned();
                        return Ok(Err(Ending::NoMore { seen }));
                    }
                    return Ok(Ok(next));
                }
                Ok(NextStep::NotWon) if may_resume => resume_level(&mut self.context, level)?,
                Ok(NextStep::Nothing { .. }) | Err(PlayError::NoNextBoard { .. })
                    if may_resume && redraw_doubtful(&mut self.context, level)? => {}
                Ok(NextStep::NotWon) => {
                    let seen = "the level is not won: flows are missing again".to_owned();
                    return Err(PlayError::BoardLost { seen });
                }
                Ok(NextStep::Nothing { seen }) => return self.no_more(seen).map(Err),
                // A game may close itself after its last level.
                Err(PlayError::Screen(closed @ ScreenError::Closed(_)))
                    if self.context.options.levels.is_none() =>
                {
                    let seen = closed.to_string();
                    return Ok(Err(Ending::NoMore { seen }));
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Whether the last boards and this one came in the same order before, where as many levels are to be played as there are.
    fn goes_round(&self, next: &str) -> bool {
        let before = self.won.len().saturating_sub(SAME_ORDER - 1);
        let came = |order: &[String]| {
            order
                .split_last()
                .is_some_and(|(last, others)| last == next && others == &self.won[before..])
        };
        self.context.options.levels.is_none() && self.won.windows(SAME_ORDER).any(came)
    }

    /// How a run ends when no other board came.
    fn no_more(&self, seen: String) -> Result<Ending, PlayError> {
        match self.context.options.levels {
            None => Ok(Ending::NoMore { seen }),
            Some(_) => Err(PlayError::NoNextBoard { seen, advice: "" }),
        }
    }
}

/// Whether a picture that is refused for this reason may show a win screen.
fn is_win_screen(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::NoBoard | Reason::Covered | Reason::Partial | Reason::NoSolution
    )
}

/// What would be done.
#[derive(Clone, Debug)]
pub struct Rehearsal {
    /// Where.
    pub place: Place,
    /// The board that is there.
    pub summary: Summary,
    /// What draws each stroke of the solution.
    pub strokes: Vec<Vec<Action>>,
}

/// Reads and solves what a place that [`find`](super::find()) has found shows, and says what would be done, without a
/// mouse.
///
/// # Errors
/// As [`play`], as far as it goes.
pub fn rehearse(
    (screen, clock, stop_flag): (&mut dyn Screen, &dyn Clock, &StopFlag),
    family: &dyn Family,
    place: Place,
    wait: Duration,
    learned: &LearnedSettings,
) -> Result<Rehearsal, PlayError> {
    let mut observer = Observer::new(screen, clock, stop_flag, family, place.clone());
    let (task, frame) = first_board(&mut observer, wait, TraceStyle::default())?;
    let plan = StrokePlan::learned(learned);
    let seen = task.observe(&frame.picture, learned.trace);
    let moves = task.moves().iter().enumerate();
    let strokes: Result<_, _> = moves
        .filter(|(index, one)| one.digit().is_none() || !seen.moves[*index].is_done())
        .map(|(index, one)| {
            if one.digit().is_some() {
                let way = (learned.entry, learned.pace.best_known());
                return entry_actions(task.as_ref(), index, &frame, way);
            }
            let input = learned.input_for(task.end_fillings(index));
            stroke_actions(task.as_ref(), index, 0, &frame, (input, plan))
        })
        .collect();
    Ok(Rehearsal {
        place,
        summary: task.summary().clone(),
        strokes: strokes?,
    })
}
