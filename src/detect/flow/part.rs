//! The parts of detection, by name: so that one can be left out and its effect counted.

use std::fmt::{self, Display, Formatter};

use super::detectors::Detector;

/// A part of detection. `cargo bench --bench parts` leaves each out and counts what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// An attempt to find a board.
    Detector(Detector),
    /// A check that a board must pass.
    Validation(Validation),
    /// Whether the terminals of a pair lie alike in their cells.
    Drift,
    /// Whether a board has walls between cells.
    Walls,
    /// Whether a board has bridges.
    Bridges,
}

/// What a board must pass to be settled: named by what it finds when it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validation {
    /// A terminal right beside it may be one of its own.
    Beside,
    /// The first pixels of another row lie at the edge of the picture.
    Sliver,
    /// The edge of the picture lies within a border.
    Cut,
    /// A cell holds what is neither a terminal nor a flow.
    Obstacle,
    /// A hole holds something.
    DrawnIn,
    /// Its lines go on for a part of a row beyond a border.
    Stub,
    /// Something may lie over it.
    Covered,
}

impl Validation {
    /// All, in the order in which they are asked for.
    pub const ALL: [Self; 7] = [
        Self::Beside,
        Self::Sliver,
        Self::Cut,
        Self::Obstacle,
        Self::DrawnIn,
        Self::Stub,
        Self::Covered,
    ];
}

impl Display for Validation {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Beside => "a terminal stands right beside it",
            Self::Sliver => "the picture ends in another row of cells",
            Self::Cut => "the picture ends within a border of it",
            Self::Obstacle => "a cell holds something that is neither a terminal nor a flow",
            Self::DrawnIn => "something is drawn in a hole",
            Self::Stub => "its lines go on beyond a border, under something",
            Self::Covered => "something may lie over it where no cells are seen",
        })
    }
}
