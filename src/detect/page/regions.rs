//! Cuts a picture into regions.

use crate::geometry::PixelRect;

/// A region of a picture.
pub(super) struct Region {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
    /// In pixels.
    pub(super) area: u32,
}

impl Region {
    /// The smallest box around it.
    pub(super) fn rect(&self) -> PixelRect {
        PixelRect {
            x: self.left,
            y: self.top,
            width: self.right - self.left + 1,
            height: self.bottom - self.top + 1,
        }
    }
}

/// Cuts a picture into regions of neighbouring pixels that are `alike`: by pixel, row by row, the number of its region; and,
/// with their numbers, the regions that are at least so many pixels high.
pub(super) fn regions(
    (width, height): (u32, u32),
    least_height: u32,
    alike: impl Fn((u32, u32), (u32, u32)) -> bool,
) -> (Vec<u32>, Vec<(u32, Region)>) {
    let index = |x: u32, y: u32| (y * width + x) as usize;
    let mut owners = vec![u32::MAX; (width * height) as usize];
    let mut regions = Vec::new();
    let mut stack = Vec::new();
    let mut owner = 0;
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if owners[index(x, y)] != u32::MAX {
            continue;
        }
        let mut region = Region {
            left: x,
            top: y,
            right: x,
            bottom: y,
            area: 0,
        };
        owners[index(x, y)] = owner;
        stack.push((x, y));
        while let Some((x, y)) = stack.pop() {
            region.area += 1;
            region.left = region.left.min(x);
            region.right = region.right.max(x);
            region.top = region.top.min(y);
            region.bottom = region.bottom.max(y);
            let sides = [
                (x.wrapping_sub(1), y),
                (x + 1, y),
                (x, y.wrapping_sub(1)),
                (x, y + 1),
            ];
            for side in sides {
                if side.0 < width
                    && side.1 < height
                    && owners[index(side.0, side.1)] == u32::MAX
                    && alike((x, y), side)
                {
                    owners[index(side.0, side.1)] = owner;
                    stack.push(side);
                }
            }
        }
        if region.rect().height >= least_height {
            regions.push((owner, region));
        }
        owner += 1;
    }
    (owners, regions)
}
