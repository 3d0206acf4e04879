//! Boards that draw a speck in the middle of every empty cell, alike in all: too small for a peg, and too faint for a disc. They
//! show how large a board without lines is.
//!
//! ```text
//!   · a b ·       beyond the board no cell has a speck
//!   · b · a
//!   · · · ·
//! ```

use std::collections::BTreeSet;

use super::EMPTY;
use crate::detect::flow::extent::{Evidence, Extent};
use crate::detect::flow::sampler::GridSampler;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast};

/// Specks differ in colour by fewer levels of a channel than this.
const SAME_COLOUR: f32 = 10.0;

/// The cells near a board that show a speck on its ground and nothing else.
pub struct Specks(BTreeSet<(i32, i32)>);

impl Specks {
    /// The specks in an area, of the colour that most of them have.
    pub fn of(sampler: &GridSampler, area: &Extent, ground: Colour) -> Self {
        let speck = |cell| Some((cell, speck(sampler, cell, ground)?));
        let all: Vec<((i32, i32), Colour)> = area.cells().filter_map(speck).collect();
        let like = |colour: Colour| -> BTreeSet<(i32, i32)> {
            let is_like =
                |&&(_, other): &&((i32, i32), Colour)| contrast(colour, other) < SAME_COLOUR;
            all.iter().filter(is_like).map(|(cell, _)| *cell).collect()
        };
        let most = all.iter().map(|(_, colour)| like(*colour));
        Self(most.max_by_key(BTreeSet::len).unwrap_or_default())
    }

    /// Whether a cell has one.
    pub fn has(&self, cell: (i32, i32)) -> bool {
        self.0.contains(&cell)
    }

    /// The largest of these extents whose cells all have a speck, but for those that show a flow; `None` where none has.
    pub fn extent(&self, extents: &[Extent], shown: &BTreeSet<(i32, i32)>) -> Option<Extent> {
        let is_on_specks = |extent: &&Extent| {
            let mut cells = extent.cells();
            cells.all(|cell| self.has(cell) || shown.contains(&cell))
                && extent.cells().any(|cell| self.has(cell))
        };
        let on_specks = extents.iter().filter(is_on_specks);
        let mut extent = on_specks.max_by_key(|it| it.cols * it.rows)?.clone();
        extent.evidence = Evidence::Pegs;
        Some(extent)
    }
}

/// The colour in the middle of a cell that shows a speck there, and nothing but ground around it.
fn speck(sampler: &GridSampler, cell: (i32, i32), ground: Colour) -> Option<Colour> {
    let patch = sampler.cell(cell);
    let places = EMPTY
        .into_iter()
        .flat_map(|down| EMPTY.map(|right| (right, down)));
    let mut around = places.filter(|place| *place != (0.0, 0.0));
    let is_ground = |(right, down)| {
        let seen = patch.at(right, down);
        seen.is_some_and(|seen| contrast(seen, ground) < LEAST_CONTRAST)
    };
    let middle = patch.at(0.0, 0.0)?;
    let is_speck = contrast(middle, ground) >= LEAST_CONTRAST && around.all(is_ground);
    is_speck.then_some(middle)
}

#[cfg(test)]
pub mod tests {
    use image::{Rgb, RgbImage};

    use crate::detect::flow::{Detector, PictureFeatures};
    use crate::pipeline::Frame;
    use crate::puzzle::flow::text::rows;

    pub const CELL: u32 = 60;

    /// A white page with a board, and so many pixels around it: `.` a speck of so many pixels across, a letter a disc.
    pub fn page_with_margin(cells: &[&str], margin: u32, speck: u32, colour: [u8; 3]) -> RgbImage {
        let (width, height) = (cells[0].len() as u32, cells.len() as u32);
        let size = |count: u32| count * CELL + 2 * margin;
        RgbImage::from_fn(size(width), size(height), |x, y| {
            let at = |from: u32| from.checked_sub(margin).map(|from| (from / CELL) as usize);
            let glyph = at(y).zip(at(x));
            let glyph = glyph.and_then(|(row, col)| cells.get(row)?.as_bytes().get(col));
            let from_middle = |at: u32| (at.wrapping_sub(margin) % CELL).abs_diff(CELL / 2).pow(2);
            let apart = from_middle(x) + from_middle(y);
            let (radius, shown) = match glyph {
                Some(b'A') => (20, [230, 40, 40]),
                Some(b'B') => (20, [40, 90, 240]),
                Some(b'C') => (20, [240, 220, 30]),
                Some(b'D') => (20, [30, 190, 90]),
                Some(_) => (speck / 2, colour),
                None => (0, [255; 3]),
            };
            let is_inside = apart < radius * radius;
            Rgb(if is_inside { shown } else { [255; 3] })
        })
    }

    /// The same with the margin of a cell.
    fn page(cells: &[&str], speck: u32, colour: [u8; 3]) -> Frame {
        Frame::from_picture(page_with_margin(cells, CELL, speck, colour))
    }

    /// The boards that are found on it.
    fn boards(frame: &Frame) -> Vec<(Vec<String>, bool)> {
        let features = PictureFeatures::of(frame);
        let boards = features.boards(Detector::Dots).filter_map(Result::ok);
        boards
            .flatten()
            .map(|board| (rows(&board.puzzle), board.is_bounded))
            .collect()
    }

    /// The column on the left has no disc, and the terminals alone have a solution on a larger board.
    const BOARD: [&str; 4] = [".DBC", ".B.C", ".A.A", ".D.."];

    #[test]
    fn specks_show_how_large_a_board_is() {
        for (speck, colour) in [(10, [214, 218, 227]), (12, [120; 3])] {
            let found = boards(&page(&BOARD, speck, colour));
            let [(shown, is_bounded)] = &found[..] else {
                panic!("{found:?}")
            };
            assert_eq!(*shown, [".ABC", ".B.C", ".D.D", ".A.."]);
            assert!(is_bounded);
        }
    }

    /// The box of a button below the board makes a second frame of the first, a row larger.
    #[test]
    fn among_two_frames_specks_show_which_one_ends_the_board() {
        let mut page = page_with_margin(&BOARD, 2 * CELL, 10, [214, 218, 227]);
        let (first, last) = (2 * CELL - 1, 6 * CELL);
        for at in first..=last {
            for across in [first, last] {
                page.put_pixel(at, across, Rgb([120; 3]));
                page.put_pixel(across, at, Rgb([120; 3]));
                page.put_pixel(across, at + CELL, Rgb([120; 3]));
                page.put_pixel(at, last + CELL, Rgb([120; 3]));
            }
        }
        let found = boards(&Frame::from_picture(page));
        let [(shown, true)] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!(*shown, [".ABC", ".B.C", ".D.D", ".A.."]);
    }

    /// They fill the box around themselves.
    #[test]
    fn specks_around_terminals_that_touch_show_how_large_a_board_is() {
        let cells = ["ABC.", "ABC.", "....", "...."];
        let found = boards(&page(&cells, 10, [214, 218, 227]));
        let shown: Vec<_> = found.iter().map(|(shown, _)| shown).collect();
        assert_eq!(shown, [&cells.map(str::to_owned)]);
    }

    #[test]
    fn without_specks_a_board_may_be_of_any_size() {
        let found = boards(&page(&BOARD, 0, [255; 3]));
        assert!(found.len() > 1);
        assert!(found.iter().all(|(_, is_bounded)| !is_bounded));
    }
}
