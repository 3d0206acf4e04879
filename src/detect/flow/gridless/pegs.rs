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

/// What is seen on pegs in this area, given all its discs; `None` without pegs.
pub fn pegged(sampler: &GridSampler, area: &Extent, discs: &[Terminal]) -> Option<Pegged> {
    let mut all = discs.to_vec();
    all.retain(|disc| disc.radius >= SMALLEST);
    let like = |disc: &Terminal| -> Vec<Terminal> {
        let is_like = |other: &&Terminal| {
            contrast(disc.colour, other.colour) < SAME_COLOUR
                && (disc.radius - other.radius).abs() <= SAME_RADIUS
        };
        all.iter().filter(is_like).copied().collect()
    };
    let pegs = all.iter().map(like).max_by_key(Vec::len)?;
    if pegs.len() < FEWEST || (pegs.len() as f32) < LEAST_SHARE * all.len() as f32 {
        return None;
    }
    // A small dot on a peg stands out more than the peg does.
    let peg = pegs
        .iter()
        .min_by(|a, b| a.contrast.total_cmp(&b.contrast))?;
    let discs = discs_on(sampler, &area.cells().collect(), Some(peg));
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

    /// A page without lines: `o` an empty peg, a letter a dot on a peg, a space nothing.
    fn page(rows: &[&str], dot: u32) -> Frame {
        let (width, height) = (rows[0].len() as u32, rows.len() as u32);
        let picture = RgbImage::from_fn((width + 2) * CELL, (height + 2) * CELL, |x, y| {
            let (col, row) = ((x / CELL) as usize, (y / CELL) as usize);
            let glyph = rows
                .get(row.wrapping_sub(1))
                .and_then(|row| row.as_bytes().get(col.wrapping_sub(1)));
            let from_middle = |at: u32| (at % CELL).abs_diff(CELL / 2).pow(2);
            let apart = from_middle(x) + from_middle(y);
            let dot_colour = match glyph {
                Some(b'A') => [230, 40, 40],
                Some(b'B') => [40, 90, 240],
                Some(b'C') => [240, 220, 30],
                _ => [60, 66, 76],
            };
            Rgb(match glyph {
                None | Some(b' ') => PAGE,
                Some(_) if apart < dot * dot => dot_colour,
                Some(_) if apart < 17 * 17 => [60, 66, 76],
                _ => PAGE,
            })
        });
        Frame::from_picture(picture)
    }

    #[test]
    fn dots_on_pegs_are_terminals_and_where_nothing_is_drawn_is_a_hole() {
        let rows = ["Aoooo", "oBoCo", "oo oo", "oBooo", "CooAo"];
        for dot in [9, 12, 16] {
            let frame = page(&rows, dot);
            let features = PictureFeatures::of(&frame);
            let boards: Vec<_> = features
                .boards(Detector::Dots)
                .filter_map(Result::ok)
                .flatten()
                .collect();
            assert!(!boards.is_empty(), "dots of {dot} pixels");
            for board in boards {
                let shown = crate::puzzle::flow::text::rows(&board.puzzle);
                assert_eq!(shown, ["A....", ".B.C.", "..*..", ".B...", "C..A."]);
                assert!(board.is_settled && board.is_bounded);
            }
        }
    }
}
