//! Cells as a board: a graph with pairs of terminals, and where its nodes lie; or squares, where these lie in rows and columns.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use super::cells::Cells;
use super::flat_regions::{FlatRegions, NONE};
use super::squares::Squares;
use crate::detect::flow::terminals::pairs::{Pairing, pairing};
use crate::detect::weights::{FEWEST_CELLS, TERMINALS};
use crate::geometry::{Lattice, Pixel, PixelBox, Place, Places};
use crate::pipeline::BoardHypothesis;
use crate::puzzle::flow::text::label;
use crate::puzzle::flow::{Board, Layout, Node, NodeGraph, Pair, Puzzle};
use crate::vision::colour::{Colour, to_rgb};

/// The middle of a cell is where its node lies if it is at least this share as far from the rim as the innermost place.
const CENTRAL: f64 = 0.6;

/// From the middle of a cell so many ways are gone to its rim.
const WAYS: u32 = 24;

/// Confidence is margin / (margin + this): a margin of this much, in Lab, gives a half.
const HALF_SURE: f32 = 5.0;

/// The board of these cells, or why it is none; `by` is how many pixels of the original one of the picture is wide.
///
/// # Errors
/// What is wrong with it, in words.
pub fn hypothesis(
    regions: &FlatRegions,
    cells: &Cells,
    by: f64,
) -> Result<BoardHypothesis<Puzzle>, String> {
    if cells.regions.len() < FEWEST_CELLS || !TERMINALS.contains(&cells.discs.len()) {
        let (cells, discs) = (cells.regions.len(), cells.discs.len());
        return Err(format!("{cells} cells with {discs} terminals are no board"));
    }
    let numbers = cells.regions.iter().enumerate();
    let numbers: BTreeMap<u32, u16> = numbers.map(|(at, cell)| (*cell, at as u16)).collect();
    let places = places(regions, cells, &numbers, by);
    let terminals: Vec<(u16, Colour)> = cells
        .discs
        .iter()
        .map(|(cell, disc)| (numbers[cell], regions.all[*disc as usize].colour))
        .collect();
    let colours: Vec<Colour> = terminals.iter().map(|it| it.1).collect();
    let pairing = pairing(&colours).ok_or("an odd number of terminals makes no pairs")?;
    let squares = Squares::of(&places);
    let holding: Vec<u16> = terminals.iter().map(|it| it.0).collect();
    let puzzle = puzzle(&places, squares.as_ref(), &holding, &pairing)?;
    let colour = |[a, b]: &[usize; 2]| {
        let mean = |channel: usize| (colours[*a][channel] + colours[*b][channel]) / 2.0;
        to_rgb([0, 1, 2].map(mean))
    };
    let margin = pairing.margin / (pairing.margin.abs() + HALF_SURE);
    Ok(BoardHypothesis {
        puzzle,
        colours: pairing.pairs.iter().map(colour).collect(),
        drawn: Vec::new(),
        confidence: f64::from(margin.clamp(0.0, 1.0)),
        is_settled: pairing.is_clear(),
        is_bounded: true,
        is_whole: true,
        rival: None,
        contrast: None,
        shortfalls: vec!["a board of this kind is believed only with one solution".into()],
        reasons: vec![
            format!(
                "{} regions share {} sides",
                cells.regions.len(),
                cells.sides.len()
            ),
            pairing.to_string(),
        ],
        lattice: squares.map_or_else(|| Lattice::of_places(places), |it| it.lattice),
    })
}

