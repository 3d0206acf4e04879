//! What the loop needs of a game.

use std::time::Duration;

use image::RgbImage;
use serde::{Deserialize, Serialize};

use crate::geometry::{Cell, Lattice};
use crate::pipeline::{Frame, Refusal};

/// A kind of puzzle that can be played.
pub trait Game {
    /// Reads the one board in a picture, solves it, and has the solution verified.
    ///
    /// # Errors
    /// [`Refusal`] when there is nothing to play, with the reason.
    fn read(&self, frame: &Frame) -> Result<Box<dyn Level>, Refusal>;
}

/// A board with its solution, as strokes over its cells.
pub trait Level {
    /// What to say of it.
    fn summary(&self) -> &Summary;

    /// Where its cells lie in the picture it was read from.
    fn lattice(&self) -> &Lattice;

    /// The strokes that draw the solution, each over at least one cell.
    fn strokes(&self) -> &[Vec<Cell>];

    /// What a later picture of the same place shows of it, given how the game shows what is drawn.
    fn look(&self, picture: &RgbImage, ink: Ink) -> View;

    /// The same level in other colours, if a later picture of the same place shows it so: a layer of
    /// darkness or light over all of it has come or gone.
    fn in_other_light(&self, picture: &RgbImage) -> Option<Box<dyn Level>>;
}

/// How a game shows what is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ink {
    /// Pipes in the colours of the terminals, over the middles of cells.
    #[default]
    Pipes,
    /// Lines from cell to cell in any colour, one for all or another shade of the terminals'; between the cells alone, as
    /// beads are, too.
    Lines,
}

impl Ink {
    /// The other one.
    pub(super) fn other(self) -> Self {
        match self {
            Self::Pipes => Self::Lines,
            Self::Lines => Self::Pipes,
        }
    }
}

/// What to say of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The puzzle in text: two levels are the same when their keys are.
    pub key: String,
    /// Number of rows.
    pub rows: u16,
    /// Number of columns.
    pub cols: u16,
    /// Number of colours.
    pub colours: usize,
    /// Cells that strokes pass.
    pub cells: usize,
    /// Cells that show a part of a stroke already, terminals not counted.
    pub drawn: usize,
    /// How long reading took.
    pub read: Duration,
    /// How long solving and verifying took.
    pub solve: Duration,
}

/// What a picture shows of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Whether the board is there and uncovered: all its terminals are seen.
    pub is_there: bool,
    /// By stroke: whether every cell of it shows its colour.
    pub done: Vec<bool>,
    /// By stroke: whether it would be seen if it stopped one cell short. In games that fill whole cells it would not,
    /// since a terminal is full from the first.
    pub is_sure: Vec<bool>,
    /// By stroke: which of its cells show its colour.
    pub shown: Vec<Vec<bool>>,
    /// By stroke: whether something else lies over every cell of it that does not show its colour.
    pub is_covered: Vec<bool>,
    /// Whether the board lies in another light than when it was read, as behind a dialog: all terminals show another shade.
    pub is_relit: bool,
}

impl View {
    /// Whether the whole solution is seen.
    pub fn is_complete(&self) -> bool {
        self.is_there && self.done.iter().all(|done| *done)
    }

    /// The step of a stroke at which what is seen of it ends, counted from the end where it begins. When all of its cells
    /// show its colour, the last terminal is not joined: it shows its colour from the first.
    ///
    /// ```text
    ///   (A)━━━━━━━   ·   ·  (A)          (A)━━━━━━━━━━━   (A)
    ///    0   1   2                        0   1   2   3
    /// ```
    pub fn begun(&self, stroke: usize, is_backwards: bool) -> usize {
        let shown = &self.shown[stroke];
        let is_gap = |is_shown: &bool| !is_shown;
        let gap = if is_backwards {
            shown.iter().rev().position(is_gap)
        } else {
            shown.iter().position(is_gap)
        };
        let end = gap.unwrap_or(shown.len().saturating_sub(1));
        end.saturating_sub(1)
    }

    /// Whether nothing of a stroke is seen between its terminals.
    pub fn is_bare(&self, stroke: usize) -> bool {
        let shown = &self.shown[stroke];
        let between = shown.iter().skip(1).take(shown.len().saturating_sub(2));
        !self.done[stroke] && between.copied().all(|is_shown| !is_shown)
    }

    /// How many cells of a stroke show its colour.
    pub fn filled(&self, stroke: usize) -> usize {
        let shown = self.shown[stroke].iter();
        shown.filter(|is_shown| **is_shown).count()
    }

    /// How many cells show the colours of their strokes.
    pub fn filled_in_all(&self) -> usize {
        (0..self.shown.len())
            .map(|stroke| self.filled(stroke))
            .sum()
    }
}
