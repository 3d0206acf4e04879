//! Grids of hexagons with flat tops, grown from region to neighbouring region.
//!
//! ```text
//!     a        regions of one size vote for a distance; from one of them its six neighbours are looked for,
//!  f     b     with a basis that turns and stretches on the way, so a picture taken at an angle needs nothing
//!     o        special
//!  e     c
//!     d
//! ```

use std::collections::{BTreeMap, VecDeque};

use super::clusters::{Compact, clusters};
use super::compact::CompactRegion;
use super::plane_fit::{Seen, fit};
use super::steps::steps;
use super::tiled::TiledGrid;
use crate::detect::weights::{FEWEST_REGIONS, MOST_OFF, NEAR_PLACE, ON_GRID, STRETCH};
use crate::geometry::{GridCell, Pixel, PlanePoint, Tiling};

/// The most regions that a grid is begun at.
const MOST_STARTS: usize = 12;

/// Possible grids of hexagons, the best supported first.
pub fn hexagonal(regions: &[CompactRegion]) -> Vec<TiledGrid> {
    let compact = |region: &CompactRegion| Compact {
        at: Pixel::new(region.x, region.y),
        size: region.size,
    };
    let regions: Vec<Compact> = regions.iter().map(compact).collect();
    let mut found: Vec<TiledGrid> = Vec::new();
    for cluster in clusters(&regions) {
        for (length, turn) in steps(&cluster) {
            let grown = grow(&cluster, length, turn);
            found.extend(grown.and_then(|cells| grid(&cells, &regions)));
        }
    }
    found.sort_by_key(|grid| std::cmp::Reverse(grid.support.len()));
    found
}

/// What was found for a cell: the region, and the basis of the plane there.
#[derive(Clone, Copy)]
struct Placed {
    at: Pixel,
    /// Pixels for a step of one cell to the right and down.
    basis: [PlanePoint; 2],
}

impl Placed {
    fn step(&self, by: PlanePoint) -> PlanePoint {
        self.basis[0] * by.x + self.basis[1] * by.y
    }
}

/// Cells of the largest grid with steps of this length, turned by so much.
fn grow(cluster: &[Compact], length: f64, turn: f64) -> Option<BTreeMap<GridCell, Pixel>> {
    let right = PlanePoint::new(turn.cos(), turn.sin()) * length;
    let basis = [right, right.turned()];
    let mut is_taken = vec![false; cluster.len()];
    let mut best: BTreeMap<GridCell, Pixel> = BTreeMap::new();
    let mut starts = 0;
    for start in 0..cluster.len() {
        if is_taken[start] || starts == MOST_STARTS {
            continue;
        }
        starts += 1;
        let cells = grow_from(cluster, start, basis, &mut is_taken);
        if cells.len() > best.len() {
            best = cells;
        }
    }
    (best.len() >= FEWEST_REGIONS).then_some(best)
}

fn grow_from(
    cluster: &[Compact],
    start: usize,
    basis: [PlanePoint; 2],
    is_taken: &mut [bool],
) -> BTreeMap<GridCell, Pixel> {
    let tiling = Tiling::Hexagonal;
    let length = basis[0].length();
    let first = GridCell::new(0, 0);
    let at = cluster[start].at;
    let mut placed = BTreeMap::from([(first, Placed { at, basis })]);
    let mut queue = VecDeque::from([first]);
    is_taken[start] = true;
    while let Some(cell) = queue.pop_front() {
        let from = placed[&cell];
        for next in tiling.neighbours(cell) {
            if placed.contains_key(&next) {
                continue;
            }
            let wanted = from.step(tiling.centre(next) - tiling.centre(cell));
            let at = Pixel::new(from.at.x + wanted.x, from.at.y + wanted.y);
            let nearest = (0..cluster.len())
                .map(|index| (index, square(cluster[index].at, at)))
                .min_by(|a, b| a.1.total_cmp(&b.1));
            let Some((index, _)) = nearest.filter(|it| it.1 < (NEAR_PLACE * length).powi(2)) else {
                continue;
            };
            let basis = bent(&from, wanted, cluster[index].at);
            let stretch = basis[0].length() / length;
            if !is_taken[index] && STRETCH.contains(&stretch) {
                is_taken[index] = true;
                placed.insert(
                    next,
                    Placed {
                        at: cluster[index].at,
                        basis,
                    },
                );
                queue.push_back(next);
            }
        }
    }
    let middles = placed.into_iter().map(|(cell, placed)| (cell, placed.at));
    middles.collect()
}

