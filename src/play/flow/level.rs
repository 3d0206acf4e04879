//! A board with its solution, and what a picture shows of it.

use image::RgbImage;

use super::super::{Ink, Level, Summary, View};
use super::ground::{Blank, CHANGE, RING_PLACES, difference, ground, ring, when_empty};
use super::joint::{Side, are_one_piece, joints, lined, reached, sides};
use super::terminals;
use crate::detect::flow::{observe, tinted};
use crate::geometry::{Cell, Lattice};
use crate::pipeline::{Candidate, Rgb};
use crate::puzzle::flow::{Board, Node, Puzzle, Solution};

/// Where a cell that is filled shows its colour and a pipe does not reach: right of and below its middle, in cells.
const CORNERS: [(f64, f64); 4] = [(-0.36, -0.36), (0.36, -0.36), (-0.36, 0.36), (0.36, 0.36)];

#[derive(Clone)]
pub(super) struct FlowLevel {
    summary: Summary,
    lattice: Lattice,
    colours: Vec<Rgb>,
    /// Where the terminals are, and of which colour.
    terminals: Vec<(Cell, usize)>,
    strokes: Vec<Vec<Cell>>,
    /// By stroke.
    traits: Vec<StrokeTraits>,
    /// By cell number: what it shows when it is empty, unless a terminal or a pipe was seen in it.
    blank: Vec<Option<Blank>>,
}

/// What is known of a stroke besides its cells.
#[derive(Clone)]
struct StrokeTraits {
    colour: usize,
    /// The cells that show its colour when it is drawn: a bridge may show the other pipe.
    shows: Vec<Cell>,
    /// By step: what the side between its two cells showed when the board was read. A terminal shows its colour before
    /// it is reached, so that a stroke which stops one cell short of it differs only there.
    sides: Vec<Option<Side>>,
}

impl FlowLevel {
    pub(super) fn new(
        board: Candidate<Puzzle>,
        solution: &Solution,
        picture: &RgbImage,
        summary: Summary,
    ) -> Self {
        let graph = board.puzzle.board();
        let mut strokes = Vec::new();
        let mut traits = Vec::new();
        for (colour, path) in solution.paths.iter().enumerate() {
            for piece in pieces(graph, path) {
                let cells: Vec<Cell> = piece.iter().map(|&node| graph.cell(node)).collect();
                let shows = piece.iter().filter(|&&node| !graph.is_bridge(node));
                traits.push(StrokeTraits {
                    colour,
                    shows: shows.map(|&node| graph.cell(node)).collect(),
                    sides: sides(picture, &board.lattice, &cells),
                });
                strokes.push(cells);
            }
        }
        let mut level = Self {
            terminals: terminals(&board.puzzle),
            summary,
            lattice: board.lattice,
            colours: board.colours,
            strokes,
            traits,
            blank: Vec::new(),
        };
        let blank = |(number, drawn): (usize, &Option<usize>)| {
            let cell = Cell::from_index(number, level.lattice.cols());
            let is_empty = drawn.is_none() && level.rings(picture, cell).is_none();
            is_empty
                .then(|| Blank::of(picture, &level.lattice, cell))
                .flatten()
        };
        let shown = board.drawn.iter().enumerate().map(blank).collect();
        level.blank = when_empty(shown, level.lattice.cols(), &level.colours);
        level
    }
}

impl Level for FlowLevel {
    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn strokes(&self) -> &[Vec<Cell>] {
        &self.strokes
    }

