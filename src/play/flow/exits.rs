//! What cells show where a stroke leaves them: a pipe stands out there from the ground of its cell, be that tinted in the
//! colour of the flow or not.
//!
//! ```text
//!   ┌───────┐
//!   │     b │
//!   │   ────w──── the stroke
//!   │     b │
//!   └───────┘
//! ```

use image::RgbImage;

use super::colours::{CHANGE, mean_around};
use crate::detect::flow::is_tint_of;
use crate::geometry::{Cell, Lattice};
use crate::pipeline::{Move, Rgb};
use crate::vision::colour::difference;

/// A cell is looked at so far on the way from its middle to the side that the stroke crosses: a terminal may reach almost to its side,
/// and lines of the grid lie beside that.
const TO_SIDE: f64 = 0.8;

/// What lies beside a pipe is looked at so far on the way from the middle of that side to its ends.
const TO_END: f64 = 0.76;

/// What a cell shows where a stroke leaves it, on its way `w` and beside it `b`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    way: Rgb,
    beside: [Rgb; 2],
}

/// Those of the two cells of a step; `None` of terminals, which show their colour before they are reached, at joined borders and outside
/// the picture.
pub(super) type StepExits = [Option<Exit>; 2];

/// Those of all steps of a stroke, in their order.
pub(super) fn exits(picture: &RgbImage, lattice: &Lattice, one: &Move) -> Vec<StepExits> {
    let cells = one.cells();
    let is_terminal = |cell: Cell| [cells.first(), cells.last()].contains(&Some(&cell));
    let exit = |from: Cell, to: Cell| {
        let shown = |(right, down)| mean_around(picture, lattice.at(from, right, down));
        let (right, down) = lattice.to_side(from, to);
        let way = (TO_SIDE * right, TO_SIDE * down);
        let ends = lattice.side_ends(lattice.step(from, to));
        let [first, second] =
            ends.map(|end| shown((way.0 + TO_END * end.0, way.1 + TO_END * end.1)));
        let is_known = !is_terminal(from);
        is_known.then_some(Exit {
            way: shown(way)?,
            beside: [first?, second?],
        })
    };
    let exits = |(number, step): (usize, &[Cell])| {
        let is_wrap = one.wraps().iter().any(|wrap| wrap.after == number);
        match step {
            &[a, b] if !is_wrap => [exit(a, b), exit(b, a)],
            _ => [None; 2],
        }
    };
    cells.windows(2).enumerate().map(exits).collect()
}

/// Whether a stroke of this colour, all of whose cells show it, has no pipe over one of its sides, and has one over another.
pub(super) fn are_interrupted(now: &[StepExits], before: &[StepExits], own: Rgb) -> bool {
    let changes = now.iter().zip(before).map(|(now, before)| {
        let both = now.iter().zip(before);
        both.filter_map(|(now, before)| Some(((*now)?, (*before)?)))
            .collect::<Vec<_>>()
    });
    let changes: Vec<Vec<(Exit, Exit)>> = changes.collect();
    let is_bare = |step: &Vec<(Exit, Exit)>| {
        !step.is_empty() && step.iter().all(|(now, before)| now.is_bare(before, own))
    };
    let is_piped = |(now, before): &(Exit, Exit)| now.is_piped(before, own);
    changes.iter().any(is_bare) && changes.iter().flatten().any(is_piped)
}

impl Exit {
    /// Whether nothing stands out on the way.
    fn is_even(&self) -> bool {
        let mut beside = self.beside.iter();
        beside.all(|beside| difference(self.way, *beside) <= CHANGE)
    }

    /// Whether only the ground is seen, as it was or in a tint of the flow's colour.
    fn is_bare(&self, before: &Self, own: Rgb) -> bool {
        let is_ground = |(now, before): (&Rgb, &Rgb)| {
            difference(*now, *before) <= CHANGE || is_tint_of(*before, *now, own)
        };
        self.is_even() && self.beside.iter().zip(&before.beside).all(is_ground)
    }

