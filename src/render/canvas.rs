//! A picture and three shapes, drawn with soft edges.

use image::RgbImage;

use crate::geometry::Pixel;
use crate::pipeline::Rgb;

/// A picture that is being drawn on.
pub(super) struct Canvas {
    picture: RgbImage,
}

impl Canvas {
    /// A picture of one colour.
    pub fn new(width: u32, height: u32, colour: Rgb) -> Self {
        Self::over(RgbImage::from_pixel(width, height, image::Rgb(colour.0)))
    }

    /// A picture that has something on it already.
    pub fn over(picture: RgbImage) -> Self {
        Self { picture }
    }

    pub fn into_picture(self) -> RgbImage {
        self.picture
    }

    /// A filled circle.
    pub fn disc(&mut self, centre: Pixel, radius: f64, colour: Rgb) {
        self.line(&[centre, centre], 2.0 * radius, colour);
    }

    /// A line with round ends.
    pub fn line(&mut self, ends: &[Pixel; 2], width: f64, colour: Rgb) {
        let [a, b] = *ends;
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let length = (dx * dx + dy * dy).max(f64::MIN_POSITIVE);
        self.fill(ends, width / 2.0, colour, |at| {
            let share = ((at.x - a.x) * dx + (at.y - a.y) * dy) / length;
            let share = share.clamp(0.0, 1.0);
            at.distance(Pixel::new(a.x + share * dx, a.y + share * dy)) - width / 2.0
        });
    }

    /// A filled polygon without dents, its corners clockwise.
    pub fn polygon(&mut self, corners: &[Pixel], colour: Rgb) {
        let next = |index: usize| corners[(index + 1) % corners.len()];
        self.fill(corners, 0.0, colour, |at| {
            let outside = corners.iter().enumerate().map(|(index, &a)| {
                let (dx, dy) = (next(index).x - a.x, next(index).y - a.y);
                (dy * (at.x - a.x) - dx * (at.y - a.y)) / dx.hypot(dy).max(f64::MIN_POSITIVE)
            });
            outside.fold(f64::NEG_INFINITY, f64::max)
        });
    }

    /// Blends a colour into every pixel within `reach` of the box round `points`: fully where its
    /// centre lies half a pixel inside the shape, not at all where it lies half a pixel outside.
    /// `outside` is how far a place lies outside the shape, in pixels.
    fn fill(&mut self, points: &[Pixel], reach: f64, colour: Rgb, outside: impl Fn(Pixel) -> f64) {
        let (width, height) = self.picture.dimensions();
        let range = |of: fn(&Pixel) -> f64, size: u32| {
            let low = points.iter().map(of).fold(f64::INFINITY, f64::min);
            let high = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
            let limit = |value: f64| value.clamp(0.0, f64::from(size)) as u32;
            limit((low - reach - 1.0).floor())..limit((high + reach + 1.0).ceil())
        };
        let (columns, rows) = (range(|p| p.x, width), range(|p| p.y, height));
        for y in rows {
            for x in columns.clone() {
                let centre = Pixel::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                let share = (0.5 - outside(centre)).clamp(0.0, 1.0);
                if share > 0.0 {
                    let pixel = self.picture.get_pixel_mut(x, y);
                    pixel.0 = mix(Rgb(pixel.0), colour, share).0;
                }
            }
        }
    }
}

/// The colour between two: `share` 0 is `from`, 1 is `to`.
pub(super) fn mix(from: Rgb, to: Rgb, share: f64) -> Rgb {
    let channel = |index: usize| {
        let (from, to) = (f64::from(from.0[index]), f64::from(to.0[index]));
        (from + (to - from) * share).round() as u8
    };
    Rgb([channel(0), channel(1), channel(2)])
}
