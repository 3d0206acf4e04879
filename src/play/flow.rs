//! Flow Free, as the loop plays it.

use std::time::Instant;

use image::RgbImage;

use super::ground::{Blank, CHANGE, RING_PLACES, difference, ground, ring, when_empty};
use super::{Game, Level, Summary, View};
use crate::detect::flow::{observe, tinted};
use crate::geometry::{Cell, Lattice};
use crate::pipeline::{Candidate, Frame, Limits, Reason, Refusal, Rgb};
use crate::puzzle::flow::{Board, Node, Puzzle, Solution, verify};
use crate::read::{self, ReadOptions};
use crate::solve::flow::{Outcome, Request, Touching, solve};

/// Far more than any board that was read needs; reading has solved it once already.
const MOST_GUESSES: u64 = 20_000_000;

/// Where a cell that is filled shows its colour and a pipe does not reach: right of and below its middle, in cells.
const CORNER: f64 = 0.36;

/// Flow Free.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowGame {
    /// How pictures are read.
    pub reading: ReadOptions,
}

impl Game for FlowGame {
    fn read(&self, frame: &Frame) -> Result<Box<dyn Level>, Refusal> {
        let start = Instant::now();
        let board = read::flow(frame, &self.reading)?.board;
        let read = start.elapsed();
        let touching = if self.reading.touching {
            Touching::Allowed
        } else {
            Touching::Never
        };
        let solution = solution(&board.puzzle, touching)?;
        let solve = start.elapsed() - read;
        tracing::info!("read in {read:?}, solved in {solve:?}");
        let summary = Summary {
            key: key(&board.puzzle),
            rows: board.lattice.rows(),
            cols: board.lattice.cols(),
            colours: board.puzzle.pairs().len(),
            cells: board.puzzle.board().node_count(),
            drawn: drawn(&board),
            read,
            solve,
        };
        Ok(Box::new(FlowLevel::new(
            board,
            &solution,
            &frame.picture,
            summary,
        )))
    }
}

/// The board and where its pairs are, whatever they are called and in whatever order they were found.
fn key(puzzle: &Puzzle) -> String {
    let mut pairs: Vec<_> = puzzle.pairs().iter().map(|pair| pair.terminals).collect();
    for ends in &mut pairs {
        ends.sort_unstable();
    }
    pairs.sort_unstable();
    format!("{:?} {pairs:?}", puzzle.board().layout())
}

/// A solution that [`verify`] has accepted.
fn solution(puzzle: &Puzzle, touching: Touching) -> Result<Solution, Refusal> {
    let answer = solve(&Request {
        puzzle,
        count: 1,
        touching,
        limits: Limits::guesses(MOST_GUESSES),
    });
    let solution = answer.solutions.into_iter().next();
    let solution = solution.ok_or_else(|| match answer.outcome {
        Outcome::Stopped => Refusal::new(
            Reason::Ambiguous,
            format!("no solution was found in {MOST_GUESSES} guesses"),
        ),
        _ => Refusal::new(
            Reason::NoSolution,
            "the board that was read has no solution",
        ),
    })?;
    verify(puzzle, &solution).map_err(|flaw| {
        let words = format!("the solution found is none, so it is not drawn: {flaw}");
        Refusal::new(Reason::NoSolution, words)
    })?;
    Ok(solution)
}

/// Cells without a terminal that show a colour.
fn drawn(board: &Candidate<Puzzle>) -> usize {
    let terminals = terminals(&board.puzzle);
    let is_terminal = |index| {
        let cell = Cell::from_index(index, board.lattice.cols());
        terminals.iter().any(|(terminal, _)| *terminal == cell)
    };
    let shown = board.drawn.iter().enumerate();
    shown
        .filter(|(index, colour)| colour.is_some() && !is_terminal(*index))
        .count()
}

fn terminals(puzzle: &Puzzle) -> Vec<(Cell, usize)> {
    let pairs = puzzle.pairs().iter().enumerate();
    pairs
        .flat_map(|(colour, pair)| {
            pair.terminals
                .map(|node| (puzzle.board().cell(node), colour))
        })
        .collect()
}

