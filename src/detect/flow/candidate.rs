//! A board, from a lattice: its extent, terminals and pairs, and how far the picture settles them.

use std::collections::BTreeSet;

use image::RgbImage;

use super::beside::{BESIDE, all_near, goes_on, is_a_part};
use super::blobs::Blob;
use super::bridges::has_bridges;
use super::canvas::{Canvas, contrast};
use super::drift::{MOST_DRIFT, drift};
use super::extent::{Evidence, Extent, LEAST_RULED, MOST_GOING_ON, count_walls, extents};
use super::filled::filled;
use super::frames::frames;
use super::growth::Grid;
use super::observe::observe;
use super::pairs::Pairing;
use super::pegs::{Pegged, pegged};
use super::settle::settled;
use super::signs::Signs;
use super::terminals::{FEWEST, LEAST_CONTRAST, Terminal, discs};
use super::unruled::{self, is_board};
use super::ways::read_terminals;
use crate::geometry::{Cell, Lattice, Projection};
use crate::pipeline::{Candidate, Reason, Refusal, Rgb};
use crate::puzzle::flow::text::label;
use crate::puzzle::flow::{Board, Layout, Pair, Puzzle};

/// A pairing with so much to spare, in Lab, gives half of the confidence that one with any amount gives.
const HALF_SURE: f32 = 5.0;

/// What a candidate is made from.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    /// The shrunk picture and the lattice over it.
    pub canvas: Canvas<'a>,
    /// The same before it was blurred, if it was.
    pub sharp: Option<Canvas<'a>>,
    /// Where compact regions lie.
    pub blobs: &'a [Blob],
    /// How many pixels of the original a pixel is wide.
    pub by: f64,
    /// The picture as it came.
    pub original: &'a RgbImage,
}

impl<'a> View<'a> {
    /// The same with another lattice.
    fn on<'b>(&self, grid: &'b Grid) -> View<'b>
    where
        'a: 'b,
    {
        let over = |canvas: Canvas<'a>| Canvas { grid, ..canvas };
        View {
            canvas: over(self.canvas),
            sharp: self.sharp.map(over),
            ..*self
        }
    }
}

/// The boards that one lattice with lines may carry, the likeliest first; or why it carries none.
pub(super) fn with_lines(view: &View) -> Result<Vec<Candidate<Puzzle>>, Refusal> {
    let Some(ruled) = Ruled::of(view) else {
        return Err(no_lines());
    };
    let view = &view.on(&ruled.grid);
    let discs = discs(&view.canvas, &ruled.cells);
    let ways = |extent: &Extent| read_terminals(&view.canvas, extent, &discs);
    between_lines(view, &ruled.extents, &discs, ways)
}

/// The same where signs tell which terminals are a pair.
pub(super) fn with_signs(view: &View) -> Result<Vec<Candidate<Puzzle>>, Refusal> {
    let Some(ruled) = Ruled::of(view) else {
        return Err(no_lines());
    };
    let view = &view.on(&ruled.grid);
    let signs = Signs::of(&view.canvas, &ruled.cells);
    let ways = |extent: &Extent| vec![signs.paired(extent)];
    between_lines(view, &ruled.extents, &signs.terminals(), ways)
}

/// What the lines say.
struct Ruled {
    grid: Grid,
    extents: Vec<Extent>,
    /// All cells in the extents and around them.
    cells: BTreeSet<(i32, i32)>,
}

impl Ruled {
    /// `None` where there are no lines.
    fn of(view: &View) -> Option<Self> {
        let (grid, ruling) = settled(&view.canvas)?;
        let mut extents = extents(&view.on(&grid).canvas, &ruling);
        extents.retain(Extent::is_board_sized);
        let seen = extents
            .iter()
            .flat_map(|extent| extent.bounding_box().chain(extent.around()));
        let cells = seen.collect();
        Some(Self {
            grid,
            extents,
            cells,
        })
    }
}

fn no_lines() -> Refusal {
    let why = "no group of cells has lines around it: show the whole board";
    Refusal::new(Reason::NoBoard, why)
}

