//! What may be another board beside one that is read: its flows have several colours, unlike most buttons and pages.

use image::RgbImage;

use crate::vision::colour::{Colour, contrast};
use crate::vision::regions::Region;

/// A board has flows of so many colours or more. Beside 108 of 120 boards, most of them in real pictures, there are fewer.
const LEAST_COLOURS: usize = 3;

/// How wide and high a flow is at least, in cells.
const LEAST_SIDE: f64 = 0.5;

/// The largest and the smallest channel of a flow's colour differ by so many levels.
const LEAST_COLOURFUL: f32 = 60.0;

/// Two colours are two when a channel differs by so many levels.
const LEAST_APART: f32 = 40.0;

/// Whether there are the colours of flows on a board with cells of `least_pitch` pixels or more.
pub(super) fn may_be_flows(picture: &RgbImage, regions: &[Region], least_pitch: f64) -> bool {
    let mut colours: Vec<Colour> = Vec::new();
    for region in regions {
        let side = (region.right - region.left).min(region.bottom - region.top);
        let colour = region.colour(picture);
        let is_new = || {
            let apart = |known: &Colour| contrast(*known, colour) >= LEAST_APART;
            colours.iter().all(apart)
        };
        if f64::from(side) >= LEAST_SIDE * least_pitch && is_colourful(colour) && is_new() {
            colours.push(colour);
        }
        if colours.len() >= LEAST_COLOURS {
            return true;
        }
    }
    false
}

fn is_colourful(colour: Colour) -> bool {
    let most = colour.into_iter().fold(f32::MIN, f32::max);
    let least = colour.into_iter().fold(f32::MAX, f32::min);
    most - least >= LEAST_COLOURFUL
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::vision::local_range::LocalRange;
    use crate::vision::regions::{FLAT, regions};

    const PITCH: u32 = 20;

    /// Squares of these colours on black, so many pixels wide, seen on a board with cells of `PITCH`.
    fn may_be_flows_of(colours: &[[u8; 3]], side: u32) -> bool {
        let width = PITCH * colours.len() as u32;
        let picture = RgbImage::from_fn(width, PITCH, |x, y| {
            let is_square = x % PITCH < side && y < side;
            Rgb(if is_square {
                colours[(x / PITCH) as usize]
            } else {
                [0; 3]
            })
        });
        may_be_flows(
            &picture,
            &regions(&LocalRange::of(&picture), FLAT),
            f64::from(PITCH),
        )
    }

    #[test]
    fn flows_have_three_colours_and_are_not_small() {
        let (red, blue, green) = ([230, 20, 20], [20, 20, 230], [20, 160, 20]);
        assert!(may_be_flows_of(&[red, blue, green], 12));
        assert!(!may_be_flows_of(&[red, blue, green], 6));
        assert!(!may_be_flows_of(&[red, blue, blue], 12));
        assert!(!may_be_flows_of(&[red, blue, [240, 10, 10]], 12));
        assert!(!may_be_flows_of(&[red, blue, [160; 3]], 12));
    }
}
