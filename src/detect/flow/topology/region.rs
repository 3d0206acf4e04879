//! The cells of a board: the labelling of least energy.

use std::collections::{BTreeMap, BTreeSet};

use super::energy::Energy;
use crate::detect::evidence::EvidenceMap;
use crate::detect::weights::{Border, OPEN, OTHER_RIM, OUTLINED};
use crate::geometry::{GridCell, Tiling};

/// Rounds of flips; a labelling settles in four or five.
const ROUNDS: usize = 12;

/// How much more a terminal counts than a cell where one of two pieces is kept.
const TERMINAL_WEIGHT: usize = 3;

/// The cells of a possible board.
#[derive(Clone)]
pub struct Region {
    pub cells: BTreeSet<usize>,
    /// Discs within its box that no cell of it carries.
    pub strays: Vec<usize>,
    /// Energy of the cheapest other labelling, over that of this one: with one cell the other, or with another kind of rim.
    pub margin: f64,
    /// The same with a run along the rim the other.
    pub run_margin: f64,
    /// By what it costs: cells in it or beside it that may be the other.
    pub uncertain: Vec<(f64, usize)>,
    gain: f64,
}

/// The rows and columns of a region.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub first: GridCell,
    pub last: GridCell,
}

impl Extent {
    /// `None` for no cells.
    pub fn of(map: &EvidenceMap, cells: impl IntoIterator<Item = usize>) -> Option<Self> {
        let mut cells = cells.into_iter().map(|number| map.cells[number]);
        let start = cells.next()?;
        let both = Self {
            first: start,
            last: start,
        };
        Some(cells.fold(both, |it, cell| Self {
            first: GridCell::new(it.first.row.min(cell.row), it.first.col.min(cell.col)),
            last: GridCell::new(it.last.row.max(cell.row), it.last.col.max(cell.col)),
        }))
    }

    pub fn contains(&self, cell: GridCell) -> bool {
        (self.first.row..=self.last.row).contains(&cell.row)
            && (self.first.col..=self.last.col).contains(&cell.col)
    }
}

/// The board of a grid, whether its outer line is drawn or not: that is one attribute of the board. The likelier comes first.
pub fn regions(map: &EvidenceMap) -> Vec<Region> {
    let [outlined, open] = [OUTLINED, OPEN].map(|border| region(map, border));
    let (Some(outlined), Some(open)) = (outlined.clone(), open.clone()) else {
        return outlined.or(open).into_iter().collect();
    };
    let (mut best, other) = if outlined.gain >= open.gain {
        (outlined, open)
    } else {
        (open, outlined)
    };
    if best.cells == other.cells {
        return vec![best];
    }
    best.margin = best.margin.min(best.gain - other.gain);
    let is_near = other.gain > OTHER_RIM * best.gain;
    let mut regions = vec![best];
    regions.extend(is_near.then_some(other));
    regions
}

fn region(map: &EvidenceMap, border: Border) -> Option<Region> {
    let energy = Energy::new(map, border);
    let mut is_board = framed(map);
    for _ in 0..ROUNDS {
        let mut has_moved = false;
        for cell in (0..map.cells.len()).filter(|cell| map.is_whole[*cell]) {
            if energy.flip(&is_board, cell) < 0.0 {
                is_board[cell] = !is_board[cell];
                has_moved = true;
            }
        }
        if !has_moved {
            break;
        }
    }
    let (cells, extent) = kept(map, &is_board)?;
    let is_stray = |cell: &usize| {
        map.contents[*cell].disc.is_some()
            && !cells.contains(cell)
            && extent.contains(map.cells[*cell])
    };
    let strays = (0..map.cells.len()).filter(is_stray).collect();
    for (cell, is_board) in is_board.iter_mut().enumerate() {
        *is_board = cells.contains(&cell);
    }
    let beside = cells.iter().flat_map(|cell| &map.around[*cell]);
    let near: BTreeSet<usize> = beside
        .filter_map(|beside| beside.cell.filter(|cell| map.is_whole[*cell]))
        .chain(cells.iter().copied())
        .collect();
    let flipped = |cell: &usize| (energy.flip(&is_board, *cell), *cell);
    let mut uncertain: Vec<(f64, usize)> = near.iter().map(flipped).collect();
    uncertain.sort_by(|a, b| a.0.total_cmp(&b.0));
    Some(Region {
        margin: uncertain.first().map_or(0.0, |it| it.0),
        run_margin: runs(map, &energy, &is_board, (&near, extent)),
        gain: energy.gain(&is_board),
        cells,
        strays,
        uncertain,
    })
}

