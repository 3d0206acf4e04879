//! Draws Futoshiki boards in many looks, with the truth known. It shares nothing with the reader.

use image::{Rgb, RgbImage};

use super::font::{COLUMNS, ROWS, is_set};
use flowbot::geometry::Cell;
use flowbot::puzzle::futoshiki::Puzzle;
use flowbot::random::Random;

/// How a board is drawn.
#[derive(Clone, Debug)]
pub struct Look {
    /// Pixels of a box, with its border, and of a gap.
    pub sides: [i32; 2],
    /// Pixels of a border.
    pub border: i32,
    /// The page, the inside of boxes, borders, digits and signs.
    pub colours: [Rgb<u8>; 4],
    /// Whether signs are filled triangles.
    pub is_filled: bool,
    /// Where the board lies.
    pub corner: [i32; 2],
}

impl Look {
    /// Any look, dark or light.
    pub fn any(random: &mut Random) -> Self {
        let side = random.whole(34..90) as i32;
        let is_dark = random.chance(0.4);
        let mut shade = |from: usize, to: usize| {
            let level = random.whole(from..to) as u8;
            let level = if is_dark { 255 - level } else { level };
            Rgb([level, level.saturating_sub(6), level.saturating_add(4)])
        };
        let colours = [
            shade(215, 255),
            shade(225, 255),
            shade(60, 150),
            shade(0, 60),
        ];
        Self {
            sides: [side, side * random.whole(30..80) as i32 / 100],
            border: random.whole(1..4) as i32,
            colours,
            is_filled: random.chance(0.4),
            corner: [random.whole(10..80) as i32, random.whole(10..80) as i32],
        }
    }

    /// A picture of a board.
    pub fn draw(&self, puzzle: &Puzzle) -> RgbImage {
        let ([side, gap], size) = (self.sides, i32::from(puzzle.size()));
        let length = size * (side + gap);
        let (width, height) = (self.corner[0] + length + 40, self.corner[1] + length + 20);
        let mut picture = RgbImage::from_pixel(width as u32, height as u32, self.colours[0]);
        for index in 0..(size * size) as usize {
            let cell = Cell::from_index(index, size as u16);
            let [x, y] = [cell.col, cell.row].map(|at| i32::from(at) * (side + gap));
            let (x, y) = (x + self.corner[0], y + self.corner[1]);
            fill(&mut picture, [x, y, side, side], self.colours[2]);
            let inner = side - 2 * self.border;
            let inside = [x + self.border, y + self.border, inner, inner];
            fill(&mut picture, inside, self.colours[1]);
            if let Some(digit) = puzzle.givens()[index] {
                self.digit(&mut picture, [x, y], digit);
            }
            let middle = [x + side / 2, y + side / 2];
            for (right, down) in [(1, 0), (0, 1)] {
                let other = Cell::new(cell.row + down, cell.col + right);
                let on_board = i32::from(other.row.max(other.col)) < size;
                if let Some(order) = puzzle.sign(cell, other).filter(|_| on_board) {
                    let away = (side + gap) / 2;
                    let at = [
                        middle[0] + i32::from(right) * away,
                        middle[1] + i32::from(down) * away,
                    ];
                    self.sign(&mut picture, at, right == 1, order.is_lt());
                }
            }
        }
        picture
    }

    fn digit(&self, picture: &mut RgbImage, [x, y]: [i32; 2], digit: u8) {
        let side = self.sides[0];
        let dot = (side * 6 / 10 / i32::from(ROWS)).max(2);
        let left = x + (side - dot * i32::from(COLUMNS)) / 2;
        let top = y + (side - dot * i32::from(ROWS)) / 2;
        for (column, row) in (0..COLUMNS).flat_map(|c| (0..ROWS).map(move |r| (c, r))) {
            if is_set(char::from(b'0' + digit), column, row) {
                let place = [
                    left + dot * i32::from(column),
                    top + dot * i32::from(row),
                    dot,
                    dot,
                ];
                fill(picture, place, self.colours[3]);
            }
        }
    }

    /// A chevron or a triangle whose tip is on the side of the smaller digit.
    fn sign(&self, picture: &mut RgbImage, at: [i32; 2], is_across: bool, is_less: bool) {
        let [side, gap] = self.sides;
        let (half, reach) = (side / 4, (gap / 2 - 3).min(side / 6).max(2));
        let thick = (side / 16).max(2);
        for along in -reach..=reach {
            let open = half * (along + reach) / (2 * reach);
            let along = if is_less { along } else { -along };
            for across in -open..=open {
                if self.is_filled || across.abs() > open - thick {
                    let (x, y) = if is_across {
                        (along, across)
                    } else {
                        (across, along)
                    };
                    fill(picture, [at[0] + x, at[1] + y, 1, 1], self.colours[3]);
                }
            }
        }
    }
}

fn fill(picture: &mut RgbImage, [x, y, width, height]: [i32; 4], colour: Rgb<u8>) {
    for (x, y) in (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y))) {
        if let Some(pixel) = picture.get_pixel_mut_checked(x as u32, y as u32) {
            *pixel = colour;
        }
    }
}
