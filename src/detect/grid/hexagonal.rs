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

use super::compact::CompactRegion;
use super::plane_fit::{Seen, fit};
use super::tiled::TiledGrid;
use super::tiling::{GridCell, PlanePoint, Tiling};
use crate::detect::weights::{
    DISTANCE, FEWEST_OF_FAMILY, FEWEST_REGIONS, MOST_OFF, NEAR_PLACE, ON_GRID, SAME_LENGTH,
    SAME_SIZE, SLANT, STRETCH,
};
use crate::geometry::Pixel;
use crate::vision::statistics::middle;

/// A compact region: its middle and size, in pixels.
#[derive(Clone, Copy, Debug)]
struct Compact {
    at: Pixel,
    size: f64,
}

/// The most regions of one size looked at: a page of text has thousands of specks.
const MOST_REGIONS: usize = 400;

/// The most sizes tried, those with the most regions, and the most distances of one size.
const MOST_SIZES: usize = 5;
const MOST_LENGTHS: usize = 2;

/// The most distances of which the directions are looked at.
const MOST_TRIED: usize = 4;

/// The most regions that a grid is begun at.
const MOST_STARTS: usize = 12;

/// Directions of neighbours differ by so many degrees; the first stands upright or half of that off it.
const BETWEEN: f64 = 60.0;
const FIRST: f64 = 30.0;

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

/// Regions of one size each, the most first; none lies on another.
fn clusters(regions: &[Compact]) -> Vec<Vec<Compact>> {
    let mut sorted = regions.to_vec();
    sorted.sort_by(|a, b| a.size.total_cmp(&b.size));
    let cluster = |start: usize| {
        let most = SAME_SIZE * sorted[start].size;
        let of_size = sorted[start..].iter().take_while(|it| it.size <= most);
        of_size.copied().collect::<Vec<_>>()
    };
    let mut all: Vec<Vec<Compact>> = (0..sorted.len()).map(cluster).collect();
    // Of two clusters with as many regions that of the larger ones: cells rather than letters.
    let weight = |cluster: &Vec<Compact>| cluster.len() as f64 * cluster[0].size.sqrt();
    all.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let mut kept: Vec<Vec<Compact>> = Vec::new();
    for cluster in all {
        let is_known = |known: &Vec<Compact>| {
            cluster[0].size < SAME_SIZE * known[0].size
                && known[0].size < SAME_SIZE * cluster[0].size
        };
        if cluster.len() >= FEWEST_REGIONS && !kept.iter().any(is_known) {
            kept.push(apart(cluster));
        }
        if kept.len() == MOST_SIZES {
            break;
        }
    }
    kept
}

/// One of each group of regions that lie on each other: two thresholds see most of them twice.
fn apart(cluster: Vec<Compact>) -> Vec<Compact> {
    let mut kept: Vec<Compact> = Vec::new();
    for region in cluster {
        let is_seen = |it: &Compact| it.at.distance(region.at) < 0.3 * region.size;
        if !kept.iter().any(is_seen) && kept.len() < MOST_REGIONS {
            kept.push(region);
        }
    }
    kept
}

/// The commonest distances of neighbours that lie in the three directions of hexagons, and how far these are turned, in
/// radians.
fn steps(cluster: &[Compact]) -> Vec<(f64, f64)> {
    let Some(size) = middle(cluster.iter().map(|it| it.size)) else {
        return Vec::new();
    };
    let between = DISTANCE.start * size..DISTANCE.end * size;
    let mut all: Vec<(f64, f64)> = Vec::new();
    for (index, a) in cluster.iter().enumerate() {
        for b in &cluster[index + 1..] {
            let (x, y) = (b.at.x - a.at.x, b.at.y - a.at.y);
            let length = (x * x + y * y).sqrt();
            if between.contains(&length) {
                all.push((length, y.atan2(x).to_degrees()));
            }
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut found: Vec<(f64, f64)> = Vec::new();
    for (start, count) in commonest(&all) {
        let alike = &all[start..start + count];
        if let Some(turn) = turn(alike) {
            found.push((alike[count / 2].0, turn));
        }
        if found.len() == MOST_LENGTHS {
            break;
        }
    }
    found
}

/// The commonest lengths of steps sorted by length, as ranges: their first step and how many there are.
fn commonest(sorted: &[(f64, f64)]) -> Vec<(usize, usize)> {
    let mut end = 0;
    let mut ranges: Vec<(usize, usize)> = (0..sorted.len())
        .map(|start| {
            let most = SAME_LENGTH * sorted[start].0;
            while end < sorted.len() && sorted[end].0 <= most {
                end += 1;
            }
            (start, end - start)
        })
        .collect();
    ranges.sort_by_key(|it| std::cmp::Reverse(it.1));
    let mut kept: Vec<(usize, usize)> = Vec::new();
    for (start, count) in ranges {
        let is_other = |known: &(usize, usize)| {
            let (a, b) = (sorted[known.0].0, sorted[start].0);
            a > SAME_LENGTH * b || b > SAME_LENGTH * a
        };
        if kept.iter().all(is_other) {
            kept.push((start, count));
        }
        if kept.len() == MOST_TRIED {
            break;
        }
    }
    kept
}

/// How far steps are turned from the three directions of hexagons, in radians; `None` where they lie in others.
fn turn(steps: &[(f64, f64)]) -> Option<f64> {
    let mut families = [0usize; 3];
    let mut turns: Vec<f64> = Vec::new();
    for (_, degrees) in steps {
        let family = ((degrees - FIRST) / BETWEEN).round();
        let off = degrees - FIRST - family * BETWEEN;
        if off.abs() < SLANT {
            families[(family as i32).rem_euclid(3) as usize] += 1;
            turns.push(off);
        }
    }
    let fewest = FEWEST_OF_FAMILY * turns.len() as f64;
    let is_hexagonal = families.iter().all(|it| *it as f64 >= fewest && *it > 0);
    let turn = middle(turns.iter().copied())?;
    is_hexagonal.then(|| turn.to_radians())
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
