//! Grows a lattice from one region to its neighbours, so that a board seen at an angle is followed all the way.
//!
//! ```text
//!   . . . . .        a few regions near the first one agree on a pitch;
//!   . o o o .        those near them join when they lie where the lattice says,
//!   . o O o .        and the lattice is fitted again each time
//!   . o o o .
//! ```

use std::collections::BTreeSet;

use super::blobs::Blob;
use crate::geometry::Projection;

/// A lattice without an extent: cell (0, 0) is any cell.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// From columns and rows to pixels.
    pub view: Projection,
    /// From cell to cell, in pixels, where the lattice began to grow.
    pub pitch: f64,
    /// The cells in whose middle a region lies.
    pub cells: BTreeSet<(i32, i32)>,
}

impl Grid {
    /// Whether its rows and columns are not parallel to those of the pixels.
    pub fn is_askew(&self) -> bool {
        let at = |col: f64, row: f64| self.view.apply(col, row);
        let (x, y) = at(0.0, 0.0);
        let (slope, lean) = (at(1.0, 0.0).1 - y, at(0.0, 1.0).0 - x);
        slope.abs().max(lean.abs()) > PARALLEL
    }
}

/// Rows and columns that are off by less than this many pixels a cell are parallel to those of the pixels.
const PARALLEL: f64 = 1e-3;

/// How far from the middle of its cell a region may lie, in cells.
pub(super) const OFF: f64 = 0.08;

/// A region joins when one no farther than so many columns and rows is part of the lattice: between two empty
/// cells pipes may lie, and between two dots empty ground.
const REACH: i32 = 3;

/// The most columns or rows that are followed to each side.
const MOST: i32 = 64;

/// Regions of a lattice have sizes in this range, in cells: signs are smaller, whole groups of cells larger.
const SIZES: std::ops::Range<f64> = 0.4..1.1;

/// Seen straight on, regions lie this near to an upright lattice, as root of the mean square in cells.
/// One degree of tilt makes this much.
const STRAIGHT: f64 = 0.02;

/// A lattice in perspective must be so much nearer to the regions than an upright one.
const NEARER: f64 = 0.6;

/// A lattice in perspective has eight unknowns; it is sought when there are regions enough to settle them.
const FEWEST_TILTED: usize = 12;
const FEWEST_LINES: usize = 3;

/// A region and the cell in whose middle it lies.
struct Member {
    x: f64,
    y: f64,
    cell: (i32, i32),
}

/// Grows the upright lattice of this pitch that begins at `origin`; `None` when too few regions lie on it.
pub(super) fn grow(blobs: &[Blob], origin: &Blob, pitch: f64, fewest: usize) -> Option<Grid> {
    let mut view = Projection::axis_aligned(origin.x, origin.y, pitch, pitch);
    let mut members: Vec<Member> = Vec::new();
    let mut near = Near::around((0, 0));
    let mut off = 2.0 * OFF;
    loop {
        let known = members.len();
        members = joined(blobs, &view, pitch, &near, off)?;
        if members.len() < fewest {
            return None;
        }
        if members.len() <= known {
            break;
        }
        for member in &members {
            near.add(member.cell);
        }
        view = fit(&members)?;
        off = OFF;
    }
    Some(Grid {
        view,
        pitch,
        cells: members.iter().map(|member| member.cell).collect(),
    })
}

/// The regions that lie within `off` of the middle of a cell near the lattice.
fn joined(
    blobs: &[Blob],
    view: &Projection,
    pitch: f64,
    near: &Near,
    off: f64,
) -> Option<Vec<Member>> {
    let inverse = view.inverse()?;
    let of_blob = |blob: &Blob| {
        let (u, v) = inverse.apply(blob.x, blob.y);
        let (col, row) = (u.round(), v.round());
        let cell = (col as i32, row as i32);
        let is_on = (u - col).abs() < off && (v - row).abs() < off && near.contains(cell);
        is_on.then_some(Member {
            x: blob.x,
            y: blob.y,
            cell,
        })
    };
    let sizes = SIZES.start * pitch..SIZES.end * pitch;
    let fitting = blobs.iter().filter(|blob| sizes.contains(&blob.size));
    Some(fitting.filter_map(of_blob).collect())
}

/// The simplest lattice that the regions lie on: upright, or else in perspective.
fn fit(members: &[Member]) -> Option<Projection> {
    let upright = upright(members)?;
    let count = |line: fn(&Member) -> i32| members.iter().map(line).collect::<BTreeSet<_>>().len();
    let straight = error(members, &upright);
    let is_settled = members.len() >= FEWEST_TILTED
        && count(|member| member.cell.0) >= FEWEST_LINES
        && count(|member| member.cell.1) >= FEWEST_LINES;
    if straight <= STRAIGHT || !is_settled {
        return Some(upright);
    }
    let pairs: Vec<[f64; 4]> = members
        .iter()
        .map(|m| [f64::from(m.cell.0), f64::from(m.cell.1), m.x, m.y])
        .collect();
    let tilted = Projection::fit(&pairs)?;
    let is_nearer = error(members, &tilted) < NEARER * straight;
    Some(if is_nearer { tilted } else { upright })
}

/// Least squares of `x = x0 + pitch col` and `y = y0 + pitch row` with one pitch.
fn upright(members: &[Member]) -> Option<Projection> {
    let count = members.len() as f64;
    let mean = |of: &dyn Fn(&Member) -> f64| members.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|m| m.x), mean(&|m| m.y));
    let (col, row) = (
        mean(&|m| f64::from(m.cell.0)),
        mean(&|m| f64::from(m.cell.1)),
    );
    let from_middle = |m: &Member| (f64::from(m.cell.0) - col, f64::from(m.cell.1) - row);
    let covariance = mean(&|m| {
        let (right, down) = from_middle(m);
        right * (m.x - x) + down * (m.y - y)
    });
    let variance = mean(&|m| {
        let (right, down) = from_middle(m);
        right * right + down * down
    });
    let pitch = covariance / variance;
    (variance > 0.1 && pitch > 0.0)
        .then(|| Projection::axis_aligned(x - pitch * col, y - pitch * row, pitch, pitch))
}

/// How far the regions lie from the middles of their cells: the root of the mean square, in cells.
fn error(members: &[Member], view: &Projection) -> f64 {
    let Some(inverse) = view.inverse() else {
        return f64::MAX;
    };
    let squares = members.iter().map(|member| {
        let (u, v) = inverse.apply(member.x, member.y);
        (u - f64::from(member.cell.0)).powi(2) + (v - f64::from(member.cell.1)).powi(2)
    });
    (squares.sum::<f64>() / members.len() as f64).sqrt()
}

/// The cells within reach of a lattice.
struct Near(Vec<bool>);

impl Near {
    const SIDE: i32 = 2 * MOST + 1;

    fn around(cell: (i32, i32)) -> Self {
        let mut near = Self(vec![false; (Self::SIDE * Self::SIDE) as usize]);
        near.add(cell);
        near
    }

    fn index((col, row): (i32, i32)) -> Option<usize> {
        let is_inside = col.abs() <= MOST && row.abs() <= MOST;
        is_inside.then(|| ((row + MOST) * Self::SIDE + col + MOST) as usize)
    }

    fn contains(&self, cell: (i32, i32)) -> bool {
        Self::index(cell).is_some_and(|index| self.0[index])
    }

    fn add(&mut self, (col, row): (i32, i32)) {
        for down in -REACH..=REACH {
            for right in -REACH..=REACH {
                if let Some(index) = Self::index((col + right, row + down)) {
                    self.0[index] = true;
                }
            }
        }
    }
}
