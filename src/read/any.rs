//! Decides which puzzle a picture shows.

use super::flow::flow;
use super::futoshiki::futoshiki_on_screen;
use super::options::ReadOptions;
use crate::pipeline::{Frame, Reading, Refusal};
use crate::puzzle;

/// A board of any puzzle.
#[derive(Clone, Debug)]
pub enum AnyReading {
    /// Pairs of terminals.
    Flow(Box<Reading<puzzle::flow::Puzzle>>),
    /// Digits and signs.
    Futoshiki(Box<Reading<puzzle::futoshiki::Puzzle>>),
}

/// Reads the board in a picture, whatever puzzle it is. Only what is no board of Flow is asked for another.
///
/// # Errors
/// [`Refusal`] when the picture shows no board, or none that can be trusted: that of Flow, unless the cells of a board were read
/// as the other puzzle alone.
pub fn any(frame: &Frame, options: &ReadOptions) -> Result<AnyReading, Refusal> {
    match flow(frame, options) {
        Ok(reading) => Ok(AnyReading::Flow(Box::new(reading))),
        Err(why) => {
            let board = futoshiki_on_screen(frame, options.rules);
            let board = board.map_err(|other| why.or_what_saw_more(other))?;
            Ok(AnyReading::Futoshiki(Box::new(board.reading)))
        }
    }
}
