//! Whether the picture alone is sure of a board: by a higher margin than one needs that has exactly one solution.
//!
//! The number of solutions says nothing of a board whose only solutions touch themselves: one of walls or warps that is taken for a plain one nearly
//! always has such a solution too. So all that may be wrong is excluded by what is seen:
//!
//! ```text
//!   sides     each line between two cells is like the others in its row: no wall is broader or of another colour
//!   border    the outer line is as clear as the inner ones, and one even page lies beyond it: no warp, no row cut off
//!   cells     each cell shows either a terminal like the others or even ground: no hole, bridge, pipe or cover
//!   pairs     colours are alike within a pair and far apart across
//! ```
//!
//! Where the ground of the whole page runs from one colour into another, that slope is taken out first.
//!
//! A board without lines is as sure where each empty cell shows a mark: the marks tell which cells there are.

mod border;
mod cells;
mod flush;
mod marks;
mod sides;
mod slope;

use self::border::Borders;
use self::flush::Flush;
use self::marks::Marks;
use super::extent::Extent;
use super::extent::grid_lines::GridLines;
use super::terminals::Terminal;
use super::terminals::ground::Grounds;
use super::terminals::pairs::Pairing;
use super::view::View;

/// The largest distance within a pair, in Lab: right readings of whole pictures have 1.5 at most, wrong ones 9 in the mean.
const MOST_WITHIN: f32 = 6.0;

/// Any two pairs are so many times as far apart as they need to be to be told apart: the colours of a picture without noise are alike
/// within a pair, and may be near to each other across.
const LEAST_TIMES: f32 = 2.0;

/// What falls short of the margin at which the picture alone is sure of a board between lines, in words.
pub fn shortfalls(
    view: &View,
    grid_lines: &GridLines,
    extent: &Extent,
    terminals: &[Terminal],
    pairing: &Pairing,
) -> Vec<&'static str> {
    if let Some(words) = of_all(view, extent) {
        return vec![words];
    }
    let even = slope::without_slope(&view.sampler, extent, terminals);
    let view = &even.as_ref().map_or(*view, |picture| view.of(picture));
    let even_lines = even.as_ref().and_then(|_| GridLines::of(&view.sampler));
    let grid_lines = match (&even, &even_lines) {
        (None, _) => grid_lines,
        (Some(_), Some(even_lines)) => even_lines,
        (Some(_), None) => return vec!["no lines show its cells"],
    };
    let sampler = &view.sampler;
    let grounds = Grounds::of(sampler, extent, terminals);
    let borders = Borders::of(view, grid_lines, extent);
    let borders = borders.as_ref();
    let flush = Flush {
        sampler,
        grounds: &grounds,
        terminals,
    };
    let said = [
        (
            sides::are_alike(grid_lines, extent, &flush),
            "the lines between its cells are not all alike",
        ),
        (
            borders.is_some_and(|borders| borders.are_clear(&grounds, terminals)),
            "its outer line is not as clear as the inner ones",
        ),
        (
            borders.is_some_and(Borders::have_even_page),
            "what lies around it is not one even page",
        ),
        (
            cells::are_even(sampler, extent, terminals, &grounds),
            "not every cell shows a terminal or even ground",
        ),
    ];
    fallen_short(said.into_iter().chain(of_terminals(terminals, pairing)))
}

/// What falls short of that margin of a board without lines, in words.
pub fn shortfalls_without_lines(
    view: &View,
    extent: &Extent,
    terminals: &[Terminal],
    pairing: &Pairing,
) -> Vec<&'static str> {
    if let Some(words) = of_all(view, extent) {
        return vec![words];
    }
    let marks = Marks::of(&view.sampler, extent, terminals);
    // Without marks, boards of many sizes are asked, and nothing else counts.
    if !marks.are_alike() {
        return vec!["no lines show its cells, nor the same mark in each empty one"];
    }
    let said = [
        (
            marks.have_nothing_between(),
            "something may lie between its cells",
        ),
        (
            marks.end_at_border(),
            "the picture does not show that it ends where it seems to",
        ),
    ];
    fallen_short(said.into_iter().chain(of_terminals(terminals, pairing)))
}

/// What makes the picture unsure of any board.
fn of_all(view: &View, extent: &Extent) -> Option<&'static str> {
    if view.sharp.is_some() || view.sampler.grid.is_askew() {
        return Some("the picture is blurred or taken at an angle");
    }
    (!extent.holes.is_empty()).then_some("it has holes")
}

/// What is asked of the terminals of any board.
fn of_terminals(terminals: &[Terminal], pairing: &Pairing) -> [(bool, &'static str); 2] {
    let has_clear_pairs = pairing.within < MOST_WITHIN && pairing.times >= LEAST_TIMES;
    [
        (
            cells::are_terminals_alike(terminals),
            "its terminals are not all alike",
        ),
        (has_clear_pairs, "colours are near to each other"),
    ]
}

fn fallen_short(said: impl Iterator<Item = (bool, &'static str)>) -> Vec<&'static str> {
    let said = said.filter(|(is_sure, _)| !is_sure);
    said.map(|(_, words)| words).collect()
}
