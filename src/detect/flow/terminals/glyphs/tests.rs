//! Glyphs of dots on pages with lines, rings and colours.

use image::imageops::{FilterType, replace, resize};
use image::{Rgb, RgbImage};

use crate::detect::flow::{Detector, PictureFeatures};
use crate::pipeline::{BoardHypothesis, Frame};
use crate::puzzle::flow::{Puzzle, text};

/// Glyphs of five by seven dots, row by row from the top; the lowest bit is on the right.
const SIGNS: [(u8, [u32; 7]); 6] = [
    (b'1', [4, 12, 4, 4, 4, 4, 14]),
    (b'2', [14, 17, 1, 6, 8, 16, 31]),
    (b'3', [14, 17, 1, 6, 1, 17, 14]),
    (b'6', [14, 16, 16, 30, 17, 17, 14]),
    (b'8', [14, 17, 17, 14, 17, 17, 14]),
    (b'L', [16, 16, 16, 16, 16, 16, 31]),
];

/// The same with a ring around each glyph that reaches so many cells from its middle, two pixels wide.
fn ringed(rows: [&str; 5], cell: u32, dot: u32, radius: f64) -> RgbImage {
    with_rings(page(rows, cell, 1, dot), rows, cell, radius)
}

/// A page with such a ring around each glyph.
fn with_rings(mut page: RgbImage, rows: [&str; 5], cell: u32, radius: f64) -> RgbImage {
    let margin = cell * 3 / 4;
    for (x, y, pixel) in page.enumerate_pixels_mut() {
        let (Some(x), Some(y)) = (x.checked_sub(margin), y.checked_sub(margin)) else {
            continue;
        };
        let glyph = rows.get((y / cell) as usize);
        let glyph = glyph.and_then(|row| row.as_bytes().get((x / cell) as usize));
        let from_middle = |at: u32| f64::from(at % cell) + 0.5 - f64::from(cell) / 2.0;
        let to_ring = from_middle(x).hypot(from_middle(y)) - radius * f64::from(cell);
        if glyph.is_some_and(|glyph| *glyph != b'.') && to_ring.abs() < 1.0 {
            *pixel = Rgb([0; 3]);
        }
    }
    page
}

/// Black glyphs on paper with grey lines, in cells of so many pixels, of dots that are so wide.
fn page(rows: [&str; 5], cell: u32, line: u32, dot: u32) -> RgbImage {
    page_of(rows, cell, line, dot, cell * 3 / 40)
}

/// The same with so many pixels from dot to dot.
fn page_of(rows: [&str; 5], cell: u32, line: u32, dot: u32, step: u32) -> RgbImage {
    let mut page = RgbImage::from_pixel(cell * 13 / 2, cell * 13 / 2, Rgb([255; 3]));
    let margin = cell * 3 / 4;
    for at in (0..=5).map(|line| i64::from(margin + cell * line)) {
        let grey = |width, height| RgbImage::from_pixel(width, height, Rgb([150; 3]));
        replace(
            &mut page,
            &grey(5 * cell + line, line),
            i64::from(margin),
            at,
        );
        replace(
            &mut page,
            &grey(line, 5 * cell + line),
            at,
            i64::from(margin),
        );
    }
    for (row, glyphs) in rows.iter().enumerate() {
        for (col, glyph) in glyphs.bytes().enumerate().filter(|(_, it)| *it != b'.') {
            let (_, dots) = SIGNS.iter().find(|(name, _)| *name == glyph).unwrap();
            let place = |at: usize| margin + cell * at as u32;
            let (x, y) = (
                place(col) + (cell - 5 * step).div_ceil(2),
                place(row) + (cell - 7 * step).div_ceil(2),
            );
            for (down, right) in (0..7).flat_map(|down| (0..5).map(move |right| (down, right))) {
                if dots[down as usize] >> (4 - right) & 1 == 1 {
                    let ink = RgbImage::from_pixel(dot, dot, Rgb([0; 3]));
                    let (x, y) = (x + step * right, y + step * down);
                    replace(&mut page, &ink, i64::from(x), i64::from(y));
                }
            }
        }
    }
    page
}

/// The boards that are seen there.
fn boards_on(page: RgbImage) -> Vec<BoardHypothesis<Puzzle>> {
    let frame = Frame::from_picture(page);
    let features = PictureFeatures::of(&frame);
    let boards = features
        .boards(Detector::Glyphs)
        .filter_map(Result::ok)
        .flatten();
    boards.collect()
}

fn boards(rows: [&str; 5]) -> Vec<BoardHypothesis<Puzzle>> {
    boards_on(page(rows, 40, 1, 3))
}

#[test]
fn black_digits_that_look_alike_are_pairs() {
    let boards = boards(["1.2.3", ".....", "..3..", ".2...", ".1..."]);
    assert!(!boards.is_empty());
    for board in boards {
        let shown = text::rows(&board.puzzle);
        assert_eq!(shown, ["A.B.C", ".....", "..C..", ".B...", ".A..."]);
        assert!(board.is_settled);
    }
}

