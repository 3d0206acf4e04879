//! Which cells of an endless grid are the board: those with a line on nearly every side. The row beyond
//! a border shares one line with the board, so it has one side of four.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::Canvas;
use super::lines::{Across, strength};

/// How much of a cell may lie outside the picture: the outer line of a board is often cut off.
pub(super) const OUTSIDE: f64 = 0.15;

/// A line is present from this strength on, in levels of a channel: faint lines of light themes have
/// three, smooth backgrounds one.
pub(super) const FAINTEST: f32 = 2.5;

/// A line is present from this share of the strength of the board's usual line on.
const SHARE: f32 = 0.3;

/// The usual line is the one that a quarter of the sides do not reach: a filled cell has stronger sides, however many
/// there are.
const USUAL: usize = 4;

/// A cell with three lines of four is forgiven the fourth when so many of its neighbours have all four: a corner
/// has two such neighbours, a cell beyond the border one.
const SUPPORT: usize = 2;

/// The largest share of a rectangle's cells whose lines may be hidden. The rounded corners of a small picture of a
/// board are more.
const HIDDEN: f32 = 0.1;

/// A border row with a smaller share of its cells is no row.
const SPARSE: f32 = 0.5;

/// How far beyond the outermost cells with a region the board may go on: pipes leave no region in their cells.
const BEYOND: i32 = 4;

/// The most columns or rows looked at.
const MOST: i32 = 60;

/// The board's cells in the grid.
#[derive(Clone, Debug)]
pub(super) struct Extent {
    /// First column and row in the grid.
    pub col: i32,
    pub row: i32,
    /// How many.
    pub cols: i32,
    pub rows: i32,
    /// Cells that are not part of the board, as `(col, row)` in the grid.
    pub holes: BTreeSet<(i32, i32)>,
    /// What speaks for it.
    pub evidence: Evidence,
}

/// What speaks for an extent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Evidence {
    /// Lines of this strength stand on this share of the inner sides.
    Lines { level: f32, share: f32 },
    /// A line runs around it, and none inside.
    Frame,
    /// Nothing: there are only dots.
    Nothing,
}

impl Extent {
    /// All cells, row by row, as `(col, row)` in the grid.
    pub fn cells(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        (self.row..self.row + self.rows)
            .flat_map(|row| (self.col..self.col + self.cols).map(move |col| (col, row)))
            .filter(|cell| !self.holes.contains(cell))
    }
}

/// The ways to see the largest connected group of cells with lines around them, the likeliest first.
pub(super) fn extents(canvas: &Canvas) -> Vec<Extent> {
    let Some((ruling, group)) = largest_group(canvas) else {
        return Vec::new();
    };
    let trimmed = trim(&group);
    let mut ways = vec![trimmed.clone()];
    // A smudge or a finger hides a few lines: the same rectangle without holes.
    let rectangle = rectangle(&trimmed);
    if rectangle.len() as f32 * (1.0 - HIDDEN) <= trimmed.len() as f32 {
        ways.push(rectangle);
    }
    // A board that is not a rectangle has border rows of a few cells.
    ways.push(group);
    ways.dedup();
    ways.iter()
        .filter(|way| !way.is_empty())
        .map(|way| ruling.extent(way))
        .collect()
}

/// Takes away border rows and columns of which fewer than half the cells are there: a word or a bar beyond the
/// border that looks like a line.
fn trim(group: &BTreeSet<(i32, i32)>) -> BTreeSet<(i32, i32)> {
    let mut kept = group.clone();
    while !kept.is_empty() {
        let (col, row, last_col, last_row) = bounds(&kept);
        let (cols, rows) = (last_col - col + 1, last_row - row + 1);
        let in_row = |at: i32| kept.iter().filter(|cell| cell.1 == at).count() as f32 / cols as f32;
        let in_col = |at: i32| kept.iter().filter(|cell| cell.0 == at).count() as f32 / rows as f32;
        let (sparse_row, sparse_col) = (
            [row, last_row]
                .into_iter()
                .find(|row| in_row(*row) < SPARSE),
            [col, last_col]
                .into_iter()
                .find(|col| in_col(*col) < SPARSE),
        );
        if sparse_row.is_none() && sparse_col.is_none() {
            break;
        }
        kept.retain(|cell| Some(cell.1) != sparse_row && Some(cell.0) != sparse_col);
    }
    kept
}

fn rectangle(group: &BTreeSet<(i32, i32)>) -> BTreeSet<(i32, i32)> {
    let (col, row, last_col, last_row) = bounds(group);
    (row..=last_row)
        .flat_map(|row| (col..=last_col).map(move |col| (col, row)))
        .collect()
}

