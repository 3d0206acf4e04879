//! Shapes in the order in which they lie over each other, as a picture with soft edges or as SVG.

use std::fmt::Write;

use image::RgbImage;

use crate::geometry::Pixel;
use crate::pipeline::Rgb;

/// What is drawn on one ground.
pub(super) struct Canvas {
    width: u32,
    height: u32,
    ground: Rgb,
    shapes: Vec<(Shape, Rgb)>,
}

/// One area of one colour.
enum Shape {
    /// A line of a width in pixels, with round ends; a disc where the ends are one place.
    Line([Pixel; 2], f64),
    /// A polygon without dents, its corners clockwise.
    Polygon(Vec<Pixel>),
}

impl Canvas {
    /// A ground of one colour, in pixels.
    pub fn new(width: u32, height: u32, ground: Rgb) -> Self {
        Self {
            width,
            height,
            ground,
            shapes: Vec::new(),
        }
    }

    /// A filled circle.
    pub fn disc(&mut self, centre: Pixel, radius: f64, colour: Rgb) {
        self.line(&[centre, centre], 2.0 * radius, colour);
    }

    /// A line with round ends.
    pub fn line(&mut self, ends: &[Pixel; 2], width: f64, colour: Rgb) {
        self.shapes.push((Shape::Line(*ends, width), colour));
    }

    /// A filled polygon without dents, its corners clockwise.
    pub fn polygon(&mut self, corners: &[Pixel], colour: Rgb) {
        self.shapes.push((Shape::Polygon(corners.to_vec()), colour));
    }

    /// The ground with all shapes.
    pub fn into_picture(self) -> RgbImage {
        let mut picture = RgbImage::from_pixel(self.width, self.height, image::Rgb(self.ground.0));
        self.paint(&mut picture);
        picture
    }

    /// Lays all shapes over a picture, without the ground.
    pub fn paint(&self, picture: &mut RgbImage) {
        for (shape, colour) in &self.shapes {
            match shape {
                Shape::Line(ends, width) => line(picture, ends, *width, *colour),
                Shape::Polygon(corners) => polygon(picture, corners, *colour),
            }
        }
    }

    /// The ground with all shapes, as the text of an SVG file.
    pub fn into_svg(self) -> String {
        let Self { width, height, .. } = self;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" stroke-linecap=\"round\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            self.ground
        );
        for (shape, colour) in &self.shapes {
            svg += &element(shape, *colour);
        }
        svg + "</svg>\n"
    }
}

/// A shape as a line of SVG, to a hundredth of a pixel.
fn element(shape: &Shape, colour: Rgb) -> String {
    let number = |value: f64| (value * 100.0).round() / 100.0;
    match shape {
        Shape::Line([a, b], width) if a == b => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{colour}\"/>\n",
            number(a.x),
            number(a.y),
            number(width / 2.0)
        ),
        Shape::Line([a, b], width) => format!(
            "<path d=\"M{} {}L{} {}\" stroke=\"{colour}\" stroke-width=\"{}\"/>\n",
            number(a.x),
            number(a.y),
            number(b.x),
            number(b.y),
            number(*width)
        ),
        Shape::Polygon(corners) => {
            let mut points = String::new();
            for corner in corners {
                let _ = write!(points, "{},{} ", number(corner.x), number(corner.y));
            }
            let points = points.trim_end();
            format!("<polygon points=\"{points}\" fill=\"{colour}\"/>\n")
        }
    }
}

fn line(picture: &mut RgbImage, ends: &[Pixel; 2], width: f64, colour: Rgb) {
    let [a, b] = *ends;
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = (dx * dx + dy * dy).max(f64::MIN_POSITIVE);
    fill(picture, (ends, width / 2.0), colour, |at| {
        let share = ((at.x - a.x) * dx + (at.y - a.y) * dy) / length;
        let share = share.clamp(0.0, 1.0);
        at.distance(Pixel::new(a.x + share * dx, a.y + share * dy)) - width / 2.0
    });
}

fn polygon(picture: &mut RgbImage, corners: &[Pixel], colour: Rgb) {
    let next = |index: usize| corners[(index + 1) % corners.len()];
    fill(picture, (corners, 0.0), colour, |at| {
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
fn fill(
    picture: &mut RgbImage,
    (points, reach): (&[Pixel], f64),
    colour: Rgb,
    outside: impl Fn(Pixel) -> f64,
) {
    let (width, height) = picture.dimensions();
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
                let pixel = picture.get_pixel_mut(x, y);
                pixel.0 = mix(Rgb(pixel.0), colour, share).0;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_the_same_in_a_picture_and_in_svg() {
        let (ground, red) = (Rgb([0; 3]), Rgb([255, 0, 0]));
        let canvas = || {
            let mut canvas = Canvas::new(40, 20, ground);
            canvas.disc(Pixel::new(5.0, 5.0), 4.0, red);
            canvas.line(&[Pixel::new(12.0, 5.0), Pixel::new(30.333, 5.0)], 4.0, red);
            let corners = [(0.0, 12.0), (8.0, 12.0), (8.0, 20.0), (0.0, 20.0)];
            canvas.polygon(&corners.map(|(x, y)| Pixel::new(x, y)), red);
            canvas
        };
        let picture = canvas().into_picture();
        let at = |x, y| Rgb(picture.get_pixel(x, y).0);
        assert_eq!([at(5, 5), at(20, 5), at(4, 16)], [red; 3]);
        assert_eq!(at(20, 10), ground);
        let svg = canvas().into_svg();
        let lines: Vec<&str> = svg.lines().collect();
        assert!(lines[0].starts_with("<svg ") && lines[0].contains("viewBox=\"0 0 40 20\""));
        assert_eq!(
            lines[1..],
            [
                "<rect width=\"40\" height=\"20\" fill=\"#000000\"/>",
                "<circle cx=\"5\" cy=\"5\" r=\"4\" fill=\"#ff0000\"/>",
                "<path d=\"M12 5L30.33 5\" stroke=\"#ff0000\" stroke-width=\"4\"/>",
                "<polygon points=\"0,12 8,12 8,20 0,20\" fill=\"#ff0000\"/>",
                "</svg>"
            ]
        );
    }
}
