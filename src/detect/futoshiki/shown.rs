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
    /// The board, if everything on it but the unsure digits can be told: all digits that are shown as given ones.
    pub puzzle: Option<Puzzle>,
    /// Cells that show one of several digits, row by row.
    unsure: Vec<Unsure>,
    /// Row by row: the colour of the digit.
    colours: Vec<Option<[u8; 3]>>,
    /// What cannot be told, in words.
    pub unclear: Vec<String>,
}

/// A cell that shows one of several digits.
#[derive(Clone, Debug)]
struct Unsure {
    cell: usize,
    /// Each digit that is possible, and whether it is likely.
    digits: Vec<(Digit, bool)>,
}

/// The board with one choice of digits for the unsure cells.
#[derive(Clone, Debug)]
pub struct Choice {
    /// With all digits.
    pub puzzle: Puzzle,
    /// Whether each of the chosen digits is likely.
    pub is_likely: bool,
}

/// With more choices than these a board is too unclear.
const MOST_CHOICES: usize = 200;

impl Shown {
    /// The boards that are possible: one for each choice of digits for the unsure cells, so one alone where all are sure.
    /// None where not everything else can be told, or where there are too many.
    pub fn choices(&self) -> Vec<Choice> {
        let lengths = self.unsure.iter().map(|it| it.digits.len());
        let count = lengths.fold(1, usize::saturating_mul);
        let Some(puzzle) = self.puzzle.as_ref().filter(|_| count <= MOST_CHOICES) else {
            return Vec::new();
        };
        let mut choices = vec![(puzzle.givens().to_vec(), true)];
        for Unsure { cell, digits } in &self.unsure {
            let with = |(givens, was_likely): (Vec<Option<Digit>>, bool)| {
                digits.iter().map(move |&(digit, is_likely)| {
                    let mut givens = givens.clone();
                    givens[*cell] = Some(digit);
                    (givens, was_likely && is_likely)
                })
            };
            choices = choices.into_iter().flat_map(with).collect();
        }
        let size = usize::from(puzzle.size());
        let choice = |(givens, is_likely)| {
            let puzzle = Puzzle::new(size, givens, puzzle.inequalities().to_vec()).ok()?;
            Some(Choice { puzzle, is_likely })
        };
        choices.into_iter().filter_map(choice).collect()
    }

    /// Whether all digits are sure.
    pub fn is_sure(&self) -> bool {
        self.unsure.is_empty()
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
        let number = row * size + col;
        let is_possible = |digit: Digit| usize::from(digit) <= size;
        let (given, colour, is_told) = match content(picture, grid.rect(row, col)) {
            Content::Digit(digit, colour) => (Some(digit), Some(colour), is_possible(digit)),
            Content::Unsure(likelihoods, colour) => {
                let digits = likelihoods.possible();
                let digits = digits.filter(|it| is_possible(it.0)).collect();
                unsure.push(Unsure {
                    cell: number,
                    digits,
                });
                (None, Some(colour), true)
            }
            Content::Empty => (None, None, grid.is_seen[number]),
            Content::Unknown => (None, None, false),
        };
        if !is_told {
            unclear.push(format!("the digit at {cell}"));
        }
        givens.push(given.filter(|_| is_told));
        colours.push(colour);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of 4 x 4 with these unsure cells.
    fn with_unsure(unsure: Vec<Unsure>) -> Shown {
        Shown {
            size: 4,
            projection: Projection::IDENTITY,
            boxes: None,
            puzzle: Puzzle::new(4, vec![None; 16], Vec::new()).ok(),
            unsure,
            colours: vec![None; 16],
            unclear: Vec::new(),
        }
    }

    #[test]
    fn each_possible_digit_is_a_choice() {
        let digits = vec![(1, true), (4, false)];
        let choices = with_unsure(vec![Unsure { cell: 5, digits }]).choices();
        let told = choices
            .iter()
            .map(|it| (it.puzzle.givens()[5], it.is_likely));
        assert!(told.eq([(Some(1), true), (Some(4), false)]));
    }

    #[test]
    fn too_many_unsure_cells_leave_no_choice() {
        let digits: Vec<(Digit, bool)> = (1..=4).map(|digit| (digit, true)).collect();
        let unsure = |cell| Unsure {
            cell: cell % 16,
            digits: digits.clone(),
        };
        assert!(
            with_unsure((0..40_usize).map(unsure).collect())
                .choices()
                .is_empty()
        );
    }
}