/// First column and row, last column and row.
pub(super) fn bounds(group: &BTreeSet<(i32, i32)>) -> (i32, i32, i32, i32) {
    group.iter().fold(
        (i32::MAX, i32::MAX, i32::MIN, i32::MIN),
        |(col, row, last_col, last_row), cell| {
            (
                col.min(cell.0),
                row.min(cell.1),
                last_col.max(cell.0),
                last_row.max(cell.1),
            )
        },
    )
}

/// The lines of a picture.
struct Ruling {
    /// By column, row and whether it is the right side (else the lower one).
    sides: BTreeMap<(i32, i32, bool), Option<f32>>,
    level: f32,
    threshold: f32,
}

impl Ruling {
    /// Where the picture ends, the line counts as cut off.
    fn is_line(&self, side: Option<f32>) -> bool {
        side.is_none_or(|strength| strength >= self.threshold)
    }

    fn extent(&self, group: &BTreeSet<(i32, i32)>) -> Extent {
        let (col, row, last_col, last_row) = bounds(group);
        let all = (row..=last_row).flat_map(|row| (col..=last_col).map(move |col| (col, row)));
        let (mut lines, mut inner) = (0, 0);
        for &(c, r) in group {
            for (next, side) in [((c + 1, r), (c, r, true)), ((c, r + 1), (c, r, false))] {
                if group.contains(&next) {
                    inner += 1;
                    lines += usize::from(self.is_line(self.sides.get(&side).copied().flatten()));
                }
            }
        }
        Extent {
            col,
            row,
            cols: last_col - col + 1,
            rows: last_row - row + 1,
            holes: all.filter(|cell| !group.contains(cell)).collect(),
            evidence: Evidence::Lines {
                level: self.level,
                share: lines as f32 / inner.max(1) as f32,
            },
        }
    }
}

fn largest_group(canvas: &Canvas) -> Option<(Ruling, BTreeSet<(i32, i32)>)> {
    let seeds = &canvas.grid.cells;
    let (left, top, right, bottom) = bounds(seeds);
    let (left, top) = (left - BEYOND, top - BEYOND);
    let (right, bottom) = (right + BEYOND, bottom + BEYOND);
    if seeds.is_empty() || right - left >= MOST || bottom - top >= MOST {
        return None;
    }
    let mut sides: BTreeMap<(i32, i32, bool), Option<f32>> = BTreeMap::new();
    for row in top - 1..=bottom {
        for col in left - 1..=right {
            for across in [Across::Right, Across::Down] {
                sides.insert(
                    (col, row, across == Across::Right),
                    strength(canvas, (col, row), across),
                );
            }
        }
    }
    let of_cell = |sides: &BTreeMap<(i32, i32, bool), Option<f32>>, col: i32, row: i32| {
        [
            (col, row, true),
            (col - 1, row, true),
            (col, row, false),
            (col, row - 1, false),
        ]
        .map(|side| sides.get(&side).copied().flatten())
    };
    let mut known: Vec<f32> = seeds
        .iter()
        .flat_map(|&(col, row)| of_cell(&sides, col, row))
        .flatten()
        .filter(|strength| *strength >= FAINTEST)
        .collect();
    known.sort_by(f32::total_cmp);
    let level = *known.get(known.len() / USUAL)?;
    let threshold = FAINTEST.max(SHARE * level);
    let ruling = Ruling {
        sides,
        level,
        threshold,
    };
    let count = |&(col, row): &(i32, i32)| {
        let sides = of_cell(&ruling.sides, col, row);
        let is_seen = sides.iter().flatten().count() >= 2;
        if is_seen && canvas.cell((col, row)).is_inside(OUTSIDE) {
            sides
                .into_iter()
                .filter(|side| ruling.is_line(*side))
                .count()
        } else {
            0
        }
    };
    let all = || (top..=bottom).flat_map(|row| (left..=right).map(move |col| (col, row)));
    let mut members: BTreeSet<(i32, i32)> = all().filter(|cell| count(cell) == 4).collect();
    let forgiven: Vec<(i32, i32)> = all()
        .filter(|cell| count(cell) == 3)
        .filter(|cell| {
            neighbours(*cell)
                .filter(|next| members.contains(next))
                .count()
                >= SUPPORT
        })
        .collect();
    members.extend(forgiven);
    let mut best: BTreeSet<(i32, i32)> = BTreeSet::new();
    while let Some(start) = members.pop_first() {
        let mut group = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some((col, row)) = open.pop() {
            for next in [
                (col + 1, row),
                (col - 1, row),
                (col, row + 1),
                (col, row - 1),
            ] {
                if members.remove(&next) {
                    group.insert(next);
                    open.push(next);
                }
            }
        }
        if group.len() > best.len() {
            best = group;
        }
    }
    Some((ruling, best))
}

fn neighbours((col, row): (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    [
        (col + 1, row),
        (col - 1, row),
        (col, row + 1),
        (col, row - 1),
    ]
    .into_iter()
}
