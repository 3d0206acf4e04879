//! The lines between the cells of an endless grid, and the cells that they enclose.

use std::collections::{BTreeMap, BTreeSet};

use super::bounds;
use super::lines::{Across, Line, line};
use crate::detect::flow::canvas::{Canvas, contrast, middle};

/// How much of a cell may lie outside the picture: the outer line of a board is often cut off.
pub const OUTSIDE: f64 = 0.15;

/// A line is present from this strength on, in levels of a channel: faint lines of light themes have
/// three, smooth backgrounds one.
pub const FAINTEST: f32 = 2.5;

/// A line is present from this share of the strength of the board's usual line on.
const SHARE: f32 = 0.3;

/// The usual line is the one that a quarter of the sides do not reach: a filled cell has stronger sides, however many
/// there are.
const USUAL: usize = 4;

/// A cell with three lines of four is forgiven the fourth when so many of its neighbours have all four: a corner
/// has two such neighbours, a cell beyond the border one.
const SUPPORT: usize = 2;

/// The search goes on from a cell with so many lines: pipes leave no region in their cells.
const LEAST_LINES: usize = 3;

/// The most columns or rows to each side.
const MOST: i32 = 60;

/// The outline of a board and of its holes is so many times as strong and broad as its lines, or no more than they are.
pub const OUTLINE: f32 = 1.4;

/// What is so many times as strong as the usual line is no line of the board: a word, a button.
const LOUD: f32 = 3.0;

type Cell = (i32, i32);

/// The lines around a board.
pub struct Ruling {
    /// By cell: the lines right of it and below it; `None` where the picture ends.
    sides: BTreeMap<Cell, [Option<Line>; 2]>,
    /// The cells whose lines were looked at.
    seen: BTreeSet<Cell>,
    /// Strength of the usual line.
    pub level: f32,
}

impl Ruling {
    /// The lines around all regions of the grid, and as far from there as lines go on; `None` where there are none.
    pub fn of(canvas: &Canvas) -> Option<Self> {
        let seeds = &canvas.grid.cells;
        let mut ruling = Self {
            sides: BTreeMap::new(),
            seen: BTreeSet::new(),
            level: 0.0,
        };
        let mut open: Vec<Cell> = seeds.iter().copied().collect();
        while let Some(cell) = open.pop() {
            if !ruling.seen.insert(cell) {
                continue;
            }
            let (col, row) = cell;
            for of in [cell, (col - 1, row), (col, row - 1)] {
                let both = || [Across::Right, Across::Down].map(|it| line(canvas, of, it));
                ruling.sides.entry(of).or_insert_with(both);
            }
            let lines = ruling.around(cell);
            let lines = lines.iter().flatten().filter(|it| **it >= FAINTEST);
            let is_near = col.abs().max(row.abs()) <= MOST;
            if is_near && (lines.count() >= LEAST_LINES || seeds.contains(&cell)) {
                open.extend(neighbours(cell));
            }
        }
        let known = seeds.iter().flat_map(|cell| ruling.around(*cell));
        let mut known: Vec<f32> = known.flatten().filter(|it| *it >= FAINTEST).collect();
        known.sort_by(f32::total_cmp);
        ruling.level = *known.get(known.len() / USUAL)?;
        Some(ruling)
    }

