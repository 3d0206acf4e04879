//! Draws a text as a game may: any font, size, colour, with outline, shadow, gradient, blur and noise.

use std::ops::RangeInclusive;
use std::path::Path;

use ab_glyph::{Font, FontVec, GlyphId, OutlinedGlyph, Point, PxScale, ScaleFont, point};
use anyhow::{Context, Result};
use flowbot::geometry::PixelRect;
use flowbot::random::Random;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, resize};
use image::{ImageFormat, Rgb, RgbImage};

use crate::words::Text;

/// Fonts by family, so that a family of many weights is not drawn more often than others.
pub struct Fonts {
    families: Vec<Vec<FontVec>>,
    /// Those of Font Awesome, whose icons have numbers of their own.
    icons: Vec<FontVec>,
}

/// The characters to which fonts give icons of their own.
const PRIVATE: RangeInclusive<char> = '\u{e000}'..='\u{f8ff}';

/// A text in a picture.
pub struct Drawn {
    /// The picture.
    pub picture: RgbImage,
    /// Where the text is.
    pub rect: PixelRect,
    /// The colour of its inside.
    pub colour: [u8; 3],
}

impl Fonts {
    /// All fonts in a folder and the folders in it.
    pub fn read(folder: &Path) -> Result<Self> {
        let mut files = Vec::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in folder
                .read_dir()
                .with_context(|| folder.display().to_string())?
            {
                let path = entry?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path
                    .extension()
                    .is_some_and(|one| one == "ttf" || one == "otf")
                {
                    files.push(path);
                }
            }
        }
        files.sort();
        let family = |path: &Path| {
            let stem = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let name = stem.split(['-', '_']).next().unwrap_or_default();
            name.chars().take(8).collect::<String>()
        };
        let (mut families, mut icons) = (Vec::new(), Vec::new());
        for files in files.chunk_by(|a, b| family(a) == family(b)) {
            let mut fonts = Vec::new();
            for file in files {
                // Some fonts for musical notes and the like cannot be read.
                if let Ok(font) = FontVec::try_from_vec(std::fs::read(file)?) {
                    fonts.push(font);
                }
            }
            if family(&files[0]).to_lowercase().starts_with("fontawe") {
                icons.extend(fonts);
            } else if !fonts.is_empty() {
                families.push(fonts);
            }
        }
        Ok(Self { families, icons })
    }

    /// How many families there are.
    pub fn len(&self) -> usize {
        self.families.len()
    }

    fn font(&self, random: &mut Random) -> &FontVec {
        let family = random.pick(&self.families);
        random.pick(family)
    }

    /// Draws a text in any way. `None` if the font that was chosen does not have its characters.
    pub fn draw(&self, text: &Text, random: &mut Random) -> Option<Drawn> {
        let font = self.font(random);
        let is_private = |one: &char| PRIVATE.contains(one);
        let icons = if text.characters.iter().any(is_private) {
            random.pick(&self.icons)
        } else {
            self.font(random)
        };
        let mask = Mask::of(text, [font, icons], random)?;
        painted(&mask, random)
    }
}

/// How a text is set.
struct Style {
    scale: PxScale,
    /// Between two characters, in pixels.
    spacing: f32,
    /// Pixels aside for each pixel up.
    slant: f32,
    /// By how many pixels strokes are thicker than in the font.
    bold: f32,
}

impl Style {
    fn any(random: &mut Random) -> Self {
        let largest = if random.chance(0.6) { 24.0 } else { 48.0 };
        let size = random.real(10.0..largest);
        let spacing = match random.below(10) {
            0..2 => random.real(0.0..0.25),
            2 => random.real(-0.05..0.0),
            _ => 0.0,
        };
        let stretch = if random.chance(0.2) {
            random.real(0.8..1.25)
        } else {
            1.0
        };
        let slant = if random.chance(0.1) {
            random.real(0.1..0.35)
        } else {
            0.0
        };
        let bold = if random.chance(0.12) {
            random.real(0.02..0.07)
        } else {
            0.0
        };
        Self {
            scale: PxScale {
                x: (size * stretch) as f32,
                y: size as f32,
            },
            spacing: (spacing * size) as f32,
            slant: slant as f32,
            bold: (bold * size) as f32,
        }
    }
}