/// Cells that have lines on most of their sides.
fn framed(map: &EvidenceMap) -> Vec<bool> {
    let fewest = match map.grid.tiling {
        Tiling::Square => 3,
        Tiling::Hexagonal => 4,
    };
    let is_framed = |cell: usize| {
        let lines = map.around[cell].iter();
        let lines = lines.filter(|beside| map.edges[beside.edge].line > 0.0);
        map.is_whole[cell] && lines.count() >= fewest
    };
    (0..map.cells.len()).map(is_framed).collect()
}

/// The best connected piece, and all others of two cells or more inside its box: real levels have islands.
fn kept(map: &EvidenceMap, is_board: &[bool]) -> Option<(BTreeSet<usize>, Extent)> {
    let pieces = pieces(map, is_board);
    let weight = |piece: &&Vec<usize>| {
        let has_disc = |cell: &&usize| map.contents[**cell].disc.is_some();
        piece.len() + TERMINAL_WEIGHT * piece.iter().filter(has_disc).count()
    };
    let best = pieces.iter().max_by_key(weight)?;
    let extent = Extent::of(map, best.iter().copied())?;
    let is_inside =
        |piece: &&Vec<usize>| piece.iter().all(|cell| extent.contains(map.cells[*cell]));
    let pieces = pieces.iter().filter(|piece| piece.len() > 1);
    let cells: BTreeSet<usize> = pieces.filter(is_inside).flatten().copied().collect();
    (!cells.is_empty()).then_some((cells, extent))
}

fn pieces(map: &EvidenceMap, is_board: &[bool]) -> Vec<Vec<usize>> {
    let mut is_seen = vec![false; is_board.len()];
    let mut pieces = Vec::new();
    for start in 0..is_board.len() {
        let mut piece = Vec::new();
        let mut next = vec![start];
        while let Some(cell) = next.pop() {
            if is_board[cell] && !std::mem::replace(&mut is_seen[cell], true) {
                piece.push(cell);
                next.extend(map.around[cell].iter().filter_map(|beside| beside.cell));
            }
        }
        if !piece.is_empty() {
            pieces.push(piece);
        }
    }
    pieces
}

/// The cheapest change of a whole run along the rim: its last row or column dropped, or the next one added.
fn runs(
    map: &EvidenceMap,
    energy: &Energy,
    is_board: &[bool],
    (near, extent): (&BTreeSet<usize>, Extent),
) -> f64 {
    let mut runs: BTreeMap<(bool, i32), Vec<usize>> = BTreeMap::new();
    for &number in near {
        let cell = map.cells[number];
        let (rows, cols) = (
            extent.first.row..=extent.last.row,
            extent.first.col..=extent.last.col,
        );
        // Rows of hexagons are no straight lines.
        if map.grid.tiling == Tiling::Square && cols.contains(&cell.col) {
            runs.entry((true, cell.row)).or_default().push(number);
        }
        if rows.contains(&cell.row) {
            runs.entry((false, cell.col)).or_default().push(number);
        }
    }
    let cheapest = runs.iter().filter_map(|((is_row, line), run)| {
        let (first, last) = if *is_row {
            (extent.first.row, extent.last.row)
        } else {
            (extent.first.col, extent.last.col)
        };
        let is_outside = *line == first - 1 || *line == last + 1;
        let is_rim = is_outside || *line == first || *line == last;
        let mut changed = is_board.to_vec();
        let mut cost = 0.0;
        for &cell in run {
            if changed[cell] != is_outside {
                cost += energy.flip(&changed, cell);
                changed[cell] = is_outside;
            }
        }
        (is_rim && changed != is_board).then_some(cost)
    });
    cheapest.fold(f64::MAX, f64::min)
}
