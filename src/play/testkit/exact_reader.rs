//! A reader for the fake desktop's own pictures, by their exact colours, so that the loop is tested alone.
//! The real reader has one test of its own on the fake desktop.

use std::time::Duration;

use image::{Rgb, RgbImage};

use super::{GRID, PAPER};
use crate::geometry::{Cell, Lattice};
use crate::pipeline::{Edges, Frame, Limits, Move, Reason, Refusal};
use crate::play::family::{Family, MoveView, Observation, PuzzleKind, Summary, Task, TraceStyle};
use crate::puzzle::flow::{Board, Node, Pair, Puzzle, PuzzleError};
use crate::solve::flow::{Request, Touching, solve};

/// Reads the boards of the fake game by their exact colours.
pub struct ExactReader;

#[derive(Clone)]
struct ExactTask {
    summary: Summary,
    lattice: Lattice,
    colours: Vec<Rgb<u8>>,
    moves: Vec<Move>,
}

impl Family for ExactReader {
    fn read(&self, frame: &Frame, _edges: Edges) -> Result<Box<dyn Task>, Refusal> {
        let picture = &frame.picture;
        let lattice = lattice(picture)?;
        let board = Board::rectangle(lattice.rows(), lattice.cols()).unwrap();
        let mut colours: Vec<Rgb<u8>> = Vec::new();
        let mut terminals: Vec<Vec<Node>> = Vec::new();
        let mut drawn = 0;
        for node in board.nodes() {
            let cell = board.cell(node);
            let colour = pixel(picture, &lattice, cell, 0.0);
            // A disc reaches further to the corner of its cell than a pipe does.
            if colour == PAPER {
                continue;
            } else if pixel(picture, &lattice, cell, 0.22) != colour {
                drawn += 1;
                continue;
            }
            let known = colours.iter().position(|one| *one == colour);
            let index = known.unwrap_or_else(|| {
                colours.push(colour);
                terminals.push(Vec::new());
                colours.len() - 1
            });
            terminals[index].push(node);
        }
        let pair = |(index, ends): (usize, &Vec<Node>)| match ends.as_slice() {
            &[a, b] => Ok(Pair {
                label: char::from(b'A' + index as u8),
                terminals: [a, b],
            }),
            _ => Err(Refusal::new(Reason::Partial, "a colour is not there twice")),
        };
        let pairs: Result<Vec<_>, _> = terminals.iter().enumerate().map(pair).collect();
        let no_board = |error: PuzzleError| Refusal::new(Reason::NoBoard, error.to_string());
        let puzzle = Puzzle::new(board, pairs?).map_err(no_board)?;
        let answer = solve(&Request {
            puzzle: &puzzle,
            count: 1,
            touching: Touching::Never,
            limits: Limits::NONE,
        });
        let unsolved = || Refusal::new(Reason::NoSolution, "it has no solution");
        let solution = answer.solutions.first().ok_or_else(unsolved)?;
        let cells = |path: &Vec<Node>| path.iter().map(|&node| puzzle.board().cell(node)).collect();
        Ok(Box::new(ExactTask {
            summary: Summary {
                kind: PuzzleKind::Flow,
                key: format!("{puzzle:?}"),
                rows: lattice.rows(),
                cols: lattice.cols(),
                colours: colours.len(),
                cells: puzzle.board().node_count(),
                drawn,
                touching: false,
                leaves_empty: false,
                read: Duration::ZERO,
                solve: Duration::ZERO,
            },
            moves: solution.paths.iter().map(cells).map(Move::stroke).collect(),
            lattice,
            colours,
        }))
    }
}

impl Task for ExactTask {
    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn observe(&self, picture: &RgbImage, _: TraceStyle) -> Observation {
        let shows =
            |cell: &Cell, colour: &Rgb<u8>| pixel(picture, &self.lattice, *cell, 0.0) == *colour;
        let moves = || self.moves.iter().map(Move::cells).zip(&self.colours);
        // Between two neighbours there is a grid line until they are joined.
        let is_joined = |cells: &[Cell], colour: &Rgb<u8>| {
            cells.windows(2).all(|step| {
                let right = (f64::from(step[1].col) - f64::from(step[0].col)) / 2.0;
                let down = (f64::from(step[1].row) - f64::from(step[0].row)) / 2.0;
                let at = self.lattice.at(step[0], right, down);
                picture.get_pixel_checked(at.x as u32, at.y as u32) == Some(colour)
            })
        };
        let view = |(cells, colour): (&[Cell], &Rgb<u8>)| {
            let shown = cells.iter().map(|cell| shows(cell, colour)).collect();
            MoveView::new(is_joined(cells, colour), true, false, shown)
        };
        Observation {
            is_there: moves().all(|(cells, colour)| {
                let ends = [&cells[0], &cells[cells.len() - 1]];
                ends.iter().all(|end| shows(end, colour))
            }),
            is_relit: false,
            moves: moves().map(view).collect(),
        }
    }

    fn in_other_light(&self, _: &RgbImage) -> Option<Box<dyn Task>> {
        None
    }

    fn moved_to(&self, lattice: &Lattice) -> Option<Box<dyn Task>> {
        Some(Box::new(Self {
            lattice: lattice.clone(),
            ..self.clone()
        }))
    }
}

/// The lattice of grid lines in a picture.
fn lattice(picture: &RgbImage) -> Result<Lattice, Refusal> {
    let line = |x: u32, y: u32| *picture.get_pixel(x, y) == GRID;
    let (width, height) = picture.dimensions();
    let no_board = || Refusal::new(Reason::NoBoard, "there are no grid lines");
    let xs = || (0..width).filter(|&x| (0..height).any(|y| line(x, y)));
    let ys = || (0..height).filter(|&y| (0..width).any(|x| line(x, y)));
    let (left, right) = xs().next().zip(xs().next_back()).ok_or_else(no_board)?;
    let (top, bottom) = ys().next().zip(ys().next_back()).ok_or_else(no_board)?;
    // One step inside the frame, a line begins where the pixel before is none.
    let cols = (left + 1..=right).filter(|&x| line(x, top + 4) && !line(x - 1, top + 4));
    let rows = (top + 1..=bottom).filter(|&y| line(left + 4, y) && !line(left + 4, y - 1));
    let (cols, rows) = (cols.count() as u16, rows.count() as u16);
    if cols == 0 || rows == 0 {
        return Err(no_board());
    }
    let dx = f64::from(right + 1 - left) / f64::from(cols);
    let dy = f64::from(bottom + 1 - top) / f64::from(rows);
    let (x0, y0) = (f64::from(left) + dx / 2.0, f64::from(top) + dy / 2.0);
    Ok(Lattice::upright(rows, cols, [x0, y0], [dx, dy]))
}

/// The colour `off` cells right of and below a cell's centre; paper outside the picture.
fn pixel(picture: &RgbImage, lattice: &Lattice, cell: Cell, off: f64) -> Rgb<u8> {
    let at = lattice.at(cell, off, off);
    let pixel = picture.get_pixel_checked(at.x as u32, at.y as u32);
    pixel.copied().unwrap_or(PAPER)
}
