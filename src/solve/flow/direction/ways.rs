//! The ways a pipe can pass a node, sets of them, and what all ways of a set agree on.
//!
//! A way joins two sides of the node, or, on a terminal, ends at one. On square cells (sides: 0 up,
//! 1 right, 2 down, 3 left) the ways are numbered
//!
//! ```text
//!   0   1   2   3   4   5  |  6   7   8   9
//!   └   │   ┘   ┌   ─   ┐  |  ╵   ╶   ╷   ╴
//! ```
//!
//! and on hexagons there are 15 + 6 of them in the same order: pairs of sides, then ends.
//!
//! A *corner* is a pair of sides that may be two sides of a four-cycle of the board:
//!
//! ```text
//!    │             ╲ ╱     ╲  │
//!    └──            V       ╲ │         square: sides k and k + 1: 4 corners
//!   square        hex, next   hex, next but one     hex: k and k + 1, k and k + 2: 12 corners
//! ```

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor};

use crate::puzzle::flow::MAX_SIDES;

/// A set of ways: the domain of a node. Bit `w` stands for way `w`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Ways(u32);

/// What all ways of a set agree on. Facts only grow as the set shrinks.
///
/// ```text
///   bits  0..8   sides that every way uses
///   bits  8..16  sides that no way uses
///   bits 16..28  corners of which every way uses a side or both
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Facts(u32);

/// The most corners of a node: 4 on squares, 12 on hexagons.
const MAX_CORNERS: usize = 12;
/// Ways looked up at once: all 10 of a square cell. The 21 of a hexagon take two look-ups.
const CHUNK: usize = 11;

/// The tables for nodes with so many sides.
pub(super) struct Table<const SIDES: usize>;

/// Number of corners of a node.
const fn corner_count(sides: usize) -> usize {
    sides * (sides / 2 - 1)
}

/// Number of ways that join two sides; the ends come after them.
const fn pair_count(sides: usize) -> usize {
    sides * (sides - 1) / 2
}

/// The number of the way that joins two different sides.
const fn pair(sides: usize, a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    low * (2 * sides - low - 1) / 2 + high - low - 1
}

/// The two sides of a corner.
const fn sides_of_corner(sides: usize, corner: usize) -> (usize, usize) {
    let first = corner % sides;
    (first, (first + 1 + corner / sides) % sides)
}

/// By way: its sides, as a mask.
const fn sides_of_ways(sides: usize) -> [u8; 32] {
    let mut masks = [0; 32];
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

/// The facts of one way.
const fn facts_of_way(sides: usize, used: u8) -> u32 {
    let unused = !used & (u8::MAX >> (8 - sides));
    let mut blocked = 0;
    let mut corner = 0;
    while corner < corner_count(sides) {
        let (a, b) = sides_of_corner(sides, corner);
        if used & (1 << a | 1 << b) != 0 {
            blocked |= 1 << corner;
        }
        corner += 1;
    }
    used as u32 | (unused as u32) << 8 | blocked << 16
}

/// By set of ways from `first` on: the facts that all of them share.
const fn shared_facts(sides: usize, first: usize) -> [u32; 1 << CHUNK] {
    let masks = sides_of_ways(sides);
    let mut table = [u32::MAX; 1 << CHUNK];
    let mut set = 1usize;
    while set < 1 << CHUNK {
        let way = first + set.trailing_zeros() as usize;
        let rest = table[set & (set - 1)];
        table[set] = if way < 32 && masks[way] != 0 {
            rest & facts_of_way(sides, masks[way])
        } else {
            rest
        };
        set += 1;
    }
    table
}

impl<const SIDES: usize> Table<SIDES> {
    const FACTS: &'static [[u32; 1 << CHUNK]; 2] =
        &[shared_facts(SIDES, 0), shared_facts(SIDES, CHUNK)];
    const USING: &'static [Ways; SIDES] = &{
        let masks = sides_of_ways(SIDES);
        let mut using = [Ways(0); SIDES];
        let mut way = 0;
        while way < 32 {
            let mut side = 0;
            while side < SIDES {
                if masks[way] & 1 << side != 0 {
                    using[side].0 |= 1 << way;
                }
                side += 1;
            }
            way += 1;
        }
        using
    };
    /// By whether the node is a terminal, then by the sides that lead somewhere.
    const ALL: &'static [[Ways; 1 << MAX_SIDES]; 2] = &{
        let masks = sides_of_ways(SIDES);
        let mut all = [[Ways(0); 1 << MAX_SIDES]; 2];
        let mut sides = 0;
        while sides < 1 << MAX_SIDES {
            let mut way = 0;
            while way < pair_count(SIDES) + SIDES {
                if masks[way] as usize & !sides == 0 {
                    let is_end = way >= pair_count(SIDES);
                    all[is_end as usize][sides].0 |= 1 << way;
                }
                way += 1;
            }
            sides += 1;
        }
        all
    };
    const CORNERS: &'static [Ways; MAX_CORNERS] = &{
        let mut ways = [Ways(0); MAX_CORNERS];
        let mut corner = 0;
        while corner < corner_count(SIDES) {
            let (a, b) = sides_of_corner(SIDES, corner);
            ways[corner] = Ways(1 << pair(SIDES, a, b));
            corner += 1;
        }
        ways
    };

    /// The ways of a node that is passed through, or of a terminal, with these sides to go to.
    #[inline]
    pub(super) fn all(is_terminal: bool, sides: u8) -> Ways {
        Self::ALL[usize::from(is_terminal)][usize::from(sides)]
    }

    /// What all ways of a set agree on.
    #[inline]
    pub(super) fn facts(ways: Ways) -> Facts {
        let low = Self::FACTS[0][ways.0 as usize % (1 << CHUNK)];
        if pair_count(SIDES) + SIDES <= CHUNK {
            Facts(low)
        } else {
            Facts(low & Self::FACTS[1][(ways.0 >> CHUNK) as usize % (1 << CHUNK)])
        }
    }

    /// The side of the neighbour that leads back: half a turn on.
    #[inline]
    pub(super) const fn back(side: usize) -> usize {
        (side + SIDES / 2) % SIDES
    }

    /// All ways that use a side.
    #[inline]
    pub(super) fn using(side: usize) -> Ways {
        Self::USING[side]
    }

    /// The one way that is a corner.
    #[inline]
    pub(super) fn corner(corner: usize) -> Ways {
        Self::CORNERS[corner]
    }

    /// The corner half a turn on: the one at the other end of a four-cycle.
    #[inline]
    pub(super) const fn opposite_corner(corner: usize) -> usize {
        corner / SIDES * SIDES + Self::back(corner % SIDES)
    }

    /// The two sides of a corner.
    #[inline]
    pub(super) const fn sides_of_corner(corner: usize) -> (usize, usize) {
        sides_of_corner(SIDES, corner)
    }
}

