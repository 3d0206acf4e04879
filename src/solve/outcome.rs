//! How a search ended, whatever the puzzle.

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As many solutions as asked for, or fewer and it is proven that there are no more.
    Solved,
    /// It is proven that there is none.
    NoSolution,
    /// A limit was reached first. Solutions found so far are in the answer.
    Stopped,
}
