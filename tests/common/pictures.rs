//! Pictures for the journeys: plain boards with the truth beside them, and files that are broken.

use std::fs;
use std::path::{Path, PathBuf};

use flowbot::puzzle::flow::{Puzzle, text};
use image::{ImageFormat, RgbImage};

use super::looks::{self, Look};
use flowbot::random::Random;

/// A 5x5 board with exactly one solution.
pub const SMALL: &str = "\
A.B.C
..D.E
.....
.B.C.
.ADE.
";

pub fn puzzle(rows: &str) -> Puzzle {
    text::read_any("test", rows).unwrap().remove(0).puzzle
}

/// The board in the plain look.
pub fn board(rows: &str) -> RgbImage {
    let look = Look::plain(48.0);
    looks::draw(&mut Random::new(1), &puzzle(rows), None, &look).picture
}

/// Saves a picture as PNG and says where.
pub fn save(folder: &Path, name: &str, picture: &RgbImage) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    picture.save_with_format(&path, ImageFormat::Png).unwrap();
    path
}

/// Writes any bytes and says where.
pub fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// The start of a PNG file that claims to be 20000 x 20000 pixels.
pub fn huge_header() -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    png.extend([20_000u32.to_be_bytes(), 20_000u32.to_be_bytes()].concat());
    // 8 bits, red, green and blue, and the checksum of all this.
    png.extend([8, 2, 0, 0, 0]);
    png.extend(crc32(&png[12..]).to_be_bytes());
    png
}

/// The checksum of PNG chunks, bit by bit.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & 0u32.wrapping_sub(crc & 1))
        })
    })
}
