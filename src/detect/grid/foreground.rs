//! The foreground: all that stands out from even ground, however it looks inside. A dot with a gloss or a glyph is no region
//! of one colour, but on a board without lines it is a part of the foreground.
//!
//! ```text
//!   . . . . . . .
//!   .  /#\  . /#\      the ground is the flat region that covers most of the picture, or the one after that:
//!   .  \v/  . \v/      a board's, or that of the page around it
//!   . . . . . . .
//! ```

use image::RgbImage;

use super::compact::{CompactRegion, compact_regions};
use crate::vision::colour::{LEAST_CONTRAST, contrast};
use crate::vision::regions::{Region, connected};

/// How many of the largest flat regions may be the ground.
const GROUNDS: usize = 4;

/// A ground covers this share of the picture, or more.
const LEAST_GROUND: f64 = 0.02;

/// What is so many times as large as something on it is no dot with a glyph, but a window or a card with dots.
const LARGER: f64 = 4.0;

/// The compact foreground on the largest of these flat regions, and what of `known` lies on none of them.
#[tracing::instrument(skip_all)]
pub fn foreground(
    picture: &RgbImage,
    flat: &[Region],
    known: &[CompactRegion],
) -> Vec<CompactRegion> {
    let (width, height) = picture.dimensions();
    let least = LEAST_GROUND * f64::from(width) * f64::from(height);
    let mut grounds: Vec<&Region> = flat
        .iter()
        .filter(|it| f64::from(it.area) >= least)
        .collect();
    grounds.sort_by_key(|ground| std::cmp::Reverse(ground.area));
    let mut found: Vec<CompactRegion> = Vec::new();
    for ground in grounds.into_iter().take(GROUNDS) {
        let colour = |x: u32, y: u32| picture.get_pixel(x, y).0.map(f32::from);
        let ground = colour(ground.pixel.0, ground.pixel.1);
        let regions = connected((width, height), |y, stands_out| {
            for (x, stands_out) in (0..width).zip(stands_out) {
                *stands_out = u8::from(contrast(colour(x, y), ground) >= LEAST_CONTRAST);
            }
        });
        add(&mut found, compact_regions(&regions));
    }
    add(&mut found, known.to_vec());
    found
}

/// Adds those whose middle lies on none that is there.
pub fn add(found: &mut Vec<CompactRegion>, more: Vec<CompactRegion>) {
    let lies_on = |new: &CompactRegion, old: &CompactRegion| {
        let most = old.size / 2.0;
        let is_near = (new.x - old.x).abs() < most && (new.y - old.y).abs() < most;
        is_near && old.size < LARGER * new.size
    };
    let first = found.len();
    for compact_region in more {
        if !found[..first]
            .iter()
            .any(|old| lies_on(&compact_region, old))
        {
            found.push(compact_region);
        }
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::vision::local_range::LocalRange;
    use crate::vision::regions::{FLAT, regions};

    #[test]
    fn dots_in_a_window_on_an_uneven_desktop_are_islands() {
        // The window itself is a compact part of the foreground on the darker end of the desktop.
        let picture = RgbImage::from_fn(400, 400, |x, y| {
            let shade = (x / 4) as u8;
            let is_window = (170..350).contains(&x) && (100..280).contains(&y);
            let (right, down) = ((x + 10) % 60, (y + 10) % 60);
            let is_dot = right.abs_diff(30).pow(2) + down.abs_diff(30).pow(2) < 15 * 15;
            Rgb(match (is_window, is_dot) {
                (false, _) => [40 + shade, 160 - shade, 90],
                (true, false) => [0; 3],
                // Too uneven to be flat.
                (true, true) => [if right % 2 == 0 { 200 } else { 90 }, 30, 40],
            })
        });
        let flat = regions(&LocalRange::of(&picture), FLAT);
        let found = foreground(&picture, &flat, &[]);
        let dots = found.iter().filter(|it| (it.size - 29.0).abs() < 2.0);
        assert_eq!(dots.count(), 9);
    }
}
