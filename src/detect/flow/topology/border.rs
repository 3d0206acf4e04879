//! Whether the border of a board is drawn alike on opposite sides.
//!
//! ```text
//!   ┏━━━┯━━━┯━━━        a bold border on the left and none on the right: the picture ends there, or a banner begins,
//!   ┃   │   │           and more of the board may lie beyond; a warp that is open has none on both sides
//!   ┗━━━┷━━━┷━━━
//! ```

use std::f64::consts::TAU;

use super::labelling::Labelling;
use crate::detect::evidence::Edge;
use crate::detect::weights::{BOLD, BOLD_SPREAD, HALF_LINE, LEAST_SPREAD};
use crate::geometry::{PlanePoint, Tiling};

/// The share of a side's edges that are drawn differs from that of the opposite side by no more than this: text beside the
/// border hides some.
const ALIKE: f64 = 0.5;

/// The borders of a board that look one way, and how many of them are drawn: sums of probabilities, since borders that are hardly
/// bolder than a line may be taken for either.
#[derive(Clone, Copy, Default)]
struct Side {
    edges: f64,
    /// How many are not seen: the picture ends near them, or text lies there.
    unseen: f64,
    lines: f64,
    bold: f64,
}

impl Side {
    /// Adds a border.
    fn add_edge(&mut self, edge: &Edge) {
        // What stands near a border may hide one stretch of an edge; where no border is, none shows a line.
        let stretches = edge.stretches.iter().flatten();
        let stronger = stretches.copied().reduce(f64::max);
        self.unseen += f64::from(u8::from(stronger.is_none()));
        self.add(stronger.unwrap_or(edge.outline));
    }

    /// Adds one that stands out so much, in lines.
    fn add(&mut self, strength: f64) {
        self.edges += 1.0;
        self.lines += probability((strength - HALF_LINE) / LEAST_SPREAD);
        self.bold += probability((strength / BOLD).ln() / BOLD_SPREAD);
    }

    fn is_like(self, other: Self) -> bool {
        let share = |side: Self, drawn: f64| drawn / side.edges.max(1.0);
        // A board fills the picture from one edge to the opposite one.
        if [self, other].iter().all(|it| share(*it, it.unseen) > ALIKE) {
            return true;
        }
        let lines = share(self, self.lines) - share(other, other.lines);
        let bold = share(self, self.bold) - share(other, other.bold);
        lines.abs().max(bold.abs()) <= ALIKE
    }
}

fn probability(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
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
            sides[direction(map.grid.tiling, edge.side.normal * outwards)].add_edge(edge);
        }
    }
    let (some, opposite) = sides.split_at(sides.len() / 2);
    some.iter().zip(opposite).all(|(a, b)| a.is_like(*b))
}

/// The number of a direction from a cell to a neighbour; half of all further lies the opposite one.
pub(super) fn direction(tiling: Tiling, normal: PlanePoint) -> usize {
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
    fn borders_between_a_line_and_a_bold_one_are_like_both_of_their_own_kind() {
        let side = |strengths: [f64; 5]| {
            let mut side = Side::default();
            strengths.iter().for_each(|it| side.add(*it));
            side
        };
        let tinted = side([1.85, 1.7, 1.68, 1.7, 1.85]);
        assert!(tinted.is_like(side([1.85; 5])));
        for (bold, other) in [(2.3, 1.0), (4.6, 1.0), (2.0, 0.0), (1.0, 0.0)] {
            assert!(
                !side([bold; 5]).is_like(side([other; 5])),
                "{bold}, {other}"
            );
        }
    }

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
