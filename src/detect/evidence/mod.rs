//! What a picture shows at each cell and each edge of a grid, measured once, over the whole picture: one ring of cells and
//! more beyond the board.

mod cells;
mod edges;
mod refine;
mod sampler;
mod stretch;
mod walls;

use std::collections::HashMap;
use std::ops::RangeInclusive;

use image::RgbImage;

use self::edges::Unit;
use self::sampler::Sampler;
use self::walls::Wall;
use super::grid::tiled::TiledGrid;
use super::weights::LEAST_UNIT;
use crate::geometry::{GridCell, HEX_COLUMN, PlanePoint, Projection, Tiling};

pub use cells::Content;
pub use edges::Edge;

/// The most cells of a grid that are measured: far above any board.
const MOST_CELLS: usize = 4000;

/// The most cells that are asked whether they lie in the picture: those of a grid at an angle lie in a larger box.
const MOST_TRIED: usize = 4 * MOST_CELLS;

/// A cell whose middle lies at most this far outside the picture, in cells, is measured; one that lies this far inside is
/// whole.
const OUTSIDE: f64 = 0.42;
const INSIDE: f64 = 0.36;

/// The evidence of one grid.
pub struct EvidenceMap {
    /// The grid, where its lines were seen.
    pub grid: TiledGrid,
    /// By number.
    pub cells: Vec<GridCell>,
    numbers: HashMap<GridCell, usize>,
    /// By number of a cell: whether all of it is in the picture.
    pub is_whole: Vec<bool>,
    /// By number of a cell.
    pub contents: Vec<Content>,
    /// All edges of these cells, each once.
    pub edges: Vec<Edge>,
    /// By number of a cell: its edges and the cells behind them.
    pub around: Vec<Vec<Beside>>,
    unit: Unit,
}

/// An edge of a cell and what lies behind it.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    pub edge: usize,
    /// `None` for a cell that is not measured.
    pub cell: Option<usize>,
}

impl EvidenceMap {
    /// Measures a picture on a grid; `None` where no lines lie on it.
    pub fn measure(picture: &RgbImage, grid: &TiledGrid) -> Option<Self> {
        let sampler = Sampler::new(picture, grid);
        let grid = settled(&sampler, grid)?;
        let (cells, is_whole) = cells(picture, &grid)?;
        let numbers = numbered(&cells);
        let sampler = sampler.on(&grid);
        let measured = edges::measure(&sampler, &grid, &cells, &numbers, |_, _| true);
        let is_inner = |it: &edges::Measured| {
            let of = |number: usize| grid.support.contains(&cells[number]);
            it.is_between && it.cells.into_iter().all(of)
        };
        let unit = Unit::of(&measured, is_inner);
        if unit.length < LEAST_UNIT {
            return None;
        }
        let middles: Vec<PlanePoint> = cells.iter().map(|it| grid.tiling.centre(*it)).collect();
        let contents = cells::contents(&sampler, grid.tiling, &middles, &unit);
        let edges = edges::edges(&measured, &unit, |number| contents[number].is_filled());
        let around = around(cells.len(), &edges);
        Some(Self {
            grid,
            numbers,
            cells,
            is_whole,
            contents,
            edges,
            around,
            unit,
        })
    }

    /// Whether some of these edges may hide a wall like those.
    pub fn may_hide_walls<'e>(
        &self,
        walls: impl Iterator<Item = &'e Edge>,
        mut edges: impl Iterator<Item = &'e Edge>,
    ) -> bool {
        Wall::of(walls).is_some_and(|wall| edges.any(|it| wall.may_hide_at(it, &self.unit)))
    }

    /// The number of a cell that is measured.
    pub fn number(&self, cell: GridCell) -> Option<usize> {
        self.numbers.get(&cell).copied()
    }

    /// The edge between two neighbours.
    pub fn edge_between(&self, a: usize, b: usize) -> Option<&Edge> {
        let beside = self.around[a].iter().find(|it| it.cell == Some(b))?;
        Some(&self.edges[beside.edge])
    }
}

/// The grid moved to where its lines are seen; `None` where there are none.
fn settled(sampler: &Sampler, grid: &TiledGrid) -> Option<TiledGrid> {
    let cells: Vec<GridCell> = grid.support.iter().copied().collect();
    let numbers = numbered(&cells);
    let measured = edges::measure(sampler, grid, &cells, &numbers, |_, _| true);
    let unit = Unit::of(&measured, |it| it.is_between);
    let refined = refine::refined(grid, &measured, &unit);
    (unit.length >= LEAST_UNIT).then(|| refined.unwrap_or_else(|| grid.clone()))
}

fn numbered(cells: &[GridCell]) -> HashMap<GridCell, usize> {
    let numbered = cells.iter().enumerate();
    numbered.map(|(number, cell)| (*cell, number)).collect()
}

/// All cells in the picture, and which of them are whole in it.
fn cells(picture: &RgbImage, grid: &TiledGrid) -> Option<(Vec<GridCell>, Vec<bool>)> {
    let back = grid.projection.inverse()?;
    let pitch = grid.pitch();
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let (rows, cols) = reach(&back, grid.tiling, width, height)?;
    if rows.clone().count() * cols.clone().count() > MOST_TRIED {
        return None;
    }
    let mut cells = Vec::new();
    let mut is_whole = Vec::new();
    for row in rows {
        for col in cols.clone() {
            let cell = GridCell::new(row, col);
            let at = grid.pixel(grid.tiling.centre(cell));
            let is_in = |margin: f64| {
                at.x > margin && at.y > margin && at.x < width - margin && at.y < height - margin
            };
            if is_in(-OUTSIDE * pitch) {
                cells.push(cell);
                is_whole.push(is_in(INSIDE * pitch));
            }
        }
    }
    (cells.len() <= MOST_CELLS).then_some((cells, is_whole))
}

/// The rows and columns that the corners of a picture lie within, and one more to each side.
fn reach(
    back: &Projection,
    tiling: Tiling,
    width: f64,
    height: f64,
) -> Option<(RangeInclusive<i32>, RangeInclusive<i32>)> {
    let corners = [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)];
    let corners = corners.map(|(x, y)| back.apply(x, y));
    let column = match tiling {
        Tiling::Square => 1.0,
        Tiling::Hexagonal => HEX_COLUMN,
    };
    let range = |of: &dyn Fn(&(f64, f64)) -> f64| {
        let least = corners.iter().map(of).fold(f64::MAX, f64::min).floor();
        let most = corners.iter().map(of).fold(f64::MIN, f64::max).ceil();
        let is_bearable = least.is_finite() && most.is_finite() && most - least < MOST_CELLS as f64;
        is_bearable.then(|| least as i32 - 1..=most as i32 + 1)
    };
    Some((range(&|it| it.1)?, range(&|it| it.0 / column)?))
}

fn around(count: usize, edges: &[Edge]) -> Vec<Vec<Beside>> {
    let mut around = vec![Vec::with_capacity(6); count];
    for (number, edge) in edges.iter().enumerate() {
        let beside = |cell| Beside { edge: number, cell };
        around[edge.cell].push(beside(edge.other));
        if let Some(other) = edge.other {
            around[other].push(beside(Some(edge.cell)));
        }
    }
    around
}
