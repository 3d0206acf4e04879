//! Terminals that are told apart by a glyph, a digit, a letter or a small picture, on paper or on a ground of their own: two
//! that look alike are a pair.
//!
//! ```text
//!   +---+---+---+
//!   | 1 |   | 2 |      what is no line, and does not leave its cell, is a glyph
//!   +---+---+---+
//! ```

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::Terminal;
use super::discs::INSIDE;
use super::ground::Grounds;
use super::outline::{HALF, Outline, around, reached, sample};
use super::pairs::{Pairing, pairing_by};
use crate::detect::flow::extent::Extent;
use crate::detect::flow::sampler::{GridSampler, Patch};
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast, median};
use crate::vision::shade::Shade;

/// Samples along the side of the square in which a glyph is sought: one for each pixel, within these.
const SOUGHT: RangeInclusive<f64> = 32.0..=128.0;

/// Samples along the side of the square in which two glyphs are compared: four for the stroke of a digit that fills it.
const COMPARED: usize = 32;

/// That square reaches so many times as far as the largest glyph.
const MARGIN: f64 = 1.2;

/// Ink differs from the paper by so many levels of a channel.
const LEAST_INK: f32 = 60.0;

/// A glyph reaches at least so far from its middle, in cells: specks are smaller. It covers this share of a square that reaches as
/// far, or more: specks far from each other cover less.
const LEAST_REACH: f64 = 0.05;
const LEAST_COVER: f64 = 0.03;

/// Two glyphs of a pair differ by no more than this, in percent of their ink.
const MOST_UNLIKE: f32 = 15.0;

/// How large a glyph is taken to be, in cells.
const RADIUS: f64 = 0.3;

/// A glyph in the middle of a cell.
struct Glyph {
    terminal: Terminal,
    /// What it is drawn on, and how far the boldest of its ink is from that.
    paper: Colour,
    boldest: f32,
    /// Where its ink may lie.
    mask: Mask,
    /// Where the middle of its ink lies, and how far it reaches from there; in cells, from the middle of its cell.
    middle: (f64, f64),
    reach: f64,
}

/// The glyphs of some cells.
pub struct Glyphs(Vec<Glyph>);

impl Glyphs {
    /// All that stand in the middle of their cells, with paper around.
    pub fn of(sampler: &GridSampler, cells: &BTreeSet<(i32, i32)>) -> Self {
        let glyphs = cells.iter().filter_map(|cell| glyph(sampler, *cell));
        Self(glyphs.collect())
    }

    /// Where they stand, as terminals.
    pub fn terminals(&self) -> Vec<Terminal> {
        self.0.iter().map(|glyph| glyph.terminal).collect()
    }

    /// Those of an extent, in the order in which a reader meets them, and their pairs: by the glyphs alone, or else by the
    /// grounds of the terminals too. A terminal has the colour of a ground of its own, or else that of its ink.
    pub fn paired(
        &self,
        sampler: &GridSampler,
        extent: &Extent,
    ) -> (Vec<Terminal>, Option<Pairing>) {
        let cells: BTreeSet<(i32, i32)> = extent.cells().collect();
        let mut own: Vec<&Glyph> = self.0.iter().collect();
        own.retain(|glyph| cells.contains(&glyph.terminal.cell));
        own.sort_by_key(|glyph| (glyph.terminal.cell.1, glyph.terminal.cell.0));
        let mut terminals: Vec<Terminal> = own.iter().map(|glyph| glyph.terminal).collect();
        let grounds = Grounds::of(sampler, extent, &terminals);
        let is_filled = |glyph: &&Glyph| {
            contrast(glyph.paper, grounds.at(glyph.terminal.cell)) >= LEAST_CONTRAST
        };
        for (terminal, glyph) in terminals.iter_mut().zip(&own) {
            if is_filled(glyph) {
                terminal.colour = glyph.paper;
            }
        }
        // Of thin ink only the hue is known, since it is mixed with the paper; on a coloured one not even that.
        let ink = |it: &&Glyph| (!is_filled(it)).then(|| Shade::of(it.terminal.colour));
        let inks: Vec<Option<Shade>> = own.iter().map(ink).collect();
        let inks_apart = |a: usize, b: usize| match (&inks[a], &inks[b]) {
            (Some(a), Some(b)) => a.chroma_distance(b),
            _ => 0.0,
        };
        let pairing = paired_by_glyphs(sampler, &own, inks_apart);
        if pairing.as_ref().is_some_and(Pairing::is_clear) || !own.iter().any(is_filled) {
            return (terminals, pairing);
        }
        let papers: Vec<Shade> = own.iter().map(|glyph| Shade::of(glyph.paper)).collect();
        let apart = |a: usize, b: usize| papers[a].distance(&papers[b]) + inks_apart(a, b);
        (terminals, paired_by_glyphs(sampler, &own, apart))
    }

