//! Glyphs as pictures show them: any font and size, slanted, turned, blurred, with noise, cut at any level of ink.

use std::path::{Path, PathBuf};

use ab_glyph::{Font, FontVec, PxScale, point};
use anyhow::Result;
use flowbot::detect::futoshiki::network::{CLASSES, Glyph};
use flowbot::random::Random;

/// The class of glyphs that are no digits.
pub const NONE: usize = CLASSES - 1;
/// Glyphs that look like no digit.
const OTHERS: &[u8] = b"ACDEFGHJKMNPQRTUVWXYacdefhkmnprtuvwxyz?!%&#@+=*<>^v/()-.";
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

    /// A glyph and its class; this share are no digits.
    pub fn any(&self, others: f64, random: &mut Random) -> (Glyph, usize) {
        loop {
            let package = random.pick(&self.0);
            let font = random.pick(package);
            let (character, class) = if random.chance(others) {
                (*random.pick(OTHERS), NONE)
            } else {
                let class = random.below(NONE);
                (b'1' + class as u8, class)
            };
            if let Some(glyph) = drawn(font, char::from(character), random) {
                return (glyph, class);
            }
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

    /// Which pixels are ink.
    fn ink(&self, random: &mut Random) -> Vec<bool> {
        let (slant, turn) = (random.normal() * 0.05, random.normal() * 0.035);
        let (limit, noise) = (random.real(0.15..0.6) as f32, random.real(0.0..0.12));
        let spread = if random.chance(0.3) { 0.7 } else { 0.0 };
        let middle = [self.width as f64 / 2.0, self.height as f64 / 2.0];
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let is_ink = |(x, y): (usize, usize)| {
            let (right, down) = (x as f64 - middle[0], y as f64 - middle[1]);
            let x = middle[0] + right + (slant - turn) * down;
            let y = middle[1] + down + turn * right;
            let around = [(spread, 0.0), (-spread, 0.0), (0.0, spread), (0.0, -spread)];
            let around: f32 = around.iter().map(|(dx, dy)| self.at(x + dx, y + dy)).sum();
            let value = (2.0 * self.at(x, y) + around) / 6.0;
            value > 0.02 && value + (random.normal() * noise) as f32 > limit
        };
        places.map(is_ink).collect()
    }
}

/// The largest connected part of what is drawn.
fn drawn(font: &FontVec, character: char, random: &mut Random) -> Option<Glyph> {
    const LOWEST: usize = 6;
    let cover = Cover::of(font, character, random)?;
    let ink = cover.ink(random);
    let part = largest_part(&ink, cover.width);
    let xs = || part.iter().map(|at| at % cover.width);
    let ys = || part.iter().map(|at| at / cover.width);
    let (left, right) = (xs().min()?, xs().max()?);
    let (top, bottom) = (ys().min()?, ys().max()?);
    let (width, height) = (right - left + 1, bottom - top + 1);
    let mut own = vec![false; ink.len()];
    for &at in &part {
        own[at] = true;
    }
    let has = |x: u32, y: u32| own[(y as usize + top) * cover.width + x as usize + left];
    (height >= LOWEST).then(|| Glyph::of(width as u32, height as u32, has))
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
