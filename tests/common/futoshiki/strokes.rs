//! Digits and signs as lines, drawn with a pen that may be broader one way than the other. It shares nothing with the reader.

use flowbot::random::Random;
use image::{Rgb, RgbImage};

/// A place in a letter: 0 to 1 to the right and down.
type Place = [f64; 2];
/// Places that a pen goes through.
type Line = Vec<Place>;

/// How digits are written: a font of its own for each.
#[derive(Clone, Debug)]
pub struct Font {
    /// Height of a digit, in boxes, and its width against that.
    pub height: f64,
    pub width: f64,
    /// Breadth of the pen to the right and down, in heights.
    pub pen: [f64; 2],
    /// How far the top leans to the right, in heights.
    pub slant: f64,
    /// By shape, which of its forms.
    forms: [usize; 10],
}

impl Font {
    pub fn any(random: &mut Random) -> Self {
        let broad = random.real(0.09..0.2);
        Self {
            height: random.real(0.42..0.72),
            width: random.real(0.5..0.68),
            pen: [broad, broad * random.real(0.45..1.05)],
            slant: if random.chance(0.25) {
                random.real(0.0..0.2)
            } else {
                0.0
            },
            forms: [(); 10].map(|()| random.below(6)),
        }
    }

    /// The lines of a digit from 1 to 9, in the square.
    fn lines(&self, digit: u8) -> Vec<Line> {
        let form = self.forms[usize::from(digit)];
        match digit {
            1 => one(form),
            2 => two(),
            3 => three(form),
            4 => four(form),
            5 => five(),
            6 => six(form),
            7 => seven(form),
            8 => vec![
                ring([0.5, 0.26], [0.4, 0.26]),
                ring([0.5, 0.75], [0.48, 0.25]),
            ],
            _ => {
                let six = six(self.forms[6]).into_iter();
                let turned =
                    |line: Line| line.into_iter().map(|[x, y]| [1.0 - x, 1.0 - y]).collect();
                six.map(turned).collect()
            }
        }
    }
}

/// A part of an ellipse, between two angles in degrees, from the right over the bottom.
fn arc(middle: Place, radii: Place, from: f64, to: f64) -> Line {
    const STEPS: usize = 16;
    let at = |step: usize| {
        let angle = (from + (to - from) * step as f64 / STEPS as f64).to_radians();
        [
            middle[0] + radii[0] * angle.cos(),
            middle[1] + radii[1] * angle.sin(),
        ]
    };
    (0..=STEPS).map(at).collect()
}

fn ring(middle: Place, radii: Place) -> Line {
    arc(middle, radii, 0.0, 360.0)
}

fn one(form: usize) -> Vec<Line> {
    let stem = vec![[0.55, 0.0], [0.55, 1.0]];
    let flag = vec![[0.2, 0.22], [0.55, 0.0]];
    let foot = vec![[0.2, 1.0], [0.9, 1.0]];
    match form {
        0 => vec![stem],
        1..4 => vec![stem, flag],
        _ => vec![stem, flag, foot],
    }
}

fn two() -> Vec<Line> {
    let mut line = arc([0.5, 0.29], [0.44, 0.29], 190.0, 395.0);
    line.extend([[0.04, 1.0], [0.96, 1.0]]);
    vec![line]
}

fn three(form: usize) -> Vec<Line> {
    let (mut upper, lower) = match form {
        0 => (
            vec![[0.06, 0.0], [0.92, 0.0], [0.42, 0.4]],
            arc([0.45, 0.69], [0.48, 0.31], 270.0, 515.0),
        ),
        _ => (
            arc([0.47, 0.25], [0.4, 0.25], 200.0, 450.0),
            arc([0.46, 0.74], [0.48, 0.26], 270.0, 520.0),
        ),
    };
    upper.extend(lower);
    vec![upper]
}

fn four(form: usize) -> Vec<Line> {
    match form {
        0 => vec![
            vec![[0.3, 0.0], [0.06, 0.62], [0.96, 0.62]],
            vec![[0.68, 0.3], [0.68, 1.0]],
        ],
        _ => vec![vec![[0.72, 1.0], [0.72, 0.0], [0.04, 0.7], [0.98, 0.7]]],
    }
}

fn five() -> Vec<Line> {
    let mut line = vec![[0.86, 0.0], [0.2, 0.0], [0.12, 0.48]];
    line.extend(arc([0.45, 0.67], [0.48, 0.33], 220.0, 515.0));
    vec![line]
}

fn six(form: usize) -> Vec<Line> {
    let bowl = ring([0.5, 0.69], [0.46, 0.31]);
    let back = match form {
        0 => vec![[0.68, 0.0], [0.09, 0.56]],
        _ => arc([0.86, 0.69], [0.82, 0.69], 180.0, 264.0),
    };
    vec![bowl, back]
}