    /// How far the middle of the ink in this cell lies right of and below the cell's, in cells.
    pub fn middle_in(&self, cell: (i32, i32)) -> (f64, f64) {
        let mut all = self.0.iter();
        all.find(|glyph| glyph.terminal.cell == cell)
            .map_or((0.0, 0.0), |glyph| glyph.middle)
    }
}

/// The pairs of these terminals by their colours and the glyphs on them; `None` where one carries no glyph.
pub fn paired_with_colours(sampler: &GridSampler, terminals: &[Terminal]) -> Option<Pairing> {
    let glyphs = terminals.iter().map(|terminal| glyph_on(sampler, terminal));
    let glyphs: Vec<Glyph> = glyphs.collect::<Option<_>>()?;
    let colours: Vec<Shade> = glyphs.iter().map(|glyph| Shade::of(glyph.paper)).collect();
    let apart = |a: usize, b: usize| colours[a].distance(&colours[b]);
    paired_by_glyphs(sampler, &glyphs.iter().collect::<Vec<_>>(), apart)
}

/// The pairs of these glyphs, given how far apart they are beside what they look like.
fn paired_by_glyphs(
    sampler: &GridSampler,
    glyphs: &[&Glyph],
    apart: impl Fn(usize, usize) -> f32,
) -> Option<Pairing> {
    let reach = glyphs.iter().map(|glyph| glyph.reach).fold(0.0, f64::max);
    let inks = glyphs.iter().map(|glyph| glyph.ink(sampler, reach));
    let inks: Vec<Vec<f32>> = inks.collect();
    pairing_by(glyphs.len(), MOST_UNLIKE, |a, b| {
        unlike(&inks[a], &inks[b]) + apart(a, b)
    })
}

impl Glyph {
    /// Row by row, how much ink there is around its middle, so far as the largest glyph of a board reaches, 0 to 1.
    fn ink(&self, sampler: &GridSampler, reach: f64) -> Vec<f32> {
        let patch = sampler.cell(self.terminal.cell);
        let square = Square {
            side: COMPARED,
            half: MARGIN * reach,
        };
        let ink = square.places().map(|(right, down)| {
            let (right, down) = (self.middle.0 + right, self.middle.1 + down);
            let seen = patch.between(right, down);
            let seen = seen.filter(|_| self.mask.has(right, down));
            seen.map_or(0.0, |colour| contrast(colour, self.paper) / self.boldest)
        });
        smooth(&ink.collect::<Vec<_>>())
    }
}

/// The glyph in the middle of a cell, if it has one.
fn glyph(sampler: &GridSampler, cell: (i32, i32)) -> Option<Glyph> {
    let patch = sampler.cell(cell);
    let square = Square::sought(sampler);
    let samples = square.colours(&patch)?;
    let all = || 0..samples.len();
    let last = square.side - 1;
    let is_rim = |at: &usize| {
        [at % square.side, at / square.side]
            .iter()
            .any(|it| [0, last].contains(it))
    };
    let colours = |of: &dyn Fn(&usize) -> bool| {
        let chosen = all().filter(of).map(|at| samples[at]);
        median(&chosen.collect::<Vec<_>>())
    };
    let paper = colours(&is_rim);
    let apart: Vec<f32> = samples.iter().map(|it| contrast(*it, paper)).collect();
    let boldest = apart.iter().copied().fold(0.0, f32::max);
    if boldest < LEAST_INK {
        return None;
    }
    // What leaves the cell is a pipe, with its blurred edge.
    let edge = boldest / 4.0;
    let leaving = reached(
        samples.len(),
        all().filter(|at| is_rim(at) && apart[*at] > boldest / 2.0),
        |at| around(at, square.side).filter(|it| apart[*it] > edge),
    );
    let is_ink = |at: &usize| apart[*at] > boldest / 2.0 && !leaving[*at];
    let ring = Outline::around(&patch, paper, boldest);
    let is_own = |(at, (right, down)): (usize, (f64, f64))| {
        !leaving[at] && ring.as_ref().is_none_or(|ring| ring.encloses(right, down))
    };
    let mask = Mask {
        square,
        is_own: square.places().enumerate().map(is_own).collect(),
    };
    let terminal = Terminal {
        cell,
        colour: colours(&is_ink),
        contrast: boldest,
        radius: RADIUS,
    };
    mask.glyph(terminal, paper, &apart, boldest)
}

