//! What happens to a picture between a screen and a file: each kind of distortion in a strength from 0
//! to 1, so that the reading of boards can be tried on more than the pictures at hand.
//!
//! ```text
//!   light   jpeg, blur, gain, tint, gamma, noise, chroma       pixels change
//!   place   smaller, larger, crop, desktop, perspective        pixels move
//!   cover   a disc or a pop-up over the board                  pixels are lost
//!   cut     rows or columns cut away or under a banner         pixels are lost
//! ```

mod cover;
mod cut;
mod desktop;
mod light;
mod place;

use image::RgbImage;

use crate::geometry::{Lattice, Pixel, Projection};
use crate::random::Random;

pub use desktop::on_desktop;

/// A kind of distortion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// JPEG quality from 90 to 40.
    Jpeg,
    /// Scaled down, to 0.4 times its size.
    Smaller,
    /// Scaled up, to twice its size.
    Larger,
    /// Gaussian blur, to a deviation of 0.03 cells.
    Blur,
    /// A dimmed screen: down to 0.4 times the light.
    Gain,
    /// Night light: down to half the blue.
    Tint,
    /// Gamma to 0.6 or 1.6.
    Gamma,
    /// Noise on each channel, to a deviation of 12 levels.
    Noise,
    /// The mirror of a phone: scaled to 0.5 times its size, then a quarter of the pixels for colour (4:2:0).
    Chroma,
    /// The margins around the board cut off, up to its outer line.
    Crop,
    /// Somewhere on a larger desktop with windows, icons and buttons.
    Desktop,
    /// A photo of a screen, at up to 10 degrees.
    Perspective,
    /// A translucent disc or a pop-up over the board. What it hides cannot be read, so refusing is right.
    Cover,
    /// Half a row or column of the board to two cut away, or hidden by a banner. The rest is another board, so refusing is right.
    Cut,
}

/// A distorted picture.
#[derive(Clone, Debug)]
pub struct Distorted {
    /// The picture.
    pub picture: RgbImage,
    /// From the pixels of the original to those of this picture.
    pub places: Projection,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 14] = [
        Self::Jpeg,
        Self::Smaller,
        Self::Larger,
        Self::Blur,
        Self::Gain,
        Self::Tint,
        Self::Gamma,
        Self::Noise,
        Self::Chroma,
        Self::Crop,
        Self::Desktop,
        Self::Perspective,
        Self::Cover,
        Self::Cut,
    ];

    /// The name in tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Jpeg => "jpeg",
            Self::Smaller => "smaller",
            Self::Larger => "larger",
            Self::Blur => "blur",
            Self::Gain => "gain",
            Self::Tint => "tint",
            Self::Gamma => "gamma",
            Self::Noise => "noise",
            Self::Chroma => "chroma",
            Self::Crop => "crop",
            Self::Desktop => "desktop",
            Self::Perspective => "perspective",
            Self::Cover => "cover",
            Self::Cut => "cut",
        }
    }

    /// Whether it hides a part of the board, so that refusing is right.
    pub fn hides(self) -> bool {
        matches!(self, Self::Cover | Self::Cut)
    }

    /// The picture distorted with a strength from 0, which hardly shows, to 1. `board` is the board that it
    /// shows; a picture without one counts as a board as a whole.
    pub fn apply(
        self,
        picture: &RgbImage,
        board: Option<&Lattice>,
        strength: f64,
        random: &mut Random,
    ) -> Distorted {
        let between = |from: f64, to: f64| from + (to - from) * strength;
        let board = Part::of(picture, board);
        let same_places = |picture| Distorted {
            picture,
            places: Projection::IDENTITY,
        };
        match self {
            Self::Jpeg => same_places(light::jpeg(picture, between(90.0, 40.0) as u8)),
            Self::Smaller => place::scaled(picture, between(1.0, 0.4)),
            Self::Larger => place::scaled(picture, between(1.0, 2.0)),
            Self::Blur => same_places(light::blur(picture, between(0.0, 0.03) * board.cell)),
            Self::Gain => {
                let gain = between(1.0, 0.4);
                same_places(light::levels(picture, |level, _| level * gain))
            }
            Self::Tint => {
                // Warm light has a little less green as well.
                let gains = [1.0, between(1.0, 0.8), between(1.0, 0.5)];
                same_places(light::levels(picture, |level, channel| {
                    level * gains[channel]
                }))
            }
            Self::Gamma => {
                let power = between(1.0, *random.pick(&[0.6, 1.6]));
                same_places(light::levels(picture, |level, _| {
                    255.0 * (level / 255.0).powf(power)
                }))
            }
            Self::Noise => same_places(light::noise(picture, between(0.0, 12.0), random)),
            Self::Chroma => {
                let small = place::scaled(picture, between(1.0, 0.5));
                Distorted {
                    picture: light::coarse_colour(&small.picture),
                    ..small
                }
            }
            Self::Crop => place::cropped(picture, &board, strength),
            Self::Desktop => on_desktop(picture, strength, random),
            Self::Perspective => {
                let degrees = between(0.0, 10.0);
                place::tilted(picture, degrees, random)
            }
            Self::Cover => same_places(cover::covered(picture, &board, strength, random)),
            Self::Cut => cut::cut(picture, &board, between(0.5, 2.0), random),
        }
    }
}

