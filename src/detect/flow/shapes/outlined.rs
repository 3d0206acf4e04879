//! Terminals of more than one colour, told by their outline alone.
//!
//! ```text
//!   ┌─────────┐
//!   │   ___   │    a glossy disc, or one with a letter on it, falls into pieces, but what the cell around it
//!   │  (_A_)  │    leaves free is an ellipse all the same
//!   └─────────┘
//! ```

use std::collections::BTreeMap;

use super::flat_regions::{FlatRegions, NONE};
use crate::vision::labels::labelled;

/// By number of a region that does not reach the border of the picture: the areas that it surrounds, each as the numbers of its pixels.
pub fn surrounded(regions: &FlatRegions) -> Vec<Vec<usize>> {
    let mut pixels: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, &label) in regions.labels.iter().enumerate() {
        if label != NONE && !regions.all[label as usize].is_at_border {
            pixels.entry(label).or_default().push(at);
        }
    }
    let hosts = pixels.into_iter();
    hosts
        .flat_map(|(host, own)| Frame::around(regions, host).holes(&own))
        .collect()
}

/// The box around a region, with one pixel more on each side.
struct Frame {
    /// The width of the picture.
    stride: usize,
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Frame {
    /// A region that does not reach the border of the picture has a pixel more on each side.
    fn around(regions: &FlatRegions, host: u32) -> Self {
        let rect = regions.all[host as usize].rect;
        Self {
            stride: regions.width,
            left: rect.x as usize - 1,
            top: rect.y as usize - 1,
            width: rect.width as usize + 2,
            height: rect.height as usize + 2,
        }
    }

    /// The pixels of the box that these do not hold and that no way leads to from its rim, by connected area.
    fn holes(&self, own: &[usize]) -> Vec<Vec<usize>> {
        let mut is_own = vec![false; self.width * self.height];
        for at in own {
            let (x, y) = (at % self.stride - self.left, at / self.stride - self.top);
            is_own[y * self.width + x] = true;
        }
        let size = (self.width as u32, self.height as u32);
        let (labels, _) = labelled(size, u32::MAX, |a, b| is_own[a] == is_own[b]);
        let mut holes: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (at, &label) in labels.iter().enumerate() {
            if !is_own[at] && label != labels[0] {
                let (x, y) = (at % self.width + self.left, at / self.width + self.top);
                holes.entry(label).or_default().push(y * self.stride + x);
            }
        }
        holes.into_values().collect()
    }
}
