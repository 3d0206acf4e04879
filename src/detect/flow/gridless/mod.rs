//! Boards without lines: only dots, and perhaps pipes, on flat ground.
//!
//! Nothing in the picture says how many empty rows and columns lie beyond the outermost dots, so every extent that
//! may be is proposed, and the engine chooses: one that is too small or too large hardly ever has a solution.
//!
//! ```text
//!   . . . . . .
//!   . a . b . .      the dots' own box is 2 by 3 here; each side of it
//!   . . . a b .      may lie up to two cells further out
//!   . . . . . .
//! ```

pub mod frames;
pub mod pegs;
pub mod specks;

use std::collections::{BTreeMap, BTreeSet};

use crate::detect::flow::extent::grid_lines::{FAINTEST, OUTSIDE, neighbours};
use crate::detect::flow::extent::lines::{Across, line};
use crate::detect::flow::extent::{Extent, bounds};
use crate::detect::flow::sampler::{CORNERS, GridSampler};
use crate::detect::flow::terminals::Terminal;
use crate::detect::grid::fit::STRAIGHT;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast, median};
use crate::vision::regions::Region;
use specks::Specks;

/// How many empty rows or columns a board may have at a border. With three there is hardly ever a solution
/// without touching.
const BEYOND: i32 = 2;

/// The smallest cells, in pixels of the shrunk picture: in smaller ones no line can be seen, and the glyphs on a page are as
/// large as dots.
const LEAST_UNRULED_PITCH: f64 = 16.0;

/// On small cells a lattice may be off by so many pixels, as root of the mean square: the ends of pipes are seen to a
/// pixel.
const MOST_OFF: f64 = 0.7;

/// So much of a cell around its middle lies on the board's ground, in cells: off the blurred edge of a card.
const INSIDE: f64 = 0.4;

/// Where an empty cell is looked at, in cells from its middle: off a frame of a tenth of a cell.
const EMPTY: [f64; 3] = [-0.36, 0.0, 0.36];

/// Bars behind the board differ from its ground by fewer levels of a channel: real ones by 51.
const BAR: f32 = 56.0;

/// A glossy or shaded dot differs from its own pipe by fewer levels of a channel than this, and by less than this share of what it
/// stands out by: else the ground around a faint one is its pipe.
const SHADE: f32 = 48.0;
const SHADE_SHARE: f32 = 0.5;

/// A row of sides is gridded when more than a tenth of those between cells of one ground show a line; a board is gridded when
/// more than 40 % of its rows of sides are, and of its columns. Bars behind the board make a few look so.
const MOST_RULED: f32 = 0.1;
const MOST_ROWS: f32 = 0.4;

/// The box around all cells with a region, and as much around it as may belong to the board: a dot with a pipe
/// is no region of its own. `None` where cells are too small, or the regions lie off the lattice: nothing else tells where
/// the cells are, and at an angle a lattice so far off loses the terminals at a border.
pub fn area(sampler: &GridSampler) -> Option<Extent> {
    let cells = &sampler.grid.cells;
    let pitch = sampler.grid.pitch;
    let is_sure =
        pitch >= LEAST_UNRULED_PITCH && sampler.grid.residual <= STRAIGHT.max(MOST_OFF / pitch);
    (is_sure && !cells.is_empty()).then(|| Extent::of_bounds(bounds(cells)).grown(BEYOND))
}

/// The part of an area that lies in the bounds of the largest flat region around these cells, of the colour of the ground between
/// them: what is beyond is the page, or the desktop. The whole area where no such region is.
pub fn on_its_ground(
    sampler: &GridSampler,
    regions: &[Region],
    cells: &BTreeSet<(i32, i32)>,
    area: &Extent,
) -> Extent {
    let own = Extent::of_bounds(bounds(cells));
    let ground = ground(sampler, &own);
    let is_in = |region: &Region, cell: (i32, i32)| {
        let patch = sampler.cell(cell);
        [(-INSIDE, -INSIDE), (INSIDE, INSIDE)]
            .into_iter()
            .all(|(right, down)| {
                let (x, y) = patch.place(right, down);
                let (x, y) = (x as i64, y as i64);
                (i64::from(region.left)..i64::from(region.right)).contains(&x)
                    && (i64::from(region.top)..i64::from(region.bottom)).contains(&y)
            })
    };
    let holds_all = |region: &&Region| {
        let here = region.colour(sampler.picture);
        contrast(here, ground) < LEAST_CONTRAST && own.cells().all(|cell| is_in(region, cell))
    };
    let Some(card) = regions.iter().filter(holds_all).max_by_key(|it| it.area) else {
        return area.clone();
    };
    let inside: BTreeSet<(i32, i32)> = area.cells().filter(|cell| is_in(card, *cell)).collect();
    Extent::of_bounds(bounds(&inside))
}

