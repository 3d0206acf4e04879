//! Something that lies over the board.

use image::{Rgb, RgbImage};

use super::Part;
use crate::random::Random;

/// A finger's halo: a disc from half a cell to two cells wide, a fifth to four fifths opaque.
const DISC: (f64, f64) = (0.5, 2.0);
const OPAQUE: (f64, f64) = (0.2, 0.8);
/// A pop-up: from a tenth to half of the board each way.
const POP_UP: (f64, f64) = (0.1, 0.5);

/// A translucent disc or a pop-up, as often, somewhere over the board; it grows with the strength.
pub(super) fn covered(
    picture: &RgbImage,
    board: &Part,
    strength: f64,
    random: &mut Random,
) -> RgbImage {
    let between = |(from, to): (f64, f64)| from + (to - from) * strength;
    let is_disc = random.chance(0.5);
    let colour = *random.pick(&[[250u8; 3], [128; 3], [30; 3], [240, 240, 120]]);
    let middle = board.any_place(random);
    let (half_width, half_height, opaque) = if is_disc {
        let radius = between(DISC) * board.cell / 2.0;
        (radius, radius, between(OPAQUE))
    } else {
        let half = |side: f64| between(POP_UP) * side / 2.0;
        (
            half(board.right - board.left),
            half(board.bottom - board.top),
            1.0,
        )
    };
    let mut covered = picture.clone();
    for (x, y, Rgb(pixel)) in covered.enumerate_pixels_mut() {
        let right = (f64::from(x) + 0.5 - middle.x) / half_width.max(0.5);
        let down = (f64::from(y) + 0.5 - middle.y) / half_height.max(0.5);
        let is_under = if is_disc {
            right.hypot(down) < 1.0
        } else {
            right.abs().max(down.abs()) < 1.0
        };
        if is_under {
            for (level, over) in pixel.iter_mut().zip(colour) {
                *level = (f64::from(*level) * (1.0 - opaque) + f64::from(over) * opaque) as u8;
            }
        }
    }
    covered
}
