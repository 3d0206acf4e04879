//! Compact regions: dots, filled cells, and empty cells between grid lines. Empty cells locate a
//! lattice far better than dots, which share their size with buttons and icons.

use crate::vision::regions::Region;

/// Width over height of a compact region, and the inverse.
const LARGEST_ASPECT: f64 = 1.25;

/// The smallest share of its bounding box that a compact region fills. A disc fills 0.79; a cell around
/// a large dot, or a dot around a digit, much less.
const LEAST_FILL: f64 = 0.3;

/// The smallest side, in pixels: below it a disc cannot be told from a letter.
const SMALLEST: f64 = 5.0;

/// Width and height of what is round differ by no more than this share of its size, and by a pixel.
const ROUND: f64 = 0.05;
const MOST_EXCESS: f64 = 1.0;

/// A compact region.
#[derive(Clone, Copy, Debug)]
pub struct CompactRegion {
    /// The middle of the bounding box, in pixels.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// Mean of width and height, in pixels.
    pub size: f64,
    /// By how much it is wider than high, in pixels.
    pub excess: f64,
    /// The share of its bounding box that it fills: 1 for a square, less for a disc. `None` where it was not seen.
    pub fill: Option<f64>,
}

impl CompactRegion {
    /// Along which axes, x and y, its middle is the middle of a cell. A dot with the beginning of a pipe is longer that way,
    /// so there its middle is off.
    pub fn is_known(&self) -> [bool; 2] {
        let most = MOST_EXCESS.max(ROUND * self.size);
        [self.excess <= most, -self.excess <= most]
    }
}

/// The compact ones among the regions.
#[tracing::instrument(skip_all)]
pub fn compact_regions(regions: &[Region]) -> Vec<CompactRegion> {
    regions.iter().filter_map(compact_region).collect()
}

fn compact_region(region: &Region) -> Option<CompactRegion> {
    let width = f64::from(region.right - region.left);
    let height = f64::from(region.bottom - region.top);
    let fill = f64::from(region.area) / (width * height);
    let is_compact = width.min(height) >= SMALLEST
        && width.max(height) <= LARGEST_ASPECT * width.min(height)
        && fill >= LEAST_FILL;
    is_compact.then(|| CompactRegion {
        x: f64::from(region.left + region.right) / 2.0,
        y: f64::from(region.top + region.bottom) / 2.0,
        size: (width + height) / 2.0,
        excess: width - height,
        fill: Some(fill),
    })
}
