//! Grows a lattice from one region to its neighbours, so that a board seen at an angle is followed all the way.
//!
//! ```text
//!   . . . . .        a few regions near the first one agree on a pitch;
//!   . o o o .        those near them join when they lie where the lattice says,
//!   . o O o .        and the lattice is fitted again each time
//!   . o o o .
//! ```

use std::collections::BTreeSet;

use super::compact::CompactRegion;
use crate::geometry::{Correspondence, Projection};

/// A lattice without an extent: cell (0, 0) is any cell.
#[derive(Clone, Debug)]
pub struct GridHypothesis {
    /// From columns and rows to pixels.
    pub projection: Projection,
    /// From cell to cell, in pixels, where the lattice began to grow.
    pub pitch: f64,
    /// The cells in whose middle a region lies.
    pub cells: BTreeSet<(i32, i32)>,
    /// How far these lie from the middles of their cells, as root of the mean square in cells.
    pub residual: f64,
}

impl GridHypothesis {
    /// Whether its rows and columns are not parallel to those of the pixels.
    pub fn is_askew(&self) -> bool {
        let at = |col: f64, row: f64| self.projection.apply(col, row);
        let (x, y) = at(0.0, 0.0);
        let (slope, lean) = (at(1.0, 0.0).1 - y, at(0.0, 1.0).0 - x);
        slope.abs().max(lean.abs()) > PARALLEL
    }

    /// The same in a picture with so many times as many pixels each way.
    pub fn enlarged(&self, by: f64) -> Self {
        let enlarged = Projection::axis_aligned(0.0, 0.0, by, by);
        Self {
            projection: enlarged.after(&self.projection),
            pitch: by * self.pitch,
            ..self.clone()
        }
    }

    /// The cell that a pixel lies in, and how far to the right of its middle and below it, in cells; `None` for a projection
    /// that cannot be turned back.
    pub fn place(&self, x: f64, y: f64) -> Option<((i32, i32), (f64, f64))> {
        let (u, v) = self.projection.inverse()?.apply(x, y);
        let (col, row) = (u.round(), v.round());
        Some(((col as i32, row as i32), (u - col, v - row)))
    }
}

#[cfg(test)]
impl GridHypothesis {
    /// Square cells in upright rows, the middle of the first one so many pixels from the upper left corner both ways.
    pub fn upright(middle: f64, pitch: f64, cells: BTreeSet<(i32, i32)>) -> Self {
        Self {
            projection: Projection::axis_aligned(middle, middle, pitch, pitch),
            pitch,
            cells,
            residual: 0.0,
        }
    }
}

/// Rows and columns that are off by less than this many pixels a cell are parallel to those of the pixels.
const PARALLEL: f64 = 1e-3;

/// How far from the middle of its cell a region may lie, in cells.
pub const OFF: f64 = 0.08;

/// A region joins the lattice when one that is part of it lies at most so many columns and rows away: the cells between
/// may show none, because pipes cross them.
pub const REACH: i32 = 3;

/// The same where only dots make the lattice: between them lies bare ground.
pub const REACH_OF_DOTS: i32 = 6;

/// The most columns or rows that are followed to each side: a few more than the largest board has.
const MOST: i32 = 64;

/// Regions of a lattice have sizes in this range, in cells: glyphs are smaller, whole groups of cells larger.
pub const SIZES: std::ops::Range<f64> = 0.4..1.1;

/// Where dots are small, glyphs are smaller than this share of them.
const SIGN: f64 = 0.9;

/// The largest error of a lattice (root of the mean square, in cells) that fits its regions. A tilt of one degree costs an
/// upright lattice this much; regions at random fit a tilted one to about twice this.
pub const STRAIGHT: f64 = 0.02;

/// The error of a lattice in perspective must be less than this share of an upright one's: with more unknowns it always
/// fits a little better.
const NEARER: f64 = 0.6;

/// A lattice in perspective has eight unknowns. It is fitted when at least so many places are known, each along x or y, and
/// the regions lie in at least so many columns and rows.
pub const FEWEST_TILTED: usize = 20;
const FEWEST_LINES: usize = 3;

