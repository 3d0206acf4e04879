//! What is learned of a game while it is played: how fast it takes strokes, in which way, and how late it
//! shows them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::pace::Pace;

/// A browser on a busy machine, or a game that hangs for a moment, shows nothing for some hundred milliseconds.
const SHORTEST_PATIENCE: Duration = Duration::from_millis(700);

/// What is left of a remembered latency after each stroke that was seen sooner: ten of them leave a tenth.
const FADING: f64 = 0.8;

/// How many times the latency that was learned a stroke is waited for: the next one may be later than any before.
const PATIENCE: u32 = 3;

/// How a stroke is put in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    /// With the button down or with clicks.
    pub tool: Tool,
    /// Whether it begins at a stroke's last cell: some games take only one of the two terminals.
    pub is_backwards: bool,
}

/// The strategies by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tool {
    /// Press, move, release.
    #[default]
    Drag,
    /// Click, move, click.
    Click,
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
    pub(super) fn tries(self, is_proven: bool) -> [Self; 3] {
        let click = Self {
            tool: Tool::Click,
            ..self
        };
        let drag = Self {
            tool: Tool::Drag,
            ..self
        };
        match self.tool {
            Tool::Drag => [drag, drag.turned(), click],
            Tool::Click if is_proven => [click, drag, drag.turned()],
            Tool::Click => [drag, click, drag.turned()],
        }
    }
}

/// All that is learned of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Habits {
    /// How fast it takes strokes.
    pub pace: Pace,
    /// In which way.
    pub way: Way,
    /// How long after a stroke it is seen; zero before it is known.
    pub latency: Duration,
    /// Width and height, in pixels, of a control that led to the next level when it was clicked.
    pub control: Option<(u32, u32)>,
}

impl Habits {
    /// How long an effect is waited for when nothing changes.
    pub(super) fn patience(&self) -> Duration {
        SHORTEST_PATIENCE.max(self.latency * PATIENCE)
    }

    /// A stroke was seen so long after it was drawn. What is remembered falls slowly and rises at once.
    pub(super) fn saw_after(&mut self, latency: Duration) {
        self.latency = latency.max(self.latency.mul_f64(FADING));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tries_hold_both_ends_and_both_tools_and_press_four_times() {
        let cases = [Tool::Drag, Tool::Click].map(|tool| [(tool, false), (tool, true)]);
        for (tool, is_proven) in cases.concat() {
            let way = Way {
                tool,
                is_backwards: false,
            };
            let tries = way.tries(is_proven);
            assert!(!is_proven || tries[0] == way);
            assert!(tries.iter().any(|way| way.is_backwards));
            assert!(tries.iter().any(|way| way.tool != tool));
            let presses = tries.iter().map(|way| match way.tool {
                Tool::Drag => 1,
                Tool::Click => 2,
            });
            assert_eq!(presses.sum::<i32>(), 4);
        }
    }
}
