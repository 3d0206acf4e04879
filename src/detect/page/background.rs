//! Whether a thing beside the board has appeared where nothing stood before. Where something else did, it was only
//! exchanged, as an advertisement is.
//!
//! ```text
//!   before             now
//!   ┌──────────┐       ┌──────────┐
//!   │   TANK   │       │ CANDIES! │   What has changed around the button reaches to the edges of what it is on.
//!   │   WAR!   │       │ [Get it] │   There, before, colours were seen that are not seen around it.
//!   └──────────┘       └──────────┘
//! ```

use std::collections::HashSet;
use std::ops::Range;

use image::{Rgb, RgbImage};

use super::likeness::pixel_before;
use crate::geometry::{Lattice, Pixel, PixelRect};
use crate::vision::colour::difference;

/// Pictures are compared in blocks of so many pixels: what is nearer to each other than this hangs together, as the
/// writing of an advertisement does.
const BLOCK: u32 = 8;

/// A pixel has changed when its three channels together moved further than this, in steps of 0 to 255: further than
/// the noise of a video, less far than between an advertisement and most pages.
const CHANGE: u32 = 60;

/// So many pixels of a block tell of it: fewer are noise, or the edge of what is beside it.
const TELLING: usize = 4;

/// This share of what has changed may have been something else before: a counter beside the button.
const SPOILT: f64 = 0.1;

/// Colours are the same when each channel falls in the same of so many steps or in neighbouring ones: what is flat has
/// shades.
const SHADES: usize = 16;

/// A colour that is seen around what has changed no more than this share as often as the most frequent one is not its
/// ground, but the edge of something else.
const RARE: f64 = 0.1;

/// Whether what has appeared at `place` in `now` stands where nothing stood in `before`, or belongs to something that
/// lies over the board, which was `moved` pixels higher: a dialog may cover anything.
pub fn was_background(
    before: &RgbImage,
    now: &RgbImage,
    place: PixelRect,
    lattice: &Lattice,
    moved: i32,
) -> bool {
    let blocks = Blocks {
        before,
        now,
        moved,
        across: now.width().div_ceil(BLOCK),
        down: now.height().div_ceil(BLOCK),
    };
    let board = lattice.bounds();
    let is_on_board = |block: &Block| {
        let at = |index: u32| f64::from(index * BLOCK + BLOCK / 2);
        board.contains(Pixel::new(at(block.0), at(block.1) - f64::from(moved)))
    };
    let (changed, beside) = blocks.changed_around(place);
    if changed.iter().any(is_on_board) {
        return true;
    }
    let ground = Ground::of(
        beside.iter().flat_map(|&block| blocks.pixels(block)),
        before,
    );
    let was_something = |block: &&Block| {
        let pixels = blocks.pixels(**block);
        let strange = pixels.filter(|&(x, y)| !ground.shows(before.get_pixel(x, y)));
        strange.take(TELLING).count() == TELLING
    };
    let spoilt = changed.iter().filter(was_something).count();
    spoilt as f64 <= changed.len() as f64 * SPOILT
}

/// Column and row of a block.
type Block = (u32, u32);

/// Two pictures of one size in blocks.
struct Blocks<'p> {
    before: &'p RgbImage,
    now: &'p RgbImage,
    moved: i32,
    across: u32,
    down: u32,
}

impl Blocks<'_> {
    /// The changed blocks that hang together with those of a place, and those right beside them, which have not changed.
    fn changed_around(&self, place: PixelRect) -> (Vec<Block>, Vec<Block>) {
        let cols = place.x / BLOCK..(place.x + place.width).div_ceil(BLOCK);
        let rows = place.y / BLOCK..(place.y + place.height).div_ceil(BLOCK);
        let mut waiting: Vec<Block> = cells(cols, rows).collect();
        let mut known: HashSet<Block> = waiting.iter().copied().collect();
        let (mut changed, mut beside) = (Vec::new(), Vec::new());
        while let Some(block) = waiting.pop() {
            if !self.has_changed(block) {
                beside.push(block);
                continue;
            }
            changed.push(block);
            let (col, row) = block;
            let cols = col.saturating_sub(1)..(col + 2).min(self.across);
            let rows = row.saturating_sub(1)..(row + 2).min(self.down);
            waiting.extend(cells(cols, rows).filter(|&one| known.insert(one)));
        }
        (changed, beside)
    }

    fn has_changed(&self, block: Block) -> bool {
        let has_changed = |&(x, y): &(u32, u32)| {
            let now = self.now.get_pixel(x, y);
            [0, self.moved].into_iter().all(|moved| {
                let before = pixel_before(self.before, x, y, moved);
                before.is_none_or(|before| difference(before, now) > CHANGE)
            })
        };
        let changed = self.pixels(block).filter(has_changed);
        changed.take(TELLING).count() == TELLING
    }

    fn pixels(&self, (col, row): Block) -> impl Iterator<Item = (u32, u32)> {
        let (width, height) = self.now.dimensions();
        let span = |index: u32, end: u32| index * BLOCK..((index + 1) * BLOCK).min(end);
        cells(span(col, width), span(row, height))
    }
}

