//! Pictures that nobody would save: what the fuzz test feeds to flowbot.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use flowbot::capture::load_picture;
use flowbot::random::Random;
use flowbot::render::distort::Kind;
use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, Rgb, RgbImage, imageops};

use super::{files, shared};

/// The longest side of a mutated picture: small pictures are read quickly, so many can be tried.
const LONGEST: u32 = 480;

/// A file that may do harm.
pub struct Mutant {
    /// What was done.
    pub kind: &'static str,
    /// The ending of its name.
    pub ending: &'static str,
    pub bytes: Vec<u8>,
}

/// Good pictures, from which bad ones are made.
pub struct Seeds(Vec<RgbImage>);

impl Seeds {
    /// The pictures of the repository, and those beside it if they are there.
    pub fn load() -> Self {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        let mut paths = Vec::new();
        for folder in ["screens", "rejects"] {
            paths.extend(files(&fixtures.join(folder), &["png"]));
        }
        if let Some(screens) = shared("screens") {
            for folder in fs::read_dir(screens).unwrap().flatten() {
                if folder.path().is_dir() {
                    paths.extend(files(&folder.path(), &["png", "jpg"]).into_iter().take(4));
                }
            }
        }
        let small = |path: &PathBuf| {
            let picture = load_picture(path).unwrap().picture;
            let (width, height) = fit(&picture);
            imageops::thumbnail(&picture, width, height)
        };
        Self(paths.iter().map(small).collect())
    }

    /// The next file.
    pub fn mutant(&self, random: &mut Random) -> Mutant {
        let seed = random.pick(&self.0);
        match random.below(9) {
            0 => Mutant {
                kind: "any bytes",
                ending: "png",
                bytes: any_bytes(random),
            },
            1 => Mutant {
                kind: "header",
                ending: "png",
                bytes: header(random),
            },
            2 => Mutant {
                kind: "damaged PNG",
                ending: "png",
                bytes: damaged(png(seed), random),
            },
            3 => Mutant {
                kind: "damaged JPEG",
                ending: "jpg",
                bytes: damaged(jpeg(seed, random), random),
            },
            4 => Mutant {
                kind: "any shapes",
                ending: "png",
                bytes: png(&any_shapes(random)),
            },
            5 => Mutant {
                kind: "odd size",
                ending: "png",
                bytes: png(&odd_size(seed, random)),
            },
            6 => Mutant {
                kind: "sheet of cells",
                ending: "png",
                bytes: png(&sheet_of_cells(random)),
            },
            7 => Mutant {
                kind: "distorted",
                ending: "png",
                bytes: png(&distorted(seed, random)),
            },
            _ => Mutant {
                kind: "cut and pasted",
                ending: "png",
                bytes: png(&self.cut_and_pasted(seed, random)),
            },
        }
    }

    /// Pieces of other pictures over one, moved, turned or made larger.
    fn cut_and_pasted(&self, seed: &RgbImage, random: &mut Random) -> RgbImage {
        let mut picture = seed.clone();
        for _ in 0..random.whole(1..12) {
            let from = random.pick(&self.0);
            let (width, height) = (side(random, from.width()), side(random, from.height()));
            let (x, y) = (
                random.below(from.width() as usize) as u32,
                random.below(from.height() as usize) as u32,
            );
            let mut piece = imageops::crop_imm(from, x, y, width, height).to_image();
            match random.below(4) {
                0 => piece = imageops::rotate90(&piece),
                1 => imageops::invert(&mut piece),
                2 => piece = imageops::thumbnail(&piece, width * 2, height),
                _ => {}
            }
            let (x, y) = (
                random.below(picture.width() as usize) as i64,
                random.below(picture.height() as usize) as i64,
            );
            imageops::replace(&mut picture, &piece, x - 20, y - 20);
        }
        picture
    }
}

fn fit(picture: &RgbImage) -> (u32, u32) {
    let (width, height) = picture.dimensions();
    let most = width.max(height).max(LONGEST);
    (width * LONGEST / most, height * LONGEST / most)
}

fn side(random: &mut Random, most: u32) -> u32 {
    1 + random.below(most as usize) as u32
}

fn any_colour(random: &mut Random) -> Rgb<u8> {
    Rgb([(); 3].map(|()| *random.pick(&[0, 1, 80, 128, 200, 254, 255])))
}

fn png(picture: &RgbImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn jpeg(picture: &RgbImage, random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    let quality = random.whole(1..101) as u8;
    let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    picture.write_with_encoder(encoder).unwrap();
    bytes
}

fn any_bytes(random: &mut Random) -> Vec<u8> {
    let magic: &[u8] = match random.below(4) {
        0 => b"\x89PNG\r\n\x1a\n",
        1 => b"\xff\xd8\xff\xe0",
        2 => b"GIF89a",
        _ => b"",
    };
    let mut bytes = magic.to_vec();
    bytes.extend((0..random.below(4000)).map(|_| random.next_u64() as u8));
    bytes
}

/// A PNG header with any size, depth and colour type, its checksum right, and little behind it.
fn header(random: &mut Random) -> Vec<u8> {
    let size = |random: &mut Random| -> u32 {
        let near = *random.pick(&[0, 1, 3, 500, 8_000, 16_384, 65_536, 1 << 30, u32::MAX - 3]);
        near.wrapping_add(random.below(4) as u32)
    };
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    png.extend(size(random).to_be_bytes());
    png.extend(size(random).to_be_bytes());
    png.push(*random.pick(&[1, 2, 4, 8, 16, 7]));
    png.push(*random.pick(&[0, 2, 3, 4, 6, 5]));
    png.extend([0, 0, random.below(2) as u8]);
    png.extend(super::pictures::crc32(&png[12..]).to_be_bytes());
    // A chunk of data that may claim any length.
    png.extend(size(random).to_be_bytes());
    png.extend(b"IDAT");
    png.extend((0..random.below(200)).map(|_| random.next_u64() as u8));
    png
}

/// Bytes changed, taken out, doubled, or the end cut off.
fn damaged(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..random.whole(1..20) {
        // Headers first, since what they say is believed.
        let end = if random.chance(0.5) { 400 } else { bytes.len() };
        let at = random.below(end.min(bytes.len()).max(1));
        let piece = at..(at + random.below(60)).min(bytes.len());
        match random.below(8) {
            0 => drop(bytes.drain(piece)),
            1 => {
                let copy = bytes[piece].to_vec();
                bytes.splice(at..at, copy);
            }
            2 if random.chance(0.2) => bytes.truncate(at.max(20)),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.next_u64() as u8;
                }
            }
        }
    }
    bytes
}

