//! Draws Futoshiki boards in many looks, with the truth known. It shares nothing with the reader.

mod strokes;

use image::{Rgb, RgbImage};

use flowbot::geometry::{Cell, Lattice};
use flowbot::puzzle::futoshiki::Puzzle;
use flowbot::random::Random;
use strokes::{Canvas, Font, Frame};

/// The height of a pencil mark, in boxes.
const MARK: f64 = 0.3;

/// How a sign is drawn.
#[derive(Clone, Copy, Debug)]
pub enum Sign {
    /// Two lines that meet, this broad, in boxes.
    Chevron(f64),
    /// A triangle, filled.
    Filled,
    /// The outline of a triangle, this broad, in boxes.
    Outline(f64),
}

/// How boxes are told from the page.
#[derive(Clone, Copy, Debug)]
pub enum Boxes {
    /// A border, this broad, in pixels.
    Border(f64),
    /// Another shade alone, with corners rounded by this radius, in boxes.
    Tile(f64),
}

/// How a board is drawn.
#[derive(Clone, Debug)]
pub struct Look {
    /// Pixels of a box, with its border, and of a gap.
    pub sides: [f64; 2],
    /// Where the board lies.
    pub corner: [f64; 2],
    pub boxes: Boxes,
    /// The page, the inside of boxes, borders or digits that were entered, digits and signs.
    pub colours: [Rgb<u8>; 4],
    /// The colour of the digits that were entered.
    pub entered: Rgb<u8>,
    pub font: Font,
    /// How far left of the middle of a box its digit stands, in boxes: far in a text field.
    pub left: f64,
    pub sign: Sign,
    /// Half the length of a sign and half its opening, in boxes; how far it lies off the middle of the gap, in boxes.
    pub extent: [f64; 2],
    pub off: f64,
    /// How far signs that open upwards lie below the middle of their gap, and the others above it, in boxes: letters do.
    pub lean: f64,
    /// The share of the empty boxes that hold pencil marks.
    pub marked: f64,
    /// Whether all empty boxes hold all digits as pencil marks instead, in rows of three.
    pub is_all_marked: bool,
    /// Whether a row of buttons with all digits lies below.
    pub has_pad: bool,
}

/// A grey of this level from the ground on, a little tinted.
fn grey(level: usize, is_dark: bool, tint: usize) -> Rgb<u8> {
    let level = if is_dark { 255 - level } else { level } as u8;
    let low = level.saturating_sub(tint as u8);
    Rgb([level, low, level.saturating_add(tint as u8 / 2)])
}

impl Look {
    /// Any look, dark or light.
    pub fn any(random: &mut Random) -> Self {
        let side = random.whole(26..84) as f64;
        let gap = (side * random.real(0.36..0.9)).round();
        let is_dark = random.chance(0.4);
        let tint = random.below(14);
        let has_border = random.chance(0.75);
        // A tile without a border differs from the page by more.
        let page = if has_border { 215..255 } else { 150..200 };
        let mut shade = |range: std::ops::Range<usize>| grey(random.whole(range), is_dark, tint);
        let colours = [shade(page), shade(232..255), shade(20..150), shade(0..50)];
        let boxes = match has_border {
            true => Boxes::Border(random.whole(1..4) as f64),
            false => Boxes::Tile(random.real(0.0..0.16)),
        };
        let half = (gap / side / 2.0 - 0.08).min(0.24);
        let thick = random.real(0.05..0.11).max(1.6 / side);
        let sign = match random.below(4) {
            0 | 1 => Sign::Chevron(thick),
            2 => Sign::Filled,
            _ => Sign::Outline(thick.min(0.07).max(1.4 / side)),
        };
        let along = random.real(0.11..half.max(0.12));
        Self {
            sides: [side, gap],
            corner: [(); 2].map(|()| random.whole(10..80) as f64),
            boxes,
            colours,
            entered: entered(random, is_dark),
            font: Font::any(random),
            left: 0.0,
            sign,
            extent: [along, (along * random.real(0.85..1.7)).min(0.32)],
            off: random.real(-0.03..0.03),
            lean: 0.0,
            marked: if random.chance(0.2) { 0.5 } else { 0.0 },
            is_all_marked: false,
            has_pad: random.chance(0.3),
        }
    }