impl Ways {
    /// No way at all: a contradiction.
    pub const NONE: Self = Self(0);

    /// How many ways are in the set.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Each way as a mask of the sides that it uses, on nodes with 4 or 6 sides.
    pub fn masks(self, side_count: usize) -> impl Iterator<Item = u8> {
        let masks = sides_of_ways(side_count);
        bits(self.0).map(move |way| masks[way])
    }

    /// Whether the node's way is decided.
    #[inline]
    pub fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// The set of the lowest way alone.
    #[inline]
    pub(super) fn first(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    /// The ways that are not in the other set.
    pub fn without(self, other: Self) -> Self {
        self & other.inverse()
    }

    /// All ways that are not in the set.
    #[inline]
    pub(super) fn inverse(self) -> Self {
        Self(!self.0)
    }

    /// The set as bits.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// The set from bits.
    #[inline]
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl BitAnd for Ways {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Ways {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl fmt::Debug for Ways {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ways({:#b})", self.0)
    }
}

impl Facts {
    /// Whether there is nothing to say.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sides that every way uses, as a mask.
    #[inline]
    pub(super) fn on(self) -> u8 {
        self.0 as u8
    }

    /// The sides that no way uses, as a mask.
    #[inline]
    pub(super) fn off(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// The corners of which every way uses a side, as a mask.
    #[inline]
    pub(super) fn blocked(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The same facts without these sides being off.
    pub(super) fn without_off(self, sides: u8) -> Self {
        Self(self.0 & !(u32::from(sides) << 8))
    }
}

impl BitXor for Facts {
    type Output = Self;

    /// What is new in the facts of the smaller of two sets.
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
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

#[cfg(test)]
mod tests {
    use super::*;

    type Square = Table<4>;
    type Hex = Table<6>;

    #[test]
    fn ways_are_numbered_as_drawn() {
        let sides: Vec<u8> = sides_of_ways(4)[..10].to_vec();
        let drawn = [
            0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100, 0b0001, 0b0010, 0b0100, 0b1000,
        ];
        assert_eq!(sides, drawn);
    }

    #[test]
    fn a_board_corner_has_one_way_through_and_a_terminal_there_two_ends() {
        let through = Square::all(false, 0b0110);
        assert!(through.is_single());
        assert_eq!(Square::facts(through).on(), 0b0110);
        assert_eq!(Square::all(true, 0b0110).count(), 2);
        assert_eq!(Hex::all(false, 0b11_1111).count(), 15);
        assert_eq!(Hex::all(true, 0b11_1111).count(), 6);
        assert_eq!(Square::all(false, 0b0010), Ways::NONE);
    }

    /// The table against a plain loop over the ways of every set.
    fn assert_facts<const SIDES: usize>(set: Ways) {
        let facts = Table::<SIDES>::facts(set);
        let masks: Vec<u8> = bits(set.bits())
            .map(|way| sides_of_ways(SIDES)[way])
            .collect();
        for side in 0..SIDES {
            let uses = |mask: &u8| mask & 1 << side != 0;
            assert_eq!(facts.on() & 1 << side != 0, masks.iter().all(uses));
            assert_eq!(facts.off() & 1 << side != 0, !masks.iter().any(uses));
        }
        for corner in 0..corner_count(SIDES) {
            let (a, b) = sides_of_corner(SIDES, corner);
            let both = 1 << a | 1 << b;
            let blocked = masks.iter().all(|mask| mask & both != 0);
            assert_eq!(facts.blocked() & 1 << corner != 0, blocked);
        }
    }

    #[test]
    fn facts_are_what_all_ways_agree_on() {
        for set in 1..1 << 10 {
            assert_facts::<4>(Ways(set));
        }
        for set in (1..1 << 21).step_by(997) {
            assert_facts::<6>(Ways(set));
        }
    }

    #[test]
    fn opposite_corners_are_half_a_turn_apart() {
        assert_eq!([0, 1, 2, 3].map(Square::opposite_corner), [2, 3, 0, 1]);
        assert_eq!([0, 5, 6, 11].map(Hex::opposite_corner), [3, 2, 9, 8]);
    }
}