/// The glyph on a terminal, inside its edge.
fn glyph_on(sampler: &GridSampler, terminal: &Terminal) -> Option<Glyph> {
    let patch = sampler.cell(terminal.cell);
    let square = Square::sought(sampler);
    let colours = square.colours(&patch)?;
    let paper = terminal.colour;
    let apart: Vec<f32> = colours.iter().map(|it| contrast(*it, paper)).collect();
    let is_own = |(right, down): (f64, f64)| right.hypot(down) <= INSIDE[1] * terminal.radius;
    let is_own: Vec<bool> = square.places().map(is_own).collect();
    let inside = apart.iter().zip(&is_own).filter(|(_, is_own)| **is_own);
    let boldest = inside.map(|(apart, _)| *apart).fold(0.0, f32::max);
    if boldest < LEAST_INK {
        return None;
    }
    Mask { square, is_own }.glyph(*terminal, paper, &apart, boldest)
}

/// A square around the middle of a cell, or of a glyph: samples along its side, and half of that in cells.
#[derive(Clone, Copy)]
struct Square {
    side: usize,
    half: f64,
}

impl Square {
    /// The one in which a glyph is sought, inside the lines.
    fn sought(sampler: &GridSampler) -> Self {
        let pixels = (2.0 * HALF * sampler.grid.pitch).ceil();
        Self {
            side: pixels.clamp(*SOUGHT.start(), *SOUGHT.end()) as usize,
            half: HALF,
        }
    }

    /// Where its samples lie, row by row, in cells from its middle.
    fn places(self) -> impl Iterator<Item = (f64, f64)> {
        let place = move |at: usize| self.half * (2.0 * at as f64 / (self.side - 1) as f64 - 1.0);
        (0..self.side * self.side).map(move |at| (place(at % self.side), place(at / self.side)))
    }

    /// The colours there, around the middle of a cell; `None` where the picture ends.
    fn colours(self, patch: &Patch) -> Option<Vec<Colour>> {
        self.places()
            .map(|(right, down)| patch.between(right, down))
            .collect()
    }
}

/// Which samples of a square may show ink.
struct Mask {
    square: Square,
    is_own: Vec<bool>,
}

impl Mask {
    /// Whether a place in the cell may.
    fn has(&self, right: f64, down: f64) -> bool {
        right.abs().max(down.abs()) <= HALF && self.is_own[sample(right, down, self.square.side)]
    }

    /// The glyph of a terminal; `apart` is how far the samples are from the paper, the boldest of them `boldest`. `None` where it
    /// is no more than specks.
    fn glyph(
        self,
        terminal: Terminal,
        paper: Colour,
        apart: &[f32],
        boldest: f32,
    ) -> Option<Glyph> {
        let all = || self.square.places().zip(apart).zip(&self.is_own);
        let own = || all().filter(|(_, is_own)| **is_own).map(|(it, _)| it);
        let sum: f64 = own().map(|(_, apart)| f64::from(*apart)).sum();
        let mean = |of: fn((f64, f64)) -> f64| {
            let moments = own().map(|(place, apart)| f64::from(*apart) * of(place));
            moments.sum::<f64>() / sum
        };
        // Two drawings of one glyph are alike only when they are looked at from the same place, to a part of a pixel.
        let middle = (mean(|place| place.0), mean(|place| place.1));
        let ink = || own().filter(|(_, apart)| **apart > boldest / 2.0);
        let reaches = ink().map(|((right, down), _)| {
            let (right, down): (f64, f64) = (right - middle.0, down - middle.1);
            right.abs().max(down.abs())
        });
        let reach = reaches.fold(0.0, f64::max);
        let samples = reach / self.square.half * self.square.side as f64;
        let cover = ink().count() as f64 / (samples * samples);
        (reach >= LEAST_REACH && cover >= LEAST_COVER).then_some(Glyph {
            terminal,
            paper,
            boldest,
            mask: self,
            middle,
            reach,
        })
    }
}

/// Each sample averaged with those around it: how bold a stroke of a pixel looks depends on how it lies on the pixels.
fn smooth(ink: &[f32]) -> Vec<f32> {
    let average = |at: usize| around(at, COMPARED).map(|it| ink[it]).sum::<f32>() / 9.0;
    (0..ink.len()).map(average).collect()
}

/// How much of the ink of two glyphs is not that of both, in percent.
fn unlike(a: &[f32], b: &[f32]) -> f32 {
    let apart: f32 = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
    let either: f32 = a.iter().zip(b).map(|(a, b)| a.max(*b)).sum();
    100.0 * apart / either.max(1.0)
}

#[cfg(test)]
mod tests {
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
                for (down, right) in (0..7).flat_map(|down| (0..5).map(move |right| (down, right)))
                {
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
}
