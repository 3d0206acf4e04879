//! What a grid of boxes shows.

use image::RgbImage;

use super::board::Boxes;
use super::borders;
use super::boxes::boxes;
use super::digits::{Content, among_each_other, content};
use super::even_areas::{EvenAreas, Evenness, ON_PAPER, ON_SCREEN};
use super::grid::{BoxGrid, grids};
use super::signs::{are_gaps_empty, are_signs_alike, signs};
use super::tilted;
use crate::geometry::{Cell, Projection};
use crate::puzzle::futoshiki::{Digit, Puzzle};
use crate::vision::colour::step;
use crate::vision::light::{evened, with_black_ink};

/// The share of an upright board that is ink, at least: digits, signs and borders.
const INK: f64 = 0.02;

/// Digits whose colours differ by more levels were not put in by the same hand.
const SAME_COLOUR: u8 = 48;

/// A grid of boxes, and what stands on it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Boxes along a side.
    pub size: u16,
    /// From column and row of a box to the pixel of its middle.
    pub projection: Projection,
    /// Its boxes, where they lie upright.
    pub boxes: Option<Boxes>,
    /// What can be told of the board, with all digits that are shown as given ones; `None` where these contradict each other.
    pub known: Option<Puzzle>,
    /// Cells that show one of several digits, row by row; the board holds none of these.
    pub unsure: Vec<Unsure>,
    /// Row by row: the colour of the digit.
    colours: Vec<Option<[u8; 3]>>,
    /// What cannot be told, in words.
    pub unclear: Vec<String>,
}

/// A cell that shows one of several digits.
#[derive(Clone, Debug)]
pub struct Unsure {
    /// Its number, row by row.
    pub cell: usize,
    /// Each digit that is possible, and how likely it is, 0 to 1.
    pub digits: Vec<(Digit, f32)>,
}

impl Shown {
    /// The board, if everything on it but the unsure digits can be told.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.known.as_ref().filter(|_| self.unclear.is_empty())
    }

    /// The board with the digits of one colour alone, for each colour: entered digits have another one than given digits, and
    /// may contradict them.
    pub fn in_one_colour(&self) -> impl Iterator<Item = Puzzle> {
        let colours = self.colours.iter().flatten();
        colours.filter_map(|&colour| {
            let is_own = |own: [u8; 3]| step(own, colour) <= SAME_COLOUR;
            self.with(|cell| self.colours[cell].is_some_and(is_own))
        })
    }

    /// The board with the digits of some cells alone.
    fn with(&self, counts: impl Fn(usize) -> bool) -> Option<Puzzle> {
        let puzzle = self.puzzle()?;
        let digits = puzzle.givens().iter().enumerate();
        let givens = digits.map(|(cell, digit)| digit.filter(|_| counts(cell)));
        let (size, signs) = (puzzle.size().into(), puzzle.inequalities().to_vec());
        Puzzle::new(size, givens.collect(), signs).ok()
    }
}

/// The boards of a picture, the clearest first. Where none can be told as it lies, those that lie aslant are made upright, by areas
/// whose neighbouring pixels are alike, or else by flat areas; where none can be told either, the picture is taken for one of paper.
pub fn shown(picture: &RgbImage) -> Vec<Shown> {
    let areas = EvenAreas::of(picture, ON_SCREEN);
    let mut all = upright(picture, &areas, Projection::IDENTITY);
    let is_told = |all: &[Shown]| all.iter().any(|one| one.puzzle().is_some());
    let made_upright = |levels: &[EvenAreas]| {
        let boards = tilted::upright(picture, levels).into_iter();
        boards.flat_map(|board| turned_upright(&board.picture, ON_SCREEN, board.to_picture))
    };
    if !is_told(&all) {
        all.extend(made_upright(&areas[1..]));
    }
    if !is_told(&all) {
        all.extend(made_upright(&[EvenAreas::flat(picture)]));
    }
    if !is_told(&all) {
        let even = evened(picture);
        for turned in tilted::upright(&even, &EvenAreas::of(&even, ON_PAPER)) {
            let inked = with_black_ink(&turned.picture, INK);
            all.extend(turned_upright(&inked, ON_PAPER, turned.to_picture));
        }
    }
    all.sort_by_key(|one| one.unclear.len() + one.unsure.len());
    all
}

