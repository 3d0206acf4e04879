//! Which cells of an endless grid are the board: those with a line on nearly every side. The row beyond
//! a border shares one line with the board, so it has one side of four.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::Canvas;
use super::lines::{Across, strength};

/// How much of a cell may lie outside the picture: the outer line of a board is often cut off.
const OUTSIDE: f64 = 0.15;

/// A line is present from this strength on, in levels of a channel: faint lines of light themes have
/// three, smooth backgrounds one.
const FAINTEST: f32 = 2.5;

/// A line is present from this share of the median strength of the board's lines on.
const SHARE: f32 = 0.3;

/// A cell with three lines of four is forgiven the fourth when so many of its neighbours have all four: a corner
/// has two such neighbours, a cell beyond the border one.
const SUPPORT: usize = 2;

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
    /// Median strength of the lines.
    pub level: f32,
    /// Share of the inner sides that have a line.
    pub ruled: f32,
}

/// The largest connected group of cells with lines around them, seeded by cells known to hold a region.
pub(super) fn extent(canvas: &Canvas, seeds: &BTreeSet<(i32, i32)>) -> Option<Extent> {
    let (left, right, top, bottom) = canvas.range(OUTSIDE);
    if right - left >= MOST || bottom - top >= MOST {
        return None;
    }
    let mut sides: BTreeMap<(i32, i32, bool), Option<f32>> = BTreeMap::new();
    for row in top - 1..=bottom {
        for col in left - 1..=right {
            for across in [Across::Right, Across::Down] {
                sides.insert(
                    (col, row, across == Across::Right),
                    strength(canvas, col, row, across),
                );
            }
        }
    }
    let of_cell = |col: i32, row: i32| {
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
        .flat_map(|&(col, row)| of_cell(col, row))
        .flatten()
        .collect();
    if known.is_empty() {
        return None;
    }
    known.sort_by(f32::total_cmp);
    let level = known[known.len() / 2];
    let threshold = FAINTEST.max(SHARE * level);
    // Where the picture ends, the line counts as cut off.
    let is_line = |side: Option<f32>| side.is_none_or(|strength| strength >= threshold);
    let count = |&(col, row): &(i32, i32)| {
        let sides = of_cell(col, row);
        let is_in_picture = sides.iter().flatten().count() >= 2;
        if is_in_picture {
            sides.into_iter().filter(|side| is_line(*side)).count()
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
    let (col, last_col) = (
        best.iter().map(|c| c.0).min()?,
        best.iter().map(|c| c.0).max()?,
    );
    let (row, last_row) = (
        best.iter().map(|c| c.1).min()?,
        best.iter().map(|c| c.1).max()?,
    );
    let all = (row..=last_row).flat_map(|row| (col..=last_col).map(move |col| (col, row)));
    let holes: BTreeSet<(i32, i32)> = all.filter(|cell| !best.contains(cell)).collect();
    let (mut lines, mut inner) = (0, 0);
    for &(c, r) in &best {
        for (next, side) in [((c + 1, r), (c, r, true)), ((c, r + 1), (c, r, false))] {
            if best.contains(&next) {
                inner += 1;
                lines += usize::from(is_line(sides[&side]));
            }
        }
    }
    Some(Extent {
        col,
        row,
        cols: last_col - col + 1,
        rows: last_row - row + 1,
        holes,
        level,
        ruled: lines as f32 / inner.max(1) as f32,
    })
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
