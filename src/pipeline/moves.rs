//! What a solution asks of the game, one step after the other.

use crate::geometry::Cell;
use crate::puzzle::futoshiki::Digit;

/// One thing that the game must take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// A path over cells.
    Stroke {
        /// Its cells in order, at least one.
        cells: Vec<Cell>,
        /// Where it leaves the board and comes back at the opposite border, in order.
        wraps: Vec<Wrap>,
    },
    /// A digit in a cell.
    Enter {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
    },
}

/// A step over a border that is joined to the opposite one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrap {
    /// The number of the last cell before it, from 0.
    pub after: usize,
    /// Over which border.
    pub over: Out,
}

/// One cell over a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Out {
    /// To the right: -1, 0 or 1.
    pub right: i8,
    /// Down: -1, 0 or 1.
    pub down: i8,
}

/// A part of a stroke without a wrap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrokePart {
    /// Its cells in order, at least one.
    pub cells: Vec<Cell>,
    /// The border that the stroke leaves the board over after it.
    pub out: Option<Out>,
}

impl Move {
    /// A path over these cells that stays on the board.
    pub fn stroke(cells: Vec<Cell>) -> Self {
        let wraps = Vec::new();
        Self::Stroke { cells, wraps }
    }

    /// The cells that it passes, in order.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::Stroke { cells, .. } => cells,
            Self::Enter { cell, .. } => std::slice::from_ref(cell),
        }
    }

    /// Where it leaves the board and comes back at the opposite border.
    pub fn wraps(&self) -> &[Wrap] {
        match self {
            Self::Stroke { wraps, .. } => wraps,
            Self::Enter { .. } => &[],
        }
    }

    /// The digit that it enters, if it is no stroke.
    pub fn digit(&self) -> Option<Digit> {
        match self {
            Self::Stroke { .. } => None,
            Self::Enter { digit, .. } => Some(*digit),
        }
    }

    /// The same from its other end.
    pub fn reversed(&self) -> Self {
        let Self::Stroke { cells, wraps } = self else {
            return self.clone();
        };
        let back = |wrap: &Wrap| Wrap {
            after: cells.len() - 2 - wrap.after,
            over: Out {
                right: -wrap.over.right,
                down: -wrap.over.down,
            },
        };
        Self::Stroke {
            cells: cells.iter().rev().copied().collect(),
            wraps: wraps.iter().rev().map(back).collect(),
        }
    }

    /// Its parts between wraps, but for so many of its first cells.
    pub fn parts(&self, skipped: usize) -> Vec<StrokePart> {
        let (cells, wraps) = (self.cells(), self.wraps());
        let mut parts = Vec::new();
        let mut from = skipped;
        for wrap in wraps.iter().filter(|wrap| wrap.after >= skipped) {
            parts.push(StrokePart {
                cells: cells[from..=wrap.after].to_vec(),
                out: Some(wrap.over),
            });
            from = wrap.after + 1;
        }
        parts.push(StrokePart {
            cells: cells[from..].to_vec(),
            out: None,
        });
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five cells in a row; the stroke goes from the second to the left, and out over the left border.
    fn around() -> Move {
        let (right, down) = (-1, 0);
        Move::Stroke {
            cells: [1, 0, 4, 3].map(|col| Cell::new(0, col)).to_vec(),
            wraps: vec![Wrap {
                after: 1,
                over: Out { right, down },
            }],
        }
    }

    fn shown(parts: &[StrokePart]) -> Vec<(Vec<u16>, Option<i8>)> {
        let cols = |part: &StrokePart| part.cells.iter().map(|cell| cell.col).collect();
        let part = |part: &StrokePart| (cols(part), part.out.map(|out| out.right));
        parts.iter().map(part).collect()
    }

    #[test]
    fn a_stroke_is_cut_where_it_leaves_the_board() {
        let parts = around().parts(0);
        assert_eq!(shown(&parts), [(vec![1, 0], Some(-1)), (vec![4, 3], None)]);
        let parts = around().reversed().parts(0);
        assert_eq!(shown(&parts), [(vec![3, 4], Some(1)), (vec![0, 1], None)]);
    }

    #[test]
    fn an_entry_has_one_cell_and_no_other_end() {
        let (cell, digit) = (Cell::new(2, 1), 7);
        let entry = Move::Enter { cell, digit };
        assert_eq!((entry.cells(), entry.digit()), (&[cell][..], Some(7)));
        assert_eq!(shown(&entry.parts(0)), [(vec![1], None)]);
        assert_eq!(entry.reversed(), entry);
    }

    #[test]
    fn what_is_drawn_already_is_left_out() {
        let at = |skipped: usize| shown(&around().parts(skipped));
        assert_eq!(at(1), [(vec![0], Some(-1)), (vec![4, 3], None)]);
        assert_eq!(at(2), [(vec![4, 3], None)]);
        let straight = Move::stroke(around().cells().to_vec());
        assert_eq!(shown(&straight.parts(3)), [(vec![3], None)]);
    }
}
