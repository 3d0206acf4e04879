//! Boards whose lines show where the cells are.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::build;
use super::refused::{no_lines, unpaired, unsupported};
use crate::detect::flow::Part;
use crate::detect::flow::certainty::shortfalls;
use crate::detect::flow::extent::ruling::Ruling;
use crate::detect::flow::extent::settle::settled;
use crate::detect::flow::extent::{Extent, extents};
use crate::detect::flow::kinds::bridges::has_bridges;
use crate::detect::flow::kinds::walls::has_walls;
use crate::detect::flow::lattice::growth::Grid;
use crate::detect::flow::terminals::filled::Squares;
use crate::detect::flow::terminals::pairs::Pairing;
use crate::detect::flow::terminals::signs::Signs;
use crate::detect::flow::terminals::ways::read_terminals;
use crate::detect::flow::terminals::{Terminal, discs};
use crate::detect::flow::validation;
use crate::detect::flow::validation::drift::drift;
use crate::detect::flow::view::View;
use crate::pipeline::{Candidate, Refusal};
use crate::puzzle::flow::Puzzle;

/// A board with a single pair has no more cells: games deal such boards of three by three cells to begin with, and one flow over
/// more than five by five is none that a person draws.
const MOST_CELLS_OF_ONE_PAIR: usize = 25;

/// The boards that one lattice with lines may carry, the likeliest first; or why it carries none.
pub fn with_lines(view: &View, ruled: Option<&Ruled>) -> Result<Vec<Candidate<Puzzle>>, Refusal> {
    let Some(ruled) = ruled else {
        return Err(no_lines());
    };
    let view = &view.on(&ruled.grid);
    let discs = discs(&view.canvas, &ruled.cells);
    let squares = Squares::of(&view.canvas, ruled.cells.iter().copied());
    let ways = |extent: &Extent| read_terminals(&view.canvas, extent, &discs, &squares, view.known);
    let drift = |terminals: &[Terminal], _: &Pairing| drift(&view.canvas, terminals);
    between_lines(view, ruled, &discs, &squares, ways, drift)
}

/// The boards of such a lattice where signs, not colours, tell which terminals are a pair.
pub fn with_signs(view: &View, ruled: Option<&Ruled>) -> Result<Vec<Candidate<Puzzle>>, Refusal> {
    let Some(ruled) = ruled else {
        return Err(no_lines());
    };
    let view = &view.on(&ruled.grid);
    let signs = Signs::of(&view.canvas, &ruled.cells);
    let squares = Squares::of(&view.canvas, ruled.cells.iter().copied());
    let ways = |extent: &Extent| vec![signs.paired(&view.canvas, extent)];
    let drift = |terminals: &[Terminal], pairing: &Pairing| signs.drift(terminals, pairing);
    between_lines(view, ruled, &signs.terminals(), &squares, ways, drift)
}

/// What the lines say.
pub struct Ruled {
    grid: Grid,
    ruling: Ruling,
    extents: Vec<Extent>,
    /// All cells in the extents and around them.
    cells: BTreeSet<(i32, i32)>,
}

impl Ruled {
    /// `None` where there are no lines.
    pub fn of(view: &View) -> Option<Self> {
        let (grid, ruling) = settled(&view.canvas)?;
        let mut extents = extents(&view.on(&grid).canvas, &ruling);
        extents.retain(Extent::is_board_sized);
        let seen = extents
            .iter()
            .flat_map(|extent| extent.bounding_box().chain(extent.around()));
        let cells = seen.collect();
        Some(Self {
            grid,
            ruling,
            extents,
            cells,
        })
    }
}

/// The boards of what these lines show, given all that may be terminals, how to see which are and make pairs, and how far
/// these lie from where the lattice has them.
fn between_lines(
    view: &View,
    ruled: &Ruled,
    discs: &[Terminal],
    squares: &Squares,
    ways: impl Fn(&Extent) -> Vec<(Vec<Terminal>, Option<Pairing>)>,
    drift: impl Fn(&[Terminal], &Pairing) -> f64,
) -> Result<Vec<Candidate<Puzzle>>, Refusal> {
    let canvas = &view.canvas;
    // The likeliest extent comes first; but a kind that is known by name says more than any failed validation.
    let mut refusal: Option<Refusal> = None;
    let mut found = Vec::new();
    for extent in &ruled.extents {
        let is_walled = LazyCell::new(|| {
            has_walls(&ruled.ruling, extent, canvas.grid) || has_blurred_walls(view, extent)
        });
        for (terminals, pairing) in ways(extent) {
            match pairing {
                None => {
                    refusal.get_or_insert_with(|| unpaired(extent, &terminals));
                }
                Some(pairing)
                    if pairing.pairs.len() == 1
                        && !is_sure_of_one_pair(view, ruled, extent, &terminals, &pairing) =>
                {
                    refusal.get_or_insert_with(|| unpaired(extent, &terminals));
                }
                Some(_) if view.asks(Part::Bridges) && has_bridges(canvas, extent) => {
                    refusal = Some(unsupported("bridges"));
                }
                Some(_) if view.asks(Part::Walls) && *is_walled => {
                    refusal = Some(unsupported("walls"));
                }
                Some(pairing) => {
                    let failed = validation::of_ruled(
                        view,
                        extent,
                        &ruled.extents,
                        &terminals,
                        discs,
                        squares,
                    );
                    let drift = drift(&terminals, &pairing);
                    let built = build(view, extent, &terminals, &pairing, drift, &failed);
                    let shortfalls = shortfalls(view, &ruled.ruling, extent, &terminals, &pairing);
                    found.push(Candidate {
                        shortfalls: shortfalls.into_iter().map(str::to_owned).collect(),
                        ..built
                    });
                }
            }
        }
    }
    if found.is_empty() {
        Err(refusal.unwrap_or_else(no_lines))
    } else {
        Ok(found)
    }
}

/// Whether two like things on so few cells are the only pair of a board: they are found on many grids that are none.
fn is_sure_of_one_pair(
    view: &View,
    ruled: &Ruled,
    extent: &Extent,
    terminals: &[Terminal],
    pairing: &Pairing,
) -> bool {
    extent.cells().count() <= MOST_CELLS_OF_ONE_PAIR
        && shortfalls(view, &ruled.ruling, extent, terminals, pairing).is_empty()
}

/// Whether there are walls where a blurred picture shows none: blur makes broad lines and narrow ones alike.
fn has_blurred_walls(view: &View, extent: &Extent) -> bool {
    let sharp = view.sharp.as_ref();
    sharp.is_some_and(|sharp| {
        Ruling::of(sharp).is_some_and(|ruling| has_walls(&ruling, extent, sharp.grid))
    })
}
