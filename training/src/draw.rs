//! Draws a text as a game may: any font, size, colour, with outline, shadow, gradient, blur and noise.

use std::path::{Path, PathBuf};

use ab_glyph::{Font, FontVec, GlyphId, OutlinedGlyph, Point, PxScale, ScaleFont, point};
use anyhow::{Context, Result};
use flowbot::geometry::PixelRect;
use flowbot::random::Random;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, resize};
use image::{ImageFormat, Rgb, RgbImage};

use flowbot::detect::page::text::alphabet::{OTHER_ICON, Symbol};

use crate::icon_fonts::IconFont;
use crate::icons::Icon;
use crate::words::{ANY_ICON, Sign, Text};

/// Fonts by package, so that a package of many fonts is not drawn more often than others.
pub struct Fonts {
    packages: Vec<Vec<FontVec>>,
    icons: Vec<IconFont>,
}

/// A text in a picture.
pub struct Drawn {
    /// The picture.
    pub picture: RgbImage,
    /// Where the text is.
    pub rect: PixelRect,
    /// The colour of its inside.
    pub colour: [u8; 3],
    /// What it says.
    pub symbols: Vec<Symbol>,
}

impl Fonts {
    /// All fonts in a folder of packages, each in a folder of its own.
    pub fn read(folder: &Path) -> Result<Self> {
        let (mut packages, mut icons) = (Vec::new(), Vec::new());
        let mut folders: Vec<PathBuf> = entries(folder)?;
        folders.sort();
        for folder in folders {
            let files = files(&folder)?;
            let has = |file: &&PathBuf, kind: &str| file.extension().is_some_and(|one| one == kind);
            let is_sheet = |file: &&PathBuf| has(file, "css") && !is_short(file);
            let mut fonts = files
                .iter()
                .filter(|file| has(file, "ttf") || has(file, "otf"));
            if let Some(sheet) = files.iter().find(is_sheet) {
                if let Some(font) = fonts.next() {
                    icons.extend(IconFont::read(font, sheet)?);
                }
                continue;
            }
            let mut read = Vec::new();
            for file in fonts {
                // Some fonts for musical notes and the like cannot be read, and some have no Latin letters.
                if let Ok(font) = FontVec::try_from_vec(std::fs::read(file)?)
                    && ('a'..='z')
                        .chain('A'..='Z')
                        .all(|letter| has_ink(&font, letter))
                {
                    read.push(font);
                }
            }
            if !read.is_empty() {
                packages.push(read);
            }
        }
        Ok(Self { packages, icons })
    }

    /// How many packages there are with letters and how many with icons.
    pub fn counts(&self) -> [usize; 2] {
        [self.packages.len(), self.icons.len()]
    }

    fn font(&self, random: &mut Random) -> &FontVec {
        let package = random.pick(&self.packages);
        random.pick(package)
    }

    /// Draws a text in any way. `None` if the fonts that were chosen do not have its characters.
    pub fn draw(&self, text: &Text, random: &mut Random) -> Option<Drawn> {
        let fonts = [self.font(random), self.font(random)];
        let mut symbols = text.symbols.clone();
        let mut icons = Vec::new();
        for symbol in symbols.iter_mut().filter(|one| **one == ANY_ICON) {
            let (icon, class) = self.icon(random);
            icons.push(icon);
            *symbol = class;
        }
        let mask = Mask::of(&text.signs, fonts, &icons, random)?;
        painted(&mask, symbols, random)
    }

    /// An icon and its class: of a font of icons, or drawn from lines.
    fn icon(&self, random: &mut Random) -> (IconSource<'_>, Symbol) {
        if self.icons.is_empty() || random.chance(0.5) {
            let icon = Icon::any(random);
            let symbol = icon.symbol;
            return (IconSource::Drawn(icon), symbol);
        }
        let font = random.pick(&self.icons);
        // Most icons of a font are none of the classes: two thirds of those that are drawn are.
        let is_wanted_other = random.chance(0.33);
        loop {
            let (character, symbol) = *random.pick(&font.icons);
            if (symbol == OTHER_ICON) == is_wanted_other {
                return (IconSource::Font(&font.font, character), symbol);
            }
        }
    }
}

