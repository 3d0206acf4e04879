//! Boards without lines.

use std::cell::LazyCell;

use super::refused::no_dots;
use super::{View, build};
use crate::detect::flow::doubts;
use crate::detect::flow::doubts::beside::all_near;
use crate::detect::flow::doubts::drift::drift;
use crate::detect::flow::doubts::page::without_page;
use crate::detect::flow::extent::Extent;
use crate::detect::flow::extent::frames::frames;
use crate::detect::flow::extent::pegs::{Pegged, pegged};
use crate::detect::flow::extent::unruled::{self, is_board};
use crate::detect::flow::terminals::filled::Squares;
use crate::detect::flow::terminals::pairs::Pairing;
use crate::detect::flow::terminals::ways::read_terminals;
use crate::detect::flow::terminals::{Terminal, discs};
use crate::pipeline::{Candidate, Refusal};
use crate::puzzle::flow::Puzzle;

/// The boards that one lattice without lines may carry: those in a frame, or else extents of all sizes around the same
/// terminals; or why it carries none.
pub fn without_lines(view: &View) -> Result<Vec<Candidate<Puzzle>>, Refusal> {
    let found = all_without_lines(view);
    if found.is_empty() {
        Err(no_dots())
    } else {
        Ok(found)
    }
}

fn all_without_lines(view: &View) -> Vec<Candidate<Puzzle>> {
    let Some(whole) = unruled::area(&view.canvas) else {
        return Vec::new();
    };
    let near = LazyCell::new(|| all_near(&view.canvas, &whole));
    let area = unruled::on_its_ground(&view.canvas, view.regions, &whole);
    let seen = |extent: &Extent| {
        let discs = discs(&view.canvas, &extent.cells().collect());
        without_page(view, discs)
    };
    let all = seen(&area);
    let squares = Squares::of(&view.canvas, area.cells());
    let mut found = Vec::new();
    if let Some(Pegged { extents, discs }) = pegged(&view.canvas, &area, &all) {
        for extent in &extents {
            for (terminals, pairing) in read_terminals(&view.canvas, extent, &discs, &squares) {
                if let Some(pairing) = pairing.filter(Pairing::is_clear) {
                    found.push(build_alone(view, extent, &terminals, &pairing, &near));
                }
            }
        }
    }
    if !found.is_empty() {
        return found;
    }
    for extent in frames(&view.canvas, &area) {
        let discs = seen(&extent);
        for (terminals, pairing) in read_terminals(&view.canvas, &extent, &discs, &squares) {
            let pairing = pairing.filter(Pairing::is_clear);
            if let Some(pairing) = pairing.filter(|_| is_board(&view.canvas, &extent, &terminals)) {
                found.push(build_alone(view, &extent, &terminals, &pairing, &near));
            }
        }
    }
    // The edges of tinted cells frame a part of the board.
    let most = found.iter().map(|it| it.puzzle.pairs().len()).max();
    found.retain(|it| Some(it.puzzle.pairs().len()) == most);
    if !found.is_empty() {
        return found;
    }
    for (terminals, pairing) in read_terminals(&view.canvas, &area, &all, &squares) {
        let Some(pairing) = pairing.filter(Pairing::is_clear) else {
            continue;
        };
        let mut extents = unruled::extents(&view.canvas, &terminals);
        extents.retain(Extent::is_board_sized);
        let boards = extents.iter();
        found.extend(boards.map(|extent| build_alone(view, extent, &terminals, &pairing, &near)));
    }
    found
}

/// A board without lines; one of `near` may say that it goes on beyond its extent.
fn build_alone(
    view: &View,
    extent: &Extent,
    terminals: &[Terminal],
    pairing: &Pairing,
    near: &[Terminal],
) -> Candidate<Puzzle> {
    let doubts = doubts::of_unruled(view, extent, terminals, near);
    let drift = drift(&view.canvas, terminals);
    build(view, extent, terminals, pairing, drift, &doubts)
}