/// The columns and rows of a lattice must spread at least so much, as the sum of squares of their numbers: two neighbours
/// have 0.5, regions in one cell none, which would give any pitch.
const LEAST_SPREAD: f64 = 0.1;

/// One of so many regions on a small lattice may be dropped as a stray: a button of the page.
const STRAYS: usize = 4;

/// Of more regions than these none is dropped: one stray hardly moves a lattice that so many others hold.
const MOST_WITH_STRAYS: usize = FEWEST_TILTED / 2 - 1;

/// A stray lies at least so many times as far off the lattice as those that stay. On a board seen at an angle all are off
/// a little, and none so much.
const ASTRAY: f64 = 5.0;

/// What lies in the middle of a cell: a region, for one.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    pub x: f64,
    pub y: f64,
    pub cell: (i32, i32),
    /// Whether `x` and `y` are the middle of a cell.
    pub is_known: [bool; 2],
}

/// Grows the upright lattice of this pitch that begins at `origin`; `None` when too few regions lie on it.
pub fn grow(
    compact_regions: &[CompactRegion],
    origin: &CompactRegion,
    pitch: f64,
    reach: i32,
    fewest: usize,
) -> Option<GridHypothesis> {
    let mut projection = Projection::axis_aligned(origin.x, origin.y, pitch, pitch);
    let mut members: Vec<Member> = Vec::new();
    let mut near = Near::around((0, 0), reach);
    let mut off = 2.0 * OFF;
    let least = (SIZES.start * pitch).min(SIGN * origin.size);
    let sizes = least..SIZES.end * pitch;
    let fitting: Vec<&CompactRegion> = compact_regions
        .iter()
        .filter(|compact_region| sizes.contains(&compact_region.size))
        .collect();
    loop {
        let known = members.len();
        members = joined(&fitting, &projection, &near, off)?;
        if members.len() < fewest {
            return None;
        }
        if members.len() <= known {
            break;
        }
        for member in &members {
            near.add(member.cell, reach);
        }
        projection = fit(&members, STRAIGHT)?;
        off = OFF;
    }
    let (members, projection) = without_strays(members, projection, fewest);
    Some(GridHypothesis {
        residual: error(&members, &projection),
        projection,
        pitch,
        cells: members.iter().map(|member| member.cell).collect(),
    })
}

/// The lattice without the few regions that lie farthest off, if all others lie on a lattice then: buttons of the page.
fn without_strays(
    members: Vec<Member>,
    projection: Projection,
    fewest: usize,
) -> (Vec<Member>, Projection) {
    if members.len() > MOST_WITH_STRAYS {
        return (members, projection);
    }
    let fewest = fewest.max(members.len() - members.len() / STRAYS);
    let (mut kept, mut fitted) = (members.clone(), projection);
    while error(&kept, &fitted) > STRAIGHT {
        let from_projection = |member: &Member| error(std::slice::from_ref(member), &fitted);
        let offs = kept.iter().map(from_projection).enumerate();
        let farthest = offs.max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((farthest, _)) = farthest.filter(|_| kept.len() > fewest) else {
            return (members, projection);
        };
        kept.remove(farthest);
        let Some(better) = square(&kept) else {
            return (members, projection);
        };
        fitted = better;
    }
    let typical = error(&kept, &fitted);
    let is_kept = |member: &Member| kept.iter().any(|it| (it.x, it.y) == (member.x, member.y));
    let mut strays = members.iter().filter(|member| !is_kept(member));
    if strays.all(|stray| error(&[*stray], &fitted) >= ASTRAY * typical) {
        (kept, fitted)
    } else {
        (members, projection)
    }
}

