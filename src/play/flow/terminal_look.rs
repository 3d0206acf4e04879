//! What the cell of a terminal showed when the board was read, and whether the terminal is still seen.

use super::cell_colours::CellColours;
use super::colours::median;
use crate::geometry::Cell;
use crate::pipeline::Rgb;

/// A terminal is there when its colour is seen at so large a share of the places at which it was seen first: selected text
/// hides a quarter of them.
const LEAST_OF_TERMINAL: f64 = 0.5;

/// So large a share of it suffices where the rest shows the colours of other flows: a stroke that went astray may have drawn over
/// it.
const LEAST_BESIDE_MARK: f64 = 0.25;

/// What the cell of a terminal showed when the board was read.
#[derive(Clone, Default)]
pub(super) struct TerminalLook {
    /// Its ground. Some games fade the terminals of drawn flows to it.
    pub(super) ground: Option<Rgb>,
    /// At how many places its colour was seen. Over some of them a mark may come: the text on a terminal may be selected.
    pub(super) area: usize,
}

impl TerminalLook {
    pub(super) fn of(shown: CellColours<'_>, cell: Cell, colour: usize) -> Self {
        let corners: Vec<Rgb> = shown.corners(cell).into_iter().flatten().collect();
        Self {
            ground: median(&corners),
            area: shown.area(cell, colour),
        }
    }

    /// Whether enough of the terminal's colour is seen, though text or a mark of another flow lies over it; not of one that was not
    /// seen before.
    pub(super) fn is_seen_beside_marks(
        &self,
        shown: CellColours<'_>,
        cell: Cell,
        colour: usize,
    ) -> bool {
        if self.area == 0 {
            return false;
        }
        let share = |places: usize| places as f64 / self.area as f64;
        let own = share(shown.area(cell, colour));
        let areas = (0..shown.colours.len()).map(|other| shown.area(cell, other));
        own >= LEAST_OF_TERMINAL
            || own >= LEAST_BESIDE_MARK && share(areas.sum()) >= LEAST_OF_TERMINAL
    }
}
