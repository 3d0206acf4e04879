//! Whether a board that is read after a level was won is a new one.

use super::{LevelState, Observer};
use crate::pipeline::{Frame, Reason, Refusal};
use crate::play::family::{Task, TraceStyle};

/// A new board is empty; the old one, misread while it fades, is full. So at most this share of a
/// new board's cells may show something drawn.
const MOST_DRAWN_OF_NEW: f64 = 0.25;

/// The old board is still there when so much of what was drawn on it is seen.
const LEAST_DRAWN_OF_OLD: f64 = 0.5;

/// The old board was dealt again when at most so much of what was drawn on it is seen.
const MOST_DRAWN_OF_DEALT_AGAIN: f64 = 0.05;

/// A board to be played.
pub(in crate::play) struct NewBoard {
    pub(in crate::play) task: Box<dyn Task>,
    /// Whether it is the old puzzle, empty.
    pub(in crate::play) is_dealt_again: bool,
}

/// The board in this picture, if it is to be played after another one.
///
/// # Errors
/// [`Refusal`] when there is no board, or it is the old one as it was left.
pub(in crate::play) fn read_new(
    observer: &mut Observer<'_>,
    done: &LevelState,
    frame: &Frame,
    style: TraceStyle,
) -> Result<NewBoard, Refusal> {
    let old = observer.observe(done.task.as_ref(), frame, style);
    let is_full = |share: f64| old.is_there && old.filled_share() >= share;
    let old_board = || Refusal::new(Reason::NoBoard, "the old board is still there");
    // Reading takes longer than this look.
    if old.is_complete() || is_full(LEAST_DRAWN_OF_OLD) {
        return Err(old_board());
    }
    let task = observer.read(frame).map_err(|why| match why.reason {
        // The reader's words say what to do about a picture that should show one.
        Reason::NoBoard => Refusal::new(Reason::NoBoard, "no board is seen any more"),
        _ => why,
    })?;
    let summary = task.summary();
    let cells = f64::from(summary.rows) * f64::from(summary.cols);
    let is_other = !old.is_there && done.task.has_exchanged_colours(&frame.picture);
    let is_dealt_again = !is_other && summary.key == done.task.summary().key;
    let is_drawn_on = is_full(MOST_DRAWN_OF_DEALT_AGAIN) || summary.drawn > 0;
    // The same puzzle that is not seen as it was lies in another light, as behind a dialog: what is drawn on it is not known again.
    // On a page that has gone dark the old one may be read with other signs, and entered digits as given ones: then nothing is missing.
    let mut is_solved = || observer.observe(task.as_ref(), frame, style).is_complete();
    if is_dealt_again && (is_drawn_on || !old.is_there) || is_solved() {
        Err(old_board())
    } else if summary.drawn as f64 > cells * MOST_DRAWN_OF_NEW {
        let why = "a board is there that is drawn on already";
        Err(Refusal::new(Reason::NoBoard, why))
    } else {
        Ok(NewBoard {
            task,
            is_dealt_again,
        })
    }
}
