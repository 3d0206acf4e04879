//! Things of the page beside a board that are no terminals of it, although one is as large.
//!
//! ```text
//!   a . . b
//!   . b . .    O      off the lattice by more than any terminal, or of another shape,
//!   . . . a           and nothing else of its colour: a button
//! ```

use super::drift::nearest;
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::view::View;
use crate::detect::grid::compact::CompactRegion;
use crate::geometry::Pixel;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast, median};
use crate::vision::sampling::pixel_at;
use crate::vision::statistics::quantile;

/// A thing is off the lattice when it lies farther from the middle of its cell than each of: three times what three
/// quarters of the terminals do, 0.05 cells, 1.5 pixels.
const FARTHER: f64 = 3.0;
const LEAST_OFF: f64 = 0.05;
const LEAST_PIXELS: f64 = 1.5;

/// Two shapes fill their boxes by shares that differ by this much: a square is 0.21 more than a disc.
const OTHER_SHAPE: f64 = 0.13;

/// How far off the lattice terminals lie is told by this quantile: at least so many of all that may be terminals are.
const OFF_QUANTILE: f64 = 0.75;

/// Fewer terminals that are seen as regions do not tell how far off and of what shape terminals are.
const FEWEST: usize = 4;

/// Two things of one pair differ by fewer levels of a channel, also in uneven light, and in size by this share at most.
const SAME_COLOUR: f32 = 40.0;
const SAME_SIZE: f64 = 0.25;

/// Where the border to the next cell is looked at, in cells from the middle: a peg there begins beyond it.
const BORDER: [f64; 2] = [0.5, 0.6];

/// Where the colour of a region is looked at, in halves of its size: off glyphs, inside its edge.
const AROUND: f64 = 0.55;

/// How the terminals of a board are seen as regions.
pub struct Page<'a> {
    view: &'a View<'a>,
    /// How far off the lattice three quarters of them lie at most, in cells.
    off: f64,
    fills: Vec<f64>,
}

impl<'a> Page<'a> {
    /// `None` where too few of these terminals are seen as regions.
    pub fn around(view: &'a View<'a>, terminals: &[Terminal]) -> Option<Self> {
        let own = terminals.iter().filter_map(|terminal| {
            let (compact_region, off) = nearest(&view.sampler, view.compact_regions, terminal)?;
            (compact_region.is_known() == [true; 2]).then_some((off, compact_region.fill))
        });
        let (offs, fills): (Vec<f64>, Vec<Option<f64>>) = own.unzip();
        if offs.len() < FEWEST {
            return None;
        }
        Some(Self {
            view,
            off: quantile(offs, OFF_QUANTILE)?,
            fills: fills.into_iter().flatten().collect(),
        })
    }

    /// Whether a region beside the board is no terminal of it.
    pub fn has(&self, compact_region: &CompactRegion) -> bool {
        let pitch = self.view.sampler.grid.pitch;
        let most_off = (FARTHER * self.off)
            .max(LEAST_OFF)
            .max(LEAST_PIXELS / pitch);
        let place = self
            .view
            .sampler
            .grid
            .place(compact_region.x, compact_region.y);
        let is_off = place.is_some_and(|(_, (right, down))| right.hypot(down) > most_off);
        let is_of_other_shape = compact_region.fill.is_some_and(|fill| {
            let mut own = self.fills.iter();
            !self.fills.is_empty() && own.all(|own| (own - fill).abs() > OTHER_SHAPE)
        });
        (is_off || is_of_other_shape) && self.is_alone(compact_region)
    }

    /// Whether nothing else is as large and of the same colour.
    fn is_alone(&self, compact_region: &CompactRegion) -> bool {
        let Some(own) = colour(self.view, compact_region) else {
            return false;
        };
        let is_partner = |other: &CompactRegion| {
            let apart = (other.x - compact_region.x)
                .abs()
                .max((other.y - compact_region.y).abs());
            let is_like = |there| contrast(there, own) < SAME_COLOUR;
            apart > compact_region.size / 2.0
                && (other.size / compact_region.size - 1.0).abs() < SAME_SIZE
                && colour(self.view, other).is_some_and(is_like)
        };
        !self.view.compact_regions.iter().any(is_partner)
    }
}

