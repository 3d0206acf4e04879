//! What is seen where two cells meet: whether a stroke is one piece there, and whether a line has come there.

use std::iter;

use image::RgbImage;

use super::colours::{CHANGE, mean, mean_around};
use crate::geometry::{Cell, Lattice, Pixel};
use crate::pipeline::{Move, Rgb, Wrap};
use crate::vision::colour::difference;

/// Between two cells no pipe lies where what is seen is so many times nearer to what lay there before than to the pipe's
/// colour. Where filled cells leave a line between them, some of both is seen.
const OPEN: u32 = 2;

/// A line lies where what is seen is so many times nearer to its colour than what lay there before: a thin one mixes with
/// that.
const LINED: u32 = 3;

/// How far from the middle of a cell a joined border is looked at, in cells.
const INSIDE: f64 = 0.42;

/// So far before and behind a side a stroke that crosses it is looked at, in cells: a line of the grid may lie over it.
const BESIDE_SIDE: f64 = 0.05;

/// What the side between two cells shows: in its middle `M`, a little before and behind it `o`, and at its ends `E`.
///
/// ```text
///   ┌────E────┐
///   │ a oMo b │
///   └────E────┘
/// ```
#[derive(Clone, Copy)]
pub(super) struct Side {
    middle: Rgb,
    /// `None` outside the picture.
    beside: [Option<Rgb>; 2],
    /// `None` outside the picture.
    ends: [Option<Rgb>; 2],
}

/// The side that a stroke crosses from a cell to the next.
#[derive(Clone, Copy)]
pub(super) struct Link {
    /// `None` outside the picture.
    now: Option<Side>,
    /// What it showed when the board was read; `None` where that says nothing, in other light.
    before: Option<Side>,
}

impl Link {
    /// What is seen in the middle now, and what was seen before.
    fn change(&self) -> Option<[Rgb; 2]> {
        Some([self.now?.middle, self.before?.middle])
    }

    /// Whether nothing new is seen in the middle.
    pub(super) fn is_unchanged(&self) -> bool {
        self.change()
            .is_some_and(|[now, before]| difference(now, before) <= CHANGE)
    }

    /// What has come in the middle, before and behind it: in each place what is seen now and what was seen before, where that is
    /// something else.
    fn news(&self) -> impl Iterator<Item = [Rgb; 2]> {
        let places = |side: Side| {
            let [before, behind] = side.beside;
            [Some(side.middle), before, behind]
        };
        let both = self.now.zip(self.before);
        let pairs = both.into_iter().flat_map(move |(now, before)| {
            let pairs = places(now).into_iter().zip(places(before));
            pairs.filter_map(|(now, before)| Some([now?, before?]))
        });
        pairs.filter(|[now, before]| difference(*now, *before) > CHANGE)
    }

    /// Whether something else is seen at both ends: whatever has come there is no line.
    fn is_all_new(&self) -> bool {
        let ends = |side: Option<Side>| side.map_or([None; 2], |side| side.ends);
        let mut ends = ends(self.now).into_iter().zip(ends(self.before));
        ends.all(|(now, before)| {
            let change = now.zip(before);
            change.is_some_and(|(now, before)| difference(now, before) > CHANGE)
        })
    }

    /// Whether a line of this colour has come there, be it on one half of the side: that of a terminal may have none.
    fn is_lined(&self, line: Rgb) -> bool {
        let is_like =
            |[now, before]: [Rgb; 2]| LINED * difference(now, line) <= difference(before, line);
        !self.is_all_new() && self.news().any(is_like)
    }
}

/// Those of all steps over these cells, given what their sides showed before.
pub(super) fn links(
    picture: &RgbImage,
    lattice: &Lattice,
    one: &Move,
    before: &[Option<Side>],
) -> Vec<Link> {
    let now = sides(picture, lattice, one).into_iter();
    let link = |(now, before): (_, &Option<Side>)| Link {
        now,
        before: *before,
    };
    now.zip(before).map(link).collect()
}

