//! Pictures that follow each other, in little memory: of each but the first only the part that changed. When there
//! are too many, those in the middle are forgotten: how it began and how it ended tell the most.
//!
//! ```text
//!   first --> change --> change      | forgotten |      base --> change --> last
//! ```

use std::collections::VecDeque;
use std::sync::Arc;

use image::{RgbImage, imageops};

use crate::pipeline::Frame;

/// Numbered pictures, from 0.
pub(super) struct Pictures {
    /// What the changes of either part may take, in bytes.
    most: usize,
    begin: Option<Chain>,
    end: Option<Chain>,
    last: Option<Arc<Frame>>,
}

/// A picture with its number, and what became of it.
struct Chain {
    number: usize,
    base: RgbImage,
    changes: VecDeque<Change>,
    bytes: usize,
}

struct Change {
    /// Of all of the picture.
    size: (u32, u32),
    x: u32,
    y: u32,
    part: RgbImage,
}

impl Pictures {
    /// No pictures yet; the changes that are kept take so many bytes at most, and one picture more.
    pub(super) fn new(most: usize) -> Self {
        Self {
            most: most / 2,
            begin: None,
            end: None,
            last: None,
        }
    }

    /// Keeps a picture and gives its number; the same as the last one has the same number.
    pub(super) fn add(&mut self, frame: &Arc<Frame>) -> usize {
        let last = self.last.replace(Arc::clone(frame));
        let (Some(last), Some(begin)) = (last, &mut self.begin) else {
            self.begin = Some(Chain::new(0, frame.picture.clone()));
            return 0;
        };
        let Some(change) = Change::between(&last.picture, &frame.picture) else {
            return self.end.as_ref().unwrap_or(begin).last_number();
        };
        if self.end.is_none() && begin.bytes + change.part.len() <= self.most {
            return begin.push(change);
        }
        let number = begin.last_number();
        let end = self
            .end
            .get_or_insert_with(|| Chain::new(number, last.picture.clone()));
        let number = end.push(change);
        while end.bytes > self.most && end.changes.len() > 1 {
            end.forget_first();
        }
        number
    }

    /// Whether none was forgotten.
    pub(super) fn are_all_kept(&self) -> bool {
        let both = self.begin.as_ref().zip(self.end.as_ref());
        both.is_none_or(|(begin, end)| begin.last_number() == end.number)
    }

    /// Hands out the pictures that are kept, each with its number.
    ///
    /// # Errors
    /// The first that `take` gives.
    pub(super) fn each<E>(
        &self,
        mut take: impl FnMut(usize, &RgbImage) -> Result<(), E>,
    ) -> Result<(), E> {
        for chain in [&self.begin, &self.end].into_iter().flatten() {
            let mut picture = chain.base.clone();
            take(chain.number, &picture)?;
            for (number, change) in (chain.number + 1..).zip(&chain.changes) {
                change.apply(&mut picture);
                take(number, &picture)?;
            }
        }
        Ok(())
    }
}

impl Chain {
    fn new(number: usize, base: RgbImage) -> Self {
        Self {
            number,
            base,
            changes: VecDeque::new(),
            bytes: 0,
        }
    }

    fn last_number(&self) -> usize {
        self.number + self.changes.len()
    }

    fn push(&mut self, change: Change) -> usize {
        self.bytes += change.part.len();
        self.changes.push_back(change);
        self.last_number()
    }

    fn forget_first(&mut self) {
        if let Some(change) = self.changes.pop_front() {
            self.bytes -= change.part.len();
            change.apply(&mut self.base);
            self.number += 1;
        }
    }
}

impl Change {
    /// The smallest box that holds all differences of two pictures; `None` when there are none.
    fn between(before: &RgbImage, after: &RgbImage) -> Option<Self> {
        let size = after.dimensions();
        let [x, y, width, height] = if before.dimensions() == size {
            changed(before, after)?
        } else {
            [0, 0, size.0, size.1]
        };
        let part = imageops::crop_imm(after, x, y, width, height).to_image();
        Some(Self { size, x, y, part })
    }

    fn apply(&self, picture: &mut RgbImage) {
        if picture.dimensions() == self.size {
            imageops::replace(picture, &self.part, i64::from(self.x), i64::from(self.y));
        } else {
            picture.clone_from(&self.part);
        }
    }
}

/// The smallest box that holds all differences of two pictures of one size: left, top, width, height.
fn changed(before: &RgbImage, after: &RgbImage) -> Option<[u32; 4]> {
    let width = 3 * before.width() as usize;
    if width == 0 {
        return None;
    }
    let rows = || {
        before
            .as_raw()
            .chunks_exact(width)
            .zip(after.as_raw().chunks_exact(width))
    };
    let top = rows().position(|(a, b)| a != b)?;
    let height = rows().rposition(|(a, b)| a != b)? + 1 - top;
    let (mut left, mut right) = (width, 0);
    for (a, b) in rows().skip(top).take(height) {
        let mut pairs = a.iter().zip(b);
        if let Some(first) = pairs.position(|(a, b)| a != b) {
            left = left.min(first);
            right = right.max(a.iter().zip(b).rposition(|(a, b)| a != b).unwrap_or(first));
        }
    }
    let (left, right) = (left / 3, right / 3);
    Some([left, top, right + 1 - left, height].map(|one| one as u32))
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    /// A dot that moves, in a picture that is larger from the twelfth on.
    fn picture(number: u32) -> RgbImage {
        let side = if number < 12 { 20 } else { 25 };
        let mut picture = RgbImage::from_pixel(side, side, Rgb([9; 3]));
        picture.put_pixel(number % 20, 7, Rgb([200; 3]));
        picture
    }

    fn kept(most: usize) -> (Vec<usize>, bool) {
        let mut pictures = Pictures::new(most);
        for number in 0..20 {
            for _ in 0..2 {
                let frame = Arc::new(Frame::from_picture(picture(number)));
                assert_eq!(pictures.add(&frame), number as usize);
            }
        }
        let mut numbers = Vec::new();
        let taken = pictures.each(|number, kept| {
            numbers.push(number);
            let is_right = *kept == picture(number as u32);
            if is_right { Ok(()) } else { Err(number) }
        });
        assert_eq!(taken, Ok(()));
        numbers.dedup();
        (numbers, pictures.are_all_kept())
    }

    #[test]
    fn every_picture_comes_back_as_it_was() {
        let all = (0..20).collect();
        assert_eq!(kept(1 << 20), (all, true));
    }

    #[test]
    fn of_too_many_those_in_the_middle_are_forgotten() {
        let (numbers, are_all_kept) = kept(48);
        assert!(!are_all_kept);
        assert_eq!((numbers[0], numbers[numbers.len() - 1]), (0, 19));
        assert!(numbers.len() < 12, "{numbers:?}");
    }
}