/// The puzzle on squares, or else on a graph, with terminals in the cells of these numbers.
fn puzzle(
    places: &Places,
    squares: Option<&Squares>,
    terminals: &[u16],
    pairing: &Pairing,
) -> Result<Puzzle, String> {
    let layout = match squares {
        Some(squares) => squares.layout.clone(),
        None => Layout::of_graph(graph(places)?),
    };
    let board = Board::new(layout).map_err(|why| why.to_string())?;
    let node = |terminal: usize| {
        let number = terminals[terminal];
        match squares {
            Some(squares) => board.node_at(squares.cells[usize::from(number)]),
            None => Some(Node(number)),
        }
    };
    let pairs = pairing.pairs.iter().enumerate().map(|(index, [a, b])| {
        Some(Pair {
            label: label(index),
            terminals: [node(*a)?, node(*b)?],
        })
    });
    let pairs = pairs.collect::<Option<_>>();
    let pairs = pairs.ok_or("a terminal lies in no cell")?;
    Puzzle::new(board, pairs).map_err(|why| why.to_string())
}

fn graph(places: &Places) -> Result<NodeGraph, String> {
    let positions = places.cells.iter().map(|place| {
        let whole = |at: f64| at.round().clamp(0.0, f64::from(u16::MAX)) as u16;
        [whole(place.centre.x), whole(place.centre.y)]
    });
    let mut graph = NodeGraph::new(positions.collect()).map_err(|why| why.to_string())?;
    for (a, b) in places.sides.keys() {
        let joined = graph.join(usize::from(*a), usize::from(*b));
        joined.map_err(|why| why.to_string())?;
    }
    Ok(graph)
}

/// Where the cells lie, in pixels of the original.
fn places(regions: &FlatRegions, cells: &Cells, numbers: &BTreeMap<u32, u16>, by: f64) -> Places {
    let scaled = |at: Pixel| Pixel::new(at.x * by, at.y * by);
    let place = |cell: &u32| {
        let disc = cells.discs.get(cell).copied();
        let own = [*cell, disc.unwrap_or(*cell)];
        let innermost = regions.innermost(own[1]);
        let least = CENTRAL * innermost.depth;
        let middle = regions.all[own[1] as usize].middle;
        let middle = Some(middle).filter(|at| to_rim(regions, own, *at) >= least);
        let centre = middle.unwrap_or(innermost.at);
        Place {
            centre: scaled(centre),
            size: 2.0 * by * to_rim(regions, own, centre).max(1.0),
        }
    };
    let sides = cells.sides.iter();
    let bounds = cells
        .regions
        .iter()
        .map(|cell| regions.all[*cell as usize].rect);
    let corners: Vec<Pixel> = bounds
        .flat_map(|rect| {
            let bounds = PixelBox::from(rect);
            [
                Pixel::new(bounds.left, bounds.top),
                Pixel::new(bounds.right, bounds.bottom),
            ]
        })
        .map(scaled)
        .collect();
    Places {
        cells: cells.regions.iter().map(place).collect(),
        sides: sides
            .map(|(a, b, contact)| ((numbers[a], numbers[b]), scaled(contact.middle)))
            .collect(),
        bounds: PixelBox::around(&corners),
    }
}

/// How far a place is from the rim of a region, which may have another within: the shortest of some ways outwards, in pixels.
fn to_rim(regions: &FlatRegions, [cell, disc]: [u32; 2], from: Pixel) -> f64 {
    let height = regions.labels.len() / regions.width;
    let shown = |x: f64, y: f64| {
        let is_inside = x >= 0.0 && y >= 0.0 && x < regions.width as f64 && y < height as f64;
        is_inside.then(|| regions.labels[y as usize * regions.width + x as usize])
    };
    let way = |number: u32| {
        let (down, right) = (TAU * f64::from(number) / f64::from(WAYS)).sin_cos();
        let mut is_in_cell = false;
        let mut length = 0.0;
        while let Some(label) = shown(from.x + right * length, from.y + down * length) {
            is_in_cell |= label == cell;
            let is_edge_of_disc = label == NONE && !is_in_cell;
            if label != cell && label != disc && !is_edge_of_disc {
                break;
            }
            length += 1.0;
        }
        length
    };
    (0..WAYS).map(way).fold(f64::INFINITY, f64::min)
}
