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

/// Whether a cell without a terminal is filled with a colour that comes from no terminal, and ends with its cell.
pub fn has_other_fill(
    canvas: &Canvas,
    extent: &Extent,
    terminals: &[Terminal],
    squares: &Squares,
) -> bool {
    let taken = cells_of(terminals);
    let empty = extent.cells().filter(|cell| !taken.contains(cell));
    let usual = Grounds::of(canvas, extent, terminals);
    let others = distinct(empty.filter_map(|cell| squares.colour(cell)));
    let fills = |grounds| Fills {
        canvas,
        extent,
        terminals,
        squares,
        grounds,
    };
    // On a board that is nearly drawn whole the colour of most cells is a flow's: the ground is what leaves the fewest cells
    // unexplained.
    let grounds = others.into_iter().map(Grounds::even).chain([usual]);
    let likely = grounds.map(fills).max_by_key(Fills::explained);
    likely.is_some_and(|fills| fills.hold_an_obstacle())
}

/// Colours of which no two are the same.
fn distinct(colours: impl Iterator<Item = Colour>) -> Vec<Colour> {
    colours.fold(Vec::new(), |mut distinct, colour| {
        if distinct.iter().all(|other| contrast(*other, colour) > SAME) {
            distinct.push(colour);
        }
        distinct
    })
}

/// The four cells that share a side with one.
fn beside((col, row): (i32, i32)) -> [(i32, i32); 4] {
    [
        (col + 1, row),
        (col, row + 1),
        (col - 1, row),
        (col, row - 1),
    ]
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
    /// So many cells show the ground, a terminal, or what comes from one.
    fn explained(&self) -> usize {
        let is_explained = |&cell: &_| !self.is_filled(cell) || self.is_of_flow(cell);
        self.extent.cells().filter(is_explained).count()
    }

    fn hold_an_obstacle(&self) -> bool {
        let filled = self.extent.cells().filter(|&cell| self.is_filled(cell));
        let mut rest: BTreeSet<_> = filled.collect();
        while let Some(cell) = rest.pop_first() {
            let alike = self.alike(cell);
            rest.retain(|other| !alike.contains(other));
            let is_obstacle = |cell| self.ends_with(cell) && !self.is_of_flow(cell);
            if alike.into_iter().all(is_obstacle) {
                return true;
            }
        }
        false
    }

    fn is_filled(&self, cell: (i32, i32)) -> bool {
        self.terminal(cell).is_none() && self.squares.is_filled(cell, self.grounds.at(cell))
    }

    fn terminal(&self, cell: (i32, i32)) -> Option<&Terminal> {
        self.terminals.iter().find(|it| it.cell == cell)
    }

    /// A filled cell, and all that are filled alike and lead to it: what is behind the board may end with some of its cells by
    /// chance, not with all.
    fn alike(&self, cell: (i32, i32)) -> BTreeSet<(i32, i32)> {
        let mut reached = BTreeSet::from([cell]);
        let mut next = vec![cell];
        while let Some(cell) = next.pop() {
            for beside in beside(cell) {
                if self.extent.has(beside) && self.are_alike(cell, beside) && reached.insert(beside)
                {
                    next.push(beside);
                }
            }
        }
        reached
    }

    /// Whether the cell beside a filled one is filled with the same colour.
    fn are_alike(&self, cell: (i32, i32), beside: (i32, i32)) -> bool {
        let both = self.squares.colour(cell).zip(self.squares.colour(beside));
        self.is_filled(beside) && both.is_some_and(|(one, other)| contrast(one, other) <= SAME)
    }

    /// Whether a fill ends at each side of its cell behind which another cell is not filled alike.
    fn ends_with(&self, cell: (i32, i32)) -> bool {
        let patch = self.canvas.cell(cell);
        let Some(fill) = self.squares.colour(cell) else {
            return false;
        };
        let least = contrast(fill, self.grounds.at(cell)) / 2.0;
        beside(cell).into_iter().all(|beside| {
            let (right, down) = (f64::from(beside.0 - cell.0), f64::from(beside.1 - cell.1));
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
            !self.extent.has(beside)
                || self.are_alike(cell, beside)
                || ALONG.into_iter().all(is_step)
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
        while let Some(cell) = next.pop() {
            for beside in beside(cell) {
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

    /// Whether a fill is what a terminal's own cell shows too, and no other flow's, or its colour, or a tint of it.
    fn explains(&self, terminal: &Terminal, fill: Colour) -> bool {
        let shows_it = |other: &Terminal| {
            let shown = self.squares.colour(other.cell);
            shown.is_some_and(|shown| contrast(shown, fill) <= SAME)
        };
        let is_of_another = |other: &Terminal| {
            let apart = Shade::of(other.colour).distance(&Shade::of(terminal.colour));
            apart > MOST_WITHIN && shows_it(other)
        };
        let ground = self.grounds.at(terminal.cell);
        let is_own = shows_it(terminal) && !self.terminals.iter().any(is_of_another);
        is_own || off_segment(fill, [ground, terminal.colour]) <= LEAST_CONTRAST
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
}
