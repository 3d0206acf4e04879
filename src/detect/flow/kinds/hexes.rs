//! Boards of hexagons: known by cells of one size that stand staggered.
//!
//! ```text
//!     a         a and b one pitch apart, both c half a pitch lower than a and half of √3 to its sides
//!  c     c
//!     b
//! ```

use crate::detect::grid::compact::CompactRegion;

/// From a hexagon to the one below it, in sizes of a region: an empty cell, up to a dot.
const PITCH: std::ops::Range<f64> = 0.85..2.2;

/// How far a cell may be off its place, in pitches.
const OFF: f64 = 0.08;

/// Distance of neighbouring columns, in pitches.
const COLUMN: f64 = 0.866;

/// Sizes of one kind of cell differ by at most this factor.
const ALIKE: f64 = 1.1;

/// So many cells that have the neighbours of the drawing, one below and one to each side, are no accident.
const FEWEST: usize = 4;

/// The most regions looked at, the largest: a page of text has thousands of specks.
const MOST: usize = 600;

/// Whether the regions are cells of a board of hexagons.
pub fn are_hexes(compact_regions: &[CompactRegion]) -> bool {
    let mut compact_regions = compact_regions.to_vec();
    compact_regions.sort_by(|a, b| b.size.total_cmp(&a.size));
    compact_regions.truncate(MOST);
    let is_alike =
        |a: &CompactRegion, b: &CompactRegion| a.size < ALIKE * b.size && b.size < ALIKE * a.size;
    let is_at = |x: f64, y: f64, like: &CompactRegion, off: f64| {
        let mut others = compact_regions.iter();
        others.any(|b| (b.x - x).abs() < off && (b.y - y).abs() < off && is_alike(b, like))
    };
    let is_staggered = |a: &CompactRegion, b: &CompactRegion| {
        let pitch = b.y - a.y;
        let off = OFF * pitch;
        PITCH.contains(&(pitch / a.size))
            && (b.x - a.x).abs() < off
            && is_alike(a, b)
            && [-COLUMN, COLUMN]
                .iter()
                .all(|right| is_at(a.x + right * pitch, a.y + pitch / 2.0, a, off))
    };
    let places = compact_regions
        .iter()
        .filter(|a| compact_regions.iter().any(|b| is_staggered(a, b)));
    places.take(FEWEST).count() == FEWEST
}