fn seven(form: usize) -> Vec<Line> {
    let line = vec![[0.04, 0.0], [0.96, 0.0], [0.36, 1.0]];
    match form {
        0 => vec![line, vec![[0.28, 0.5], [0.84, 0.5]]],
        _ => vec![line],
    }
}

/// A picture that is drawn on.
pub struct Canvas {
    pub picture: RgbImage,
}

/// Where something is drawn: the middle and half the extent, in pixels.
#[derive(Clone, Copy)]
pub struct Frame {
    pub middle: Place,
    pub half: Place,
}

impl Frame {
    /// A place of the square that it fills.
    pub fn at(&self, [x, y]: Place) -> Place {
        [
            self.middle[0] + (2.0 * x - 1.0) * self.half[0],
            self.middle[1] + (2.0 * y - 1.0) * self.half[1],
        ]
    }
}

impl Canvas {
    /// Colours a shape that a test of places says, within a box of pixels: left, top, right, bottom. Edges are smooth.
    pub fn shape(
        &mut self,
        [left, top, right, bottom]: [f64; 4],
        colour: Rgb<u8>,
        is_in: impl Fn(Place) -> bool,
    ) {
        const FINE: usize = 4;
        let last = |at: f64, side: u32| (at.ceil().max(0.0) as u32).min(side);
        let (width, height) = self.picture.dimensions();
        for y in top.max(0.0) as u32..last(bottom, height) {
            for x in left.max(0.0) as u32..last(right, width) {
                let inside = (0..FINE * FINE).filter(|fine| {
                    let part = |index: usize| (index as f64 + 0.5) / FINE as f64;
                    is_in([
                        f64::from(x) + part(fine % FINE),
                        f64::from(y) + part(fine / FINE),
                    ])
                });
                let share = inside.count() as f64 / (FINE * FINE) as f64;
                let pixel = self.picture.get_pixel_mut(x, y);
                for (level, own) in pixel.0.iter_mut().zip(colour.0) {
                    let mixed = f64::from(*level) + (f64::from(own) - f64::from(*level)) * share;
                    *level = mixed.round() as u8;
                }
            }
        }
    }

    /// A rectangle: left, top, right, bottom.
    pub fn rectangle(&mut self, sides: [f64; 4], colour: Rgb<u8>) {
        let [left, top, right, bottom] = sides;
        let is_in = |[x, y]: Place| x >= left && x < right && y >= top && y < bottom;
        self.shape(sides, colour, is_in);
    }

    /// Lines through places in pixels, with a pen of this breadth to the right and down.
    pub fn lines(&mut self, lines: &[Line], pen: Place, colour: Rgb<u8>) {
        let [across, down] = pen.map(|breadth| breadth / 2.0);
        let places = || lines.iter().flatten();
        let range = |axis: usize, half: f64| {
            let values = places().map(|place| place[axis]);
            let ends = values.fold([f64::MAX, f64::MIN], |[low, high], it| {
                [low.min(it), high.max(it)]
            });
            [ends[0] - half - 1.0, ends[1] + half + 1.0]
        };
        let ([left, right], [top, bottom]) = (range(0, across), range(1, down));
        // Where the pen is one long both ways.
        let unit = |[x, y]: Place| [x / across, y / down];
        let is_in = |place: Place| {
            let steps = lines.iter().flat_map(|line| line.windows(2));
            steps
                .into_iter()
                .any(|step| distance(unit(place), unit(step[0]), unit(step[1])) <= 1.0)
        };
        self.shape([left, top, right, bottom], colour, is_in);
    }

    /// A digit from 1 to 9 in the middle of a box with sides of so many pixels.
    pub fn digit(&mut self, font: &Font, middle: Place, side: f64, (digit, colour): (u8, Rgb<u8>)) {
        let height = font.height * side;
        let pen = font.pen.map(|breadth| breadth * height);
        let half = [
            (font.width * height - pen[0]) / 2.0,
            (height - pen[1]) / 2.0,
        ];
        let frame = Frame { middle, half };
        let leaning = |place: Place| {
            let [x, y] = frame.at(place);
            [x + font.slant * (middle[1] - y), y]
        };
        let lines: Vec<Line> = font
            .lines(digit)
            .into_iter()
            .map(|line| line.into_iter().map(leaning).collect())
            .collect();
        self.lines(&lines, pen, colour);
    }
}

/// From a place to the nearest one between two others.
fn distance(place: Place, from: Place, to: Place) -> f64 {
    let way = [to[0] - from[0], to[1] - from[1]];
    let own = [place[0] - from[0], place[1] - from[1]];
    let length = way[0] * way[0] + way[1] * way[1];
    let share = match length > 0.0 {
        true => ((way[0] * own[0] + way[1] * own[1]) / length).clamp(0.0, 1.0),
        false => 0.0,
    };
    (own[0] - share * way[0]).hypot(own[1] - share * way[1])
}
