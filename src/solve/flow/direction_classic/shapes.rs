//! The shapes left to a cell of four sides.

/// A set of shapes: bit `m` stands for the shape that joins the sides of mask `m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Domain(u16);

impl Domain {
    /// By side: the shapes that use it.
    const USING: [Self; 4] = [Self(0xaaaa), Self(0xcccc), Self(0xf0f0), Self(0xff00)];

    /// The shapes with so many sides, all of them among `sides`.
    pub(super) fn with_sides(count: u32, sides: u8) -> Self {
        let fits = |mask: &u8| mask.count_ones() == count && mask & !sides == 0;
        Self((0..16).filter(fits).fold(0, |all, mask| all | 1 << mask))
    }

    /// The one shape of a mask of sides.
    pub(super) fn single(mask: u8) -> Self {
        Self(1 << mask)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many shapes there are.
    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) fn masks(self) -> impl Iterator<Item = u8> {
        (0..16).filter(move |mask| self.0 >> mask & 1 != 0)
    }

    /// The sides of the only shape; `None` when there are several.
    pub(super) fn only(self) -> Option<u8> {
        (self.len() == 1).then(|| self.0.trailing_zeros() as u8)
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The shapes that use a side.
    pub(super) fn using(self, side: usize) -> Self {
        Self(self.0 & Self::USING[side].0)
    }

    /// Whether every shape uses a side, or none does; `None` when it is open.
    pub(super) fn is_on(self, side: usize) -> Option<bool> {
        let using = self.using(side);
        if using == self {
            Some(true)
        } else if using.is_empty() {
            Some(false)
        } else {
            None
        }
    }
}

/// Whether a shape joins two sides that are opposite.
pub(super) fn is_straight(mask: u8) -> bool {
    [0b0101, 0b1010].contains(&mask)
}

/// The side across from a side.
pub(super) fn opposite(side: usize) -> usize {
    (side + 2) % 4
}
