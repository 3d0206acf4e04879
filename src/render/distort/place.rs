//! Distortions that move pixels.

use image::imageops::{self, FilterType};
use image::{Rgb, RgbImage};
use imageproc::geometric_transformations::{Border, Interpolation, warp_with};

use super::{Distorted, Part};
use crate::geometry::Projection;
use crate::random::Random;

/// Scaled, both ways alike.
pub(super) fn scaled(picture: &RgbImage, scale: f64) -> Distorted {
    let size = |pixels: u32| (f64::from(pixels) * scale).round().max(1.0);
    let (width, height) = (size(picture.width()), size(picture.height()));
    let (dx, dy) = (
        width / f64::from(picture.width()),
        height / f64::from(picture.height()),
    );
    Distorted {
        picture: imageops::resize(picture, width as u32, height as u32, FilterType::Triangle),
        places: Projection::axis_aligned(0.0, 0.0, dx, dy),
    }
}

/// This share of the margins around the board cut off.
pub(super) fn cropped(picture: &RgbImage, board: &Part, share: f64) -> Distorted {
    let (width, height) = picture.dimensions();
    let left = (board.left * share).round() as u32;
    let top = (board.top * share).round() as u32;
    let right = width - ((f64::from(width) - board.right) * share).round() as u32;
    let bottom = height - ((f64::from(height) - board.bottom) * share).round() as u32;
    let width = right.saturating_sub(left).max(1);
    let height = bottom.saturating_sub(top).max(1);
    Distorted {
        picture: imageops::crop_imm(picture, left, top, width, height).to_image(),
        places: Projection::axis_aligned(-f64::from(left), -f64::from(top), 1.0, 1.0),
    }
}

/// Seen by a camera that looks from the side, so many degrees in any direction, on a dark wall.
pub(super) fn tilted(picture: &RgbImage, degrees: f64, random: &mut Random) -> Distorted {
    /// Behind the screen.
    const WALL: Rgb<u8> = Rgb([24, 24, 26]);
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let direction = random.real(0.0..std::f64::consts::TAU);
    let angles = [degrees * direction.cos(), degrees * direction.sin()];
    let places = Projection::tilt((width / 2.0, height / 2.0), width.max(height), angles);
    let Some(back) = places.inverse() else {
        return Distorted {
            picture: picture.clone(),
            places: Projection::IDENTITY,
        };
    };
    // Pixels have their centres at halves.
    let from = |x: f32, y: f32| {
        let (x, y) = back.apply(f64::from(x) + 0.5, f64::from(y) + 0.5);
        ((x - 0.5) as f32, (y - 0.5) as f32)
    };
    Distorted {
        picture: warp_with(
            picture,
            from,
            Interpolation::Bilinear,
            Border::Constant(WALL),
        ),
        places,
    }
}
