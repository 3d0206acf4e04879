//! Animated GIFs, written frame by frame.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, ImageError, RgbImage, buffer::ConvertBuffer};
use thiserror::Error;

/// The most colours of a frame. Boards are flat: few colours lose nothing and pack small.
const MAX_COLOURS: usize = 64;

/// Bits of a channel by which pixels are first put together.
const BITS: u32 = 4;

/// A GIF that could not be written.
#[derive(Debug, Error)]
#[error("{}: the GIF cannot be written: {cause}; check the folder and the space left", file.display())]
pub struct GifError {
    /// The file that was to be written.
    pub file: PathBuf,
    /// What failed.
    pub cause: ImageError,
}

/// A GIF being written. It stands beside its final place and is moved there by [`Gif::finish`], so
/// that there is never a part of a file; one that is dropped before, or has no frame, is removed.
pub struct Gif {
    file: PathBuf,
    part: PathBuf,
    encoder: Option<GifEncoder<File>>,
    /// Width and height of the first frame.
    size: Option<(u32, u32)>,
}

impl Gif {
    /// Starts a GIF that plays for ever.
    ///
    /// # Errors
    /// When no file can be made there.
    pub fn create(file: &Path) -> Result<Self, GifError> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let part = file.with_file_name(format!(".{name}.{}.part", std::process::id()));
        let fail = |cause: ImageError| GifError {
            file: file.to_owned(),
            cause,
        };
        let writer = File::create(&part).map_err(|error| fail(error.into()))?;
        // 30 is the fastest; frames have few colours, so there is nothing left to be gained.
        let mut encoder = GifEncoder::new_with_speed(writer, 30);
        encoder.set_repeat(Repeat::Infinite).map_err(fail)?;
        Ok(Self {
            file: file.to_owned(),
            part,
            encoder: Some(encoder),
            size: None,
        })
    }

    /// Adds a picture that is shown for `time`, in steps of 10 ms. A picture of another size than the
    /// first is cut or filled up with black.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn frame(&mut self, picture: &RgbImage, time: Duration) -> Result<(), GifError> {
        let (width, height) = *self.size.get_or_insert(picture.dimensions());
        let mut picture = picture.clone();
        if picture.dimensions() != (width, height) {
            let mut sheet = RgbImage::new(width, height);
            image::imageops::replace(&mut sheet, &picture, 0, 0);
            picture = sheet;
        }
        flatten(&mut picture);
        let delay = Delay::from_saturating_duration(time);
        let frame = image::Frame::from_parts(picture.convert(), 0, 0, delay);
        let file = &self.file;
        match &mut self.encoder {
            Some(encoder) => encoder.encode_frame(frame).map_err(|cause| GifError {
                file: file.clone(),
                cause,
            }),
            None => Ok(()),
        }
    }

    /// Closes the file and puts it in its place. Without a frame there is no GIF, and what stood there before stays.
    ///
    /// # Errors
    /// When the file cannot be moved.
    pub fn finish(mut self) -> Result<(), GifError> {
        if self.size.is_none() {
            return Ok(());
        }
        // Dropping the encoder writes the end of the file.
        drop(self.encoder.take());
        fs::rename(&self.part, &self.file).map_err(|error| GifError {
            file: self.file.clone(),
            cause: error.into(),
        })
    }
}

impl Drop for Gif {
    fn drop(&mut self) {
        drop(self.encoder.take());
        // A GIF that stands in its place has left no part. Nobody is left to be told, and a part that stays does no harm.
        let _ = fs::remove_file(&self.part);
    }
}

