//! Picture files, told apart by their content, not by their name.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Rgb, RgbImage};
use thiserror::Error;

use crate::pipeline::Frame;

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// The kinds of picture files that are read: of a moving picture the first frame.
const FORMATS: [ImageFormat; 5] = [
    ImageFormat::Png,
    ImageFormat::Jpeg,
    ImageFormat::WebP,
    ImageFormat::Gif,
    ImageFormat::Bmp,
];

/// The longest side of a picture, in pixels: more than two 8K screens side by side.
const MAX_SIDE: u32 = 16_384;

/// The most pixels of a picture: an 8K screen has 33 million, three 4K screens 25 million.
const MAX_PIXELS: u64 = 40_000_000;

/// The most memory for decoding: the largest picture with four channels of 16 bits.
const MAX_DECODED_BYTES: u64 = MAX_PIXELS * 8;

/// The largest file that is read at all: the largest picture with next to no compression.
const MAX_FILE_BYTES: u64 = MAX_PIXELS * 4;

/// Why a file gave no picture. Every message names the file and what to do.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The file cannot be opened or read.
    #[error("{}: cannot be read: {cause}; check its name and your right to read it", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A file of no bytes.
    #[error("{}: the file is empty; save the picture again", file.display())]
    Empty {
        /// The file.
        file: PathBuf,
    },
    /// None of the formats that are read, whatever its name says.
    #[error("{}: no PNG, JPEG, WebP, GIF or BMP picture, whatever its name says; save it as PNG", file.display())]
    NotAPicture {
        /// The file.
        file: PathBuf,
    },
    /// Larger than any screen.
    #[error(
        "{}: the picture is too large: at most {MAX_SIDE} pixels a side and {} million in all; \
         crop it to the board or scale it down",
        file.display(), MAX_PIXELS / 1_000_000
    )]
    TooLarge {
        /// The file.
        file: PathBuf,
    },
    /// Starts as a picture, but the rest is damaged or missing.
    #[error("{}: the picture is damaged or cut short ({cause}); save or download it again", file.display())]
    Broken {
        /// The file.
        file: PathBuf,
        /// What the decoder says.
        cause: String,
    },
}

/// Reads a picture file; `-` is standard input. See [`decode_picture`].
///
/// # Errors
/// [`PictureError`] when the file cannot be read, is no picture, is too large or is damaged.
pub fn load_picture(path: &Path) -> Result<Frame, PictureError> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let source: &mut dyn Read = if path == Path::new(STANDARD_INPUT) {
            &mut io::stdin().lock()
        } else {
            &mut File::open(path)?
        };
        source.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|cause| PictureError::Unreadable {
        file: path.to_owned(),
        cause,
    })?;
    decode_picture(path, &bytes)
}

/// Whether these bytes start as a picture that [`decode_picture`] reads.
pub fn is_picture(bytes: &[u8]) -> bool {
    picture_format(bytes).is_some()
}

/// Decodes a PNG, JPEG, WebP, GIF or BMP picture of any depth and kind of colour, turned upright as its EXIF data
/// says; of a moving picture the first frame. What is transparent is laid on black: the colour stored under a transparent pixel is
/// arbitrary, and the shadows and round corners that window pictures carry fade into nothing.
///
/// `file` is only named in errors.
///
/// # Errors
/// [`PictureError`] as for [`load_picture`].
pub fn decode_picture(file: &Path, bytes: &[u8]) -> Result<Frame, PictureError> {
    let file = || file.to_owned();
    if bytes.is_empty() {
        return Err(PictureError::Empty { file: file() });
    }
    let format = picture_format(bytes).ok_or_else(|| PictureError::NotAPicture { file: file() })?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(PictureError::TooLarge { file: file() });
    }
    if format == ImageFormat::Jpeg && !jpeg_is_whole(bytes) {
        let cause = "the end of the JPEG data is missing".to_owned();
        return Err(PictureError::Broken {
            file: file(),
            cause,
        });
    }
    let picture = decode(bytes, format).map_err(|error| match error {
        ImageError::Limits(_) => PictureError::TooLarge { file: file() },
        other => PictureError::Broken {
            file: file(),
            cause: other.to_string(),
        },
    })?;
    Ok(Frame::from_picture(flatten(picture)))
}

