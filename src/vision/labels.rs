//! Cuts a picture into regions of neighbouring pixels that are alike, and says of each pixel which region it belongs to.

use super::regions::Region;

/// By pixel, row by row, the label of its region; and with their labels the regions that are at least so many pixels high.
/// Two neighbouring pixels that are `alike` belong to one region.
pub fn labelled(
    (width, height): (u32, u32),
    least_height: u32,
    alike: impl Fn((u32, u32), (u32, u32)) -> bool,
) -> (Vec<u32>, Vec<(u32, Region)>) {
    let index = |x: u32, y: u32| (y * width + x) as usize;
    let mut labels = vec![u32::MAX; (width * height) as usize];
    let mut regions = Vec::new();
    let mut stack = Vec::new();
    let mut label = 0;
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if labels[index(x, y)] != u32::MAX {
            continue;
        }
        let mut region = Region::of_run(y, x, x + 1);
        region.area = 0;
        labels[index(x, y)] = label;
        stack.push((x, y));
        while let Some((x, y)) = stack.pop() {
            region.absorb(&Region::of_run(y, x, x + 1));
            let sides = [
                (x.wrapping_sub(1), y),
                (x + 1, y),
                (x, y.wrapping_sub(1)),
                (x, y + 1),
            ];
            for side in sides {
                if side.0 < width
                    && side.1 < height
                    && labels[index(side.0, side.1)] == u32::MAX
                    && alike((x, y), side)
                {
                    labels[index(side.0, side.1)] = label;
                    stack.push(side);
                }
            }
        }
        if region.bottom - region.top >= least_height {
            regions.push((label, region));
        }
        label += 1;
    }
    (labels, regions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_that_are_alike_one_by_one_make_one_region() {
        let rows = ["aab", "bab", "bbb"];
        let at = |(x, y): (u32, u32)| rows[y as usize].as_bytes()[x as usize];
        let (labels, regions) = labelled((3, 3), 3, |a, b| at(a) == at(b));
        assert_eq!(labels, [0, 0, 1, 1, 0, 1, 1, 1, 1].map(|label| label));
        let [(1, region)] = &regions[..] else {
            panic!("{regions:?}");
        };
        let place = (region.left, region.top, region.right, region.bottom);
        assert_eq!((place, region.area), ((0, 0, 3, 3), 6));
    }
}
