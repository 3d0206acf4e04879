//! Terminals that fill their cells, often with a digit in the middle. Nothing in such a cell stands out from its
//! corners, so it is compared with the other cells: a colour that three cells show is ground, for a flow has
//! two terminals.

use std::collections::BTreeMap;

use super::{LEAVING, RING, Terminal};
use crate::detect::flow::extent::Extent;
use crate::detect::flow::extent::lines::{Across, line};
use crate::detect::flow::sampler::{GridSampler, SIDES};
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast, median};

/// Half the side of the square that is looked at, in cells: inside the lines, outside a digit.
const HALF: f64 = 0.36;

/// Half the side of a filled cell, in cells.
pub const FILLED: f64 = 0.48;

/// Half the side of a square on the rim of a cell, in cells: around a tile that a pipe is drawn with, inside the lines.
const RIM: f64 = 0.44;

/// Samples along a side of the square.
const SAMPLES: i32 = 9;

/// Cells whose colours differ by no more than this, in levels of a channel, show the same ground.
pub const SAME: f32 = 10.0;

/// The fewest cells that make a ground.
const GROUND: usize = 3;

/// Two cells whose colours differ by less than this, in levels of a channel, do not tell whether there is a step.
const LEAST_STEP: f32 = 5.0;

/// Where a pipe through the middle of a cell is looked for, in cells from there: as far as the lines.
const PIPE: [f64; 4] = [0.1, 0.2, 0.3, LEAVING];

/// Squares around the middles of cells.
pub struct Squares(BTreeMap<(i32, i32), Square>);

/// The colours along a square, the one in the middle of them, and that of the rim around it.
struct Square {
    samples: Vec<Colour>,
    colour: Colour,
    rim: Colour,
}

impl Square {
    fn of(sampler: &GridSampler, cell: (i32, i32)) -> Self {
        let samples = along_square(sampler, cell, HALF);
        Self {
            colour: median(&samples),
            samples,
            rim: median(&along_square(sampler, cell, RIM)),
        }
    }

    /// Whether its colour ends before the rim of its cell.
    fn has_rim(&self) -> bool {
        contrast(self.colour, self.rim) >= LEAST_CONTRAST
    }

    /// Whether it is a tile with this ground around it.
    fn is_tile_on(&self, ground: Colour) -> bool {
        self.has_rim() && contrast(self.rim, ground) < LEAST_CONTRAST
    }

    /// How much its colour stands out from these grounds, where nearly all of it has that colour.
    fn fill(&self, grounds: &[Colour]) -> Option<f32> {
        let apart = grounds.iter().map(|ground| contrast(self.colour, *ground));
        let apart = apart.fold(f32::MAX, f32::min);
        if apart < LEAST_CONTRAST || self.samples.is_empty() {
            return None;
        }
        let is_same = |sample: &&Colour| contrast(**sample, self.colour) < apart / 2.0;
        let same = self.samples.iter().filter(is_same).count();
        (same as f32 >= RING * self.samples.len() as f32).then_some(apart)
    }
}

impl Squares {
    /// Those of all these cells.
    pub fn of(sampler: &GridSampler, cells: impl IntoIterator<Item = (i32, i32)>) -> Self {
        let square = |cell| (cell, Square::of(sampler, cell));
        Self(cells.into_iter().map(square).collect())
    }

    /// What a cell shows around its middle.
    pub fn colour(&self, cell: (i32, i32)) -> Option<Colour> {
        self.0.get(&cell).map(|square| square.colour)
    }

    /// Whether one colour that stands out from this ground fills a cell, whatever is in its middle.
    pub fn is_filled(&self, cell: (i32, i32), ground: Colour) -> bool {
        let square = self.0.get(&cell);
        square.is_some_and(|square| square.fill(&[ground]).is_some())
    }

    /// All filled cells of a board, but for those that are tinted by the pipe through them.
    pub fn filled(&self, sampler: &GridSampler, extent: &Extent) -> Vec<Terminal> {
        filled_among(sampler, &self.on(extent))
    }

    /// The same on a board whose pipes are drawn as a smaller square in each cell, a tile: tiles are neither terminals nor ground.
    /// None where no cell shows a tile.
    pub fn filled_beside_tiles(&self, sampler: &GridSampler, extent: &Extent) -> Vec<Terminal> {
        let mut squares = self.on(extent);
        let cells = squares.len();
        let on_rim = squares.iter().filter(|(_, square)| square.has_rim());
        let ground = median(&on_rim.map(|(_, square)| square.rim).collect::<Vec<_>>());
        squares.retain(|(_, square)| !square.is_tile_on(ground));
        if squares.len() == cells {
            return Vec::new();
        }
        filled_among(sampler, &squares)
    }