fn picture_format(bytes: &[u8]) -> Option<ImageFormat> {
    let format = image::guess_format(bytes).ok()?;
    FORMATS.contains(&format).then_some(format)
}

/// Decodes within the limits, which are checked on the header, before anything is allocated.
fn decode(bytes: &[u8], format: ImageFormat) -> Result<DynamicImage, ImageError> {
    let mut limits = image::Limits::no_limits();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        let kind = image::error::LimitErrorKind::DimensionError;
        return Err(ImageError::Limits(image::error::LimitError::from_kind(
            kind,
        )));
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Whether the end marker follows the first scan. Decoders fill what is missing with grey without a
/// word, and grey rows are no part of a board.
fn jpeg_is_whole(bytes: &[u8]) -> bool {
    const START_OF_SCAN: u8 = 0xda;
    const END_OF_IMAGE: [u8; 2] = [0xff, 0xd9];
    // Segments: 0xff once or more often, the marker, two bytes of length (its own two included), the content.
    let mut at = 2;
    while let Some(&[0xff, marker, high, low]) = bytes.get(at..).and_then(|rest| rest.first_chunk())
    {
        if marker == 0xff {
            at += 1;
            continue;
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
        if marker == START_OF_SCAN {
            break;
        }
    }
    let scan = bytes.get(at..).unwrap_or_default();
    scan.windows(2).any(|pair| pair == END_OF_IMAGE)
}

/// Three channels of 8 bits, on black where it is transparent.
fn flatten(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let layered = picture.into_rgba8();
    let (width, height) = layered.dimensions();
    RgbImage::from_fn(width, height, |x, y| {
        let [red, green, blue, alpha] = layered.get_pixel(x, y).0;
        let on_black = |channel: u8| ((u16::from(channel) * u16::from(alpha) + 127) / 255) as u8;
        Rgb([on_black(red), on_black(green), on_black(blue)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageBuffer, Luma, LumaA, Rgba};

    fn encode(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn decoded(bytes: &[u8]) -> Result<RgbImage, PictureError> {
        decode_picture(Path::new("shot.png"), bytes).map(|frame| frame.picture)
    }

    fn colourful() -> DynamicImage {
        let pixel = |x, y| Rgb([x as u8 * 7, y as u8 * 9, 40]);
        RgbImage::from_fn(32, 24, pixel).into()
    }

    #[test]
    fn every_depth_and_kind_of_colour_becomes_8_bit_rgb() {
        let deep: ImageBuffer<Luma<u16>, _> = ImageBuffer::from_pixel(3, 2, Luma([0x8080]));
        let png = encode(&deep.into(), ImageFormat::Png);
        assert_eq!(decoded(&png).unwrap().get_pixel(2, 1).0, [0x80; 3]);

        let plain = encode(&colourful(), ImageFormat::Png);
        assert_eq!(decoded(&plain).unwrap(), colourful().into_rgb8());
    }

    #[test]
    fn what_is_transparent_lies_on_black() {
        let clear = ImageBuffer::from_pixel(2, 2, Rgba([200u8, 100, 50, 0]));
        let png = encode(&clear.into(), ImageFormat::Png);
        assert_eq!(decoded(&png).unwrap().get_pixel(0, 0).0, [0; 3]);

        let half = ImageBuffer::from_pixel(2, 2, LumaA([200u8, 51]));
        let png = encode(&half.into(), ImageFormat::Png);
        assert_eq!(decoded(&png).unwrap().get_pixel(0, 0).0, [40; 3]);
    }

    #[test]
    fn the_content_decides_not_the_name() {
        for format in FORMATS {
            let bytes = encode(&colourful(), format);
            let picture = decoded(&bytes).unwrap();
            assert_eq!(picture.dimensions(), (32, 24), "{format:?}");
            // JPEG and the palette of a GIF change colours a little.
            let expected = colourful().into_rgb8();
            let off = picture.iter().zip(expected.iter());
            let off: u32 = off.map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
            assert!(off < 8 * expected.len() as u32, "{format:?}: {off}");
        }
        let icon = b"\x00\x00\x01\x00\x01\x00\x10\x10\x00\x00";
        let text = b"this is no picture\n";
        for other in [&icon[..], text] {
            let error = decoded(other).unwrap_err();
            assert!(matches!(error, PictureError::NotAPicture { .. }), "{error}");
            assert!(error.to_string().starts_with("shot.png: "));
        }
    }

    #[test]
    fn a_picture_cut_short_is_an_error_unless_only_its_end_mark_is_missing() {
        // After the last pixel of a PNG: a checksum of 4 bytes and a chunk of 12; of a GIF: codes that end its data and its lists.
        for (format, end_mark) in [
            (ImageFormat::Png, 16),
            (ImageFormat::Jpeg, 0),
            (ImageFormat::WebP, 0),
            (ImageFormat::Gif, 4),
            (ImageFormat::Bmp, 0),
        ] {
            let whole = encode(&colourful(), format);
            for length in 0..whole.len() - end_mark {
                let cut = decoded(&whole[..length]).map(|picture| picture.dimensions());
                let is_right = match length {
                    0 => matches!(cut, Err(PictureError::Empty { .. })),
                    1..12 => matches!(
                        cut,
                        Err(PictureError::NotAPicture { .. } | PictureError::Broken { .. })
                    ),
                    _ => matches!(cut, Err(PictureError::Broken { .. })),
                };
                assert!(is_right, "{format:?} cut to {length} bytes: {cut:?}");
            }
        }
    }

    #[test]
    fn a_jpeg_may_have_more_than_one_byte_before_a_marker() {
        let mut bytes = encode(&colourful(), ImageFormat::Jpeg);
        // ITU-T T.81, B.1.1.2: any marker may be preceded by any number of fill bytes.
        for _ in 0..3 {
            bytes.insert(2, 0xff);
        }
        assert_eq!(decoded(&bytes).unwrap().dimensions(), (32, 24));
    }

    #[test]
    fn a_header_of_a_huge_picture_is_refused_before_anything_is_allocated() {
        for (width, height) in [(20_000u32, 20_000u32), (16_000, 16_000)] {
            let mut png = encode(&colourful(), ImageFormat::Png);
            png[16..20].copy_from_slice(&width.to_be_bytes());
            png[20..24].copy_from_slice(&height.to_be_bytes());
            let checksum = crc32(&png[12..29]);
            png[29..33].copy_from_slice(&checksum.to_be_bytes());
            let error = decoded(&png).unwrap_err();
            assert!(matches!(error, PictureError::TooLarge { .. }), "{error}");
            if width > MAX_SIDE {
                let header_alone = decoded(&png[..33]).unwrap_err();
                assert!(matches!(header_alone, PictureError::TooLarge { .. }));
            }
        }
    }

    #[test]
    fn damage_anywhere_is_an_error_or_another_picture_but_never_a_panic() {
        let mut state = 1u32;
        let mut random = |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % below
        };
        for format in FORMATS {
            let whole = encode(&colourful(), format);
            for _ in 0..500 {
                let mut bytes = whole.clone();
                for _ in 0..=random(4) {
                    let at = random(bytes.len());
                    bytes[at] = random(256) as u8;
                }
                let _ = decoded(&bytes);
            }
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = load_picture(Path::new("no/such/shot.png")).unwrap_err();
        assert!(error.to_string().contains("no/such/shot.png"), "{error}");
    }

    /// The checksum of PNG chunks, bit by bit.
    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0u32, |mut crc, &byte| {
            crc ^= u32::from(byte);
            for _ in 0..8 {
                crc = (crc >> 1) ^ (0xedb8_8320 & (0u32.wrapping_sub(crc & 1)));
            }
            crc
        })
    }
}
