//! Sets of digits.

use crate::puzzle::futoshiki::Digit;

/// A set of digits from 1 to 25: digit `d` is bit `d - 1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digits(pub(super) u32);

impl Digits {
    /// No digit: a contradiction.
    pub const NONE: Self = Self(0);

    /// All digits of a board.
    pub fn all(size: u8) -> Self {
        Self((1 << size) - 1)
    }

    /// One digit.
    pub fn one(digit: Digit) -> Self {
        Self(1 << (digit - 1))
    }

    /// Whether none is left.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The only digit, if there is only one.
    pub fn single(self) -> Option<Digit> {
        self.0.is_power_of_two().then(|| self.smallest())
    }

    /// The smallest digit; 33 of the empty set.
    pub fn smallest(self) -> Digit {
        self.0.trailing_zeros() as Digit + 1
    }

    /// The largest digit; 0 of the empty set.
    pub fn largest(self) -> Digit {
        (u32::BITS - self.0.leading_zeros()) as Digit
    }

    /// Digits that stand in this set and not in the other.
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Digits that stand in both.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Digits below the largest of these.
    pub(super) fn below_largest(self) -> Self {
        Self((1u32 << self.largest() >> 1).wrapping_sub(1) & (u32::MAX >> 1))
    }

    /// Digits above the smallest of these.
    pub(super) fn above_smallest(self) -> Self {
        Self(!(self.0 ^ self.0.wrapping_sub(1)))
    }

    /// The digits, the smallest first.
    pub fn iter(self) -> impl Iterator<Item = Digit> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let digit = (rest != 0).then(|| rest.trailing_zeros() as Digit + 1);
            rest &= rest.wrapping_sub(1);
            digit
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_a_set() {
        let set = Digits(0b1_0100);
        assert_eq!((set.smallest(), set.largest(), set.count()), (3, 5, 2));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 5]);
        assert_eq!(set.below_largest(), Digits(0b1111));
        assert_eq!(set.above_smallest().and(Digits::all(6)), Digits(0b11_1000));
        assert_eq!(Digits::one(1).below_largest(), Digits::NONE);
        assert_eq!((set.single(), Digits::one(25).single()), (None, Some(25)));
    }
}
