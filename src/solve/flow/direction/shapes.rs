//! The shapes that a pipe can have in a node, and sets of them.
//!
//! A shape joins two sides of the node, or, on a terminal, ends at one. On square cells (sides: 0 up,
//! 1 right, 2 down, 3 left) the shapes are numbered
//!
//! ```text
//!   0   1   2   3   4   5  |  6   7   8   9
//!   └   │   ┘   ┌   ─   ┐  |  ╵   ╶   ╷   ╴
//! ```
//!
//! and on hexagons there are 15 + 6 of them in the same order: pairs of sides, then ends. One more, the last, uses no side:
//! an empty node, where a puzzle allows that.
//!
//! A *corner* is a pair of sides that may be two sides of a four-cycle of the board:
//!
//! ```text
//!    │             ╲ ╱     ╲  │
//!    └──            V       ╲ │         square: sides k and k + 1: 4 corners
//!   square        hex, next   hex, next but one     hex: k and k + 1, k and k + 2: 12 corners
//! ```

use std::fmt;
use std::ops::{BitAnd, BitOr};

use crate::puzzle::flow::MAX_SIDES;

/// A set of shapes: the domain of a node. Bit `w` stands for shape `w`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Shapes(u32);

/// The bits of a set of shapes.
const MAX_SHAPES: usize = u32::BITS as usize;

/// The tables for nodes with so many sides.
pub(super) struct Table<const SIDES: usize>;

/// Number of shapes that join two sides; the ends come after them.
const fn pair_count(sides: usize) -> usize {
    sides * (sides - 1) / 2
}

/// The number of the shape that joins two sides.
const fn pair(sides: usize, low: usize, high: usize) -> usize {
    low * (2 * sides - low - 1) / 2 + high - low - 1
}

/// By shape: its sides, as a mask. Shapes that do not exist have none.
pub(super) const fn sides_of_shapes(sides: usize) -> [u8; MAX_SHAPES] {
    let mut masks = [0; MAX_SHAPES];
    let mut a = 0;
    while a < sides {
        let mut b = a + 1;
        while b < sides {
            masks[pair(sides, a, b)] = 1 << a | 1 << b;
            b += 1;
        }
        masks[pair_count(sides) + a] = 1 << a;
        a += 1;
    }
    masks
}

/// By set of sides: the shapes that use all of them, or those that use none.
const fn shapes_by_sides(side_count: usize, all: bool) -> [Shapes; 1 << MAX_SIDES] {
    let masks = sides_of_shapes(side_count);
    let mut shapes = [Shapes::NONE; 1 << MAX_SIDES];
    let mut sides = 0;
    while sides < 1 << MAX_SIDES {
        let mut shape = 0;
        while shape < MAX_SHAPES {
            let used = masks[shape] as usize & sides;
            if used == if all { sides } else { 0 } {
                shapes[sides].0 |= 1 << shape;
            }
            shape += 1;
        }
        sides += 1;
    }
    shapes
}

impl<const SIDES: usize> Table<SIDES> {
    const USING_ALL: &'static [Shapes; 1 << MAX_SIDES] = &shapes_by_sides(SIDES, true);
    const USING_NONE: &'static [Shapes; 1 << MAX_SIDES] = &shapes_by_sides(SIDES, false);
    /// How many shapes join two sides.
    pub(super) const PAIR_COUNT: usize = pair_count(SIDES);
    /// The number of the shape that uses no side.
    pub(super) const EMPTY_SHAPE: usize = Self::PAIR_COUNT + SIDES;
    /// How many shapes there are.
    pub(super) const SHAPE_COUNT: usize = Self::EMPTY_SHAPE + 1;
    /// The shape of an empty node.
    pub(super) const EMPTY: Shapes = Shapes(1 << Self::EMPTY_SHAPE);
    const PAIRS: Shapes = Shapes((1 << Self::PAIR_COUNT) - 1);
    const ENDS: Shapes = Shapes((1 << Self::EMPTY_SHAPE) - 1 - Self::PAIRS.0);
    /// Number of corners of a node.
    pub(super) const CORNER_COUNT: usize = SIDES * (SIDES / 2 - 1);

    /// The shapes of a node that is passed through, or of a terminal, with these sides to go to.
    #[inline]
    pub(super) fn all(is_terminal: bool, sides: u8) -> Shapes {
        let of_its_kind = if is_terminal { Self::ENDS } else { Self::PAIRS };
        of_its_kind & Self::using_none(!sides)
    }

