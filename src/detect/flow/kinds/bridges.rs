//! Bridges: cells that two flows cross, one over the other. An empty one shows the rails of both ways.
//!
//! ```text
//!      |   |          at each of the four sides two rails,
//!   ---|   |---       as far from the middle at all of them
//!      |   |
//!   ---|   |---
//!      |   |
//! ```

use crate::detect::flow::extent::Extent;
use crate::detect::flow::sampler::{GridSampler, Patch};
use crate::vision::colour::{LEAST_CONTRAST, contrast};

/// Where the rails are looked for, in cells from the middle: off the lines, outside what a terminal carries.
const AT: f64 = 0.4;

/// How far a rail may lie from the middle of its side, in cells.
const RAILS: std::ops::Range<f64> = 0.1..0.36;

/// Samples from the middle of a side to where a rail may lie.
const STEPS: i32 = 24;

/// Rails of one bridge are equally far from the middle, but for so much, in cells.
const ALIKE: f64 = 0.05;

/// Whether some cell shows the rails of a bridge.
pub fn has_bridges(sampler: &GridSampler, extent: &Extent) -> bool {
    extent.cells().any(|cell| is_bridge(&sampler.cell(cell)))
}

fn is_bridge(patch: &Patch) -> bool {
    let sides: [fn(f64) -> (f64, f64); 4] = [
        |along| (along, -AT),
        |along| (AT, along),
        |along| (along, AT),
        |along| (-AT, along),
    ];
    let mut nearest = f64::MAX;
    let mut farthest = 0.0_f64;
    for side in sides {
        for glyph in [-1.0, 1.0] {
            let Some(rail) = rail(patch, |along| side(glyph * along)) else {
                return false;
            };
            (nearest, farthest) = (nearest.min(rail), farthest.max(rail));
        }
    }
    farthest - nearest <= ALIKE
}

/// How far from the middle of a side the only rail stands, in cells; `None` where none stands out from both sides of it.
fn rail(patch: &Patch, place: impl Fn(f64) -> (f64, f64)) -> Option<f64> {
    let at = |along: f64| {
        let (right, down) = place(along);
        patch.at(right, down)
    };
    let (inside, outside) = (at(0.0)?, at(RAILS.end)?);
    if contrast(inside, outside) >= LEAST_CONTRAST {
        return None;
    }
    let places = (0..=STEPS).map(|step| RAILS.end * f64::from(step) / f64::from(STEPS));
    let on_rail = |along: &f64| at(*along).is_some_and(|it| contrast(it, inside) >= LEAST_CONTRAST);
    let on_rail: Vec<f64> = places.filter(on_rail).collect();
    let (first, last) = (*on_rail.first()?, *on_rail.last()?);
    let middle = (first + last) / 2.0;
    (RAILS.contains(&middle) && last - first <= ALIKE * 2.0).then_some(middle)
}
