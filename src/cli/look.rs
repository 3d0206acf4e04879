//! One picture: loaded and read, with the time that it took.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::capture::{self, PictureError};
use crate::geometry::Lattice;
use crate::pipeline::{Frame, Reading, Reason, Refusal};
use crate::puzzle::{flow, futoshiki};
use crate::read::{self, AnyReading, ReadOptions};

/// What came of looking at one picture.
pub(super) struct Look {
    /// The picture; `None` when it could not be loaded.
    pub(super) frame: Option<Frame>,
    /// What it shows.
    pub(super) outcome: Outcome,
    /// How long the reading took, without loading and decoding.
    pub(super) took: Duration,
}

/// What a picture shows, or why that is not known.
pub(super) enum Outcome {
    /// A board of Flow.
    Read(Box<Reading<flow::Puzzle>>),
    /// A board of Futoshiki.
    Futoshiki(Box<Reading<futoshiki::Puzzle>>),
    /// Nothing that can be read.
    Refused(Refusal),
    /// There is no picture, or its results could not be written.
    Failed(anyhow::Error),
}

impl Outcome {
    /// Where the board lies, if one was read.
    pub(super) fn lattice(&self) -> Option<&Lattice> {
        match self {
            Self::Read(reading) => Some(&reading.board.lattice),
            Self::Futoshiki(reading) => Some(&reading.board.lattice),
            Self::Refused(_) | Self::Failed(_) => None,
        }
    }

    /// The word for why nothing was read.
    pub(super) fn reason(&self) -> Option<Reason> {
        match self {
            Self::Read(_) | Self::Futoshiki(_) => None,
            Self::Refused(refusal) => Some(refusal.reason.clone()),
            Self::Failed(error) => match error.downcast_ref() {
                None | Some(PictureError::Unreadable { .. }) => None,
                Some(_) => Some(Reason::BrokenFile),
            },
        }
    }
}

impl Look {
    /// Loads a picture file and reads it.
    pub(super) fn at_file(path: &Path, options: &ReadOptions) -> Self {
        match capture::load_picture(path) {
            Ok(frame) => Self::at_frame(frame, options),
            Err(error) => Self::failed(error.into()),
        }
    }

    /// Reads a picture.
    pub(super) fn at_frame(frame: Frame, options: &ReadOptions) -> Self {
        let start = Instant::now();
        let outcome = match read::any(&frame, options) {
            Ok(AnyReading::Flow(reading)) => Outcome::Read(reading),
            Ok(AnyReading::Futoshiki(reading)) => Outcome::Futoshiki(reading),
            Err(refusal) => Outcome::Refused(refusal),
        };
        Self {
            frame: Some(frame),
            outcome,
            took: start.elapsed(),
        }
    }

    /// There was nothing to look at.
    pub(super) fn failed(error: anyhow::Error) -> Self {
        Self {
            frame: None,
            outcome: Outcome::Failed(error),
            took: Duration::ZERO,
        }
    }
}

/// A time for people and JSON: milliseconds to three places.
pub(super) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1000.0
}
