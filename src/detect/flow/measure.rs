//! Measures the look of a game on boards that were read: sizes in shares of a cell, colours and their names.

use std::ops::RangeInclusive;

use image::RgbImage;

use crate::geometry::{Cell, Lattice};
use crate::pipeline::BoardHypothesis;
use crate::profile::{FLOW_FREE, NamedColour, Profile, Ratios};
use crate::puzzle::flow::Puzzle;
use crate::vision::colour::{Colour, contrast, median, to_rgb};
use crate::vision::sampling::pixel_at;
use crate::vision::shade::Shade;
use crate::vision::statistics::middle;

/// Directions in which the edge of a terminal is looked for: pipes cover fewer than half of them.
const RAYS: usize = 32;

/// From sample to sample, in cells.
const STEP: f64 = 0.005;

/// How far from the middle of a side its line is looked for, along the side and across it, in cells: off pipes,
/// which cross the side in its middle.
const ALONG: [f64; 2] = [-0.28, 0.28];
const ACROSS: f64 = 0.15;

/// Where the ground of a cell is looked at, in cells from its middle both ways: outside any dot, off the lines.
const CORNER: f64 = 0.41;

/// A line stands out by so many levels: what is fainter may be noise.
const FAINTEST: f32 = 3.0;

/// Where a pipe goes straight through a cell, its colour is seen along it for at least so many cells, which is nearly all,
/// and across it for less than so many: a terminal or a bend is seen as far both ways.
const LEAST_ALONG: f64 = 0.95;
const MOST_WIDTH: f64 = 0.7;

/// Colours nearer than this are the same one, in Lab: what compression makes of one colour.
const SAME: f32 = 6.0;

/// What the boards looked at so far say.
#[derive(Debug, Default)]
pub struct Measurements {
    dots: Vec<f64>,
    pipes: Vec<f64>,
    lines: Vec<f64>,
    grounds: Vec<Colour>,
    colours: Vec<Colour>,
}

impl Measurements {
    /// Measures one more board.
    pub fn add(&mut self, picture: &RgbImage, board: &BoardHypothesis<Puzzle>) {
        let view = View {
            picture,
            lattice: &board.lattice,
        };
        let graph = board.puzzle.board();
        let cells: Vec<Cell> = graph.layout().cells().collect();
        let number = |cell: Cell| cell.index(graph.cols());
        let pairs = board.puzzle.pairs().iter().zip(&board.colours);
        let terminals: Vec<(Cell, Colour)> = pairs
            .flat_map(|(pair, colour)| {
                let colour = colour.0.map(f32::from);
                pair.terminals.map(|node| (graph.cell(node), colour))
            })
            .collect();
        let is_terminal = |cell: Cell| terminals.iter().any(|(other, _)| *other == cell);
        let drawn = |cell: Cell| board.drawn.get(number(cell)).copied().flatten();
        // Some games tint the cells under a pipe.
        let is_empty = |cell: &&Cell| drawn(**cell).is_none() && !is_terminal(**cell);
        let mut corners: Vec<Colour> = cells
            .iter()
            .filter(is_empty)
            .flat_map(|cell| view.corners(*cell))
            .collect();
        if corners.is_empty() {
            corners = cells.iter().flat_map(|cell| view.corners(*cell)).collect();
        }
        let ground = median(&corners);
        self.grounds.push(ground);

        for &(cell, colour) in &terminals {
            self.dots.extend(view.dot(cell, colour, ground));
            let shade = Shade::of(colour);
            let is_known = |known: &Colour| shade.distance(&Shade::of(*known)) < SAME;
            if !self.colours.iter().any(is_known) {
                self.colours.push(colour);
            }
        }
        for &cell in cells.iter().filter(|cell| !is_terminal(**cell)) {
            if let Some(colour) = drawn(cell).and_then(|pair| board.colours.get(pair)) {
                self.pipes
                    .extend(view.pipe(cell, colour.0.map(f32::from), ground));
            }
        }
        for &cell in &cells {
            for (right, down) in [(1, 0), (0, 1)] {
                let next = Cell::new(cell.row + down, cell.col + right);
                if cells.contains(&next) {
                    self.lines.push(view.line(cell, right == 1));
                }
            }
        }
    }

    /// Whether any pipe was seen; without one, the profile has the usual width.
    pub fn has_pipes(&self) -> bool {
        !self.pipes.is_empty()
    }

    /// What was measured, as a profile of this name. What no picture showed is as in the game itself.
    pub fn profile(&self, name: &str) -> Profile {
        let usual = FLOW_FREE.ratios;
        // To the thousandth, and into the range that a profile may have.
        let share = |of: &[f64], usual: f64, range: RangeInclusive<f64>| {
            let middle = middle(of.iter().copied()).unwrap_or(usual);
            (middle.clamp(*range.start(), *range.end()) * 1000.0).round() / 1000.0
        };
        let ratios = Ratios {
            dot: share(&self.dots, usual.dot, Ratios::DOT),
            pipe: share(&self.pipes, usual.pipe, Ratios::PIPE),
            line: share(&self.lines, usual.line, Ratios::LINE),
        };
        let background = to_rgb(median(&self.grounds)).0;
        Profile::new(name, ratios, background, named(&self.colours))
    }
}

