//! A labelling as a board with pairs of terminals.

use super::border::are_opposite_sides_alike;
use super::labelling::Labelling;
use super::layout::Topology;
use crate::detect::flow::terminals::pairs::{Pairing, pairing};
use crate::detect::weights::{CONTENT, LEAST_MARGIN, PIPE_COLOUR, TERMINALS};
use crate::pipeline::BoardHypothesis;
use crate::puzzle::flow::text::label;
use crate::puzzle::flow::{Board, Pair, Puzzle};
use crate::vision::colour::{Colour, to_rgb};
use crate::vision::shade::Shade;
use crate::vision::statistics::middle;

/// The rings that tell what a cell holds, and the one that discs are compared by.
const CONTENT_RINGS: [usize; 2] = [1, 2];
const COMPARED_RING: usize = 4;

/// Confidence is margin / (margin + this): a margin of this much, in Lab, gives a half.
const HALF_SURE: f32 = 5.0;

impl Labelling {
    /// The board of this labelling, settled where the picture is sure of all its labels; or why there is none.
    pub fn board(&self) -> Result<BoardHypothesis<Puzzle>, String> {
        let topology = Topology::of(self).ok_or("no cells")?;
        let count = self.terminals.len();
        let colours: Vec<Colour> = self.colours().collect();
        let is_usual = TERMINALS.contains(&count);
        let pairing = is_usual.then(|| pairing(&colours)).flatten();
        let pairing = pairing.ok_or_else(|| format!("{count} terminals make no pairs"))?;
        let puzzle = self.puzzle(&topology, &pairing).ok_or("no puzzle")?;
        let unexplained = self.unexplained().count();
        let is_bordered = are_opposite_sides_alike(self);
        let margin = topology.walls.min(topology.seams).min(topology.bridges);
        let colour = |[a, b]: &[usize; 2]| {
            let mean = |channel: usize| (colours[*a][channel] + colours[*b][channel]) / 2.0;
            to_rgb([0, 1, 2].map(mean))
        };
        Ok(BoardHypothesis {
            puzzle,
            lattice: topology.lattice(self),
            colours: pairing.pairs.iter().map(colour).collect(),
            drawn: Vec::new(),
            confidence: f64::from(
                (pairing.margin / (pairing.margin.abs() + HALF_SURE)).clamp(0.0, 1.0),
            ),
            is_settled: pairing.is_clear()
                && unexplained == 0
                && margin > LEAST_MARGIN
                && is_bordered,
            is_bounded: true,
            is_whole: true,
            rival: None,
            contrast: None,
            shortfalls: vec!["a board of this kind is believed only with one solution".into()],
            reasons: vec![
                pairing.to_string(),
                format!(
                    "log-odds of the weakest edge {:.1}, border {:.1}, bridge {:.1} and cell {:.1}",
                    topology.walls, topology.seams, topology.bridges, self.region.margin
                ),
                format!("{unexplained} cells hold something else"),
                if is_bordered {
                    "opposite borders are alike".into()
                } else {
                    "one border is not drawn as the opposite one".into()
                },
            ],
        })
    }

    fn colours(&self) -> impl Iterator<Item = Colour> + '_ {
        let discs = self.terminals.iter().map(|it| self.map.contents[*it].disc);
        discs.flatten().map(|disc| disc.colour)
    }

    fn puzzle(&self, topology: &Topology, pairing: &Pairing) -> Option<Puzzle> {
        let board = Board::new(topology.layout.clone()).ok()?;
        let node = |terminal: usize| {
            board.node_at(topology.cell(self.map.cells[self.terminals[terminal]]))
        };
        let pairs = pairing.pairs.iter().enumerate();
        let pairs = pairs.map(|(index, [a, b])| {
            Some(Pair {
                label: label(index),
                terminals: [node(*a)?, node(*b)?],
            })
        });
        let pairs: Vec<Pair> = pairs.collect::<Option<_>>()?;
        Puzzle::new(board, pairs).ok()
    }

    /// Cells that hold what is no terminal, no bridge and no pipe in a terminal's colour; and discs in holes.
    fn unexplained(&self) -> impl Iterator<Item = usize> + '_ {
        let contents = &self.map.contents;
        let discs = self.terminals.iter();
        let contrast = middle(discs.map(|cell| contents[*cell].rings[COMPARED_RING].contrast));
        let (levels, share) = CONTENT;
        let least = levels.max(share * contrast.unwrap_or(0.0));
        let shades: Vec<Shade> = self.colours().map(Shade::of).collect();
        let is_pipe = move |colour: Colour| {
            let [_, a, b] = Shade::of(colour).lab;
            let apart = |it: &Shade| (it.lab[1] - a).hypot(it.lab[2] - b);
            shades.iter().any(|shade| apart(shade) <= PIPE_COLOUR)
        };
        let is_known = |cell: &usize| self.terminals.contains(cell) || self.bridges.contains(cell);
        let holds_other = move |cell: &usize| {
            let rings = &contents[*cell].rings;
            let is_empty = CONTENT_RINGS.iter().any(|it| rings[*it].contrast <= least);
            !is_empty && !is_pipe(rings[CONTENT_RINGS[0]].colour)
        };
        let extent = self.extent();
        let strays = self.region.strays.iter().copied().filter(move |cell| {
            let is_inside = extent.is_some_and(|it| it.contains(self.map.cells[*cell]));
            is_inside && !self.cells.contains(cell)
        });
        let cells = self.cells.iter().copied();
        cells
            .filter(move |cell| !is_known(cell))
            .filter(holds_other)
            .chain(strays)
    }
}
