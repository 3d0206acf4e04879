//! A pretended Futoshiki: a click selects a cell, and a key, a button or more clicks enter a digit.

use std::collections::VecDeque;
use std::time::Duration;

use image::{Pixel as _, Rgb, RgbImage};

use crate::geometry::Cell;
use crate::puzzle::futoshiki::{Digit, Puzzle, Solution, symbol, verify};
use crate::render::font::{COLUMNS, ROWS, is_set};

/// How long it takes to show the next board.
const NEXT_LEVEL: Duration = Duration::from_millis(400);

/// Where the board lies in the window, the side of a box, and the gap between two, in points.
const CORNER: u32 = 20;
const SIDE: u32 = 34;
const GAP: u32 = 18;
/// A dot of a digit.
const DOT: u32 = 3;
/// The side of a button of the pad, and how far the next one is: larger than boxes, which may not take it for one more row.
const BUTTON: u32 = 44;
const BUTTON_STEP: u32 = 52;

const GROUND: Rgb<u8> = Rgb([213; 3]);
const BORDER: Rgb<u8> = Rgb([110; 3]);
const SELECTED: Rgb<u8> = Rgb([255; 3]);
const LIT: Rgb<u8> = Rgb([140, 220, 140]);
const INK: Rgb<u8> = Rgb([0; 3]);
const ENTERED: Rgb<u8> = Rgb([0, 110, 0]);

/// What is left of the light of a page that goes dark.
const DARK: f32 = 0.4;
/// The width and height of the button that is still in the light.
const OK_SIZE: [u32; 2] = [120, 40];

/// What enters a digit in a pretended Futoshiki.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TakesDigits {
    /// A key, in the cell that was clicked last.
    #[default]
    Keys,
    /// A button of its pad, in the cell that was clicked last.
    Pad,
    /// A button of the pad that a click on a cell opens over the board, in that cell. The pad closes then, and by a click beside it.
    PopUp,
    /// A click on a cell, after a button, which is let go of by a second click on it.
    PadFirst,
    /// Clicks on the cell, which count up; it is empty again after the last digit.
    Clicks,
    /// Nothing, though it has a pad.
    Nothing,
}

/// How a pretended Futoshiki behaves; without anything it takes every digit by its key.
#[derive(Clone, Copy, Debug, Default)]
pub struct EntryBehaviour {
    /// What enters a digit.
    pub takes: TakesDigits,
    /// The button of the highest digit is missing.
    pub lacks_button: bool,
    /// The press of this number is lost, from 1.
    pub loses_press: Option<usize>,
    /// A key that is held for less than this is not noticed.
    pub frame: Duration,
    /// The key of this number is lost, from 1.
    pub loses_key: Option<usize>,
    /// The key of this number enters another digit.
    pub garbles_key: Option<usize>,
    /// The digit that was entered first is taken back with this key.
    pub forgets_at: Option<usize>,
    /// With this key a badge comes over the lower half of the digit that was entered first.
    pub badge_at: Option<usize>,
    /// The lowest digit is chosen from the first, where a button comes before its cell. A digit that stands in the row or column
    /// already is not taken: the game shows a message.
    pub refuses: bool,
    /// It is not seen which digit is chosen.
    pub hides_choice: bool,
    /// The signs beside the box that was clicked are not seen.
    pub hides_signs: bool,
    /// The box in the middle lights up when the board is solved.
    pub lights_up: bool,
    /// When the board is solved, a menu of levels takes its place, with a button for each digit of the board.
    pub shows_menu: bool,
    /// The page goes dark when the board is solved, but for a button below the board that says OK and leads on: one sign is not seen there,
    /// and digits that were entered look like given ones.
    pub dims: bool,
}

/// A pretended Futoshiki, at a fixed place in its window.
pub struct FakeFutoshiki {
    levels: VecDeque<Puzzle>,
    digits: Vec<Option<Digit>>,
    selected: Option<usize>,
    /// The digit of the button that was clicked last.
    chosen: Option<Digit>,
    /// Digits that it has refused with a message.
    pub refusals: usize,
    behaviour: EntryBehaviour,
    /// Cells in the order in which digits were entered.
    entered: Vec<usize>,
    /// Keys that it was given.
    pub keys: String,
    /// Presses that it was given.
    pub presses: usize,
    /// Presses on neither a cell nor a button.
    pub strays: usize,
    /// Boards solved.
    pub solved: usize,
    solved_at: Option<Duration>,
    picture: RgbImage,
}

