//! What a user decided about a run.

use std::time::Duration;

use image::RgbImage;

use crate::geometry::ScreenPoint;

/// What a user decided about a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many levels to play; `None` for as many as come.
    pub levels: Option<usize>,
    /// When to stop, counted from the first look; what is drawn by then stays.
    pub time: Option<Duration>,
    /// How long to wait for the first board where none is seen.
    pub wait: Duration,
    /// How long to wait for the next board.
    pub patience: Duration,
    /// What one level may cost.
    pub limits: LevelLimits,
    /// What to click for the next level. Without it a control is clicked only where the picture leaves no doubt.
    pub next: Option<Next>,
}

/// What one level may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelLimits {
    /// Strokes, those drawn again counted.
    pub drags: usize,
    /// Time from the first look at it.
    pub time: Duration,
}

impl Default for LevelLimits {
    /// Far more than any board needs that goes well: the largest have some fifty flows.
    fn default() -> Self {
        Self {
            drags: 500,
            time: Duration::from_secs(180),
        }
    }
}

/// How a user names what is to be clicked for the next level.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// A place, in points from the top left corner of the target.
    At(ScreenPoint),
    /// Whatever looks like this, in the pixels of the target's pictures.
    LooksLike(RgbImage),
}
