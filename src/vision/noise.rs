//! The noise of a picture.

use image::RgbImage;

/// From the median of what was measured to a deviation: a pixel less its four neighbours spreads 4.5 times as much as one.
const TO_DEVIATION: f64 = 3.0;

/// So many pixels tell the median.
const ENOUGH: f64 = 5_000.0;

/// The deviation of the noise of the green channel, in levels: the median of how far pixels all over the picture are from their four
/// neighbours. Flat areas and edges alike have half of their pixels without a step.
pub fn noise(picture: &RgbImage) -> f64 {
    const LARGEST: usize = 4 * 255;
    let (width, height) = picture.dimensions();
    let mut counts = [0usize; LARGEST + 1];
    let mut count = 0;
    let green = |x: u32, y: u32| i32::from(picture.get_pixel(x, y).0[1]);
    let step = (f64::from(width) * f64::from(height) / ENOUGH)
        .sqrt()
        .max(1.0) as usize;
    for y in (1..height.saturating_sub(1)).step_by(step) {
        for x in (1..width.saturating_sub(1)).step_by(step) {
            let around = green(x - 1, y) + green(x + 1, y) + green(x, y - 1) + green(x, y + 1);
            counts[(4 * green(x, y) - around).unsigned_abs() as usize] += 1;
            count += 1;
        }
    }
    let mut below = 0;
    let median = counts.iter().position(|it| {
        below += it;
        2 * below >= count
    });
    median.unwrap_or(0) as f64 / TO_DEVIATION
}
