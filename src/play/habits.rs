//! What is learned of a game while it is played: how fast it takes strokes, in which way, and how late it
//! shows them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::game::Ink;
use super::pace::Pace;

/// A browser on a busy machine, or a game that hangs for a moment, shows nothing for some hundred milliseconds.
const SHORTEST_PATIENCE: Duration = Duration::from_millis(700);

/// What is left of a remembered latency after each stroke that was seen sooner: ten of them leave a tenth.
const FADING: f64 = 0.8;

/// How many times the latency that was learned a stroke is waited for: the next one may be later than any before.
const PATIENCE: u32 = 3;

/// No game that can be played shows a stroke later.
const LONGEST_LATENCY: Duration = Duration::from_secs(2);

/// A stroke is late when it is not seen after the time that others took and this much more.
const LATE: Duration = Duration::from_millis(100);

/// How a stroke is put in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    /// With the button down or with clicks.
    pub tool: Tool,
    /// Whether it begins at a stroke's last cell: some games take only one of the two terminals.
    pub is_backwards: bool,
}

/// With what a stroke is put in: games take one or another, and which is found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tool {
    /// Press, move, release.
    #[default]
    Drag,
    /// Click, move, click.
    Click,
    /// Click on every cell.
    Tap,
}

impl Way {
    /// The same from the other end.
    pub(super) fn turned(self) -> Self {
        Self {
            is_backwards: !self.is_backwards,
            ..self
        }
    }

    /// What to try, one after the other, until a stroke is seen: both ends with a drag, and clicks. In a game
    /// that has not shown a stroke yet, a drag comes first: the first press may only give the window its focus,
    /// and of two clicks the second would then begin a stroke and not end it. The button goes down four times
    /// at most.
    pub(super) fn tries(self, is_proven: bool) -> Vec<Try> {
        let drag = Self {
            tool: Tool::Drag,
            ..self
        };
        let (drag, other_end) = (Try::Stroke(drag), Try::Stroke(drag.turned()));
        match self.tool {
            Tool::Drag => vec![drag, other_end, Try::Clicks],
            Tool::Click | Tool::Tap if is_proven => {
                vec![Try::Stroke(self), drag, Try::Clicks, other_end]
            }
            Tool::Click | Tool::Tap => vec![drag, Try::Clicks, other_end],
        }
    }
}

/// How a stroke is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Try {
    /// In one way.
    Stroke(Way),
    /// With clicks, two at most until something of it is seen; what it is tells which tool the game takes.
    Clicks,
}

/// All that is learned of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Habits {
    /// How fast it takes strokes.
    pub pace: Pace,
    /// In which way.
    pub way: Way,
    /// Whether a stroke of which nothing is seen may be seen when it begins at its other end; `None` before that is known.
    #[serde(default)]
    pub other_end_helps: Option<bool>,
    /// How it shows them.
    #[serde(default)]
    pub ink: Ink,
    /// How long after a stroke it is seen; zero before it is known.
    pub latency: Duration,
    /// Width and height, in pixels, of a control that led to the next level when it was clicked.
    pub control: Option<(u32, u32)>,
}

impl Habits {
    /// Whether this can have been learned: what comes from a file may be anything.
    pub(super) fn is_credible(&self) -> bool {
        self.pace.is_credible() && self.latency <= LONGEST_LATENCY
    }

    /// Whether a run can have had these, in which no cell took longer than this: a user may have chosen any pace.
    pub(super) fn is_within(&self, longest: Duration) -> bool {
        self.pace.is_within(longest) && self.latency <= LONGEST_LATENCY
    }

    /// Whether the game has shown a stroke before, in this run or in another.
    pub(super) fn are_learned(&self) -> bool {
        self.latency > Duration::ZERO
    }

    /// How long an effect is waited for when nothing changes.
    pub(super) fn patience(&self) -> Duration {
        SHORTEST_PATIENCE.max(self.latency * PATIENCE)
    }

    /// When a stroke that is not seen yet is lost, most likely.
    pub(super) fn late(&self) -> Duration {
        self.latency * 2 + LATE
    }

    /// A stroke was seen so long after it was drawn. What is remembered falls slowly and rises at once.
    pub(super) fn saw_after(&mut self, latency: Duration) {
        self.latency = latency
            .max(self.latency.mul_f64(FADING))
            .min(LONGEST_LATENCY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tries_hold_both_ends_and_clicks_and_press_four_times() {
        for tool in [Tool::Drag, Tool::Click, Tool::Tap] {
            let way = Way {
                tool,
                is_backwards: false,
            };
            assert_eq!(way.tries(true)[0], Try::Stroke(way));
            let tries = way.tries(false);
            let is_drag = |one: &Try| matches!(one, Try::Stroke(way) if way.tool == Tool::Drag);
            assert!(is_drag(&tries[0]));
            assert!(
                tries
                    .iter()
                    .any(|one| matches!(one, Try::Stroke(way) if way.is_backwards))
            );
            let presses = tries.iter().map(|one| if is_drag(one) { 1 } else { 2 });
            assert_eq!(presses.sum::<usize>(), 4);
        }
    }
}
