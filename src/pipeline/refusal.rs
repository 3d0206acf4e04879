//! Why nothing was read.

use std::fmt;

use thiserror::Error;

/// The word for a refusal, as messages, JSON and `.reason` files write it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The picture shows no board.
    NoBoard,
    /// Only a part of a board is in the picture.
    Partial,
    /// Something lies over the board.
    Covered,
    /// More than one board, or more than one way to read it.
    Ambiguous,
    /// A board was read, but it has no solution, so it was misread or is no puzzle.
    NoSolution,
    /// A board of a kind that cannot be read yet: `hexes`, `bridges`, ...
    Unsupported(String),
    /// The file is no picture.
    BrokenFile,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBoard => f.write_str("no-board"),
            Self::Partial => f.write_str("partial"),
            Self::Covered => f.write_str("covered"),
            Self::Ambiguous => f.write_str("ambiguous"),
            Self::NoSolution => f.write_str("no-solution"),
            Self::Unsupported(kind) => write!(f, "unsupported:{kind}"),
            Self::BrokenFile => f.write_str("broken-file"),
        }
    }
}

/// Why nothing was read. Not an error of the machine: the picture was looked at and turned down.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}: {message}")]
pub struct Refusal {
    /// The word.
    pub reason: Reason,
    /// What was seen and what to do next, for a person.
    pub message: String,
    /// The grid that was doubted, one string a row, for a person to look at.
    pub doubtful_grid: Option<Vec<String>>,
}

impl Refusal {
    /// A refusal without a doubtful grid.
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self {
            reason,
            message: message.into(),
            doubtful_grid: None,
        }
    }

    /// Of the refusals of two puzzles the one that says more about a picture: this one, unless the other one alone has read the
    /// cells of a board.
    #[must_use]
    pub fn or_what_saw_more(self, other: Self) -> Self {
        if self.doubtful_grid.is_none() && other.doubtful_grid.is_some() {
            other
        } else {
            self
        }
    }
}