#[derive(Clone)]
struct FlowLevel {
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
    /// By step: what lay between its two cells when the board was read. A terminal shows its colour before
    /// it is reached, so that a stroke which stops one cell short of it differs only there.
    gaps: Vec<Option<Rgb>>,
}

impl FlowLevel {
    fn new(
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
                let gaps = cells.windows(2);
                let gaps = gaps.map(|step| colour_between(picture, &board.lattice, step));
                traits.push(StrokeTraits {
                    colour,
                    shows: shows.map(|&node| graph.cell(node)).collect(),
                    gaps: gaps.collect(),
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

    fn look(&self, picture: &RgbImage) -> View {
        let mut seen = observe(picture, &self.lattice, &self.colours);
        let index = |cell: Cell| cell.index(self.lattice.cols());
        for (number, shown) in seen.iter_mut().enumerate() {
            let cell = Cell::from_index(number, self.lattice.cols());
            *shown = shown.or_else(|| self.rings(picture, cell)).or_else(|| {
                tinted(
                    self.blank[number]?.around,
                    ground(picture, &self.lattice, cell)?,
                    &self.colours,
                )
            });
        }
        let shows = |cell: Cell, colour: usize| seen.get(index(cell)) == Some(&Some(colour));
        let filled = |stroke: &StrokeTraits| {
            let cells = stroke.shows.iter();
            cells.filter(|&&cell| shows(cell, stroke.colour)).count()
        };
        let covers = |cell: Cell| seen[index(cell)].is_none() && self.covers(picture, cell);
        let is_covered = |stroke: &StrokeTraits| {
            let hidden = |cell: &&Cell| !shows(**cell, stroke.colour);
            let mut hidden = stroke.shows.iter().filter(hidden).peekable();
            hidden.peek().is_some() && hidden.all(|&cell| covers(cell))
        };
        let filled: Vec<usize> = self.traits.iter().map(filled).collect();
        let is_done = |(stroke, &filled): (usize, &usize)| {
            let (cells, traits) = (&self.strokes[stroke], &self.traits[stroke]);
            filled == traits.shows.len() && self.is_joined(picture, cells, traits)
        };
        View {
            is_there: self
                .terminals
                .iter()
                .all(|&(cell, colour)| shows(cell, colour)),
            done: filled.iter().enumerate().map(is_done).collect(),
            is_sure: self
                .strokes
                .iter()
                .map(|cells| !self.is_full(picture, cells))
                .collect(),
            filled,
            is_covered: self.traits.iter().map(is_covered).collect(),
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
        // What lay between the cells, and what empty cells show, is not known in this light.
        for stroke in &mut level.traits {
            stroke.gaps.fill(None);
        }
        level.blank.fill(None);
        Some(Box::new(level))
    }
}

impl FlowLevel {
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
            let distances = self.colours.iter().enumerate();
            let distances = distances.map(|(colour, own)| (difference(Rgb(pixel.0), *own), colour));
            if let Some((distance, colour)) = distances.min()
                && distance <= CHANGE
            {
                votes[colour] += 1;
            }
        }
        votes
            .iter()
            .position(|&count| 2 * count > usize::from(RING_PLACES))
    }

    /// Whether a cell before one of a stroke's terminals is filled to its corners with what it shows in its middle.
    fn is_full(&self, picture: &RgbImage, cells: &[Cell]) -> bool {
        let [_, between @ .., _] = cells else {
            return false;
        };
        let beside_terminals = [between.first(), between.last()];
        let shown = |cell: Cell, right: f64, down: f64| {
            let at = self.lattice.at(cell, right, down);
            Some(Rgb(picture.get_pixel_checked(at.x as u32, at.y as u32)?.0))
        };
        let corners = [
            (-CORNER, -CORNER),
            (CORNER, -CORNER),
            (-CORNER, CORNER),
            (CORNER, CORNER),
        ];
        beside_terminals.into_iter().flatten().any(|&cell| {
            let mut corners = corners
                .iter()
                .map(|&(right, down)| shown(cell, right, down));
            let middle = shown(cell, 0.0, 0.0);
            corners.all(|corner| {
                corner
                    .zip(middle)
                    .is_some_and(|(a, b)| difference(a, b) <= CHANGE)
            })
        })
    }

    /// Whether nothing speaks against it that a stroke, all of whose cells show its colour, is one piece.
    fn is_joined(&self, picture: &RgbImage, cells: &[Cell], stroke: &StrokeTraits) -> bool {
        let own = self.colours[stroke.colour];
        let steps = cells.windows(2).zip(&stroke.gaps);
        let joints = steps.filter_map(|(step, gap)| {
            let now = colour_between(picture, &self.lattice, step)?;
            Some((now, (*gap)?))
        });
        let joints: Vec<(Rgb, Rgb)> = joints.collect();
        if let &[(now, gap)] = joints.as_slice() {
            return difference(now, gap) > CHANGE || difference(now, own) <= CHANGE;
        }
        // Where pipes fill what is between cells, they do so everywhere.
        let is_filled =
            |&(now, gap): &(Rgb, Rgb)| difference(now, own) <= difference(now, gap).max(CHANGE);
        joints.iter().all(is_filled) || !joints.iter().any(is_filled)
    }
}

/// A path cut where it leaves the board at one border and comes back at the opposite one: each piece
/// is a drag.
fn pieces(board: &Board, path: &[Node]) -> Vec<Vec<Node>> {
    let is_wrap = |a: Node, b: Node| {
        let edge = board.edge_between(a, b);
        edge.is_some_and(|(_, edge)| edge.is_wrap)
    };
    path.chunk_by(|&a, &b| !is_wrap(a, b))
        .map(<[Node]>::to_vec)
        .collect()
}

/// The mean colour of the few pixels halfway between the two cells of a step; `None` outside the picture.
fn colour_between(picture: &RgbImage, lattice: &Lattice, step: &[Cell]) -> Option<Rgb> {
    let &[a, b] = step else {
        return None;
    };
    let (a, b) = (lattice.centre(a), lattice.centre(b));
    let (x, y) = ((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
    let mut sums = [0u32; 3];
    for (dx, dy) in [
        (-1.0, -1.0),
        (1.0, -1.0),
        (0.0, 0.0),
        (-1.0, 1.0),
        (1.0, 1.0),
    ] {
        let (x, y) = (x + dx, y + dy);
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let pixel = picture.get_pixel_checked(x as u32, y as u32)?;
        for (sum, value) in sums.iter_mut().zip(pixel.0) {
            *sum += u32::from(value);
        }
    }
    Some(Rgb(sums.map(|sum| (sum / 5) as u8)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::{Layout, Pair, Warp};

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

    #[test]
    fn a_bridge_is_crossed_straight() {
        // A flow goes left to right over the bridge in the middle, another up and down.
        let layout = Layout {
            rows: 3,
            cols: 3,
            bridges: [Cell::new(1, 1)].into(),
            holes: [(0, 0), (0, 2), (2, 0), (2, 2)]
                .map(|(row, col)| Cell::new(row, col))
                .into(),
            ..Layout::default()
        };
        let board = Board::new(layout).unwrap();
        let ends = |a: (u16, u16), b: (u16, u16)| {
            [a, b].map(|(row, col)| board.node_at(Cell::new(row, col)).unwrap())
        };
        let pair = |label, terminals| Pair { label, terminals };
        let pairs = vec![
            pair('A', ends((1, 0), (1, 2))),
            pair('B', ends((0, 1), (2, 1))),
        ];
        let puzzle = Puzzle::new(board.clone(), pairs).unwrap();
        let solution = solution(&puzzle, Touching::Never).unwrap();
        let cells: Vec<_> = solution.paths[0]
            .iter()
            .map(|&node| board.cell(node))
            .collect();
        assert_eq!(cells, [0, 1, 2].map(|col| Cell::new(1, col)));
    }
}
