//! Where a square lattice of cells lies, from the middles of compact regions.

use super::blobs::Blob;

/// A square lattice without an extent: cell (0, 0) is any cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// The middle of cell (0, 0), in pixels.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// From cell to cell, in pixels.
    pub pitch: f64,
    /// How many regions lie on it.
    pub support: usize,
}

/// Sizes in one cluster differ by at most this factor.
const CLUSTER: f64 = 1.1;

/// Fewer regions of one size say nothing.
const FEWEST: usize = 4;

/// The longest pitch in sizes of a region: the smallest dot is a quarter of its cell.
const LONGEST_PITCH: f64 = 4.0;

/// The shortest pitch in sizes of a region: a filled cell, edges lost to the gradient.
const SHORTEST_PITCH: f64 = 0.95;

/// How far from the middle of its cell a region may lie, in cells.
const OFF: f64 = 0.08;

/// How much better a finer pitch must explain the regions than a coarser one. Every pitch explains what
/// its double does.
const FINER: f64 = 1.15;

/// How many of the best lattices are worth reading.
const MOST: usize = 8;

/// Possible lattices, best supported first.
pub(super) fn grids(blobs: &[Blob]) -> Vec<Grid> {
    let mut sorted = blobs.to_vec();
    sorted.sort_by(|a, b| a.size.total_cmp(&b.size));
    let mut grids: Vec<Grid> = Vec::new();
    let mut end = 0;
    let mut last_end = 0;
    for start in 0..sorted.len() {
        while end < sorted.len() && sorted[end].size <= CLUSTER * sorted[start].size {
            end += 1;
        }
        // A cluster inside the one before says nothing new.
        if end == last_end || end - start < FEWEST {
            continue;
        }
        last_end = end;
        for grid in of_cluster(&sorted[start..end]) {
            match grids.iter_mut().find(|known| is_same(known, &grid)) {
                Some(known) if known.support < grid.support => *known = grid,
                Some(_) => {}
                None => grids.push(grid),
            }
        }
    }
    grids.sort_by_key(|grid| std::cmp::Reverse(grid.support));
    grids.truncate(MOST);
    grids
}

fn is_same(a: &Grid, b: &Grid) -> bool {
    let off = |a: f64, b: f64, pitch: f64| {
        let cells = (a - b) / pitch;
        (cells - cells.round()).abs() < 0.15
    };
    (a.pitch / b.pitch - 1.0).abs() < 0.02 && off(a.x, b.x, a.pitch) && off(a.y, b.y, a.pitch)
}

/// Pitches are proposed by pairs of neighbours in one row or column, and voted on by all.
fn of_cluster(blobs: &[Blob]) -> Vec<Grid> {
    let size = blobs.iter().map(|blob| blob.size).sum::<f64>() / blobs.len() as f64;
    let mut steps = Vec::new();
    for (index, a) in blobs.iter().enumerate() {
        for b in &blobs[index + 1..] {
            let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
            let (along, across) = (dx.max(dy), dx.min(dy));
            if across < OFF * size {
                // A gap between dots may be several cells.
                for cells in 1..=4 {
                    let step = along / f64::from(cells);
                    if (SHORTEST_PITCH * size..LONGEST_PITCH * size).contains(&step) {
                        steps.push(step);
                    }
                }
            }
        }
    }
    steps.sort_by(f64::total_cmp);
    let mut best: Vec<Grid> = Vec::new();
    for pitch in popular(&steps) {
        if let Some(grid) = vote(blobs, pitch) {
            best.push(grid);
        }
    }
    // Coarse before fine: the double of a pitch explains as much only when it is right.
    best.sort_by(|a, b| b.pitch.total_cmp(&a.pitch));
    let mut kept: Vec<Grid> = Vec::new();
    for grid in best {
        let is_needed = kept
            .iter()
            .all(|coarser| grid.support as f64 >= FINER * coarser.support as f64);
        if is_needed {
            kept.push(grid);
        }
    }
    kept.reverse();
    kept.truncate(3);
    kept
}

/// The most frequent steps, a few of them, none near another.
fn popular(steps: &[f64]) -> Vec<f64> {
    let mut counted: Vec<(usize, f64)> = Vec::new();
    let (mut low, mut high) = (0, 0);
    for &step in steps {
        while steps[low] < step * 0.985 {
            low += 1;
        }
        while high < steps.len() && steps[high] <= step * 1.015 {
            high += 1;
        }
        counted.push((high - low, step));
    }
    counted.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
    let mut chosen: Vec<f64> = Vec::new();
    for (_, step) in counted {
        if chosen.iter().all(|known| (known / step - 1.0).abs() > 0.02) {
            chosen.push(step);
        }
        if chosen.len() == 8 {
            break;
        }
    }
    chosen
}

/// The phase that most regions agree on, and least squares over those, twice.
fn vote(blobs: &[Blob], pitch: f64) -> Option<Grid> {
    let mut best = Grid {
        x: 0.0,
        y: 0.0,
        pitch,
        support: 0,
    };
    for origin in blobs {
        let grid = Grid {
            x: origin.x,
            y: origin.y,
            pitch,
            support: 0,
        };
        // Counted near the origin first: the error of the pitch grows with the distance.
        let support = blobs
            .iter()
            .filter(|blob| on(&grid, blob, 2.0 * OFF).is_some())
            .count();
        if support > best.support {
            best = Grid { support, ..grid };
        }
    }
    for off in [2.0 * OFF, OFF, OFF] {
        best = fit(blobs, &best, off)?;
    }
    (best.support >= FEWEST && (best.pitch / pitch - 1.0).abs() < 0.05).then_some(best)
}

/// The column and row of a region that lies within `off` of the middle of a cell.
fn on(grid: &Grid, blob: &Blob, off: f64) -> Option<(f64, f64)> {
    let (u, v) = (
        (blob.x - grid.x) / grid.pitch,
        (blob.y - grid.y) / grid.pitch,
    );
    let (col, row) = (u.round(), v.round());
    ((u - col).abs() < off && (v - row).abs() < off).then_some((col, row))
}

/// Least squares of `x = x0 + pitch col` and `y = y0 + pitch row` with one pitch.
fn fit(blobs: &[Blob], grid: &Grid, off: f64) -> Option<Grid> {
    let inliers: Vec<(&Blob, f64, f64)> = blobs
        .iter()
        .filter_map(|blob| on(grid, blob, off).map(|(col, row)| (blob, col, row)))
        .collect();
    let count = inliers.len() as f64;
    let mean = |of: &dyn Fn(&(&Blob, f64, f64)) -> f64| inliers.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|i| i.0.x), mean(&|i| i.0.y));
    let (col, row) = (mean(&|i| i.1), mean(&|i| i.2));
    let covariance = mean(&|i| (i.1 - col) * (i.0.x - x) + (i.2 - row) * (i.0.y - y));
    let variance = mean(&|i| (i.1 - col).powi(2) + (i.2 - row).powi(2));
    if inliers.len() < FEWEST || variance < 0.1 {
        return None;
    }
    let pitch = covariance / variance;
    Some(Grid {
        x: x - pitch * col,
        y: y - pitch * row,
        pitch,
        support: inliers.len(),
    })
}
