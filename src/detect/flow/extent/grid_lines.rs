//! The lines between the cells of an endless grid, and the cells that they enclose.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::dashes::are_dashed;
use super::lines::{Across, Line, dashed_line, plain_line};
use super::{SIDES, bounds};
use crate::detect::flow::sampler::GridSampler;
use crate::vision::colour::LEAST_CONTRAST;
use crate::vision::noise::noise;
use crate::vision::statistics::{middle, quantile};

/// How much of a cell may lie outside the picture: the outer line of a board is often cut off.
pub const OUTSIDE: f64 = 0.15;

/// A line is present from this strength on, in levels of a channel: faint lines of light themes have
/// three, smooth backgrounds one.
pub const FAINTEST: f32 = 2.5;

/// What noise makes of a side without a line is at most so many times the deviation of a pixel.
const NOISE: f32 = 1.5;

/// A line is present from this share of the strength of the board's usual line on.
const SHARE: f32 = 0.3;

/// The strength of the usual line is this quantile of all sides, the lower quartile: filled cells have much stronger sides,
/// however many there are.
const USUAL: f64 = 0.25;

/// A cell with three lines of four is forgiven the fourth when so many of its neighbours have all four: a corner
/// has two such neighbours, a cell beyond the border one.
const SUPPORT: usize = 2;

/// The search for lines goes on from a cell with so many, also where it shows no region: pipes leave none.
const LEAST_LINES: usize = 3;

/// The search goes no farther than so many columns or rows to each side: no board is larger.
const MOST: i32 = *SIDES.end();

/// A side more than so many times as heavy as the usual one, or with as much more of a step, is the outline of the board or
/// of a hole. Boards drawn without outlines have none.
pub const OUTLINE: f32 = 1.4;

/// Where the usual line between two columns is so many times as strong as that between two rows, or the other way round,
/// each has a threshold of its own: cells that run from light to dark are as light as the lines somewhere on their way.
const UNEQUAL: f32 = 4.0;

/// Beyond a border, what is so many times as strong as the usual line is no line of the board: a word, a button.
const LOUD: f32 = 3.0;

/// Where a pattern that repeats two to six times in a cell has lines of its own, in cells from the middle: a half of a cell from
/// the side and a third, each give or take [`LINE`](super::lines::LINE).
const WITHIN: [f64; 2] = [0.0, 1.0 / 6.0];

type Cell = (i32, i32);

/// From which strength on a side is a line: between columns, and between rows.
pub type Threshold = [f32; 2];

/// The lines around a board.
pub struct GridLines {
    /// By cell: the lines right of it and below it; `None` where the picture ends.
    sides: BTreeMap<Cell, [Option<Line>; 2]>,
    /// The cells whose lines were looked at.
    seen: BTreeSet<Cell>,
    /// Whether they are dashed, or dotted.
    pub are_dashed: bool,
    /// From which strength on a line can be told from noise.
    faintest: f32,
    /// Strength of the usual line.
    pub level: f32,
    /// The same between columns, and between rows.
    levels: [f32; 2],
}

impl GridLines {
    /// The lines around all regions of the grid, and as far from there as lines go on; `None` where there are none.
    pub fn of(sampler: &GridSampler) -> Option<Self> {
        let are_dashed = are_dashed(sampler);
        let seeds = &sampler.grid.cells;
        let mut grid_lines = Self {
            sides: BTreeMap::new(),
            seen: BTreeSet::new(),
            are_dashed,
            faintest: FAINTEST.max(NOISE * noise(sampler.picture) as f32),
            level: 0.0,
            levels: [0.0; 2],
        };
        let mut open: Vec<Cell> = seeds.iter().copied().collect();
        while let Some(cell) = open.pop() {
            if !grid_lines.seen.insert(cell) {
                continue;
            }
            let (col, row) = cell;
            for of in [cell, (col - 1, row), (col, row - 1)] {
                let line = |across| line_at(sampler, of, (across, 0.5), are_dashed);
                let both = || [Across::Right, Across::Down].map(line);
                grid_lines.sides.entry(of).or_insert_with(both);
            }
            let lines = grid_lines.around(cell);
            let lines = lines.iter().flatten().filter(|it| **it >= FAINTEST);
            let is_near = col.abs().max(row.abs()) <= MOST;
            if is_near && (lines.count() >= LEAST_LINES || seeds.contains(&cell)) {
                open.extend(neighbours(cell));
            }
        }
        let known = seeds.iter().map(|cell| grid_lines.around(*cell));
        let (columns, rows): (Vec<_>, Vec<_>) = known.map(|[a, b, c, d]| ([a, b], [c, d])).unzip();
        let of = |sides: &[[Option<f32>; 2]]| sides.iter().flatten().flatten().copied().collect();
        grid_lines.levels = [of(&columns), of(&rows)].map(|of| usual(of).unwrap_or_default());
        grid_lines.level = usual(of(&[columns, rows].concat()))?;
        Some(grid_lines)
    }

