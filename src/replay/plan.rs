//! Strokes over cells -> actions on the desktop. Pure: nothing moves here.

use std::time::Duration;

use thiserror::Error;

use crate::geometry::{Cell, Lattice, Pixel, ScreenPoint, ScreenRect, Viewport};
use crate::pipeline::{StrokePart, Waypoint};

/// How far before the centre of a cell the pointer stops first when a cell takes two moves, as a share of the
/// way from the cell before: well inside of it.
const APPROACH: f64 = 0.25;

/// How far the pointer goes at most in a small step, in points: as far as a hand moves a mouse in a few milliseconds. A game that
/// takes a cell only from a move that ends near its border (within 5 of 62 points in one) sees each border so.
const SMALL_STEP: f64 = 4.0;

/// How far the pointer goes from the middle of a cell over a border that is joined to the opposite one, in cells: a quarter
/// of a cell beyond the border.
const OVER_BORDER: f64 = 0.75;

/// A drag that must not be performed.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error(
    "a drag would pass {x}, {y}, outside the board ({board:?}): this is a fault of flowbot, not of the game"
)]
pub struct PlanError {
    /// Where it would pass.
    pub x: f64,
    /// Where it would pass.
    pub y: f64,
    /// What the board covers of the desktop.
    pub board: ScreenRect,
}

/// How fast a stroke is put in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrokeTiming {
    /// Time in each cell.
    pub pace: Duration,
    /// How many moves a cell takes.
    pub steps: Steps,
}

/// How many moves a stroke takes in each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// One, to its middle.
    One,
    /// Two: a game that loses one of them still hears of the cell.
    Two,
    /// Many small ones to its middle, in half of the time.
    Small,
}

impl StrokeTiming {
    /// The stops from one place to the next one, after the first.
    fn stops(self, from: ScreenPoint, to: ScreenPoint) -> Vec<Waypoint> {
        let at = |left: f64| {
            let between = |to: f64, from: f64| to + (from - to) * left;
            ScreenPoint::new(between(to.x, from.x), between(to.y, from.y))
        };
        let before: Vec<f64> = match self.steps {
            Steps::One => Vec::new(),
            Steps::Two => vec![APPROACH],
            Steps::Small => {
                let count = (from.distance(to) / SMALL_STEP).ceil() as u32;
                let left = (1..count).rev();
                left.map(|step| f64::from(step) / f64::from(count))
                    .collect()
            }
        };
        let (pace, half) = (self.pace, self.pace / 2);
        let rest = half / before.len().max(1) as u32;
        let end = if before.is_empty() { pace } else { half };
        let before = before
            .into_iter()
            .map(|left| Waypoint { at: at(left), rest });
        before.chain([Waypoint { at: to, rest: end }]).collect()
    }
}

/// The way over the centres of `cells`, in order.
///
/// Every cell has its waypoint: most games need a move into every cell. A bridge is one cell of
/// its stroke like any other, so it is crossed straight. Between cells on no lattice the way goes over the middle of the side that they
/// share: a straight one might pass a third cell.
///
/// # Errors
/// [`PlanError`] when a centre lies outside the board's rectangle; nothing is to be pressed then.
pub fn waypoints(
    cells: &[Cell],
    lattice: &Lattice,
    viewport: Viewport,
    timing: StrokeTiming,
) -> Result<Vec<Waypoint>, PlanError> {
    let board = viewport.box_to_screen(lattice.bounds());
    let mut way: Vec<Waypoint> = Vec::with_capacity(cells.len());
    for at in passed(cells, lattice) {
        let at = viewport.to_screen(at);
        if !board.contains(at) {
            let (x, y) = (at.x, at.y);
            return Err(PlanError { x, y, board });
        }
        let stops = match way.last() {
            Some(before) => timing.stops(before.at, at),
            None => vec![Waypoint {
                at,
                rest: timing.pace,
            }],
        };
        way.extend(stops);
    }
    Ok(way)
}

/// The middles of cells, and on no lattice those of the sides between them.
fn passed(cells: &[Cell], lattice: &Lattice) -> Vec<Pixel> {
    let mut passed = Vec::with_capacity(2 * cells.len());
    for (number, &cell) in cells.iter().enumerate() {
        if lattice.has_places() && number > 0 {
            let (right, down) = lattice.to_side(cell, cells[number - 1]);
            passed.push(lattice.at(cell, right, down));
        }
        passed.push(lattice.centre(cell));
    }
    passed
}

