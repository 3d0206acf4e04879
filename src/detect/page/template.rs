//! Finds what a small picture shows in a larger one: a button, cut out of a screenshot.

use image::imageops::crop_imm;
use image::{Rgb, RgbImage};

use crate::geometry::PixelRect;
use crate::vision::colour::difference;

/// A place shows the template when all its pixels together are no further off than this share of what the
/// template's own pixels are from their mean: flat ground is as far off as the template is not flat.
const MOST_OFF: f64 = 0.3;

/// A template of less contrast, in steps of 0 to 255 a pixel and channel, shows nothing that could be found.
const LEAST_CONTRAST: u64 = 2;

/// The one place in `picture` that shows what `template` does, in the same size. `None` when no place does, when
/// several do, and for a template of one colour, which would be found everywhere.
pub fn only_place(picture: &RgbImage, template: &RgbImage) -> Option<PixelRect> {
    let (width, height) = template.dimensions();
    let right = picture.width().checked_sub(width)?;
    let bottom = picture.height().checked_sub(height)?;
    let (marks, contrast) = marks(template)?;
    let most = (contrast as f64 * MOST_OFF) as u64;
    let places = (0..=bottom).flat_map(|y| (0..=right).map(move |x| (x, y)));
    let seen: Vec<(u64, (u32, u32))> = places
        .filter_map(|at| Some((off(picture, at, &marks, most)?, at)))
        .collect();
    let &(_, (x, y)) = seen.iter().min()?;
    let is_beside = |other: (u32, u32)| other.0.abs_diff(x) < width && other.1.abs_diff(y) < height;
    let is_only = seen.iter().all(|&(_, other)| is_beside(other));
    is_only.then_some(PixelRect {
        x,
        y,
        width,
        height,
    })
}

/// Whether an earlier picture shows what `place` does in `now`, further left or right by no more than its height: what grows in a
/// row, as a counter does from 9 to 10, pushes what stands beside it by a letter or two, and these are narrower than high.
pub fn was_beside(before: &RgbImage, now: &RgbImage, place: PixelRect) -> bool {
    let template = crop_imm(now, place.x, place.y, place.width, place.height).to_image();
    let (Some((marks, contrast)), true) =
        (marks(&template), before.dimensions() == now.dimensions())
    else {
        return false;
    };
    let most = (contrast as f64 * MOST_OFF) as u64;
    let last = (place.x + place.height).min(before.width() - place.width);
    let mut columns = place.x.saturating_sub(place.height)..=last;
    columns.any(|x| off(before, (x, place.y), &marks, most).is_some())
}

/// A pixel of a template and where it is.
type Mark = ((u32, u32), Rgb<u8>);

/// The pixels of a template, those that tell most first, and how far they are from their mean in all.
fn marks(template: &RgbImage) -> Option<(Vec<Mark>, u64)> {
    let count = template.pixels().len() as u64;
    let channel = |channel: usize| {
        let sum: u64 = template.pixels().map(|one| u64::from(one.0[channel])).sum();
        sum.checked_div(count).map(|mean| mean as u8)
    };
    let mean = Rgb([channel(0)?, channel(1)?, channel(2)?]);
    let mut marks: Vec<Mark> = template
        .enumerate_pixels()
        .map(|(x, y, pixel)| ((x, y), *pixel))
        .collect();
    marks.sort_by_key(|(_, pixel)| std::cmp::Reverse(difference(pixel, &mean)));
    let contrast = marks
        .iter()
        .map(|(_, pixel)| u64::from(difference(pixel, &mean)))
        .sum();
    (contrast >= 3 * LEAST_CONTRAST * count).then_some((marks, contrast))
}

/// How far a place is from a template in all; `None` when that is more than `most`.
fn off(picture: &RgbImage, (x, y): (u32, u32), marks: &[Mark], most: u64) -> Option<u64> {
    let mut sum = 0;
    for ((u, v), pixel) in marks {
        sum += u64::from(difference(picture.get_pixel(x + u, y + v), pixel));
        if sum > most {
            return None;
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUND: Rgb<u8> = Rgb([30, 32, 40]);

    /// A page with an arrow of 8 by 15 pixels at each of these places.
    fn page(arrows: &[(u32, u32)]) -> RgbImage {
        RgbImage::from_fn(120, 90, |x, y| {
            let is_arrow = |&(left, top): &(u32, u32)| {
                let (u, v) = (x.wrapping_sub(left), y.wrapping_sub(top));
                v < 15 && u == v.min(14 - v)
            };
            let is_ink = arrows.iter().any(is_arrow);
            if is_ink { Rgb([180; 3]) } else { GROUND }
        })
    }

    fn arrow() -> RgbImage {
        crop_imm(&page(&[(30, 30)]), 24, 26, 20, 24).to_image()
    }

    #[test]
    fn a_template_is_found_where_it_is_alone() {
        let found = only_place(&page(&[(80, 41)]), &arrow());
        let place = PixelRect {
            x: 74,
            y: 37,
            width: 20,
            height: 24,
        };
        assert_eq!(found, Some(place));
        let mut noisy = page(&[(80, 41)]);
        for (x, y, pixel) in noisy.enumerate_pixels_mut() {
            pixel.0[0] += ((x + 3 * y) % 7) as u8;
        }
        assert_eq!(only_place(&noisy, &arrow()), Some(place));
    }

    #[test]
    fn what_was_pushed_aside_is_found_no_farther_off_than_its_height() {
        let place = PixelRect {
            x: 54,
            y: 26,
            width: 20,
            height: 24,
        };
        let now = page(&[(60, 30)]);
        for (x, is_found) in [(60, true), (49, true), (83, true), (35, false), (85, false)] {
            assert_eq!(was_beside(&page(&[(x, 30)]), &now, place), is_found, "{x}");
        }
        assert!(
            !was_beside(&page(&[(60, 33)]), &now, place),
            "in another row"
        );
        assert!(!was_beside(&page(&[]), &now, place));
    }

    #[test]
    fn what_is_not_there_or_there_twice_or_flat_is_not_found() {
        assert_eq!(only_place(&page(&[]), &arrow()), None);
        assert_eq!(only_place(&page(&[(10, 10), (80, 41)]), &arrow()), None);
        let flat = RgbImage::from_pixel(10, 10, GROUND);
        assert_eq!(only_place(&page(&[(80, 41)]), &flat), None);
        let large = RgbImage::from_fn(200, 20, |x, _| Rgb([x as u8; 3]));
        assert_eq!(only_place(&page(&[]), &large), None);
        assert_eq!(only_place(&page(&[]), &RgbImage::new(0, 0)), None);
    }
}