    /// The squares of the cells of a board.
    fn on(&self, extent: &Extent) -> Vec<((i32, i32), &Square)> {
        let cells = extent.cells();
        cells
            .filter_map(|cell| Some((cell, self.0.get(&cell)?)))
            .collect()
    }
}

/// Those of these squares that are filled with a colour that is no ground of them.
fn filled_among(sampler: &GridSampler, squares: &[((i32, i32), &Square)]) -> Vec<Terminal> {
    let grounds = grounds(squares.iter().map(|(_, square)| square.colour));
    let filled = |(cell, square): &((i32, i32), &Square)| {
        Some(Terminal {
            cell: *cell,
            colour: square.colour,
            contrast: square.fill(&grounds)?,
            radius: FILLED,
        })
    };
    let found: Vec<Terminal> = squares.iter().filter_map(filled).collect();
    if runs_on(sampler, &found) {
        return Vec::new();
    }
    let terminals = found.iter().filter(|it| !has_other_pipe(sampler, it));
    terminals.copied().collect()
}

/// The colours that so many cells show, given that of each cell.
fn grounds(colours: impl Iterator<Item = Colour>) -> Vec<Colour> {
    // Most cells of a board show the very same.
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for colour in colours {
        *counts.entry(colour.map(|level| level as u8)).or_default() += 1;
    }
    let counts: Vec<(Colour, usize)> = counts
        .into_iter()
        .map(|(colour, count)| (colour.map(f32::from), count))
        .collect();
    let is_ground = |colour: &Colour| {
        let same = counts.iter();
        let same = same.filter(|(other, _)| contrast(*colour, *other) <= SAME);
        let same: Vec<usize> = same.map(|(_, count)| *count).collect();
        // Flows of near colours show each of them twice.
        let are_flows = same.iter().all(|count| *count == 2);
        same.iter().sum::<usize>() >= GROUND && !are_flows
    };
    let colours = counts.iter().map(|(colour, _)| *colour);
    colours.filter(is_ground).collect()
}

/// Whether the colour of one cell runs into that of the next without a step: a wallpaper beside the board.
fn runs_on(sampler: &GridSampler, cells: &[Terminal]) -> bool {
    cells.iter().any(|cell| {
        [Across::Right, Across::Down].into_iter().any(|across| {
            let next = across.next(cell.cell);
            let change = cells
                .iter()
                .find(|other| other.cell == next)
                .map_or(0.0, |other| contrast(cell.colour, other.colour));
            change >= LEAST_STEP
                && line(sampler, cell.cell, across).is_some_and(|line| line.strength < change / 2.0)
        })
    })
}

/// Whether a pipe of another colour than the cell's passes through its middle and out at a side: then the cell is ground
/// that the pipe tints. The digit on a terminal stays inside, whatever colour the lines around have.
fn has_other_pipe(sampler: &GridSampler, terminal: &Terminal) -> bool {
    let patch = sampler.cell(terminal.cell);
    patch.at(0.0, 0.0).is_some_and(|pipe| {
        let is_pipe = |right: f64, down: f64| {
            let there = patch.at(right, down);
            there.is_some_and(|there| contrast(there, pipe) <= SAME)
        };
        let leaves = |(right, down): (f64, f64)| {
            let mut along = PIPE.into_iter();
            along.all(|reach| is_pipe(reach * right, reach * down))
        };
        contrast(pipe, terminal.colour) >= LEAST_CONTRAST && SIDES.into_iter().any(leaves)
    })
}

/// The colours along a square around the middle of a cell, given half its side in cells.
fn along_square(sampler: &GridSampler, cell: (i32, i32), half: f64) -> Vec<Colour> {
    let patch = sampler.cell(cell);
    (0..SAMPLES)
        .map(|step| half * (2.0 * f64::from(step) / f64::from(SAMPLES - 1) - 1.0))
        .flat_map(|along| [(along, -half), (along, half), (-half, along), (half, along)])
        .filter_map(|(right, down)| patch.at(right, down))
        .collect()
}

#[cfg(test)]
mod tests {
    use image::imageops::replace;
    use image::{Rgb, RgbImage};

    use super::grounds;
    use crate::detect::flow::{Detector, PictureFeatures};
    use crate::pipeline::Frame;

