//! Glyphs as pictures show them: in any font and size or written by hand, slanted, turned, thicker or thinner, blurred, with
//! noise, cut at any level of ink.

use std::path::{Path, PathBuf};

use ab_glyph::{Font, FontVec, PxScale, point};
use anyhow::Result;
use flowbot::detect::futoshiki::network::{CLASSES, Glyph};
use flowbot::random::Random;

use crate::hand::{Writing, written};

/// The class of glyphs that are no digits.
pub const NONE: usize = CLASSES - 1;
/// Glyphs that look like no digit.
const OTHERS: &[u8] = b"ACDEFGHJKMNPQRTUVWXYacdefhkmnprtuvwxyz?!%&#@+=*<>^v/()-.";
/// The share of those that are no digits that are digits on their side or upside down.
const LYING: f64 = 0.3;
/// Digits that look like none when they are upside down.
const NOT_UPSIDE_DOWN: &[usize] = &[3, 4, 7];
/// Empty pixels around a glyph.
const MARGIN: usize = 3;

/// Fonts by package, so that a package of many fonts is not drawn more often than others.
pub struct Fonts(Vec<Vec<FontVec>>);

impl Fonts {
    /// All fonts in a folder of packages, each in a folder of its own, that have the digits.
    pub fn read(folder: &Path) -> Result<Self> {
        let mut packages = Vec::new();
        let mut folders = entries(folder)?;
        folders.sort();
        for folder in folders {
            let mut fonts = Vec::new();
            for file in files(&folder)? {
                if let Ok(font) = FontVec::try_from_vec(std::fs::read(file)?)
                    && "123456789Ax".chars().all(|c| has_ink(&font, c))
                {
                    fonts.push(font);
                }
            }
            if !fonts.is_empty() {
                packages.push(fonts);
            }
        }
        Ok(Self(packages))
    }

    /// A glyph and its class; these shares are no digits, and written by hand.
    pub fn any(&self, others: f64, by_hand: f64, random: &mut Random) -> (Glyph, usize) {
        loop {
            let is_by_hand = random.chance(by_hand);
            let (drawn, turns, class) = if !random.chance(others) {
                let digit = 1 + random.below(9);
                (Drawn::Digit(digit), 0, digit - 1)
            } else if !random.chance(LYING) {
                (Drawn::Other, 0, NONE)
            } else if random.chance(0.3) {
                (Drawn::Digit(*random.pick(NOT_UPSIDE_DOWN)), 2, NONE)
            } else {
                let digit = 1 + random.below(9);
                (Drawn::Digit(digit), *random.pick(&[1, 3]), NONE)
            };
            let cover = match is_by_hand {
                true => Some(Cover::of_writing(&written(drawn.digit(), random))),
                false => self.in_any_font(drawn, random),
            };
            let glyph = cover.and_then(|cover| shown(cover.turned(turns), random));
            if let Some(glyph) = glyph {
                return (glyph, class);
            }
        }
    }

    fn in_any_font(&self, drawn: Drawn, random: &mut Random) -> Option<Cover> {
        let package = random.pick(&self.0);
        let font = random.pick(package);
        let character = match drawn {
            Drawn::Digit(digit) => b'0' + digit as u8,
            Drawn::Other => *random.pick(OTHERS),
        };
        Cover::of(font, char::from(character), random)
    }
}

/// What a glyph shows before it is turned.
#[derive(Clone, Copy)]
enum Drawn {
    Digit(usize),
    Other,
}

impl Drawn {
    fn digit(self) -> Option<usize> {
        match self {
            Self::Digit(digit) => Some(digit),
            Self::Other => None,
        }
    }
}

fn has_ink(font: &FontVec, character: char) -> bool {
    let id = font.glyph_id(character);
    id.0 != 0 && font.outline(id).is_some()
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = folder.read_dir()?;
    entries.map(|entry| Ok(entry?.path())).collect()
}

/// The fonts below a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in entries(&folder)? {
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
                continue;
            }
            let is_font = path
                .extension()
                .is_some_and(|it| it == "ttf" || it == "otf");
            // A package may link to a font of another one.
            if is_font && path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// How much of each pixel a glyph covers, 0 to 1.
struct Cover {
    width: usize,
    height: usize,
    values: Vec<f32>,
}

impl Cover {
    fn of(font: &FontVec, character: char, random: &mut Random) -> Option<Self> {
        let size = random.real(12.0..90.0) as f32;
        let scale = PxScale {
            x: size * random.real(0.8..1.2) as f32,
            y: size,
        };
        let [x, y] = [0, 1].map(|_| random.real(0.0..1.0) as f32);
        let glyph = font
            .glyph_id(character)
            .with_scale_and_position(scale, point(x, y));
        let glyph = font.outline_glyph(glyph)?;
        let bounds = glyph.px_bounds();
        let [width, height] =
            [bounds.width(), bounds.height()].map(|side| side as usize + 2 * MARGIN);
        let mut values = vec![0.0_f32; width * height];
        glyph.draw(|x, y, share| {
            let at = (y as usize + MARGIN) * width + x as usize + MARGIN;
            if let Some(value) = values.get_mut(at) {
                *value = share;
            }
        });
        Some(Self {
            width,
            height,
            values,
        })
    }