/// The boards of these extents, given all that may be terminals, and how to see which are and make pairs.
fn between_lines(
    view: &View,
    extents: &[Extent],
    discs: &[Terminal],
    ways: impl Fn(&Extent) -> Vec<(Vec<Terminal>, Option<Pairing>)>,
) -> Result<Vec<Candidate<Puzzle>>, Refusal> {
    let canvas = &view.canvas;
    let mut refusal = no_lines();
    let mut found = Vec::new();
    for extent in extents {
        for (terminals, pairing) in ways(extent) {
            match pairing {
                None => refusal = unpaired(extent, &terminals),
                Some(_) if has_bridges(canvas, extent) => refusal = unsupported("bridges"),
                Some(_) if has_walls(extent) || has_blurred_walls(view, extent) => {
                    refusal = unsupported("walls");
                }
                Some(pairing) => {
                    let mut candidate = build(view, extent, &terminals, &pairing);
                    let doubts = doubts(view, extent, &terminals, discs);
                    candidate.is_settled &= doubts.is_empty();
                    candidate
                        .reasons
                        .extend(doubts.into_iter().map(str::to_owned));
                    found.push(candidate);
                }
            }
        }
    }
    if found.is_empty() {
        Err(refusal)
    } else {
        Ok(found)
    }
}

/// Names what makes a board one of another kind.
fn unsupported(kind: &str) -> Refusal {
    Refusal::new(
        Reason::Unsupported(kind.into()),
        format!("the board has {kind}, which cannot be read from a picture yet: give it as text"),
    )
}

/// What speaks against an extent, although its terminals make pairs.
fn doubts(
    view: &View,
    extent: &Extent,
    terminals: &[Terminal],
    discs: &[Terminal],
) -> Vec<&'static str> {
    let mut doubts = Vec::new();
    if goes_on(view, extent, terminals, discs) {
        doubts.push(BESIDE);
    }
    // Words above an irregular board cover holes too, but hold no disc.
    let is_hole = |terminal: &Terminal| extent.holes.contains(&terminal.cell);
    if discs.iter().any(is_hole) || are_holes_filled(&view.canvas, extent) {
        doubts.push("something is drawn in a hole");
    }
    doubts
}

/// Whether holes are filled with several colours: all show the page, so those are terminals of a larger board.
fn are_holes_filled(canvas: &Canvas, extent: &Extent) -> bool {
    if extent.holes.is_empty() {
        return false;
    }
    let rectangle = extent.grown(0);
    let filled = filled(canvas, &rectangle).into_iter();
    let mut filled = filled.filter(|it| extent.holes.contains(&it.cell));
    filled.next().is_some_and(|first| {
        filled.any(|other| contrast(first.colour, other.colour) >= 2.0 * LEAST_CONTRAST)
    })
}