    /// The cells whose lines are known.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.seen.iter().copied()
    }

    /// From which strength on a side is a line.
    pub fn threshold(&self) -> f32 {
        self.above_noise(self.level)
    }

    /// From which strengths on sides may count as lines, the likeliest first.
    pub fn thresholds(&self) -> impl Iterator<Item = Threshold> {
        let [columns, rows] = self.levels;
        let are_unequal = columns.max(rows) > UNEQUAL * columns.min(rows);
        let own = are_unequal.then(|| self.levels.map(|level| self.above_noise(level)));
        own.into_iter()
            .chain([[self.threshold(); 2], [self.faintest; 2]])
    }

    /// From which strength on a side is a line where the usual line is so strong.
    fn above_noise(&self, usual: f32) -> f32 {
        self.faintest.max(SHARE * usual)
    }

    /// The share of the sides between these cells that have a line.
    pub fn share(&self, cells: &BTreeSet<Cell>, threshold: Threshold) -> f32 {
        let (mut lines, mut inner) = (0, 0);
        for (across, _, line) in self.inner(cells) {
            inner += 1;
            let strength = line.map(|line| line.strength);
            lines += usize::from(is_line(strength, threshold[across as usize]));
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

    /// The share of lines that go on beyond each of the four borders of the cells: left, top, right, bottom. A pattern of the
    /// page, such as graph paper, has lines across the cells beyond a border as well: their share is taken off.
    ///
    /// ```text
    ///   +--+--+           the lines between two rows end at the border of a board;
    ///   |  |  |- - going on here, there is another column
    ///   +--+--+
    /// ```
    ///
    /// Where lines stand out from the cells on both sides, a step of colour is none: a wallpaper that runs from one colour
    /// into another.
    pub fn going_on(
        &self,
        sampler: &GridSampler,
        cells: &BTreeSet<Cell>,
        threshold: Threshold,
    ) -> [f32; 4] {
        let (left, top, right, bottom) = bounds(cells);
        let stands_out =
            |across: Across, line: &Line| line.rise.abs() >= threshold[across as usize];
        let inner = self.inner(cells);
        let inner = inner.filter_map(|(across, _, line)| Some(stands_out(across, &line?)));
        let do_stand_out = middle(inner) == Some(true);
        let share = |across: Across, lines: Vec<Option<Line>>| {
            let loud = LOUD * self.level.max(self.levels[across as usize]);
            let like = threshold[across as usize]..loud;
            let is_like = |line: &&Line| {
                like.contains(&line.strength) && (stands_out(across, line) || !do_stand_out)
            };
            let known = lines.iter().flatten();
            known.clone().filter(is_like).count() as f32 / known.count().max(1) as f32
        };
        let of_border =
            |across: Across, border: &dyn Fn(i32) -> Cell, ends: RangeInclusive<i32>| {
                let (first, last) = ends.into_inner();
                let sides = (first..last).map(|at| self.line(border(at), across));
                let within = WITHIN.map(|from_middle| {
                    let line =
                        |at| line_at(sampler, border(at), (across, from_middle), self.are_dashed);
                    share(across, (first..=last).map(line).collect())
                });
                let of_pattern = within.into_iter().fold(0.0, f32::max);
                (share(across, sides.collect()) - of_pattern).max(0.0)
            };
        let beside = |col: i32| of_border(Across::Down, &|row| (col, row), top..=bottom);
        let beyond = |row: i32| of_border(Across::Right, &|col| (col, row), left..=right);
        [
            beside(left - 1),
            beyond(top - 1),
            beside(right + 1),
            beyond(bottom + 1),
        ]
    }

    /// The largest connected group of cells with lines around them; a cell with three is forgiven the fourth.
    pub fn largest_group(&self, sampler: &GridSampler, threshold: Threshold) -> BTreeSet<Cell> {
        let mut members = self.with_lines(sampler, threshold, 4);
        let support = |cell: &Cell| {
            let known = neighbours(*cell).into_iter();
            known.filter(|next| members.contains(next)).count()
        };
        let mut forgiven = self.with_lines(sampler, threshold, 3);
        forgiven.retain(|cell| support(cell) >= SUPPORT);
        members.append(&mut forgiven);
        largest(members, |_, _| true)
    }

    /// The same of cells that have all four lines.
    pub fn strict_group(&self, sampler: &GridSampler, threshold: Threshold) -> BTreeSet<Cell> {
        largest(self.with_lines(sampler, threshold, 4), |_, _| true)
    }

    /// The largest group of these cells that hang together across lines weaker than an outline: a hole of one cell, or
    /// a notch at the border, has lines on all sides, but outlines towards the board.
    pub fn joined(&self, cells: &BTreeSet<Cell>) -> BTreeSet<Cell> {
        let weights = self
            .inner(cells)
            .filter_map(|(_, _, line)| Some(line?.weight));
        let outline = OUTLINE * middle(weights).unwrap_or_default();
        largest(cells.clone(), |cell, next| {
            let (first, second) = (cell.min(next), cell.max(next));
            let across = if first.0 < second.0 {
                Across::Right
            } else {
                Across::Down
            };
            let is_inside =
                |line: Line| line.weight <= outline && line.step_height() < OUTLINE * self.level;
            self.line(first, across).is_some_and(is_inside)
        })
    }

    /// The cells with so many lines.
    fn with_lines(
        &self,
        sampler: &GridSampler,
        threshold: Threshold,
        count: usize,
    ) -> BTreeSet<Cell> {
        let has_lines = |cell: &&Cell| {
            let sides = self.around(**cell);
            let is_seen = sides.iter().flatten().count() >= 2;
            let [columns, rows] = threshold;
            let lines = sides.iter().zip([columns, columns, rows, rows]);
            let lines = lines.filter(|(side, threshold)| is_line(**side, *threshold));
            is_seen && lines.count() == count && sampler.cell(**cell).is_inside(OUTSIDE)
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

    /// How far from the middle of a cell its ground reaches, in cells: where each cell has a border of its own, it ends well before
    /// the side. `None` where the usual line stands out less than a terminal: the edges of such lines are not known.
    pub fn ground_reach(&self) -> Option<f32> {
        if self.level < LEAST_CONTRAST {
            return None;
        }
        let lines = self.sides.values().flatten().flatten();
        let is_clear = |line: &&Line| line.rise.abs() >= self.threshold();
        let gap = |line: &Line| Some(line.edges[1]? - line.edges[0]?);
        let gap = middle(lines.filter(is_clear).filter_map(gap))?;
        Some((1.0 - gap) / 2.0)
    }

    /// How strong they are.
    fn around(&self, cell: Cell) -> [Option<f32>; 4] {
        self.lines_around(cell)
            .map(|line| line.map(|line| line.strength))
    }
}

/// The line that crosses a cell so far from its middle, half a cell for its side; `None` where the picture ends.
fn line_at(
    sampler: &GridSampler,
    cell: Cell,
    (across, from_middle): (Across, f64),
    are_dashed: bool,
) -> Option<Line> {
    let from_side = from_middle - 0.5;
    let patch = match across {
        Across::Right => sampler.cell(cell).shifted(from_side, 0.0),
        Across::Down => sampler.cell(cell).shifted(0.0, from_side),
    };
    let line = if are_dashed { dashed_line } else { plain_line };
    line(&patch, sampler.grid.pitch, across)
}

/// The strength that a quarter of the lines do not reach; `None` when there are none.
fn usual(strengths: Vec<f32>) -> Option<f32> {
    let lines = strengths.into_iter().filter(|it| *it >= FAINTEST);
    quantile(lines, USUAL)
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

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::grid::fit::GridHypothesis;

    const CELL: u32 = 42;
    const SIDE: i32 = 4;

    /// Four by four cells in a frame on a page whose lines lie so many pixels apart: where they go on beyond the frame.
    fn going_on(apart: u32) -> [f32; 4] {
        let ends = [CELL, (1 + SIDE as u32) * CELL];
        let picture = RgbImage::from_fn(6 * CELL, 6 * CELL, |x, y| {
            let is_on = |apart: u32| x % apart == 0 || y % apart == 0;
            let is_board = [x, y].iter().all(|at| (ends[0]..=ends[1]).contains(at));
            let is_frame = is_board && [x, y].iter().any(|at| ends.contains(at));
            Rgb([match is_board {
                _ if is_frame => 20,
                true if is_on(CELL) => 220,
                true => 255,
                false if is_on(apart) => 220,
                false => 240,
            }; 3])
        });
        let cells: BTreeSet<Cell> = (0..SIDE)
            .flat_map(|row| (0..SIDE).map(move |col| (col, row)))
            .collect();
        let middle = f64::from(CELL + CELL / 2);
        let grid = GridHypothesis::upright(middle, f64::from(CELL), cells.clone());
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        let grid_lines = GridLines::of(&sampler).unwrap();
        grid_lines.going_on(&sampler, &cells, [grid_lines.threshold(); 2])
    }

    #[test]
    fn lines_go_on_only_where_there_are_more_than_across_cells() {
        assert_eq!(going_on(CELL), [1.0; 4]);
        for times in [2, 3, 6] {
            assert_eq!(going_on(CELL / times), [0.0; 4], "{times} lines a cell");
        }
    }
}