/// All extents around flat ground that a board of these terminals may have; one where specks show which cells there are.
pub fn extents(sampler: &GridSampler, terminals: &[Terminal]) -> Vec<Extent> {
    let cells: BTreeSet<(i32, i32)> = terminals.iter().map(|terminal| terminal.cell).collect();
    let ground = ground(sampler, &Extent::of_bounds(bounds(&cells)));
    let near = Extent::of_bounds(bounds(&cells)).grown(BEYOND);
    let shown = drawn(sampler, terminals, &near);
    let specks = Specks::of(sampler, &near, ground);
    let own = bounds(&shown);
    let is_explained =
        |cell| shown.contains(&cell) || specks.has(cell) || is_empty(sampler, cell, ground);
    let box_of_dots = Extent::of_bounds(own);
    if has_grid_lines(sampler, &box_of_dots) || !box_of_dots.cells().all(is_explained) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let steps = || 0..=BEYOND;
    for (left, top) in steps().flat_map(|left| steps().map(move |top| (left, top))) {
        for (right, bottom) in steps().flat_map(|right| steps().map(move |bottom| (right, bottom)))
        {
            let extent =
                Extent::of_bounds((own.0 - left, own.1 - top, own.2 + right, own.3 + bottom));
            if extent.cells().all(is_explained) {
                found.push(extent);
            }
        }
    }
    match specks.extent(&found, &shown) {
        Some(extent) => vec![extent],
        None if box_of_dots.cells().all(|cell| shown.contains(&cell)) => vec![box_of_dots],
        None => found,
    }
}

/// Whether a framed extent with these terminals is a board without lines.
pub fn is_board(sampler: &GridSampler, framed: &Extent, terminals: &[Terminal]) -> bool {
    let ground = ground(sampler, framed);
    let shown = drawn(sampler, terminals, framed);
    let mut cells = framed.cells();
    !has_grid_lines(sampler, framed)
        && cells.all(|cell| shown.contains(&cell) || is_empty(sampler, cell, ground))
}

/// What most cells of an extent show beside dots and pipes.
pub fn ground(sampler: &GridSampler, extent: &Extent) -> Colour {
    let corners = extent
        .cells()
        .flat_map(|cell| CORNERS.map(|(right, down)| sampler.cell(cell).at(right, down)));
    median(&corners.flatten().collect::<Vec<_>>())
}

/// The cells of terminals and of pipes: those in whose middle nearly a terminal's colour stands, and on the side between
/// them and the one before, from there.
pub fn drawn(sampler: &GridSampler, terminals: &[Terminal], near: &Extent) -> BTreeSet<(i32, i32)> {
    let near: BTreeSet<(i32, i32)> = near.cells().collect();
    let mut drawn: BTreeSet<(i32, i32)> = terminals.iter().map(|it| it.cell).collect();
    let mut open: Vec<((i32, i32), &Terminal)> = terminals.iter().map(|it| (it.cell, it)).collect();
    while let Some((cell, terminal)) = open.pop() {
        let most = SHADE.min(SHADE_SHARE * terminal.contrast);
        for next in neighbours(cell) {
            let (right, down) = (next.0 - cell.0, next.1 - cell.1);
            let side = sampler
                .cell(cell)
                .at(f64::from(right) / 2.0, f64::from(down) / 2.0);
            let passed = [side, sampler.cell(next).at(0.0, 0.0)];
            let is_like =
                |seen: &Option<Colour>| seen.is_some_and(|it| contrast(it, terminal.colour) < most);
            let is_pipe = passed.iter().all(is_like);
            if near.contains(&next) && is_pipe && drawn.insert(next) {
                open.push((next, terminal));
            }
        }
    }
    drawn
}

/// Whether a cell shows nothing but ground, within so many levels of a channel.
pub fn shows_only(sampler: &GridSampler, cell: (i32, i32), ground: Colour, most: f32) -> bool {
    let patch = sampler.cell(cell);
    let places = EMPTY
        .into_iter()
        .flat_map(|down| EMPTY.map(|right| (right, down)));
    let mut shown = places.filter_map(|(right, down)| patch.at(right, down));
    shown.all(|colour| contrast(colour, ground) < most)
}

