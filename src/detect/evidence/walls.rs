//! Walls that would not be seen: between two cells of which one is filled, a wall may have a mixture of both colours.
//!
//! ```text
//!   white | grey | black       a grey wall leaves the step between its cells less sharp
//!   white |        black       than one without a wall
//! ```

use super::edges::{Edge, Unit};
use super::stretch::Stretch;
use crate::vision::colour::{Colour, median};
use crate::vision::statistics::middle;

/// A step that is less sharp than this share of the breadth of walls may hide one, which makes it a half.
const HIDDEN: f64 = 0.3;

/// What walls of a board look like.
pub struct Wall {
    colour: Colour,
    /// In cells.
    breadth: f64,
}

impl Wall {
    /// The usual one of some; `None` where there are none on one ground.
    pub fn of<'e>(walls: impl Iterator<Item = &'e Edge>) -> Option<Self> {
        let bars = walls.flat_map(|it| it.measured.into_iter().flatten());
        let bars: Vec<Stretch> = bars.filter(|it| !it.is_step).collect();
        Some(Self {
            colour: median(&bars.iter().map(|it| it.middle).collect::<Vec<_>>()),
            breadth: middle(bars.iter().map(|it| it.breadth))?,
        })
    }

    /// Whether an edge may hide such a wall.
    pub fn may_hide_at(&self, edge: &Edge, unit: &Unit) -> bool {
        let mut stretches = edge.measured.iter().flatten();
        stretches.any(|it| !it.shows(self.colour, unit.ground) && it.misfit > HIDDEN * self.breadth)
    }
}
