//! A board, from a lattice: its extent, terminals and pairs, and how far the picture settles them.

mod gridded;
mod gridless;
mod refused;

use super::extent::{Evidence, Extent};
use super::part::Part;
use super::part::Validation;
use super::terminals::Terminal;
use super::terminals::pairs::Pairing;
use super::validation::drift::MOST_DRIFT;
use super::view::View;
use crate::geometry::{Cell, Lattice, Projection};
use crate::pipeline::{BoardHypothesis, Rgb};
use crate::puzzle::flow::text::label;
use crate::puzzle::flow::{Board, Layout, Pair, Puzzle};
use crate::vision::colour::to_rgb;

pub(super) use gridded::{Gridded, with_glyphs, with_lines};
pub(super) use gridless::without_lines;
pub(super) use refused::no_lines;

/// Confidence is the share of lines times margin / (margin + this): a margin of this much, in Lab, gives a half.
const HALF_SURE: f32 = 5.0;

/// Terminals in pairs on the cells of an extent.
struct Paired<'a> {
    extent: &'a Extent,
    terminals: &'a [Terminal],
    pairing: &'a Pairing,
    /// How far the terminals of a pair lie off each other's places in their cells, halved, in cells.
    drift: f64,
}

/// The board of these pairs, without a rival, and how far the picture settles it, given what else speaks against it, and what falls
/// short of the margin at which the picture alone is sure of it.
fn build(
    view: &View,
    paired: &Paired,
    failed: &[Validation],
    shortfalls: &[&str],
) -> BoardHypothesis<Puzzle> {
    let Paired {
        extent,
        terminals,
        pairing,
        drift,
    } = *paired;
    let (evidence, margin) = (extent.evidence, pairing.margin);
    let mut reasons = vec![evidence.to_string(), pairing.to_string()];
    let is_in_place = drift <= MOST_DRIFT || !view.asks(Part::Drift);
    if !is_in_place {
        reasons.push(format!(
            "terminals lie up to {drift:.2} cells off where their partners do"
        ));
    }
    reasons.extend(failed.iter().map(ToString::to_string));
    BoardHypothesis {
        puzzle: puzzle(extent, terminals, pairing),
        lattice: lattice(view, extent),
        colours: colours(terminals, pairing),
        drawn: Vec::new(),
        confidence: f64::from(
            evidence.share().min(1.0) * (margin / (margin.abs() + HALF_SURE)).clamp(0.0, 1.0),
        ),
        is_settled: pairing.is_clear() && evidence.is_whole() && is_in_place && failed.is_empty(),
        is_bounded: !matches!(evidence, Evidence::Nothing),
        is_whole: evidence.ends(),
        rival: None,
        contrast: evidence.contrast().map(f64::from),
        shortfalls: shortfalls.iter().map(|&one| one.to_owned()).collect(),
        reasons,
    }
}

/// The cells of an extent, with a flow for each pair of terminals.
fn puzzle(extent: &Extent, terminals: &[Terminal], pairing: &Pairing) -> Puzzle {
    let cell =
        |(col, row): (i32, i32)| Cell::new((row - extent.row) as u16, (col - extent.col) as u16);
    let mut layout = Layout::rectangle(extent.rows as u16, extent.cols as u16);
    let holes = extent.holes.union(&extent.obstacles);
    layout.holes = holes.map(|hole| cell(*hole)).collect();
    let board = Board::new(layout)
        .expect("at most 60 by 60 cells, of which the terminals' are no holes, make a board");
    let node = |terminal: usize| {
        board
            .nodes_at(cell(terminals[terminal].cell))
            .next()
            .expect("a terminal was found on a cell, not in a hole")
    };
    let pairs = pairing.pairs.iter().enumerate();
    let pairs = pairs.map(|(index, [a, b])| Pair {
        label: label(index),
        terminals: [node(*a), node(*b)],
    });
    let pairs = pairs.collect();
    Puzzle::new(board, pairs).expect("each terminal has a cell of its own")
}

/// The colour of each pair, between those of its terminals.
fn colours(terminals: &[Terminal], pairing: &Pairing) -> Vec<Rgb> {
    let colour = |[a, b]: &[usize; 2]| {
        let (a, b) = (terminals[*a].colour, terminals[*b].colour);
        to_rgb([0, 1, 2].map(|channel| (a[channel] + b[channel]) / 2.0))
    };
    pairing.pairs.iter().map(colour).collect()
}

/// Where the cells of an extent lie in the original picture.
fn lattice(view: &View, extent: &Extent) -> Lattice {
    let first = Projection::axis_aligned(f64::from(extent.col), f64::from(extent.row), 1.0, 1.0);
    let enlarged = Projection::axis_aligned(0.0, 0.0, view.by, view.by);
    Lattice::projective(
        extent.rows as u16,
        extent.cols as u16,
        enlarged.after(&view.sampler.grid.projection).after(&first),
    )
}
