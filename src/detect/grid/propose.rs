//! Where lattices of cells may lie, from the middles of compact regions. A region here is a [`CompactRegion`].

use super::bands::{Bands, Place};
use super::compact::CompactRegion;
use super::fit::{GridHypothesis, OFF, SIZES, grow};

/// Sizes in one cluster differ by at most this factor.
const CLUSTER: f64 = 1.1;

/// Fewer regions of one size say nothing.
const FEWEST: usize = 4;

/// The longest pitch in sizes of a region: the smallest dot is a quarter of its cell.
const LONGEST_PITCH: f64 = 4.0;

/// The shortest pitch in sizes of a region: a filled cell, edges lost to the gradient.
const SHORTEST_PITCH: f64 = 0.95;

/// How far out of line two regions of one row or column may lie, in shares of their distance: a picture taken by
/// hand is a few degrees askew.
const ASKEW: f64 = 0.1;

/// Regions so many cells around the first one choose where a lattice begins.
const NEIGHBOURHOOD: f64 = 2.5;

/// A pitch explains all that its double explains, so a finer lattice must hold this many times as many regions as a
/// coarser one that shares regions with it.
const FINER: f64 = 1.15;

/// How many of the best lattices are worth reading.
const MOST: usize = 8;

/// Steps that differ by this share vote for one pitch: a pixel or so in a cell of a hundred.
const SAME_STEP: f64 = 0.015;

/// Two pitches are tried only if they differ by more than this share.
const OTHER_STEP: f64 = 0.02;

/// How many pitches of one cluster are tried, the most frequent ones: the right one, its parts and its multiples.
const MOST_STEPS: usize = 8;

/// How many lattices of one pitch are sought.
const MOST_OF_PITCH: usize = 2;

/// How many lattices of one cluster are kept, the finest: a board and its halves or doubles.
const MOST_OF_CLUSTER: usize = 3;

/// The most cells that a gap between two dots of one row is tried as.
const LONGEST_GAP: u8 = 4;

/// Two lattices are one when their cells are no farther apart than this, in cells, and their pitches differ by no
/// more than this share: blurred edges make as much.
const SAME_PLACE: f64 = 0.15;
const SAME_PITCH: f64 = 0.05;

/// Possible lattices, best supported first; on each, regions lie at most `reach` cells from the next.
#[tracing::instrument(name = "lattices", skip_all)]
pub fn grids(compact_regions: &[CompactRegion], reach: i32) -> Vec<GridHypothesis> {
    let mut sorted = compact_regions.to_vec();
    sorted.sort_by(|a, b| a.size.total_cmp(&b.size));
    let mut grids: Vec<GridHypothesis> = Vec::new();
    let mut of_small_dots: Vec<GridHypothesis> = Vec::new();
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
        for grid in of_cluster(&sorted[start..end], compact_regions, reach) {
            if sorted[start].size < SIZES.start * grid.pitch {
                of_small_dots.push(grid);
                continue;
            }
            match grids.iter_mut().find(|known| is_same(known, &grid)) {
                Some(known) if known.cells.len() < grid.cells.len() => *known = grid,
                Some(_) => {}
                None => grids.push(grid),
            }
        }
    }
    // Regions so small in their cells are hardly ever dots: such a lattice counts only where it holds more than any other.
    let most = grids.iter().map(|grid| grid.cells.len()).max();
    of_small_dots.retain(|grid| Some(grid.cells.len()) > most);
    grids.extend(of_small_dots);
    grids.sort_by_key(|grid| std::cmp::Reverse(grid.cells.len()));
    grids.truncate(MOST);
    grids
}

/// Whether two lattices have the same cells where the second began.
fn is_same(a: &GridHypothesis, b: &GridHypothesis) -> bool {
    let middle = b.cells.iter().nth(b.cells.len() / 2);
    let place = middle.and_then(|&(col, row)| {
        let (x, y) = b.projection.apply(f64::from(col), f64::from(row));
        a.place(x, y)
    });
    place.is_some_and(|(_, off)| is_middle(off)) && (a.pitch / b.pitch - 1.0).abs() < SAME_PITCH
}

/// Whether a place so far from the middle of a cell is its middle.
fn is_middle((right, down): (f64, f64)) -> bool {
    right.abs().max(down.abs()) < SAME_PLACE
}

