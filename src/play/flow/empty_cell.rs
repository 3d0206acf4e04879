//! What cells show where they are empty, so that anything that is drawn or laid over them is noticed.

use std::f64::consts::TAU;

use image::RgbImage;

use super::colours::{CHANGE, mean_around, median};
use crate::detect::flow::{is_tint_of, tinted};
use crate::geometry::{Cell, Lattice, Pixel};
use crate::pipeline::Rgb;
use crate::vision::colour::difference;
use crate::vision::sampling::pixel_at;

/// Around the middle of a cell, outside of what may be written on a terminal and inside of the terminal:
/// in cells from the middle, and how many places are looked at.
const RING: f64 = 0.25;
pub(super) const RING_PLACES: u8 = 12;

/// The middle of a cell, where whatever is written over a board is seen: places so far from each other, in cells.
const SPREAD: f64 = 0.14;
const MIDDLE: [(i8, i8); 9] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (0, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// So many of these are most of it.
const MOST_OF_MIDDLE: usize = 6;

/// The corners of a cell and the middles of its sides, right of and below its middle, in cells, once around it from a corner.
const AROUND: [(f64, f64); 8] = [
    (-0.5, -0.5),
    (0.0, -0.5),
    (0.5, -0.5),
    (0.5, 0.0),
    (0.5, 0.5),
    (0.0, 0.5),
    (-0.5, 0.5),
    (-0.5, 0.0),
];
/// So many corners are most of them.
const MOST_CORNERS: usize = 3;

/// So many places in a row and in a column are looked at all over a cell, as far from its middle, in cells; and so many new
/// ones are a good part of it.
const ALL_OVER: usize = 9;
const REACH: f64 = 0.42;
const LEAST_NEW: usize = ALL_OVER * ALL_OVER / 4;
/// The places at the rim of a cell.
const RIM: usize = 4 * (ALL_OVER - 1);

/// A mark as thin as a star changes so many of these places.
const LEAST_MARK: usize = 4;

/// What an empty cell shows, or one with a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EmptyCell {
    pub(super) around: Rgb,
    middle: [Rgb; MIDDLE.len()],
    /// All over it, row by row.
    all_over: [Rgb; ALL_OVER * ALL_OVER],
    /// At its corners, where lines meet, and in the middles of its sides; `None` outside the picture.
    lines: [Option<Rgb>; AROUND.len()],
}

impl EmptyCell {
    /// What a cell shows; `None` when it is not all in the picture.
    pub(super) fn of(picture: &RgbImage, lattice: &Lattice, cell: Cell) -> Option<Self> {
        let mut middle = [Rgb::default(); MIDDLE.len()];
        for (colour, (right, down)) in middle.iter_mut().zip(MIDDLE) {
            let [right, down] = [right, down].map(|step| SPREAD * f64::from(step));
            *colour = Rgb(pixel_at(picture, lattice.at(cell, right, down))?);
        }
        let mut all_over = [Rgb::default(); ALL_OVER * ALL_OVER];
        for (number, colour) in all_over.iter_mut().enumerate() {
            let off = |step: usize| 2.0 * REACH * (step as f64 / (ALL_OVER - 1) as f64 - 0.5);
            let at = lattice.at(cell, off(number % ALL_OVER), off(number / ALL_OVER));
            *colour = Rgb(pixel_at(picture, at)?);
        }
        let around = ground(picture, lattice, cell)?;
        let lines = AROUND.map(|(right, down)| mean_around(picture, lattice.at(cell, right, down)));
        Some(Self {
            around,
            middle,
            all_over,
            lines,
        })
    }

    /// Whether most of the middle of the cell still shows the same: a line may have come under its sign.
    pub(super) fn is_like(&self, now: &Self) -> bool {
        let places = self.middle.iter().zip(now.middle);
        let same = places.filter(|(before, now)| difference(**before, *now) <= CHANGE);
        same.count() >= MOST_OF_MIDDLE
    }

    fn flat(colour: Rgb) -> Self {
        Self {
            around: colour,
            middle: [colour; MIDDLE.len()],
            all_over: [colour; ALL_OVER * ALL_OVER],
            lines: [None; AROUND.len()],
        }
    }

    /// Whether the cell shows a mark now that it did not show. A disc at the pointer reaches into the next cells: what lies
    /// over a part of the cell's rim is no mark.
    pub(super) fn is_marked(&self, now: &Self) -> bool {
        let rim = self.new_places(now).filter(|place| {
            let is_end = |step: usize| step == 0 || step == ALL_OVER - 1;
            is_end(place % ALL_OVER) || is_end(place / ALL_OVER)
        });
        self.new_places(now).count() >= LEAST_MARK && [0, RIM].contains(&rim.count())
    }

    /// The numbers of the places all over the cell that show something new.
    fn new_places(&self, now: &Self) -> impl Iterator<Item = usize> {
        let places = self.all_over.into_iter().zip(now.all_over).enumerate();
        places.filter_map(|(place, (before, now))| {
            (difference(before, now) > CHANGE).then_some(place)
        })
    }

    /// Whether something else lies over the cell now: its middle shows something new, or a good part of it does, as letters
    /// across a flow leave; or it hides the lines around. A tint of the colour of the flow that passes the cell is left of a
    /// stroke.
    pub(super) fn is_covered(&self, now: &Self, own: Option<Rgb>) -> bool {
        let is_new = |before: Rgb, now: Rgb| {
            let is_own = own.is_some_and(|own| is_tint_of(before, now, own));
            difference(before, now) > CHANGE && !is_own
        };
        let mut middle = self.middle.iter().zip(now.middle);
        let all_over = self.all_over.into_iter().zip(now.all_over);
        let all_over = all_over.filter(|&(before, now)| is_new(before, now));
        let is_hidden = |place: usize| {
            let both = self.lines[place].zip(now.lines[place]);
            both.is_some_and(|(before, now)| {
                is_new(before, self.around) && !is_new(now, self.around)
            })
        };
        middle.any(|(before, now)| is_new(*before, now))
            || all_over.count() >= LEAST_NEW
            || are_lines_hidden(is_hidden)
    }
}

