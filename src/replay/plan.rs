//! Strokes over cells -> actions on the desktop. Pure: nothing moves here.

use std::time::Duration;

use thiserror::Error;

use crate::geometry::{Cell, Lattice, ScreenRect, Viewport};
use crate::pipeline::{Action, Waypoint};

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

/// A drag over the centres of `cells`, in order, resting `pace` at each.
///
/// Every cell has its waypoint: most games need a move into every cell. A bridge is one cell of
/// its stroke like any other, so it is crossed straight.
///
/// # Errors
/// [`PlanError`] when a centre lies outside the board's rectangle; nothing is to be pressed then.
pub fn drag(
    cells: &[Cell],
    lattice: &Lattice,
    viewport: Viewport,
    pace: Duration,
) -> Result<Action, PlanError> {
    let board = lattice.bounds(viewport);
    let waypoint = |&cell: &Cell| {
        let at = viewport.to_screen(lattice.centre(cell));
        if board.contains(at) {
            Ok(Waypoint { at, rest: pace })
        } else {
            Err(PlanError {
                x: at.x,
                y: at.y,
                board,
            })
        }
    };
    let waypoints: Result<Vec<_>, _> = cells.iter().map(waypoint).collect();
    Ok(Action::Drag(waypoints?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ScreenPoint;

    const PACE: Duration = Duration::from_millis(18);

    /// Where a drag over three cells of a 3x4 board passes, seen through `viewport`.
    fn places(viewport: Viewport) -> Vec<(f64, f64)> {
        let lattice = Lattice::upright(3, 4, 100.0, 60.0, 50.0, 50.0);
        let cells = [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 1)];
        let Action::Drag(waypoints) = drag(&cells, &lattice, viewport, PACE).unwrap() else {
            panic!("not a drag");
        };
        assert!(waypoints.iter().all(|waypoint| waypoint.rest == PACE));
        waypoints.iter().map(|way| (way.at.x, way.at.y)).collect()
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
        let lattice = Lattice::upright(3, 3, 100.0, 60.0, 50.0, 50.0);
        let outside = [Cell::new(0, 0), Cell::new(0, 3)];
        let refused = drag(&outside, &lattice, Viewport::IDENTITY, PACE).unwrap_err();
        assert_eq!((refused.x, refused.y), (250.0, 60.0));
    }
}