    /// The cells whose lines are known.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.seen.iter().copied()
    }

    /// From which strength on a side may count as a line, the likeliest first.
    pub fn thresholds(&self) -> [f32; 2] {
        [FAINTEST.max(SHARE * self.level), FAINTEST]
    }

    /// The share of the sides between these cells that have a line.
    pub fn share(&self, cells: &BTreeSet<Cell>, threshold: f32) -> f32 {
        let (mut lines, mut inner) = (0, 0);
        for (_, _, line) in self.inner(cells) {
            inner += 1;
            lines += usize::from(is_line(line.map(|line| line.strength), threshold));
        }
        lines as f32 / inner.max(1) as f32
    }

    /// The sides between these cells, each with the cell left of it or above it; `None` where the picture ends.
    pub fn inner<'a>(
        &'a self,
        cells: &'a BTreeSet<Cell>,
    ) -> impl Iterator<Item = (Across, Cell, Option<Line>)> + 'a {
        let of_cell = move |&cell: &Cell| {
            [Across::Right, Across::Down]
                .into_iter()
                .filter(move |across| cells.contains(&across.next(cell)))
                .map(move |across| (across, cell, self.line(cell, across)))
        };
        cells.iter().flat_map(of_cell)
    }

    /// The share of lines that go on beyond each of the four borders of the cells: left, top, right, bottom.
    ///
    /// ```text
    ///   +--+--+           the lines between two rows end at the border of a board;
    ///   |  |  |- - going on here, there is another column
    ///   +--+--+
    /// ```
    ///
    /// Where lines stand out from the cells on both sides, a step of colour is none: a wallpaper that runs from one colour
    /// into another.
    pub fn going_on(&self, cells: &BTreeSet<Cell>, threshold: f32) -> [f32; 4] {
        let (left, top, right, bottom) = bounds(cells);
        let rises = self.inner(cells).filter_map(|(_, _, line)| line);
        let do_stand_out = middle(rises.map(|line| line.rise.abs())) >= Some(threshold);
        let like = threshold..LOUD * self.level;
        let is_like = |line: &&Line| {
            like.contains(&line.strength) && (line.rise.abs() >= threshold || !do_stand_out)
        };
        let share = |sides: Vec<Option<Line>>| {
            let known = sides.iter().flatten();
            known.clone().filter(is_like).count() as f32 / known.count().max(1) as f32
        };
        let beside = |col: i32| {
            let rows = top..bottom;
            share(
                rows.map(|row| self.line((col, row), Across::Down))
                    .collect(),
            )
        };
        let beyond = |row: i32| {
            let cols = left..right;
            share(
                cols.map(|col| self.line((col, row), Across::Right))
                    .collect(),
            )
        };
        [
            beside(left - 1),
            beyond(top - 1),
            beside(right + 1),
            beyond(bottom + 1),
        ]
    }

    /// The largest connected group of cells with lines around them; a cell with three is forgiven the fourth.
    pub fn largest_group(&self, canvas: &Canvas, threshold: f32) -> BTreeSet<Cell> {
        let mut members = self.with_lines(canvas, threshold, 4);
        let support = |cell: &Cell| {
            let known = neighbours(*cell).into_iter();
            known.filter(|next| members.contains(next)).count()
        };
        let mut forgiven = self.with_lines(canvas, threshold, 3);
        forgiven.retain(|cell| support(cell) >= SUPPORT);
        members.append(&mut forgiven);
        largest(members, |_, _| true)
    }

    /// The same of cells that have all four lines.
    pub fn strict_group(&self, canvas: &Canvas, threshold: f32) -> BTreeSet<Cell> {
        largest(self.with_lines(canvas, threshold, 4), |_, _| true)
    }

    /// The largest group of these cells that hang together across lines weaker than an outline: a hole of one cell, or
    /// a notch at the border, has lines on all sides, but outlines towards the board.
    pub fn joined(&self, cells: &BTreeSet<Cell>) -> BTreeSet<Cell> {
        // A thin line may lie on one row of pixels or between two: what it adds up to is the same.
        let weight = |line: Line| line.rise.abs() * line.breadth;
        let weights = self
            .inner(cells)
            .filter_map(|(_, _, line)| line.map(weight));
        let outline = OUTLINE * middle(weights).unwrap_or_default();
        largest(cells.clone(), |cell, next| {
            let (first, second) = (cell.min(next), cell.max(next));
            let across = if first.0 < second.0 {
                Across::Right
            } else {
                Across::Down
            };
            let is_inside = |line: Line| {
                let step = contrast(line.beside[0], line.beside[1]);
                weight(line) <= outline && step < OUTLINE * self.level
            };
            self.line(first, across).is_some_and(is_inside)
        })
    }

    /// The cells with so many lines.
    fn with_lines(&self, canvas: &Canvas, threshold: f32, count: usize) -> BTreeSet<Cell> {
        let has_lines = |cell: &&Cell| {
            let sides = self.around(**cell);
            let is_seen = sides.iter().flatten().count() >= 2;
            let lines = sides.iter().filter(|side| is_line(**side, threshold));
            is_seen && lines.count() == count && canvas.cell(**cell).is_inside(OUTSIDE)
        };
        self.seen.iter().filter(has_lines).copied().collect()
    }

    /// The line at a side of a cell; `None` where the picture ends.
    fn line(&self, cell: Cell, across: Across) -> Option<Line> {
        self.sides.get(&cell)?[across as usize]
    }

    /// The lines right of a cell, left of it, below it and above it.
    pub fn lines_around(&self, (col, row): Cell) -> [Option<Line>; 4] {
        [
            self.line((col, row), Across::Right),
            self.line((col - 1, row), Across::Right),
            self.line((col, row), Across::Down),
            self.line((col, row - 1), Across::Down),
        ]
    }

    /// How strong they are.
    fn around(&self, cell: Cell) -> [Option<f32>; 4] {
        self.lines_around(cell)
            .map(|line| line.map(|line| line.strength))
    }
}

/// Where the picture ends, the line counts as cut off.
fn is_line(side: Option<f32>, threshold: f32) -> bool {
    side.is_none_or(|strength| strength >= threshold)
}

/// The largest connected group; neighbours are connected when they say so.
pub fn largest(
    mut members: BTreeSet<Cell>,
    are_connected: impl Fn(Cell, Cell) -> bool,
) -> BTreeSet<Cell> {
    let mut best = BTreeSet::new();
    while let Some(start) = members.pop_first() {
        let mut group = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            for next in neighbours(cell) {
                if members.contains(&next) && are_connected(cell, next) {
                    members.remove(&next);
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

/// The cells right, left, below and above.
pub fn neighbours((col, row): Cell) -> [Cell; 4] {
    [
        (col + 1, row),
        (col - 1, row),
        (col, row + 1),
        (col, row - 1),
    ]
}
