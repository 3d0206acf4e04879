//! Whether a cell without a terminal holds something that is no flow's: games draw walls of a whole cell so, or rocks, and no
//! flow goes through them.
//!
//! ```text
//!   +--+--+--+     not the ground, and it ends where its cell does, which nothing behind the board does;
//!   |  |##|o |     nor the colour of a flow that comes from a terminal
//!   +--+--+--+
//! ```

use std::collections::BTreeSet;

use crate::detect::flow::canvas::Canvas;
use crate::detect::flow::colour::{Colour, LEAST_CONTRAST, contrast, off_segment};
use crate::detect::flow::extent::Extent;
use crate::detect::flow::quantile::middle;
use crate::detect::flow::shade::Shade;
use crate::detect::flow::terminals::filled::{SAME, Squares};
use crate::detect::flow::terminals::ground::{Grounds, cells_of};
use crate::detect::flow::terminals::pairs::MOST_WITHIN;
use crate::detect::flow::terminals::{CONTRAST_SHARE, Terminal};

/// The side of a filled cell is looked at so far from its middle, and the next cell so far from there, both in cells: beside the
/// line; and there along the side, beside pipes and terminals.
const NEAR: f64 = 0.37;
const BEYOND: f64 = 0.63;
const ALONG: [f64; 2] = [-0.36, 0.36];

/// Why a board is not settled that has such a cell.
pub const OBSTACLE: &str = "a cell holds something that is neither a terminal nor a flow";

/// Whether one of the discs on a board, in a cell without a terminal, is as clear as these and has the colour of none.
pub fn has_stranger(extent: &Extent, terminals: &[Terminal], discs: &[Terminal]) -> bool {
    let usual = middle(terminals.iter().map(|terminal| terminal.contrast)).unwrap_or_default();
    let colours: Vec<Shade> = terminals.iter().map(|it| Shade::of(it.colour)).collect();
    let taken = cells_of(terminals);
    let is_like_none = |disc: &Terminal| {
        let colour = Shade::of(disc.colour);
        colours.iter().all(|it| it.distance(&colour) > MOST_WITHIN)
    };
    let mut others = discs
        .iter()
        .filter(|disc| extent.has(disc.cell) && !taken.contains(&disc.cell));
    others.any(|disc| disc.contrast >= CONTRAST_SHARE * usual && is_like_none(disc))
}

/// Whether a cell without a terminal is filled with a colour that comes from no terminal, and is no part of a bar behind the
/// board.
pub fn has_other_fill(
    canvas: &Canvas,
    extent: &Extent,
    terminals: &[Terminal],
    squares: &Squares,
) -> bool {
    let fills = Fills {
        canvas,
        extent,
        terminals,
        squares,
        grounds: Grounds::of(canvas, extent, terminals),
    };
    extent.cells().any(|cell| {
        fills.is_filled(cell)
            && fills.ends_with(cell)
            && !fills.is_of_flow(cell)
            && !fills.is_of_bar(cell)
    })
}

/// What fills the cells of a board.
struct Fills<'a> {
    canvas: &'a Canvas<'a>,
    extent: &'a Extent,
    terminals: &'a [Terminal],
    squares: &'a Squares,
    grounds: Grounds,
}

