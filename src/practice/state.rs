//! What the page says about itself: `POST /report` and `GET /state`.

use serde::{Deserialize, Serialize};

/// What the page knows of one level, and what it has measured. Times are in milliseconds from the
/// moment when the level was shown, which is the second frame after it was painted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Which level, from 1.
    pub level: usize,
    /// Rows of the board.
    pub rows: u16,
    /// Columns of the board.
    pub cols: u16,
    /// Pairs of terminals.
    pub flows: usize,
    /// One string a row: the label of the flow that fills a cell, `.` empty, `*` no cell.
    pub grid: Vec<String>,
    /// Flows that join their terminals.
    pub complete: usize,
    /// Cells that a pipe fills.
    pub filled: usize,
    /// Moves as the game counts them: drags that changed something, several in a row on one flow are one.
    pub moves: u64,
    /// Whether all pairs are joined and all cells filled.
    pub solved: bool,
    /// Whether the button is held down on the board.
    pub pressed: bool,
    /// Whether the level is on the screen.
    pub shown: bool,
    /// When the board was first pressed.
    pub first_press_ms: Option<f64>,
    /// When the level was solved.
    pub solved_ms: Option<f64>,
    /// When the control was clicked that led on from the solved level; `None` if the game went on by itself.
    pub led_on_ms: Option<f64>,
    /// Frames that the page had while the button was down.
    pub frames: u64,
    /// Moves of the pointer that the page was told of while drawing.
    pub pointer_moves: u64,
    /// Clicks on what nobody should click, such as an advertisement.
    pub strays: u64,
    /// Presses on the board, also those that the game does not take.
    pub presses: u64,
    /// Presses after the level was solved, but for those on buttons.
    pub late_presses: u64,
    /// How often the level was solved: a game may deal it again.
    pub wins: u64,
    /// How often its time was up.
    pub losses: u64,
    /// By pair: the middles of its terminals, right and down from the page's corner in device pixels.
    pub terminals: Vec<[(f64, f64); 2]>,
    /// Side of a cell, in device pixels.
    pub cell: f64,
}

/// What the game says: the answer of `GET /state`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The level on show, from 1; `None` before a page was opened.
    pub level: Option<usize>,
    /// By level, the first one first: the last report about it; `None` before it was on show.
    pub levels: Vec<Option<Report>>,
}

impl State {
    /// Nothing played yet.
    pub(super) fn new(levels: usize) -> Self {
        Self {
            level: None,
            levels: vec![None; levels],
        }
    }

    /// Takes a report in; says whether there is such a level.
    pub(super) fn hear(&mut self, report: Report) -> bool {
        let Some(place) = report
            .level
            .checked_sub(1)
            .and_then(|index| self.levels.get_mut(index))
        else {
            return false;
        };
        self.level = Some(report.level);
        *place = Some(report);
        true
    }

    /// The report about the level on show.
    pub fn current(&self) -> Option<&Report> {
        self.levels.get(self.level?.checked_sub(1)?)?.as_ref()
    }

    /// How many levels the game calls solved.
    pub fn solved_count(&self) -> usize {
        let solved = self.levels.iter().flatten().filter(|report| report.solved);
        solved.count()
    }
}