/// The way over a part of a stroke, and out over the border after it if it leaves the board there.
///
/// # Errors
/// As [`waypoints`]; the place outside is within a cell of the board.
pub fn part_waypoints(
    part: &StrokePart,
    lattice: &Lattice,
    viewport: Viewport,
    timing: StrokeTiming,
) -> Result<Vec<Waypoint>, PlanError> {
    let mut way = waypoints(&part.cells, lattice, viewport, timing)?;
    if let (Some(out), Some(&last)) = (part.out, part.cells.last()) {
        let [right, down] = [out.right, out.down].map(|step| OVER_BORDER * f64::from(step));
        way.push(Waypoint {
            at: viewport.to_screen(lattice.at(last, right, down)),
            rest: timing.pace,
        });
    }
    Ok(way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{PixelBox, Place, Places};
    use crate::pipeline::Out;

    const TIMING: StrokeTiming = StrokeTiming {
        pace: Duration::from_millis(18),
        steps: Steps::One,
    };

    /// The way of a drag over three cells of a 3x4 board, seen through `viewport`.
    fn way(viewport: Viewport, steps: Steps) -> Vec<Waypoint> {
        let lattice = Lattice::upright(3, 4, [100.0, 60.0], [50.0, 50.0]);
        let cells = [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 1)];
        let timing = StrokeTiming { steps, ..TIMING };
        waypoints(&cells, &lattice, viewport, timing).unwrap()
    }

    /// Where it passes with one step in each cell.
    fn places(viewport: Viewport) -> Vec<(f64, f64)> {
        let way = way(viewport, Steps::One);
        assert!(way.iter().all(|waypoint| waypoint.rest == TIMING.pace));
        way.iter().map(|way| (way.at.x, way.at.y)).collect()
    }

    #[test]
    fn on_no_lattice_the_way_goes_over_the_sides_that_cells_share() {
        let place = |x, y| Place {
            centre: Pixel::new(x, y),
            size: 10.0,
        };
        let lattice = Lattice::of_places(Places {
            cells: vec![place(10.0, 10.0), place(30.0, 10.0), place(30.0, 30.0)],
            sides: [
                ((0, 1), Pixel::new(20.0, 14.0)),
                ((1, 2), Pixel::new(26.0, 20.0)),
            ]
            .into(),
            bounds: PixelBox {
                left: 0.0,
                top: 0.0,
                right: 40.0,
                bottom: 40.0,
            },
        });
        let cells = [2, 1, 0].map(|col| Cell::new(0, col));
        let way = waypoints(&cells, &lattice, Viewport::IDENTITY, TIMING).unwrap();
        let way: Vec<(f64, f64)> = way.iter().map(|it| (it.at.x, it.at.y)).collect();
        let expected = [
            (30.0, 30.0),
            (26.0, 20.0),
            (30.0, 10.0),
            (20.0, 14.0),
            (10.0, 10.0),
        ];
        assert_eq!(way, expected);
    }

    #[test]
    fn every_cell_has_its_waypoint_at_every_scale() {
        let expected = [(100.0, 60.0), (150.0, 60.0), (150.0, 110.0)];
        assert_eq!(places(Viewport::IDENTITY), expected);
        for scale in [1.25, 2.0] {
            let origin = ScreenPoint::new(-1280.0, 33.0);
            let expected = expected.map(|(x, y)| (x / scale - 1280.0, y / scale + 33.0));
            assert_eq!(places(Viewport { origin, scale }), expected);
        }
    }

    #[test]
    fn a_cell_outside_the_board_is_refused() {
        let lattice = Lattice::upright(3, 3, [100.0, 60.0], [50.0, 50.0]);
        let outside = [Cell::new(0, 0), Cell::new(0, 3)];
        let refused = waypoints(&outside, &lattice, Viewport::IDENTITY, TIMING).unwrap_err();
        assert_eq!((refused.x, refused.y), (250.0, 60.0));
    }

    #[test]
    fn a_part_that_leaves_the_board_ends_just_outside() {
        let lattice = Lattice::upright(3, 4, [100.0, 60.0], [50.0, 50.0]);
        let (right, down) = (-1, 0);
        let part = StrokePart {
            cells: vec![Cell::new(0, 1), Cell::new(0, 0)],
            out: Some(Out { right, down }),
        };
        let way = part_waypoints(&part, &lattice, Viewport::IDENTITY, TIMING).unwrap();
        let places: Vec<_> = way.iter().map(|way| (way.at.x, way.at.y)).collect();
        assert_eq!(places, [(150.0, 60.0), (100.0, 60.0), (62.5, 60.0)]);
    }

    #[test]
    fn a_doubled_cell_takes_two_moves_in_the_same_time() {
        let way = way(Viewport::IDENTITY, Steps::Two);
        let places: Vec<_> = way.iter().map(|way| (way.at.x, way.at.y)).collect();
        let expected = [
            (100.0, 60.0),
            (137.5, 60.0),
            (150.0, 60.0),
            (150.0, 97.5),
            (150.0, 110.0),
        ];
        assert_eq!(places, expected);
        let time: Duration = way.iter().map(|way| way.rest).sum();
        assert_eq!(time, 3 * TIMING.pace);
    }

    #[test]
    fn small_steps_come_near_every_border_in_the_same_time() {
        let way = way(Viewport::IDENTITY, Steps::Small);
        let apart = way.windows(2).map(|two| two[0].at.distance(two[1].at));
        assert!(apart.fold(0.0, f64::max) <= SMALL_STEP);
        let ends = [way[0].at, way[13].at, way[26].at].map(|at| (at.x, at.y));
        assert_eq!(ends, [(100.0, 60.0), (150.0, 60.0), (150.0, 110.0)]);
        assert_eq!(way.len(), 27);
        let time: Duration = way.iter().map(|way| way.rest).sum();
        assert!(
            3 * TIMING.pace - time < Duration::from_micros(1),
            "{time:?}"
        );
    }
}
