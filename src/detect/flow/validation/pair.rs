//! Whether a board between lines goes on where none are seen, because they are too faint there, or hidden.
//!
//! ```text
//!   +-+-+-+
//!   |a| |b|
//!   +-+-+-+
//!   |a| |b|
//!   +-+-+-+
//!    . . c      on the lattice and as large as its terminals
//!    c . .
//! ```

use std::collections::BTreeMap;

use super::page::colour;
use crate::detect::flow::extent::Extent;
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::ground::ground;
use crate::detect::flow::view::View;
use crate::detect::grid::compact::compact_regions;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast};

/// How far beyond the border a pair is looked for, in cells.
const NEAR: i32 = 6;

/// How far off the lattice one of it may lie, in cells: a thing of the page may lie anywhere.
const MOST_OFF: f64 = 0.05;

/// How much it may differ from a terminal in size, in shares of it.
const ALIKE: f64 = 0.1;

/// Whether two things of one colour, and no third one, lie near a board on its lattice, each as large as one of its terminals.
/// Buttons of the page are all of one colour, or each has its own.
pub fn has_pair_near(view: &View, extent: &Extent, terminals: &[Terminal]) -> bool {
    let sampler = &view.sampler;
    let (own, near) = (extent.grown(0), extent.grown(NEAR));
    let is_of_size = |size: f64| {
        let mut shares = terminals.iter().map(|it| size / (2.0 * it.radius));
        shares.any(|share| (share - 1.0).abs() < ALIKE)
    };
    // A blurred picture may show none of them.
    let all = compact_regions(view.regions)
        .into_iter()
        .chain(view.compact_regions.iter().copied());
    let beside = all.filter_map(|compact_region| {
        let (cell, (right, down)) = sampler.grid.place(compact_region.x, compact_region.y)?;
        let is_on_lattice =
            right.hypot(down) < MOST_OFF && is_of_size(compact_region.size / sampler.grid.pitch);
        let colour = (near.has(cell) && !own.has(cell) && is_on_lattice)
            .then(|| colour(view, &compact_region))??;
        (contrast(colour, ground(sampler, cell)) >= LEAST_CONTRAST).then_some((cell, colour))
    });
    let beside: BTreeMap<(i32, i32), Colour> = beside.collect();
    let count = |own: &Colour| {
        beside
            .values()
            .filter(|it| contrast(**it, *own) < LEAST_CONTRAST)
            .count()
    };
    beside.values().any(|own| count(own) == 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::flow::scene::{RED, TERMINALS, Thing, disc, plain_board, seen};
    use crate::detect::flow::terminals::discs::discs;

    /// Whether the board of four by four cells goes on, with these things near it.
    fn is_larger(things: &[Thing]) -> bool {
        seen(things, |view| {
            let own = discs(&view.sampler, &TERMINALS.into_iter().collect());
            has_pair_near(view, &plain_board(4), &own)
        })
    }

    #[test]
    fn two_dots_of_one_colour_behind_a_bare_column_are_a_pair_of_the_board() {
        assert!(is_larger(&[disc(5.0, 1.0, RED), disc(6.0, 3.0, RED)]));
        assert!(!is_larger(&[disc(5.0, 1.0, RED)]));
    }

    #[test]
    fn buttons_are_no_pair() {
        let button = |row: f64| disc(5.0, row, RED);
        assert!(
            !is_larger(&[button(0.0), button(2.0), button(3.0)]),
            "of one colour"
        );
        assert!(
            !is_larger(&[disc(5.0, 0.0, RED), disc(5.0, 2.0, [200, 90, 0])]),
            "of two"
        );
        assert!(!is_larger(&[button(0.1), button(2.1)]), "off the lattice");
        let larger = |row: f64| Thing {
            reach: 0.45,
            ..button(row)
        };
        assert!(!is_larger(&[larger(0.0), larger(2.0)]));
    }
}
