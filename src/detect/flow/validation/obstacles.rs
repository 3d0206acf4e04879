//! Whether a cell without a terminal holds something that is no flow's: games draw walls of a whole cell so, or rocks, and no
//! flow goes through them.
//!
//! ```text
//!   +--+--+--+     not the ground, and it ends where its cell does, which nothing behind the board does;
//!   |  |##|o |     nor the colour of a flow that comes from a terminal
//!   +--+--+--+
//! ```

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::detect::flow::extent::Extent;
use crate::detect::flow::extent::lines::{Across, line};
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::terminals::filled::{SAME, Squares};
use crate::detect::flow::terminals::ground::{Grounds, cells_of, parity};
use crate::detect::flow::terminals::pairs::MOST_WITHIN;
use crate::detect::flow::terminals::{CONTRAST_SHARE, Terminal};
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast, off_segment};
use crate::vision::shade::Shade;
use crate::vision::statistics::middle;

/// The side of a filled cell is looked at so far from its middle, and the next cell so far from there, both in cells: beside the
/// line; and there along the side, beside pipes and terminals.
const NEAR: f64 = 0.37;
const BEYOND: f64 = 0.63;
const ALONG: [f64; 2] = [-0.36, 0.36];

/// Obstacles of one board differ by so many levels of a channel at most.
const ALIKE: f32 = 2.0 * LEAST_CONTRAST;

/// So many colours of each shade are tried for the ground: it is one of the most frequent of the cells without a pipe.
const MOST_GROUNDS: usize = 4;

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

/// The cells without a terminal that are filled with a colour that comes from no terminal, and ends with its cell.
///
/// What the empty cells show is not known on a board that is nearly drawn whole: the colour of most cells is a flow's there. So
/// the most frequent colours are tried, two in turn as on a checkerboard too. Where one way leaves no fill unexplained, there is
/// no obstacle; else that which explains most tells.
pub fn obstacles(
    sampler: &GridSampler,
    extent: &Extent,
    terminals: &[Terminal],
    squares: &Squares,
) -> BTreeSet<(i32, i32)> {
    let board = Shown {
        sampler,
        extent,
        terminals,
        squares,
    };
    let usual = Fills::of(board, Grounds::of(sampler, extent, terminals));
    if usual.unexplained() == 0 {
        return BTreeSet::new();
    }
    let taken = cells_of(terminals);
    let frequent = [0, 1].map(|shade| {
        let free = extent
            .cells()
            .filter(|cell| parity(*cell) == shade && !taken.contains(cell));
        let free: Vec<(i32, i32)> = free.collect();
        let even = free.iter().filter(|cell| board.is_even(**cell));
        let grounds = most_frequent(even.filter_map(|cell| squares.colour(*cell)));
        if grounds.is_empty() {
            most_frequent(free.iter().filter_map(|cell| squares.colour(*cell)))
        } else {
            grounds
        }
    });
    let [evens, odds] = &frequent;
    let mut pairs = evens
        .iter()
        .flat_map(|even| odds.iter().map(move |odd| [*even, *odd]));
    if pairs.any(|pair| Fills::of(board, Grounds::from(pair)).unexplained() == 0) {
        return BTreeSet::new();
    }
    let flat = frequent
        .iter()
        .flatten()
        .map(|colour| Fills::of(board, Grounds::from([*colour; 2])));
    let likely = flat.chain([usual]).min_by_key(Fills::unexplained);
    likely.map(|fills| fills.obstacles()).unwrap_or_default()
}

/// Whether these cells look like obstacles that a game draws cell by cell: all are alike, for flows have several colours; and a line
/// or a gap lies between any two that share a side, for one thing over several cells lies over the board.
pub fn are_of_board(
    sampler: &GridSampler,
    cells: &BTreeSet<(i32, i32)>,
    squares: &Squares,
) -> bool {
    let colours = || cells.iter().filter_map(|cell| squares.colour(*cell));
    let are_alike = colours().all(|one| colours().all(|other| contrast(one, other) <= ALIKE));
    let sides = cells
        .iter()
        .flat_map(|cell| [Across::Right, Across::Down].map(|across| (*cell, across)));
    let mut inner = sides.filter(|(cell, across)| cells.contains(&across.next(*cell)));
    are_alike && inner.all(|(cell, across)| is_parted(sampler, cell, across))
}

fn is_parted(sampler: &GridSampler, cell: (i32, i32), across: Across) -> bool {
    line(sampler, cell, across).is_some_and(|line| line.strength >= LEAST_CONTRAST)
}