impl FakeFutoshiki {
    /// A game of these boards, of which there is at least one.
    pub fn new(levels: Vec<Puzzle>, behaviour: EntryBehaviour) -> Self {
        let mut game = Self {
            levels: levels.into(),
            digits: Vec::new(),
            selected: None,
            chosen: None,
            refusals: 0,
            behaviour,
            entered: Vec::new(),
            keys: String::new(),
            presses: 0,
            strays: 0,
            solved: 0,
            solved_at: None,
            picture: RgbImage::new(1, 1),
        };
        game.begin();
        game
    }

    fn level(&self) -> &Puzzle {
        self.levels.front().expect("a game has a board")
    }

    fn size(&self) -> u32 {
        u32::from(self.level().size())
    }

    fn begin(&mut self) {
        self.digits = self.level().givens().to_vec();
        self.selected = None;
        self.chosen = self.behaviour.refuses.then_some(1);
        self.entered.clear();
        self.draw();
    }

    /// A press at a place in the window.
    pub(super) fn press(&mut self, place: (f64, f64), now: Duration) {
        self.presses += 1;
        if self.behaviour.loses_press == Some(self.presses) {
            return;
        }
        if self.is_menu() {
            self.strays += 1;
            return;
        }
        if self.is_dark() {
            if is_in(place, self.ok()) {
                self.go_on();
            } else {
                self.strays += 1;
            }
            return;
        }
        match (self.button_at(place), self.cell_at(place)) {
            (Some(digit), _) => self.press_button(digit, now),
            (None, Some(cell)) => self.press_cell(cell, now),
            (None, None) => self.strays += 1,
        }
        self.draw();
    }

    fn press_cell(&mut self, cell: usize, now: Duration) {
        match self.behaviour.takes {
            TakesDigits::PopUp if self.selected.is_some() => self.selected = None,
            TakesDigits::Keys | TakesDigits::Pad | TakesDigits::PopUp => self.selected = Some(cell),
            TakesDigits::PadFirst if self.behaviour.refuses && self.would_repeat(cell) => {
                self.refusals += 1;
            }
            TakesDigits::PadFirst if self.chosen.is_some() => self.enter(cell, self.chosen, now),
            TakesDigits::Clicks => {
                let next = self.digits[cell].unwrap_or(0) + 1;
                let next = (next <= self.level().size()).then_some(next);
                self.enter(cell, next, now);
            }
            TakesDigits::PadFirst | TakesDigits::Nothing => {}
        }
    }

    /// Whether the row or column of a cell shows the chosen digit elsewhere.
    fn would_repeat(&self, cell: usize) -> bool {
        let size = self.digits.len().isqrt();
        let shares = |other: usize| other / size == cell / size || other % size == cell % size;
        let mut others = (0..self.digits.len()).filter(|&one| one != cell && shares(one));
        self.chosen.is_some() && others.any(|other| self.digits[other] == self.chosen)
    }

    fn press_button(&mut self, digit: Digit, now: Duration) {
        match (self.behaviour.takes, self.selected) {
            (TakesDigits::Pad, Some(cell)) => self.enter(cell, Some(digit), now),
            (TakesDigits::PopUp, Some(cell)) => {
                self.enter(cell, Some(digit), now);
                self.selected = None;
            }
            (TakesDigits::PadFirst, _) => {
                self.chosen = Some(digit).filter(|_| self.chosen != Some(digit));
            }
            _ => {}
        }
    }

    /// The digits that its pad has.
    fn pad(&self) -> std::ops::RangeInclusive<Digit> {
        let has_pad = match self.behaviour.takes {
            _ if self.is_menu() => true,
            TakesDigits::Keys | TakesDigits::Clicks => false,
            TakesDigits::PopUp => self.selected.is_some(),
            TakesDigits::Pad | TakesDigits::PadFirst | TakesDigits::Nothing => true,
        };
        let lacking = u8::from(self.behaviour.lacks_button);
        1..=if has_pad {
            self.level().size() - lacking
        } else {
            0
        }
    }

    /// Where a button of its pad lies: below the board, or in two rows over it.
    fn button(&self, digit: Digit) -> [u32; 2] {
        let at = u32::from(digit) - 1;
        let top = CORNER + self.size() * (SIDE + GAP);
        if self.behaviour.takes == TakesDigits::PopUp || self.is_menu() {
            let row = self.size().div_ceil(2);
            let [col, row] = [at % row, at / row];
            return [col, row].map(|at| CORNER + SIDE + at * BUTTON_STEP);
        }
        [CORNER + at * BUTTON_STEP, top]
    }

    fn button_at(&self, place: (f64, f64)) -> Option<Digit> {
        self.pad().find(|&digit| {
            let [left, top] = self.button(digit);
            is_in(place, [left, top, BUTTON, BUTTON])
        })
    }