/// Whether a cell shows nothing but ground, and perhaps bars behind the board: where two of them cross, they add up.
fn is_empty(sampler: &GridSampler, cell: (i32, i32), ground: Colour) -> bool {
    let patch = sampler.cell(cell);
    let rows = EMPTY.map(|down| EMPTY.map(|right| patch.at(right, down)));
    let is_faint = |most: f32| shows_only(sampler, cell, ground, most);
    let is_crossed = || {
        let [first, ..] = &rows;
        let adds_up = |row: &[Option<Colour>; 3]| {
            let steps = row
                .iter()
                .zip(first)
                .map(|(here, there)| Some(step((*there)?, (*here)?)));
            let steps: Vec<Colour> = steps.flatten().collect();
            steps
                .iter()
                .all(|other| contrast(*other, steps[0]) < LEAST_CONTRAST)
        };
        is_faint(2.0 * BAR) && rows.iter().all(adds_up)
    };
    patch.is_inside(OUTSIDE) && (is_faint(BAR) || is_crossed())
}

/// From one colour to another.
fn step(from: Colour, to: Colour) -> Colour {
    [0, 1, 2].map(|channel| to[channel] - from[channel])
}

/// Whether lines stand between cells of the same ground, in rows and in columns: a thin bar behind the board is a line in
/// one of them.
fn has_grid_lines(sampler: &GridSampler, extent: &Extent) -> bool {
    let grounds: BTreeMap<(i32, i32), Colour> = extent
        .cells()
        .map(|cell| {
            (
                cell,
                ground(
                    sampler,
                    &Extent::of_bounds((cell.0, cell.1, cell.0, cell.1)),
                ),
            )
        })
        .collect();
    let is_line = |cell: (i32, i32), across: Across| {
        let (here, there) = (grounds[&cell], *grounds.get(&across.next(cell))?);
        let line = (contrast(here, there) < LEAST_CONTRAST).then(|| line(sampler, cell, across))?;
        // The edge of a bar behind the board is a step, from which nothing stands out.
        Some(line.is_some_and(|line| line.rise.abs() >= FAINTEST))
    };
    let is_ruled_across = |across: Across, count: i32| {
        let has_grid_lines = |at: &i32| {
            let in_row = extent.cells().filter(|cell| match across {
                Across::Right => cell.0 - extent.col == *at,
                Across::Down => cell.1 - extent.row == *at,
            });
            let sides: Vec<bool> = in_row.filter_map(|cell| is_line(cell, across)).collect();
            let lines = sides.iter().filter(|is_line| **is_line).count();
            lines as f32 > MOST_RULED * sides.len() as f32
        };
        (0..count - 1).filter(has_grid_lines).count() as f32 > MOST_ROWS * (count - 1) as f32
    };
    is_ruled_across(Across::Right, extent.cols) && is_ruled_across(Across::Down, extent.rows)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::grid::fit::GridHypothesis;
    use crate::geometry::Projection;
    use crate::vision::local_range::LocalRange;
    use crate::vision::regions::{FLAT, regions};

    /// It stands out by less than a glossy dot differs from its pipe.
    #[test]
    fn the_ground_around_a_faint_dot_is_no_pipe_of_it() {
        let picture = RgbImage::from_fn(100, 100, |x, y| {
            let is_dot = x.abs_diff(50).pow(2) + y.abs_diff(50).pow(2) < 36;
            Rgb([if is_dot { 130 } else { 100 }; 3])
        });
        let near = Extent::of_bounds((-2, -2, 2, 2));
        let sampler = GridSampler {
            picture: &picture,
            grid: &GridHypothesis::upright(50.0, 20.0, near.cells().collect()),
        };
        let dot = Terminal {
            cell: (0, 0),
            colour: [130.0; 3],
            contrast: 30.0,
            radius: 0.3,
        };
        let drawn = drawn(&sampler, &[dot], &near);
        assert_eq!(drawn, BTreeSet::from([(0, 0)]));
    }

    #[test]
    fn what_lies_beyond_the_board_s_ground_is_no_part_of_its_area() {
        // Five by four cells of 20 pixels on a card in the middle of a page.
        let is_card = |x: u32, y: u32| (50..150).contains(&x) && (40..120).contains(&y);
        let picture = RgbImage::from_fn(200, 160, |x, y| {
            Rgb(if is_card(x, y) { [0; 3] } else { [60; 3] })
        });
        let grid = GridHypothesis {
            projection: Projection::axis_aligned(60.0, 50.0, 20.0, 20.0),
            pitch: 20.0,
            cells: BTreeSet::from([(0, 1), (3, 3)]),
            residual: 0.0,
        };
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        let area = area(&sampler).unwrap();
        let on_card = on_its_ground(
            &sampler,
            &regions(&LocalRange::of(&picture), FLAT),
            &grid.cells,
            &area,
        );
        assert_eq!((on_card.col, on_card.row), (0, 0));
        assert_eq!((on_card.cols, on_card.rows), (5, 4));
        let elsewhere = on_its_ground(&sampler, &[], &grid.cells, &area);
        assert_eq!((elsewhere.cols, elsewhere.rows), (area.cols, area.rows));
    }
}
