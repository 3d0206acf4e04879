//! Which cells of an endless grid are the board: those with a line on nearly every side. The row beyond
//! a border shares one line with the board, so it has one side of four.

pub mod dashes;
pub mod grid_lines;
pub mod lines;
pub mod refine;
pub mod wallpaper;

use std::collections::BTreeSet;
use std::fmt::{Display, Formatter};
use std::ops::RangeInclusive;

use self::grid_lines::{GridLines, OUTSIDE, Threshold};
use self::wallpaper::without_wallpaper;
use crate::detect::flow::sampler::GridSampler;

/// The fewest and the most cells of a board's side: the largest boards that programs make have 60, a spreadsheet more.
pub const SIDES: RangeInclusive<i32> = 3..=60;

/// The four directions out of a board, as columns and rows.
pub const OUTWARDS: [(i32, i32); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];

/// The largest share of a rectangle's cells that may be missing and still count as hidden. Four rounded corners of a
/// thumbnail are more, and stay holes.
const HIDDEN: f32 = 0.1;

/// The largest share of lines that may go on beyond a border: words above a board look like some. Of 750 pictures of whole
/// boards one showed more.
const MOST_GOING_ON: f32 = 0.35;

/// More than this share of lines go on beyond a border where there is another row of cells, although its outer line was
/// never drawn or lies outside the picture.
pub const NEARLY_ALL: f32 = 0.8;

/// The least share of inner sides with a line.
pub const LEAST_RULED: f32 = 0.9;

/// A border row with a smaller share of its cells is no row.
const SPARSE: f32 = 0.5;

/// The board's cells in the grid.
#[derive(Clone, Debug)]
pub struct Extent {
    /// First column and row in the grid.
    pub col: i32,
    pub row: i32,
    /// How many.
    pub cols: i32,
    pub rows: i32,
    /// Cells that are not part of the board, as `(col, row)` in the grid.
    pub holes: BTreeSet<(i32, i32)>,
    /// Cells that something fills which no flow goes through. They are holes of the puzzle, but seen as cells.
    pub obstacles: BTreeSet<(i32, i32)>,
    /// What speaks for it.
    pub evidence: Evidence,
}

/// What speaks for an extent.
#[derive(Clone, Copy, Debug)]
pub enum Evidence {
    /// Lines of this strength stand on this share of the inner sides.
    Lines {
        level: f32,
        share: f32,
        /// The largest share of lines that go on beyond one of the borders.
        going_on: f32,
    },
    /// A line runs around it, and none inside.
    Frame,
    /// No lines, but a peg in each empty cell.
    Pegs,
    /// Nothing: there are only dots.
    Nothing,
}

impl Evidence {
    /// Whether nearly all inner sides have a line, and few lines go on beyond its borders.
    pub fn is_whole(&self) -> bool {
        self.share() >= LEAST_RULED && self.ends()
    }

    /// Whether few lines go on beyond its borders, if it has any.
    pub fn ends(&self) -> bool {
        match *self {
            Self::Lines { going_on, .. } => going_on <= MOST_GOING_ON,
            Self::Frame | Self::Pegs | Self::Nothing => true,
        }
    }

    /// How much the lines stand out; `None` where a board has none.
    pub fn contrast(&self) -> Option<f32> {
        match *self {
            Self::Lines { level, .. } => Some(level),
            Self::Frame | Self::Pegs | Self::Nothing => None,
        }
    }

    /// The share of the inner sides that have a line; all where a board has no lines.
    pub fn share(&self) -> f32 {
        match *self {
            Self::Lines { share, .. } => share,
            Self::Frame | Self::Pegs | Self::Nothing => 1.0,
        }
    }
}

impl Display for Evidence {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Lines {
                level,
                share,
                going_on,
                ..
            } => {
                let (share, beyond) = (100.0 * share, 100.0 * going_on);
                write!(
                    to,
                    "{share:.0} % of the inner sides have a line, of strength {level:.0}; {beyond:.0} % go on beyond a border"
                )
            }
            Self::Frame => write!(to, "no lines, but a frame around the board"),
            Self::Pegs => write!(to, "no lines, but a peg in each empty cell"),
            Self::Nothing => write!(to, "no lines: only dots"),
        }
    }
}

impl Extent {
    /// A rectangle without holes, of which nothing is known yet.
    pub fn of_bounds((col, row, last_col, last_row): Bounds) -> Self {
        Self {
            col,
            row,
            cols: last_col - col + 1,
            rows: last_row - row + 1,
            holes: BTreeSet::new(),
            obstacles: BTreeSet::new(),
            evidence: Evidence::Nothing,
        }
    }

    /// The rectangle that reaches so many cells beyond it on each side.
    pub fn grown(&self, by: i32) -> Self {
        Self::of_bounds((
            self.col - by,
            self.row - by,
            self.col + self.cols - 1 + by,
            self.row + self.rows - 1 + by,
        ))
    }

    /// Whether a flow may go through a cell.
    pub fn has(&self, cell: (i32, i32)) -> bool {
        self.shows(cell) && !self.obstacles.contains(&cell)
    }

    /// Whether a cell is seen as one of the board's.
    pub fn shows(&self, (col, row): (i32, i32)) -> bool {
        (self.col..self.col + self.cols).contains(&col)
            && (self.row..self.row + self.rows).contains(&row)
            && !self.holes.contains(&(col, row))
    }

    /// Whether it has all cells of another one.
    pub fn encloses(&self, other: &Self) -> bool {
        other.cells().all(|cell| self.has(cell))
    }