/// Where an icon comes from.
enum IconSource<'f> {
    Font(&'f FontVec, char),
    Drawn(Icon),
}

/// Whether a font draws something for a character.
fn has_ink(font: &FontVec, character: char) -> bool {
    let id = font.glyph_id(character);
    id.0 != 0 && font.outline(id).is_some()
}

/// A style sheet in one line, or with no characters in it.
fn is_short(sheet: &Path) -> bool {
    let name = sheet.file_name().unwrap_or_default().to_string_lossy();
    name.contains(".min.")
        || name.contains("decl")
        || name.contains("no-codepoints")
        || name.contains("compat")
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = folder
        .read_dir()
        .with_context(|| folder.display().to_string())?;
    entries.map(|entry| Ok(entry?.path())).collect()
}

/// All files in a folder and the folders in it, but for links.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in entries(&folder)? {
            if path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
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
        let largest = if random.chance(0.7) { 28.0 } else { 66.0 };
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

/// What is drawn at its place.
enum Placed<'i> {
    Glyph(OutlinedGlyph),
    /// An icon from lines: its left upper corner and its height.
    Icon(&'i Icon, Point, f32),
}

/// Sets a text from a point on its base line on. Returns what is drawn where, and where it ends; `None` if a font lacks a
/// character. Characters that the first font does not have are of the second one.
fn set<'i>(
    signs: &[Sign],
    fonts: [&FontVec; 2],
    mut icons: std::slice::Iter<'i, IconSource<'i>>,
    (style, from): (&Style, Point),
) -> Option<(Vec<Placed<'i>>, f32)> {
    let mut placed = Vec::new();
    let mut at = from.x;
    let mut before: Option<GlyphId> = None;
    for sign in signs {
        let (font, character) = match sign {
            Sign::Character(one) => (fonts[usize::from(fonts[0].glyph_id(*one).0 == 0)], *one),
            Sign::Icon => match icons.next()? {
                IconSource::Font(font, character) => (*font, *character),
                IconSource::Drawn(icon) => {
                    let height = style.scale.y * 0.8;
                    placed.push(Placed::Icon(
                        icon,
                        point(at, from.y - height * 0.95),
                        height,
                    ));
                    at += height * icon.aspect as f32 + style.spacing;
                    before = None;
                    continue;
                }
            },
        };
        let scaled = font.as_scaled(style.scale);
        let id = scaled.glyph_id(character);
        if id.0 == 0 {
            return None;
        }
        let is_first = std::ptr::eq(font, fonts[0]);
        if let Some(before) = before.filter(|_| is_first) {
            at += scaled.kern(before, id);
        }
        let glyph = id.with_scale_and_position(style.scale, point(at, from.y));
        match scaled.outline_glyph(glyph) {
            Some(outline) => placed.push(Placed::Glyph(outline)),
            None if character == ' ' => {}
            None => return None,
        }
        at += scaled.h_advance(id) + style.spacing;
        before = is_first.then_some(id);
    }
    Some((placed, at))
}

/// How much of each pixel a text covers.
struct Mask {
    width: usize,
    height: usize,
    shares: Vec<f32>,
}

impl Mask {
    fn of(
        signs: &[Sign],
        fonts: [&FontVec; 2],
        icons: &[IconSource],
        random: &mut Random,
    ) -> Option<Self> {
        let style = Style::any(random);
        let margin = (style.scale.y * 0.8).ceil();
        let base = margin + style.scale.y + random.real(0.0..1.0) as f32;
        let left = margin + random.real(0.0..1.0) as f32;
        let (placed, right) = set(signs, fonts, icons.iter(), (&style, point(left, base)))?;
        let width = (right + margin) as usize + 1;
        let height = (base + margin + style.scale.y * 0.4) as usize;
        let mut mask = Self {
            width,
            height,
            shares: vec![0.0; width * height],
        };
        for one in &placed {
            match one {
                Placed::Glyph(glyph) => mask.add_glyph(glyph, &style, base),
                Placed::Icon(icon, corner, height) => mask.add_icon(icon, *corner, *height),
            }
        }
        Some(mask)
    }

