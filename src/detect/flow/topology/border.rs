//! Whether the border of a board is drawn alike on opposite sides.
//!
//! ```text
//!   ┏━━━┯━━━┯━━━        a bold border on the left and none on the right: the picture ends there, or a banner begins,
//!   ┃   │   │           and more of the board may lie beyond; a warp that is open has none on both sides
//!   ┗━━━┷━━━┷━━━
//! ```

use std::f64::consts::TAU;

use super::labelling::Labelling;
use crate::detect::weights::{BOLD, HALF_LINE};
use crate::geometry::{PlanePoint, Tiling};

/// The share of a side's edges that are drawn differs from that of the opposite side by no more than this: text beside the
/// border hides some.
const ALIKE: f64 = 0.5;

/// The borders of a board that look one way, and what is drawn on them.
#[derive(Clone, Copy, Default)]
struct Side {
    edges: usize,
    lines: usize,
    bold: usize,
}

impl Side {
    fn share(self, drawn: usize) -> f64 {
        drawn as f64 / self.edges.max(1) as f64
    }

    fn is_like(self, other: Self) -> bool {
        let lines = self.share(self.lines) - other.share(other.lines);
        let bold = self.share(self.bold) - other.share(other.bold);
        lines.abs().max(bold.abs()) <= ALIKE
    }
}

/// Whether opposite sides of the board have a line, or a bold one, at about the same share of their edges.
pub fn are_opposite_sides_alike(labelling: &Labelling) -> bool {
    let map = &labelling.map;
    let mut sides = vec![Side::default(); map.grid.tiling.sides()];
    for &cell in &labelling.cells {
        for beside in &map.around[cell] {
            if beside.cell.is_some_and(|it| labelling.cells.contains(&it)) {
                continue;
            }
            let edge = &map.edges[beside.edge];
            let outwards = if edge.cell == cell { 1.0 } else { -1.0 };
            let side = &mut sides[direction(map.grid.tiling, edge.side.normal * outwards)];
            // What stands near a border may hide one stretch of an edge; where no border is, none shows a line.
            let stretches = edge.stretches.iter().flatten();
            let stronger = stretches.copied().fold(0.0, f64::max);
            side.edges += 1;
            side.lines += usize::from(stronger >= HALF_LINE);
            side.bold += usize::from(stronger >= BOLD);
        }
    }
    let (some, opposite) = sides.split_at(sides.len() / 2);
    some.iter().zip(opposite).all(|(a, b)| a.is_like(*b))
}

/// The number of a direction from a cell to a neighbour; half of all further lies the opposite one.
fn direction(tiling: Tiling, normal: PlanePoint) -> usize {
    let sides = tiling.sides();
    // Hexagons have no neighbour straight to the right.
    let first = match tiling {
        Tiling::Square => 0.0,
        Tiling::Hexagonal => 0.5,
    };
    let turns = normal.y.atan2(normal.x) / TAU * sides as f64 - first;
    turns.round().rem_euclid(sides as f64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::GridCell;

    #[test]
    fn opposite_directions_are_half_of_all_apart() {
        for tiling in [Tiling::Square, Tiling::Hexagonal] {
            let cell = GridCell::new(3, 4);
            let to = |other| direction(tiling, tiling.centre(other) - tiling.centre(cell));
            let mut found: Vec<usize> = tiling.neighbours(cell).map(to).collect();
            let half = tiling.sides() / 2;
            for (one, other) in found[..half].iter().zip(&found[half..]) {
                assert_eq!((one + half) % tiling.sides(), *other, "{tiling:?}");
            }
            found.sort_unstable();
            assert!(found.into_iter().eq(0..tiling.sides()), "{tiling:?}");
        }
    }
}
