//! Boards whose lines show where the cells are.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::refused::{no_lines, unpaired, unsupported};
use super::{Paired, build};
use crate::detect::flow::certainty::shortfalls;
use crate::detect::flow::extent::grid_lines::GridLines;
use crate::detect::flow::extent::refine::settled;
use crate::detect::flow::extent::{Extent, extents};
use crate::detect::flow::kinds::bridges::has_bridges;
use crate::detect::flow::kinds::walls::has_walls;
use crate::detect::flow::part::Part;
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::alternatives::read_terminals;
use crate::detect::flow::terminals::discs::discs_between_lines;
use crate::detect::flow::terminals::filled::Squares;
use crate::detect::flow::terminals::glyphs::Glyphs;
use crate::detect::flow::terminals::pairs::Pairing;
use crate::detect::flow::validation::drift::{drift, off_middle};
use crate::detect::flow::validation::{self, Contents};
use crate::detect::flow::view::View;
use crate::detect::grid::fit::GridHypothesis;
use crate::pipeline::{BoardHypothesis, Refusal};
use crate::puzzle::flow::Puzzle;

/// A board with a single pair has no more cells: games deal such boards of three by three cells to begin with, and one flow over
/// more than five by five is none that a person draws.
const MOST_CELLS_OF_ONE_PAIR: usize = 25;

/// The boards that one lattice with lines may carry, the likeliest first; or why it carries none.
pub fn with_lines(view: &View, gridded: &Gridded) -> Result<Vec<BoardHypothesis<Puzzle>>, Refusal> {
    let view = &view.on(&gridded.grid);
    let sampler = &view.sampler;
    let contents = Contents {
        discs: &discs_between_lines(sampler, &gridded.cells, gridded.grid_lines.ground_reach()),
        squares: &Squares::of(sampler, gridded.cells.iter().copied()),
    };
    let pairings = |extent: &Extent| {
        read_terminals(
            sampler,
            extent,
            contents.discs,
            contents.squares,
            view.known,
        )
    };
    let middle = |terminal: &Terminal| off_middle(sampler, terminal);
    between_lines(view, gridded, contents, pairings, middle)
}

/// The boards of such a lattice where glyphs, not colours, tell which terminals are a pair.
pub fn with_glyphs(
    view: &View,
    gridded: &Gridded,
) -> Result<Vec<BoardHypothesis<Puzzle>>, Refusal> {
    let view = &view.on(&gridded.grid);
    let grid = &gridded.grid.enlarged(view.by);
    let sharp = &GridSampler {
        picture: view.original,
        grid,
    };
    let glyphs = Glyphs::of(sharp, &gridded.cells, gridded.grid_lines.ground_reach());
    let contents = Contents {
        discs: &glyphs.terminals(),
        squares: &Squares::of(&view.sampler, gridded.cells.iter().copied()),
    };
    let pairings = |extent: &Extent| vec![glyphs.paired(sharp, extent)];
    let middle = |terminal: &Terminal| glyphs.middle_in(terminal.cell);
    between_lines(view, gridded, contents, pairings, middle)
}

/// What the lines say.
pub struct Gridded {
    grid: GridHypothesis,
    grid_lines: GridLines,
    extents: Vec<Extent>,
    /// All cells in the extents and around them.
    cells: BTreeSet<(i32, i32)>,
}

impl Gridded {
    /// `None` where there are no lines.
    pub fn of(view: &View) -> Option<Self> {
        let (grid, grid_lines) = settled(&view.sampler)?;
        let mut extents = extents(&view.on(&grid).sampler, &grid_lines);
        extents.retain(Extent::is_board_sized);
        let seen = extents
            .iter()
            .flat_map(|extent| extent.bounding_box().chain(extent.around()));
        let cells = seen.collect();
        Some(Self {
            grid,
            grid_lines,
            extents,
            cells,
        })
    }
}

/// The boards of what these lines show, given all that may be terminals, how to see which are and make pairs, and how far
/// the middle of one lies from that of its cell.
fn between_lines(
    view: &View,
    gridded: &Gridded,
    contents: Contents,
    pairings: impl Fn(&Extent) -> Vec<(Vec<Terminal>, Option<Pairing>)>,
    middle: impl Fn(&Terminal) -> (f64, f64),
) -> Result<Vec<BoardHypothesis<Puzzle>>, Refusal> {
    let sampler = &view.sampler;
    // The likeliest extent comes first; but a kind that is known by name says more than any failed validation.
    let mut refusal: Option<Refusal> = None;
    let mut found = Vec::new();
    for extent in &gridded.extents {
        let is_walled = LazyCell::new(|| {
            has_walls(sampler, &gridded.grid_lines, extent) || has_blurred_walls(view, extent)
        });
        for (terminals, pairing) in pairings(extent) {
            let is_board = |pairing: &Pairing| {
                pairing.pairs.len() > 1
                    || is_sure_of_one_pair(view, gridded, extent, &terminals, pairing)
            };
            let Some(pairing) = pairing.filter(is_board) else {
                refusal.get_or_insert_with(|| unpaired(extent, &terminals));
                continue;
            };
            if view.asks(Part::Bridges) && has_bridges(sampler, extent) {
                refusal = Some(unsupported("bridges"));
                continue;
            }
            if view.asks(Part::Walls) && *is_walled {
                refusal = Some(unsupported("walls"));
                continue;
            }
            let failed =
                validation::of_gridded(view, extent, &gridded.extents, &terminals, contents);
            let paired = Paired {
                extent,
                terminals: &terminals,
                pairing: &pairing,
                drift: drift(&pairing, |one| middle(&terminals[one])),
            };
            let shortfalls = shortfalls(view, &gridded.grid_lines, extent, &terminals, &pairing);
            found.push(build(view, &paired, &failed, &shortfalls));
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
    gridded: &Gridded,
    extent: &Extent,
    terminals: &[Terminal],
    pairing: &Pairing,
) -> bool {
    extent.cells().count() <= MOST_CELLS_OF_ONE_PAIR
        && shortfalls(view, &gridded.grid_lines, extent, terminals, pairing).is_empty()
}

/// Whether there are walls where a blurred picture shows none: blur makes broad lines and narrow ones alike.
fn has_blurred_walls(view: &View, extent: &Extent) -> bool {
    let sharp = view.sharp.as_ref();
    sharp.is_some_and(|sharp| {
        GridLines::of(sharp).is_some_and(|grid_lines| has_walls(sharp, &grid_lines, extent))
    })
}
