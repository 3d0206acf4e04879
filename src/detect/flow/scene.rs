//! A small board on a black page, seen on its lattice, for tests.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use image::{Rgb, RgbImage};

use crate::detect::flow::extent::{Evidence, Extent};
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::view::View;
use crate::detect::grid::compact::compact_regions;
use crate::detect::grid::fit::GridHypothesis;
use crate::geometry::Projection;
use crate::pipeline::Edges;
use crate::vision::local_range::LocalRange;
use crate::vision::regions::{FLAT, regions};

pub const CELL: f64 = 40.0;
pub const RED: [u8; 3] = [220, 30, 30];

const SIZE: (u32, u32) = (320, 240);
const RADIUS: f64 = 0.35;
const PIPE: f64 = 0.15;

/// A board seen at an angle is turned by so many degrees about the upright and the level axis.
const ANGLE: [f64; 2] = [6.0, -4.0];

/// Something on the page, from one place to another, in cells from the middle of the first cell.
#[derive(Clone, Copy)]
pub struct Thing {
    pub from: (f64, f64),
    pub to: (f64, f64),
    /// How far it reaches from the line between these.
    pub reach: f64,
    pub is_square: bool,
    pub colour: [u8; 3],
}

pub fn disc(col: f64, row: f64, colour: [u8; 3]) -> Thing {
    Thing {
        from: (col, row),
        to: (col, row),
        reach: RADIUS,
        is_square: false,
        colour,
    }
}

pub fn pipe(from: (f64, f64), to: (f64, f64), colour: [u8; 3]) -> Thing {
    Thing {
        from,
        to,
        reach: PIPE,
        ..disc(0.0, 0.0, colour)
    }
}

impl Thing {
    fn is_at(&self, at: (f64, f64)) -> bool {
        let (right, down) = (at.0 - self.from.0, at.1 - self.from.1);
        let (along_x, along_y) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let length = (along_x * along_x + along_y * along_y).max(f64::EPSILON);
        let share = ((right * along_x + down * along_y) / length).clamp(0.0, 1.0);
        let (x, y) = (right - share * along_x, down - share * along_y);
        let off = if self.is_square {
            x.abs().max(y.abs())
        } else {
            x.hypot(y)
        };
        off < self.reach
    }
}

/// The terminals of a board of four by four cells, pair by pair.
pub const TERMINALS: [(i32, i32); 8] = [
    (0, 0),
    (2, 1),
    (1, 1),
    (3, 3),
    (0, 2),
    (3, 0),
    (2, 3),
    (1, 3),
];

/// A square board with so many cells to a side, of which nothing more is known.
pub fn plain_board(side: i32) -> Extent {
    Extent {
        col: 0,
        row: 0,
        cols: side,
        rows: side,
        holes: BTreeSet::new(),
        obstacles: BTreeSet::new(),
        evidence: Evidence::Nothing,
    }
}

/// What `look` says of that board with these things beside it, or on it.
pub fn seen<T>(things: &[Thing], look: impl FnOnce(&View) -> T) -> T {
    view_of(&drawn(things), look)
}

/// What `look` says of that board seen at an angle, with these things beside it, or on it.
pub fn seen_askew<T>(things: &[Thing], look: impl FnOnce(&View) -> T) -> T {
    let (width, height) = (f64::from(SIZE.0), f64::from(SIZE.1));
    let tilt = Projection::tilt((width / 2.0, height / 2.0), width, ANGLE);
    let projection = tilt.after(&upright().projection);
    let to_cells = projection.inverse().expect("it is seen from the front");
    let picture = drawn_where(things, |x, y| to_cells.apply(x, y));
    let grid = GridHypothesis {
        projection,
        ..upright()
    };
    on_grid(&picture, &grid, look)
}

/// That board with these things beside it, or on it.
pub fn drawn(things: &[Thing]) -> RgbImage {
    drawn_where(things, |x, y| (x / CELL - 0.5, y / CELL - 0.5))
}

/// The same; `place` says where on the board a pixel lies, in cells from the middle of the first one.
fn drawn_where(things: &[Thing], place: impl Fn(f64, f64) -> (f64, f64)) -> RgbImage {
    let shades = [60, 110, 160, 240];
    let dots = TERMINALS
        .iter()
        .enumerate()
        .map(|(index, &(col, row))| disc(col.into(), row.into(), [0, shades[index / 2], 200]));
    let all: Vec<Thing> = dots.chain(things.iter().copied()).collect();
    RgbImage::from_fn(SIZE.0, SIZE.1, |x, y| {
        let at = place(f64::from(x), f64::from(y));
        let thing = all.iter().find(|thing| thing.is_at(at));
        Rgb(thing.map_or([0; 3], |thing| thing.colour))
    })
}

/// A picture with noise of so many levels.
pub fn noisy(mut picture: RgbImage, levels: u32) -> RgbImage {
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let noise = (7 * x + 11 * y + x * y) % levels;
        pixel.0 = pixel.0.map(|level| level.saturating_add(noise as u8));
    }
    picture
}

/// What `look` says of a picture whose cells begin at its upper left corner.
pub fn view_of<T>(picture: &RgbImage, look: impl FnOnce(&View) -> T) -> T {
    on_grid(picture, &upright(), look)
}

/// The grid whose cells begin at the upper left corner of the picture.
fn upright() -> GridHypothesis {
    GridHypothesis {
        projection: Projection::axis_aligned(CELL / 2.0, CELL / 2.0, CELL, CELL),
        pitch: CELL,
        cells: TERMINALS.into_iter().collect(),
        residual: 0.0,
    }
}

/// What `look` says of a picture on a grid.
pub fn on_grid<T>(picture: &RgbImage, grid: &GridHypothesis, look: impl FnOnce(&View) -> T) -> T {
    let local_range = LocalRange::of(picture);
    let regions = regions(&local_range, FLAT);
    let compact_regions = compact_regions(&regions);
    look(&View {
        sampler: GridSampler { picture, grid },
        sharp: None,
        original: picture,
        compact_regions: &compact_regions,
        regions: &regions,
        faint: &OnceCell::new(),
        local_range: &local_range.into(),
        known: None,
        edges: Edges::OfPicture,
        without: None,
        by: 1.0,
    })
}
