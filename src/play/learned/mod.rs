//! What is learned of a game while it is played: how fast it takes strokes, by which input, how late and in which style
//! it shows them, and which control led to the next level.

mod first_click;
mod losses;
mod pace;
mod store;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::family::TraceStyle;
pub use first_click::FirstClick;
pub use losses::DEFAULT_PACE;
pub use pace::Pace;
pub use store::SettingsStore;

/// A browser on a busy machine, or a game that hangs for a moment, shows nothing for some hundred milliseconds.
const SHORTEST_PATIENCE: Duration = Duration::from_millis(700);

/// What is left of a remembered latency after each stroke that was seen sooner: ten of them leave a tenth.
const LATENCY_DECAY: f64 = 0.8;

/// How many times the latency that was learned a stroke is waited for: the next one may be later than any before.
const PATIENCE: u32 = 3;

/// No game that can be played shows a stroke later.
const LONGEST_LATENCY: Duration = Duration::from_secs(2);

/// A stroke is late when it is not seen after the time that others took and this much more.
const LATE: Duration = Duration::from_millis(100);

/// Stops of a stroke that stops only where its path bends, for each cell that it passes: in generated levels about half.
const STOPS_A_CELL: f64 = 0.5;

/// A game is well known when it has taken so many strokes in a row the first time that they were drawn.
const WELL_KNOWN: u8 = 2;

/// Two marks look different when one fills so much more of its box than the other: a square fills all of it, a disc
/// 0.79.
const LEAST_FILLING_DIFFERENCE: f64 = 0.1;

/// How a stroke is put in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrokeInput {
    /// With the button down, with clicks or with keys.
    pub method: InputMethod,
    /// Whether it begins at a stroke's last cell: some games take only one of the two terminals.
    pub is_backwards: bool,
}

/// The ways to put in a stroke. Games take one or another, and which is found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputMethod {
    /// Press, move, release.
    #[default]
    Drag,
    /// Click, move, click.
    Click,
    /// Click on every cell.
    Tap,
    /// Click, and an arrow key for each step.
    Keys,
}

/// The ways to enter a digit. Games take one or another, and which is found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryMethod {
    /// Click the cell, type the digit.
    #[default]
    Key,
    /// Click the cell, then the digit on the pad beside the board.
    Pad,
    /// Click the digit on the pad, then the cell.
    PadFirst,
    /// Click the cell, then the digit on the pad that opens over the board by that.
    PopUp,
    /// Click the cell again and again: it counts up, and is empty again after the last digit.
    Clicks,
}

/// How a stroke goes on over a border that is joined to the opposite one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OverBorder {
    /// A drag goes out over the border, and the next one goes on where it comes in.
    #[default]
    Out,
    /// A drag ends before the border, and the next one begins behind it.
    Sides,
}

impl OverBorder {
    /// The other one.
    pub(super) fn other(self) -> Self {
        match self {
            Self::Out => Self::Sides,
            Self::Sides => Self::Out,
        }
    }
}

impl StrokeInput {
    /// The same from the other end.
    pub(super) fn turned(self) -> Self {
        Self {
            is_backwards: !self.is_backwards,
            ..self
        }
    }
}

/// How much of their boxes the two marks of a flow fill, 0 to 1, where the game takes strokes from one of them only.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartMark {
    /// The mark that a stroke may begin at.
    pub start: f64,
    /// The mark at its other end.
    pub end: f64,
}

/// A control that led to the next level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnownControl {
    /// Width and height, in pixels.
    pub size: (u32, u32),
    /// Its middle, in points from the corner of the target.
    pub at: (f64, f64),
}

/// All that is learned of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LearnedSettings {
    /// How fast it takes strokes.
    pub pace: Pace,
    /// By which input.
    pub input: StrokeInput,
    /// Whether a stroke of which nothing is seen may be seen when it begins at its other end; `None` before that is known.
    #[serde(default)]
    pub other_end_helps: Option<bool>,
    /// What the terminals look like that strokes begin at, where that matters.
    #[serde(default)]
    pub start_mark: Option<StartMark>,
    /// How fast it takes strokes that stop only where their paths bend.
    #[serde(default)]
    pub cornered: Pace,
    /// Whether it counts the cells between two stops of such a stroke; `None` before one was tried.
    #[serde(default)]
    pub fills_in: Option<bool>,
    /// Whether a click must come before each drag.
    #[serde(default)]
    pub first_click: FirstClick,
    /// Drags in a row that it took the first time that they were drawn, until it is well known.
    #[serde(default)]
    pub taken_at_once: u8,
    /// Whether it has shown more than the solved board after a level was won: another board, or a way on.
    #[serde(default)]
    pub answers: bool,
    /// Whether the button must stay down for some time in the last cell of a stroke.
    #[serde(default)]
    pub lingers: bool,
    /// Whether it hides a terminal under the pointer, as below a cursor of its own.
    #[serde(default)]
    pub hides_under_pointer: bool,
    /// By which way it takes digits.
    #[serde(default)]
    pub entry: EntryMethod,
    /// How strokes go on over a joined border.
    #[serde(default)]
    pub over_border: OverBorder,
    /// How it shows drawn flows.
    #[serde(default)]
    pub trace: TraceStyle,
    /// How long after a stroke it is seen; zero before it is known.
    pub latency: Duration,
    /// The control that led to the next level when it was clicked.
    pub control: Option<KnownControl>,
    /// The control that stands there all the time and was clicked before that one.
    #[serde(default)]
    pub standing_control: Option<KnownControl>,
}

