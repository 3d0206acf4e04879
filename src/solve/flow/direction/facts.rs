//! What all shapes of a set agree on.
//!
//! A fact about a node is a bit. It concerns one other node, that behind the *link* of the fact:
//!
//! ```text
//!   bits      bits                                                       link
//!   squares   hexagons
//!   0..4      0..6      a side is on: every shape uses it                  the neighbour behind the side
//!   4..8      6..12     a side is off: no shape uses it                    the same
//!   8..12     12..24    a corner is blocked: every shape uses a side of    the node across the four-cycle
//!                       it, or both                                      that has the corner
//! ```

use super::shapes::{Shapes, Table, bits, sides_of_shapes};

/// A set of facts about a node. It only grows as the shapes left to the node become fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts(u32);

/// The most facts about a node: those of a hexagon.
pub(super) const MAX_FACTS: usize = 24;

/// Shapes looked up at once: all 11 of a square cell. The 22 of a hexagon take two look-ups.
const CHUNK: usize = 11;

impl Facts {
    /// Nothing is known.
    pub(super) const NONE: Self = Self(0);

    /// A single fact.
    pub(super) const fn single(fact: usize) -> Self {
        Self(1 << fact)
    }

    /// The facts by number.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        bits(self.0)
    }

    /// Adds facts.
    #[inline]
    pub(super) fn add(&mut self, facts: Self) {
        self.0 |= facts.0;
    }

    /// The facts that are not among these others.
    #[inline]
    pub(super) fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The sides that are on, as a mask.
    #[inline]
    pub(super) fn on<const SIDES: usize>(self) -> u8 {
        self.0 as u8 & Table::<SIDES>::ALL_SIDES
    }
}

impl<const SIDES: usize> Table<SIDES> {
    /// All sides of a node, as a mask.
    pub(super) const ALL_SIDES: u8 = (1 << SIDES) - 1;
    /// By set of shapes, the lower part of it and the upper: the facts.
    const FACTS: &'static [[Facts; 1 << CHUNK]; 2] =
        &[Self::shared_facts(0), Self::shared_facts(CHUNK)];

    /// What all shapes of a set agree on.
    #[inline]
    pub(super) fn facts(shapes: Shapes) -> Facts {
        let [lower, upper] = Self::FACTS;
        let mut facts = lower[shapes.bits() as usize % (1 << CHUNK)];
        if Self::SHAPE_COUNT > CHUNK {
            facts.0 &= upper[(shapes.bits() >> CHUNK) as usize % (1 << CHUNK)].0;
        }
        facts
    }

    /// The facts that all shapes share, by set of shapes from shape `first` on.
    const fn shared_facts(first: usize) -> [Facts; 1 << CHUNK] {
        let masks = sides_of_shapes(SIDES);
        let mut table = [Facts(u32::MAX); 1 << CHUNK];
        let mut set = 1usize;
        while set < 1 << CHUNK {
            let shape = first + set.trailing_zeros() as usize;
            table[set] = table[set & (set - 1)];
            if shape < Self::SHAPE_COUNT {
                table[set].0 &= Self::facts_of_shape(masks[shape]).0;
            }
            set += 1;
        }
        table
    }

    /// The facts of one shape, given by the sides that it uses.
    const fn facts_of_shape(used: u8) -> Facts {
        let unused = !used & Self::ALL_SIDES;
        let mut blocked = 0;
        let mut corner = 0;
        while corner < Self::CORNER_COUNT {
            let (first, second) = Self::sides_of_corner(corner);
            if used & (1 << first | 1 << second) != 0 {
                blocked |= 1 << corner;
            }
            corner += 1;
        }
        Facts(used as u32 | (unused as u32) << SIDES | blocked << (2 * SIDES))
    }

    /// The fact that a side is on.
    pub(super) const fn on(side: usize) -> usize {
        side
    }

    /// The fact that a side is off.
    pub(super) const fn off(side: usize) -> usize {
        SIDES + side
    }

    /// The fact that a corner is blocked.
    pub(super) const fn blocked(corner: usize) -> usize {
        2 * SIDES + corner
    }

    /// The number of the link of a fact: first the sides, then the corners.
    #[inline]
    pub(super) fn link(fact: usize) -> usize {
        if fact < SIDES { fact } else { fact - SIDES }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table against a plain loop over the shapes of every set.
    fn assert_facts<const SIDES: usize>(set: Shapes) {
        let facts: Vec<usize> = Table::<SIDES>::facts(set).iter().collect();
        let masks: Vec<u8> = set.masks(SIDES).collect();
        let mut expected = Vec::new();
        for side in 0..SIDES {
            let uses = |mask: &u8| mask & 1 << side != 0;
            if masks.iter().all(uses) {
                expected.push(Table::<SIDES>::on(side));
            }
            if !masks.iter().any(uses) {
                expected.push(Table::<SIDES>::off(side));
            }
        }
        for corner in 0..Table::<SIDES>::CORNER_COUNT {
            let (a, b) = Table::<SIDES>::sides_of_corner(corner);
            if masks.iter().all(|mask| mask & (1 << a | 1 << b) != 0) {
                expected.push(Table::<SIDES>::blocked(corner));
            }
        }
        expected.sort_unstable();
        assert_eq!(facts, expected);
        assert!(facts.iter().all(|&fact| fact < MAX_FACTS));
    }

    #[test]
    fn facts_are_what_all_ways_agree_on() {
        for set in 1..1 << 10 {
            assert_facts::<4>(Shapes::from_bits(set));
        }
        for set in (1..1 << 21).step_by(997) {
            assert_facts::<6>(Shapes::from_bits(set));
        }
    }

    #[test]
    fn on_and_off_of_one_side_share_a_link_and_every_corner_has_its_own() {
        for side in 0..6 {
            assert_eq!(Table::<6>::link(Table::<6>::on(side)), side);
            assert_eq!(Table::<6>::link(Table::<6>::off(side)), side);
        }
        for corner in 0..Table::<6>::CORNER_COUNT {
            assert_eq!(Table::<6>::link(Table::<6>::blocked(corner)), 6 + corner);
        }
    }
}
