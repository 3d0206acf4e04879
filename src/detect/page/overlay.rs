//! Text that has come over a page, through which the page is still seen: on a dark band over a board, say.
//!
//! ```text
//!   before    ███ ▒▒▒ ░░░      what shines through is darker than before
//!   now       ▓▓T▓a▒p▒░░       the letters are lighter, whatever lies below them
//!   lighter     T a p
//! ```
//!
//! In one picture the outlines of what shines through hang together with those of the letters.

use image::{Rgb, RgbImage};

use super::controls::{PageControl, page_controls};
use crate::geometry::Lattice;

/// What shines through a dark veil is darker than this level of a channel, and text is lighter.
const SHINING: u8 = 96;

/// What has changed by so many times less than black to white is as clear as the text may be.
const GAIN: u8 = 2;

/// Adds to what is read on a page the texts over its board that are lighter, or darker, than what was seen there before, in two
/// pictures of one size. A sentence that asks for something takes the place of what was read of its beginning.
pub fn add_overlay_texts(
    read: &mut Vec<PageControl>,
    [before, now]: [&RgbImage; 2],
    board: &Lattice,
) {
    let bounds = board.bounds();
    let levels: [fn(u8) -> u8; 2] = [|level| level, |level| u8::MAX - level];
    for level in levels {
        let picture = lighter(before, now, level);
        for text in page_controls(&picture, Some(board)) {
            let at = text.rect.centre();
            let is_there =
                |one: &PageControl| one.rect.contains(at) || text.rect.contains(one.rect.centre());
            if !bounds.contains(at) || !text.has_words() {
                continue;
            }
            // The rest of a sentence says what its beginning asks for: "press T to play" and, in the next line, "the solution".
            let all = read.len();
            read.retain(|one| !(is_there(one) && text.goes_on_from(one)));
            let is_known = read.iter().any(|one| one.is_told() && is_there(one));
            if read.len() < all || text.is_told() && !is_known {
                read.push(text);
            }
        }
    }
}

/// How much lighter than before, and than what shines through a veil, the channel of each pixel is of which that is true the most, in
/// shades of grey.
fn lighter(before: &RgbImage, now: &RgbImage, level: fn(u8) -> u8) -> RgbImage {
    RgbImage::from_fn(now.width(), now.height(), |x, y| {
        let [before, now] = [before, now].map(|picture| picture.get_pixel(x, y).0.map(level));
        let channels = now.into_iter().zip(before);
        let more = channels.map(|(now, before)| now.saturating_sub(before.max(SHINING)));
        Rgb([more.max().unwrap_or_default().saturating_mul(GAIN); 3])
    })
}
