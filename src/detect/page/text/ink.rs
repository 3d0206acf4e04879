//! Turns a line of text in a picture into ink: 20 rows of values from 0, the ground, to 1, the text, whatever the colours.

use image::imageops::{FilterType, crop_imm, resize};
use image::{ImageBuffer, Luma, Rgb, RgbImage};

use crate::geometry::PixelRect;

/// Rows of the ink.
pub const ROWS: usize = 20;

/// At most so many columns are read: the longest phrase that matters is shorter.
pub const MOST_COLUMNS: usize = 400;

/// What lies around the text, as a share of its height: its ground is seen there.
const MARGIN: f64 = 0.1;

/// The farthest this share of the pixels sets what counts as text.
const BRIGHTEST: f64 = 0.03;

/// Text is at least so far from its ground, in steps of 0 to 255 of one channel.
const LEAST_CONTRAST: f32 = 24.0;

/// A pixel belongs to the text from this share of its contrast on.
const IS_TEXT: f32 = 0.5;

/// Two colours of one text, say of its outline and what it surrounds, are so far apart, as a share of its contrast.
const TWO_COLOURS: f32 = 0.6;

/// Text that goes on covers this share of the first or last column.
const CUT: f32 = 0.4;

/// How often the two colours are looked for again.
const ROUNDS: usize = 4;

/// A line of text, as the network sees it.
#[derive(Clone)]
pub struct Ink {
    /// Columns, an even number.
    pub width: usize,
    /// By row and column, 0 to 1.
    pub values: Vec<f32>,
}

impl Ink {
    /// Whether something stands at its left or right edge: the text goes on there.
    pub fn is_cut(&self) -> bool {
        let column = |col: usize| (0..ROWS).map(move |row| self.values[row * self.width + col]);
        let is_full = |col: usize| column(col).sum::<f32>() > ROWS as f32 * CUT;
        is_full(0) || is_full(self.width - 1)
    }
}

/// One way to see what is written.
pub struct View {
    /// What is seen.
    pub ink: Ink,
    /// The one colour that is looked at; `None` for all that is not ground.
    pub colour: Option<[f32; 3]>,
}

/// The ways to see what is written in `rect`: all that is not ground; and, where that has two colours, each of them.
/// Empty where hardly anything stands out.
pub fn views(picture: &RgbImage, rect: PixelRect) -> Vec<View> {
    let Some(part) = Part::of(picture, rect) else {
        return Vec::new();
    };
    let mut views = vec![View {
        ink: part.ink(&part.off),
        colour: None,
    }];
    for colour in part.two_colours().into_iter().flatten() {
        let near = |(pixel, off): (&Rgb<u8>, &f32)| {
            let near = 1.0 - distance(pixel, colour) / (part.contrast * TWO_COLOURS);
            near.clamp(0.0, 1.0).min(*off)
        };
        let values: Vec<f32> = part.picture.pixels().zip(&part.off).map(near).collect();
        views.push(View {
            ink: part.ink(&values),
            colour: Some(colour),
        });
    }
    views
}

/// A line of text with its margin.
struct Part {
    picture: RgbImage,
    /// By pixel: how far from the ground, 0 to 1.
    off: Vec<f32>,
    contrast: f32,
}

impl Part {
    fn of(picture: &RgbImage, rect: PixelRect) -> Option<Self> {
        let margin = (f64::from(rect.height) * MARGIN).ceil().max(1.0) as u32;
        let (left, top) = (rect.x.saturating_sub(margin), rect.y.saturating_sub(margin));
        let right = (rect.x + rect.width + margin).min(picture.width());
        let bottom = (rect.y + rect.height + margin).min(picture.height());
        let (width, height) = (right.checked_sub(left)?, bottom.checked_sub(top)?);
        if width < 3 || height < 3 {
            return None;
        }
        let picture = crop_imm(picture, left, top, width, height).to_image();
        let [upper, lower] = [0, height - 1].map(|row| ground(&picture, row));
        let mut off: Vec<f32> = Vec::with_capacity((width * height) as usize);
        for (x, y, pixel) in picture.enumerate_pixels() {
            let share = y as f32 / (height - 1) as f32;
            let (upper, lower) = (upper[x as usize], lower[x as usize]);
            let colour = [0, 1, 2].map(|at| upper[at] + (lower[at] - upper[at]) * share);
            off.push(distance(pixel, colour));
        }
        let mut sorted = off.clone();
        sorted.sort_unstable_by(|a, b| b.total_cmp(a));
        let contrast = sorted[(sorted.len() as f64 * BRIGHTEST) as usize];
        off.iter_mut()
            .for_each(|off| *off = (*off / contrast).min(1.0));
        (contrast >= LEAST_CONTRAST).then_some(Self {
            picture,
            off,
            contrast,
        })
    }

    /// The two colours of the text, if there are two.
    fn two_colours(&self) -> Option<[[f32; 3]; 2]> {
        let pixels = self.picture.pixels().zip(&self.off);
        let text: Vec<[f32; 3]> = pixels
            .filter(|(_, off)| **off >= IS_TEXT)
            .map(|(pixel, _)| pixel.0.map(f32::from))
            .collect();
        let far = |from: [f32; 3]| {
            let distance = |one: &[f32; 3]| between(*one, from);
            text.iter()
                .copied()
                .max_by(|a, b| distance(a).total_cmp(&distance(b)))
        };
        let first = far(*text.first()?)?;
        let mut colours = [first, far(first)?];
        for _ in 0..ROUNDS {
            let mut sums = [([0.0f32; 3], 0.0f32); 2];
            for one in &text {
                let nearer = usize::from(between(*one, colours[1]) < between(*one, colours[0]));
                let (sum, count) = &mut sums[nearer];
                sum.iter_mut()
                    .zip(one)
                    .for_each(|(sum, value)| *sum += value);
                *count += 1.0;
            }
            for (colour, (sum, count)) in colours.iter_mut().zip(sums) {
                if count > 0.0 {
                    *colour = sum.map(|sum| sum / count);
                }
            }
        }
        (between(colours[0], colours[1]) >= self.contrast * TWO_COLOURS).then_some(colours)
    }

