//! A board whose flows have glyphs in one colour: what is drawn on it is seen between its cells alone.

use image::RgbImage;

use super::empty_cell::EmptyCell;
use super::links::{Side, lined, links, reached, sides};
use super::stroke::stroke;
use super::terminals;
use crate::geometry::{Cell, Lattice};
use crate::pipeline::{BoardHypothesis, Move};
use crate::play::family::{MoveView, Observation, Summary, Task, TraceStyle};
use crate::puzzle::flow::{Puzzle, Solution};

#[derive(Clone)]
pub(super) struct GlyphTask {
    summary: Summary,
    lattice: Lattice,
    terminals: Vec<Cell>,
    moves: Vec<Move>,
    /// By move and step: what the side between the two cells showed when the board was read.
    sides: Vec<Vec<Option<Side>>>,
    /// By cell number: what it showed then.
    before: Vec<Option<EmptyCell>>,
}

impl GlyphTask {
    pub(super) fn new(
        board: BoardHypothesis<Puzzle>,
        solution: &Solution,
        picture: &RgbImage,
        summary: Summary,
    ) -> Self {
        let (graph, lattice) = (board.puzzle.board(), board.lattice);
        let strokes = solution.paths.iter().map(|path| stroke(graph, path));
        let moves: Vec<Move> = strokes.collect();
        let sides = moves.iter().map(|one| sides(picture, &lattice, one));
        let count = usize::from(lattice.rows()) * usize::from(lattice.cols());
        let all = (0..count).map(|number| Cell::from_index(number, lattice.cols()));
        Self {
            terminals: terminals(&board.puzzle)
                .into_iter()
                .map(|(cell, _)| cell)
                .collect(),
            sides: sides.collect(),
            before: all
                .map(|cell| EmptyCell::of(picture, &lattice, cell))
                .collect(),
            summary,
            lattice,
            moves,
        }
    }

    /// What a picture shows of one move, given what its sides showed when the board was read.
    fn view(&self, picture: &RgbImage, one: &Move, sides: &[Option<Side>]) -> MoveView {
        let lined = lined(&links(picture, &self.lattice, one, sides));
        let shown = reached(&lined);
        let is_covered = |(&cell, is_shown): (&Cell, &bool)| match is_shown {
            true => None,
            false => self
                .change(picture, cell)
                .map(|(before, now)| before.is_covered(&now, None)),
        };
        let covered: Vec<Option<bool>> = one.cells().iter().zip(&shown).map(is_covered).collect();
        let mut hidden = (0..covered.len()).filter(|&at| !shown[at]).peekable();
        let is_occluded = hidden.peek().is_some() && hidden.all(|at| covered[at] == Some(true));
        let empty = covered.iter().map(|it| *it == Some(false)).collect();
        let is_done = lined.iter().all(|is_lined| *is_lined);
        MoveView::new(is_done, true, is_occluded, shown).with_empty(empty)
    }

    /// What a cell showed when the board was read, and what it shows now.
    fn change(&self, picture: &RgbImage, cell: Cell) -> Option<(EmptyCell, EmptyCell)> {
        let before = self.before[cell.index(self.lattice.cols())]?;
        Some((before, EmptyCell::of(picture, &self.lattice, cell)?))
    }
}

impl Task for GlyphTask {
    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn end_fillings(&self, _: usize) -> [f64; 2] {
        [1.0; 2]
    }

