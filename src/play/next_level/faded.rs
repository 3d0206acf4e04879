//! Whether a control has faded since a level was won: under a veil over the page it takes no click.

use image::RgbImage;

use crate::geometry::PixelRect;
use crate::vision::statistics::quantile;

/// A veil leaves this share of the contrast of what lies under it, at most: one that takes less is hardly seen.
const LEFT: f32 = 0.7;

/// The darkest and the lightest pixels of a control, as shares of all: its letters are a tenth of it.
const DARKEST: f64 = 0.04;
const LIGHTEST: f64 = 0.96;

/// Whether a place has lost contrast from one picture to another.
pub(super) fn has_faded(before: &RgbImage, now: &RgbImage, rect: PixelRect) -> bool {
    let contrasts = [before, now].map(|picture| contrast(picture, rect));
    let [Some(before), Some(now)] = contrasts else {
        return false;
    };
    now < LEFT * before
}

/// From the darkest pixels of a place to the lightest, in the sum of the three channels; `None` outside the picture.
fn contrast(picture: &RgbImage, rect: PixelRect) -> Option<f32> {
    let places = (rect.y..rect.y + rect.height)
        .flat_map(|y| (rect.x..rect.x + rect.width).map(move |x| (x, y)));
    let pixels = places.filter_map(|(x, y)| picture.get_pixel_checked(x, y));
    let levels: Vec<f32> = pixels
        .map(|pixel| pixel.0.map(f32::from).iter().sum())
        .collect();
    let at = |share: f64| quantile(levels.iter().copied(), share);
    Some(at(LIGHTEST)? - at(DARKEST)?)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    const RECT: PixelRect = PixelRect {
        x: 10,
        y: 5,
        width: 40,
        height: 20,
    };

    /// A button with letters on a page, with so much of its light.
    fn page(light: f32, [ground, letters]: [f32; 2]) -> RgbImage {
        RgbImage::from_fn(60, 30, |x, y| {
            let is_letter = (20..40).contains(&x) && (10..20).contains(&y) && x % 3 == 0;
            let level = if is_letter { letters } else { ground };
            Rgb([(light * level) as u8; 3])
        })
    }

    #[test]
    fn a_button_under_a_veil_has_faded_and_one_that_became_active_has_not() {
        let usual = page(1.0, [30.0, 220.0]);
        assert!(has_faded(&usual, &page(0.4, [30.0, 220.0]), RECT));
        assert!(!has_faded(&usual, &usual, RECT));
        let [inactive, active] = [[120.0, 160.0], [40.0, 250.0]].map(|it| page(1.0, it));
        assert!(!has_faded(&inactive, &active, RECT));
        assert!(has_faded(&active, &inactive, RECT), "or became inactive");
    }

    #[test]
    fn what_lies_outside_the_picture_has_not_faded() {
        let usual = page(1.0, [30.0, 220.0]);
        let rect = PixelRect { x: 100, ..RECT };
        assert!(!has_faded(&usual, &usual, rect));
    }
}
