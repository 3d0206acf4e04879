//! The grid again, from where its lines were seen.

use super::edges::{Measured, Unit};
use super::stretch::Stretch;
use crate::detect::grid::tiled::TiledGrid;
use crate::geometry::{PlanePoint, Projection};

/// Fewer lines than these do not tell where the grid lies.
const FEWEST: usize = 8;

/// A line is at least this strong, in lines, and its two stretches agree on its place to this, in cells.
const STRONG: f64 = 0.7;
const AGREE: f64 = 0.05;

/// A turn or stretch of more than this is no refinement.
const MOST: f64 = 0.02;

/// How much the numbers of the map are held to zero; how often the lines are weighed again; errors below this, in cells,
/// weigh no more.
const HELD: f64 = 0.09;
const ROUNDS: usize = 4;
const LEAST_ERROR: f64 = 0.005;
const USUAL_ERROR: f64 = 0.005;

/// A line that was seen: its middle, its normal, and how far along that it lies off.
struct Line {
    at: PlanePoint,
    normal: PlanePoint,
    off: f64,
}

impl Line {
    /// What each number of the map moves the line by, along its normal.
    fn terms(&self) -> [f64; 6] {
        let (at, n) = (self.at, self.normal);
        [at.x * n.x, at.y * n.x, n.x, at.x * n.y, at.y * n.y, n.y]
    }
}

/// The grid moved, turned and stretched a little so that its edges lie on the lines; `None` where that is not known.
pub fn refined(grid: &TiledGrid, measured: &[Measured], unit: &Unit) -> Option<TiledGrid> {
    let lines: Vec<Line> = measured.iter().filter_map(|it| line(it, unit)).collect();
    if lines.len() < FEWEST {
        return None;
    }
    let mut weights = vec![1.0; lines.len()];
    let mut map = [0.0; 6];
    for _ in 0..ROUNDS {
        map = solve(&lines, &weights)?;
        for (weight, line) in weights.iter_mut().zip(&lines) {
            let terms = line.terms();
            let moved: f64 = terms.iter().zip(map).map(|(term, by)| term * by).sum();
            *weight = USUAL_ERROR / (moved - line.off).abs().max(LEAST_ERROR);
        }
    }
    let [a, b, x, c, d, y] = map;
    let is_small = [a, b, c, d].iter().all(|it| it.abs() <= MOST);
    let moved = Projection([1.0 + a, b, x, c, 1.0 + d, y, 0.0, 0.0, 1.0]);
    is_small.then(|| TiledGrid {
        projection: grid.projection.after(&moved),
        ..grid.clone()
    })
}

fn line(measured: &Measured, unit: &Unit) -> Option<Line> {
    let [Some(a), Some(b)] = measured.stretches else {
        return None;
    };
    let is_line = |it: &Stretch| !it.is_step && unit.strength(it) > STRONG;
    let is_clear = is_line(&a) && is_line(&b) && (a.off - b.off).abs() < AGREE;
    is_clear.then(|| Line {
        at: measured.side.middle(),
        normal: measured.side.normal,
        off: (a.off + b.off) / 2.0,
    })
}

/// Weighted least squares, held to zero, by elimination.
fn solve(lines: &[Line], weights: &[f64]) -> Option<[f64; 6]> {
    let mut rows = [[0.0; 7]; 6];
    for (index, row) in rows.iter_mut().enumerate() {
        row[index] = HELD;
    }
    for (line, weight) in lines.iter().zip(weights) {
        let terms = line.terms();
        for (row, term) in rows.iter_mut().zip(terms) {
            for (entry, other) in row.iter_mut().zip(terms) {
                *entry += weight * term * other;
            }
            row[6] += weight * term * line.off;
        }
    }
    for index in 0..6 {
        // The sum of squares and the hold are positive, so no pivot is needed.
        let leading = rows[index];
        if leading[index] < 1e-9 {
            return None;
        }
        for (other, row) in rows.iter_mut().enumerate() {
            if other != index {
                let share = row[index] / leading[index];
                for (entry, above) in row.iter_mut().zip(leading) {
                    *entry -= share * above;
                }
            }
        }
    }
    Some(std::array::from_fn(|index| {
        rows[index][6] / rows[index][index]
    }))
}
