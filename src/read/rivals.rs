//! Two boards in one picture: nobody but a person knows which one is meant.

use crate::geometry::Cell;
use crate::pipeline::{BoardHypothesis, Reason, Refusal};
use crate::puzzle::flow::Puzzle;

/// A board whose cells are smaller than this share of another's is a thumbnail: a preview, or a
/// picture of a picture.
pub(super) const THUMBNAIL: f64 = 0.5;

/// Whether a board is only a thumbnail beside another.
pub(super) fn is_thumbnail(
    board: &BoardHypothesis<Puzzle>,
    other: &BoardHypothesis<Puzzle>,
) -> bool {
    board.lattice.pitch() < THUMBNAIL * other.lattice.pitch()
}

/// Lines that stand out less than this share of a board's belong to no second board: what words and buttons on a page have
/// in common looks like a grid. Of 45 pictures with a grid that could not be read, it was 0.03 to 0.17 where it was none, and
/// 0.45 or more where it was one.
const FAINTER: f64 = 0.25;

/// Whether what could not be read may be a second board beside one that was: it is no part of something larger, and not too
/// faint.
pub(super) fn may_be_second(
    doubtful: &BoardHypothesis<Puzzle>,
    board: &BoardHypothesis<Puzzle>,
) -> bool {
    let both = doubtful.contrast.zip(board.contrast);
    doubtful.is_whole && both.is_none_or(|(its, own)| its >= FAINTER * own)
}

/// Cells of two lattices are the same where their middles lie so near to each other, in cells.
const SAME_PLACE: f64 = 0.2;

/// Whether all terminals of a board are in cells of another, which has no more pairs.
pub(super) fn has_all_terminals(
    whole: &BoardHypothesis<Puzzle>,
    board: &BoardHypothesis<Puzzle>,
) -> bool {
    let own = board.puzzle.board();
    let pairs = board.puzzle.pairs();
    let mut terminals = pairs.iter().flat_map(|pair| pair.terminals);
    pairs.len() == whole.puzzle.pairs().len()
        && terminals.all(|node| place_on(whole, board, own.cell(node)).is_some())
}

/// Whether a board has all terminals of another, which has more cells.
pub(super) fn is_without_its_rim(
    board: &BoardHypothesis<Puzzle>,
    whole: &BoardHypothesis<Puzzle>,
) -> bool {
    let cells = |it: &BoardHypothesis<Puzzle>| it.puzzle.board().node_count();
    cells(board) < cells(whole) && has_all_terminals(whole, board)
}

/// Which cell of a board a cell of another is.
fn place_on(
    whole: &BoardHypothesis<Puzzle>,
    board: &BoardHypothesis<Puzzle>,
    cell: Cell,
) -> Option<Cell> {
    let (place, right, down) = whole.lattice.place_of(board.lattice.centre(cell))?;
    (right.hypot(down) <= SAME_PLACE).then_some(place)
}

/// Whether all cells of a board are cells of another, which has more of them and more terminals. One that has all terminals
/// may be the better reading of the same board.
pub(super) fn is_part(board: &BoardHypothesis<Puzzle>, whole: &BoardHypothesis<Puzzle>) -> bool {
    let of_whole = |cell| place_on(whole, board, cell);
    let end = Cell::new(board.lattice.rows() - 1, board.lattice.cols() - 1);
    let (Some(from), Some(to)) = (of_whole(Cell::new(0, 0)), of_whole(end)) else {
        return false;
    };
    let is_as_far = (from.row + end.row, from.col + end.col) == (to.row, to.col);
    is_as_far && board.puzzle.pairs().len() < whole.puzzle.pairs().len()
}