/// A picture asked in cells.
struct View<'a> {
    picture: &'a RgbImage,
    lattice: &'a Lattice,
}

impl View<'_> {
    fn at(&self, cell: Cell, right: f64, down: f64) -> Option<Colour> {
        let pixel = pixel_at(self.picture, self.lattice.at(cell, right, down));
        pixel.map(|pixel| pixel.map(f32::from))
    }

    fn corners(&self, cell: Cell) -> impl Iterator<Item = Colour> {
        let places = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
        places
            .into_iter()
            .filter_map(move |(right, down)| self.at(cell, CORNER * right, CORNER * down))
    }

    /// How far a colour reaches from the middle of a cell in one direction, up to half a cell.
    fn reach(&self, cell: Cell, angle: f64, colour: Colour, ground: Colour) -> f64 {
        let steps = (0.5 / STEP) as usize;
        // From outside, so that glyphs in the middle of a terminal do not matter.
        let last = (1..=steps).rev().find(|step| {
            let radius = *step as f64 * STEP;
            let here = self.at(cell, radius * angle.cos(), radius * angle.sin());
            here.is_some_and(|here| contrast(here, colour) < contrast(here, ground))
        });
        last.unwrap_or(0) as f64 * STEP
    }

    /// Diameter of a terminal; `None` when it cannot be told from the ground.
    fn dot(&self, cell: Cell, colour: Colour, ground: Colour) -> Option<f64> {
        let angle = |ray: usize| std::f64::consts::TAU * ray as f64 / RAYS as f64;
        let rays: Vec<f64> = (0..RAYS)
            .map(|ray| self.reach(cell, angle(ray), colour, ground))
            .collect();
        middle(rays)
            .filter(|radius| *radius > 0.0)
            .map(|it| 2.0 * it)
    }

    /// Width of a pipe that goes straight through a cell; `None` where it bends or ends.
    fn pipe(&self, cell: Cell, colour: Colour, ground: Colour) -> Option<f64> {
        let [right, down, left, up] = [0.0, 0.25, 0.5, 0.75]
            .map(|turn| self.reach(cell, turn * std::f64::consts::TAU, colour, ground));
        let (across, along) = (right + left, up + down);
        let (narrow, long) = (across.min(along), across.max(along));
        (long > LEAST_ALONG && narrow < MOST_WIDTH && narrow > 0.0).then_some(narrow)
    }

    /// Width of the line at the right or lower side of a cell; 0 without one.
    fn line(&self, cell: Cell, is_right: bool) -> f64 {
        let widths = ALONG.map(|along| {
            let steps = (2.0 * ACROSS / STEP) as usize;
            let samples: Vec<Colour> = (0..=steps)
                .filter_map(|step| {
                    let across = 0.5 - ACROSS + step as f64 * STEP;
                    if is_right {
                        self.at(cell, across, along)
                    } else {
                        self.at(cell, along, across)
                    }
                })
                .collect();
            let ground = median(&samples);
            let contrasts: Vec<f32> = samples.iter().map(|it| contrast(*it, ground)).collect();
            let peak = contrasts.iter().copied().fold(0.0, f32::max);
            if peak < FAINTEST {
                return 0.0;
            }
            contrasts.iter().filter(|it| **it > peak / 2.0).count() as f64 * STEP
        });
        widths[0].min(widths[1])
    }
}

/// Each colour with the name of the game's colour that looks most like it; of several with one name, the
/// later ones are numbered.
fn named(colours: &[Colour]) -> Vec<NamedColour> {
    let mut named: Vec<NamedColour> = Vec::new();
    for &colour in colours {
        let here = Shade::of(colour);
        let unlike = |known: &&NamedColour| here.distance(&Shade::of(known.rgb.map(f32::from)));
        let nearest = FLOW_FREE
            .colours
            .iter()
            .min_by(|a, b| unlike(a).total_cmp(&unlike(b)));
        let name = nearest.map_or("colour", |nearest| nearest.name.as_str());
        let mut unique = name.to_owned();
        let mut number = 2;
        while named.iter().any(|other| other.name == unique) {
            unique = format!("{name} {number}");
            number += 1;
        }
        named.push(NamedColour {
            name: unique,
            rgb: to_rgb(colour).0,
        });
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_names_that_differ() {
        let colours = [[250.0, 5.0, 5.0], [225.0, 20.0, 20.0], [0.0, 250.0, 250.0]];
        let names: Vec<String> = named(&colours).into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["red", "red 2", "cyan"]);
    }
}