    /// All shapes that use every one of these sides.
    #[inline]
    pub(super) const fn using_all(sides: u8) -> Shapes {
        Self::USING_ALL[sides as usize]
    }

    /// All shapes that use none of these sides.
    #[inline]
    pub(super) const fn using_none(sides: u8) -> Shapes {
        Self::USING_NONE[sides as usize]
    }

    /// The side of the neighbour that leads back: half a turn on.
    #[inline]
    pub(super) const fn back(side: usize) -> usize {
        (side + SIDES / 2) % SIDES
    }

    /// The two sides of a corner.
    #[inline]
    pub(super) const fn sides_of_corner(corner: usize) -> (usize, usize) {
        let first = corner % SIDES;
        (first, (first + 1 + corner / SIDES) % SIDES)
    }

    /// The one shape that joins the two sides of a corner.
    #[inline]
    pub(super) const fn bend(corner: usize) -> Shapes {
        let (first, second) = Self::sides_of_corner(corner);
        Self::using_all(1 << first | 1 << second)
    }

    /// The corner half a turn on: the one at the other end of a four-cycle.
    #[inline]
    pub(super) const fn opposite_corner(corner: usize) -> usize {
        corner / SIDES * SIDES + Self::back(corner % SIDES)
    }
}

impl Shapes {
    /// No shape at all: a contradiction.
    pub const NONE: Self = Self(0);
    /// The one shape of the absent node: it uses no side, so only what must be on takes it away.
    pub(super) const ABSENT: Self = Self(1 << (MAX_SHAPES - 1));

    /// How many shapes are in the set.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Each shape as a mask of the sides that it uses, on nodes with 4 or 6 sides.
    pub fn masks(self, side_count: usize) -> impl Iterator<Item = u8> {
        let masks = sides_of_shapes(side_count);
        bits(self.0).map(move |shape| masks[shape])
    }

    /// Whether the node's shape is decided.
    #[inline]
    pub fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// The set of the lowest shape alone.
    #[inline]
    pub(super) fn first(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    /// The shapes that are not in the other set.
    pub fn without(self, other: Self) -> Self {
        self & other.inverse()
    }

    /// All shapes that are not in the set.
    #[inline]
    pub(super) const fn inverse(self) -> Self {
        Self(!self.0)
    }

    /// The set as bits.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// The set from bits.
    #[cfg(test)]
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl BitAnd for Shapes {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Shapes {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl fmt::Debug for Shapes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shapes({:#b})", self.0)
    }
}

/// The places of the set bits of a mask, lowest first.
#[inline]
pub(super) fn bits(mask: impl Into<u32>) -> impl Iterator<Item = usize> {
    let mut rest = mask.into();
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let place = rest.trailing_zeros();
        rest &= rest - 1;
        Some(place as usize)
    })
}

/// The sides of which something is so, as a mask. Asks about each, without a branch.
#[inline]
pub(super) fn sides_where<const SIDES: usize>(is_so: impl Fn(usize) -> bool) -> u8 {
    (0..SIDES).fold(0, |mask, side| mask | u8::from(is_so(side)) << side)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Square = Table<4>;
    type Hex = Table<6>;

    #[test]
    fn ways_are_numbered_as_drawn() {
        let sides: Vec<u8> = sides_of_shapes(4)[..10].to_vec();
        let drawn = [
            0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100, 0b0001, 0b0010, 0b0100, 0b1000,
        ];
        assert_eq!(sides, drawn);
    }

    #[test]
    fn a_board_corner_has_one_way_through_and_a_terminal_there_two_ends() {
        let through = Square::all(false, 0b0110);
        assert!(through.is_single());
        assert_eq!(through, Square::using_all(0b0110));
        assert_eq!(Square::all(true, 0b0110).count(), 2);
        assert_eq!(Hex::all(false, 0b11_1111).count(), 15);
        assert_eq!(Hex::all(true, 0b11_1111).count(), 6);
        assert_eq!(Square::all(false, 0b0010), Shapes::NONE);
    }

    #[test]
    fn opposite_corners_are_half_a_turn_apart() {
        assert_eq!([0, 1, 2, 3].map(Square::opposite_corner), [2, 3, 0, 1]);
        assert_eq!([0, 5, 6, 11].map(Hex::opposite_corner), [3, 2, 9, 8]);
    }
}
