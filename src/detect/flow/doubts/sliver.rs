//! Whether the picture ends in the first pixels of another row of the board.
//!
//! ```text
//!   +----+----+----+
//!   |    |  o |    |
//!   +----+----+----+    where the board ends, no side between two cells goes on;
//!   |    |    |    |    in a sliver of another row, all do
//!   ^^^^^^^^^^^^^^^^    the edge of the picture
//! ```

use crate::detect::flow::candidate::View;
use crate::detect::flow::canvas::{Colour, contrast};
use crate::detect::flow::extent::{Evidence, Extent, MOST_GOING_ON};
use crate::detect::flow::terminals::LEAST_CONTRAST;

/// Why a board is not settled that goes on at the edge of the picture.
pub const SLIVER: &str = "the picture ends in another row of cells";

/// A sliver is so high, in cells: less may be the outline, or the lattice's error.
const LEAST: f64 = 0.05;

/// From where to where the edge of the picture is looked for beyond a border, in cells, and by which steps.
const STEPS: i32 = 50;

/// Two neighbouring cells are compared so far from the side between them, in cells.
const BESIDE: f64 = 0.2;

/// Sides in a sliver are so strong, as a share of the board's usual line.
const SHARE: f32 = 0.5;

/// Whether the picture shows such a sliver at one of its edges.
pub fn ends_in_sliver(view: &View, extent: &Extent) -> bool {
    let least = match extent.evidence {
        Evidence::Lines { level, .. } => SHARE * level,
        Evidence::Frame | Evidence::Nothing => LEAST_CONTRAST,
    };
    let (left, top) = (extent.col, extent.row);
    let (right, bottom) = (left + extent.cols - 1, top + extent.rows - 1);
    let in_row = |row: i32| (left..=right).map(move |col| (col, row)).collect();
    let in_col = |col: i32| (top..=bottom).map(move |row| (col, row)).collect();
    let borders: [(Vec<(i32, i32)>, Place); 4] = [
        (in_row(top), |along, out| (along, -out)),
        (in_row(bottom), |along, out| (along, out)),
        (in_col(left), |along, out| (-out, along)),
        (in_col(right), |along, out| (out, along)),
    ];
    borders
        .iter()
        .any(|(cells, place)| is_sliver(view, cells, *place, least))
}

/// Where a place along a border and out from the middle of its cell lies: right and below, in cells.
type Place = fn(f64, f64) -> (f64, f64);

fn is_sliver(view: &View, border: &[(i32, i32)], place: Place, least: f32) -> bool {
    let Some(inner) = border.len().checked_sub(1).filter(|inner| *inner > 0) else {
        return false;
    };
    let goes_on = |cell: &&(i32, i32)| {
        let patch = view.canvas.cell(**cell);
        let at = |along: f64, out: f64| {
            let (right, down) = place(along, out);
            patch.at(right, down)
        };
        let pixel = 1.0 / view.canvas.grid.pitch;
        let outs = (0..=STEPS).map(|step| 0.5 + f64::from(step) / f64::from(2 * STEPS));
        let Some(edge) = outs.take_while(|out| at(0.0, *out).is_some()).last() else {
            return false;
        };
        // A row that is half in the picture is looked at like any other.
        if !(0.5 + LEAST..0.9).contains(&edge) {
            return false;
        }
        let here = [0.5 - BESIDE, 0.5, 0.5 + BESIDE].map(|along| at(along, edge - pixel));
        let [Some(before), Some(side), Some(behind)] = here else {
            return false;
        };
        let far = |a: Colour, b: Colour| contrast(a, b) >= least;
        far(before, behind) || (far(side, before) && far(side, behind))
    };
    let sides = border[..inner].iter().filter(goes_on).count();
    sides as f32 > MOST_GOING_ON * inner as f32
}
