//! The lines between the cells of an endless grid, and the cells that they enclose.

use std::collections::BTreeSet;

use super::canvas::Canvas;
use super::extent::bounds;
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

/// How far beyond the outermost cells with a region the board may go on: pipes leave no region in their cells.
const BEYOND: i32 = 4;

/// The most columns or rows looked at.
const MOST: i32 = 60;

/// What is so many times as strong as the usual line is no line of the board: a word, a button.
const LOUD: f32 = 3.0;

type Cell = (i32, i32);

/// The lines of a part of the grid.
pub(super) struct Ruling {
    /// First column and row, last column and row.
    part: (i32, i32, i32, i32),
    /// By cell of the part with one more column and row before it: the lines right of it and below it.
    sides: Vec<[Option<f32>; 2]>,
    /// Strength of the usual line.
    pub level: f32,
}

impl Ruling {
    /// The lines around all regions of the grid; `None` when there are none, or too many cells.
    pub fn of(canvas: &Canvas) -> Option<Self> {
        let seeds = &canvas.grid.cells;
        if seeds.is_empty() {
            return None;
        }
        let (left, top, right, bottom) = bounds(seeds);
        let part = (left - BEYOND, top - BEYOND, right + BEYOND, bottom + BEYOND);
        let (left, top, right, bottom) = part;
        if right - left >= MOST || bottom - top >= MOST {
            return None;
        }
        let sides = (top - 1..=bottom)
            .flat_map(|row| (left - 1..=right).map(move |col| (col, row)))
            .map(|cell| [Across::Right, Across::Down].map(|across| strength(canvas, cell, across)));
        let mut ruling = Self {
            part,
            sides: sides.collect(),
            level: 0.0,
        };
        let known = seeds.iter().flat_map(|cell| ruling.around(*cell));
        let mut known: Vec<f32> = known.flatten().filter(|it| *it >= FAINTEST).collect();
        known.sort_by(f32::total_cmp);
        ruling.level = *known.get(known.len() / USUAL)?;
        Some(ruling)
    }

    /// From which strength on a side may count as a line, the likeliest first.
    pub fn thresholds(&self) -> [f32; 2] {
        [FAINTEST.max(SHARE * self.level), FAINTEST]
    }

    /// The share of the sides between these cells that have a line.
    pub fn share(&self, cells: &BTreeSet<Cell>, threshold: f32) -> f32 {
        let right = |&(col, row): &Cell| ((col + 1, row), Across::Right);
        let below = |&(col, row): &Cell| ((col, row + 1), Across::Down);
        let (mut lines, mut inner) = (0, 0);
        for cell in cells {
            for (next, across) in [right(cell), below(cell)] {
                if cells.contains(&next) {
                    inner += 1;
                    lines += usize::from(is_line(self.side(*cell, across), threshold));
                }
            }
        }
        lines as f32 / inner.max(1) as f32
    }

    /// The largest share of lines that go on beyond one of the four borders of the cells.
    ///
    /// ```text
    ///   +--+--+           the lines between two rows end at the border of a board;
    ///   |  |  |- - going on here, there is another column
    ///   +--+--+
    /// ```
    pub fn going_on(&self, cells: &BTreeSet<Cell>, threshold: f32) -> f32 {
        let (left, top, right, bottom) = bounds(cells);
        let share = |sides: Vec<Option<f32>>| {
            let known = sides.iter().flatten().count();
            let like = threshold..LOUD * self.level;
            let lines = sides.iter().flatten().filter(|it| like.contains(*it));
            lines.count() as f32 / known.max(1) as f32
        };
        let beside = |col: i32| {
            let rows = top..bottom;
            share(
                rows.map(|row| self.side((col, row), Across::Down))
                    .collect(),
            )
        };
        let beyond = |row: i32| {
            let cols = left..right;
            share(
                cols.map(|col| self.side((col, row), Across::Right))
                    .collect(),
            )
        };
        let shares = [
            beside(left - 1),
            beside(right + 1),
            beyond(top - 1),
            beyond(bottom + 1),
        ];
        shares.into_iter().fold(0.0, f32::max)
    }

    /// The largest connected group of cells with lines around them.
    pub fn largest_group(&self, canvas: &Canvas, threshold: f32) -> BTreeSet<Cell> {
        let count = |cell: Cell| {
            let sides = self.around(cell);
            let is_seen = sides.iter().flatten().count() >= 2;
            let lines = sides.iter().filter(|side| is_line(**side, threshold));
            let is_inside = is_seen && canvas.cell(cell).is_inside(OUTSIDE);
            if is_inside { lines.count() } else { 0 }
        };
        let (left, top, right, bottom) = self.part;
        let all = (top..=bottom).flat_map(|row| (left..=right).map(move |col| (col, row)));
        let counted: Vec<(Cell, usize)> = all.map(|cell| (cell, count(cell))).collect();
        let of_count = |lines: usize| {
            let those = counted.iter().filter(move |(_, count)| *count == lines);
            those.map(|(cell, _)| *cell)
        };
        let mut members: BTreeSet<Cell> = of_count(4).collect();
        let support = |cell: Cell| {
            let known = neighbours(cell).into_iter();
            known.filter(|next| members.contains(next)).count()
        };
        let forgiven: Vec<Cell> = of_count(3)
            .filter(|cell| support(*cell) >= SUPPORT)
            .collect();
        members.extend(forgiven);
        largest(members)
    }

    /// The line at a side of a cell; `None` where the picture ends.
    fn side(&self, (col, row): Cell, across: Across) -> Option<f32> {
        let (left, top, right, bottom) = self.part;
        let is_known = (left - 1..=right).contains(&col) && (top - 1..=bottom).contains(&row);
        let width = right - left + 2;
        let index = (row - top + 1) * width + col - left + 1;
        is_known.then(|| self.sides[index as usize][across as usize])?
    }

    /// The lines right of a cell, left of it, below it and above it.
    fn around(&self, (col, row): Cell) -> [Option<f32>; 4] {
        [
            self.side((col, row), Across::Right),
            self.side((col - 1, row), Across::Right),
            self.side((col, row), Across::Down),
            self.side((col, row - 1), Across::Down),
        ]
    }
}

/// Where the picture ends, the line counts as cut off.
fn is_line(side: Option<f32>, threshold: f32) -> bool {
    side.is_none_or(|strength| strength >= threshold)
}

/// The largest connected group.
fn largest(mut members: BTreeSet<Cell>) -> BTreeSet<Cell> {
    let mut best = BTreeSet::new();
    while let Some(start) = members.pop_first() {
        let mut group = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            for next in neighbours(cell) {
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
    best
}

fn neighbours((col, row): Cell) -> [Cell; 4] {
    [
        (col + 1, row),
        (col - 1, row),
        (col, row + 1),
        (col, row - 1),
    ]
}