/// Graph paper, an icon sheet, a table of letters: far more cells than any board has, and something in most of them.
fn sheet_of_cells(random: &mut Random) -> RgbImage {
    let (cols, rows) = (random.whole(8..95), random.whole(8..95));
    let pitch = random.whole(10..25);
    let size = |cells: usize| (cells * pitch + pitch / 2) as u32;
    let (paper, ink) = (Rgb([250; 3]), any_colour(random));
    let mut picture = RgbImage::from_pixel(size(cols), size(rows), paper);
    if random.chance(0.7) {
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            if [x, y].iter().any(|at| (*at as usize).is_multiple_of(pitch)) {
                *pixel = Rgb([190; 3]);
            }
        }
    }
    let (share, is_written) = (random.real(0.1..1.0), random.chance(0.3));
    let (reach, is_round) = (pitch as f64 * random.real(0.2..0.5), random.chance(0.6));
    for (col, row) in (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row))) {
        if !random.chance(share) {
            continue;
        }
        let middle = [col, row].map(|at| (at as f64 + 0.5) * pitch as f64);
        let at = (middle[0], middle[1]);
        if is_written {
            // A sign is some blocks of ink.
            for _ in 0..4 {
                let near =
                    |at: f64, random: &mut Random| at + random.real(-0.2..0.2) * pitch as f64;
                let block = (near(at.0, random), near(at.1, random));
                blot(&mut picture, block, 0.1 * pitch as f64, false, ink);
            }
        } else {
            let colour = Rgb([(); 3].map(|()| random.next_u64() as u8));
            blot(&mut picture, at, reach, is_round, colour);
        }
    }
    picture
}

/// Discs, boxes and lines, in a lattice or not: what might look like a board.
fn any_shapes(random: &mut Random) -> RgbImage {
    let (width, height) = (side(random, LONGEST), side(random, LONGEST));
    let mut picture = RgbImage::from_pixel(width, height, any_colour(random));
    let pitch = random.real(2.0..90.0);
    let (x0, y0) = (random.real(-40.0..40.0), random.real(-40.0..40.0));
    let skew = *random.pick(&[0.0, 0.0, 0.1, 1.0]);
    let share = random.real(0.0..1.0);
    let has_lines = random.chance(0.6);
    let line = any_colour(random);
    if has_lines {
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            let on = |at: u32, zero: f64| (f64::from(at) - zero).rem_euclid(pitch) < 1.5;
            if on(x, x0) || on(y, y0) {
                *pixel = line;
            }
        }
    }
    let colours: Vec<Rgb<u8>> = (0..random.whole(1..20))
        .map(|_| any_colour(random))
        .collect();
    let radius = pitch * random.real(0.1..0.6);
    for row in 0..(f64::from(height) / pitch) as u32 + 1 {
        for col in 0..(f64::from(width) / pitch) as u32 + 1 {
            if !random.chance(share) {
                continue;
            }
            let middle = (
                x0 + pitch * (f64::from(col) + 0.5 + skew * f64::from(row % 2)),
                y0 + pitch * (f64::from(row) + 0.5),
            );
            let (colour, is_round) = (*random.pick(&colours), random.chance(0.8));
            blot(&mut picture, middle, radius, is_round, colour);
        }
    }
    picture
}

fn blot(picture: &mut RgbImage, middle: (f64, f64), radius: f64, is_round: bool, colour: Rgb<u8>) {
    let limit = |at: f64, most: u32| at.clamp(0.0, f64::from(most)) as u32;
    let (width, height) = picture.dimensions();
    for y in limit(middle.1 - radius, height)..limit(middle.1 + radius, height) {
        for x in limit(middle.0 - radius, width)..limit(middle.0 + radius, width) {
            let (dx, dy) = (f64::from(x) - middle.0, f64::from(y) - middle.1);
            if !is_round || dx.hypot(dy) < radius {
                picture.put_pixel(x, y, colour);
            }
        }
    }
}

/// One pixel high, a thousand times as wide as high, and the like.
fn odd_size(seed: &RgbImage, random: &mut Random) -> RgbImage {
    let size = |random: &mut Random| *random.pick(&[1, 2, 3, 5, 17, 100, 300, 3000]);
    let (width, height) = (size(random), size(random));
    let filter = imageops::FilterType::Nearest;
    imageops::resize(seed, width, height.min(900_000 / width), filter)
}

/// Several distortions, one after the other, stronger than screens do.
fn distorted(seed: &RgbImage, random: &mut Random) -> RgbImage {
    let mut picture = seed.clone();
    for _ in 0..random.whole(1..4) {
        let kind = *random.pick(&Kind::ALL);
        let strength = random.real(0.0..1.5);
        picture = kind.apply(&picture, None, strength, random).picture;
    }
    picture
}