    /// An electronic book's board: five by five cells of 40 pixels, terminals in shades of grey with a dark digit; inside each cell
    /// a black border so many pixels broad.
    fn book(terminals: [(u32, u32, u8); 8], border: u32) -> Frame {
        let mut picture = RgbImage::from_pixel(240, 240, Rgb([255; 3]));
        for at in 0..=5 {
            let line = Rgb([102; 3]);
            replace(
                &mut picture,
                &RgbImage::from_pixel(201, 1, line),
                20,
                20 + 40 * at,
            );
            replace(
                &mut picture,
                &RgbImage::from_pixel(1, 201, line),
                20 + 40 * at,
                20,
            );
        }
        for (row, col, shade) in terminals {
            let (x, y) = (i64::from(20 + 40 * col), i64::from(20 + 40 * row));
            replace(
                &mut picture,
                &RgbImage::from_pixel(40, 40, Rgb([shade; 3])),
                x,
                y,
            );
            let digit = RgbImage::from_pixel(8, 14, Rgb([0; 3]));
            replace(&mut picture, &digit, x + 16, y + 13);
        }
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            let is_border = |at: u32| !(border..40 - border).contains(&((at - 20) % 40));
            let is_on_board = [x, y].iter().all(|at| (20..220).contains(at));
            if border > 0 && is_on_board && (is_border(x) || is_border(y)) {
                *pixel = Rgb([0; 3]);
            }
        }
        Frame::from_picture(picture)
    }

    /// How many pairs each board has that is seen between clear lines.
    fn pairs_on(frame: &Frame) -> Vec<usize> {
        let features = PictureFeatures::of(frame);
        let boards = features.boards(Detector::ClearLines);
        let boards = boards.filter_map(Result::ok).flatten();
        boards.map(|board| board.puzzle.pairs().len()).collect()
    }

    #[test]
    fn a_grey_cell_with_a_dark_digit_is_no_tint_of_the_dark_flow() {
        let (dark, dim, mid, light) = (0, 68, 102, 136);
        let terminals = [
            (0, 0, dark),
            (0, 4, dark),
            (1, 4, dim),
            (4, 2, dim),
            (2, 1, mid),
            (4, 3, mid),
            (3, 1, light),
            (3, 3, light),
        ];
        let pairs = pairs_on(&book(terminals, 0));
        assert!(
            !pairs.is_empty() && pairs.iter().all(|count| *count == 4),
            "{pairs:?}"
        );
    }

    #[test]
    fn a_black_digit_in_a_black_border_is_no_pipe_that_leaves_its_cell() {
        let terminals = [
            (0, 0, 70),
            (0, 4, 70),
            (1, 4, 110),
            (4, 2, 110),
            (2, 1, 150),
            (4, 3, 150),
            (3, 1, 190),
            (3, 3, 190),
        ];
        let pairs = pairs_on(&book(terminals, 4));
        assert!(pairs.contains(&4), "{pairs:?}");
    }

    #[test]
    fn two_flows_of_near_colours_are_no_ground() {
        let colour = |level: u8| [level as f32, 120.0, 40.0];
        let empty = || std::iter::repeat_n([255.0; 3], 5);
        let seen = |levels: [u8; 4]| grounds(empty().chain(levels.map(colour)));
        assert_eq!(seen([100, 100, 106, 106]), [[255.0; 3]]);
        assert_eq!(seen([100, 100, 100, 106]).len(), 3);
    }

    #[test]
    fn a_wallpaper_that_runs_from_one_colour_into_another_is_no_column_of_filled_cells() {
        let mut picture = RgbImage::from_fn(320, 320, |_, y| {
            let share = y as f32 / 320.0;
            Rgb([60.0 + 90.0 * share, 50.0, 140.0 - 90.0 * share].map(|level: f32| level as u8))
        });
        // Four by six cells of a board, of which the rest is not shown; its lines end at the border of the window.
        replace(&mut picture, &RgbImage::new(161, 241), 80, 40);
        let line = Rgb([90; 3]);
        for at in 0..=6 {
            replace(
                &mut picture,
                &RgbImage::from_pixel(161, 2, line),
                80,
                40 + 40 * at,
            );
        }
        for at in 0..=4 {
            replace(
                &mut picture,
                &RgbImage::from_pixel(2, 241, line),
                80 + 40 * at,
                40,
            );
        }
        let frame = Frame::from_picture(picture);
        let features = PictureFeatures::of(&frame);
        for detector in Detector::ALL {
            assert_eq!(
                features
                    .boards(detector)
                    .filter_map(Result::ok)
                    .flatten()
                    .count(),
                0,
                "{detector:?}"
            );
        }
    }
}
