//! The seam between the live loop and a puzzle: what the loop asks of a board, whatever puzzle it shows.

use std::time::Duration;

use image::RgbImage;
use serde::{Deserialize, Serialize};

use crate::geometry::{Lattice, PixelRect};
use crate::pipeline::{Edges, Frame, Move, Refusal};
use crate::puzzle::futoshiki::Digit;

/// A kind of puzzle that can be played.
pub trait Family {
    /// Reads the one board in a picture with these edges, solves it, and has the solution verified.
    ///
    /// # Errors
    /// [`Refusal`] when there is nothing to play, with the reason.
    fn read(&self, frame: &Frame, edges: Edges) -> Result<Box<dyn Task>, Refusal>;

    /// The part of it that reads one kind of puzzle alone, where it reads several: a game does not change its kind.
    fn only(&self, _kind: PuzzleKind) -> Option<&dyn Family> {
        None
    }

    /// The same family, for a game that is known to deal boards which only paths that touch themselves solve: it believes those of which
    /// the picture alone is not sure. `None` where it has no such boards.
    fn with_touching(&self) -> Option<Box<dyn Family>> {
        None
    }
}

/// The kinds of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleKind {
    /// Pairs of terminals to be joined.
    Flow,
    /// Digits to be entered.
    Futoshiki,
}

/// A board with its solution, as moves that the game must take.
pub trait Task {
    /// What to say of it.
    fn summary(&self) -> &Summary;

    /// Where its cells lie in the picture it was read from.
    fn lattice(&self) -> &Lattice;

    /// The moves that carry out the solution.
    fn moves(&self) -> &[Move];

    /// What a later picture of the same place shows of it, given how the game shows a drawn flow.
    fn observe(&self, picture: &RgbImage, style: TraceStyle) -> Observation;

    /// The same board in other colours, if a later picture of the same place shows it so: a layer of
    /// darkness or light over all of it has come or gone.
    fn in_other_light(&self, picture: &RgbImage) -> Option<Box<dyn Task>>;

    /// Whether a later picture of the same place shows another board with pairs at the same places: they have the colours of others.
    fn has_exchanged_colours(&self, _picture: &RgbImage) -> bool {
        false
    }

    /// The same board where it lies elsewhere in its window, with all that is known of it. `None` where what is known holds for
    /// one place alone.
    fn moved_to(&self, lattice: &Lattice) -> Option<Box<dyn Task>>;

    /// How much of its box the mark at the first and at the last cell of a move fills, 0 to 1: a square fills all of it, a disc
    /// 0.79, a ring less.
    fn end_fillings(&self, _index: usize) -> [f64; 2] {
        [1.0; 2]
    }

    /// The button beside the board that enters a digit, if a later picture of the same place shows one.
    fn button(&self, _picture: &RgbImage, _digit: Digit) -> Option<PixelRect> {
        None
    }

    /// Whether a later picture of the same place shows that one button of those is chosen: a click on a cell may enter its digit.
    fn has_choice(&self, _picture: &RgbImage) -> bool {
        false
    }

    /// The button that enters a digit on a pad that has opened since the picture before, if a later picture of the same place shows one.
    fn opened_button(
        &self,
        _picture: &RgbImage,
        _before: &RgbImage,
        _digit: Digit,
    ) -> Option<PixelRect> {
        None
    }
}

/// How a game shows a drawn flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TraceStyle {
    /// Pipes in the colours of the terminals, over the middles of cells.
    #[default]
    Pipes,
    /// Lines from cell to cell in any colour: one colour for all, or another shade of the terminals'. Marks between the
    /// cells alone, such as beads, count too.
    Lines,
    /// A mark of any look in each cell, such as a star.
    Marks,
}