/// These discs without things of the page.
pub fn without_page(view: &View, mut discs: Vec<Terminal>) -> Vec<Terminal> {
    discs.retain(|disc| !runs_through(&view.sampler, disc));
    let Some(page) = Page::around(view, &discs) else {
        return discs;
    };
    let is_of_page = |disc: &Terminal| {
        let region = nearest(&view.sampler, view.compact_regions, disc);
        region.is_some_and(|(compact_region, _)| page.has(compact_region))
    };
    let kept = discs.iter().filter(|disc| !is_of_page(disc));
    kept.copied().collect()
}

/// Whether the colour of a terminal goes on beyond two opposite sides of its cell, as no terminal's does: a bar or a
/// window of the page.
pub fn runs_through(sampler: &GridSampler, terminal: &Terminal) -> bool {
    let patch = sampler.cell(terminal.cell);
    let goes_on = |(right, down): (f64, f64)| {
        let there = patch.at(right, down);
        there.is_some_and(|it| contrast(it, terminal.colour) < LEAST_CONTRAST)
    };
    let all = |(right, down): (f64, f64)| {
        let reaches = BORDER.into_iter().flat_map(|reach| [reach, -reach]);
        reaches
            .map(|reach| (reach * right, reach * down))
            .all(goes_on)
    };
    all((1.0, 0.0)) || all((0.0, 1.0))
}

/// What a region looks like around its middle; `None` outside the picture.
pub fn colour(view: &View, compact_region: &CompactRegion) -> Option<Colour> {
    let reach = AROUND * compact_region.size / 2.0;
    let places = [(-reach, 0.0), (reach, 0.0), (0.0, -reach), (0.0, reach)];
    let seen = places.into_iter().filter_map(|(right, down)| {
        let at = Pixel::new(compact_region.x + right, compact_region.y + down);
        pixel_at(view.sampler.picture, at).map(|pixel| pixel.map(f32::from))
    });
    let seen: Vec<Colour> = seen.collect();
    (!seen.is_empty()).then(|| median(&seen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::flow::scene::{CELL, RED, TERMINALS, Thing, disc, pipe, seen};
    use crate::detect::flow::terminals::discs::discs;

    /// Whether each of these things, beside a board of four pairs of dots, is no terminal of it.
    fn are_of_page(things: &[Thing]) -> Vec<bool> {
        seen(things, |view| {
            let terminals = discs(&view.sampler, &TERMINALS.into_iter().collect());
            assert_eq!(terminals.len(), TERMINALS.len());
            let page = Page::around(view, &terminals).unwrap();
            let is_of_page = |thing: &Thing| {
                let (x, y) = view
                    .sampler
                    .grid
                    .projection
                    .apply(thing.from.0, thing.from.1);
                let is_there = |it: &&CompactRegion| (it.x - x).hypot(it.y - y) < CELL / 20.0;
                page.has(view.compact_regions.iter().find(is_there).unwrap())
            };
            things.iter().map(is_of_page).collect()
        })
    }

    #[test]
    fn a_dot_on_the_lattice_may_be_a_terminal() {
        assert_eq!(are_of_page(&[disc(5.0, 2.0, RED)]), [false]);
    }

    #[test]
    fn what_lies_off_the_lattice_or_has_another_shape_is_none() {
        let square = Thing {
            is_square: true,
            ..disc(5.0, 2.0, RED)
        };
        let things = [square, disc(6.2, 4.1, [200, 200, 0])];
        assert_eq!(are_of_page(&things), [true, true]);
    }

    #[test]
    fn two_of_one_colour_may_be_a_pair_of_a_board_at_an_angle() {
        let things = [disc(5.2, 2.0, RED), disc(6.2, 4.1, RED)];
        assert_eq!(are_of_page(&things), [false, false]);
    }

    /// Whether the colour of a dot at (5, 2) runs through its cell, with this on it.
    fn does_run_through(thing: Thing) -> bool {
        seen(&[disc(5.0, 2.0, RED), thing], |view| {
            let dots = discs(&view.sampler, &[(5, 2)].into());
            runs_through(&view.sampler, &dots[0])
        })
    }

    #[test]
    fn a_bar_runs_through_a_cell_and_a_pipe_that_ends_in_it_does_not() {
        assert!(does_run_through(pipe((4.0, 2.0), (6.0, 2.0), RED)));
        assert!(does_run_through(pipe((5.0, 1.0), (5.0, 3.0), RED)));
        assert!(!does_run_through(pipe((5.0, 2.0), (6.0, 2.0), RED)));
        assert!(!does_run_through(pipe((4.0, 2.0), (5.0, 2.0), RED)));
    }
}