    /// Scaled to the rows of the network.
    fn ink(&self, values: &[f32]) -> Ink {
        let (width, height) = self.picture.dimensions();
        let pixels = values.to_vec();
        let image: ImageBuffer<Luma<f32>, Vec<f32>> =
            ImageBuffer::from_raw(width, height, pixels).expect("one value for each pixel");
        let columns = f64::from(width) * ROWS as f64 / f64::from(height);
        let columns = (columns / 2.0).round().max(2.0) as usize * 2;
        let columns = columns.min(MOST_COLUMNS);
        let scaled = resize(&image, columns as u32, ROWS as u32, FilterType::Triangle);
        Ink {
            width: columns,
            values: scaled.into_raw(),
        }
    }
}

/// The ground along a row above or below the text: for each column, the middle colour of those around it.
fn ground(picture: &RgbImage, row: u32) -> Vec<[f32; 3]> {
    let (width, height) = picture.dimensions();
    let reach = height as usize * 2;
    let colours: Vec<[u8; 3]> = (0..width).map(|x| picture.get_pixel(x, row).0).collect();
    let step = (height as usize / 4).max(1);
    let middles: Vec<[f32; 3]> = (0..width as usize)
        .step_by(step)
        .map(|x| {
            let part = &colours[x.saturating_sub(reach)..(x + reach + 1).min(colours.len())];
            [0, 1, 2].map(|channel| {
                let mut values: Vec<u8> = part.iter().map(|colour| colour[channel]).collect();
                let middle = values.len() / 2;
                f32::from(*values.select_nth_unstable(middle).1)
            })
        })
        .collect();
    (0..width as usize).map(|x| middles[x / step]).collect()
}

/// How far a pixel is from a colour: the largest distance of the channels.
fn distance(pixel: &Rgb<u8>, colour: [f32; 3]) -> f32 {
    between(pixel.0.map(f32::from), colour)
}

fn between(a: [f32; 3], b: [f32; 3]) -> f32 {
    let channels = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    channels.fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: PixelRect = PixelRect {
        x: 20,
        y: 10,
        width: 30,
        height: 20,
    };

    /// Three upright strokes with an outline of one pixel, on a ground that goes from one colour to another.
    fn strokes(grounds: [[u8; 3]; 2], outline: [u8; 3], inside: [u8; 3]) -> RgbImage {
        RgbImage::from_fn(70, 40, |x, y| {
            let is_text = TEXT.contains(crate::geometry::Pixel::new(f64::from(x), f64::from(y)));
            let step = (x + 60 - TEXT.x) % 12;
            match step {
                _ if !is_text || step > 5 => {
                    let mix = |at: usize| {
                        let [a, b] = grounds.map(|ground| f64::from(ground[at]));
                        (a + (b - a) * f64::from(y) / 39.0) as u8
                    };
                    Rgb([mix(0), mix(1), mix(2)])
                }
                0 | 5 => Rgb(outline),
                _ => Rgb(inside),
            }
        })
    }

    #[test]
    fn ink_is_the_same_on_dark_light_and_shaded_ground() {
        const DARK: [u8; 3] = [10, 20, 40];
        const LIGHT: [u8; 3] = [240, 240, 220];
        let plain = views(&strokes([DARK; 2], LIGHT, LIGHT), TEXT);
        assert_eq!(plain.len(), 1);
        for (grounds, text) in [([LIGHT; 2], DARK), ([DARK, [60, 70, 90]], LIGHT)] {
            let other = views(&strokes(grounds, text, text), TEXT);
            assert_eq!(other[0].ink.width, plain[0].ink.width);
            let both = other[0].ink.values.iter().zip(&plain[0].ink.values);
            let off = both.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(off < 0.15, "{off}");
        }
    }

    #[test]
    fn text_with_an_outline_is_seen_in_three_ways() {
        let picture = strokes([[40, 160, 70]; 2], [0; 3], [255; 3]);
        let views = views(&picture, TEXT);
        let sum = |at: usize| views[at].ink.values.iter().sum::<f32>();
        assert_eq!(views.len(), 3);
        assert!(views[1..].iter().any(|one| one.colour == Some([255.0; 3])));
        assert!(sum(1) < sum(0) && sum(2) < sum(0));
    }

    #[test]
    fn what_is_flat_or_goes_on_beyond_the_rectangle_is_told() {
        assert!(views(&RgbImage::from_pixel(70, 40, Rgb([90; 3])), TEXT).is_empty());
        let picture = strokes([[0; 3]; 2], [255; 3], [255; 3]);
        let is_cut = |rect| views(&picture, rect)[0].ink.is_cut();
        assert!(!is_cut(TEXT));
        let cut = PixelRect {
            x: TEXT.x + 3,
            width: TEXT.width - 3,
            ..TEXT
        };
        assert!(is_cut(cut));
    }
}