impl TraceStyle {
    /// The other ones, those first that tell more of what is drawn.
    pub(super) fn others(self) -> [Self; 2] {
        match self {
            Self::Pipes => [Self::Lines, Self::Marks],
            Self::Lines => [Self::Pipes, Self::Marks],
            Self::Marks => [Self::Pipes, Self::Lines],
        }
    }
}

/// What to say of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The kind of puzzle.
    pub kind: PuzzleKind,
    /// The puzzle in text: two boards are the same when their keys are.
    pub key: String,
    /// Number of rows.
    pub rows: u16,
    /// Number of columns.
    pub cols: u16,
    /// Number of colours; 0 where the puzzle has none.
    pub colours: usize,
    /// Cells that moves pass, but for digits that are there.
    pub cells: usize,
    /// Cells that show a part of a move already, terminals and givens not counted.
    pub drawn: usize,
    /// Whether only paths that touch themselves solve it.
    pub touching: bool,
    /// Whether only paths that leave cells empty solve it.
    pub leaves_empty: bool,
    /// How long reading took.
    pub read: Duration,
    /// How long solving and verifying took.
    pub solve: Duration,
}

/// What a picture shows of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveState {
    /// All of it.
    Done,
    /// A part of it: so many of its cells.
    Partial(usize),
    /// Nothing between its two ends.
    Missing,
    /// Something else lies over every cell that does not show it.
    Occluded,
}

/// What a picture shows of one move, cell by cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveView {
    /// In one word.
    pub state: MoveState,
    /// Whether it would be seen if the move stopped one cell short. In games that fill whole cells it would not, since
    /// a terminal is full from the first.
    pub is_sure: bool,
    /// By cell of the move: whether it shows the move.
    pub shown: Vec<bool>,
    /// By cell of the move: whether it shows the same as before anything was drawn.
    pub empty: Vec<bool>,
    /// The digit that its cell shows, be it the right one, if it is an entry.
    pub digit: Option<Digit>,
}

impl MoveView {
    /// A view of a move with these cells shown. `is_occluded` tells whether something else lies over all others.
    pub fn new(is_done: bool, is_sure: bool, is_occluded: bool, shown: Vec<bool>) -> Self {
        let state = if is_done {
            MoveState::Done
        } else if is_occluded {
            MoveState::Occluded
        } else if between(&shown).contains(&true) {
            MoveState::Partial(shown.iter().filter(|is_shown| **is_shown).count())
        } else {
            MoveState::Missing
        };
        Self {
            state,
            is_sure,
            empty: vec![false; shown.len()],
            shown,
            digit: None,
        }
    }

    /// The same, where it is known which cells show the same as before anything was drawn.
    pub fn with_empty(self, empty: Vec<bool>) -> Self {
        Self { empty, ..self }
    }

    /// The same of an entry whose cell shows this digit.
    pub fn with_digit(self, digit: Option<Digit>) -> Self {
        Self { digit, ..self }
    }

    /// Whether all of it is seen.
    pub fn is_done(&self) -> bool {
        self.state == MoveState::Done
    }

    /// Whether it is seen on both sides of cells that do not show it and are not seen empty. A flow grows from one end, so that
    /// something lies over these cells, most likely. Where they are empty, the game took a shorter way.
    pub fn has_gap(&self) -> bool {
        let cells = between(&self.shown).iter().zip(between(&self.empty));
        let cells: Vec<(bool, bool)> = cells.map(|(shown, empty)| (*shown, *empty)).collect();
        let runs: Vec<&[(bool, bool)]> = cells.chunk_by(|a, b| a.0 == b.0).collect();
        runs.windows(3)
            .any(|three| three[0][0].0 && three[1].iter().any(|(_, is_empty)| !is_empty))
    }

    /// Whether something lies over what is not seen of it.
    pub fn is_hidden(&self) -> bool {
        self.state == MoveState::Occluded || self.has_gap()
    }

    /// How many of its cells show it.
    pub fn filled(&self) -> usize {
        self.shown.iter().filter(|is_shown| **is_shown).count()
    }