/// The colours that most cells show, no two of them the same.
fn most_frequent(colours: impl Iterator<Item = Colour>) -> Vec<Colour> {
    let mut counts: Vec<(Colour, usize)> = Vec::new();
    for colour in colours {
        match counts
            .iter_mut()
            .find(|(known, _)| contrast(*known, colour) <= SAME)
        {
            Some((_, count)) => *count += 1,
            None => counts.push((colour, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts
        .into_iter()
        .take(MOST_GROUNDS)
        .map(|(colour, _)| colour)
        .collect()
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

/// A cell, and all that lead to it from side to side and may be entered.
pub fn connected(cell: (i32, i32), may_enter: impl Fn((i32, i32)) -> bool) -> BTreeSet<(i32, i32)> {
    let mut reached = BTreeSet::from([cell]);
    let mut next = vec![cell];
    while let Some(cell) = next.pop() {
        for beside in beside(cell) {
            if may_enter(beside) && reached.insert(beside) {
                next.push(beside);
            }
        }
    }
    reached
}

/// A board, its terminals, and what its cells show.
#[derive(Clone, Copy)]
struct Shown<'a> {
    sampler: &'a GridSampler<'a>,
    extent: &'a Extent,
    terminals: &'a [Terminal],
    squares: &'a Squares,
}

impl Shown<'_> {
    /// Whether a cell shows one colour up to its middle, where no pipe passes.
    fn is_even(&self, cell: (i32, i32)) -> bool {
        let middle = self.sampler.cell(cell).at(0.0, 0.0);
        let both = middle.zip(self.squares.colour(cell));
        both.is_some_and(|(middle, around)| contrast(middle, around) <= SAME)
    }
}

/// What fills the cells of a board whose empty cells show these grounds.
struct Fills<'a> {
    board: Shown<'a>,
    grounds: Grounds,
    filled: BTreeSet<(i32, i32)>,
    /// The cells whose fills come from terminals.
    of_flows: BTreeSet<(i32, i32)>,
}

impl<'a> Fills<'a> {
    fn of(board: Shown<'a>, grounds: Grounds) -> Self {
        let taken = cells_of(board.terminals);
        let is_filled = |cell: &(i32, i32)| {
            !taken.contains(cell) && board.squares.is_filled(*cell, grounds.at(*cell))
        };
        let filled = board.extent.cells().filter(is_filled).collect();
        let mut fills = Self {
            board,
            grounds,
            filled,
            of_flows: BTreeSet::new(),
        };
        let terminals = board.terminals.iter();
        let shaded: Vec<(&Terminal, Shade)> =
            terminals.map(|it| (it, Shade::of(it.colour))).collect();
        let flows = shaded.iter().flat_map(|(own, shade)| {
            let mut others = shaded.clone();
            others.retain(|(_, other)| other.distance(shade) > MOST_WITHIN);
            connected(own.cell, |cell| {
                fills.filled.contains(&cell) && fills.explains(own, &others, cell)
            })
        });
        fills.of_flows = flows.collect();
        fills
    }

    /// The cells whose fills come from nowhere.
    fn unexplained(&self) -> usize {
        self.filled.difference(&self.of_flows).count()
    }

    /// The cells that are filled alike, come from no terminal and end with their cells, all of them: what is behind the board may
    /// end with some of its cells by chance.
    fn obstacles(&self) -> BTreeSet<(i32, i32)> {
        let mut found = BTreeSet::new();
        let mut rest = self.filled.clone();
        while let Some(cell) = rest.pop_first() {
            let alike = connected(cell, |other| {
                self.filled.contains(&other) && self.are_alike(cell, other)
            });
            rest.retain(|other| !alike.contains(other));
            let is_obstacle = |cell| self.ends_with(cell) && !self.of_flows.contains(&cell);
            if alike.iter().copied().all(is_obstacle) {
                found.extend(alike);
            }
        }
        found
    }

    fn are_alike(&self, cell: (i32, i32), other: (i32, i32)) -> bool {
        let colour = |cell| self.board.squares.colour(cell);
        let both = colour(cell).zip(colour(other));
        both.is_some_and(|(one, other)| contrast(one, other) <= SAME)
    }

    /// Whether a fill ends at each side of its cell behind which another cell is not filled alike: with a step of half the difference to
    /// what is there. A picture behind the board goes on across its lines.
    fn ends_with(&self, cell: (i32, i32)) -> bool {
        let patch = self.board.sampler.cell(cell);
        let Some(fill) = self.board.squares.colour(cell) else {
            return false;
        };
        beside(cell).into_iter().all(|beside| {
            if !self.board.extent.has(beside) {
                return true;
            }
            let is_filled = self.filled.contains(&beside);
            let other = self.board.squares.colour(beside).filter(|_| is_filled);
            let least = contrast(fill, other.unwrap_or(self.grounds.at(cell))) / 2.0;
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
            is_filled && self.are_alike(cell, beside) || ALONG.into_iter().all(is_step)
        })
    }

    /// Whether a cell's fill is what a terminal's own cell shows too, and that of no terminal of another flow, of which there is one at
    /// least, or its colour, or a tint of it, be it of a paler one where its own cell shows that too and those of most others do not.
    fn explains(
        &self,
        terminal: &Terminal,
        others: &[(&Terminal, Shade)],
        cell: (i32, i32),
    ) -> bool {
        let Some(fill) = self.board.squares.colour(cell) else {
            return false;
        };
        let shows_it = |other: &Terminal| self.are_alike(other.cell, cell);
        let ground = self.grounds.at(cell);
        let is_tint = |of: Colour| off_segment(fill, [ground, of]) <= LEAST_CONTRAST;
        if is_tint(terminal.colour) {
            return true;
        }
        if !shows_it(terminal) {
            return false;
        }
        let shown: Vec<bool> = others.iter().map(|(other, _)| shows_it(other)).collect();
        let by_others = shown.iter().filter(|shows_it| **shows_it).count();
        let most = if is_tint(pale(terminal.colour)) {
            shown.len().saturating_sub(1) / 2
        } else {
            0
        };
        !shown.is_empty() && by_others <= most
    }
}

/// A colour halfway to white: some games tint the cells of a flow with it.
fn pale(colour: Colour) -> Colour {
    colour.map(|level| (level + 255.0) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    use crate::detect::flow::scene::{
        CELL, RED, TERMINALS, Thing, disc, drawn, plain_board, view_of,
    };
    use crate::detect::flow::terminals::discs::discs;

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
        shows_obstacle(&drawn(things))
    }

    fn shows_obstacle(picture: &RgbImage) -> bool {
        let board = plain_board(4);
        view_of(picture, |view| {
            let terminals = discs(&view.sampler, &TERMINALS.into_iter().collect());
            let all = discs(&view.sampler, &board.cells().collect());
            let squares = Squares::of(&view.sampler, board.cells());
            !obstacles(&view.sampler, &board, &terminals, &squares).is_empty()
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

    /// Of two shades of a checkerboard, one would then be seen in the cells that hold nothing.
    #[test]
    fn two_obstacles_side_by_side_are_seen_on_a_board_of_five_free_cells() {
        let board = plain_board(3);
        let terminals = [(0, 0), (1, 0), (2, 0), (0, 2)].map(|cell| Terminal {
            cell,
            colour: RED.map(f32::from),
            contrast: 200.0,
            radius: 0.3,
        });
        let grey = BTreeSet::from([(1, 2), (2, 2)]);
        let side = 3 * CELL as u32;
        let picture = RgbImage::from_fn(side, side, |x, y| {
            let [col, row] = [x, y].map(|at| (f64::from(at) / CELL) as i32);
            let from_middle = [x, y].map(|at| (f64::from(at) / CELL).fract() - 0.5);
            let is_disc = from_middle.iter().map(|off| off * off).sum::<f64>() < 0.09;
            let has_disc = terminals.iter().any(|it| it.cell == (col, row));
            Rgb(match () {
                () if has_disc && is_disc => RED,
                () if grey.contains(&(col, row)) => [90; 3],
                () => [0; 3],
            })
        });
        view_of(&picture, |view| {
            let squares = Squares::of(&view.sampler, board.cells());
            assert_eq!(obstacles(&view.sampler, &board, &terminals, &squares), grey);
        });
    }

    /// It shines through each cell, in another colour than in the next one.
    #[test]
    fn obstacles_are_seen_before_a_picture_behind_the_board() {
        let is_line = |at: u32| f64::from(at) % CELL < 2.0;
        let behind = |things: &[Thing]| {
            let mut picture = drawn(things);
            for (x, y, pixel) in picture.enumerate_pixels_mut() {
                let wave = (f64::from(x) / 30.0).sin() + (f64::from(y) / 45.0).cos();
                if is_line(x) || is_line(y) {
                    *pixel = Rgb([220; 3]);
                } else if *pixel == Rgb([0; 3]) {
                    *pixel = Rgb([90.0, 70.0, 60.0].map(|level| (level + 25.0 * wave) as u8));
                }
            }
            picture
        };
        let [grey, red] = [filled(2.0, 2.0, [10; 3]), filled(3.0, 2.0, RED)];
        assert!(shows_obstacle(&behind(&[grey])));
        assert!(shows_obstacle(&behind(&[grey, red])));
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

    /// The cell of one other terminal shows much the same, those of the rest do not.
    #[test]
    fn a_cell_in_a_paler_tint_that_the_cell_of_its_terminal_shows_is_none() {
        let pale = [25, 31, 45];
        let own = [
            filled(0.0, 0.0, pale),
            disc(0.0, 0.0, [0, 60, 200]),
            filled(1.0, 1.0, pale),
            disc(1.0, 1.0, [0, 110, 200]),
        ];
        let with = |cell: Thing| has_obstacle(&[own.as_slice(), &[cell]].concat());
        assert!(!with(filled(1.0, 0.0, pale)));
        assert!(with(filled(2.0, 2.0, [90; 3])));
    }
}
