//! Boards that draw a peg, a hole or a tile in every empty cell, alike in all: these show which cells there are, be there
//! lines or not.
//!
//! ```text
//!   o a o o       nothing at all is drawn where there is no cell
//!   o b o
//!   o o a b
//! ```

use super::{drawn, ground, shows_only};
use crate::detect::flow::extent::grid_lines::largest;
use crate::detect::flow::extent::{Evidence, Extent, of_cells, trim};
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::discs::discs_on;
use crate::vision::colour::contrast;

/// Pegs differ in colour by fewer levels of a channel than this, and in radius by no more than this, in cells.
const SAME_COLOUR: f32 = 10.0;
const SAME_RADIUS: f64 = 0.05;

/// The fewest pegs, and their least share of all discs: no colour of a flow is on so many cells.
const FEWEST: usize = 6;
const LEAST_SHARE: f32 = 0.25;

/// The smallest peg: thin pipes look like smaller discs where they cross a cell, and faint glyphs do not matter.
const SMALLEST: f64 = 0.22;

/// What the pegs say of a board.
pub struct Pegged {
    /// The ways to see which cells there are: all that hang together, or without what sticks out, such as a button.
    pub extents: Vec<Extent>,
    /// All that may be terminals.
    pub discs: Vec<Terminal>,
}

/// The pegs among all discs of an area, if there are any.
pub fn pegs(discs: &[Terminal]) -> Vec<Terminal> {
    let mut all = discs.to_vec();
    all.retain(|disc| disc.radius >= SMALLEST);
    let like = |disc: &Terminal| -> Vec<Terminal> {
        let is_like = |other: &&Terminal| {
            contrast(disc.colour, other.colour) < SAME_COLOUR
                && (disc.radius - other.radius).abs() <= SAME_RADIUS
        };
        all.iter().filter(is_like).copied().collect()
    };
    let most = all.iter().map(like).max_by_key(Vec::len);
    let are_enough = |pegs: &Vec<Terminal>| {
        pegs.len() >= FEWEST && (pegs.len() as f32) >= LEAST_SHARE * all.len() as f32
    };
    most.filter(are_enough).unwrap_or_default()
}

/// What these pegs say of the board in an area; `None` without any.
pub fn pegged(sampler: &GridSampler, area: &Extent, pegs: &[Terminal]) -> Option<Pegged> {
    // A small dot on a peg stands out more than the peg does.
    let peg = pegs
        .iter()
        .min_by(|a, b| a.contrast.total_cmp(&b.contrast))?;
    let mut discs = discs_on(sampler, &area.cells().collect(), Some(peg));
    // A peg may have an outline, which stands out from it.
    discs.retain(|disc| contrast(disc.colour, peg.colour) >= SAME_COLOUR);
    let mut shown = drawn(sampler, &discs, area);
    shown.extend(pegs.iter().map(|disc| disc.cell));
    let whole = largest(shown, |_, _| true);
    let trimmed = trim(&whole);
    let mut extents: Vec<Extent> = Vec::new();
    for cells in [&trimmed, &whole] {
        let mut extent = of_cells(cells);
        extent.evidence = Evidence::Pegs;
        let ground = ground(sampler, &extent);
        let mut holes = extent.holes.iter();
        let is_clear = holes.all(|cell| shows_only(sampler, *cell, ground, peg.contrast / 2.0));
        if is_clear && extent.is_board_sized() {
            extents.push(extent);
        }
    }
    if trimmed.len() == whole.len() {
        extents.truncate(1);
    }
    Some(Pegged { extents, discs })
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use crate::detect::flow::{Detector, PictureFeatures};
    use crate::pipeline::Frame;

    const CELL: u32 = 40;
    const PAGE: [u8; 3] = [20, 24, 30];
    const BEHIND: [u8; 3] = [90, 40, 60];
    const PEG: [u8; 3] = [60, 66, 76];

    /// A page without lines: `o` an empty peg, a letter from `A` on a dot on a peg, a space nothing. `~` is a picture behind the page,
    /// and letters up to `Z` are discs in it.
    fn page(rows: &[&str], dot: u32, has_picture: bool) -> Frame {
        let (width, height) = (rows[0].len() as u32, rows.len() as u32);
        let peg: u32 = if has_picture { 12 } else { 17 };
        let picture = RgbImage::from_fn((width + 2) * CELL, (height + 2) * CELL, |x, y| {
            let (col, row) = ((x / CELL) as usize, (y / CELL) as usize);
            let glyph = rows
                .get(row.wrapping_sub(1))
                .and_then(|row| row.as_bytes().get(col.wrapping_sub(1)));
            let from_middle = |at: u32| (at % CELL).abs_diff(CELL / 2).pow(2);
            let apart = from_middle(x) + from_middle(y);
            let colour = match glyph {
                Some(b'A') => [230, 40, 40],
                Some(b'B') => [40, 90, 240],
                Some(b'C') => [240, 220, 30],
                Some(b'X') => [100, 150, 60],
                Some(b'Y') => [60, 150, 150],
                Some(b'Z') => [150, 90, 160],
                _ => PEG,
            };
            Rgb(match glyph {
                None if has_picture => BEHIND,
                None | Some(b' ') => PAGE,
                Some(b'X'..=b'Z') if apart < 12 * 12 => colour,
                Some(b'X'..=b'Z' | b'~') => BEHIND,
                Some(_) if apart < dot * dot => colour,
                Some(_) if apart < peg * peg => PEG,
                _ => PAGE,
            })
        });
        Frame::from_picture(picture)
    }

    /// The boards that a page shows are all these rows.
    #[track_caller]
    fn shows(frame: &Frame, rows: &[&str]) {
        let features = PictureFeatures::of(frame);
        let boards: Vec<_> = features
            .boards(Detector::Dots)
            .filter_map(Result::ok)
            .flatten()
            .collect();
        assert!(!boards.is_empty());
        for board in boards {
            assert_eq!(crate::puzzle::flow::text::rows(&board.puzzle), rows);
            assert!(board.is_settled && board.is_bounded);
        }
    }

    #[test]
    fn dots_on_pegs_are_terminals_and_where_nothing_is_drawn_is_a_hole() {
        let rows = ["Aoooo", "oBoCo", "oo oo", "oBooo", "CooAo"];
        for dot in [9, 12, 16] {
            let frame = page(&rows, dot, false);
            shows(&frame, &["A....", ".B.C.", "..*..", ".B...", "C..A."]);
        }
    }

    #[test]
    fn a_picture_behind_the_page_may_show_discs_where_cells_would_be() {
        let rows = ["AooooX", "oBoCoY", "oooooZ", "oBooo~", "CooAo~"];
        let frame = page(&rows, 9, true);
        shows(&frame, &["A....", ".B.C.", ".....", ".B...", "C..A."]);
    }
}
