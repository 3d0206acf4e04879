//! Terminals: flat ellipses of one size, each within one other region.

use std::f64::consts::PI;

use super::flat_regions::{FlatRegion, FlatRegions};

/// An ellipse has 4π times the area of its spread, whatever its shear; a rhomb 12 times, a ring much less. Flat parts of a
/// drawn ellipse are within this of it.
const ELLIPSE: std::ops::RangeInclusive<f64> = 0.975..=1.02;

/// The least area of a terminal, in pixels: below it an ellipse cannot be told from a letter.
const LEAST_AREA: f64 = 60.0;

/// Terminals of one board have areas that differ by at most this factor: a photo shows nearer ones larger.
const SAME_AREA: f64 = 1.5;

/// The numbers of the regions that are ellipses of one size: of the size that most of them have.
pub fn discs(regions: &FlatRegions) -> Vec<u32> {
    let mut all: Vec<u32> = (0..regions.all.len() as u32)
        .filter(|number| is_disc(&regions.all[*number as usize]))
        .collect();
    let area = |number: &u32| regions.all[*number as usize].area;
    all.sort_by(|a, b| area(a).total_cmp(&area(b)));
    let alike = |least: usize| {
        let most = SAME_AREA * area(&all[least]);
        let count = all[least..]
            .iter()
            .take_while(|it| area(it) <= most)
            .count();
        &all[least..least + count]
    };
    let largest = (0..all.len()).map(alike).max_by_key(|alike| alike.len());
    largest.unwrap_or_default().to_vec()
}

fn is_disc(region: &FlatRegion) -> bool {
    let of_ellipse = 4.0 * PI * region.spread;
    !region.is_at_border
        && region.area >= LEAST_AREA
        && ELLIPSE.contains(&(region.area / of_ellipse))
}
