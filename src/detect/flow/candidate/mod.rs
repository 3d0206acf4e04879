//! A board, from a lattice: its extent, terminals and pairs, and how far the picture settles them.

mod refused;
mod ruled;
mod unruled;

use super::canvas::Canvas;
use super::doubts::drift::{MOST_DRIFT, drift};
use super::extent::{Evidence, Extent, LEAST_RULED, MOST_GOING_ON};
use super::lattice::blobs::Blob;
use super::lattice::growth::Grid;
use super::lattice::regions::Region;
use super::terminals::Terminal;
use super::terminals::pairs::Pairing;
use crate::geometry::{Cell, Lattice, Projection};
use crate::pipeline::{Candidate, Rgb};
use crate::puzzle::flow::text::label;
use crate::puzzle::flow::{Board, Layout, Pair, Puzzle};

pub(super) use ruled::{Ruled, with_lines, with_signs};
pub(super) use unruled::without_lines;

/// Confidence is the share of lines times margin / (margin + this): a margin of this much, in Lab, gives a half.
const HALF_SURE: f32 = 5.0;

/// What a candidate is made from.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    /// The shrunk picture and the lattice over it.
    pub canvas: Canvas<'a>,
    /// The sharp picture and the lattice over it, if `canvas` shows a blurred one.
    pub sharp: Option<Canvas<'a>>,
    /// Where compact regions lie.
    pub blobs: &'a [Blob],
    /// Flat regions, of which some may be the ground of a board.
    pub regions: &'a [Region],
    /// How many pixels of the original a pixel is wide.
    pub by: f64,
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

/// The board of an extent whose terminals make these pairs.
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
    let margin = pairing.margin;
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
        drawn: Vec::new(),
        confidence: f64::from(
            share.min(1.0) * (margin / (margin.abs() + HALF_SURE)).clamp(0.0, 1.0),
        ),
        is_settled: pairing.is_clear() && is_whole && drift <= MOST_DRIFT,
        is_bounded: !matches!(extent.evidence, Evidence::Nothing),
        reasons,
    }
}
