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
use super::meaning::Meaning;
use crate::geometry::Lattice;

/// A channel that has changed by so many times less than black to white is as much as the text can change.
const GAIN: u8 = 2;

/// Adds to what is read on a page the texts over its board that are lighter, or darker, than what was seen there before, in two
/// pictures of one size.
pub fn add_overlay_texts(
    read: &mut Vec<PageControl>,
    [before, now]: [&RgbImage; 2],
    board: &Lattice,
) {
    let bounds = board.bounds();
    let lighter = changed(before, now, u8::saturating_sub);
    let darker = changed(before, now, |now, before| before.saturating_sub(now));
    for picture in [lighter, darker] {
        for text in page_controls(&picture, Some(board)) {
            let at = text.rect.centre();
            let is_told =
                |one: &PageControl| one.is_sure_text() || one.reading.meaning != Meaning::Unknown;
            let is_there =
                |one: &PageControl| one.rect.contains(at) || text.rect.contains(one.rect.centre());
            let is_known = read.iter().any(|one| is_told(one) && is_there(one));
            if bounds.contains(at) && text.has_words() && is_told(&text) && !is_known {
                read.push(text);
            }
        }
    }
}

/// How far the channel of each pixel that has changed the most in one direction has done so, in shades of grey.
fn changed(before: &RgbImage, now: &RgbImage, by: impl Fn(u8, u8) -> u8) -> RgbImage {
    RgbImage::from_fn(now.width(), now.height(), |x, y| {
        let (before, now) = (before.get_pixel(x, y).0, now.get_pixel(x, y).0);
        let channels = now.into_iter().zip(before);
        let most = channels.map(|(now, before)| by(now, before)).max();
        Rgb([most.unwrap_or_default().saturating_mul(GAIN); 3])
    })
}
