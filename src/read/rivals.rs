//! Two boards in one picture: nobody but a person knows which one is meant.

use crate::pipeline::{Candidate, Reason, Refusal};
use crate::puzzle::flow::Puzzle;

/// A board whose cells are smaller than this share of another's is a thumbnail: a preview, or a
/// picture of a picture.
pub(super) const THUMBNAIL: f64 = 0.5;

/// Whether a board is only a thumbnail beside another.
pub(super) fn is_thumbnail(board: &Candidate<Puzzle>, other: &Candidate<Puzzle>) -> bool {
    board.lattice.pitch() < THUMBNAIL * other.lattice.pitch()
}

/// Names the board that was read; the other is a grid with terminals that could not be read.
pub(super) fn half_seen(board: &Candidate<Puzzle>, other: Refusal) -> Refusal {
    Refusal {
        reason: Reason::Ambiguous,
        message: format!(
            "beside {} the picture shows another that cannot be read: show only one",
            place(board)
        ),
        ..other
    }
}

/// Names both boards.
pub(super) fn refusal(first: &Candidate<Puzzle>, second: &Candidate<Puzzle>) -> Refusal {
    Refusal::new(
        Reason::Ambiguous,
        format!(
            "the picture shows two boards, {} and {}: show only one",
            place(first),
            place(second)
        ),
    )
}

fn place(board: &Candidate<Puzzle>) -> String {
    let lattice = &board.lattice;
    let bounds = lattice.bounds();
    format!(
        "one of {} x {} cells at pixel {:.0}, {:.0}, {:.0} wide and {:.0} high",
        lattice.rows(),
        lattice.cols(),
        bounds.left,
        bounds.top,
        bounds.width(),
        bounds.height()
    )
}

#[cfg(test)]
mod tests {
    use image::RgbImage;
    use image::imageops::replace;

    use super::*;
    use crate::geometry::Cell;
    use crate::pipeline::Frame;
    use crate::puzzle::flow::text;
    use crate::read::{ReadOptions, flow};
    use crate::render::{Style, draw_board};

    /// Two boards side by side, with cells of so many pixels.
    fn picture(left: u32, right: u32) -> Frame {
        let draw = |rows: &str, cell: u32| {
            let puzzle = text::read_any("test", rows).unwrap().remove(0).puzzle;
            let style = Style {
                cell,
                ..Style::default()
            };
            draw_board(&puzzle, None, &style)
        };
        let mut picture = RgbImage::new(720, 400);
        replace(
            &mut picture,
            &draw("A.B.C\n..D.E\n.....\n.B.C.\n.ADE.\n", left),
            10,
            20,
        );
        // This one has no solution.
        replace(
            &mut picture,
            &draw("...A\n....\nAC.D\nCD..\n", right),
            390,
            30,
        );
        Frame::from_picture(picture)
    }

    #[test]
    fn two_boards_are_both_named() {
        let refusal = flow(&picture(60, 56), &ReadOptions::default()).unwrap_err();
        assert_eq!(refusal.reason, Reason::Ambiguous);
        assert!(refusal.message.contains("5 x 5") && refusal.message.contains("4 x 4"));
    }

    #[test]
    fn a_thumbnail_is_no_second_board() {
        let reading = flow(&picture(60, 26), &ReadOptions::default()).unwrap();
        assert_eq!(reading.board.puzzle.board().rows(), 5);
        let first = reading.board.lattice.centre(Cell::new(0, 0));
        assert!(first.x < 100.0);
    }
}