impl LearnedSettings {
    /// Whether this can have been learned: what comes from a file may be anything.
    pub(super) fn is_credible(&self) -> bool {
        self.pace.is_credible() && self.cornered.is_credible() && self.latency <= LONGEST_LATENCY
    }

    /// Whether a run can have had these, in which no cell took longer than this: a user may have chosen any pace.
    pub(super) fn is_within(&self, longest: Duration) -> bool {
        self.pace.is_within(longest)
            && self.cornered.is_within(longest)
            && self.latency <= LONGEST_LATENCY
    }

    /// Whether a click must come before each drag. In a game of clicks, one more would begin a stroke, and the next end it.
    pub(super) fn needs_first_click(&self) -> bool {
        self.input.method == InputMethod::Drag && self.first_click.is_needed()
    }

    /// Whether the next stroke is likely to be taken when it is drawn in the usual manner.
    pub(super) fn is_well_known(&self) -> bool {
        self.taken_at_once >= WELL_KNOWN
    }

    /// A drag was taken, the first time that it was drawn or later.
    pub(super) fn drag_taken(&mut self, is_at_once: bool) {
        self.taken_at_once = if is_at_once {
            self.taken_at_once.saturating_add(1)
        } else {
            0
        };
    }

    /// It is known why a drag is lost, or no manner of drawing helps.
    pub(super) fn stop_watching(&mut self) {
        self.taken_at_once = WELL_KNOWN;
    }

    /// The pace of strokes that stop only where their paths bend, or of those that stop in every cell.
    pub(super) fn pace_of(&self, is_cornered: bool) -> Pace {
        if is_cornered {
            self.cornered
        } else {
            self.pace
        }
    }

    /// The same, to learn from a stroke.
    pub(super) fn pace_of_mut(&mut self, is_cornered: bool) -> &mut Pace {
        if is_cornered {
            &mut self.cornered
        } else {
            &mut self.pace
        }
    }

    /// Whether strokes may stop only where their paths bend. A pace that the user has chosen is for strokes that stop in every
    /// cell.
    fn may_stop_at_bends(&self) -> bool {
        self.input.method == InputMethod::Drag && !self.pace.is_fixed()
    }

    /// Whether such a stroke is worth a trial.
    pub(super) fn may_fill_in(&self) -> bool {
        self.may_stop_at_bends() && self.answers && self.fills_in.is_none()
    }

    /// Whether such strokes count, and take less time than others, redrawing included, as far as is known.
    pub(super) fn corners_serve(&self) -> bool {
        let is_possible = self.may_stop_at_bends() && self.fills_in == Some(true);
        is_possible && self.cornered.cost() * STOPS_A_CELL < self.pace.cost()
    }

    /// The game has counted a stroke from corner to corner, at this pace and of so many moves. Such strokes are lost at the
    /// paces at which others are, most likely.
    pub(super) fn filled_in(&mut self, pace: Duration, moves: usize) {
        if self.fills_in != Some(true) {
            self.cornered = self.pace;
        }
        self.fills_in = Some(true);
        self.cornered.seen(pace, moves);
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
            .max(self.latency.mul_f64(LATENCY_DECAY))
            .min(LONGEST_LATENCY);
    }

    /// The input for a stroke whose marks at its first and last cell fill so much of their boxes.
    pub(super) fn input_for(&self, fillings: [f64; 2]) -> StrokeInput {
        let [first, last] = fillings;
        let known = self
            .start_mark
            .filter(|_| (first - last).abs() >= LEAST_FILLING_DIFFERENCE);
        let off = |mark: StartMark, start: f64, end: f64| {
            (start - mark.start).abs() + (end - mark.end).abs()
        };
        StrokeInput {
            is_backwards: known.map_or(self.input.is_backwards, |mark| {
                off(mark, last, first) < off(mark, first, last)
            }),
            ..self.input
        }
    }

    /// A stroke was taken from one end after it was not taken from the other.
    pub(super) fn took_from(&mut self, is_backwards: bool, fillings: [f64; 2]) {
        let [first, last] = fillings;
        if (first - last).abs() < LEAST_FILLING_DIFFERENCE {
            return;
        }
        let (start, end) = if is_backwards {
            (last, first)
        } else {
            (first, last)
        };
        self.start_mark = Some(StartMark { start, end });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_to_begin_at_is_known_by_its_mark() {
        let mut learned = LearnedSettings::default();
        let [square, disc] = [1.0, 0.79];
        assert!(!learned.input_for([disc, square]).is_backwards);
        learned.took_from(true, [disc, square]);
        assert!(learned.input_for([disc, square]).is_backwards);
        assert!(!learned.input_for([square, disc]).is_backwards);
        let alike = learned.input_for([square, square]);
        assert_eq!(alike, learned.input);
    }

    #[test]
    fn marks_that_look_alike_teach_nothing() {
        let mut learned = LearnedSettings::default();
        learned.took_from(true, [0.79, 0.81]);
        assert_eq!(learned.start_mark, None);
    }
}