/// Pitches are proposed by pairs of neighbours in one row or column, and voted on by all.
fn of_cluster(cluster: &[CompactRegion], all: &[CompactRegion], reach: i32) -> Vec<GridHypothesis> {
    let size = cluster
        .iter()
        .map(|compact_region| compact_region.size)
        .sum::<f64>()
        / cluster.len() as f64;
    let mut best: Vec<GridHypothesis> = Vec::new();
    for pitch in popular(&steps(cluster, size)) {
        // Two boards beside each other may have the same pitch.
        let (mut cluster, mut all) = (cluster.to_vec(), all.to_vec());
        for _ in 0..MOST_OF_PITCH {
            let origin = origin(&cluster, pitch);
            let Some(grid) = origin.and_then(|it| grow(&all, it, pitch, reach, FEWEST)) else {
                break;
            };
            cluster.retain(is_beside(&grid));
            all.retain(is_beside(&grid));
            best.push(grid);
        }
    }
    // Coarse before fine: the double of a pitch explains as much only when it is right.
    best.sort_by(|a, b| b.pitch.total_cmp(&a.pitch));
    let mut kept: Vec<GridHypothesis> = Vec::new();
    for grid in best {
        let is_needed = kept.iter().all(|coarser| {
            !shares(&grid, coarser) || grid.cells.len() as f64 >= FINER * coarser.cells.len() as f64
        });
        if is_needed {
            kept.push(grid);
        }
    }
    kept.reverse();
    kept.truncate(MOST_OF_CLUSTER);
    kept
}

/// Whether any region of a coarser lattice lies on the finer one too. If none does, each explains regions that the other
/// does not.
fn shares(finer: &GridHypothesis, coarser: &GridHypothesis) -> bool {
    coarser.cells.iter().any(|cell| {
        let (x, y) = coarser
            .projection
            .apply(f64::from(cell.0), f64::from(cell.1));
        let place = finer.place(x, y);
        place.is_some_and(|(cell, off)| is_middle(off) && finer.cells.contains(&cell))
    })
}

/// Tells whether a region lies outside of the rectangle around the cells that a lattice was grown from.
fn is_beside(grid: &GridHypothesis) -> impl Fn(&CompactRegion) -> bool + '_ {
    let range = |ats: &dyn Fn(&(i32, i32)) -> i32| {
        let ats = || grid.cells.iter().map(ats);
        ats().min()..=ats().max()
    };
    let (cols, rows) = (range(&|cell| cell.0), range(&|cell| cell.1));
    move |region| {
        let place = grid.place(region.x, region.y);
        !place.is_some_and(|((col, row), _)| cols.contains(&Some(col)) && rows.contains(&Some(row)))
    }
}

/// All distances along a row or column that may be a pitch, in order.
fn steps(cluster: &[CompactRegion], size: f64) -> Vec<f64> {
    let mut steps = Vec::new();
    let longest = f64::from(LONGEST_GAP) * LONGEST_PITCH * size;
    let sideways = ASKEW * longest;
    let in_rows = cluster
        .iter()
        .map(|compact_region| (compact_region.x, compact_region.y))
        .collect();
    let in_cols = cluster
        .iter()
        .map(|compact_region| (compact_region.y, compact_region.x))
        .collect();
    let both: [Vec<Place>; 2] = [in_rows, in_cols];
    for places in both {
        let bands = Bands::of(places.iter().copied(), 2.0 * sideways);
        for a in &places {
            for b in bands.near(a.0..=a.0 + longest, a.1 - sideways..=a.1 + sideways) {
                let step = b.0 - a.0;
                if step < longest && (b.1 - a.1).abs() < ASKEW * step {
                    // A gap between dots may be several cells.
                    steps.extend((1..=LONGEST_GAP).map(|cells| step / f64::from(cells)));
                }
            }
        }
    }
    steps.retain(|step| (SHORTEST_PITCH * size..LONGEST_PITCH * size).contains(step));
    steps.sort_by(f64::total_cmp);
    steps
}

/// The region that most others around lie on one lattice with.
fn origin(cluster: &[CompactRegion], pitch: f64) -> Option<&CompactRegion> {
    let reach = NEIGHBOURHOOD * pitch;
    let mut places: Vec<&CompactRegion> = cluster.iter().collect();
    places.sort_by(|a, b| a.x.total_cmp(&b.x));
    let off = |distance: f64| {
        let cells = distance / pitch;
        (cells - cells.round()).abs() < 2.0 * OFF
    };
    let bands = Bands::of(
        cluster
            .iter()
            .map(|compact_region| (compact_region.x, compact_region.y)),
        reach,
    );
    let support = |a: &&CompactRegion| {
        let near = bands.near(a.x - reach..=a.x + reach, a.y - reach..=a.y + reach);
        near.filter(|b| off(b.0 - a.x) && off(b.1 - a.y)).count()
    };
    places.iter().copied().max_by_key(support)
}

