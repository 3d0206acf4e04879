//! How alike pixels are, and pictures where one of them may be darkened.

use image::{Rgb, RgbImage};

use crate::geometry::PixelRect;
use crate::vision::pairs::{line, sums};

/// The share of pixels that fit worst and are left out: confetti may lie there.
const SPOILT: f64 = 0.15;

/// Without them at least this share of the new picture's contrast is left: what is written on a button is less than they
/// are, and without it there is nothing to compare.
const LEAST_LEFT: f64 = 0.2;

/// A part with more than so many times the contrast of the earlier picture is still fading in there: a page may go dark and
/// its contrast with it, but nothing that was there gains any.
const MOST_GAIN: f64 = 1.1;

/// Brightnesses that go up and down together as much as this are of one picture, be it darkened.
pub(super) const ALIKE: f64 = 0.75;

/// A veil over the page leaves this share of the contrast of what lies under it, at most: one that takes less is hardly seen.
const FADED: f64 = 0.7;

/// Whether `before` shows a part of `now` too, `moved` pixels higher, and with clearly more contrast: a veil lies over the page, or a
/// button has become inactive.
pub fn has_faded(before: &RgbImage, now: &RgbImage, part: PixelRect, moved: i32) -> bool {
    let (gain, _) = line(&pairs(before, now, part, moved));
    gain < FADED && likeness(before, now, part, moved) >= ALIKE
}

/// How much the brightnesses of a part of `now` go with those of `before`, `moved` pixels higher: 1 for the
/// same picture, be it darker, near 0 or below for another, and 0 for one that `before` shows only faintly.
pub(super) fn likeness(before: &RgbImage, now: &RgbImage, part: PixelRect, moved: i32) -> f64 {
    let mut pairs = pairs(before, now, part, moved);
    let [both, old, new] = sums(&pairs);
    let of_all = correlation([both, old, new]);
    let (slope, start) = line(&pairs);
    if slope > MOST_GAIN {
        return 0.0;
    }
    let off = |pair: &(f64, f64)| (start + slope * pair.0 - pair.1).abs();
    pairs.sort_by(|a, b| off(a).total_cmp(&off(b)));
    pairs.truncate((pairs.len() as f64 * (1.0 - SPOILT)) as usize);
    let left = sums(&pairs);
    // What is written on a darkened button may fit worst and yet fit well.
    if left[2] < new * LEAST_LEFT {
        of_all
    } else {
        correlation(left).max(of_all)
    }
}

/// The brightnesses of the pixels of a part of `now`, after those of `before`, `moved` pixels higher.
fn pairs(before: &RgbImage, now: &RgbImage, part: PixelRect, moved: i32) -> Vec<(f64, f64)> {
    let rows = part.y..part.y + part.height;
    let places = rows.flat_map(|y| (part.x..part.x + part.width).map(move |x| (x, y)));
    let pair = |(x, y)| {
        let old = pixel_before(before, x, y, moved)?;
        Some((brightness(old), brightness(now.get_pixel(x, y))))
    };
    places.filter_map(pair).collect()
}

/// How much two numbers go together, from [`sums`] of them; what has no contrast is like nothing.
fn correlation([both, old, new]: [f64; 3]) -> f64 {
    if old < f64::EPSILON || new < f64::EPSILON {
        0.0
    } else {
        both / (old * new).sqrt()
    }
}

/// The pixel of `before`, `moved` pixels higher; `None` where that is outside of it.
pub(super) fn pixel_before(before: &RgbImage, x: u32, y: u32, moved: i32) -> Option<&Rgb<u8>> {
    let above = y.checked_add_signed(-moved)?;
    before.get_pixel_checked(x, above)
}

fn brightness(pixel: &Rgb<u8>) -> f64 {
    pixel.0.iter().map(|value| f64::from(*value)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with bars of so much contrast.
    fn bars(contrast: f64) -> RgbImage {
        RgbImage::from_fn(60, 30, |x, _| {
            let bar = if x % 10 < 4 { 90.0 } else { -90.0 };
            Rgb([(120.0 + contrast * bar) as u8; 3])
        })
    }

    const PART: PixelRect = PixelRect {
        x: 10,
        y: 9,
        width: 40,
        height: 20,
    };

    #[test]
    fn what_lies_under_a_veil_has_faded_and_what_became_active_or_another_thing_has_not() {
        let faded = |before: &RgbImage, now: &RgbImage| has_faded(before, now, PART, 0);
        assert!(faded(&bars(1.0), &bars(0.4)));
        assert!(!faded(&bars(1.0), &bars(1.0)));
        assert!(!faded(&bars(0.5), &bars(1.0)), "active");
        assert!(!faded(&bars(1.0), &bars(-0.4)), "another thing");
        let (page, veiled) = (bars(1.0), bars(0.4));
        assert!(has_faded(&page, &veiled, PART, 8), "pushed down");
    }

    #[test]
    fn what_was_there_is_alike_darkened_and_not_where_it_was_faint() {
        let alike = |before: f64, now: f64| likeness(&bars(before), &bars(now), PART, 0);
        assert!(alike(1.0, 1.0) > 0.99);
        assert!(alike(1.0, 0.3) > 0.99, "darkened");
        assert!(alike(0.5, 1.0) < 0.01, "faint before");
    }
}