/// Sets a text from a point on its base line on. Returns its outlines and where it ends; `None` if a font lacks a
/// character. Icons that the first font does not have are of the second one.
fn set(
    text: &Text,
    fonts: [&FontVec; 2],
    style: &Style,
    from: Point,
) -> Option<(Vec<OutlinedGlyph>, f32)> {
    let mut glyphs = Vec::new();
    let mut at = from.x;
    let mut before: Option<GlyphId> = None;
    for &character in &text.characters {
        let is_other = PRIVATE.contains(&character) || fonts[0].glyph_id(character).0 == 0;
        let scaled = fonts[usize::from(is_other)].as_scaled(style.scale);
        let id = scaled.glyph_id(character);
        if id.0 == 0 {
            return None;
        }
        if let Some(before) = before.filter(|_| !is_other) {
            at += scaled.kern(before, id);
        }
        let glyph = id.with_scale_and_position(style.scale, point(at, from.y));
        match scaled.outline_glyph(glyph) {
            Some(outline) => glyphs.push(outline),
            None if character == ' ' => {}
            None => return None,
        }
        at += scaled.h_advance(id) + style.spacing;
        before = (!is_other).then_some(id);
    }
    Some((glyphs, at))
}

/// How much of each pixel a text covers.
struct Mask {
    width: usize,
    height: usize,
    shares: Vec<f32>,
}

impl Mask {
    fn of(text: &Text, fonts: [&FontVec; 2], random: &mut Random) -> Option<Self> {
        let style = Style::any(random);
        let margin = (style.scale.y * 0.8).ceil();
        let base = margin + style.scale.y + random.real(0.0..1.0) as f32;
        let left = margin + random.real(0.0..1.0) as f32;
        let (glyphs, right) = set(text, fonts, &style, point(left, base))?;
        let width = (right + margin) as usize + 1;
        let height = (base + margin + style.scale.y * 0.4) as usize;
        let mut mask = Self {
            width,
            height,
            shares: vec![0.0; width * height],
        };
        for glyph in &glyphs {
            let bounds = glyph.px_bounds();
            glyph.draw(|x, y, share| {
                let (x, y) = (x as f32 + bounds.min.x, y as f32 + bounds.min.y);
                let aside = (base - y) * style.slant;
                let mut step = 0.0;
                while step <= style.bold {
                    mask.add(x + aside + step, y, share);
                    step += 0.5;
                }
            });
        }
        Some(mask)
    }

    /// Covers a share of the two pixels that `x` lies between.
    fn add(&mut self, x: f32, y: f32, share: f32) {
        let left = x.floor();
        for (x, share) in [
            (left, share * (1.0 - x + left)),
            (left + 1.0, share * (x - left)),
        ] {
            if x >= 0.0 && y >= 0.0 && (x as usize) < self.width && (y as usize) < self.height {
                let old = &mut self.shares[y as usize * self.width + x as usize];
                *old = (*old + share).min(1.0);
            }
        }
    }

    fn share(&self, x: i64, y: i64) -> f32 {
        let is_inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height;
        if is_inside {
            self.shares[y as usize * self.width + x as usize]
        } else {
            0.0
        }
    }

    /// The largest share within so many pixels.
    fn grown(&self, reach: i64) -> Self {
        let mut grown = Self {
            shares: Vec::with_capacity(self.shares.len()),
            ..*self
        };
        for y in 0..self.height as i64 {
            for x in 0..self.width as i64 {
                let around = (-reach..=reach).flat_map(|v| (-reach..=reach).map(move |u| (u, v)));
                let near = around.filter(|(u, v)| u * u + v * v <= reach * reach + 1);
                let most = near
                    .map(|(u, v)| self.share(x + u, y + v))
                    .fold(0.0, f32::max);
                grown.shares.push(most);
            }
        }
        grown
    }
}

type Colour = [f32; 3];

fn colour(random: &mut Random) -> Colour {
    match random.below(6) {
        0 => [255.0; 3],
        1 => [random.real(0.0..60.0) as f32; 3],
        2 => [random.real(0.0..256.0) as f32; 3],
        _ => std::array::from_fn(|_| random.real(0.0..256.0) as f32),
    }
}

fn luma([red, green, blue]: Colour) -> f32 {
    0.3 * red + 0.59 * green + 0.11 * blue
}

/// A colour that is far enough from another to be read.
fn readable(other: Colour, random: &mut Random) -> Colour {
    loop {
        let one = colour(random);
        if (luma(one) - luma(other)).abs() > 50.0 {
            return one;
        }
    }
}

fn mixed(one: Colour, other: Colour, share: f32) -> Colour {
    std::array::from_fn(|at| one[at] + (other[at] - one[at]) * share)
}

/// Two colours, from top to bottom: mostly the same.
fn gradient(colour: Colour, share: f64, random: &mut Random) -> [Colour; 2] {
    if !random.chance(share) {
        return [colour; 2];
    }
    let most = random.real(10.0..60.0) as f32;
    let shade = |sign: f32| colour.map(|value| (value + sign * most).clamp(0.0, 255.0));
    if random.chance(0.5) {
        [shade(1.0), shade(-1.0)]
    } else {
        [shade(-1.0), shade(1.0)]
    }
}

