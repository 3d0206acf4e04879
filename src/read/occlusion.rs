//! Boards that cannot be read because a part of them is not to be seen.

use crate::detect::flow::PictureFeatures;
use crate::pipeline::{Reason, Refusal};

/// Says what hides a part of the board, where that is why it was not read.
pub(super) fn named(features: &PictureFeatures, why: Refusal) -> Refusal {
    let is_known = matches!(why.reason, Reason::Unsupported(_));
    let Some(reason) = (!is_known).then(|| features.what_hides()).flatten() else {
        return why;
    };
    let words = match reason {
        Reason::Covered => "something lies over the board: close it, or move it away",
        // A board that has no solution may be whole all the same.
        _ if why.reason == Reason::NoSolution => {
            "the board ends at the edge of the picture, or goes on beyond it: show all of it"
        }
        _ => "the board goes on beyond the edge of the picture: show all of it",
    };
    Refusal {
        reason,
        message: format!("{words} ({})", why.message),
        ..why
    }
}

#[cfg(test)]
mod tests {
    use image::imageops::{crop_imm, replace};
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::pipeline::Frame;
    use crate::puzzle::flow::text;
    use crate::read::{ReadOptions, flow};
    use crate::render::{Style, draw_board};

    const CELL: u32 = 40;

    /// A board of eight by eight cells in the middle of a page of ten by ten.
    fn page() -> RgbImage {
        let rows =
            "A......B\n.C.D....\n........\n..E..F..\n........\n.F.E....\n...D.C..\nA......B\n";
        let puzzle = text::read_any("test", rows).unwrap().remove(0).puzzle;
        let style = Style {
            cell: CELL,
            ..Style::default()
        };
        let mut page = RgbImage::from_pixel(10 * CELL, 10 * CELL, Rgb([30; 3]));
        let at = i64::from(CELL);
        replace(&mut page, &draw_board(&puzzle, None, &style), at, at);
        page
    }

    fn reason(picture: RgbImage) -> Reason {
        let outcome = flow(&Frame::from_picture(picture), &ReadOptions::default());
        outcome.unwrap_err().reason
    }

    /// The page with a panel of so many pixels over it.
    fn under(left: u32, top: u32, width: u32, height: u32) -> RgbImage {
        let mut page = page();
        let panel = RgbImage::from_pixel(width, height, Rgb([240; 3]));
        let button = RgbImage::from_pixel(width / 2, height / 4, Rgb([20, 140, 60]));
        replace(&mut page, &panel, i64::from(left), i64::from(top));
        let (x, y) = (left + width / 4, top + height / 2);
        replace(&mut page, &button, i64::from(x), i64::from(y));
        page
    }

    #[test]
    fn a_panel_over_a_board_is_said_to_cover_it() {
        assert_eq!(reason(under(95, 55, 190, 110)), Reason::Covered);
        assert_eq!(reason(under(10, 215, 370, 90)), Reason::Covered);
    }

    #[test]
    fn a_board_that_goes_on_beyond_the_picture_is_said_to_be_a_part() {
        for (left, top, width, height) in [
            (0, 0, 220, 400),
            (180, 0, 220, 400),
            (0, 0, 400, 255),
            (0, 145, 400, 255),
        ] {
            let part = crop_imm(&page(), left, top, width, height).to_image();
            assert_eq!(
                reason(part),
                Reason::Partial,
                "{left} {top} {width} {height}"
            );
        }
    }

    #[test]
    fn a_few_pixels_of_another_row_make_a_board_a_part() {
        let puzzle = text::read_any("test", "A...\n..B.\nBA..\n").unwrap();
        let puzzle = puzzle.into_iter().next().unwrap().puzzle;
        let dots = puzzle.pairs().iter().flat_map(|pair| pair.terminals);
        let dots: Vec<_> = dots.map(|node| puzzle.board().cell(node)).collect();
        // Three rows of a checkerboard, and a tenth of the fourth.
        let mut part = RgbImage::from_pixel(6 * CELL, 4 * CELL + CELL / 10, Rgb([0; 3]));
        for (row, col) in (0..4).flat_map(|row| (0..4).map(move |col| (row, col))) {
            let shade = if (row + col) % 2 == 0 { 38 } else { 12 };
            let tile = RgbImage::from_pixel(CELL, CELL, Rgb([shade; 3]));
            replace(
                &mut part,
                &tile,
                i64::from((col + 1) * CELL),
                i64::from((row + 1) * CELL),
            );
        }
        for (index, cell) in dots.iter().enumerate() {
            let colour = [Rgb([255, 0, 0]), Rgb([0, 141, 0])][index / 2];
            let at = |of: u16| i64::from((u32::from(of) + 1) * CELL + CELL / 5);
            let dot = RgbImage::from_pixel(CELL * 3 / 5, CELL * 3 / 5, colour);
            replace(&mut part, &dot, at(cell.col), at(cell.row));
        }
        assert!(flow(&Frame::from_picture(part), &ReadOptions::default()).is_err());
    }

    /// Of a board of five by five cells with lines, drawn at (0, 0), whose last two rows are empty: three rows and so
    /// much of the fourth, in cells, below the border of these.
    fn three_rows_and(share: f64) -> RgbImage {
        let puzzle = text::read_any("test", "ABCDE\n.....\nABCDE\n.....\n.....\n").unwrap();
        let puzzle = puzzle.into_iter().next().unwrap().puzzle;
        let style = Style {
            cell: CELL,
            ..Style::default()
        };
        let board = draw_board(&puzzle, None, &style);
        let margin = (f64::from(board.height()) - 5.0 * f64::from(CELL)) / 2.0;
        let height = margin + (3.0 + share) * f64::from(CELL);
        crop_imm(&board, 0, 0, board.width(), height as u32).to_image()
    }

    #[test]
    fn any_part_of_another_row_between_lines_makes_a_board_a_part() {
        for share in [0.2, 0.45, 0.65, 0.88] {
            let read = flow(
                &Frame::from_picture(three_rows_and(share)),
                &ReadOptions::default(),
            );
            assert!(read.is_err(), "{share} of a fourth row");
        }
    }

    #[test]
    fn a_wallpaper_that_runs_from_one_colour_into_another_is_no_row_of_the_board() {
        let puzzle = text::read_any("test", "ABC\n...\nABC\n").unwrap().remove(0);
        let style = Style {
            cell: CELL,
            line: crate::pipeline::Rgb([45; 3]),
            ..Style::default()
        };
        let board = draw_board(&puzzle.puzzle, None, &style);
        let (width, height) = board.dimensions();
        // Two thirds of a cell of it below the board.
        let mut page = RgbImage::from_fn(width, height + 2 * CELL / 3, |x, _| {
            let share = x as f32 / width as f32;
            Rgb([(255.0 * share) as u8, 40, (255.0 - 255.0 * share) as u8])
        });
        replace(&mut page, &board, 0, 0);
        let read = flow(&Frame::from_picture(page), &ReadOptions::default()).unwrap();
        let rows = text::rows(&read.board.puzzle);
        assert_eq!(rows, ["ABC", "...", "ABC"]);
    }

    #[test]
    fn a_whole_board_that_makes_no_sense_is_not_said_to_be_hidden() {
        let whole = reason(page());
        assert!(
            !matches!(whole, Reason::Covered | Reason::Partial),
            "{whole}"
        );
    }
}