impl Fills<'_> {
    fn is_filled(&self, cell: (i32, i32)) -> bool {
        self.terminal(cell).is_none() && self.squares.is_filled(cell, self.grounds.at(cell))
    }

    fn terminal(&self, cell: (i32, i32)) -> Option<&Terminal> {
        self.terminals.iter().find(|it| it.cell == cell)
    }

    /// Whether a fill ends at each side of its cell behind which another cell is not filled alike.
    fn ends_with(&self, cell: (i32, i32)) -> bool {
        let patch = self.canvas.cell(cell);
        let Some(fill) = self.squares.colour(cell) else {
            return false;
        };
        let least = contrast(fill, self.grounds.at(cell)) / 2.0;
        [(1, 0), (0, 1), (-1, 0), (0, -1)].iter().all(|side| {
            let beside = (cell.0 + side.0, cell.1 + side.1);
            let shown = self.squares.colour(beside);
            let is_alike =
                self.is_filled(beside) && shown.is_some_and(|shown| contrast(shown, fill) <= SAME);
            let (right, down) = (f64::from(side.0), f64::from(side.1));
            let is_step = |along: f64| {
                let at = |out: f64| {
                    patch.at(
                        out * right + along * down.abs(),
                        out * down + along * right.abs(),
                    )
                };
                let both = at(NEAR).zip(at(BEYOND));
                both.is_none_or(|(near, beyond)| contrast(near, beyond) >= least)
            };
            is_alike || !self.extent.has(beside) || ALONG.into_iter().all(is_step)
        })
    }

    /// Whether cells of one colour lead from a filled cell to a terminal that explains it.
    fn is_of_flow(&self, cell: (i32, i32)) -> bool {
        let Some(fill) = self.squares.colour(cell) else {
            return false;
        };
        let is_like = |colour: Colour| contrast(colour, fill) <= SAME;
        let mut reached = BTreeSet::from([cell]);
        let mut next = vec![cell];
        while let Some((col, row)) = next.pop() {
            for beside in [
                (col + 1, row),
                (col, row + 1),
                (col - 1, row),
                (col, row - 1),
            ] {
                let shown = self.squares.colour(beside);
                match self.terminal(beside) {
                    Some(terminal) if self.explains(terminal, fill) => return true,
                    None if self.extent.has(beside)
                        && shown.is_some_and(is_like)
                        && reached.insert(beside) =>
                    {
                        next.push(beside);
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// Whether a fill is what a terminal's own cell shows too, or its colour, or a tint of it.
    fn explains(&self, terminal: &Terminal, fill: Colour) -> bool {
        let ground = self.grounds.at(terminal.cell);
        let shown = self.squares.colour(terminal.cell);
        let is_own = shown.is_some_and(|shown| {
            contrast(shown, fill) <= SAME && contrast(shown, ground) >= LEAST_CONTRAST
        });
        is_own || off_segment(fill, [ground, terminal.colour]) <= LEAST_CONTRAST
    }

    /// Whether no cell of its column, or none of its row, shows the ground.
    fn is_of_bar(&self, (col, row): (i32, i32)) -> bool {
        let shows_ground = |cell: (i32, i32)| {
            let shown = self.squares.colour(cell);
            shown.is_some_and(|shown| contrast(shown, self.grounds.at(cell)) < LEAST_CONTRAST)
        };
        let none = |is_beside: &dyn Fn((i32, i32)) -> bool| {
            let mut beside = self.extent.cells().filter(|cell| is_beside(*cell));
            !beside.any(shows_ground)
        };
        none(&|cell| cell.0 == col) || none(&|cell| cell.1 == row)
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::{RED, TERMINALS, Thing, bare, disc, seen};
    use super::*;
    use crate::detect::flow::terminals::discs;

    /// A cell that is filled all over.
    fn filled(col: f64, row: f64, colour: [u8; 3]) -> Thing {
        Thing {
            reach: 0.5,
            is_square: true,
            ..disc(col, row, colour)
        }
    }

    /// Whether the board of four by four cells has an obstacle, with these things on it.
    fn has_obstacle(things: &[Thing]) -> bool {
        let board = bare(4);
        seen(things, |view| {
            let terminals = discs(&view.canvas, &TERMINALS.into_iter().collect());
            let all = discs(&view.canvas, &board.cells().collect());
            let squares = Squares::of(&view.canvas, board.cells());
            has_other_fill(&view.canvas, &board, &terminals, &squares)
                || has_stranger(&board, &terminals, &all)
        })
    }

    #[test]
    fn a_cell_of_a_colour_that_no_terminal_has_is_an_obstacle() {
        assert!(!has_obstacle(&[]));
        assert!(has_obstacle(&[filled(2.0, 2.0, RED)]));
        assert!(has_obstacle(&[filled(2.0, 2.0, [90; 3])]));
        assert!(has_obstacle(&[disc(2.0, 2.0, RED)]));
    }

    #[test]
    fn a_cell_that_its_flow_tints_is_none() {
        let tint = [0, 24, 44];
        assert!(!has_obstacle(&[filled(1.0, 2.0, tint)]));
        assert!(!has_obstacle(&[
            filled(1.0, 2.0, tint),
            filled(2.0, 2.0, tint)
        ]));
    }

    #[test]
    fn a_bar_behind_the_board_is_none() {
        let bar = |length: f64| Thing {
            to: (2.0, length),
            ..filled(2.0, 0.0, [60, 30, 0])
        };
        assert!(!has_obstacle(&[bar(3.0)]));
        assert!(has_obstacle(&[bar(0.0)]));
    }
}