    /// The same on a page that spreads the boxes over all of its window, with digits and signs in small letters.
    pub fn spread(mut self, random: &mut Random) -> Self {
        self.font.height = random.real(0.16..0.3);
        let side = random.whole(56..84) as f64;
        let along = random.real(0.05..0.11);
        Self {
            sides: [side, (side * random.real(0.9..3.0)).round()],
            extent: [along, along * random.real(0.85..1.3)],
            lean: random.real(0.0..0.06),
            marked: 0.0,
            ..self
        }
    }

    /// The same with digits that end so many pixels from the left border of their boxes.
    pub fn with_digits_at_left(self, pixels: f64) -> Self {
        let broad = match self.boxes {
            Boxes::Border(broad) => broad,
            Boxes::Tile(_) => 0.0,
        };
        let half_width = self.font.height * (self.font.width + self.font.pen[0]) / 2.0;
        let left = 0.5 - half_width - (broad + pixels) / self.sides[0];
        Self { left, ..self }
    }

    /// Where the middle of a cell lies.
    fn middle(&self, cell: Cell) -> [f64; 2] {
        let [side, gap] = self.sides;
        let at = |index: u16, corner: f64| corner + f64::from(index) * (side + gap) + side / 2.0;
        [at(cell.col, self.corner[0]), at(cell.row, self.corner[1])]
    }

    /// Where the cells of a board of this size lie.
    pub fn lattice(&self, size: u16) -> Lattice {
        let [side, gap] = self.sides;
        Lattice::upright(size, size, self.middle(Cell::new(0, 0)), [side + gap; 2])
    }

    /// A picture of a board.
    pub fn draw(&self, puzzle: &Puzzle) -> RgbImage {
        self.draw_with(puzzle, &[])
    }

    /// A picture of a board, of whose digits these cells were entered, by index.
    pub fn draw_with(&self, puzzle: &Puzzle, entered: &[usize]) -> RgbImage {
        let size = u16::from(puzzle.size());
        let [side, gap] = self.sides;
        let length = f64::from(size) * (side + gap);
        let below = if self.has_pad { 2.0 * side } else { 0.0 };
        let width = self.corner[0] + length + 40.0;
        let height = self.corner[1] + length + below + 20.0;
        let picture = RgbImage::from_pixel(width as u32, height as u32, self.colours[0]);
        let mut canvas = Canvas { picture };
        for index in 0..usize::from(size * size) {
            let cell = Cell::from_index(index, size);
            self.frame(&mut canvas, self.middle(cell));
            let colour = if entered.contains(&index) {
                self.entered
            } else {
                self.colours[3]
            };
            match puzzle.givens()[index] {
                Some(digit) => {
                    let [x, y] = self.middle(cell);
                    canvas.digit(&self.font, [x - self.left * side, y], side, (digit, colour));
                }
                None if self.is_all_marked => self.all_marks(&mut canvas, self.middle(cell), size),
                None => self.marks(&mut canvas, self.middle(cell), index),
            }
            for (down, right) in [(0, 1), (1, 0)] {
                let other = Cell::new(cell.row + down, cell.col + right);
                let on_board = other.row.max(other.col) < size;
                if let Some(order) = puzzle.sign(cell, other).filter(|_| on_board) {
                    self.sign(&mut canvas, [cell, other], order.is_lt());
                }
            }
        }
        if self.has_pad {
            self.pad(&mut canvas, size);
        }
        canvas.picture
    }

    /// An empty box.
    fn frame(&self, canvas: &mut Canvas, [x, y]: [f64; 2]) {
        let half = self.sides[0] / 2.0;
        let sides = |half: f64| [x - half, y - half, x + half, y + half];
        match self.boxes {
            Boxes::Border(broad) => {
                canvas.rectangle(sides(half), self.colours[2]);
                canvas.rectangle(sides(half - broad), self.colours[1]);
            }
            Boxes::Tile(corner) => {
                let radius = corner * self.sides[0];
                let beyond =
                    |at: f64, middle: f64| ((at - middle).abs() - (half - radius)).max(0.0);
                let is_in = |place: [f64; 2]| {
                    beyond(place[0], x).hypot(beyond(place[1], y)) <= radius.max(0.01)
                };
                canvas.shape(sides(half), self.colours[1], is_in);
            }
        }
    }