/// Replaces every colour by the nearest of the most frequent ones.
fn flatten(picture: &mut RgbImage) {
    let key = |pixel: &image::Rgb<u8>| pixel.0.map(|channel| channel >> (8 - BITS));
    // By group of near colours: number of pixels, and the colours that occur in it.
    let mut groups: HashMap<[u8; 3], HashMap<[u8; 3], usize>> = HashMap::new();
    for pixel in picture.pixels() {
        *groups
            .entry(key(pixel))
            .or_default()
            .entry(pixel.0)
            .or_default() += 1;
    }
    let mut ranked: Vec<(usize, [u8; 3], [u8; 3])> = groups
        .iter()
        .filter_map(|(&key, colours)| {
            let (&main, _) = colours
                .iter()
                .max_by_key(|&(colour, count)| (*count, *colour))?;
            Some((colours.values().sum(), main, key))
        })
        .collect();
    ranked.sort_unstable_by(|a, b| b.cmp(a));
    let kept = &ranked[..ranked.len().min(MAX_COLOURS)];
    let nearest = |colour: [u8; 3]| {
        let far = |kept: &(usize, [u8; 3], [u8; 3])| -> u32 {
            let channels = kept.1.iter().zip(colour);
            channels
                .map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2))
                .sum()
        };
        kept.iter()
            .min_by_key(|kept| far(kept))
            .map_or(colour, |kept| kept.1)
    };
    let replaced: HashMap<[u8; 3], [u8; 3]> = ranked
        .iter()
        .map(|&(_, main, key)| (key, nearest(main)))
        .collect();
    for pixel in picture.pixels_mut() {
        pixel.0 = replaced[&key(pixel)];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::codecs::gif::GifDecoder;
    use image::{AnimationDecoder, Rgb};
    use std::io::BufReader;

    #[test]
    fn frames_come_back_with_their_colours_and_times() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.gif");
        let mut gif = Gif::create(&file).unwrap();
        let red = RgbImage::from_pixel(20, 10, Rgb([250, 10, 10]));
        let mut blue = red.clone();
        blue.put_pixel(3, 4, Rgb([12, 41, 254]));
        gif.frame(&red, Duration::from_millis(500)).unwrap();
        gif.frame(&blue, Duration::from_millis(40)).unwrap();
        gif.frame(&RgbImage::new(50, 5), Duration::from_millis(40))
            .unwrap();
        assert!(!file.exists(), "the file is not there before it is whole");
        gif.finish().unwrap();

        let decoder = GifDecoder::new(BufReader::new(File::open(&file).unwrap())).unwrap();
        let frames = decoder.into_frames().collect_frames().unwrap();
        let times: Vec<u32> = frames
            .iter()
            .map(|frame| frame.delay().numer_denom_ms().0)
            .collect();
        assert_eq!(times, [500, 40, 40]);
        assert_eq!(frames[1].buffer().get_pixel(3, 4).0, [12, 41, 254, 255]);
        assert_eq!(frames[1].buffer().get_pixel(4, 4).0, [250, 10, 10, 255]);
        assert_eq!(frames[2].buffer().dimensions(), (20, 10));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_gif_given_up_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let mut gif = Gif::create(&folder.path().join("game.gif")).unwrap();
        gif.frame(&RgbImage::new(5, 5), Duration::ZERO).unwrap();
        drop(gif);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_gif_without_a_frame_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.gif");
        fs::write(&file, "the best run").unwrap();
        Gif::create(&file).unwrap().finish().unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"the best run");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_gif_that_cannot_be_put_in_its_place_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.gif");
        fs::create_dir(&file).unwrap();
        let mut gif = Gif::create(&file).unwrap();
        gif.frame(&RgbImage::new(5, 5), Duration::ZERO).unwrap();
        assert!(gif.finish().is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = Gif::create(&folder.path().join("no/game.gif"))
            .err()
            .unwrap();
        assert!(
            error
                .to_string()
                .contains("game.gif: the GIF cannot be written")
        );
    }

    #[test]
    fn a_picture_of_many_colours_keeps_its_main_ones() {
        let mut picture = RgbImage::from_fn(256, 64, |x, y| Rgb([x as u8, y as u8 * 4, 77]));
        image::imageops::replace(
            &mut picture,
            &RgbImage::from_pixel(30, 30, Rgb([234, 224, 0])),
            0,
            0,
        );
        flatten(&mut picture);
        let colours: std::collections::HashSet<_> = picture.pixels().copied().collect();
        assert!(colours.len() <= MAX_COLOURS);
        assert!(colours.contains(&Rgb([234, 224, 0])));
    }
}
