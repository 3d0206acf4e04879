//! What a caller may say about reading a picture.

use crate::detect;
use crate::pipeline::Edges;
use crate::profile::Profile;

/// What a person may say about the rules of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Whether a path may touch itself.
    pub touching: bool,
    /// Whether cells may stay empty: in a picture only those of a board that cannot be filled.
    pub allow_empty: bool,
    /// Whether a Futoshiki board in a picture may have more than one solution.
    pub any_solution: bool,
}

/// What a person may say about a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReadOptions<'a> {
    /// What the game allows.
    pub rules: Rules,
    /// What the game looks like: asked where a board cannot be read without it.
    pub profile: Option<&'a Profile>,
    /// What the edges of the picture are: a board may end at those of a window.
    pub edges: Edges,
    /// A part that is left out, to see what it is for.
    pub without: Option<Part>,
}

/// A part of reading. `cargo bench --bench parts` leaves each out and counts what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// One of what is asked of the picture.
    Detection(detect::flow::Part),
    /// Cells that are not square are made square.
    AspectCorrection,
    /// Boards of walls, bridges, warps and hexagons.
    Kinds,
    /// Boards on no lattice.
    Shapes,
    /// Whether the picture shows a second board.
    SecondBoard,
    /// Boards whose solutions prove nothing: that only paths that touch themselves can solve.
    Touching,
}

impl ReadOptions<'_> {
    /// Whether a part is not left out.
    pub(super) fn asks(&self, part: Part) -> bool {
        self.without != Some(part)
    }

    /// The part of seeing that is left out.
    pub(super) fn detection_without(&self) -> Option<detect::flow::Part> {
        match self.without {
            Some(Part::Detection(part)) => Some(part),
            _ => None,
        }
    }
}