    fn observe(&self, picture: &RgbImage, _: TraceStyle) -> Observation {
        let shows_glyph = |&cell: &Cell| {
            let change = self.change(picture, cell);
            change.is_some_and(|(before, now)| before.is_like(&now))
        };
        let moves = self.moves.iter().zip(&self.sides);
        Observation {
            is_there: self.terminals.iter().all(shows_glyph),
            is_relit: false,
            moves: moves
                .map(|(one, sides)| self.view(picture, one, sides))
                .collect(),
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::pipeline::Rgb;
    use crate::play::family::{MoveState, PuzzleKind};

    const INK: [u8; 3] = [20; 3];
    const PAPER: [u8; 3] = [250; 3];
    const LINE: Rgb = Rgb([51, 51, 51]);

    /// Two pairs on three rows of three cells of 40 pixels: one around the corner, one in the middle of what is left.
    fn task() -> GlyphTask {
        let cells =
            |all: &[(u16, u16)]| all.iter().map(|&(row, col)| Cell::new(row, col)).collect();
        let moves: [Vec<Cell>; 2] = [
            cells(&[(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)]),
            cells(&[(1, 0), (1, 1), (2, 1), (2, 0)]),
        ];
        let lattice = Lattice::upright(3, 3, [20.0, 20.0], [40.0, 40.0]);
        let empty = picture(&[], &[]);
        let strokes = moves.each_ref().map(|cells| Move::stroke(cells.clone()));
        let sides = strokes.iter().map(|one| sides(&empty, &lattice, one));
        let all = (0..9).map(|number| Cell::from_index(number, 3));
        GlyphTask {
            summary: Summary {
                kind: PuzzleKind::Flow,
                key: String::new(),
                rows: 3,
                cols: 3,
                colours: 2,
                cells: 9,
                drawn: 0,
                touching: false,
                leaves_empty: false,
                read: Duration::ZERO,
                solve: Duration::ZERO,
            },
            terminals: moves
                .iter()
                .flat_map(|it| [it[0], it[it.len() - 1]])
                .collect(),
            sides: sides.collect(),
            before: all
                .map(|cell| EmptyCell::of(&empty, &lattice, cell))
                .collect(),
            lattice,
            moves: strokes.to_vec(),
        }
    }

    /// That board with lines from cell to cell, and boxes over cells, both as row and column.
    fn picture(lines: &[[(u32, u32); 2]], boxes: &[(u32, u32)]) -> RgbImage {
        let signs = [(0, 0), (2, 2), (1, 0), (2, 0)];
        RgbImage::from_fn(120, 120, |x, y| {
            let cell = (y / 40, x / 40);
            let (right, down) = (x % 40, y % 40);
            let is_sign = signs.contains(&cell) && (right / 3 + down / 5) % 2 == 0;
            let is_line = lines.iter().any(|[a, b]| {
                let along = |at: u32, a: u32, b: u32| {
                    (40 * a.min(b) + 17..=40 * a.max(b) + 22).contains(&at)
                };
                along(y, a.0, b.0) && along(x, a.1, b.1)
            });
            image::Rgb(if boxes.contains(&cell) {
                [90, 120, 200]
            } else if is_sign && (8..32).contains(&right) && (8..32).contains(&down) {
                INK
            } else if is_line {
                LINE.0
            } else {
                PAPER
            })
        })
    }

    const FIRST: [[(u32, u32); 2]; 2] = [[(0, 0), (0, 2)], [(0, 2), (2, 2)]];
    const SECOND: [[(u32, u32); 2]; 3] = [[(1, 0), (1, 1)], [(1, 1), (2, 1)], [(2, 1), (2, 0)]];

    #[test]
    fn a_stroke_is_done_when_a_line_has_come_between_all_its_cells() {
        let task = task();
        let seen = task.observe(&picture(&FIRST, &[]), TraceStyle::Pipes);
        assert!(seen.is_there);
        assert!(seen.moves[0].is_done() && !seen.moves[1].is_done());
        assert_eq!(seen.moves[1].shown, [true, false, false, true]);
        let both = [FIRST.as_slice(), &SECOND].concat();
        assert!(
            task.observe(&picture(&both, &[]), TraceStyle::Pipes)
                .is_complete()
        );
    }

    #[test]
    fn a_stroke_that_stops_short_is_not_done() {
        let short = picture(&[[(0, 0), (0, 2)], [(0, 2), (1, 2)]], &[]);
        let seen = task().observe(&short, TraceStyle::Pipes);
        assert!(!seen.moves[0].is_done());
        assert_eq!(seen.moves[0].begun(false), 3);
    }

    #[test]
    fn what_lies_over_the_board_is_seen() {
        let task = task();
        assert!(
            !task
                .observe(&picture(&[], &[(0, 0)]), TraceStyle::Pipes)
                .is_there
        );
        let seen = task.observe(&picture(&FIRST, &[(1, 1), (2, 1)]), TraceStyle::Pipes);
        assert!(seen.is_there);
        assert!(seen.moves[0].is_done());
        assert_eq!(seen.moves[1].state, MoveState::Occluded);
    }
}