    fn look(&self, picture: &RgbImage, ink: Ink) -> View {
        let mut seen = observe(picture, &self.lattice, &self.colours);
        let index = |cell: Cell| cell.index(self.lattice.cols());
        for (number, shown) in seen.iter_mut().enumerate() {
            let cell = Cell::from_index(number, self.lattice.cols());
            *shown = shown
                .or_else(|| self.rings(picture, cell))
                .or_else(|| self.fills(picture, cell))
                .or_else(|| {
                    tinted(
                        self.blank[number]?.around,
                        ground(picture, &self.lattice, cell)?,
                        &self.colours,
                    )
                });
        }
        let shows = |cell: Cell, colour: usize| seen.get(index(cell)) == Some(&Some(colour));
        let covers = |cell: Cell| seen[index(cell)].is_none() && self.covers(picture, cell);
        let joints = |cells: &[Cell], stroke: &StrokeTraits| {
            joints(picture, &self.lattice, cells, &stroke.sides)
        };
        let strokes = || self.strokes.iter().zip(&self.traits);
        let is_done = |(cells, stroke): (&Vec<Cell>, &StrokeTraits)| match ink {
            Ink::Pipes => {
                stroke.shows.iter().all(|&cell| shows(cell, stroke.colour))
                    && are_one_piece(&joints(cells, stroke), self.colours[stroke.colour])
            }
            Ink::Lines => lined(&joints(cells, stroke))
                .iter()
                .all(|is_lined| *is_lined),
        };
        let shown = |(cells, stroke): (&Vec<Cell>, &StrokeTraits)| match ink {
            Ink::Pipes => cells
                .iter()
                .map(|&cell| shows(cell, stroke.colour))
                .collect(),
            Ink::Lines => reached(&lined(&joints(cells, stroke))),
        };
        let shown: Vec<Vec<bool>> = strokes().map(shown).collect();
        let is_covered = |((cells, stroke), shown): ((&Vec<Cell>, &StrokeTraits), &Vec<bool>)| {
            let hidden =
                |(cell, is_shown): &(&Cell, &bool)| !**is_shown && stroke.shows.contains(cell);
            let mut hidden = cells.iter().zip(shown).filter(hidden).peekable();
            hidden.peek().is_some() && hidden.all(|(&cell, _)| covers(cell))
        };
        View {
            is_there: self
                .terminals
                .iter()
                .all(|&(cell, colour)| shows(cell, colour)),
            done: strokes().map(is_done).collect(),
            is_sure: self
                .strokes
                .iter()
                .map(|cells| !self.is_full(picture, cells))
                .collect(),
            is_covered: strokes().zip(&shown).map(is_covered).collect(),
            shown,
            is_relit: self.is_relit(picture),
        }
    }

    fn in_other_light(&self, picture: &RgbImage) -> Option<Box<dyn Level>> {
        let mut colours: Vec<Option<Rgb>> = vec![None; self.colours.len()];
        for &(cell, colour) in &self.terminals {
            let now = ground(picture, &self.lattice, cell)?;
            match colours[colour] {
                Some(other) if difference(other, now) > CHANGE => return None,
                _ => colours[colour] = Some(now),
            }
        }
        let colours: Vec<Rgb> = colours.into_iter().collect::<Option<_>>()?;
        let pairs = (0..colours.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let mut pairs = pairs.map(|(a, b)| difference(colours[a], colours[b]));
        if colours.len() < 2 || pairs.any(|distance| distance <= CHANGE) {
            return None;
        }
        let mut level = Self {
            colours,
            ..self.clone()
        };
        // What the sides showed, and what empty cells show, is not known in this light.
        for stroke in &mut level.traits {
            stroke.sides.fill(None);
        }
        level.blank.fill(None);
        Some(Box::new(level))
    }
}

impl FlowLevel {
    /// Whether all terminals show another shade than when the board was read: in some games those of drawn flows fade.
    fn is_relit(&self, picture: &RgbImage) -> bool {
        let is_other = |&(cell, colour): &(Cell, usize)| {
            let now = ground(picture, &self.lattice, cell);
            now.is_some_and(|now| difference(now, self.colours[colour]) > CHANGE)
        };
        self.terminals.iter().all(is_other)
    }

    /// Whether something lies over the middle of a cell that was empty when the board was read.
    fn covers(&self, picture: &RgbImage, cell: Cell) -> bool {
        let before = self.blank[cell.index(self.lattice.cols())];
        let both = before.zip(Blank::of(picture, &self.lattice, cell));
        both.is_some_and(|(before, now)| before.is_covered(&now))
    }

    /// The colour that most places around the middle of a cell show: so does a terminal with a digit or a
    /// letter over its middle, and a cell that is filled to its corners.
    fn rings(&self, picture: &RgbImage, cell: Cell) -> Option<usize> {
        let mut votes = vec![0usize; self.colours.len()];
        for at in ring(&self.lattice, cell) {
            let Some(pixel) = picture.get_pixel_checked(at.x as u32, at.y as u32) else {
                continue;
            };
            if let Some(colour) = self.colour_like(Rgb(pixel.0)) {
                votes[colour] += 1;
            }
        }
        votes
            .iter()
            .position(|&count| 2 * count > usize::from(RING_PLACES))
    }

    /// The colour that a cell shows in its middle and in all its corners: around its middle another may be drawn, an outline
    /// of what is finished.
    fn fills(&self, picture: &RgbImage, cell: Cell) -> Option<usize> {
        let shown = |(right, down)| self.colour_like(self.shown(picture, cell, right, down)?);
        let middle = shown((0.0, 0.0))?;
        let mut corners = CORNERS.into_iter();
        corners
            .all(|corner| shown(corner) == Some(middle))
            .then_some(middle)
    }

    /// The colour that something else is the same as to the eye.
    fn colour_like(&self, shown: Rgb) -> Option<usize> {
        let distances = self.colours.iter().enumerate();
        let distances = distances.map(|(colour, own)| (difference(shown, *own), colour));
        let (distance, colour) = distances.min()?;
        (distance <= CHANGE).then_some(colour)
    }