    /// Whether something new that is nearer to the flow's colour than what lies beside it stands out: the ground may have a
    /// pattern.
    fn is_piped(&self, before: &Self, own: Rgb) -> bool {
        let is_nearer = |beside: &Rgb| difference(self.way, own) < difference(*beside, own);
        let is_new = difference(self.way, before.way) > CHANGE;
        is_new && !self.is_even() && self.beside.iter().all(is_nearer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: [u8; 3] = [240, 240, 0];
    const TINT: [u8; 3] = [85, 85, 0];

    /// Whether a pipe in a row of four cells, from the first of them to this place, is interrupted; its cells are tinted.
    fn is_interrupted(end: u32, ground: [u8; 3], tint: [u8; 3]) -> bool {
        let lattice = Lattice::upright(1, 4, [20.0, 20.0], [40.0, 40.0]);
        let row = |end: u32, ground: [u8; 3]| {
            RgbImage::from_fn(160, 40, |x, y| {
                let is_terminal = [20, 140].iter().any(|at| {
                    let (right, down) = (f64::from(x.abs_diff(*at)), f64::from(y.abs_diff(20)));
                    right.hypot(down) < 14.0
                });
                let is_pipe = (20..end).contains(&x) && y.abs_diff(20) < 7;
                let is_line = x % 40 == 0 && !is_pipe;
                image::Rgb(match (is_terminal || is_pipe, is_line) {
                    (true, _) => OWN,
                    (_, true) => [60; 3],
                    _ => ground,
                })
            })
        };
        let one = Move::stroke((0..4).map(|col| Cell::new(0, col)).collect());
        let [before, now] = [row(0, ground), row(end, tint)].map(|it| exits(&it, &lattice, &one));
        are_interrupted(&now, &before, Rgb(OWN))
    }

    #[test]
    fn a_pipe_that_stops_short_is_interrupted_on_tinted_ground_too() {
        for (ground, tint) in [
            ([0; 3], TINT),
            ([0; 3], [0; 3]),
            ([250; 3], [245, 245, 120]),
        ] {
            assert!(!is_interrupted(140, ground, tint), "{tint:?}");
            assert!(is_interrupted(100, ground, tint), "{tint:?}");
        }
    }

    /// Where something else lies over the last side, a pipe may go on under it.
    #[test]
    fn a_pipe_that_something_lies_over_is_not_interrupted() {
        assert!(!is_interrupted(100, [0; 3], [90, 90, 200]));
    }

    #[test]
    fn where_no_pipe_is_seen_at_all_nothing_is_interrupted() {
        assert!(!is_interrupted(20, [0; 3], TINT));
    }

    /// A stroke is drawn as a disc in each cell, and the ground is darker where the stroke leaves its second cell.
    #[test]
    fn a_pattern_of_the_ground_is_no_pipe() {
        let lattice = Lattice::upright(1, 4, [20.0, 20.0], [40.0, 40.0]);
        let one = Move::stroke((0..4).map(|col| Cell::new(0, col)).collect());
        let ground = |x: u32, y: u32| {
            let is_darker = (70..80).contains(&x) && y.abs_diff(20) < 8;
            image::Rgb(if is_darker { [160; 3] } else { [235; 3] })
        };
        let before = RgbImage::from_fn(160, 40, ground);
        let now = RgbImage::from_fn(160, 40, |x, y| {
            let (right, down) = (f64::from(x % 40) - 20.0, f64::from(y) - 20.0);
            let is_drawn = right.hypot(down) < 12.0;
            if is_drawn {
                image::Rgb([0, 0, 255])
            } else {
                ground(x, y)
            }
        });
        let [before, now] = [before, now].map(|it| exits(&it, &lattice, &one));
        assert!(!are_interrupted(&now, &before, Rgb([0, 0, 255])));
    }
}
