//! Where the pointer is out of the way: games light up what lies under it, or draw a cursor of their own there, and a cell
//! or a terminal that is lit up looks unlike all others.

use crate::geometry::{Lattice, ScreenPoint};
use crate::pipeline::Frame;

/// With less room than this beside the board, in points, there is no such place.
const LEAST_ROOM: f64 = 8.0;

/// The middle of the widest margin between the board and the edge of the frame; `None` where the board fills it.
pub(super) fn parking_place(lattice: &Lattice, frame: &Frame) -> Option<ScreenPoint> {
    let board = frame.viewport.box_to_screen(lattice.bounds());
    let page = frame.bounds();
    let middle = board.centre();
    let (left, above) = (board.x - page.x, board.y - page.y);
    let right = page.width - left - board.width;
    let below = page.height - above - board.height;
    let margins = [
        (left, ScreenPoint::new(board.x - left / 2.0, middle.y)),
        (
            right,
            ScreenPoint::new(board.x + board.width + right / 2.0, middle.y),
        ),
        (above, ScreenPoint::new(middle.x, board.y - above / 2.0)),
        (
            below,
            ScreenPoint::new(middle.x, board.y + board.height + below / 2.0),
        ),
    ];
    let widest = margins.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
    widest
        .filter(|(room, _)| *room >= LEAST_ROOM)
        .map(|(_, place)| place)
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::*;

    /// The place beside a board of 4 by 4 cells so wide that begins there on a page of 120 by 100.
    fn beside(left: f64, top: f64, cell: f64) -> Option<(f64, f64)> {
        let first = [left, top].map(|edge| edge + cell / 2.0);
        let lattice = Lattice::upright(4, 4, [first[0], first[1]], [cell, cell]);
        let frame = Frame::from_picture(RgbImage::new(120, 100));
        parking_place(&lattice, &frame).map(|at| (at.x, at.y))
    }

    #[test]
    fn it_is_in_the_middle_of_the_widest_margin() {
        assert_eq!(beside(10.0, 5.0, 20.0), Some((105.0, 45.0)));
        assert_eq!(beside(38.0, 5.0, 20.0), Some((19.0, 45.0)));
    }

    #[test]
    fn there_is_none_beside_a_board_that_fills_the_page() {
        assert_eq!(beside(12.0, 0.0, 25.0), Some((6.0, 50.0)));
        assert_eq!(beside(7.0, 0.0, 27.0), None);
    }
}