/// The boards that one lattice without lines may carry: those in a frame, or else extents of all sizes around the same
/// terminals.
pub(super) fn without_lines(view: &View) -> Vec<Candidate<Puzzle>> {
    let Some(area) = unruled::area(&view.canvas) else {
        return Vec::new();
    };
    let near = all_near(&view.canvas, &area);
    let mut found = Vec::new();
    if let Some(Pegged { extents, discs }) = pegged(&view.canvas, &area) {
        for extent in &extents {
            for (terminals, pairing) in read_terminals(&view.canvas, extent, &discs) {
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
        let discs = discs(&view.canvas, &extent.cells().collect());
        for (terminals, pairing) in read_terminals(&view.canvas, &extent, &discs) {
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
    let discs = discs(&view.canvas, &area.cells().collect());
    for (terminals, pairing) in read_terminals(&view.canvas, &area, &discs) {
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

/// A board without lines, which is not settled when one of `near` says that it goes on beyond its extent.
fn build_alone(
    view: &View,
    extent: &Extent,
    terminals: &[Terminal],
    pairing: &Pairing,
    near: &[Terminal],
) -> Candidate<Puzzle> {
    let mut candidate = build(view, extent, terminals, pairing);
    if is_a_part(view, extent, terminals, near) {
        candidate.is_settled = false;
        candidate.reasons.push(BESIDE.to_owned());
    }
    candidate
}

fn has_walls(extent: &Extent) -> bool {
    matches!(extent.evidence, Evidence::Lines { walls, .. } if walls > 0)
}

/// Whether there are walls where a blurred picture shows none: blur makes broad lines and narrow ones alike.
fn has_blurred_walls(view: &View, extent: &Extent) -> bool {
    let sharp = view.sharp.as_ref();
    sharp.is_some_and(|sharp| count_walls(sharp, extent) > 0)
}

/// Whether lines show where the cells are.
fn is_ruled(extent: &Extent) -> bool {
    match extent.evidence {
        Evidence::Lines { share, .. } => share >= LEAST_RULED,
        Evidence::Frame | Evidence::Nothing => false,
    }
}

/// Says that the terminals make no pairs; where the lines show a board, with what was seen of it.
fn unpaired(extent: &Extent, terminals: &[Terminal]) -> Refusal {
    let (rows, cols, count) = (extent.rows, extent.cols, terminals.len());
    let why = format!(
        "a grid of {rows} by {cols} cells shows {count} terminals, and they make no pairs: \
         show the whole board, without a window over it"
    );
    let is_board = is_ruled(extent) && count >= FEWEST;
    Refusal {
        doubtful_grid: is_board.then(|| sketch(extent, terminals)),
        ..Refusal::new(Reason::NoBoard, why)
    }
}

/// A grid whose terminals have no letters, one string a row.
fn sketch(extent: &Extent, terminals: &[Terminal]) -> Vec<String> {
    let shown = |cell: (i32, i32)| {
        if extent.holes.contains(&cell) {
            '*'
        } else if terminals.iter().any(|terminal| terminal.cell == cell) {
            '?'
        } else {
            '.'
        }
    };
    (extent.row..extent.row + extent.rows)
        .map(|row| {
            (extent.col..extent.col + extent.cols)
                .map(|col| shown((col, row)))
                .collect()
        })
        .collect()
}

fn build(
    view: &View,
    extent: &Extent,
    terminals: &[Terminal],
    pairing: &Pairing,
) -> Candidate<Puzzle> {
    let cell =
        |(col, row): (i32, i32)| Cell::new((row - extent.row) as u16, (col - extent.col) as u16);
    let mut layout = Layout::rectangle(extent.rows as u16, extent.cols as u16);
    layout.holes = extent.holes.iter().map(|hole| cell(*hole)).collect();
    let board = Board::new(layout)
        .expect("at most 60 by 60 cells, of which the terminals' are no holes, make a board");
    let node = |terminal: usize| {
        board
            .nodes_at(cell(terminals[terminal].cell))
            .next()
            .expect("a terminal was found on a cell, not in a hole")
    };
    let pairs = pairing
        .pairs
        .iter()
        .enumerate()
        .map(|(index, [a, b])| Pair {
            label: label(index),
            terminals: [node(*a), node(*b)],
        });
    let puzzle =
        Puzzle::new(board.clone(), pairs.collect()).expect("each terminal has a cell of its own");
    let colours: Vec<Rgb> = pairing
        .pairs
        .iter()
        .map(|[a, b]| {
            let (a, b) = (terminals[*a].colour, terminals[*b].colour);
            Rgb([0, 1, 2].map(|channel| ((a[channel] + b[channel]) / 2.0).round() as u8))
        })
        .collect();
    let first = Projection::axis_aligned(f64::from(extent.col), f64::from(extent.row), 1.0, 1.0);
    let enlarged = Projection::axis_aligned(0.0, 0.0, view.by, view.by);
    let lattice = Lattice::projective(
        extent.rows as u16,
        extent.cols as u16,
        enlarged.after(&view.canvas.grid.view).after(&first),
    );
    let margin = pairing.margin();
    let drift = drift(&view.canvas, terminals);
    let (share, going_on, seen) = match extent.evidence {
        Evidence::Lines {
            level,
            share,
            going_on,
            ..
        } => (
            share,
            going_on,
            format!(
                "{:.0} % of the inner sides have a line, of strength {level:.0}; {:.0} % go on beyond a border",
                100.0 * share,
                100.0 * going_on
            ),
        ),
        Evidence::Frame => (1.0, 0.0, "no lines, but a frame around the board".into()),
        Evidence::Nothing => (1.0, 0.0, "no lines: only dots".into()),
    };
    let is_whole = share >= LEAST_RULED && going_on <= MOST_GOING_ON;
    let drawn =
        tracing::info_span!("drawn").in_scope(|| observe(view.original, &lattice, &colours));
    let mut reasons = vec![
        seen,
        format!(
            "colours differ by at most {:.1} within a pair and at least {:.1} across",
            pairing.within, pairing.across
        ),
    ];
    if drift > MOST_DRIFT {
        reasons.push(format!(
            "terminals lie up to {drift:.2} cells off the middles"
        ));
    }
    Candidate {
        puzzle,
        lattice,
        colours,
        drawn,
        confidence: f64::from(
            share.min(1.0) * (margin / (margin.abs() + HALF_SURE)).clamp(0.0, 1.0),
        ),
        is_settled: pairing.is_clear() && is_whole && drift <= MOST_DRIFT,
        is_bounded: !matches!(extent.evidence, Evidence::Nothing),
        reasons,
    }
}
