//! What changes by itself beside the board while a level is played. A button that is seen there later is no answer
//! to the last stroke; it is an advertisement's, most likely.
//!
//! ```text
//!   ┌─────────────┐ ┌────────┐
//!   │ ●         ● │ │ PLAY   │   before one stroke ...
//!   │      ●      │ │ ME!    │
//!   └─────────────┘ └────────┘
//!   ┌─────────────┐ ┌────────┐
//!   │ ●━━━━━━━━━● │ │ [Get   │   ... and before the next: whatever has appeared here is not the game's.
//!   │      ●      │ │  it!]  │   A counter of moves changes a few places only.
//!   └─────────────┘ └────────┘
//! ```

use std::collections::BTreeSet;

use image::{Rgb, RgbImage};
use serde::{Deserialize, Serialize};

use crate::geometry::{Lattice, Pixel, PixelRect};
use crate::vision::colour::difference;

/// Places are looked at so many pixels from each other: some dozens lie in the smallest button.
const STEP: u32 = 4;

/// A place has changed when its three channels together moved further than this, in steps of 0 to 255: far more
/// than the noise of a video does.
const CHANGE: u32 = 90;

/// When a larger share of the places has changed, all of the page did: its background moves, or its light goes.
const MOST_OF_PAGE: f64 = 1.0 / 3.0;

/// Something stands where things change when a larger share of its places has changed.
const RESTLESS: f64 = 0.5;

/// How far from the board things may still be its own, in cells.
const MARGIN: f64 = 0.5;

/// What is known of the page around the boards of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::play) struct BackgroundMotion {
    size: (u32, u32),
    /// The places that have changed, by number, row by row.
    changed: BTreeSet<usize>,
    /// By place, what it showed last; nothing where a board was.
    #[serde(skip)]
    last: Vec<Option<Rgb<u8>>>,
}

impl BackgroundMotion {
    /// What changes until the next picture is not looked at.
    pub(in crate::play) fn look_away(&mut self) {
        self.last.clear();
    }

    /// A picture of a level that is not solved yet.
    pub(in crate::play) fn look(&mut self, picture: &RgbImage, lattice: &Lattice) {
        if self.size != picture.dimensions() {
            self.size = picture.dimensions();
            self.last.clear();
            self.changed.clear();
        }
        let board = lattice.bounds().grown(MARGIN * lattice.pitch());
        let (width, height) = self.size;
        let places = (0..height).step_by(STEP as usize);
        let places = places.flat_map(|y| (0..width).step_by(STEP as usize).map(move |x| (x, y)));
        let now: Vec<Option<Rgb<u8>>> = places
            .map(|(x, y)| {
                let is_board = board.contains(Pixel::new(f64::from(x), f64::from(y)));
                (!is_board).then(|| *picture.get_pixel(x, y))
            })
            .collect();
        let both = now.iter().zip(&self.last).enumerate();
        let changed = both.filter(|(_, (now, last))| has_changed(**now, **last));
        let changed: Vec<usize> = changed.map(|(number, _)| number).collect();
        if (changed.len() as f64) < now.len() as f64 * MOST_OF_PAGE {
            self.changed.extend(changed);
        }
        self.last = now;
    }

    /// Whether something stands where the page changes by itself. Where a large share of the page does, its background moves,
    /// and that tells nothing of what stands on it.
    pub(in crate::play) fn is_restless(&self, rect: PixelRect) -> bool {
        let across = self.size.0.div_ceil(STEP);
        let all = f64::from(across * self.size.1.div_ceil(STEP));
        if self.changed.len() as f64 >= all * MOST_OF_PAGE {
            return false;
        }
        let cols = rect.x.div_ceil(STEP)..(rect.x + rect.width).div_ceil(STEP);
        let rows = rect.y.div_ceil(STEP)..(rect.y + rect.height).div_ceil(STEP);
        let places =
            rows.flat_map(|row| cols.clone().map(move |col| (row * across + col) as usize));
        let (changed, all) = places.fold((0, 0), |(changed, all), place| {
            (changed + u32::from(self.changed.contains(&place)), all + 1)
        });
        f64::from(changed) > f64::from(all) * RESTLESS
    }
}

fn has_changed(now: Option<Rgb<u8>>, last: Option<Rgb<u8>>) -> bool {
    now.zip(last)
        .is_some_and(|(now, last)| difference(&now, &last) > CHANGE)
}

#[cfg(test)]
mod tests {
    use image::imageops;

    use super::*;

    const ADVERT: PixelRect = PixelRect {
        x: 220,
        y: 20,
        width: 80,
        height: 160,
    };
    const BUTTON: PixelRect = PixelRect {
        x: 230,
        y: 100,
        width: 60,
        height: 24,
    };

    /// A page with a flat board at its left, and a flat rectangle.
    fn page(ground: u8, rect: PixelRect, colour: u8) -> RgbImage {
        let mut page = RgbImage::from_pixel(320, 200, Rgb([ground; 3]));
        let part = RgbImage::from_pixel(rect.width, rect.height, Rgb([colour; 3]));
        imageops::replace(&mut page, &part, i64::from(rect.x), i64::from(rect.y));
        page
    }

    /// What is known after these pages.
    fn after(pages: &[RgbImage]) -> BackgroundMotion {
        let lattice = Lattice::upright(5, 5, [30.0, 30.0], [30.0, 30.0]);
        let mut motion = BackgroundMotion::default();
        for page in pages {
            motion.look(page, &lattice);
        }
        motion
    }

    #[test]
    fn a_button_where_an_advert_has_changed_is_restless() {
        let pages = [page(240, ADVERT, 20), page(240, ADVERT, 200)];
        let motion = after(&pages);
        assert!(motion.is_restless(BUTTON));
        let elsewhere = PixelRect { x: 20, ..BUTTON };
        assert!(!motion.is_restless(elsewhere));
    }

    #[test]
    fn a_counter_a_moving_background_and_the_board_make_nothing_restless() {
        let counter = PixelRect {
            width: 14,
            ..BUTTON
        };
        assert!(!after(&[page(240, counter, 20), page(240, counter, 200)]).is_restless(BUTTON));
        assert!(!after(&[page(240, ADVERT, 20), page(60, ADVERT, 20)]).is_restless(BUTTON));
        let cell = PixelRect {
            x: 60,
            y: 60,
            width: 60,
            height: 24,
        };
        assert!(!after(&[page(240, cell, 20), page(240, cell, 200)]).is_restless(cell));
    }

    /// Stripes that pass change one part of the page after the other.
    #[test]
    fn a_background_that_moves_all_over_the_page_makes_nothing_restless() {
        let stripe = |x: u32| PixelRect {
            x,
            y: 0,
            width: 40,
            height: 200,
        };
        let pages = [180, 220, 260, 280].map(|x| page(240, stripe(x), 20));
        let motion = after(&pages);
        assert!(!motion.is_restless(BUTTON));
    }
}