/// What the sides that a stroke crosses show, in their order; `None` for each whose middle is outside the picture.
pub(super) fn sides(picture: &RgbImage, lattice: &Lattice, one: &Move) -> Vec<Option<Side>> {
    let side = |(number, step): (usize, &[Cell])| {
        let &[a, b] = step else {
            return None;
        };
        let wrap = one.wraps().iter().find(|wrap| wrap.after == number);
        let [middle, ends @ ..] = side_places(lattice, (a, b), wrap);
        let at = |(right, down): (f64, f64)| lattice.at(a, right, down);
        let share = BESIDE_SIDE / middle.0.hypot(middle.1);
        let [before, behind] =
            [1.0 - share, 1.0 + share].map(|part| at((middle.0 * part, middle.1 * part)));
        Some(Side {
            middle: mean(picture, crossing(before, at(middle)))?,
            beside: [before, behind].map(|place| mean_around(picture, place)),
            ends: ends.map(|end| mean_around(picture, at(end))),
        })
    };
    one.cells().windows(2).enumerate().map(side).collect()
}

/// The middle and the ends of a side of a cell, right of and below its middle. Of a joined border, they lie within the cell:
/// outside of it, shadows show what is on the other side.
fn side_places(lattice: &Lattice, (a, b): (Cell, Cell), wrap: Option<&Wrap>) -> [(f64, f64); 3] {
    let (step, middle) = match wrap {
        Some(wrap) => {
            let step = (f64::from(wrap.over.right), f64::from(wrap.over.down));
            (step, (INSIDE * step.0, INSIDE * step.1))
        }
        None => (lattice.step(a, b), lattice.to_side(a, b)),
    };
    let [first, second] = lattice
        .side_ends(step)
        .map(|(right, down)| (middle.0 + right, middle.1 + down));
    [middle, first, second]
}

/// Places of a stroke that crosses the middle of a side: there, and two before and two behind it, at least a pixel from it.
///
/// ```text
///   ·  │  ·
///  ────·──── the stroke
///   ·  │  ·
/// ```
fn crossing(before: Pixel, middle: Pixel) -> [Pixel; 5] {
    let (dx, dy) = (middle.x - before.x, middle.y - before.y);
    let length = dx.hypot(dy).max(f64::EPSILON);
    let across = [-dy / length, dx / length];
    let along = [dx, dy].map(|part| part / length * length.max(1.0));
    let place = |way: f64, off: f64| {
        Pixel::new(
            middle.x + way * along[0] + off * across[0],
            middle.y + way * along[1] + off * across[1],
        )
    };
    [
        middle,
        place(-1.0, -1.0),
        place(-1.0, 1.0),
        place(1.0, -1.0),
        place(1.0, 1.0),
    ]
}

/// Whether nothing speaks against it that a stroke, all of whose cells show its own colour, is one piece.
pub(super) fn are_one_piece(links: &[Link], own: Rgb) -> bool {
    let known: Vec<(&Link, [Rgb; 2])> = links
        .iter()
        .filter_map(|link| Some((link, link.change()?)))
        .collect();
    if let &[(_, [now, before])] = known.as_slice() {
        return difference(now, before) > CHANGE || difference(now, own) <= CHANGE;
    }
    // Where pipes fill what is between cells, they do so everywhere. What is farther from their colour than what lay there before is
    // none: the dark rim of a terminal, say.
    let is_filled = |[now, before]: [Rgb; 2]| {
        let off = difference(now, own);
        off <= CHANGE || off <= difference(now, before).min(difference(before, own))
    };
    // Where its ends are new, too, something that looks like the ground lies over the link: a letter, say.
    let is_open = |link: &Link, [now, before]: [Rgb; 2]| {
        !is_filled([now, before])
            && !link.is_all_new()
            && OPEN * difference(now, before) <= difference(now, own)
    };
    let mut open = known.iter().filter(|(link, change)| is_open(link, *change));
    open.next().is_none() || !known.iter().any(|(_, change)| is_filled(*change))
}

