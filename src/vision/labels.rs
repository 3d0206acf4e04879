//! Cuts a picture into regions of neighbouring pixels that are alike, and says of each pixel which region it belongs to.

use super::regions::{Region, root};

/// By pixel, row by row, the label of its region; and with their labels the regions that are at least so many pixels high.
/// Two neighbouring pixels that are `alike` belong to one region; `alike` is given their numbers, row by row, that of the left or
/// the upper one first. The labels count up from 0, in the order of the first pixels of the regions.
pub fn labelled(
    (width, height): (u32, u32),
    least_height: u32,
    alike: impl Fn(usize, usize) -> bool,
) -> (Vec<u32>, Vec<(u32, Region)>) {
    let [width, height] = [width, height].map(|side| side as usize);
    let mut labels: Vec<u32> = Vec::with_capacity(width * height);
    let mut parents: Vec<u32> = Vec::new();
    for row in (0..height).map(|y| y * width) {
        let mut start = row;
        while start < row + width {
            // A run of pixels that are alike from left to right, and what lies above it.
            let mut end = start + 1;
            while end < row + width && alike(end - 1, end) {
                end += 1;
            }
            let (mut set, mut last) = (None, None);
            let below_another_row = if row > 0 { start..end } else { 0..0 };
            for at in below_another_row {
                let label = labels[at - width];
                if last != Some(label) && alike(at - width, at) {
                    last = Some(label);
                    set = Some(set.map_or(label, |set| join(&mut parents, set, label)));
                }
            }
            let set = set.unwrap_or_else(|| {
                parents.push(parents.len() as u32);
                parents.len() as u32 - 1
            });
            labels.resize(end, set);
            start = end;
        }
    }
    let count = numbered(&mut parents);
    labels
        .iter_mut()
        .for_each(|label| *label = parents[*label as usize]);
    let regions = regions_of(&labels, width, count).into_iter();
    let is_high = |(_, region): &(u32, Region)| region.bottom - region.top >= least_height;
    let regions = (0..).zip(regions).filter(is_high).collect();
    (labels, regions)
}

/// Makes one set of two, and returns its lowest member.
fn join(parents: &mut [u32], one: u32, other: u32) -> u32 {
    if one == other {
        return one;
    }
    let (one, other) = (root(parents, one), root(parents, other));
    let (low, high) = (one.min(other), one.max(other));
    parents[high as usize] = low;
    low
}

/// Writes the number of each set in the place of its parents, and returns how many sets there are. A parent is never higher
/// than its set, so it has its number first.
fn numbered(parents: &mut [u32]) -> u32 {
    let mut count = 0;
    for set in 0..parents.len() {
        let parent = parents[set] as usize;
        if parent == set {
            parents[set] = count;
            count += 1;
        } else {
            parents[set] = parents[parent];
        }
    }
    count
}

/// By label, the regions.
fn regions_of(labels: &[u32], width: usize, count: u32) -> Vec<Region> {
    let mut regions: Vec<Region> = Vec::with_capacity(count as usize);
    for (y, row) in (0..).zip(labels.chunks_exact(width.max(1))) {
        let mut start = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let end = start + run.len() as u32;
            let part = Region::of_run(y, start, end);
            match regions.get_mut(run[0] as usize) {
                Some(region) => region.absorb(&part),
                None => regions.push(part),
            }
            start = end;
        }
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn pixels_that_are_alike_one_by_one_make_one_region() {
        let rows = ["aab", "bab", "bbb"];
        let at = |at: usize| rows[at / 3].as_bytes()[at % 3];
        let (labels, regions) = labelled((3, 3), 3, |a, b| at(a) == at(b));
        assert_eq!(labels, [0, 0, 1, 1, 0, 1, 1, 1, 1].map(|label| label));
        let [(1, region)] = &regions[..] else {
            panic!("{regions:?}");
        };
        let place = (region.left, region.top, region.right, region.bottom);
        assert_eq!((place, region.area), ((0, 0, 3, 3), 6));
    }

    /// The plain version: from each pixel to its neighbours.
    fn flooded(
        (width, height): (u32, u32),
        alike: impl Fn((u32, u32), (u32, u32)) -> bool,
    ) -> Vec<u32> {
        let index = |(x, y): (u32, u32)| (y * width + x) as usize;
        let mut labels = vec![u32::MAX; (width * height) as usize];
        let mut label = 0;
        for start in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if labels[index(start)] != u32::MAX {
                continue;
            }
            let mut stack = vec![start];
            while let Some((x, y)) = stack.pop() {
                labels[index((x, y))] = label;
                let (left, above) = (x.wrapping_sub(1), y.wrapping_sub(1));
                for side in [(left, y), (x + 1, y), (x, above), (x, y + 1)] {
                    let is_inside = side.0 < width && side.1 < height;
                    if is_inside && labels[index(side)] == u32::MAX && alike((x, y), side) {
                        stack.push(side);
                    }
                }
            }
            label += 1;
        }
        labels
    }

    #[test]
    fn regions_are_those_that_a_flood_finds() {
        let mut random = Random::new(7);
        for (size, colours) in [
            ((1, 1), 2),
            ((17, 1), 2),
            ((1, 9), 2),
            ((24, 19), 2),
            ((31, 20), 3),
        ] {
            for _ in 0..20 {
                let pixels: Vec<usize> = (0..size.0 * size.1)
                    .map(|_| random.below(colours))
                    .collect();
                let at = |(x, y): (u32, u32)| pixels[(y * size.0 + x) as usize];
                let (labels, regions) = labelled(size, 0, |a, b| pixels[a] == pixels[b]);
                assert_eq!(labels, flooded(size, |a, b| at(a) == at(b)), "{size:?}");
                for (label, region) in regions {
                    let places = (0..).zip(&labels).filter(|(_, it)| **it == label);
                    let places: Vec<(u32, u32)> =
                        places.map(|(at, _)| (at % size.0, at / size.0)).collect();
                    let xs = places.iter().map(|place| place.0);
                    let ys = places.iter().map(|place| place.1);
                    let box_around = [xs.clone().min(), ys.clone().min(), xs.max(), ys.max()];
                    let found = [region.left, region.top, region.right - 1, region.bottom - 1];
                    assert_eq!(box_around, found.map(Some), "{size:?}");
                    assert_eq!(region.area as usize, places.len());
                }
            }
        }
    }
}
