//! A board of which a part is outside the picture or under a banner.

use image::{Rgb, RgbImage, imageops};

use super::{Distorted, Part};
use crate::geometry::Projection;
use crate::random::Random;

/// Colours of banners.
const BANNERS: [[u8; 3]; 5] = [[250; 3], [128; 3], [30; 3], [30, 70, 160], [240, 240, 120]];

/// So many cells of the board, from one of its four sides on, are cut off with all that lies beyond, or hidden by a banner from
/// there to the edge of the picture.
pub(super) fn cut(picture: &RgbImage, board: &Part, cells: f64, random: &mut Random) -> Distorted {
    let (width, height) = picture.dimensions();
    let hidden = cells * board.cell;
    let pixels = |at: f64, side: u32| at.round().clamp(0.0, f64::from(side)) as u32;
    let left = pixels(board.left + hidden, width);
    let top = pixels(board.top + hidden, height);
    let right = pixels(board.right - hidden, width);
    let bottom = pixels(board.bottom - hidden, height);
    // What is hidden: left, top, width, height; and the same of what is left.
    let [hidden, rest] = *random.pick(&[
        [(0, 0, left, height), (left, 0, width - left, height)],
        [(0, 0, width, top), (0, top, width, height - top)],
        [(right, 0, width - right, height), (0, 0, right, height)],
        [(0, bottom, width, height - bottom), (0, 0, width, bottom)],
    ]);
    if random.chance(0.5) {
        let mut picture = picture.clone();
        let banner = RgbImage::from_pixel(hidden.2, hidden.3, Rgb(*random.pick(&BANNERS)));
        imageops::replace(&mut picture, &banner, hidden.0.into(), hidden.1.into());
        return Distorted {
            picture,
            places: Projection::IDENTITY,
        };
    }
    let (x, y) = (rest.0, rest.1);
    let (wide, high) = (rest.2.max(1), rest.3.max(1));
    Distorted {
        picture: imageops::crop_imm(picture, x, y, wide, high).to_image(),
        places: Projection::axis_aligned(-f64::from(x), -f64::from(y), 1.0, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Lattice;

    /// A board of five by five cells of twenty pixels in the middle of a white page.
    #[test]
    fn so_many_rows_or_columns_are_gone_or_of_one_colour() {
        let picture = RgbImage::from_fn(140, 140, |x, y| {
            let is_board = (20..120).contains(&x) && (20..120).contains(&y);
            Rgb(if is_board { [0, 200, 0] } else { [255; 3] })
        });
        let lattice = Lattice::upright(5, 5, [30.0, 30.0], [20.0, 20.0]);
        let board = Part::of(&picture, Some(&lattice));
        let is_board = |picture: &RgbImage| {
            let found = picture.pixels().filter(|pixel| pixel.0 == [0, 200, 0]);
            found.count()
        };
        for seed in 0..20 {
            let seen = cut(&picture, &board, 1.5, &mut Random::new(seed));
            assert_eq!(is_board(&seen.picture), 70 * 100, "{seed}");
        }
    }
}
