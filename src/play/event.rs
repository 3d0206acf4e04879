//! What happens in a run, told as it happens.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::family::{Observation, Summary, Task};
use super::learned::{LearnedSettings, StrokeInput};
use super::observer::BackgroundMotion;
use super::spent::Spent;
use crate::capture::Place;
use crate::geometry::ScreenRect;
use crate::pipeline::{Frame, Refusal};

/// What happens in a run.
pub enum Event<'a> {
    /// The target was found. Comes before anything is pressed.
    Target(&'a Place),
    /// A board was read and solved.
    Read {
        /// The board.
        task: &'a dyn Task,
        /// What it was read from.
        frame: &'a Arc<Frame>,
        /// Where the run stands.
        start: Box<Start>,
    },
    /// A stroke is about to be drawn on what this frame shows.
    Stroke {
        /// The board.
        task: &'a dyn Task,
        /// What the game shows of it.
        seen: &'a Observation,
        /// Time a move.
        pace: Duration,
        /// Strokes drawn more than once so far.
        redrawn: usize,
        /// The look before the stroke.
        frame: &'a Arc<Frame>,
    },
    /// A level is won.
    Won {
        /// What it took.
        report: &'a Report,
        /// The last look at its board.
        frame: &'a Arc<Frame>,
    },
    /// The level that was told as won last is not: the game says so.
    Rejected,
    /// A control was clicked for the next level.
    Clicked {
        /// From the level that was won, or the board that was passed over.
        after: Duration,
    },
    /// The game has dealt a board that cannot be played, and is asked for another one.
    PassedOver {
        /// Why it cannot be played.
        why: &'a Refusal,
    },
    /// The run is over, well or not: where the time went since the last level was won.
    Ended(Spent),
}

/// Where a run stands when a level begins: all that a replay of the level needs besides what is recorded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// The level's number, from 1.
    pub number: usize,
    /// What was known of the game.
    pub learned: LearnedSettings,
    /// Whether the game had shown a stroke before.
    pub is_proven: bool,
    /// Whether it had dealt a board that only paths which touch themselves solve.
    #[serde(default)]
    pub deals_touching: bool,
    /// Whether such boards were believed of which the picture alone is not sure.
    #[serde(default)]
    pub believes_touching: bool,
    /// Where the executor had left the pointer.
    pub left_at: Option<(i32, i32)>,
    /// When the game had been looked at last.
    pub(super) looked_at: Duration,
    /// What had changed by itself beside the boards.
    pub(super) motion: BackgroundMotion,
    /// The window that was the target, if it was one.
    pub(super) window: Option<u32>,
    /// Windows of the program that were there when the run began, and those that the game had left for another one.
    pub(super) windows: Vec<u32>,
    /// Where the target was: left, top, width, height in points.
    pub(super) rect: [f64; 4],
}

/// What the game showed when a level was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// Every flow whole.
    AllFlows,
    /// Something new over the board, after all other flows were seen whole.
    Covered,
    /// Another board.
    WentOn,
    /// No window any more, after all flows were drawn.
    Closed,
}

/// What one level took.
#[derive(Clone, Debug)]
pub struct Report {
    /// From 1.
    pub number: usize,
    /// The level.
    pub summary: Summary,
    /// What the game showed at its end.
    pub shown: Shown,
    /// From the level's appearance to the last look.
    pub draw: Duration,
    /// Strokes drawn.
    pub strokes: usize,
    /// Strokes drawn more than once.
    pub redrawn: usize,
    /// Time a move at the end.
    pub pace: Duration,
    /// How strokes were put in.
    pub input: StrokeInput,
    /// Where the time went since the level before.
    pub spent: Spent,
}

impl Report {
    /// How fast the level was drawn, redrawing and looking included.
    pub fn cells_per_second(&self) -> f64 {
        self.summary.cells as f64 / self.draw.as_secs_f64().max(f64::EPSILON)
    }
}

/// Left, top, width and height of a rectangle, in points.
pub(super) fn numbers(rect: ScreenRect) -> [f64; 4] {
    [rect.x, rect.y, rect.width, rect.height]
}
