//! Why a run ended early.

use std::time::Duration;

use thiserror::Error;

use crate::capture::ScreenError;
use crate::pipeline::Refusal;
use crate::replay::{Interruption, PlanError};

/// Why a run ended early. The button is up.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The screen, the window or the display is lost.
    #[error(transparent)]
    Screen(#[from] ScreenError),
    /// There is no board to play, or none that is sure.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The executor stopped.
    #[error(transparent)]
    Interrupted(#[from] Interruption),
    /// A drag would leave the board.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The board is no longer seen.
    #[error(
        "the board is covered, was moved away or has changed ({seen}), so nothing more was drawn: \
         bring it back to the front and start again"
    )]
    BoardLost {
        /// What is seen there instead.
        seen: String,
    },
    /// A level took more than it may.
    #[error(
        "the level is not done after {drags} strokes in {} s, so it was left: `--level-drags` and \
         `--level-seconds` allow more", .time.as_secs()
    )]
    LevelLimit {
        /// Strokes drawn.
        drags: usize,
        /// Since the first look at the level.
        time: Duration,
    },
    /// The time of the whole run is over.
    #[error("the time is up")]
    TimeIsUp,
    /// No new board came, and a person would know how to go on.
    #[error("the level is won, but no other board came: {seen}{advice}")]
    NoNextBoard {
        /// What is seen instead.
        seen: String,
        /// What to do.
        advice: &'static str,
    },
    /// The game shows all that was drawn, and does not take it for the solution.
    #[error(
        "all of the level is drawn, but the game says {said:?}: it wants another solution of this board than \
         the one that was found, so nothing more was clicked: look at the game"
    )]
    Rejected {
        /// Its words.
        said: &'static str,
    },
    /// The game has emptied the board when it was asked to check it.
    #[error(
        "all of the level is drawn, but the game has emptied the board when it was asked to check it: it had not taken what it \
         showed. Nothing more was clicked: make one move by hand, and see whether the game wants a key, or another button, after it"
    )]
    Emptied,
    /// No way of entering a digit works.
    #[error(
        "tried to enter a digit {tries} times, but the game does not show it: it takes no keys, has no buttons with the digits \
         beside the board that can be read, and its cells do not count up when they are clicked. Is the game's window in front?"
    )]
    NoEntry {
        /// How often.
        tries: usize,
    },
    /// The game does not take what was drawn.
    #[error(
        "made {tries} moves, but the game does not show it: {shown} of {total} are seen. \
         Is the game's window in front, and does it take drags, clicks or keys? A slower `--pace` may help"
    )]
    NotShown {
        /// How many strokes.
        tries: usize,
        /// Flows that are seen.
        shown: usize,
        /// Flows of the level.
        total: usize,
    },
}