#[test]
fn digits_in_cells_with_broad_lines_around_are_told_apart() {
    let rows = ["1.2.3", ".....", "..3..", ".2...", ".1..."];
    let boards = boards_on(page_of(rows, 60, 14, 3, 3));
    assert!(boards.iter().any(|board| board.is_settled));
}

#[test]
fn digits_in_circles_are_told_apart_by_the_digits() {
    let rows = ["6.8.3", ".....", "..3..", ".8...", ".6..."];
    for (cell, dot) in [(87, 6), (121, 9)] {
        let large = ringed(rows, cell, dot, 0.36);
        let size = |side: u32| side * 10 / 13;
        let (width, height) = large.dimensions();
        let small = resize(&large, size(width), size(height), FilterType::Triangle);
        let boards = boards_on(small);
        assert!(boards.iter().any(|board| board.is_settled), "{cell}");
    }
    let four = ["6.8.3", ".....", "6.3..", ".8...", ".6.6."];
    let boards = boards_on(ringed(four, 48, 3, 0.36));
    assert!(boards.iter().all(|board| !board.is_settled));
}

/// Eight pixels wide and eleven high, in circles that take a third of their cells of 77.
#[test]
fn small_digits_in_small_circles_are_told_apart_by_the_digits() {
    let rows = ["6.8.3", ".....", "..3..", ".8...", ".6..."];
    let large = with_rings(page_of(rows, 100, 1, 2, 2), rows, 100, 0.17);
    let boards = boards_on(resize(&large, 500, 500, FilterType::Triangle));
    assert!(boards.iter().any(|board| board.is_settled));
}

/// Seven pixels high in cells of 60, and 14 high in cells of 100.
#[test]
fn small_digits_in_large_cells_are_told_apart() {
    let rows = ["6.8.3", ".....", "..3..", ".8...", ".6..."];
    for (cell, dot) in [(60, 1), (100, 2)] {
        let boards = boards_on(page_of(rows, cell, 1, dot, dot));
        assert!(boards.iter().any(|board| board.is_settled), "{cell}");
    }
}

#[test]
fn specks_are_no_glyphs() {
    let mut specks = page(["....."; 5], 60, 1, 1);
    for cell in 0..25 {
        let at = |cells: u32| 45 + 60 * cells + 30;
        let speck = RgbImage::from_pixel(2, 2, Rgb([0; 3]));
        replace(
            &mut specks,
            &speck,
            at(cell % 5).into(),
            at(cell / 5).into(),
        );
    }
    assert!(boards_on(specks).is_empty());
}

/// Two pairs of one glyph, on white and on grey paper in turn: the inks tell them apart.
#[test]
fn glyphs_of_one_shape_are_told_apart_by_the_colours_of_their_ink() {
    let rows = ["6.8.3", ".....", "8.3..", "....8", ".6..8"];
    let cell = 60;
    let mut page = page(rows, cell, 1, 4);
    let (blue, red) = ([(4, 3), (4, 4)], [(2, 0), (0, 2)]);
    for (x, y, pixel) in page.enumerate_pixels_mut() {
        let at = [x, y].map(|at| (at as i32 - 45).div_euclid(cell as i32));
        let is_ink = pixel.0 == [0; 3];
        let is_grey = pixel.0 == [255; 3] && (at[0] + at[1]) % 2 == 1;
        pixel.0 = match (at[0], at[1]) {
            cell if is_ink && blue.contains(&cell) => [0, 80, 200],
            cell if is_ink && red.contains(&cell) => [200, 60, 0],
            _ if is_grey => [220; 3],
            _ => pixel.0,
        };
    }
    let boards = boards_on(page);
    let settled = boards.iter().find(|board| board.is_settled);
    let shown = settled.map(|board| text::rows(&board.puzzle));
    let expected = ["A.B.C", ".....", "B.C..", "....D", ".A..D"];
    assert_eq!(shown.unwrap_or_default(), expected);
}

#[test]
fn a_digit_that_stands_on_four_cells_settles_nothing() {
    let boards = boards(["1.2.3", ".....", "1.3..", ".2...", ".1.1."]);
    assert!(boards.iter().all(|board| !board.is_settled));
}

#[test]
fn a_sign_that_is_not_round_lies_off_no_cell() {
    let boards = boards(["1.2.L", ".....", "..L..", ".2...", ".1..."]);
    assert!(boards.iter().any(|board| board.is_settled));
}

#[test]
fn signs_are_alike_however_they_lie_on_the_pixels() {
    let rows = ["1.2.3", ".....", "..3..", ".2...", ".1..."];
    let large = page(rows, 121, 3, 8);
    let (width, height) = large.dimensions();
    let small = resize(&large, width / 3, height / 3, FilterType::Triangle);
    let boards = boards_on(small);
    assert!(boards.iter().any(|board| board.is_settled));
}