/// Whether what lies over a cell hides the lines around it, as a box does that looks like empty cells: most of the corners, where
/// lines meet, show the ground of the cell, or all of a side does.
fn are_lines_hidden(is_hidden: impl Fn(usize) -> bool) -> bool {
    let corners = (0..AROUND.len()).step_by(2);
    let is_side_hidden = |corner: usize| {
        let side = [corner, corner + 1, (corner + 2) % AROUND.len()];
        side.into_iter().all(&is_hidden)
    };
    corners.clone().filter(|corner| is_hidden(*corner)).count() >= MOST_CORNERS
        || corners.into_iter().any(is_side_hidden)
}

/// By cell number: what each cell shows when it is empty, given what those show now in which no pipe is seen.
///
/// One that is tinted with a colour was filled before. Empty, it shows what most cells do that are an even number
/// of steps away, as on a chequered board.
pub(super) fn when_empty(
    now: Vec<Option<EmptyCell>>,
    cols: u16,
    colours: &[Rgb],
) -> Vec<Option<EmptyCell>> {
    let parity = |number: usize| {
        let cell = Cell::from_index(number, cols);
        usize::from((cell.row + cell.col) % 2)
    };
    let usual = [0, 1].map(|side| {
        let shown = now.iter().enumerate();
        let shown = shown.filter(|(number, _)| parity(*number) == side);
        let shown = shown.filter_map(|(_, empty)| Some((*empty)?.around));
        median(&shown.collect::<Vec<_>>())
    });
    let empty = |(number, empty): (usize, Option<EmptyCell>)| {
        let (empty, usual) = (empty?, usual[parity(number)]?);
        let is_tinted = tinted(usual, empty.around, colours).is_some();
        Some(if is_tinted {
            EmptyCell::flat(usual)
        } else {
            empty
        })
    };
    now.into_iter().enumerate().map(empty).collect()
}

/// Of the places around the middle of a cell, the median of each channel; `None` when one is outside the picture.
pub(super) fn ground(picture: &RgbImage, lattice: &Lattice, cell: Cell) -> Option<Rgb> {
    let places = ring(lattice, cell).map(|at| Some(Rgb(pixel_at(picture, at)?)));
    median(&places.collect::<Option<Vec<Rgb>>>()?)
}

/// Places around the middle of a cell, in the picture.
pub(super) fn ring(lattice: &Lattice, cell: Cell) -> impl Iterator<Item = Pixel> {
    let turns = (0..RING_PLACES).map(|turn| TAU * f64::from(turn) / f64::from(RING_PLACES));
    let place = move |(sin, cos)| lattice.at(cell, RING * cos, RING * sin);
    turns.map(f64::sin_cos).map(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = Rgb([220, 30, 60]);
    const COLOURS: [Rgb; 2] = [RED, Rgb([40, 90, 230])];

    /// The places that are so far from the left of a cell, and so far from its top.
    fn changed(is_new: impl Fn(usize, usize) -> bool) -> EmptyCell {
        let mut cell = EmptyCell::flat(Rgb([240; 3]));
        for (place, shown) in cell.all_over.iter_mut().enumerate() {
            if is_new(place % ALL_OVER, place / ALL_OVER) {
                *shown = RED;
            }
        }
        cell
    }

    #[test]
    fn what_lies_over_a_part_of_the_rim_is_no_mark() {
        let empty = EmptyCell::flat(Rgb([240; 3]));
        let is_marked = |now: EmptyCell| empty.is_marked(&now);
        assert!(is_marked(
            changed(|x, y| x.abs_diff(4) + y.abs_diff(4) <= 1)
        ));
        assert!(is_marked(changed(|_, _| true)), "a tint");
        assert!(!is_marked(changed(|x, y| x + y <= 4)), "the edge of a disc");
        assert!(!is_marked(empty));
    }

    /// Places are counted once around the cell from a corner.
    #[test]
    fn a_box_hides_most_corners_of_a_cell_or_a_side_of_it() {
        let hides = |hidden: &[usize]| are_lines_hidden(|place| hidden.contains(&place));
        assert!(hides(&[0, 2, 4]));
        assert!(hides(&[4, 5, 6]) && hides(&[6, 7, 0]));
        assert!(!hides(&[0, 1, 7]), "one corner");
        assert!(!hides(&[0, 4]) && !hides(&[1, 3, 5, 7]));
    }

    /// A third of a chequered board is tinted already; one of its cells holds a terminal.
    #[test]
    fn a_tinted_cell_shows_what_others_of_its_kind_do_when_it_is_empty() {
        let kinds = [Rgb([240; 3]), Rgb([205; 3])];
        let kind = |number: usize| kinds[(number / 5 + number % 5) % 2];
        let tint = |under: Rgb| Rgb([0, 1, 2].map(|at| under.0[at] / 2 + RED.0[at] / 2));
        let mut expected: Vec<_> = (0..25)
            .map(|number| Some(EmptyCell::flat(kind(number))))
            .collect();
        expected[24] = None;
        let mut now = expected.clone();
        for tinted in [6, 7, 8, 11, 13, 16, 17, 18] {
            now[tinted] = Some(EmptyCell::flat(tint(kind(tinted))));
        }
        assert_eq!(when_empty(now, 5, &COLOURS), expected);
    }
}
