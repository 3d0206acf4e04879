//! A desktop around a picture, as a window with the game stands on it.
//!
//! ```text
//!   ┌──────────────────────────┐   wallpaper: two colours, one running into the other
//!   │ ▣  ▣      ┌───────────┐  │   icons in a row, other windows, round and square buttons
//!   │    ┌────┐ │▬▬▬▬▬▬ ○ ○ │  │   the picture, under the title bar of its window
//!   │ ▣  │    │ │  picture  │  │
//!   │    └────┘ └───────────┘  │
//!   │▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁│   task bar
//!   └──────────────────────────┘
//! ```

use image::{Rgb, RgbImage, imageops};

use super::Distorted;
use crate::geometry::{Pixel, Projection};
use crate::pipeline::Rgb as Colour;
use crate::random::Random;
use crate::render::canvas::{Canvas, mix};

/// How far the sides grow, from the mildest to the strongest: the board of a phone becomes a third of a
/// desktop's width.
const GROWTH: (f64, f64) = (0.1, 1.5);
/// Heights of a title bar and of a task bar in pixels.
const TITLE_BAR: f64 = 32.0;
const TASK_BAR: f64 = 40.0;

/// The picture somewhere on a larger desktop; the desktop grows and fills with the strength, 0 to 1.
pub fn on_desktop(picture: &RgbImage, strength: f64, random: &mut Random) -> Distorted {
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let growth = GROWTH.0 + (GROWTH.1 - GROWTH.0) * strength;
    // Desktops are wider than high.
    let right = (width * growth).max(height * growth / 2.0);
    let below = (height * growth / 2.0).max(TITLE_BAR + TASK_BAR);
    let (wide, high) = ((width + right).ceil(), (height + below).ceil());
    let left = (right * random.real(0.0..1.0)).floor();
    let top = TITLE_BAR + ((below - TITLE_BAR - TASK_BAR) * random.real(0.0..1.0)).floor();

    let mut desktop = wallpaper(wide as u32, high as u32, random);
    let mut canvas = Canvas::new(desktop.width(), desktop.height(), Colour([0; 3]));
    clutter(&mut canvas, wide, high, strength, random);
    bar(&mut canvas, (0.0, high - TASK_BAR, wide, TASK_BAR), random);
    let title_bar = (left, top - TITLE_BAR, width, TITLE_BAR);
    bar(&mut canvas, title_bar, random);
    canvas.paint(&mut desktop);
    imageops::replace(&mut desktop, picture, left as i64, top as i64);
    Distorted {
        picture: desktop,
        places: Projection::axis_aligned(left, top, 1.0, 1.0),
    }
}

fn any_colour(random: &mut Random) -> Colour {
    Colour([(); 3].map(|()| random.below(256) as u8))
}

fn wallpaper(width: u32, height: u32, random: &mut Random) -> RgbImage {
    let (from, to) = (any_colour(random), any_colour(random));
    let is_flat = random.chance(0.3);
    let mut picture = RgbImage::new(width, height);
    for (y, row) in picture.enumerate_rows_mut() {
        let share = if is_flat {
            0.0
        } else {
            f64::from(y) / f64::from(height)
        };
        let colour = Rgb(mix(from, to, share).0);
        row.for_each(|(_, _, pixel)| *pixel = colour);
    }
    picture
}

/// Other windows, a column of icons, and buttons anywhere.
fn clutter(canvas: &mut Canvas, width: f64, height: f64, strength: f64, random: &mut Random) {
    for _ in 0..(3.0 * strength).round() as usize {
        let (wide, high) = (
            width * random.real(0.1..0.5),
            height * random.real(0.1..0.6),
        );
        let (x, y) = (
            random.real(0.0..width - wide),
            random.real(0.0..height - high),
        );
        rectangle(canvas, (x, y, wide, high), any_colour(random));
        bar(canvas, (x, y, wide, TITLE_BAR), random);
    }
    for place in 0..(10.0 * strength) as usize {
        let y = 12.0 + 84.0 * place as f64;
        rectangle(canvas, (16.0, y, 48.0, 48.0), any_colour(random));
    }
    for _ in 0..(12.0 * strength) as usize {
        let middle = Pixel::new(random.real(0.0..width), random.real(0.0..height));
        canvas.disc(middle, random.real(8.0..40.0), any_colour(random));
    }
}

/// A title bar or a task bar, with its buttons at the right end.
fn bar(canvas: &mut Canvas, place: (f64, f64, f64, f64), random: &mut Random) {
    let (x, y, width, height) = place;
    let grey = *random.pick(&[30, 60, 200, 235]);
    rectangle(canvas, place, Colour([grey; 3]));
    for button in 1..=3 {
        let middle = Pixel::new(x + width - f64::from(button) * height, y + height / 2.0);
        if middle.x > x + height {
            canvas.disc(middle, height / 4.0, any_colour(random));
        }
    }
}

fn rectangle(canvas: &mut Canvas, place: (f64, f64, f64, f64), colour: Colour) {
    let (x, y, width, height) = place;
    let (right, bottom) = (x + width, y + height);
    let corners = [(x, y), (right, y), (right, bottom), (x, bottom)];
    canvas.polygon(&corners.map(|(x, y)| Pixel::new(x, y)), colour);
}