fn cells(cols: Range<u32>, rows: Range<u32>) -> impl Iterator<Item = (u32, u32)> {
    rows.flat_map(move |row| cols.clone().map(move |col| (col, row)))
}

/// The colours that are seen around what has changed: by shade, whether it is one of them.
struct Ground(Vec<bool>);

impl Ground {
    fn of(pixels: impl Iterator<Item = (u32, u32)>, picture: &RgbImage) -> Self {
        let mut counts = vec![0u32; SHADES.pow(3)];
        for (x, y) in pixels {
            let pixel = picture.get_pixel(x, y);
            // This shade and those beside it.
            let [red, green, blue] = pixel.0.map(|value| {
                let step = usize::from(value) * SHADES / 256;
                step.saturating_sub(1)..(step + 2).min(SHADES)
            });
            for red in red {
                for green in green.clone() {
                    for blue in blue.clone() {
                        counts[number([red, green, blue])] += 1;
                    }
                }
            }
        }
        let most = counts.iter().copied().max().unwrap_or_default();
        let is_ground = |count: &u32| f64::from(*count) > f64::from(most) * RARE;
        Self(counts.iter().map(is_ground).collect())
    }

    fn shows(&self, pixel: &Rgb<u8>) -> bool {
        self.0[number(pixel.0.map(|value| usize::from(value) * SHADES / 256))]
    }
}

fn number([red, green, blue]: [usize; 3]) -> usize {
    (red * SHADES + green) * SHADES + blue
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: [u8; 3] = [240, 238, 232];
    const BUTTON: PixelRect = PixelRect {
        x: 330,
        y: 150,
        width: 90,
        height: 30,
    };
    const PANEL: [u32; 4] = [310, 60, 130, 180];

    fn fill(picture: &mut RgbImage, [left, top, width, height]: [u32; 4], colour: [u8; 3]) {
        for (x, y) in cells(left..left + width, top..top + height) {
            picture.put_pixel(x, y, Rgb(colour));
        }
    }

    /// Words, with a space between them.
    fn words(picture: &mut RgbImage, [left, top]: [u32; 2], count: u32, ink: [u8; 3]) {
        for letter in 0..count {
            fill(picture, [left + 6 * letter, top, 4, 12], ink);
        }
    }

    /// A page with a board at its left, in one light or another.
    fn page(board: u8) -> RgbImage {
        let mut page = RgbImage::from_pixel(460, 300, Rgb(PAGE));
        fill(&mut page, [20, 20, 250, 250], [board; 3]);
        page
    }

    fn with_button(mut page: RgbImage) -> RgbImage {
        let PixelRect {
            x,
            y,
            width,
            height,
        } = BUTTON;
        fill(&mut page, [x, y, width, height], [40, 160, 70]);
        words(&mut page, [x + 20, y + 9], 8, [255; 3]);
        page
    }

    fn with_panel(mut page: RgbImage, ground: [u8; 3], letters: u32) -> RgbImage {
        fill(&mut page, PANEL, ground);
        words(&mut page, [330, 130], letters, [255; 3]);
        page
    }

    #[track_caller]
    fn check_was_background(before: &RgbImage, now: &RgbImage, expected: bool) {
        let lattice = Lattice::upright(5, 5, [45.0, 45.0], [50.0, 50.0]);
        assert_eq!(was_background(before, now, BUTTON, &lattice, 0), expected);
    }

    #[test]
    fn a_button_or_a_panel_with_one_appears_on_background() {
        check_was_background(&page(0), &with_button(page(0)), true);
        let panel = with_panel(page(0), [20, 60, 120], 9);
        check_was_background(&page(0), &with_button(panel), true);
    }

    #[test]
    fn an_advert_that_is_exchanged_was_there_before() {
        let old = with_panel(page(0), [120, 30, 90], 9);
        for ground in [[20, 60, 120], PAGE] {
            let new = with_panel(page(0), ground, 5);
            check_was_background(&old, &with_button(new), false);
        }
        // Another word, on the same button and the same ground.
        let mut new = with_button(old.clone());
        words(&mut new, [350, 159], 8, [40, 160, 70]);
        words(&mut new, [353, 159], 7, [255; 3]);
        check_was_background(&with_button(old), &new, false);
    }

    #[test]
    fn what_lies_over_the_board_may_cover_anything() {
        let old = with_panel(page(0), [120, 30, 90], 9);
        let mut dialog = page(0);
        fill(&mut dialog, [100, 80, 340, 140], [60, 70, 80]);
        check_was_background(&old, &with_button(dialog), true);
    }
}
