//! Regions of one size: what may be the cells of one board, or its discs.

use crate::detect::weights::{FEWEST_REGIONS, SAME_SIZE};
use crate::geometry::Pixel;

/// A compact region: its middle and size, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Compact {
    pub at: Pixel,
    pub size: f64,
}

/// The most regions of one size looked at: a page of text has thousands of specks.
const MOST_REGIONS: usize = 400;

/// Two regions lie on each other when their middles are no farther apart, in sizes of one.
const ON_EACH_OTHER: f64 = 0.3;

/// The most sizes tried, those with the most regions.
const MOST_SIZES: usize = 5;

/// Regions of one size each, the most first; none lies on another.
pub fn clusters(regions: &[Compact]) -> Vec<Vec<Compact>> {
    let mut sorted = regions.to_vec();
    sorted.sort_by(|a, b| a.size.total_cmp(&b.size));
    let cluster = |start: usize| {
        let most = SAME_SIZE * sorted[start].size;
        let of_size = sorted[start..].iter().take_while(|it| it.size <= most);
        of_size.copied().collect::<Vec<_>>()
    };
    let mut all: Vec<Vec<Compact>> = (0..sorted.len()).map(cluster).collect();
    // Of two clusters with as many regions that of the larger ones: cells rather than letters.
    let weight = |cluster: &Vec<Compact>| cluster.len() as f64 * cluster[0].size.sqrt();
    all.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let mut kept: Vec<Vec<Compact>> = Vec::new();
    for cluster in all {
        let is_known = |known: &Vec<Compact>| {
            cluster[0].size < SAME_SIZE * known[0].size
                && known[0].size < SAME_SIZE * cluster[0].size
        };
        if cluster.len() >= FEWEST_REGIONS && !kept.iter().any(is_known) {
            kept.push(apart(cluster));
        }
        if kept.len() == MOST_SIZES {
            break;
        }
    }
    kept
}

/// One of each group of regions that lie on each other: two thresholds see most of them twice.
fn apart(cluster: Vec<Compact>) -> Vec<Compact> {
    let mut kept: Vec<Compact> = Vec::new();
    for region in cluster {
        let is_seen = |it: &Compact| it.at.distance(region.at) < ON_EACH_OTHER * region.size;
        if !kept.iter().any(is_seen) && kept.len() < MOST_REGIONS {
            kept.push(region);
        }
    }
    kept
}
