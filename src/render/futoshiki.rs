//! A board of Futoshiki: boxes with digits, signs in the gaps between them.

use image::RgbImage;

use super::canvas::Canvas;
use super::font;
use crate::geometry::{Cell, Pixel};
use crate::pipeline::Rgb;
use crate::puzzle::futoshiki::{Inequality, Puzzle, symbol};

const GROUND: Rgb = Rgb([255; 3]);
const INK: Rgb = Rgb([40, 40, 40]);
const MARK: Rgb = Rgb([220, 60, 30]);

/// In pixels: from box to box, and the side of a box.
const PITCH: f64 = 64.0;
const BOX: f64 = 44.0;
const LINE: f64 = 2.0;
const MARK_WIDTH: f64 = 5.0;
/// The pitch of the dots of a digit.
const DOT: f64 = 4.0;
/// Half the opening of a sign, and half its length.
const SIGN: [f64; 2] = [7.0, 4.0];

/// Draws a board with its digits; the boxes of `marked` cells have a frame.
pub fn draw_futoshiki(puzzle: &Puzzle, marked: &[Cell]) -> RgbImage {
    let size = u16::from(puzzle.size());
    let side = (f64::from(size) * PITCH) as u32;
    let mut canvas = Canvas::new(side, side, GROUND);
    for (number, digit) in puzzle.givens().iter().enumerate() {
        let cell = Cell::from_index(number, size);
        frame(&mut canvas, cell, LINE, INK);
        if let Some(digit) = digit {
            write(&mut canvas, centre(cell), symbol(*digit));
        }
    }
    for sign in puzzle.inequalities() {
        chevron(&mut canvas, *sign);
    }
    for &cell in marked {
        frame(&mut canvas, cell, MARK_WIDTH, MARK);
    }
    canvas.into_picture()
}

fn centre(cell: Cell) -> Pixel {
    let middle = |place: u16| (f64::from(place) + 0.5) * PITCH;
    Pixel::new(middle(cell.col), middle(cell.row))
}

fn frame(canvas: &mut Canvas, cell: Cell, width: f64, colour: Rgb) {
    let (middle, half) = (centre(cell), BOX / 2.0);
    let corner =
        |(right, down): (f64, f64)| Pixel::new(middle.x + right * half, middle.y + down * half);
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(corner);
    for (number, &one) in corners.iter().enumerate() {
        canvas.line(&[one, corners[(number + 1) % 4]], width, colour);
    }
}

/// A character in dots, around its middle.
fn write(canvas: &mut Canvas, middle: Pixel, character: char) {
    let dots = (0..font::ROWS).flat_map(|row| (0..font::COLUMNS).map(move |column| (column, row)));
    for (column, row) in dots.filter(|&(column, row)| font::is_set(character, column, row)) {
        let off = |place: u8, count: u8| (f64::from(place) - f64::from(count - 1) / 2.0) * DOT;
        let at = Pixel::new(
            middle.x + off(column, font::COLUMNS),
            middle.y + off(row, font::ROWS),
        );
        canvas.disc(at, 0.6 * DOT, INK);
    }
}

/// A sign: its tip points to the cell with the smaller digit.
fn chevron(canvas: &mut Canvas, sign: Inequality) {
    let (smaller, larger) = (centre(sign.smaller), centre(sign.larger));
    let middle = Pixel::new((smaller.x + larger.x) / 2.0, (smaller.y + larger.y) / 2.0);
    let towards = (
        (smaller.x - larger.x) / PITCH,
        (smaller.y - larger.y) / PITCH,
    );
    let [open, along] = SIGN;
    let at = |ahead: f64, across: f64| {
        Pixel::new(
            middle.x + towards.0 * ahead - towards.1 * across,
            middle.y + towards.1 * ahead + towards.0 * across,
        )
    };
    for across in [-open, open] {
        canvas.line(&[at(along, 0.0), at(-along, across)], LINE, INK);
    }
}