    fn of_writing(writing: &Writing) -> Self {
        // Strokes may leave their square.
        let room = MARGIN as f64 + writing.pen + 0.2 * writing.height;
        let [width, height] =
            [writing.width, writing.height].map(|side| (side + 2.0 * room).ceil() as usize);
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let covered = |(x, y): (usize, usize)| {
            let at = [x, y].map(|it| it as f64 + 0.5 - room);
            let away = writing.lines.iter().map(|line| distance(at, *line));
            let away = away.fold(f64::INFINITY, f64::min);
            (writing.pen + 0.5 - away).clamp(0.0, 1.0) as f32
        };
        Self {
            width,
            height,
            values: places.map(covered).collect(),
        }
    }

    /// Between four pixels.
    fn at(&self, x: f64, y: f64) -> f32 {
        if x < 0.0 || y < 0.0 {
            return 0.0;
        }
        let (left, top) = (x as usize, y as usize);
        if left + 1 >= self.width || top + 1 >= self.height {
            return 0.0;
        }
        let (right, down) = ((x - left as f64) as f32, (y - top as f64) as f32);
        let pixel = |x: usize, y: usize| self.values[y * self.width + x];
        let row = |y: usize| pixel(left, y) * (1.0 - right) + pixel(left + 1, y) * right;
        row(top) * (1.0 - down) + row(top + 1) * down
    }

    /// The same, but so many quarter turns on.
    fn turned(self, turns: usize) -> Self {
        (0..turns).fold(self, |it, _| {
            let (width, height) = (it.height, it.width);
            let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let values = places.map(|(x, y)| it.values[(it.height - 1 - x) * it.width + y]);
            Self {
                width,
                height,
                values: values.collect(),
            }
        })
    }

    /// How much ink each pixel shows, as a share of what the blackest one shows.
    fn ink(&self, random: &mut Random) -> Vec<f32> {
        let (slant, turn) = (random.normal() * 0.07, random.normal() * 0.045);
        let noise = random.real(0.0..0.1);
        // Smaller letters are blurred by less.
        let spread = match random.below(3) {
            0 => random.real(0.2..1.2) * (self.height as f64 / 30.0).clamp(0.5, 2.0),
            _ => 0.0,
        };
        let weight = random.real(-0.7..0.7).exp2() as f32;
        let middle = [self.width as f64 / 2.0, self.height as f64 / 2.0];
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let value = |(x, y): (usize, usize)| {
            let (right, down) = (x as f64 - middle[0], y as f64 - middle[1]);
            let x = middle[0] + right + (slant - turn) * down;
            let y = middle[1] + down + turn * right;
            if spread == 0.0 {
                return self.at(x, y);
            }
            let around = [-1.0, 0.0, 1.0].map(|down| {
                let row =
                    [-1.0, 0.0, 1.0].map(|right| self.at(x + right * spread, y + down * spread));
                row[0] + 2.0 * row[1] + row[2]
            });
            (around[0] + 2.0 * around[1] + around[2]) / 16.0
        };
        let values: Vec<f32> = places.map(value).collect();
        let most = values.iter().copied().fold(1e-6, f32::max);
        let shown = |value: f32| match value / most {
            share if share > 0.02 => share.powf(weight) + (random.normal() * noise) as f32,
            share => share,
        };
        values.into_iter().map(shown).collect()
    }
}

/// How far a point lies from a line between two others.
fn distance([x, y]: [f64; 2], [from, to]: [[f64; 2]; 2]) -> f64 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let square = along[0].powi(2) + along[1].powi(2);
    let share = ((x - from[0]) * along[0] + (y - from[1]) * along[1]) / square.max(1e-12);
    let share = share.clamp(0.0, 1.0);
    (x - from[0] - share * along[0]).hypot(y - from[1] - share * along[1])
}

/// The largest connected part of what is drawn.
fn shown(cover: Cover, random: &mut Random) -> Option<Glyph> {
    const LOWEST: usize = 6;
    let shown = cover.ink(random);
    let limit = random.real(0.12..0.5) as f32;
    let ink: Vec<bool> = shown.iter().map(|share| *share > limit).collect();
    let part = largest_part(&ink, cover.width);
    let xs = || part.iter().map(|at| at % cover.width);
    let ys = || part.iter().map(|at| at / cover.width);
    let (left, right) = (xs().min()?, xs().max()?);
    let (top, bottom) = (ys().min()?, ys().max()?);
    let (width, height) = (right - left + 1, bottom - top + 1);
    let mut own = vec![0.0; ink.len()];
    let most = part.iter().map(|at| shown[*at]).fold(0.0, f32::max);
    for &at in &part {
        own[at] = shown[at] / most;
    }
    let ink = |x: u32, y: u32| own[(y as usize + top) * cover.width + x as usize + left];
    (width.max(height) >= LOWEST).then(|| Glyph::of(width as u32, height as u32, ink))
}

fn largest_part(ink: &[bool], width: usize) -> Vec<usize> {
    let mut is_seen = vec![false; ink.len()];
    let mut largest = Vec::new();
    for start in (0..ink.len()).filter(|&at| ink[at]) {
        let (mut part, mut next) = (Vec::new(), vec![start]);
        while let Some(at) = next.pop() {
            if !ink[at] || std::mem::replace(&mut is_seen[at], true) {
                continue;
            }
            part.push(at);
            // The margin is nearly always empty: few neighbours lie on the other side.
            let before = [at.checked_sub(1), at.checked_sub(width)];
            let after = [at + 1, at + width].into_iter();
            next.extend(after.filter(|&at| at < ink.len()));
            next.extend(before.into_iter().flatten());
        }
        if part.len() > largest.len() {
            largest = part;
        }
    }
    largest
}
