//! Boards whose cells are not square.

use super::only_board::only_board;
use super::options::ReadOptions;
use crate::detect::flow::PictureFeatures;
use crate::pipeline::{Reading, Reason, Refusal};
use crate::puzzle::flow::Puzzle;

/// Where no board was found, or none that has a solution, the one that is read when the cells are made square.
pub(super) fn read_with_square_cells(
    features: &PictureFeatures,
    options: &ReadOptions,
    why: Refusal,
) -> Result<Reading<Puzzle>, Refusal> {
    let is_none = matches!(why.reason, Reason::NoBoard | Reason::NoSolution);
    let Some((frame, back)) = is_none.then(|| features.with_square_cells()).flatten() else {
        return Err(why);
    };
    let square = PictureFeatures::of(&frame)
        .between(options.edges)
        .knowing(options.profile)
        .without(options.detection_without());
    let mut reading = only_board(&square, options).map_err(|again| {
        // Then a board is seen, and nothing is wrong with the picture.
        if again.reason == Reason::NoSolution {
            again
        } else {
            why
        }
    })?;
    let lattice = &mut reading.board.lattice;
    *lattice = lattice.carried(&back);
    Ok(reading)
}

#[cfg(test)]
mod tests {
    use image::imageops::{FilterType, replace, resize};
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::geometry::Cell;
    use crate::pipeline::Frame;
    use crate::puzzle::flow::text;
    use crate::read::flow;
    use crate::render::{Style, draw_board};

    const ROWS: &str = "A.B...\nC.....\n....AB\n...CDE\n.E....\nD.....\n";

    /// The board on a page, its first cell's middle at (72.5, 92.5); the page is made so many times as wide and as high.
    fn stretched(wide: f64, high: f64) -> RgbImage {
        let puzzle = text::read_any("test", ROWS).unwrap().remove(0).puzzle;
        let style = Style {
            cell: 50,
            ..Style::default()
        };
        let mut page = RgbImage::from_pixel(400, 400, Rgb([0; 3]));
        replace(&mut page, &draw_board(&puzzle, None, &style), 40, 60);
        let side = |by: f64| (400.0 * by) as u32;
        resize(&page, side(wide), side(high), FilterType::Triangle)
    }

    #[test]
    fn cells_that_are_not_square_are_read_where_they_lie() {
        for (wide, high) in [(1.35, 1.0), (1.0, 1.3), (1.5, 1.1), (1.75, 1.0), (5.2, 4.1)] {
            let frame = Frame::from_picture(stretched(wide, high));
            let read = flow(&frame, &ReadOptions::default()).unwrap();
            let rows = text::rows(&read.board.puzzle).join("\n") + "\n";
            assert_eq!(rows, ROWS, "{wide} by {high}");
            for cell in [Cell::new(0, 0), Cell::new(5, 5)] {
                let at = read.board.lattice.centre(cell);
                let (x, y) = (f64::from(cell.col), f64::from(cell.row));
                let off = [
                    at.x - wide * (72.5 + 50.0 * x),
                    at.y - high * (92.5 + 50.0 * y),
                ];
                assert!(
                    off.iter().all(|it| it.abs() < 3.0 * wide),
                    "{cell:?} is off by {off:?}"
                );
            }
        }
    }
}