/// Where the board lies, in pixels of the picture.
struct Part {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    /// The pitch of its cells.
    cell: f64,
}

impl Part {
    /// Cells along the shorter side of a picture that is taken for a board as a whole.
    const CELLS: f64 = 10.0;

    fn of(picture: &RgbImage, board: Option<&Lattice>) -> Self {
        let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
        match board {
            Some(lattice) => {
                let bounds = lattice.bounds();
                Self {
                    left: bounds.left.clamp(0.0, width),
                    top: bounds.top.clamp(0.0, height),
                    right: bounds.right.clamp(0.0, width),
                    bottom: bounds.bottom.clamp(0.0, height),
                    cell: lattice.pitch(),
                }
            }
            None => Self {
                left: 0.0,
                top: 0.0,
                right: width,
                bottom: height,
                cell: width.min(height) / Self::CELLS,
            },
        }
    }

    /// Any place on it.
    fn any_place(&self, random: &mut Random) -> Pixel {
        Pixel::new(
            random.real(self.left..self.right),
            random.real(self.top..self.bottom),
        )
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    /// A picture with one bright dot of a board of 2 by 2 cells in its middle, and where that dot is.
    fn dotted() -> (RgbImage, Lattice, Pixel) {
        let at = Pixel::new(45.0, 55.0);
        let picture = RgbImage::from_fn(120, 100, |x, y| {
            let (dx, dy) = (f64::from(x) + 0.5 - at.x, f64::from(y) + 0.5 - at.y);
            let is_on = dx.hypot(dy) < 6.0;
            if is_on {
                Rgb([255, 240, 250])
            } else {
                Rgb([20, 25, 30])
            }
        });
        (
            picture,
            Lattice::upright(2, 2, [45.0, 35.0], [20.0, 20.0]),
            at,
        )
    }

    #[test]
    fn what_was_somewhere_is_found_where_the_map_says() {
        let (picture, board, dot) = dotted();
        for kind in Kind::ALL {
            if kind.hides() {
                continue;
            }
            for (seed, strength) in [(1, 0.0), (2, 0.4), (3, 1.0)] {
                let seen = kind.apply(&picture, Some(&board), strength, &mut Random::new(seed));
                let (x, y) = seen.places.apply(dot.x, dot.y);
                let [red, ..] = seen.picture.get_pixel(x as u32, y as u32).0;
                assert!(red > 95, "{kind:?} at {strength}: {red} at {x}, {y}");
            }
        }
    }

    #[test]
    fn the_same_random_numbers_give_the_same_picture_and_strength_tells() {
        let (picture, board, _) = dotted();
        for kind in Kind::ALL {
            let at = |strength| {
                kind.apply(&picture, Some(&board), strength, &mut Random::new(5))
                    .picture
            };
            assert_eq!(at(0.7), at(0.7), "{kind:?}");
            assert_ne!(at(1.0), picture, "{kind:?}");
        }
    }

    #[test]
    fn a_crop_ends_at_the_outer_line() {
        let (picture, board, _) = dotted();
        let seen = Kind::Crop.apply(&picture, Some(&board), 1.0, &mut Random::new(1));
        assert_eq!(seen.picture.dimensions(), (40, 40));
        let whole = Kind::Crop.apply(&picture, None, 1.0, &mut Random::new(1));
        assert_eq!(whole.picture, picture);
    }

    #[test]
    fn the_smallest_picture_can_be_distorted() {
        let picture = RgbImage::new(1, 1);
        for kind in Kind::ALL {
            kind.apply(&picture, None, 1.0, &mut Random::new(1));
        }
    }
}