fn painted(mask: &Mask, random: &mut Random) -> Option<Drawn> {
    let ground = colour(random);
    let inside = readable(ground, random);
    let grounds = gradient(ground, 0.25, random);
    let insides = gradient(inside, 0.15, random);
    let outline = random.chance(0.12).then(|| {
        (
            mask.grown(random.whole(1..3) as i64),
            readable(inside, random),
        )
    });
    let shadow = random.chance(0.15).then(|| {
        let reach = 1.0 + mask.height as f64 * 0.03;
        let aside = random.real(-1.0..reach).round() as i64;
        let down = random.real(0.0..reach).round() as i64;
        (aside, down, random.real(0.2..0.9) as f32)
    });
    let mut picture = RgbImage::new(mask.width as u32, mask.height as u32);
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let (at, down) = ((i64::from(x), i64::from(y)), y as f32 / mask.height as f32);
        let mut colour = mixed(grounds[0], grounds[1], down);
        if let Some((aside, below, strength)) = shadow {
            colour = mixed(
                colour,
                [0.0; 3],
                mask.share(at.0 - aside, at.1 - below) * strength,
            );
        }
        let mut covered = mask.share(at.0, at.1);
        if let Some((outline, ink)) = &outline {
            colour = mixed(colour, *ink, outline.share(at.0, at.1));
            covered = covered.max(outline.share(at.0, at.1));
        }
        colour = mixed(
            colour,
            mixed(insides[0], insides[1], down),
            mask.share(at.0, at.1),
        );
        *pixel = Rgb(colour.map(|value| value.round() as u8));
        if covered > 0.3 {
            (left, top) = (left.min(x), top.min(y));
            (right, bottom) = (right.max(x + 1), bottom.max(y + 1));
        }
    }
    if right < left + 2 || bottom < top + 3 {
        return None;
    }
    let rect = [left, top, right, bottom].map(f64::from);
    let (picture, rect) = spoilt(picture, rect, random);
    Some(Drawn {
        rect: jittered(rect, &picture, random),
        picture,
        colour: inside.map(|value| value as u8),
    })
}

/// Blurs, scales, compresses or adds noise.
fn spoilt(mut picture: RgbImage, mut rect: [f64; 4], random: &mut Random) -> (RgbImage, [f64; 4]) {
    let height = rect[3] - rect[1];
    if random.chance(0.25) {
        let least = (11.0 / height).clamp(0.3, 0.95);
        let scale = random.real(least..1.6);
        let size = |pixels: u32| (f64::from(pixels) * scale).round().max(4.0) as u32;
        let kind = *random.pick(&[
            FilterType::Triangle,
            FilterType::CatmullRom,
            FilterType::Nearest,
        ]);
        picture = resize(
            &picture,
            size(picture.width()),
            size(picture.height()),
            kind,
        );
        rect = rect.map(|value| value * scale);
    }
    if random.chance(0.1) {
        picture = image::imageops::blur(
            &picture,
            random.real(0.3..0.08_f64.mul_add(height, 0.31).min(1.2)) as f32,
        );
    }
    if random.chance(0.15) {
        let strength = random.real(1.0..6.0);
        for value in picture.iter_mut() {
            *value = (f64::from(*value) + random.normal() * strength).clamp(0.0, 255.0) as u8;
        }
    }
    if random.chance(0.12) {
        let mut bytes = Vec::new();
        let quality = random.whole(40..95) as u8;
        let done = JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&picture);
        let read =
            done.and_then(|()| image::load_from_memory_with_format(&bytes, ImageFormat::Jpeg));
        if let Ok(read) = read {
            picture = read.to_rgb8();
        }
    }
    (picture, rect)
}

/// The rectangle, a little larger or smaller.
fn jittered(
    [left, top, right, bottom]: [f64; 4],
    picture: &RgbImage,
    random: &mut Random,
) -> PixelRect {
    let most = ((bottom - top) * 0.06).max(0.6);
    let mut moved = |at: f64, end: u32| {
        (at + random.normal() * most * 0.5)
            .round()
            .clamp(0.0, f64::from(end)) as u32
    };
    let (x, y) = (
        moved(left, picture.width() - 2),
        moved(top, picture.height() - 2),
    );
    let (right, bottom) = (
        moved(right, picture.width()),
        moved(bottom, picture.height()),
    );
    PixelRect {
        x,
        y,
        width: right.max(x + 2) - x,
        height: bottom.max(y + 2) - y,
    }
}