    fn add_glyph(&mut self, glyph: &OutlinedGlyph, style: &Style, base: f32) {
        let bounds = glyph.px_bounds();
        glyph.draw(|x, y, share| {
            let (x, y) = (x as f32 + bounds.min.x, y as f32 + bounds.min.y);
            let aside = (base - y) * style.slant;
            let mut step = 0.0;
            while step <= style.bold {
                self.add(x + aside + step, y, share);
                step += 0.5;
            }
        });
    }

    /// Covers pixels by the share of nine points in them that an icon covers.
    fn add_icon(&mut self, icon: &Icon, corner: Point, height: f32) {
        const POINTS: [f32; 3] = [1.0 / 6.0, 0.5, 5.0 / 6.0];
        let width = height * icon.aspect as f32;
        for y in corner.y as usize..((corner.y + height) as usize + 1).min(self.height) {
            for x in corner.x as usize..((corner.x + width) as usize + 1).min(self.width) {
                let points = POINTS.into_iter().flat_map(|v| POINTS.map(move |u| (u, v)));
                let is_covered = |(u, v): &(f32, f32)| {
                    let across = (x as f32 + u - corner.x) / width * 2.0 - 1.0;
                    let down = (y as f32 + v - corner.y) / height * 2.0 - 1.0;
                    icon.covers((f64::from(across), f64::from(down)))
                };
                let share = points.filter(is_covered).count() as f32 / 9.0;
                let old = &mut self.shares[y * self.width + x];
                *old = old.max(share);
            }
        }
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

    /// The shares of the red, the green and the blue third of a pixel, as text for flat screens has them.
    fn fringes(&self, x: i64, y: i64) -> [f32; 3] {
        let [left, own, right] = [-1, 0, 1].map(|aside| self.share(x + aside, y));
        [(left + 2.0 * own) / 3.0, own, (right + 2.0 * own) / 3.0]
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

fn mixed_by_channel(one: Colour, other: Colour, shares: [f32; 3]) -> Colour {
    std::array::from_fn(|at| one[at] + (other[at] - one[at]) * shares[at])
}

/// What the ground has beside its colour: mostly nothing, else a gloss over its upper half, or waves as of a picture.
struct Texture {
    gloss: f32,
    waves: f32,
    /// By how much a wave goes on with each pixel aside and down, and where it begins.
    phase: [f32; 3],
}

impl Texture {
    fn any(random: &mut Random) -> Self {
        let kind = random.below(10);
        let strength = |is_there: bool, most: f64, random: &mut Random| {
            if is_there {
                random.real(4.0..most) as f32
            } else {
                0.0
            }
        };
        Self {
            gloss: strength(kind == 0, 30.0, random),
            waves: strength(kind == 1, 20.0, random),
            phase: [0.3, 0.3, 6.3].map(|most| random.real(-most..most) as f32),
        }
    }

    fn over(&self, colour: Colour, at: (i64, i64), height: usize) -> Colour {
        let (x, y) = (at.0 as f32, at.1 as f32);
        let gloss = if 2.0 * y < height as f32 {
            self.gloss
        } else {
            -self.gloss
        };
        let wave = (x * self.phase[0] + y * self.phase[1] + self.phase[2]).sin() * self.waves;
        colour.map(|value| (value + gloss + wave).clamp(0.0, 255.0))
    }
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

fn painted(mask: &Mask, symbols: Vec<Symbol>, random: &mut Random) -> Option<Drawn> {
    let ground = colour(random);
    let inside = readable(ground, random);
    let grounds = gradient(ground, 0.25, random);
    let insides = gradient(inside, 0.15, random);
    let texture = Texture::any(random);
    let is_fringed = random.chance(0.2);
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
        let mut colour = texture.over(mixed(grounds[0], grounds[1], down), at, mask.height);
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
        let inside = mixed(insides[0], insides[1], down);
        colour = if is_fringed {
            mixed_by_channel(colour, inside, mask.fringes(at.0, at.1))
        } else {
            mixed(colour, inside, mask.share(at.0, at.1))
        };
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
        symbols,
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
