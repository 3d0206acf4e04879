//! Checks that reject an extent although its terminals make pairs.

pub mod beside;
pub mod cut;
pub mod drift;
mod hidden_page;
pub mod holes;
pub mod obstacles;
pub mod occlusion;
pub mod page;
mod page_around;
mod severed;
pub mod sliver;
pub mod stub;
pub mod tile;
pub mod window;

use self::beside::{goes_on, is_a_part};
use self::cut::is_cut;
use self::hidden_page::hides_page;
use self::holes::are_drawn_in;
use self::obstacles::{has_stranger, obstacles};
use self::severed::is_severed;
use self::sliver::ends_in_sliver;
use self::stub::ends_in_stubs;
use self::tile::has_tile_beside;
use self::window::is_covered;
use super::extent::Extent;
use super::part::{Part, Validation};
use super::rectified::from_above;
use super::terminals::Terminal;
use super::terminals::filled::Squares;
use super::view::View;

/// All on the cells of a lattice that may be terminals.
#[derive(Clone, Copy)]
pub struct Contents<'a> {
    pub discs: &'a [Terminal],
    pub squares: &'a Squares,
}

/// All that speaks against one of the extents between lines, given whether it holds obstacles.
pub fn of_gridded(
    view: &View,
    (extent, extents): (&Extent, &[Extent]),
    terminals: &[Terminal],
    contents: Contents,
    has_obstacles: bool,
) -> Vec<Validation> {
    let discs = contents.discs;
    let fails = |validation: Validation| match validation {
        Validation::Beside => {
            goes_on(view, extent, extents, terminals, discs)
                || has_tile_beside(view, extent, terminals)
        }
        Validation::Sliver => ends_in_sliver(view, extent),
        Validation::Cut => is_cut(view, extent, terminals.len() / 2),
        Validation::Obstacle => has_obstacles || has_stranger(extent, terminals, discs),
        Validation::DrawnIn => are_drawn_in(&view.sampler, extent, terminals, contents),
        Validation::Stub => ends_in_stubs(view, extent),
        Validation::Covered => {
            !extent.holes.is_empty()
                && from_above(view, extent, |view| {
                    hides_page(view, extent) || is_covered(view, extent)
                })
        }
    };
    failed(view, fails)
}

/// All that speaks against an extent without lines; one of `near` may be a terminal beside it.
pub fn of_gridless(
    view: &View,
    extent: &Extent,
    terminals: &[Terminal],
    near: &[Terminal],
    squares: &Squares,
) -> Vec<Validation> {
    let fails = |validation: Validation| match validation {
        Validation::Beside => is_a_part(view, extent, terminals, near),
        Validation::Sliver => ends_in_sliver(view, extent),
        Validation::Cut => is_cut(view, extent, terminals.len() / 2) || is_severed(view, extent),
        Validation::Obstacle => !obstacles(&view.sampler, extent, terminals, squares).is_empty(),
        Validation::DrawnIn | Validation::Stub | Validation::Covered => false,
    };
    failed(view, fails)
}

/// The validations that fail, and are not left out. The last one is asked only where no other fails: faint regions take
/// time.
fn failed(view: &View, fails: impl Fn(Validation) -> bool) -> Vec<Validation> {
    let mut failed = Vec::new();
    for validation in Validation::ALL {
        if view.asks(Part::Validation(validation))
            && (validation != Validation::Covered || failed.is_empty())
            && fails(validation)
        {
            failed.push(validation);
        }
    }
    failed
}