/// By step of a stroke: whether a line has come there; in one colour, that which has come at the most steps.
pub(super) fn lined(links: &[Link]) -> Vec<bool> {
    let in_colour = |[line, _]: [Rgb; 2]| -> Vec<bool> {
        links.iter().map(|link| link.is_lined(line)).collect()
    };
    let count = |lined: &[bool]| lined.iter().filter(|is_lined| **is_lined).count();
    let none = vec![false; links.len()];
    let colours = links.iter().flat_map(Link::news);
    colours.map(in_colour).fold(none, |most, lined| {
        if count(&lined) > count(&most) {
            lined
        } else {
            most
        }
    })
}

/// By cell of a stroke that has a line at these steps: whether it is reached. Its terminals count as reached.
pub(super) fn reached(lined: &[bool]) -> Vec<bool> {
    let before = iter::once(&true).chain(lined);
    let after = lined.iter().chain([&true]);
    before.zip(after).map(|(a, b)| *a || *b).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines between the cells are no farther than a pixel from where they are taken to be.
    #[test]
    fn filled_cells_with_lines_between_them_are_joined_and_a_pipe_that_stops_short_is_not() {
        let [ground, line, own] = [[13, 17, 23], [48, 54, 61], [220, 30, 60]];
        let lines = [39, 40, 81, 82, 119, 120];
        let row_of_four = |drawn: &dyn Fn(u32, u32) -> bool| {
            RgbImage::from_fn(160, 40, |x, y| {
                let lies_below = if lines.contains(&x) { line } else { ground };
                image::Rgb(if drawn(x, y) { own } else { lies_below })
            })
        };
        let lattice = Lattice::upright(1, 4, [20.0, 20.0], [40.0, 40.0]);
        let cells = Move::stroke((0..4).map(|col| Cell::new(0, col)).collect());
        let empty = row_of_four(&|_, _| false);
        let before = sides(&empty, &lattice, &cells);
        let is_joined = |picture: &RgbImage| {
            let links = links(picture, &lattice, &cells, &before);
            are_one_piece(&links, Rgb(own))
        };
        assert!(is_joined(&row_of_four(&|x, _| !lines.contains(&x))));
        let pipe = |end: u32| move |x: u32, y: u32| (20..end).contains(&x) && y.abs_diff(20) < 7;
        assert!(is_joined(&row_of_four(&pipe(140))));
        assert!(!is_joined(&row_of_four(&pipe(106))));
    }

    /// Each cell holds a disc. The game shows the terminal that was pressed last darker, with a dark rim around it.
    #[test]
    fn a_dark_rim_around_a_terminal_says_nothing_of_a_stroke() {
        let [ground, own, darker, rim] = [[238; 3], [180, 226, 249], [135, 170, 187], [118; 3]];
        let row_of_four = |is_drawn: bool| {
            RgbImage::from_fn(224, 56, |x, y| {
                let [right, down] = [x % 56, y].map(|at| f64::from(at) + 0.5 - 28.0);
                let is_pressed = is_drawn && x < 56;
                image::Rgb(match right.hypot(down) {
                    off if off < 24.0 && is_pressed => darker,
                    off if off < 28.0 && is_pressed => rim,
                    off if off < 24.0 && (is_drawn || x >= 168) => own,
                    off if off < 24.0 => [255; 3],
                    _ => ground,
                })
            })
        };
        let lattice = Lattice::upright(1, 4, [28.0, 28.0], [56.0, 56.0]);
        let cells = Move::stroke((0..4).map(|col| Cell::new(0, col)).collect());
        let before = sides(&row_of_four(false), &lattice, &cells);
        let links = links(&row_of_four(true), &lattice, &cells, &before);
        assert!(are_one_piece(&links, Rgb(own)));
    }

    /// The pipe lies over the first line of the grid, and the others over the pipe.
    #[test]
    fn a_pipe_is_one_piece_where_thin_lines_of_the_grid_lie_over_it() {
        let [ground, tint, line, own] = [[0; 3], [51, 0, 0], [255; 3], [255, 0, 0]];
        let row_of_four = |end: u32| {
            RgbImage::from_fn(240, 60, |x, y| {
                let is_pipe = (30..end).contains(&x) && y.abs_diff(30) < 9;
                let is_line_at = |at: u32| x.abs_diff(at) <= 1;
                let is_line = is_line_at(120) || is_line_at(180) || is_line_at(60) && !is_pipe;
                image::Rgb(match (is_line, is_pipe) {
                    (true, _) => line,
                    (_, true) => own,
                    _ if x < end.next_multiple_of(60) => tint,
                    _ => ground,
                })
            })
        };
        let lattice = Lattice::upright(1, 4, [30.0, 30.0], [60.0, 60.0]);
        let cells = Move::stroke((0..4).map(|col| Cell::new(0, col)).collect());
        let before = sides(&row_of_four(0), &lattice, &cells);
        let is_joined = |end: u32| {
            let links = links(&row_of_four(end), &lattice, &cells, &before);
            are_one_piece(&links, Rgb(own))
        };
        assert!(is_joined(210));
        assert!(is_joined(182), "the cell of the terminal is only tinted");
        assert!(!is_joined(150));
    }

    /// Each cell draws its part of the line, and the cells of terminals draw none.
    #[test]
    fn a_line_that_ends_at_the_cells_of_its_terminals_is_whole() {
        let row_of_four = |line: std::ops::Range<u32>| {
            RgbImage::from_fn(224, 56, |x, y| {
                let is_line = line.contains(&x) && y.abs_diff(28) < 3;
                let is_disc =
                    [28, 196].iter().any(|at| x.abs_diff(*at) < 14) && y.abs_diff(28) < 14;
                image::Rgb(match (is_line, is_disc) {
                    (true, _) => [95, 95, 120],
                    (_, true) => [46, 204, 113],
                    _ => [255; 3],
                })
            })
        };
        let lattice = Lattice::upright(1, 4, [28.0, 28.0], [56.0, 56.0]);
        let cells = Move::stroke((0..4).map(|col| Cell::new(0, col)).collect());
        let before = sides(&row_of_four(0..0), &lattice, &cells);
        let lined_by = |line| lined(&links(&row_of_four(line), &lattice, &cells, &before));
        assert_eq!(lined_by(56..168), [true, true, true]);
        assert_eq!(
            lined_by(56..140),
            [true, true, false],
            "it lacks the last step"
        );
        assert_eq!(lined_by(0..0), [false; 3]);
    }

    #[test]
    fn a_line_has_come_where_something_new_is_seen_in_one_colour() {
        let side = |middle: u8, ends: u8| Side {
            middle: Rgb([middle; 3]),
            beside: [None; 2],
            ends: [Some(Rgb([ends; 3])); 2],
        };
        let link = |now: u8, before: u8| Link {
            now: Some(side(now, 30)),
            before: Some(side(before, 30)),
        };
        let white = link(235, 10);
        assert_eq!(lined(&[white, link(230, 10)]), [true, true]);
        assert_eq!(lined(&[link(10, 10), white]), [false, true]);
        assert_eq!(lined(&[white, link(100, 10)]), [true, false], "two colours");
        assert_eq!(lined(&[white, link(170, 10)]), [true, true], "a thin one");
        assert_eq!(lined(&[link(18, 10)]), [false], "noise");
        let unknown = Link {
            before: None,
            ..white
        };
        assert_eq!(lined(&[unknown]), [false], "in another light");
        let covered = Link {
            now: Some(side(235, 235)),
            ..white
        };
        assert_eq!(lined(&[covered]), [false], "something lies over it");
        assert_eq!(reached(&[true, false, false]), [true, true, false, true]);
    }
}