/// The square of a distance: the nearest of hundreds is looked for at each step.
fn square(a: Pixel, b: Pixel) -> f64 {
    (a.x - b.x).powi(2) + (a.y - b.y).powi(2)
}

/// The basis turned and stretched half as much as the step that was found is from the one that was wanted.
fn bent(from: &Placed, wanted: PlanePoint, found: Pixel) -> [PlanePoint; 2] {
    let step = PlanePoint::new(found.x - from.at.x, found.y - from.at.y);
    let stretch = 1.0 + (step.length() / wanted.length() - 1.0) / 2.0;
    let cross = wanted.x * step.y - wanted.y * step.x;
    let angle = cross.atan2(wanted.x * step.x + wanted.y * step.y) / 2.0;
    let (sin, cos) = angle.sin_cos();
    from.basis
        .map(|it| PlanePoint::new(cos * it.x - sin * it.y, sin * it.x + cos * it.y) * stretch)
}

/// The grid through these cells, fitted again to all regions that lie on it.
fn grid(cells: &BTreeMap<GridCell, Pixel>, regions: &[Compact]) -> Option<TiledGrid> {
    let tiling = Tiling::Hexagonal;
    let seen = |(cell, at): (&GridCell, &Pixel)| Seen {
        from: tiling.centre(*cell),
        to: *at,
    };
    let fitted = fit(&cells.iter().map(seen).collect::<Vec<_>>())?;
    if fitted.off > MOST_OFF {
        return None;
    }
    let back = fitted.projection.inverse()?;
    let on_grid = regions.iter().filter_map(|region| {
        let (x, y) = back.apply(region.at.x, region.at.y);
        let at = PlanePoint::new(x, y);
        let cell = tiling.nearest(at);
        let is_on = (tiling.centre(cell) - at).length() < ON_GRID;
        is_on.then_some((cell, region.at))
    });
    let all: BTreeMap<GridCell, Pixel> = on_grid.collect();
    let refitted = fit(&all.iter().map(seen).collect::<Vec<_>>());
    let refitted = refitted.filter(|it| it.off <= MOST_OFF).unwrap_or(fitted);
    Some(TiledGrid {
        tiling,
        projection: refitted.projection,
        support: all.into_keys().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Projection;

    fn region((x, y): (f64, f64)) -> CompactRegion {
        CompactRegion {
            x,
            y,
            size: 50.0,
            excess: 0.0,
            fill: None,
        }
    }

    fn regions(projection: &Projection) -> Vec<CompactRegion> {
        let cells = (0..6).flat_map(|row| (0..5).map(move |col| GridCell::new(row, col)));
        let centres = cells.map(|cell| Tiling::Hexagonal.centre(cell));
        let regions = centres.map(|at| region(projection.apply(at.x, at.y)));
        regions.collect()
    }

    #[test]
    fn hexagons_are_found_upright_and_at_an_angle() {
        let upright = Projection::axis_aligned(100.0, 80.0, 60.0, 60.0);
        let tilted = Projection::tilt((250.0, 250.0), 500.0, [8.0, 5.0]).after(&upright);
        for projection in [upright, tilted] {
            let found = hexagonal(&regions(&projection));
            assert_eq!(found[0].support.len(), 30);
            assert!((found[0].pitch() / 60.0 - 1.0).abs() < 0.1);
        }
    }

    #[test]
    fn squares_are_no_hexagons() {
        let places = (0..36).map(|index| (f64::from(index % 6), f64::from(index / 6)));
        let cells = places.map(|(col, row)| region((60.0 * col, 60.0 * row)));
        assert!(hexagonal(&cells.collect::<Vec<_>>()).is_empty());
    }
}