/// Names the board that was read; the other is a grid with terminals that could not be read.
pub(super) fn half_seen(board: &BoardHypothesis<Puzzle>, other: Refusal) -> Refusal {
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
pub(super) fn refusal(
    first: &BoardHypothesis<Puzzle>,
    second: &BoardHypothesis<Puzzle>,
) -> Refusal {
    Refusal::new(
        Reason::Ambiguous,
        format!(
            "the picture shows two boards, {} and {}: show only one",
            place(first),
            place(second)
        ),
    )
}

fn place(board: &BoardHypothesis<Puzzle>) -> String {
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
    use image::imageops::{blur, replace};
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::geometry::Lattice;
    use crate::pipeline::Frame;
    use crate::puzzle::flow::text;
    use crate::read::{ReadOptions, flow};
    use crate::render::{Style, draw_board};

    const ROWS: &str = "A.B.C\n..D.E\n.....\n.B.C.\n.ADE.\n";
    const SOLVED: &str = "AbBcC\nabDcE\nabdce\naBdCe\naADEe\n";

    fn draw(rows: &str, cell: u32) -> RgbImage {
        draw_board(&puzzle(rows), None, &style(cell))
    }

    fn puzzle(rows: &str) -> Puzzle {
        text::read_any("test", rows).unwrap().remove(0).puzzle
    }

    fn style(cell: u32) -> Style {
        Style {
            cell,
            ..Style::default()
        }
    }

    /// Two boards side by side, with cells of so many pixels.
    fn picture(left: u32, right: u32) -> Frame {
        let mut picture = RgbImage::new(720, 400);
        replace(&mut picture, &draw(ROWS, left), 10, 20);
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
    fn what_shares_all_its_cells_with_a_larger_board_is_a_part_of_it() {
        let (whole, part) = (hypothesis(ROWS, 20.0), |x| hypothesis("A.B\n...\nA.B\n", x));
        assert!(is_part(&part(30.0), &whole));
        assert!(!is_part(&whole, &whole));
        assert!(!is_part(&part(34.0), &whole), "between its cells");
        assert!(!is_part(&part(50.0), &whole), "half beside it");
        let without_a_row = "A.B.C\n..D.E\n.....\nABCDE\n";
        assert!(
            !is_part(&hypothesis(without_a_row, 20.0), &whole),
            "no terminal less"
        );
    }

    /// A board whose first cell lies at this column of pixels.
    fn hypothesis(rows: &str, x: f64) -> BoardHypothesis<Puzzle> {
        let puzzle = puzzle(rows);
        let (rows, cols) = (puzzle.board().rows(), puzzle.board().cols());
        BoardHypothesis {
            contrast: Some(30.0),
            ..BoardHypothesis::sure(
                puzzle,
                Lattice::upright(rows, cols, [x, 20.0], [10.0, 10.0]),
            )
        }
    }

    #[test]
    fn what_stands_out_far_less_than_the_board_is_no_second_one() {
        let board = hypothesis(ROWS, 20.0);
        let with_contrast = |contrast: Option<f64>| BoardHypothesis {
            contrast,
            ..board.clone()
        };
        assert!(!may_be_second(&with_contrast(Some(4.0)), &board));
        assert!(may_be_second(&with_contrast(Some(14.0)), &board));
        assert!(may_be_second(&with_contrast(None), &board), "without lines");
    }

    #[test]
    fn two_boards_are_both_named() {
        let refusal = flow(&picture(60, 56), &ReadOptions::default()).unwrap_err();
        assert_eq!(refusal.reason, Reason::Ambiguous);
        assert!(refusal.message.contains("5 x 5") && refusal.message.contains("4 x 4"));
    }

    /// The lines of a table go on where no more of its cells are, unlike those of a board.
    #[test]
    fn a_table_with_lines_that_go_on_is_no_second_board() {
        const CELL: u32 = 50;
        let (left, top, right) = (400, 60, 400 + 4 * CELL);
        let is_row = |y: u32| y >= top && y <= top + 4 * CELL && (y - top) % CELL < 2;
        let is_col = |x: u32| x >= left && x < right && (x - left) % CELL < 2;
        let mut picture = RgbImage::from_fn(720, 400, |x, y| {
            let is_inside = y >= top && y <= top + 4 * CELL;
            let is_line = is_row(y) && x >= left || is_col(x) && is_inside;
            Rgb(if is_line { [90; 3] } else { [0; 3] })
        });
        let icons = [[216, 27, 96], [250, 140, 20], [57, 73, 171], [0, 105, 92]];
        for (colour, at) in icons.into_iter().zip(0..) {
            let icon = RgbImage::from_pixel(30, 30, Rgb(colour));
            let (x, y) = (left + 11 + at * CELL, top + 11 + at * CELL);
            replace(&mut picture, &icon, x.into(), y.into());
        }
        replace(&mut picture, &draw(ROWS, 60), 10, 20);
        let reading = flow(&Frame::from_picture(picture), &ReadOptions::default()).unwrap();
        assert_eq!(text::rows(&reading.board.puzzle).join("\n") + "\n", ROWS);
    }

    /// The second is solved and blurred: the detector that reads the first sees nothing compact there.
    #[test]
    fn a_board_that_is_harder_to_see_is_a_second_one_too() {
        const BLUR: f32 = 2.0;
        let puzzle = puzzle(ROWS);
        let solution = text::read_letters("test", &puzzle, SOLVED).unwrap();
        let solved = draw_board(&puzzle, Some(&solution), &style(56));
        let mut picture = RgbImage::new(720, 400);
        replace(&mut picture, &draw(ROWS, 60), 10, 20);
        replace(&mut picture, &blur(&solved, BLUR), 390, 30);
        let refusal = flow(&Frame::from_picture(picture), &ReadOptions::default()).unwrap_err();
        assert_eq!(refusal.reason, Reason::Ambiguous, "{refusal}");
        assert!(refusal.message.contains("two boards"), "{refusal}");
    }

    #[test]
    fn a_thumbnail_is_no_second_board() {
        let reading = flow(&picture(60, 26), &ReadOptions::default()).unwrap();
        assert_eq!(reading.board.puzzle.board().rows(), 5);
        let first = reading.board.lattice.centre(Cell::new(0, 0));
        assert!(first.x < 100.0);
    }
}