    /// Whether nothing of it is seen between its two ends.
    pub fn is_bare(&self) -> bool {
        !self.is_done() && !between(&self.shown).contains(&true)
    }

    /// The cell of the move at which what is seen of it ends, counted from the end where it begins. When all of its cells
    /// are shown, the last terminal is not joined: it is shown from the first.
    ///
    /// ```text
    ///   (A)━━━━━━━   ·   ·  (A)          (A)━━━━━━━━━━━   (A)
    ///    0   1   2                        0   1   2   3
    /// ```
    pub fn begun(&self, is_backwards: bool) -> usize {
        let is_gap = |is_shown: &bool| !is_shown;
        let gap = if is_backwards {
            self.shown.iter().rev().position(is_gap)
        } else {
            self.shown.iter().position(is_gap)
        };
        let end = gap.unwrap_or(self.shown.len().saturating_sub(1));
        end.saturating_sub(1)
    }
}

/// The cells of a move that only the move fills: those between the terminals at its ends, or the only one of an entry.
fn between<T>(cells: &[T]) -> &[T] {
    match cells {
        [_, between @ .., _] => between,
        only => only,
    }
}

/// What a picture shows of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Whether the board is there with all its terminals uncovered.
    pub is_there: bool,
    /// Whether the board lies in another light than when it was read, as behind a dialog: all terminals show another shade.
    pub is_relit: bool,
    /// By move.
    pub moves: Vec<MoveView>,
}

impl Observation {
    /// Whether the whole solution is seen.
    pub fn is_complete(&self) -> bool {
        self.is_there && self.moves.iter().all(MoveView::is_done)
    }

    /// By move: what is seen of it.
    pub(super) fn states(&self) -> Vec<MoveState> {
        self.moves.iter().map(|one| one.state).collect()
    }

    /// How many moves are seen whole.
    pub fn done_count(&self) -> usize {
        self.moves.iter().filter(|one| one.is_done()).count()
    }

    /// How many cells show the moves that pass them.
    pub fn filled(&self) -> usize {
        self.moves.iter().map(MoveView::filled).sum()
    }

    /// Of the cells between the ends of moves, the share that shows its move, 0 to 1.
    pub fn filled_share(&self) -> f64 {
        let of = |one: &MoveView| between(&one.shown).len();
        let seen = |one: &MoveView| {
            let cells = between(&one.shown).iter();
            cells.filter(|is_shown| **is_shown).count()
        };
        let all: usize = self.moves.iter().map(of).sum();
        let seen: usize = self.moves.iter().map(seen).sum();
        seen as f64 / all.max(1) as f64
    }

    /// Whether the two show the same moves whole.
    pub(super) fn is_done_alike(&self, other: &Self) -> bool {
        let pairs = self.moves.iter().zip(&other.moves);
        pairs.into_iter().all(|(a, b)| a.is_done() == b.is_done())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move of these cells, `x` for one that shows it.
    fn view(shown: &str) -> MoveView {
        let shown = shown.chars().map(|one| one == 'x').collect();
        MoveView::new(false, true, false, shown)
    }

    #[test]
    fn a_gap_has_the_flow_on_both_sides() {
        assert!(view("xx.xx").has_gap() && view("xxx..xxx").has_gap());
        // The two ends are terminals, which are shown from the first.
        for lost in ["x...x", "xx..x", "x..xx", "xxxxx", "xx"] {
            assert!(!view(lost).has_gap(), "{lost}");
        }
    }

    /// Something lies over a part of the gap at least.
    #[test]
    fn empty_cells_that_a_shorter_way_leaves_out_are_no_gap() {
        let with_empty = |empty: [bool; 6]| view("xx..xx").with_empty(empty.to_vec());
        assert!(!with_empty([false, false, true, true, false, false]).has_gap());
        assert!(with_empty([false, false, true, false, false, false]).has_gap());
    }
}
