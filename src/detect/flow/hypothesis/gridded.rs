//! Boards whose lines show where the cells are.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::refused::{lone_pair, no_lines, unpaired, unsupported};
use super::{Paired, build, puzzle};
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
use crate::detect::flow::validation::obstacles::{are_of_board, obstacles};
use crate::detect::flow::validation::{self, Contents};
use crate::detect::flow::view::View;
use crate::detect::grid::fit::GridHypothesis;
use crate::pipeline::{BoardHypothesis, Reason, Refusal};
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
    let lines = Lines {
        view,
        gridded,
        contents,
    };
    let mut boards: Vec<Result<BoardHypothesis<Puzzle>, Refusal>> = Vec::new();
    for extent in &gridded.extents {
        let is_walled = LazyCell::new(|| lines.have_walls(extent));
        for (terminals, pairing) in pairings(extent) {
            let Some(pairing) = pairing else {
                boards.push(Err(unpaired(extent, &terminals)));
                continue;
            };
            let plain = Paired {
                extent,
                terminals: &terminals,
                pairing: &pairing,
                drift: drift(&pairing, |one| middle(&terminals[one])),
            };
            // Pairs that are not clear settle no board: what else speaks against it takes the most time.
            let obstacles = match pairing.is_clear() {
                true => lines.obstacles(&plain),
                false => BTreeSet::new(),
            };
            boards.push(lines.board(&plain, &obstacles, || *is_walled));
            boards.extend(lines.with_holes(&plain, obstacles));
        }
    }
    let (found, refused): (Vec<_>, Vec<_>) = boards.into_iter().partition(Result::is_ok);
    if found.is_empty() {
        Err(says_most(refused.into_iter().filter_map(Result::err)))
    } else {
        Ok(found.into_iter().flatten().collect())
    }
}

/// The likeliest extent comes first; but a kind that is known by name says more.
fn says_most(refused: impl Iterator<Item = Refusal>) -> Refusal {
    let is_named = |why: &Refusal| matches!(why.reason, Reason::Unsupported(_));
    let said = refused.reduce(|said, why| {
        let says_more = is_named(&why);
        if says_more { why } else { said }
    });
    said.unwrap_or_else(no_lines)
}

/// What the lines of a picture and the cells between them show.
struct Lines<'a> {
    view: &'a View<'a>,
    gridded: &'a Gridded,
    contents: Contents<'a>,
}

impl Lines<'_> {
    /// The cells that something fills which no flow goes through.
    fn obstacles(&self, paired: &Paired) -> BTreeSet<(i32, i32)> {
        let (sampler, squares) = (&self.view.sampler, self.contents.squares);
        obstacles(sampler, paired.extent, paired.terminals, squares)
    }

    /// The board of these pairs, or why it is none, given what obstacles it holds.
    fn board(
        &self,
        paired: &Paired,
        obstacles: &BTreeSet<(i32, i32)>,
        is_walled: impl Fn() -> bool,
    ) -> Result<BoardHypothesis<Puzzle>, Refusal> {
        let Self {
            view,
            gridded,
            contents,
        } = *self;
        let Paired {
            extent,
            terminals,
            pairing,
            ..
        } = *paired;
        let shortfalls = shortfalls(view, &gridded.grid_lines, extent, terminals, pairing);
        // Two like things are found on many grids that are no boards.
        let is_sure = shortfalls.is_empty() && extent.cells().count() <= MOST_CELLS_OF_ONE_PAIR;
        if pairing.pairs.len() == 1 && !is_sure {
            return Err(lone_pair(extent, &shortfalls));
        }
        if view.asks(Part::Bridges) && has_bridges(&view.sampler, extent) {
            return Err(unsupported("bridges"));
        }
        if view.asks(Part::Walls) && is_walled() {
            return Err(unsupported("walls"));
        }
        let extents = (extent, gridded.extents.as_slice());
        let has_obstacles = !obstacles.is_empty();
        let failed = match pairing.is_clear() {
            true => validation::of_gridded(view, extents, terminals, contents, has_obstacles),
            false => Vec::new(),
        };
        Ok(build(view, paired, &failed, &shortfalls))
    }

    /// The same with holes for its obstacles, if it holds any. It counts only if the board without such holes has no solution: a
    /// cursor or a hint fills cells as well.
    fn with_holes(
        &self,
        plain: &Paired,
        obstacles: BTreeSet<(i32, i32)>,
    ) -> Option<Result<BoardHypothesis<Puzzle>, Refusal>> {
        let (sampler, squares) = (&self.view.sampler, self.contents.squares);
        if obstacles.is_empty() || !are_of_board(sampler, &obstacles, squares) {
            return None;
        }
        let extent = Extent {
            obstacles,
            ..plain.extent.clone()
        };
        let paired = Paired {
            extent: &extent,
            ..*plain
        };
        let others = self.obstacles(&paired);
        let board = self.board(&paired, &others, || self.have_walls(&extent));
        Some(board.map(|board| BoardHypothesis {
            rival: Some(puzzle(plain.extent, plain.terminals, plain.pairing)),
            ..board
        }))
    }

    fn have_walls(&self, extent: &Extent) -> bool {
        has_walls(&self.view.sampler, &self.gridded.grid_lines, extent)
            || has_blurred_walls(self.view, extent)
    }
}

/// Whether there are walls where a blurred picture shows none: blur makes broad lines and narrow ones alike.
fn has_blurred_walls(view: &View, extent: &Extent) -> bool {
    let sharp = view.sharp.as_ref();
    sharp.is_some_and(|sharp| {
        GridLines::of(sharp).is_some_and(|grid_lines| has_walls(sharp, &grid_lines, extent))
    })
}