    /// Two small digits at the top left, in some of the boxes.
    fn marks(&self, canvas: &mut Canvas, [x, y]: [f64; 2], index: usize) {
        if (index * 7 % 10) as f64 >= self.marked * 10.0 {
            return;
        }
        let side = self.sides[0];
        for (at, digit) in [(0.28, 1 + index % 4), (0.08, 5)] {
            let middle = [x - at * side, y - 0.3 * side];
            canvas.digit(&self.font, middle, 0.3 * side, (digit as u8, self.entered));
        }
    }

    /// All digits in rows of three.
    fn all_marks(&self, canvas: &mut Canvas, [x, y]: [f64; 2], size: u16) {
        let side = self.sides[0];
        let sized = MARK * side / self.font.height;
        for digit in 1..=size {
            let [col, row] = [(digit - 1) % 3, (digit - 1) / 3].map(f64::from);
            let middle = [x + (0.3 * col - 0.3) * side, y + (0.45 * row - 0.3) * side];
            canvas.digit(&self.font, middle, sized, (digit as u8, self.entered));
        }
    }

    /// A sign between two cells; the first one is left or above.
    fn sign(&self, canvas: &mut Canvas, [first, second]: [Cell; 2], is_less: bool) {
        let [one, other] = [first, second].map(|cell| self.middle(cell));
        let is_across = first.row == second.row;
        let side = self.sides[0];
        let [along, open] = self.extent.map(|half| half * side);
        let off = self.off * side;
        let middle = [(one[0] + other[0]) / 2.0, (one[1] + other[1]) / 2.0];
        let (middle, half) = match is_across {
            true => ([middle[0], middle[1] + off], [along, open]),
            false => {
                let lean = self.lean * side * if is_less { -1.0 } else { 1.0 };
                ([middle[0] + off, middle[1] + lean], [open, along])
            }
        };
        let frame = Frame { middle, half };
        let place = |along: f64, across: f64| {
            let along = if is_less { along } else { 1.0 - along };
            frame.at(if is_across {
                [along, across]
            } else {
                [across, along]
            })
        };
        let [top, tip, bottom] = [place(1.0, 0.0), place(0.0, 0.5), place(1.0, 1.0)];
        let colour = self.colours[3];
        match self.sign {
            Sign::Chevron(broad) => {
                canvas.lines(&[vec![top, tip, bottom]], [broad * side; 2], colour)
            }
            Sign::Outline(broad) => {
                canvas.lines(&[vec![top, tip, bottom, top]], [broad * side; 2], colour);
            }
            Sign::Filled => {
                let [left, right] = [middle[0] - half[0], middle[0] + half[0]];
                let [upper, lower] = [middle[1] - half[1], middle[1] + half[1]];
                let corners = [top, tip, bottom];
                canvas.shape([left, upper, right, lower], colour, |at| {
                    is_within(at, corners)
                });
            }
        }
    }

    /// A row of buttons with the digits.
    fn pad(&self, canvas: &mut Canvas, size: u16) {
        let [side, gap] = self.sides;
        let y = self.corner[1] + f64::from(size) * (side + gap) + side;
        for digit in 1..=size {
            let x = self.middle(Cell::new(0, digit - 1))[0];
            self.frame(canvas, [x, y]);
            canvas.digit(&self.font, [x, y], side, (digit as u8, self.colours[3]));
        }
    }
}

/// A colour for digits that were entered.
fn entered(random: &mut Random, is_dark: bool) -> Rgb<u8> {
    let colours = match is_dark {
        true => [[120, 170, 255], [130, 230, 130], [255, 200, 90]],
        false => [[20, 60, 200], [0, 120, 0], [170, 30, 30]],
    };
    Rgb(*random.pick(&colours))
}

/// Whether a place lies in a triangle.
fn is_within(at: [f64; 2], corners: [[f64; 2]; 3]) -> bool {
    let side =
        |a: [f64; 2], b: [f64; 2]| (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]);
    let sides = [0, 1, 2].map(|it| side(corners[it], corners[(it + 1) % 3]));
    sides.iter().all(|it| *it >= 0.0) || sides.iter().all(|it| *it <= 0.0)
}