/// The regions that lie within `off` of the middle of a cell near the lattice.
fn joined(
    compact_regions: &[&CompactRegion],
    projection: &Projection,
    near: &Near,
    off: f64,
) -> Option<Vec<Member>> {
    let inverse = projection.inverse()?;
    let of_blob = |compact_region: &&CompactRegion| {
        let (u, v) = inverse.apply(compact_region.x, compact_region.y);
        let (col, row) = (u.round(), v.round());
        let cell = (col as i32, row as i32);
        let is_on = (u - col).abs() < off && (v - row).abs() < off && near.contains(cell);
        is_on.then_some(Member {
            x: compact_region.x,
            y: compact_region.y,
            cell,
            is_known: compact_region.is_known(),
        })
    };
    Some(compact_regions.iter().filter_map(of_blob).collect())
}

/// The simplest lattice that the regions lie on: upright with square cells, if they lie within `near` of it; else with cells that
/// are wider than high, or higher than wide; else in perspective.
pub fn fit(members: &[Member], near: f64) -> Option<Projection> {
    let upright = square(members)?;
    let straight = error(members, &upright);
    let known = members.iter().flat_map(|member| member.is_known);
    let count = |line: fn(&Member) -> i32| members.iter().map(line).collect::<BTreeSet<_>>().len();
    let is_settled = known.filter(|is_known| *is_known).count() >= FEWEST_TILTED
        && count(|member| member.cell.0) >= FEWEST_LINES
        && count(|member| member.cell.1) >= FEWEST_LINES;
    if straight <= near || !is_settled {
        return Some(upright);
    }
    let is_on =
        |projection: &Projection| error(members, projection) < STRAIGHT.min(NEARER * straight);
    if let Some(oblong) = oblong(members).filter(is_on) {
        return Some(oblong);
    }
    let seen = members.iter().map(|member| Correspondence {
        from: (f64::from(member.cell.0), f64::from(member.cell.1)),
        to: (member.x, member.y),
        is_known: member.is_known,
    });
    let tilted = Projection::fit(&seen.collect::<Vec<_>>())?;
    Some(if is_on(&tilted) { tilted } else { upright })
}

/// Least squares of `x = x0 + pitch col` and `y = y0 + pitch row` with one pitch, over what is known.
fn square(members: &[Member]) -> Option<Projection> {
    let [x, y] = places(members)?;
    let variance = x.variance + y.variance;
    let pitch = (x.covariance + y.covariance) / variance;
    (variance > LEAST_SPREAD && pitch > 0.0).then(|| upright([&x, &y], [pitch; 2]))
}

/// The same with a pitch for each axis.
fn oblong(members: &[Member]) -> Option<Projection> {
    let [x, y] = places(members)?;
    let is_spread = x.variance > LEAST_SPREAD && y.variance > LEAST_SPREAD;
    let pitches = [&x, &y].map(|along| along.covariance / along.variance);
    (is_spread && pitches.iter().all(|pitch| *pitch > 0.0)).then(|| upright([&x, &y], pitches))
}

fn upright([x, y]: [&Places; 2], [across, down]: [f64; 2]) -> Projection {
    let (left, top) = (x.middle - across * x.cell, y.middle - down * y.cell);
    Projection::axis_aligned(left, top, across, down)
}

/// What is known of where the cells lie, along x and along y.
fn places(members: &[Member]) -> Option<[Places; 2]> {
    let of_columns = members.iter().filter(|member| member.is_known[0]);
    let of_rows = members.iter().filter(|member| member.is_known[1]);
    Some([
        Places::of(of_columns.map(|it| (it.cell.0.into(), it.x)).collect())?,
        Places::of(of_rows.map(|it| (it.cell.1.into(), it.y)).collect())?,
    ])
}

/// Where cells lie along one axis.
struct Places {
    /// The mean of the cells' numbers, and of their places in pixels.
    cell: f64,
    middle: f64,
    /// Sums of squares of the numbers, and of their products with the places.
    variance: f64,
    covariance: f64,
}