    /// What is shown so many cells right of and below the middle of a cell; `None` outside the picture.
    fn shown(&self, picture: &RgbImage, cell: Cell, right: f64, down: f64) -> Option<Rgb> {
        let at = self.lattice.at(cell, right, down);
        Some(Rgb(picture.get_pixel_checked(at.x as u32, at.y as u32)?.0))
    }

    /// Whether a cell before one of a stroke's terminals is filled to its corners with what it shows in its middle.
    fn is_full(&self, picture: &RgbImage, cells: &[Cell]) -> bool {
        let [_, between @ .., _] = cells else {
            return false;
        };
        let beside_terminals = [between.first(), between.last()];
        beside_terminals.into_iter().flatten().any(|&cell| {
            let mut corners = CORNERS
                .iter()
                .map(|&(right, down)| self.shown(picture, cell, right, down));
            let middle = self.shown(picture, cell, 0.0, 0.0);
            corners.all(|corner| {
                corner
                    .zip(middle)
                    .is_some_and(|(a, b)| difference(a, b) <= CHANGE)
            })
        })
    }
}

/// A path cut where it leaves the board at one border and comes back at the opposite one: each piece
/// is a drag.
pub(super) fn pieces(board: &Board, path: &[Node]) -> Vec<Vec<Node>> {
    let is_wrap = |a: Node, b: Node| {
        let edge = board.edge_between(a, b);
        edge.is_some_and(|(_, edge)| edge.is_wrap)
    };
    path.chunk_by(|&a, &b| !is_wrap(a, b))
        .map(<[Node]>::to_vec)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::puzzle::flow::{Layout, Warp};

    const COLOURS: [Rgb; 3] = [Rgb([220, 30, 60]), Rgb([40, 90, 230]), Rgb([0, 141, 0])];

    /// Three pairs, each in a row of its own.
    fn three_rows() -> FlowLevel {
        let cells = (0..6).map(|number| Cell::from_index(number, 2));
        let terminals = cells.map(|cell| (cell, usize::from(cell.row)));
        FlowLevel {
            summary: Summary {
                key: String::new(),
                rows: 3,
                cols: 2,
                colours: 3,
                cells: 6,
                drawn: 0,
                read: Duration::ZERO,
                solve: Duration::ZERO,
            },
            lattice: Lattice::upright(3, 2, 20.0, 20.0, 40.0, 40.0),
            colours: COLOURS.to_vec(),
            terminals: terminals.collect(),
            strokes: Vec::new(),
            traits: Vec::new(),
            blank: vec![None; 6],
        }
    }

    /// The outline lies where what is around the middle of a cell is looked at.
    #[test]
    fn filled_cells_are_seen_in_which_terminals_are_outlined() {
        let outlined = |thickness: f64| {
            RgbImage::from_fn(80, 120, |x, y| {
                let [right, down] = [x, y].map(|at| f64::from(at % 40) + 0.5 - 20.0);
                let is_outline = (right.hypot(down) - 10.0).abs() < thickness / 2.0;
                image::Rgb(if is_outline {
                    [60; 3]
                } else {
                    COLOURS[y as usize / 40].0
                })
            })
        };
        assert!(three_rows().look(&outlined(4.0), Ink::Pipes).is_there);
        assert!(
            !three_rows().look(&outlined(20.0), Ink::Pipes).is_there,
            "a disc"
        );
    }

    #[test]
    fn a_board_is_relit_when_all_its_terminals_are_and_not_when_those_of_drawn_flows_fade() {
        let level = three_rows();
        let shown = |shares: [u16; 3]| {
            RgbImage::from_fn(80, 120, |_, y| {
                let row = y as usize / 40;
                let dimmed = |value: u8| (u16::from(value) * shares[row] / 4) as u8;
                image::Rgb(COLOURS[row].0.map(dimmed))
            })
        };
        assert!(!level.is_relit(&shown([4, 4, 4])));
        assert!(!level.is_relit(&shown([1, 1, 4])));
        assert!(level.is_relit(&shown([1, 1, 1])));
    }

    #[test]
    fn a_path_is_cut_where_it_wraps_round() {
        let layout = Layout {
            rows: 1,
            cols: 5,
            warp: Warp::Horizontal,
            ..Layout::default()
        };
        let board = Board::new(layout).unwrap();
        let nodes = |numbers: &[u16]| numbers.iter().map(|&one| Node(one)).collect::<Vec<_>>();
        let around = nodes(&[1, 0, 4, 3]);
        assert_eq!(pieces(&board, &around), [nodes(&[1, 0]), nodes(&[4, 3])]);
        let straight = nodes(&[1, 2, 3]);
        assert_eq!(pieces(&board, &straight), [nodes(&[1, 2, 3])]);
    }
}
