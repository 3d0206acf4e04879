//! Whatever puzzle a picture shows, as the loop plays it.

use super::family::{Family, PuzzleKind, Task};
use super::flow::FlowFamily;
use super::futoshiki::FutoshikiFamily;
use crate::pipeline::{Edges, Frame, Refusal};
use crate::profile::Profile;
use crate::read::Rules;

/// Every puzzle that can be played. Only what is no board of Flow is asked for another.
#[derive(Clone, Debug, Default)]
pub struct AnyFamily {
    /// How boards of Flow are read.
    pub flow: FlowFamily,
    /// How boards of Futoshiki are read.
    pub futoshiki: FutoshikiFamily,
}

impl AnyFamily {
    /// Every puzzle, read with a profile, if there is one, and by the rules of a game.
    pub fn new(profile: Option<Profile>, rules: Rules) -> Self {
        Self {
            flow: FlowFamily { profile, rules },
            futoshiki: FutoshikiFamily { rules },
        }
    }
}

impl Family for AnyFamily {
    fn read(&self, frame: &Frame, edges: Edges) -> Result<Box<dyn Task>, Refusal> {
        let flow = self.flow.read(frame, edges);
        flow.or_else(|why| {
            let futoshiki = self.futoshiki.read(frame, edges);
            futoshiki.map_err(|other| why.or_what_saw_more(other))
        })
    }

    fn only(&self, kind: PuzzleKind) -> Option<&dyn Family> {
        Some(match kind {
            PuzzleKind::Flow => &self.flow,
            PuzzleKind::Futoshiki => &self.futoshiki,
        })
    }

    fn with_touching(&self) -> Option<Box<dyn Family>> {
        self.flow.with_touching()
    }
}
