//! A board whose flows have signs in one ink and no colours: what is drawn on it is seen between its cells alone.

use image::RgbImage;

use super::super::{Ink, Level, Summary, View};
use super::ground::Blank;
use super::joint::{Side, joints, lined, reached, sides};
use super::level::pieces;
use super::terminals;
use crate::geometry::{Cell, Lattice};
use crate::pipeline::Candidate;
use crate::puzzle::flow::{Puzzle, Solution};

pub(super) struct SignLevel {
    summary: Summary,
    lattice: Lattice,
    terminals: Vec<Cell>,
    strokes: Vec<Vec<Cell>>,
    /// By stroke and step: what the side between the two cells showed when the board was read.
    sides: Vec<Vec<Option<Side>>>,
    /// By cell number: what it showed then.
    before: Vec<Option<Blank>>,
}

impl SignLevel {
    pub(super) fn new(
        board: Candidate<Puzzle>,
        solution: &Solution,
        picture: &RgbImage,
        summary: Summary,
    ) -> Self {
        let (graph, lattice) = (board.puzzle.board(), board.lattice);
        let pieces = solution.paths.iter().flat_map(|path| pieces(graph, path));
        let cells = pieces.map(|piece| piece.iter().map(|&node| graph.cell(node)).collect());
        let strokes: Vec<Vec<Cell>> = cells.collect();
        let sides = strokes.iter().map(|cells| sides(picture, &lattice, cells));
        let count = usize::from(lattice.rows()) * usize::from(lattice.cols());
        let all = (0..count).map(|number| Cell::from_index(number, lattice.cols()));
        Self {
            terminals: terminals(&board.puzzle)
                .into_iter()
                .map(|(cell, _)| cell)
                .collect(),
            sides: sides.collect(),
            before: all.map(|cell| Blank::of(picture, &lattice, cell)).collect(),
            summary,
            lattice,
            strokes,
        }
    }

    /// By stroke and step: whether a line has come there.
    fn lined(&self, picture: &RgbImage) -> Vec<Vec<bool>> {
        let strokes = self.strokes.iter().zip(&self.sides);
        let joints = strokes.map(|(cells, sides)| joints(picture, &self.lattice, cells, sides));
        joints.map(|joints| lined(&joints)).collect()
    }

    /// What a cell showed when the board was read, and what it shows now.
    fn change(&self, picture: &RgbImage, cell: Cell) -> Option<(Blank, Blank)> {
        let before = self.before[cell.index(self.lattice.cols())]?;
        Some((before, Blank::of(picture, &self.lattice, cell)?))
    }
}

impl Level for SignLevel {
    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn strokes(&self) -> &[Vec<Cell>] {
        &self.strokes
    }

    fn look(&self, picture: &RgbImage, _: Ink) -> View {
        let lined = self.lined(picture);
        let is_done = |lined: &Vec<bool>| lined.iter().all(|is_lined| *is_lined);
        let done = lined.iter().map(is_done).collect();
        let shown: Vec<Vec<bool>> = lined.iter().map(|lined| reached(lined)).collect();
        let covers = |cell: Cell| {
            let change = self.change(picture, cell);
            change.is_some_and(|(before, now)| before.is_covered(&now))
        };
        let is_covered = |(cells, shown): (&Vec<Cell>, &Vec<bool>)| {
            let hidden = cells.iter().zip(shown).filter(|(_, is_shown)| !**is_shown);
            let mut hidden = hidden.map(|(&cell, _)| cell).peekable();
            hidden.peek().is_some() && hidden.all(covers)
        };
        let is_signed = |&cell: &Cell| {
            let change = self.change(picture, cell);
            change.is_some_and(|(before, now)| before.is_like(&now))
        };
        View {
            is_there: self.terminals.iter().all(is_signed),
            done,
            is_sure: vec![true; self.strokes.len()],
            is_covered: self.strokes.iter().zip(&shown).map(is_covered).collect(),
            shown,
            is_relit: false,
        }
    }

    fn in_other_light(&self, _: &RgbImage) -> Option<Box<dyn Level>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::pipeline::Rgb;

    const INK: [u8; 3] = [20; 3];
    const PAPER: [u8; 3] = [250; 3];
    const LINE: Rgb = Rgb([51, 51, 51]);

    /// Two pairs on three rows of three cells of 40 pixels: one around the corner, one in the middle of what is left.
    fn level() -> SignLevel {
        let cells =
            |all: &[(u16, u16)]| all.iter().map(|&(row, col)| Cell::new(row, col)).collect();
        let strokes: Vec<Vec<Cell>> = vec![
            cells(&[(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)]),
            cells(&[(1, 0), (1, 1), (2, 1), (2, 0)]),
        ];
        let lattice = Lattice::upright(3, 3, 20.0, 20.0, 40.0, 40.0);
        let empty = picture(&[], &[]);
        let sides = strokes.iter().map(|cells| sides(&empty, &lattice, cells));
        let all = (0..9).map(|number| Cell::from_index(number, 3));
        SignLevel {
            summary: Summary {
                key: String::new(),
                rows: 3,
                cols: 3,
                colours: 2,
                cells: 9,
                drawn: 0,
                read: Duration::ZERO,
                solve: Duration::ZERO,
            },
            terminals: strokes
                .iter()
                .flat_map(|it| [it[0], it[it.len() - 1]])
                .collect(),
            sides: sides.collect(),
            before: all.map(|cell| Blank::of(&empty, &lattice, cell)).collect(),
            lattice,
            strokes,
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
        let level = level();
        let view = level.look(&picture(&FIRST, &[]), Ink::Pipes);
        assert!(view.is_there);
        assert_eq!(view.done, [true, false]);
        assert_eq!(view.shown[1], [true, false, false, true]);
        let both = [FIRST.as_slice(), &SECOND].concat();
        assert!(level.look(&picture(&both, &[]), Ink::Pipes).is_complete());
    }

    #[test]
    fn a_stroke_that_stops_short_is_not_done() {
        let short = picture(&[[(0, 0), (0, 2)], [(0, 2), (1, 2)]], &[]);
        let view = level().look(&short, Ink::Pipes);
        assert!(!view.done[0]);
        assert_eq!(view.begun(0, false), 3);
    }

    #[test]
    fn what_lies_over_the_board_is_seen() {
        let level = level();
        assert!(!level.look(&picture(&[], &[(0, 0)]), Ink::Pipes).is_there);
        let view = level.look(&picture(&FIRST, &[(1, 1), (2, 1)]), Ink::Pipes);
        assert!(view.is_there);
        assert_eq!(view.is_covered, [false, true]);
    }
}