    /// Whether a board may be as large.
    pub fn is_board_sized(&self) -> bool {
        SIDES.contains(&self.cols) && SIDES.contains(&self.rows)
    }

    /// All cells that flows may go through, row by row, as `(col, row)` in the grid.
    pub fn cells(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        self.bounding_box().filter(|cell| self.has(*cell))
    }

    /// The same with the holes.
    pub fn bounding_box(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (first, last) = (self.col, self.col + self.cols);
        (self.row..self.row + self.rows)
            .flat_map(move |row| (first..last).map(move |col| (col, row)))
    }

    /// The row or column of cells beyond each border, without the corners.
    pub fn around(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (cols, rows) = (
            self.col..self.col + self.cols,
            self.row..self.row + self.rows,
        );
        let (left, right) = (self.col - 1, self.col + self.cols);
        let (above, below) = (self.row - 1, self.row + self.rows);
        let beside = rows.flat_map(move |row| [(left, row), (right, row)]);
        beside.chain(cols.flat_map(move |col| [(col, above), (col, below)]))
    }
}

/// The ways to see the largest connected group of cells with lines around them, the likeliest first.
#[tracing::instrument(name = "extent", skip_all)]
pub fn extents(sampler: &GridSampler, grid_lines: &GridLines) -> Vec<Extent> {
    let mut ways: Vec<(BTreeSet<(i32, i32)>, Threshold)> = Vec::new();
    let mut add = |way: BTreeSet<(i32, i32)>, threshold: Threshold| {
        match ways.iter_mut().find(|(known, _)| *known == way) {
            _ if way.is_empty() => {}
            // Filled cells have sides so strong that the lines between empty ones seem to be none.
            Some((_, least)) if grid_lines.share(&way, *least) < LEAST_RULED => *least = threshold,
            Some(_) => {}
            None => ways.push((way, threshold)),
        }
    };
    for threshold in grid_lines.thresholds() {
        let group = grid_lines.largest_group(sampler, threshold);
        let trimmed = trim(&group);
        add(trimmed.clone(), threshold);
        // A smudge or a finger hides a few lines: the same rectangle without holes.
        let rectangle = rectangle(&trimmed);
        if rectangle.len() as f32 * (1.0 - HIDDEN) <= trimmed.len() as f32 {
            add(rectangle.clone(), threshold);
        }
        // The outer line of the last row or column was never drawn.
        let wider = with_open_borders(grid_lines, &rectangle, threshold, sampler);
        add(wider.clone(), threshold);
        add(without_wallpaper(sampler, &wider), threshold);
        // Untrimmed: a board that is not a rectangle may have border rows of a few cells.
        add(group, threshold);
        // Of two holes side by side each has three lines, and would be forgiven the fourth.
        let strict = grid_lines.strict_group(sampler, threshold);
        add(strict.clone(), threshold);
        add(grid_lines.joined(&strict), threshold);
    }
    let extent = |(way, threshold): &(BTreeSet<(i32, i32)>, Threshold)| Extent {
        evidence: Evidence::Lines {
            level: grid_lines.level,
            share: grid_lines.share(way, *threshold),
            going_on: grid_lines
                .going_on(sampler, way, *threshold)
                .into_iter()
                .fold(0.0, f32::max),
        },
        ..of_cells(way)
    };
    ways.iter().map(extent).collect()
}

/// The smallest extent of these cells; what else it encloses are holes.
pub fn of_cells(cells: &BTreeSet<(i32, i32)>) -> Extent {
    let mut extent = Extent::of_bounds(bounds(cells));
    let holes = extent.bounding_box().filter(|cell| !cells.contains(cell));
    extent.holes = holes.collect();
    extent
}

/// Adds the rows and columns into which nearly all lines go on: a border that was never drawn, or drawn just
/// outside the game's own drawing area.
///
/// ```text
///   +--+--+--          the last column has no line on its right
///   |  |  |
///   +--+--+--
/// ```
fn with_open_borders(
    grid_lines: &GridLines,
    board: &BTreeSet<(i32, i32)>,
    threshold: Threshold,
    sampler: &GridSampler,
) -> BTreeSet<(i32, i32)> {
    if board.is_empty() {
        return BTreeSet::new();
    }
    let (col, row, last_col, last_row) = bounds(board);
    let [left, top, right, bottom] = grid_lines
        .going_on(sampler, board, threshold)
        .map(|share| i32::from(share > NEARLY_ALL));
    let wider = (col - left, row - top, last_col + right, last_row + bottom);
    let cells: BTreeSet<(i32, i32)> = Extent::of_bounds(wider).bounding_box().collect();
    let is_shown = |cell: &(i32, i32)| sampler.cell(*cell).is_inside(OUTSIDE);
    if cells.iter().all(is_shown) {
        cells
    } else {
        BTreeSet::new()
    }
}

/// Takes away border rows and columns of which fewer than half the cells are there: a word or a bar beyond the
/// border that looks like a line.
pub fn trim(group: &BTreeSet<(i32, i32)>) -> BTreeSet<(i32, i32)> {
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

/// All cells of the smallest rectangle around a group.
fn rectangle(group: &BTreeSet<(i32, i32)>) -> BTreeSet<(i32, i32)> {
    if group.is_empty() {
        return BTreeSet::new();
    }
    Extent::of_bounds(bounds(group)).bounding_box().collect()
}

/// First column and row, last column and row.
type Bounds = (i32, i32, i32, i32);

/// The smallest that hold these cells.
pub fn bounds(group: &BTreeSet<(i32, i32)>) -> Bounds {
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