    /// Where the button lies that leads on from a dark page.
    fn ok(&self) -> [u32; 4] {
        let [width, height] = OK_SIZE;
        [CORNER, CORNER + self.size() * (SIDE + GAP), width, height]
    }

    fn is_menu(&self) -> bool {
        self.behaviour.shows_menu && self.solved_at.is_some()
    }

    fn is_dark(&self) -> bool {
        self.behaviour.dims && self.solved_at.is_some()
    }

    fn cell_at(&self, (x, y): (f64, f64)) -> Option<usize> {
        let place = |at: f64| {
            let inside = at - f64::from(CORNER);
            let step = f64::from(SIDE + GAP);
            let is_in_box = inside >= 0.0 && inside % step < f64::from(SIDE);
            is_in_box.then_some((inside / step) as u32)
        };
        let cell = place(x).zip(place(y));
        let cell = cell.filter(|(col, row)| col.max(row) < &self.size());
        cell.map(|(col, row)| (row * self.size() + col) as usize)
    }

    /// A key.
    pub(super) fn key(&mut self, key: char, held: Duration, now: Duration) {
        self.keys.push(key);
        let number = self.keys.len();
        let digit = (1..=self.level().size()).find(|digit| symbol(*digit) == key);
        let (Some(index), Some(digit)) = (self.selected, digit) else {
            return;
        };
        let is_deaf = self.behaviour.takes != TakesDigits::Keys;
        let is_missed = held < self.behaviour.frame;
        if is_deaf || is_missed || self.behaviour.loses_key == Some(number) {
            return;
        }
        if self.behaviour.forgets_at == Some(number)
            && let Some(&first) = self.entered.first()
        {
            self.digits[first] = None;
        }
        let is_garbled = self.behaviour.garbles_key == Some(number);
        let other = digit % self.level().size() + 1;
        self.enter(index, Some(if is_garbled { other } else { digit }), now);
        self.draw();
    }

    /// Puts a digit into a cell, or nothing.
    fn enter(&mut self, index: usize, digit: Option<Digit>, now: Duration) {
        if self.level().givens()[index].is_some() || self.solved_at.is_some() {
            return;
        }
        self.digits[index] = digit;
        self.entered.push(index);
        let all: Option<Vec<Digit>> = self.digits.iter().copied().collect();
        let is_solved = |digits| verify(self.level(), &Solution { digits }).is_ok();
        if all.is_some_and(is_solved) {
            self.solved += 1;
            self.solved_at = Some(now);
        }
    }

    /// Lets time pass; says whether anything changed.
    pub(super) fn tick(&mut self, now: Duration) -> bool {
        let is_due = self.solved_at.is_some_and(|at| now >= at + NEXT_LEVEL);
        is_due && !self.is_dark() && !self.is_menu() && self.go_on()
    }

    /// Begins the next level, if there is one.
    fn go_on(&mut self) -> bool {
        let has_next = self.levels.len() > 1;
        if has_next {
            self.levels.pop_front();
            self.solved_at = None;
            self.begin();
        }
        has_next
    }

    /// The colour at a place in the window.
    pub(super) fn paint(&self, x: f64, y: f64) -> Rgb<u8> {
        let pixel = self.picture.get_pixel_checked(x as u32, y as u32);
        pixel.copied().unwrap_or(GROUND)
    }

