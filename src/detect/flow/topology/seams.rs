//! Borders that are joined to those opposite.
//!
//! ```text
//!     :   :         where a border is open, the two lines beside it go on outside; it is a line itself, not a bold one
//!   ==+---+==       a closed one is bold, or no lines go on beside it
//!     |   |
//! ```

use std::collections::BTreeSet;

use super::region::Extent;
use crate::detect::evidence::EvidenceMap;
use crate::detect::weights::{GOES_ON, GOES_ON_SPREAD, MOST_ODDS, NOT_DRAWN};
use crate::geometry::{GridCell, Tiling};

/// The borders of two opposite cells.
#[derive(Clone, Copy, Debug)]
pub struct Seam {
    /// The cells, the one at the top or the left first.
    pub cells: [usize; 2],
    /// That a flow may pass rather than not, as log-odds; `None` where that is not seen.
    pub open: Option<f64>,
}

impl Seam {
    pub fn is_open(&self) -> bool {
        self.open.is_some_and(|odds| odds > 0.0)
    }
}

/// The seams of all rows and columns whose first and last cell are part of the board.
pub fn seams(map: &EvidenceMap, cells: &BTreeSet<usize>, extent: Extent) -> Vec<Seam> {
    if map.grid.tiling != Tiling::Square {
        return Vec::new();
    }
    let Extent { first, last } = extent;
    let columns = (first.col..=last.col).map(|col| {
        let ends = [GridCell::new(first.row, col), GridCell::new(last.row, col)];
        (ends, (-1, 0))
    });
    let rows = (first.row..=last.row).map(|row| {
        let ends = [GridCell::new(row, first.col), GridCell::new(row, last.col)];
        (ends, (0, -1))
    });
    let seam = |(ends, (down, right)): ([GridCell; 2], (i32, i32))| {
        let [a, b] = ends.map(|cell| map.number(cell).filter(|it| cells.contains(it)));
        let (a, b) = (a?, b?);
        let sides = [side(map, a, (down, right)), side(map, b, (-down, -right))];
        let open = match sides {
            [Some(a), Some(b)] => Some(both(a, b)),
            _ => None,
        };
        Some(Seam {
            cells: [a, b],
            open,
        })
    };
    columns.chain(rows).filter_map(seam).collect()
}

/// A border as it looks on one side of the board, as log-odds.
#[derive(Clone, Copy)]
struct Border {
    /// Both lines beside it go on.
    goes_on: f64,
    /// It is bold.
    bold: f64,
}

/// Open where the lines go on beside both borders and neither is bold.
fn both(a: Border, b: Border) -> f64 {
    let goes_on = a.goes_on.min(b.goes_on);
    goes_on.min(-a.bold.max(b.bold))
}

/// The border of a cell towards the outside; `None` where it is not seen.
fn side(map: &EvidenceMap, cell: usize, (down, right): (i32, i32)) -> Option<Border> {
    let outside = map.cells[cell].moved(down, right);
    let beyond = map.number(outside)?;
    let border = map.edge_between(cell, beyond)?;
    let middle = map.grid.tiling.centre(map.cells[cell]);
    let mut weakest = f64::MAX;
    for sign in [-1, 1] {
        let next = map.number(outside.moved(sign * right, sign * down))?;
        let edge = map.edge_between(beyond, next)?;
        let [from, to] = edge.side.ends.map(|end| (end - middle).length());
        let near = if from < to { 0 } else { 1 };
        let line = edge.stretches[near]?;
        // The shadow of a terminal that fills its cell lies over the lines beside it.
        if edge.is_beside_filled && line <= GOES_ON {
            return None;
        }
        weakest = weakest.min(line);
    }
    let goes_on = (weakest - GOES_ON) / GOES_ON_SPREAD;
    Some(Border {
        goes_on: goes_on.clamp(-MOST_ODDS, MOST_ODDS),
        bold: border.bold,
    })
}

/// The cells without the shadows of a warp: rows or columns at the rim that have no outer line. `None` where there are none.
/// On a side where the picture ends there may be none.
pub fn without_shadows(map: &EvidenceMap, cells: &BTreeSet<usize>) -> Option<BTreeSet<usize>> {
    if map.grid.tiling != Tiling::Square {
        return None;
    }
    let mut kept = cells.clone();
    for is_row in [true, false] {
        let extent = Extent::of(map, kept.iter().copied())?;
        let (low, high) = if is_row {
            (extent.first.row, extent.last.row)
        } else {
            (extent.first.col, extent.last.col)
        };
        for (line, out) in [(low, -1), (high, 1)] {
            let step = if is_row { (out, 0) } else { (0, out) };
            let is_rim = |cell: &usize| {
                let cell = map.cells[*cell];
                line == if is_row { cell.row } else { cell.col }
            };
            let mut rim = kept.iter().filter(|cell| is_rim(cell));
            if rim.all(|cell| is_undrawn(map, *cell, step)) {
                kept.retain(|cell| !is_rim(cell));
            }
        }
    }
    (kept != *cells && !kept.is_empty()).then_some(kept)
}

/// Whether no line is drawn at the side of a cell, as far as that is seen.
fn is_undrawn(map: &EvidenceMap, cell: usize, (down, right): (i32, i32)) -> bool {
    let beyond = map.number(map.cells[cell].moved(down, right));
    let edge = beyond.and_then(|beyond| map.edge_between(cell, beyond));
    edge.is_none_or(|edge| edge.strength.is_none() || edge.line <= NOT_DRAWN)
}
