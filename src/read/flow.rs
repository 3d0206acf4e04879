//! Flow Free: the picture proposes, the engine bears witness.

use crate::pipeline::{Frame, Reading, Reason, Refusal};
use crate::puzzle::flow::Puzzle;

/// What a person may say about a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Whether a path may touch itself.
    pub touching: bool,
}

/// Reads the board in a picture.
///
/// # Errors
/// [`Refusal`] when the picture shows no board, or none that can be trusted.
pub fn flow(_frame: &Frame, _options: &ReadOptions) -> Result<Reading<Puzzle>, Refusal> {
    Err(Refusal::new(Reason::NoBoard, "no board was found"))
}