impl Places {
    /// Of numbers and places; `None` when there are none.
    fn of(places: Vec<(f64, f64)>) -> Option<Self> {
        let count = places.len() as f64;
        let sum = places
            .iter()
            .fold((0.0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        let (cell, middle) = (sum.0 / count, sum.1 / count);
        let products = |of: fn(f64, f64) -> f64| {
            let from_middle = places.iter().map(|it| of(it.0 - cell, it.1 - middle));
            from_middle.sum::<f64>()
        };
        (!places.is_empty()).then(|| Self {
            cell,
            middle,
            variance: products(|number, _| number * number),
            covariance: products(|number, place| number * place),
        })
    }
}

/// How far the regions lie from the middles of their cells, where that is known: the root of the mean square, in cells.
pub fn error(members: &[Member], projection: &Projection) -> f64 {
    let Some(inverse) = projection.inverse() else {
        return f64::MAX;
    };
    let squares = members.iter().flat_map(|member| {
        let (u, v) = inverse.apply(member.x, member.y);
        let offs = [u - f64::from(member.cell.0), v - f64::from(member.cell.1)];
        let known = member.is_known.into_iter().zip(offs);
        known.filter_map(|(is_known, off)| is_known.then_some(off * off))
    });
    let (sum, count) = squares.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
    (sum / f64::max(count, 1.0)).sqrt()
}

/// The cells within reach of a lattice.
struct Near(Vec<bool>);

impl Near {
    const SIDE: i32 = 2 * MOST + 1;

    fn around(cell: (i32, i32), reach: i32) -> Self {
        let mut near = Self(vec![false; (Self::SIDE * Self::SIDE) as usize]);
        near.add(cell, reach);
        near
    }

    fn index((col, row): (i32, i32)) -> Option<usize> {
        // Beyond the horizon of a tilted lattice a place may be any.
        let is_inside = (-MOST..=MOST).contains(&col) && (-MOST..=MOST).contains(&row);
        is_inside.then(|| ((row + MOST) * Self::SIDE + col + MOST) as usize)
    }

    fn contains(&self, cell: (i32, i32)) -> bool {
        Self::index(cell).is_some_and(|index| self.0[index])
    }

    fn add(&mut self, (col, row): (i32, i32), reach: i32) {
        for down in -reach..=reach {
            for right in -reach..=reach {
                if let Some(index) = Self::index((col + right, row + down)) {
                    self.0[index] = true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_near_the_lattice_does_not_move_it() {
        let dot = |x: f64, y: f64| CompactRegion {
            x,
            y,
            size: 20.0,
            excess: 0.0,
            fill: None,
        };
        let cells = [(0, 0), (2, 0), (1, 1), (3, 1), (0, 2), (2, 3), (3, 3)];
        let mut compact_regions: Vec<CompactRegion> = cells
            .iter()
            .map(|(col, row)| dot(30.0 * f64::from(*col), 30.0 * f64::from(*row)))
            .collect();
        compact_regions.push(dot(62.3, 122.3));
        let grid = grow(&compact_regions, &compact_regions[0], 30.0, REACH, 4).unwrap();
        assert_eq!(grid.cells.len(), cells.len());
        assert!(grid.residual < 1e-6, "{}", grid.residual);
    }

    /// Six by six cells of 96 by 93 pixels, as a window's layout divides it.
    #[test]
    fn cells_that_are_not_quite_square_are_not_seen_at_an_angle() {
        let member = |number: i32| {
            let cell = (number % 6, number / 6);
            let (x, y) = (96.0 * f64::from(cell.0), 93.0 * f64::from(cell.1));
            Member {
                x,
                y,
                cell,
                is_known: [true; 2],
            }
        };
        let members: Vec<Member> = (0..36).map(member).collect();
        let projection = fit(&members, 0.01).unwrap();
        for (col, row) in [(0.0, 0.0), (5.0, 0.0), (0.0, 5.0)] {
            let (x, y) = projection.apply(col, row);
            assert!((x - 96.0 * col).hypot(y - 93.0 * row) < 1e-6, "{x}, {y}");
        }
        let grid = GridHypothesis {
            projection,
            pitch: 96.0,
            cells: BTreeSet::new(),
            residual: 0.0,
        };
        assert!(!grid.is_askew());
    }
}
