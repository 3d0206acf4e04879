//! Whether a picture of the page shows the level that the page reports.

use flowbot::practice::Report;
use image::{Rgb, RgbImage};

/// Half the side of the square in the middle of a terminal whose mean colour is taken, in cells.
const REACH: f64 = 0.15;
/// Two colours differ by more in red, green or blue; the noise of the page's mirror stays below.
const SAME: u8 = 40;
/// A place of the page that only its background covers, in pixels.
const BACKGROUND: (f64, f64) = (5.0, 5.0);

/// True if at least half of the pairs are seen: both terminals have one colour, which is not the background's. A box
/// of the page may lie over the others.
pub fn shows(picture: &RgbImage, report: &Report) -> bool {
    let Some(background) = mean(picture, BACKGROUND, 1.0) else {
        return false;
    };
    let is_seen = |pair: &&[(f64, f64); 2]| {
        let [first, second] = pair.map(|middle| mean(picture, middle, REACH * report.cell));
        first.zip(second).is_some_and(|(first, second)| {
            are_alike(first, second) && !are_alike(first, background)
        })
    };
    2 * report.terminals.iter().filter(is_seen).count() >= report.flows
}

fn are_alike(Rgb(a): Rgb<u8>, Rgb(b): Rgb<u8>) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= SAME)
}

/// The mean colour of a square; `None` if it is not wholly in the picture.
fn mean(picture: &RgbImage, (x, y): (f64, f64), reach: f64) -> Option<Rgb<u8>> {
    let side = |at: f64, end: u32| {
        let (from, to) = ((at - reach).floor(), (at + reach).ceil());
        (from >= 0.0 && to <= f64::from(end)).then_some(from as u32..to as u32)
    };
    let (columns, rows) = (side(x, picture.width())?, side(y, picture.height())?);
    let places = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
    let (mut sums, mut count) = ([0_u32; 3], 0);
    for (x, y) in places {
        let Rgb(colour) = *picture.get_pixel(x, y);
        for (sum, channel) in sums.iter_mut().zip(colour) {
            *sum += u32::from(channel);
        }
        count += 1;
    }
    (count > 0).then(|| Rgb(sums.map(|sum| (sum / count) as u8)))
}
