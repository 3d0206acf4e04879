//! Colours of places of a picture, and how far they are apart.

use image::RgbImage;

use crate::geometry::Pixel;
use crate::pipeline::Rgb;
use crate::vision::colour::difference;
use crate::vision::sampling::pixel_at;

/// A place whose colour moves further than this, in steps of 0 to 255 summed over the three channels, has
/// been drawn on: the noise of a screen is below 10, the faintest pipe above 60.
pub(super) const CHANGE: u32 = 40;

/// Whether most of these colours that are others now are those of others before: no layer over all of them does that.
pub(super) fn are_exchanged(before: &[Rgb], now: &[Rgb]) -> bool {
    let is_like = |a: Rgb, b: Rgb| difference(a, b) <= CHANGE;
    let both = before.iter().zip(now);
    let changed = both.filter(|(before, now)| !is_like(**before, **now));
    let changed: Vec<Rgb> = changed.map(|(_, now)| *now).collect();
    let exchanged = changed
        .iter()
        .filter(|now| before.iter().any(|before| is_like(*before, **now)));
    2 * exchanged.count() > changed.len()
}

/// The median of each channel; `None` of no colours.
pub(super) fn median(colours: &[Rgb]) -> Option<Rgb> {
    let middle = colours.len() / 2;
    let channel = |at: usize| {
        let mut values: Vec<u8> = colours.iter().map(|colour| colour.0[at]).collect();
        values.sort_unstable();
        values.get(middle).copied()
    };
    Some(Rgb([channel(0)?, channel(1)?, channel(2)?]))
}

/// The mean colour of the few pixels around a place; `None` outside the picture.
pub(super) fn mean_around(picture: &RgbImage, at: Pixel) -> Option<Rgb> {
    let places = [
        (-1.0, -1.0),
        (1.0, -1.0),
        (0.0, 0.0),
        (-1.0, 1.0),
        (1.0, 1.0),
    ];
    mean(
        picture,
        places.map(|(dx, dy)| Pixel::new(at.x + dx, at.y + dy)),
    )
}

/// The mean colour of some places; `None` when one is outside the picture.
pub(super) fn mean<const N: usize>(picture: &RgbImage, places: [Pixel; N]) -> Option<Rgb> {
    let mut sums = [0u32; 3];
    for at in places {
        for (sum, value) in sums.iter_mut().zip(pixel_at(picture, at)?) {
            *sum += u32::from(value);
        }
    }
    Some(Rgb(sums.map(|sum| (sum / N as u32) as u8)))
}