    fn draw(&mut self) {
        let length = 2 * CORNER + BUTTON + self.size() * (SIDE + GAP);
        let mut picture = RgbImage::from_pixel(length, length, GROUND);
        let size = self.size() as u16;
        if self.is_menu() {
            self.draw_pad(&mut picture);
            self.picture = picture;
            return;
        }
        for (index, digit) in self.digits.iter().enumerate() {
            let cell = Cell::from_index(index, size);
            let [x, y] = [cell.col, cell.row].map(|at| CORNER + u32::from(at) * (SIDE + GAP));
            fill(&mut picture, [x, y, SIDE, SIDE], BORDER);
            let is_selected = self.selected == Some(index);
            let is_middle = index == self.digits.len() / 2;
            let is_lit = self.behaviour.lights_up && self.solved_at.is_some() && is_middle;
            let inside = match (is_lit, is_selected) {
                (true, _) => LIT,
                (false, true) => SELECTED,
                (false, false) => GROUND,
            };
            fill(&mut picture, [x + 1, y + 1, SIDE - 2, SIDE - 2], inside);
            let is_given = self.level().givens()[index].is_some();
            let is_like_given = is_given || self.behaviour.dims;
            let ink = if is_like_given { INK } else { ENTERED };
            if let Some(digit) = digit {
                draw_digit(&mut picture, (x, y, SIDE), (*digit, ink));
            }
            let badge_at = self.behaviour.badge_at;
            let has_badge = badge_at.is_some_and(|number| self.keys.len() >= number);
            if has_badge && self.entered.first() == Some(&index) {
                let half = SIDE / 2;
                fill(&mut picture, [x + 1, y + half, SIDE - 2, half - 1], LIT);
            }
        }
        let hidden = usize::from(self.is_dark());
        for sign in self.level().inequalities().iter().skip(hidden) {
            let selected = self.selected.filter(|_| self.behaviour.hides_signs);
            let selected = selected.map(|index| Cell::from_index(index, size));
            if [sign.smaller, sign.larger].map(Some).contains(&selected) {
                continue;
            }
            draw_sign(&mut picture, sign.smaller, sign.larger);
        }
        self.draw_pad(&mut picture);
        if self.is_dark() {
            for pixel in picture.pixels_mut() {
                pixel.apply(|channel| (f32::from(channel) * DARK) as u8);
            }
            let [x, y, width, height] = self.ok();
            fill(&mut picture, [x, y, width, height], SELECTED);
            for (at, letter) in (0..).zip(['O', 'K']) {
                let left = x + height + at * DOT * u32::from(COLUMNS + 1);
                draw_character(&mut picture, (left, y, height), (letter, INK));
            }
        }
        self.picture = picture;
    }

    fn draw_pad(&self, picture: &mut RgbImage) {
        let spare = BUTTON_STEP - BUTTON;
        for [x, y] in self.pad().map(|digit| self.button(digit)) {
            let side = BUTTON + 2 * spare;
            fill(picture, [x - spare, y - spare, side, side], GROUND);
        }
        for digit in self.pad() {
            let [x, y] = self.button(digit);
            fill(picture, [x, y, BUTTON, BUTTON], BORDER);
            let is_lit = self.chosen == Some(digit) && !self.behaviour.hides_choice;
            let inside = if is_lit { SELECTED } else { GROUND };
            fill(picture, [x + 1, y + 1, BUTTON - 2, BUTTON - 2], inside);
            draw_digit(picture, (x, y, BUTTON), (digit, INK));
        }
    }
}

/// Whether a place lies in a rectangle: left, top, width, height.
fn is_in((x, y): (f64, f64), [left, top, width, height]: [u32; 4]) -> bool {
    let is_between =
        |from: u32, length: u32, at: f64| (f64::from(from)..f64::from(from + length)).contains(&at);
    is_between(left, width, x) && is_between(top, height, y)
}

/// A digit in the middle of a square.
fn draw_digit(picture: &mut RgbImage, square: (u32, u32, u32), (digit, ink): (Digit, Rgb<u8>)) {
    draw_character(picture, square, (symbol(digit), ink));
}

/// A letter or digit in the middle of a square.
fn draw_character(
    picture: &mut RgbImage,
    (x, y, side): (u32, u32, u32),
    (character, ink): (char, Rgb<u8>),
) {
    let left = x + (side - DOT * u32::from(COLUMNS)) / 2;
    let top = y + (side - DOT * u32::from(ROWS)) / 2;
    for (column, row) in (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row))) {
        if is_set(character, column, row) {
            let (right, down) = (DOT * u32::from(column), DOT * u32::from(row));
            fill(picture, [left + right, top + down, DOT, DOT], ink);
        }
    }
}

/// A triangle in the gap between two neighbours, with its tip at the smaller one.
fn draw_sign(picture: &mut RgbImage, smaller: Cell, larger: Cell) {
    let middle =
        |at: u16| f64::from(CORNER) + f64::from(at) * f64::from(SIDE + GAP) + f64::from(SIDE) / 2.0;
    let [from, to] = [smaller, larger].map(|cell| (middle(cell.col), middle(cell.row)));
    let step = f64::from(SIDE + GAP);
    let (right, down) = ((to.0 - from.0) / step, (to.1 - from.1) / step);
    let (x, y) = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let reach = 6;
    for along in -reach..=reach {
        let open = (along + reach) * 2 / 3;
        for across in -open..=open {
            let (along, across) = (f64::from(along), f64::from(across));
            let (x, y) = (
                x + along * right + across * down,
                y + along * down + across * right,
            );
            fill(picture, [x as u32, y as u32, 1, 1], INK);
        }
    }
}

fn fill(picture: &mut RgbImage, [x, y, width, height]: [u32; 4], colour: Rgb<u8>) {
    for (x, y) in (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y))) {
        picture.put_pixel(x, y, colour);
    }
}