/// Whether signs that look alike stand between the boxes of a board of `size` rows, which lies upright.
pub fn has_signs(picture: &RgbImage, size: u16) -> bool {
    let grids = upright_grids(picture, &EvenAreas::of(picture, ON_SCREEN));
    let mut of_size = grids.iter().filter(|grid| grid.size == usize::from(size));
    of_size.any(|grid| are_signs_alike(picture, grid))
}

/// The boards of a picture that was turned upright.
fn turned_upright(picture: &RgbImage, evenness: Evenness, to_picture: Projection) -> Vec<Shown> {
    upright(picture, &EvenAreas::of(picture, evenness), to_picture)
}

/// The boards whose boxes lie upright and are even to one of these levels. `to_picture` maps their pixels to those of the picture.
fn upright(picture: &RgbImage, levels: &[EvenAreas], to_picture: Projection) -> Vec<Shown> {
    let grids = upright_grids(picture, levels).into_iter();
    grids.map(|grid| on(picture, grid, to_picture)).collect()
}

/// The grids of boxes that lie upright.
fn upright_grids(picture: &RgbImage, levels: &[EvenAreas]) -> Vec<BoxGrid> {
    let mut grids = grids(&boxes(levels), picture.dimensions());
    grids
        .iter_mut()
        .for_each(|grid| borders::fit(picture, grid));
    grids
}

fn on(picture: &RgbImage, grid: BoxGrid, to_picture: Projection) -> Shown {
    let size = grid.size;
    let (mut unclear, mut unsure) = (Vec::new(), Vec::new());
    let mut givens: Vec<Option<Digit>> = Vec::new();
    let mut colours = Vec::new();
    let contents = grid.rects.iter().map(|rect| content(picture, *rect, size));
    let contents = among_each_other(contents.collect());
    for (number, content) in contents.into_iter().enumerate() {
        let cell = Cell::new((number / size) as u16, (number % size) as u16);
        let is_seen = grid.is_seen[number];
        let (given, colour, is_told) = match content {
            Content::Digit(digit, writing) => (Some(digit), Some(writing.colour), true),
            Content::Unsure(likelihoods, writing) if is_seen => {
                unsure.push(Unsure {
                    cell: number,
                    digits: likelihoods.possible().collect(),
                });
                (None, Some(writing.colour), true)
            }
            Content::Unsure(_, writing) => (None, Some(writing.colour), false),
            Content::Empty | Content::PencilMarks(_) => (None, None, is_seen),
            Content::Unknown => (None, None, false),
        };
        if !is_told {
            unclear.push(format!("the digit at {cell}"));
        }
        givens.push(given.filter(|_| is_told));
        colours.push(colour);
    }
    let (inequalities, unclear_signs) = signs(picture, &grid);
    let unclear_signs = unclear_signs.iter();
    unclear.extend(unclear_signs.map(|[one, next]| format!("the sign between {one} and {next}")));
    if inequalities.is_empty() && !are_gaps_empty(picture, &grid) {
        unclear.push("a sign anywhere".to_owned());
    }
    let known = Puzzle::new(size, givens, inequalities).ok();
    let [x, y] = [0, 1].map(|axis| grid.origin[axis] + grid.inside[axis] / 2.0);
    let [across, down] = grid.pitch;
    let on_upright = Projection::axis_aligned(x, y, across, down);
    Shown {
        size: size as u16,
        boxes: Boxes::of(grid, &to_picture),
        projection: to_picture.after(&on_upright),
        known,
        unsure,
        colours,
        unclear,
    }
}
