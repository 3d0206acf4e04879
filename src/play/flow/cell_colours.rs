//! The colours that the cells of a known board show in a picture.

use image::RgbImage;

use super::colours::CHANGE;
use super::empty_cell::{RING_PLACES, ring};
use crate::geometry::{Cell, Lattice};
use crate::pipeline::Rgb;
use crate::vision::colour::difference;
use crate::vision::sampling::pixel_at;

/// Where a cell of squares that is filled shows its colour and a pipe does not reach: right of and below its middle, in cells.
const CORNER: f64 = 0.36;

/// A glyph of two digits leaves at least so many of the places around the middle of a cell free.
const FEWEST_BESIDE_GLYPH: usize = 3;

/// Where a mark may show its colour: so far from the middle of its cell, in cells, in so many steps.
const FILLING_REACH: f64 = 0.48;
const FILLING_STEPS: i32 = 12;

/// A picture of a board whose flows have these colours.
#[derive(Clone, Copy)]
pub(super) struct CellColours<'a> {
    pub(super) picture: &'a RgbImage,
    pub(super) lattice: &'a Lattice,
    pub(super) colours: &'a [Rgb],
}

impl CellColours<'_> {
    /// The places of a cell that show a colour: steps right of and below its middle.
    fn places_of(&self, cell: Cell, colour: usize) -> Vec<(i32, i32)> {
        let places = (-FILLING_STEPS..=FILLING_STEPS)
            .flat_map(|down| (-FILLING_STEPS..=FILLING_STEPS).map(move |right| (right, down)));
        let step = FILLING_REACH / f64::from(FILLING_STEPS);
        let shows = |(right, down): &(i32, i32)| {
            let (right, down) = (f64::from(*right) * step, f64::from(*down) * step);
            let shown = self.shown(cell, right, down);
            shown.is_some_and(|shown| difference(shown, self.colours[colour]) <= CHANGE)
        };
        places.filter(shows).collect()
    }

    /// At how many places of a cell a colour is seen.
    pub(super) fn area(&self, cell: Cell, colour: usize) -> usize {
        self.places_of(cell, colour).len()
    }

    /// How much of its box the mark in a cell fills with its colour, 0 to 1.
    pub(super) fn filling(&self, cell: Cell, colour: usize) -> f64 {
        let shown = self.places_of(cell, colour);
        let length = |along: fn(&(i32, i32)) -> i32| {
            let (least, most) = (shown.iter().map(along).min(), shown.iter().map(along).max());
            least.zip(most).map_or(1, |(least, most)| most - least + 1)
        };
        let area = length(|place| place.0) * length(|place| place.1);
        shown.len() as f64 / f64::from(area)
    }

    /// The colour that most places around the middle of a cell show: so does a terminal with a digit or a
    /// letter over its middle, and a cell that is filled to its corners.
    pub(super) fn rings(&self, cell: Cell) -> Option<usize> {
        self.ring_votes(cell)
            .iter()
            .position(|&count| 2 * count > usize::from(RING_PLACES))
    }

    /// By colour: at how many places around the middle of a cell it is seen.
    fn ring_votes(&self, cell: Cell) -> Vec<usize> {
        let mut votes = vec![0usize; self.colours.len()];
        for at in ring(self.lattice, cell) {
            let pixel = pixel_at(self.picture, at);
            if let Some(colour) = pixel.and_then(|pixel| self.colour_like(Rgb(pixel))) {
                votes[colour] += 1;
            }
        }
        votes
    }

    /// The colour that a cell shows in all its corners, and in its middle or in some places around that: a glyph may be drawn
    /// in the middle, and around it the outline of what is finished.
    pub(super) fn fills(&self, cell: Cell) -> Option<usize> {
        let shown = |(right, down)| self.colour_like(self.shown(cell, right, down)?);
        let [first, others @ ..] = self.lattice.beside_ways(CORNER).map(shown);
        let is_seen_beside_glyph =
            |colour: usize| self.ring_votes(cell)[colour] >= FEWEST_BESIDE_GLYPH;
        let is_filled = others.iter().all(|other| *other == first)
            && (shown((0.0, 0.0)) == first || is_seen_beside_glyph(first?));
        is_filled.then_some(first)?
    }

    /// The colour that something else is the same as to the eye.
    fn colour_like(&self, shown: Rgb) -> Option<usize> {
        let distances = self.colours.iter().enumerate();
        let distances = distances.map(|(colour, own)| (difference(shown, *own), colour));
        let (distance, colour) = distances.min()?;
        (distance <= CHANGE).then_some(colour)
    }

    /// The flow whose colour is shown so many cells right of and below the middle of a cell.
    pub(super) fn colour_at(&self, cell: Cell, right: f64, down: f64) -> Option<usize> {
        self.colour_like(self.shown(cell, right, down)?)
    }

    /// What a cell shows in its corners; `None` outside the picture.
    pub(super) fn corners(&self, cell: Cell) -> [Option<Rgb>; 4] {
        let places = self.lattice.beside_ways(CORNER);
        places.map(|(right, down)| self.shown(cell, right, down))
    }

    /// What is shown so many cells right of and below the middle of a cell; `None` outside the picture.
    fn shown(&self, cell: Cell, right: f64, down: f64) -> Option<Rgb> {
        pixel_at(self.picture, self.lattice.at(cell, right, down)).map(Rgb)
    }

    /// Whether a cell before one of a move's terminals is filled to its corners with what it shows in its middle.
    pub(super) fn is_full(&self, cells: &[Cell]) -> bool {
        let [_, between @ .., _] = cells else {
            return false;
        };
        let beside_terminals = [between.first(), between.last()];
        beside_terminals.into_iter().flatten().any(|&cell| {
            let middle = self.shown(cell, 0.0, 0.0);
            self.corners(cell).into_iter().all(|corner| {
                corner
                    .zip(middle)
                    .is_some_and(|(a, b)| difference(a, b) <= CHANGE)
            })
        })
    }
}
