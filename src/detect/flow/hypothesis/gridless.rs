//! Boards without lines.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::refused::no_dots;
use super::{Paired, build};
use crate::detect::flow::certainty::shortfalls_without_lines;
use crate::detect::flow::extent::Extent;
use crate::detect::flow::gridless::frames::frames;
use crate::detect::flow::gridless::pegs::{Pegged, pegged, pegs};
use crate::detect::flow::gridless::{self, is_board};
use crate::detect::flow::terminals::alternatives::read_terminals;
use crate::detect::flow::terminals::discs::discs;
use crate::detect::flow::terminals::filled::Squares;
use crate::detect::flow::terminals::pairs::Pairing;
use crate::detect::flow::terminals::{FEWEST, Terminal};
use crate::detect::flow::validation;
use crate::detect::flow::validation::beside::all_near;
use crate::detect::flow::validation::drift::{drift, off_middle};
use crate::detect::flow::validation::page::without_page;
use crate::detect::flow::view::View;
use crate::pipeline::{BoardHypothesis, Refusal};
use crate::puzzle::flow::Puzzle;

/// The boards that one lattice without lines may carry: those in a frame, or else extents of all sizes around the same
/// terminals; or why it carries none.
pub fn without_lines(view: &View) -> Result<Vec<BoardHypothesis<Puzzle>>, Refusal> {
    let found = all_without_lines(view);
    if found.is_empty() {
        Err(no_dots())
    } else {
        Ok(found)
    }
}

fn all_without_lines(view: &View) -> Vec<BoardHypothesis<Puzzle>> {
    let Some(whole) = gridless::area(&view.sampler) else {
        return Vec::new();
    };
    let on_its_ground = |cells: &BTreeSet<(i32, i32)>, area: &Extent| {
        gridless::on_its_ground(&view.sampler, view.regions, cells, area)
    };
    let mut area = on_its_ground(&view.sampler.grid.cells, &whole);
    let mut dots = dots(view, &area);
    let pegs = pegs(&dots);
    if !pegs.is_empty() {
        // A picture behind the board may show something on its lattice, but no peg.
        area = on_its_ground(&pegs.iter().map(|peg| peg.cell).collect(), &area);
        dots.retain(|dot| area.shows(dot.cell));
    }
    let seen = Gridless {
        view,
        near: LazyCell::new(|| all_near(&view.sampler, &whole)),
        squares: Squares::of(&view.sampler, area.cells()),
    };
    let mut found = seen.on_pegs(&area, &pegs);
    if found.is_empty() {
        found = seen.in_frames(&area);
    }
    // Among several frames specks tell which one ends the board.
    if !is_settled(&found) {
        let others = seen.of_any_size(&area, &dots);
        if found.is_empty() || is_settled(&others) {
            found = others;
        }
    }
    found
}

/// What may be a round terminal of an extent.
fn dots(view: &View, extent: &Extent) -> Vec<Terminal> {
    let cells = extent.cells().collect();
    without_page(view, discs(&view.sampler, &cells))
}

/// Whether the picture shows how large one of these boards is.
fn is_settled(boards: &[BoardHypothesis<Puzzle>]) -> bool {
    boards.iter().any(|board| board.is_bounded)
}

/// What lies on a lattice without lines.
struct Gridless<'v, N: FnOnce() -> Vec<Terminal>> {
    view: &'v View<'v>,
    /// All that may be terminals, also beside the area.
    near: LazyCell<Vec<Terminal>, N>,
    /// What may be a filled cell.
    squares: Squares,
}

impl<N: FnOnce() -> Vec<Terminal>> Gridless<'_, N> {
    /// The terminals of an extent with clear pairs, in all ways to see them.
    fn ways(
        &self,
        extent: &Extent,
        dots: &[Terminal],
    ) -> impl Iterator<Item = (Vec<Terminal>, Pairing)> {
        let ways = read_terminals(
            &self.view.sampler,
            extent,
            dots,
            &self.squares,
            self.view.known,
        );
        ways.into_iter().filter_map(|(terminals, pairing)| {
            let pairing = pairing.filter(Pairing::is_clear)?;
            (terminals.len() >= FEWEST).then_some((terminals, pairing))
        })
    }

    /// The boards whose empty cells show pegs.
    fn on_pegs(&self, area: &Extent, pegs: &[Terminal]) -> Vec<BoardHypothesis<Puzzle>> {
        let Some(Pegged { extents, discs }) = pegged(&self.view.sampler, area, pegs) else {
            return Vec::new();
        };
        let boards = extents.iter().flat_map(|extent| {
            let ways = self.ways(extent, &discs);
            ways.map(|(terminals, pairing)| self.build(extent, &terminals, &pairing))
        });
        boards.collect()
    }

    /// The boards in frames. The edges of tinted cells frame a part of a board: those with the most pairs are kept, and
    /// every other way to see the terminals in the same frame.
    fn in_frames(&self, area: &Extent) -> Vec<BoardHypothesis<Puzzle>> {
        let sampler = &self.view.sampler;
        let boards = |extent: Extent| {
            let dots = dots(self.view, &extent);
            let ways = self.ways(&extent, &dots);
            let ways = ways.filter(|(terminals, _)| is_board(sampler, &extent, terminals));
            ways.map(|(terminals, pairing)| self.build(&extent, &terminals, &pairing))
                .collect()
        };
        let mut framed: Vec<Vec<BoardHypothesis<Puzzle>>> =
            frames(sampler, area).into_iter().map(boards).collect();
        let most_pairs = |ways: &Vec<BoardHypothesis<Puzzle>>| {
            ways.iter().map(|it| it.puzzle.pairs().len()).max()
        };
        let most = framed.iter().map(most_pairs).max().flatten();
        framed.retain(|ways| most_pairs(ways) == most);
        framed.into_iter().flatten().collect()
    }

    /// Boards of all sizes around the same terminals.
    fn of_any_size(&self, area: &Extent, dots: &[Terminal]) -> Vec<BoardHypothesis<Puzzle>> {
        let boards = self.ways(area, dots).flat_map(|(terminals, pairing)| {
            let extents = gridless::extents(&self.view.sampler, &terminals);
            let extents = extents.into_iter().filter(Extent::is_board_sized);
            extents
                .map(|extent| self.build(&extent, &terminals, &pairing))
                .collect::<Vec<_>>()
        });
        boards.collect()
    }

    fn build(
        &self,
        extent: &Extent,
        terminals: &[Terminal],
        pairing: &Pairing,
    ) -> BoardHypothesis<Puzzle> {
        let failed =
            validation::of_gridless(self.view, extent, terminals, &self.near, &self.squares);
        let paired = Paired {
            extent,
            terminals,
            pairing,
            drift: drift(pairing, |one| {
                off_middle(&self.view.sampler, &terminals[one])
            }),
        };
        let shortfalls = shortfalls_without_lines(self.view, extent, terminals, pairing);
        build(self.view, &paired, &failed, &shortfalls)
    }
}
