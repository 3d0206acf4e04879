//! The arrow keys that draw a stroke, a cell each, in a game in which a click selects a terminal.

use crate::geometry::{Cell, Lattice};
use crate::pipeline::{Arrow, Move};

/// The arrow of each step of a stroke, in order.
pub(super) fn arrows(one: &Move, lattice: &Lattice) -> Vec<Arrow> {
    let arrow = |(number, two): (usize, &[Cell])| {
        let wrap = one.wraps().iter().find(|wrap| wrap.after == number);
        let (right, down) = match wrap {
            Some(wrap) => (f64::from(wrap.over.right), f64::from(wrap.over.down)),
            None => lattice.step(two[0], two[1]),
        };
        match (right.abs() > down.abs(), right + down > 0.0) {
            (true, true) => Arrow::Right,
            (true, false) => Arrow::Left,
            (false, true) => Arrow::Down,
            (false, false) => Arrow::Up,
        }
    };
    one.cells().windows(2).enumerate().map(arrow).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::{Out, Wrap};

    #[test]
    fn each_step_has_its_arrow_also_over_a_joined_border() {
        let lattice = Lattice::upright(3, 3, [0.0, 0.0], [40.0, 40.0]);
        let cells = [(1, 1), (0, 1), (0, 0), (0, 2), (1, 2)];
        let (right, down) = (-1, 0);
        let one = Move::Stroke {
            cells: cells.map(|(row, col)| Cell::new(row, col)).to_vec(),
            wraps: vec![Wrap {
                after: 2,
                over: Out { right, down },
            }],
        };
        let expected = [Arrow::Up, Arrow::Left, Arrow::Left, Arrow::Down];
        assert_eq!(arrows(&one, &lattice), expected);
        let back = [Arrow::Up, Arrow::Right, Arrow::Right, Arrow::Down];
        assert_eq!(arrows(&one.reversed(), &lattice), back);
    }
}
