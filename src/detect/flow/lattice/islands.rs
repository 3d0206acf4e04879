//! Islands: all that stands out from even ground, however it looks inside. A dot with a gloss or a sign is no region of one
//! colour, but on a board without lines it is an island.
//!
//! ```text
//!   . . . . . . .
//!   .  /#\  . /#\      the ground is the flat region that covers most of the picture, or the one after that:
//!   .  \v/  . \v/      a board's, or that of the page around it
//!   . . . . . . .
//! ```

use image::RgbImage;

use super::blobs::{Blob, blobs};
use super::regions::{Region, connected};
use crate::detect::flow::canvas::contrast;
use crate::detect::flow::terminals::LEAST_CONTRAST;

/// How many of the largest flat regions may be the ground.
const GROUNDS: usize = 2;

/// A ground covers this share of the picture, or more.
const LEAST_GROUND: f64 = 0.05;

/// The compact islands on the largest of these flat regions, and what of `known` lies on none of them.
#[tracing::instrument(skip_all)]
pub fn islands(picture: &RgbImage, flat: &[Region], known: &[Blob]) -> Vec<Blob> {
    let (width, height) = picture.dimensions();
    let least = LEAST_GROUND * f64::from(width) * f64::from(height);
    let mut grounds: Vec<&Region> = flat
        .iter()
        .filter(|it| f64::from(it.area) >= least)
        .collect();
    grounds.sort_by_key(|ground| std::cmp::Reverse(ground.area));
    let mut found: Vec<Blob> = Vec::new();
    for ground in grounds.into_iter().take(GROUNDS) {
        let colour = |x: u32, y: u32| picture.get_pixel(x, y).0.map(f32::from);
        let ground = colour(ground.pixel.0, ground.pixel.1);
        let regions = connected((width, height), |y, stands_out| {
            for (x, stands_out) in (0..width).zip(stands_out) {
                *stands_out = contrast(colour(x, y), ground) >= LEAST_CONTRAST;
            }
        });
        add(&mut found, blobs(&regions));
    }
    add(&mut found, known.to_vec());
    found
}

/// Adds those whose middle lies on none that is there.
fn add(found: &mut Vec<Blob>, more: Vec<Blob>) {
    let lies_on = |new: &Blob, old: &Blob| {
        let most = old.size / 2.0;
        (new.x - old.x).abs() < most && (new.y - old.y).abs() < most
    };
    let first = found.len();
    for blob in more {
        if !found[..first].iter().any(|old| lies_on(&blob, old)) {
            found.push(blob);
        }
    }
}