/// The most frequent steps, a few of them, none near another.
fn popular(steps: &[f64]) -> Vec<f64> {
    let mut counted: Vec<(usize, f64)> = Vec::new();
    let (mut low, mut high) = (0, 0);
    for &step in steps {
        while steps[low] < step * (1.0 - SAME_STEP) {
            low += 1;
        }
        while high < steps.len() && steps[high] <= step * (1.0 + SAME_STEP) {
            high += 1;
        }
        counted.push((high - low, step));
    }
    counted.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
    let mut chosen: Vec<f64> = Vec::new();
    for (_, step) in counted {
        if chosen
            .iter()
            .all(|known| (known / step - 1.0).abs() > OTHER_STEP)
        {
            chosen.push(step);
        }
        if chosen.len() == MOST_STEPS {
            break;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::super::fit::{REACH, REACH_OF_DOTS};
    use super::*;

    fn dot(x: f64, y: f64) -> CompactRegion {
        CompactRegion {
            x,
            y,
            size: 40.0,
            excess: 0.0,
            fill: None,
        }
    }

    /// Far apart from each other, so that some also lie on a lattice of half the pitch.
    #[test]
    fn small_dots_far_apart_lie_on_a_lattice_of_large_cells() {
        let cells = [
            (0, 0),
            (2, 0),
            (3, 0),
            (1, 1),
            (3, 1),
            (1, 2),
            (1, 3),
            (4, 3),
        ];
        let dots = cells.map(|(col, row)| dot(112.0 * f64::from(col), 112.0 * f64::from(row)));
        let found = grids(&dots, REACH);
        assert_eq!(found[0].cells.len(), cells.len());
        assert!((found[0].pitch - 112.0).abs() < 0.1);
    }

    #[test]
    fn dots_with_five_bare_rows_between_them_lie_on_one_lattice() {
        let rows = [0, 0, 1, 1, 2, 8, 8, 9, 10, 10];
        let cols = [0, 2, 1, 3, 2, 1, 2, 0, 1, 3];
        let place = |at: i32| 60.0 * f64::from(at);
        let dots: Vec<CompactRegion> = cols
            .iter()
            .zip(rows)
            .map(|(col, row)| dot(place(*col), place(row)))
            .collect();
        let most = |reach: i32| grids(&dots, reach)[0].cells.len();
        assert_eq!((most(REACH), most(REACH_OF_DOTS)), (5, 10));
    }

    #[test]
    fn two_boards_of_one_pitch_are_both_found() {
        let cells = [(0, 0), (1, 0), (1, 1), (0, 2), (2, 2), (2, 1)];
        let board = |x: f64, y: f64| {
            let place = |at: i32| 60.0 * f64::from(at);
            cells.map(move |(col, row)| dot(x + place(col), y + place(row)))
        };
        let both = [board(0.0, 0.0), board(263.0, 31.0)].concat();
        let mut found = grids(&both, REACH);
        found.retain(|grid| (grid.pitch - 60.0).abs() < 0.1);
        let counts: Vec<usize> = found.iter().map(|grid| grid.cells.len()).collect();
        assert_eq!(counts, [cells.len(); 2]);
    }

    #[test]
    fn icons_on_a_coarser_lattice_elsewhere_do_not_hide_that_of_the_dots() {
        let icons = (0..9).map(|row| dot(30.0, 30.0 + 84.0 * f64::from(row)));
        let cells = [
            (0, 0),
            (1, 0),
            (1, 1),
            (0, 2),
            (1, 2),
            (0, 3),
            (0, 4),
            (1, 5),
        ];
        let dots = cells
            .map(|(col, row)| dot(411.0 + 62.0 * f64::from(col), 155.0 + 62.0 * f64::from(row)));
        let grids = grids(&icons.chain(dots).collect::<Vec<_>>(), REACH);
        let mut pitches: Vec<f64> = grids.iter().map(|grid| grid.pitch.round()).collect();
        pitches.sort_by(f64::total_cmp);
        assert_eq!(pitches, [62.0, 84.0]);
    }
}
