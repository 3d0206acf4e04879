//! What a grid of boxes shows.

use image::RgbImage;

use super::board::Boxes;
use super::boxes::{Evenness, ON_SCREEN, boxes};
use super::digits::{Content, content};
use super::grid::{BoxGrid, grids};
use super::signs::{are_gaps_bare, signs};
use super::tilted;
use crate::geometry::{Cell, Projection};
use crate::puzzle::futoshiki::{Digit, Puzzle};
use crate::vision::colour::step;
use crate::vision::light::{evened, with_black_ink};

/// On paper under even light, lines are darker than one of these levels.
const ON_PAPER: [Evenness; 3] = [
    Evenness::Light(215),
    Evenness::Light(195),
    Evenness::Light(165),
];
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
    /// The board, if everything on it can be told: all digits that are shown as given ones.
    pub puzzle: Option<Puzzle>,
    /// Cells whose digit is likely alone, row by row.
    pub unsure: Vec<usize>,
    /// Row by row: the colour of the digit.
    colours: Vec<Option<[u8; 3]>>,
    /// What cannot be told, in words.
    pub unclear: Vec<String>,
}

impl Shown {
    /// The board with the digits of one colour alone, for each colour: entered digits have another one than given digits, and
    /// may contradict them.
    pub fn in_one_colour(&self) -> impl Iterator<Item = Puzzle> {
        let colours = self.colours.iter().flatten();
        colours.filter_map(|&colour| {
            let is_own = |own: [u8; 3]| step(own, colour) <= SAME_COLOUR;
            self.with(|cell| self.colours[cell].is_some_and(is_own))
        })
    }

    /// The board without the digits that are likely alone.
    pub fn with_sure_digits(&self) -> Option<Puzzle> {
        self.with(|cell| !self.unsure.contains(&cell))
    }

    /// The board with the digits of some cells alone.
    fn with(&self, counts: impl Fn(usize) -> bool) -> Option<Puzzle> {
        let puzzle = self.puzzle.as_ref()?;
        let digits = puzzle.givens().iter().enumerate();
        let givens = digits.map(|(cell, digit)| digit.filter(|_| counts(cell)));
        let (size, signs) = (puzzle.size().into(), puzzle.inequalities().to_vec());
        Puzzle::new(size, givens.collect(), signs).ok()
    }
}

/// The boards of a picture, the clearest first. Where none can be told as it lies, those that lie aslant are made upright;
/// where none can be told either, the picture is taken for one of paper.
pub fn shown(picture: &RgbImage) -> Vec<Shown> {
    let mut all = upright(picture, &ON_SCREEN, Projection::IDENTITY);
    let is_told = |all: &[Shown]| all.iter().any(|one| one.puzzle.is_some());
    if !is_told(&all) {
        for evenness in &ON_SCREEN[1..] {
            for turned in tilted::upright(picture, *evenness) {
                all.extend(upright(&turned.picture, &ON_SCREEN, turned.to_picture));
            }
        }
    }
    if !is_told(&all) {
        let even = evened(picture);
        for evenness in ON_PAPER {
            for turned in tilted::upright(&even, evenness) {
                let inked = with_black_ink(&turned.picture, INK);
                all.extend(upright(&inked, &ON_PAPER, turned.to_picture));
            }
        }
    }
    all.sort_by_key(|one| one.unclear.len());
    all
}

/// The boards whose boxes lie upright and are even in one of these ways. `to_picture` maps their pixels to those of the picture.
fn upright(picture: &RgbImage, ways: &[Evenness], to_picture: Projection) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    for &evenness in ways {
        for grid in grids(&boxes(picture, evenness), picture.dimensions()) {
            let one = on(picture, grid, to_picture);
            let is_known = |known: &Shown| known.puzzle.is_some() && known.puzzle == one.puzzle;
            if !all.iter().any(is_known) {
                all.push(one);
            }
        }
    }
    all
}

fn on(picture: &RgbImage, grid: BoxGrid, to_picture: Projection) -> Shown {
    let size = grid.size;
    let (mut unclear, mut unsure) = (Vec::new(), Vec::new());
    let mut givens: Vec<Option<Digit>> = Vec::new();
    let mut colours = Vec::new();
    for (row, col) in (0..size).flat_map(|row| (0..size).map(move |col| (row, col))) {
        let cell = Cell::new(row as u16, col as u16);
        let content = content(picture, grid.rect(row, col));
        let digit = match content {
            Content::Digit(digit, colour) | Content::Unsure(digit, colour)
                if usize::from(digit) <= size =>
            {
                Some((digit, colour))
            }
            _ => None,
        };
        if matches!(content, Content::Unsure(..)) {
            unsure.push(row * size + col);
        }
        let is_empty = content == Content::Empty && grid.is_seen[row * size + col];
        if digit.is_none() && !is_empty {
            unclear.push(format!("the digit at {cell}"));
        }
        givens.push(digit.map(|(digit, _)| digit));
        colours.push(digit.map(|(_, colour)| colour));
    }
    let (inequalities, unclear_signs) = signs(picture, &grid);
    unclear.extend(unclear_signs);
    if inequalities.is_empty() && !are_gaps_bare(picture, &grid) {
        unclear.push("a sign anywhere".to_owned());
    }
    let puzzle = Puzzle::new(size, givens, inequalities)
        .ok()
        .filter(|_| unclear.is_empty());
    let [x, y] = [0, 1].map(|axis| grid.origin[axis] + grid.inside[axis] / 2.0);
    let [across, down] = grid.pitch;
    let on_upright = Projection::axis_aligned(x, y, across, down);
    let is_upright = to_picture == Projection::IDENTITY;
    Shown {
        size: size as u16,
        boxes: is_upright.then(|| Boxes::of(grid)),
        projection: to_picture.after(&on_upright),
        puzzle,
        unsure,
        colours,
        unclear,
    }
}
