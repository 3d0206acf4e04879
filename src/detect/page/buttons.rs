//! Finds buttons that have appeared since an earlier picture.
//!
//! ```text
//!   ┌──────────────────┐   A button is a flat region, not large, nearly a rectangle, with something
//!   │    next level    │   written in the middle of it. It must hold no other button, and must
//!   └──────────────────┘   not have been there before, not even darker or elsewhere.
//! ```
//!
//! Beside one that has appeared, whatever is as large and fills its box is a button too: the one that leads on is often
//! painted with more care, in gloss or stripes, than the one that shares.

use std::borrow::Cow;

use image::RgbImage;

use super::likeness::{ALIKE, likeness};
use super::template::was_beside;
use crate::geometry::{Cell, Lattice, Pixel, PixelBox, PixelRect};
use crate::vision::colour::difference;
use crate::vision::labels::labelled;
use crate::vision::regions::Region;

/// Neighbouring pixels that differ by no more than this, summed over the channels, are of one region: the
/// blocks of a video do, the faintest button and the page around it differ by more.
const FLAT: u32 = 30;

/// A button is at least this many pixels high, and at most this share of the picture's height and width.
const LEAST_HEIGHT: u32 = 16;
const MOST_HEIGHT: f64 = 0.14;
const MOST_WIDTH: f64 = 0.7;

/// It is at least so many times as wide as it is high.
const LEAST_ASPECT: f64 = 0.9;

/// Its flat ground covers at least this share of its box: round ends and what is written take the rest.
const LEAST_GROUND: f64 = 0.55;

/// What is written covers from a few dots to half of the box, and stays clear of its edges.
const WRITING: std::ops::RangeInclusive<f64> = 0.02..=0.45;
const EDGE: f64 = 0.07;

/// This share of the pixels along its edges may be something else: noise.
const EDGE_NOISE: f64 = 0.04;

/// A flat region may be a cell of the board, or what a dialog leaves of it. Its longer side is at least `CELL_SIDE`, a cell
/// inside its lines, its shorter one at least `CELL_REST`, and it reaches no farther than `CELL_REACH` from the middle of
/// the cell; all in cells.
const CELL_SIDE: f64 = 0.85;
const CELL_REST: f64 = 0.5;
const CELL_REACH: f64 = 0.55;

/// What stands on the same ground as a button is one too, however it is painted, where it fills at least this share of its
/// box, which stars and cups do not, and is at most so many times as wide or as narrow, and as high or as low: the one that
/// leads on may be as wide as the dialog, and two others share a row.
const RIVAL_FILL: f64 = 0.75;
const RIVAL_WIDTH: f64 = 3.0;
const RIVAL_HEIGHT: f64 = 1.7;

/// What lies so near to the middles of so many cells, in cells, and is no larger than they are, is what the game shows of its
/// flows: a disc in each cell, say.
const MIDDLE: f64 = 0.1;
const FEWEST_PIECES: usize = 4;

/// Letters are narrower than this, in their height; so many stand in a row, with less than this between two, in their height:
/// between them may be others that hold nothing.
const LETTER_ASPECT: f64 = 1.3;
const FEWEST_LETTERS: usize = 3;
const LETTER_GAP: f64 = 4.0;

/// The ground is looked for so far outside of a button, as a share of its height: its outline is nearer, other buttons are
/// farther off.
const BESIDE: f64 = 0.1;

/// How far off the found step a part of the old picture may be, in pixels.
const SLACK: i32 = 2;

/// A picture and everything in it that looks like a button.
pub struct PageButtons<'a> {
    /// The picture.
    pub picture: Cow<'a, RgbImage>,
    /// Its buttons, in no order.
    pub buttons: Vec<PixelRect>,
    /// The number of the flat region of each pixel, row by row.
    owners: Vec<u32>,
}

impl<'a> PageButtons<'a> {
    /// Of a picture, cut into flat regions: in noise each pixel is one of its own.
    pub fn of(picture: Cow<'a, RgbImage>) -> Self {
        let (pixels, _) = picture.as_chunks::<3>();
        let alike = |a: usize, b: usize| difference(pixels[a], pixels[b]) <= FLAT;
        let (owners, regions) = labelled(picture.dimensions(), LEAST_HEIGHT, alike);
        let buttons = regions
            .iter()
            .filter(|(owner, region)| is_button(*owner, region, &owners, picture.dimensions()))
            .map(|(_, region)| region.rect())
            .collect();
        Self {
            picture,
            buttons,
            owners,
        }
    }

    /// Whether a place lies in a button.
    pub fn is_in_button(&self, at: Pixel) -> bool {
        self.buttons
            .iter()
            .any(|one| PixelBox::from(*one).contains(at))
    }
}

/// The buttons in `now` that were not in `before`, where the board and what is around it was `moved` pixels higher.
pub fn appeared(
    before: &RgbImage,
    now: &PageButtons<'_>,
    lattice: &Lattice,
    moved: i32,
) -> Vec<PixelRect> {
    let buttons = &now.buttons;
    let is_innermost = |one: &PixelRect| !buttons.iter().any(|other| encloses(*one, *other));
    let is_new = |one: &PixelRect| is_new(before, &now.picture, *one, moved);
    let innermost: Vec<PixelRect> = buttons.iter().copied().filter(is_innermost).collect();
    // A cell with the last pipe in it is not what it was either.
    let is_control = |one: &PixelRect| !is_cell(*one, lattice, moved) && is_new(one);
    let mut controls: Vec<PixelRect> = innermost.into_iter().filter(is_control).collect();
    for one in controls.clone() {
        let mut rivals = rivals(one, &now.owners, now.picture.dimensions());
        let is_piece = |rival: &PixelRect| is_piece(*rival, lattice, moved);
        if rivals.iter().copied().filter(is_piece).count() >= FEWEST_PIECES {
            rivals.retain(|rival| !is_piece(rival));
        }
        let is_other = |rival: &PixelRect| {
            let rival = PixelBox::from(*rival);
            !buttons.iter().any(|one| rival.contains(one.centre()))
        };
        controls.extend(rivals.into_iter().filter(is_other).filter(is_control));
    }
    remove_letters(&mut controls);
    controls.sort_unstable_by_key(|one| (one.y, one.x));
    controls.dedup();
    controls
}

/// Whether a place in `now` shows what `before` did not, neither there nor where it was when the board was `moved` pixels
/// higher, nor further left or right in its row. A page is pushed by parts of a pixel too, and lines are thin.
pub fn is_new(before: &RgbImage, now: &RgbImage, place: PixelRect, moved: i32) -> bool {
    let mut steps = [0].into_iter().chain(moved - SLACK..=moved + SLACK);
    steps.all(|step| likeness(before, now, place, step) < ALIKE) && !was_beside(before, now, place)
}

/// Removes the letters of a large line of text: each holds something, as an `o` does, and several stand in a row, nearer to
/// each other than they are high.
fn remove_letters(places: &mut Vec<PixelRect>) {
    let is_narrow = |one: &PixelRect| f64::from(one.width) < f64::from(one.height) * LETTER_ASPECT;
    let overlap =
        |a: (u32, u32), b: (u32, u32)| (a.0 + a.1).min(b.0 + b.1).saturating_sub(a.0.max(b.0));
    let is_beside = |a: &PixelRect, b: &PixelRect| {
        let height = a.height.min(b.height);
        let gap =
            a.x.max(b.x)
                .saturating_sub((a.x + a.width).min(b.x + b.width));
        a != b
            && 2 * overlap((a.y, a.height), (b.y, b.height)) >= height
            && f64::from(gap) < f64::from(height) * LETTER_GAP
    };
    let all = places.clone();
    // How many stand in one row with a place, each beside the one before.
    let row = |one: &PixelRect| {
        let mut row = vec![*one];
        let mut next = 0;
        while let Some(last) = row.get(next).copied() {
            let others = all
                .iter()
                .filter(|other| is_narrow(other) && is_beside(&last, other));
            let others: Vec<PixelRect> = others
                .filter(|other| !row.contains(other))
                .copied()
                .collect();
            row.extend(others);
            next += 1;
        }
        row.len()
    };
    let is_letter = |one: &PixelRect| is_narrow(one) && row(one) >= FEWEST_LETTERS;
    places.retain(|one| !is_letter(one));
}

/// Removes from places in `now` what an earlier picture showed, too, pushed up or down together with one of its buttons.
pub fn remove_pushed(before: &PageButtons<'_>, now: &RgbImage, places: &mut Vec<PixelRect>) {
    let is_near = |a: u32, b: u32| a.abs_diff(b) <= SLACK.unsigned_abs();
    let is_sized = |old: &PixelRect, new: &PixelRect| {
        is_near(old.x, new.x) && is_near(old.width, new.width) && is_near(old.height, new.height)
    };
    let shows = |new: &PixelRect, moved: i32| {
        let mut steps = moved - SLACK..=moved + SLACK;
        steps.any(|step| likeness(&before.picture, now, *new, step) >= ALIKE)
    };
    let pairs = before
        .buttons
        .iter()
        .flat_map(|old| places.iter().map(move |new| (old, new)));
    let pushed = pairs
        .filter(|(old, new)| is_sized(old, new))
        .map(|(old, new)| (*new, new.y as i32 - old.y as i32))
        .filter(|(new, moved)| shows(new, *moved));
    let mut steps: Vec<i32> = pushed.map(|(_, moved)| moved).collect();
    steps.sort_unstable();
    steps.dedup();
    places.retain(|new| !steps.iter().any(|&moved| shows(new, moved)));
}

/// What stands on the same ground as a button, is about as large, and fills its box.
fn rivals(button: PixelRect, owners: &[u32], (width, height): (u32, u32)) -> Vec<PixelRect> {
    let out = (f64::from(button.height) * BESIDE).ceil() as u32;
    let (left, top) = (button.x.saturating_sub(out), button.y.saturating_sub(out));
    let right = (button.x + button.width + out).min(width - 1);
    let bottom = (button.y + button.height + out).min(height - 1);
    let level = (left..=right).flat_map(|x| [(x, top), (x, bottom)]);
    let upright = (top..=bottom).flat_map(|y| [(left, y), (right, y)]);
    let owner = |(x, y): (u32, u32)| owners[(y * width + x) as usize];
    let mut around: Vec<u32> = level.chain(upright).map(owner).collect();
    around.sort_unstable();
    let ground = around
        .chunk_by(|a, b| a == b)
        .max_by_key(|run| run.len())
        .map(|run| run[0]);
    let is_ground = |at: usize| Some(owners[at]) == ground;
    let alike = |a, b| is_ground(a) == is_ground(b);
    let (_, things) = labelled((width, height), LEAST_HEIGHT, alike);
    let is_alike = |a: u32, b: u32, most: f64| f64::from(a.max(b)) <= f64::from(a.min(b)) * most;
    let is_rival = |thing: &Region| {
        let rect = thing.rect();
        let area = f64::from(rect.width) * f64::from(rect.height);
        is_alike(rect.width, button.width, RIVAL_WIDTH)
            && is_alike(rect.height, button.height, RIVAL_HEIGHT)
            && f64::from(thing.area) >= area * RIVAL_FILL
    };
    let things = things.into_iter().map(|(_, thing)| thing);
    things.filter(is_rival).map(|thing| thing.rect()).collect()
}

/// Whether this is a cell of the board, which was `moved` pixels higher, or what a dialog leaves of it: as wide or as
/// high as a cell, at least half of one, and inside of it.
fn is_cell(rect: PixelRect, lattice: &Lattice, moved: i32) -> bool {
    let pitch = lattice.pitch();
    let (width, height) = (f64::from(rect.width), f64::from(rect.height));
    let is_inside = |(right, down): (f64, f64)| {
        (right + width / 2.0).max(down + height / 2.0) <= CELL_REACH * pitch
    };
    let is_sized = width.max(height) >= CELL_SIDE * pitch && width.min(height) >= CELL_REST * pitch;
    is_sized && from_cells(rect, lattice, moved).any(is_inside)
}

/// Whether this lies in the middle of a cell of the board, which was `moved` pixels higher, and is no larger.
fn is_piece(rect: PixelRect, lattice: &Lattice, moved: i32) -> bool {
    let pitch = lattice.pitch();
    let is_in_middle = |(right, down): (f64, f64)| right.max(down) <= MIDDLE * pitch;
    f64::from(rect.width.max(rect.height)) <= pitch
        && from_cells(rect, lattice, moved).any(is_in_middle)
}

/// How far the middle of something lies from those of the cells of the board, which was `moved` pixels higher: aside and up
/// or down, in pixels.
fn from_cells(rect: PixelRect, lattice: &Lattice, moved: i32) -> impl Iterator<Item = (f64, f64)> {
    let middle = rect.centre();
    let cells = (0..lattice.rows()).flat_map(|row| (0..lattice.cols()).map(move |col| (row, col)));
    cells.map(move |(row, col)| {
        let cell = lattice.centre(Cell::new(row, col));
        let down = middle.y - cell.y - f64::from(moved);
        ((middle.x - cell.x).abs(), down.abs())
    })
}

/// Whether a flat region looks like a button.
fn is_button(owner: u32, region: &Region, owners: &[u32], (width, height): (u32, u32)) -> bool {
    let rect = region.rect();
    let area = f64::from(rect.width) * f64::from(rect.height);
    let is_sized = rect.height >= LEAST_HEIGHT
        && f64::from(rect.height) <= f64::from(height) * MOST_HEIGHT
        && f64::from(rect.width) <= f64::from(width) * MOST_WIDTH
        && f64::from(rect.width) >= f64::from(rect.height) * LEAST_ASPECT;
    if !is_sized || f64::from(region.area) < area * LEAST_GROUND {
        return false;
    }
    let edge = (f64::from(rect.height) * EDGE).ceil();
    // Ends may be round: what lies outside of half discs at both ends tells nothing.
    let radius = f64::from(rect.height) / 2.0;
    let (mut writing, mut noise, mut edges) = (0u32, 0u32, 0u32);
    for y in rect.y..rect.y + rect.height {
        for x in rect.x..rect.x + rect.width {
            let (u, v) = (f64::from(x - rect.x) + 0.5, f64::from(y - rect.y) + 0.5);
            let past_end = (radius - u).max(u - (f64::from(rect.width) - radius));
            let depth = radius - past_end.max(0.0).hypot(v - radius);
            let is_other = u32::from(owners[(y * width + x) as usize] != owner);
            if depth >= edge {
                writing += is_other;
            } else if depth >= 1.0 {
                noise += is_other;
                edges += 1;
            }
        }
    }
    f64::from(noise) <= f64::from(edges) * EDGE_NOISE
        && WRITING.contains(&(f64::from(writing) / area))
}

/// Whether the one lies around the other.
fn encloses(one: PixelRect, other: PixelRect) -> bool {
    one != other
        && one.x <= other.x
        && one.y <= other.y
        && one.x + one.width >= other.x + other.width
        && one.y + one.height >= other.y + other.height
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    fn fill(picture: &mut RgbImage, [left, top, width, height]: [u32; 4], colour: [u8; 3]) {
        for (x, y) in (left..left + width).flat_map(|x| (top..top + height).map(move |y| (x, y))) {
            picture.put_pixel(x, y, Rgb(colour));
        }
    }

    /// Draws a button with five letters on it, from there on and so large.
    fn button(picture: &mut RgbImage, [x, y, width, height]: [u32; 4]) -> PixelRect {
        fill(picture, [x, y, width, height], [40, 120, 70]);
        let first = x + (width - 36) / 2;
        for letter in 0..5 {
            let place = [first + 8 * letter, y + (height - 10) / 2, 4, 10];
            fill(picture, place, [255; 3]);
        }
        rect([x, y, width, height])
    }

    fn page(picture: &RgbImage) -> PageButtons<'_> {
        PageButtons::of(Cow::Borrowed(picture))
    }

    fn rect([x, y, width, height]: [u32; 4]) -> PixelRect {
        PixelRect {
            x,
            y,
            width,
            height,
        }
    }

    /// A dialog in the middle of a window has its button where the middle of a cell may be, just as wide.
    #[test]
    fn a_button_as_wide_as_a_cell_has_appeared() {
        let before = RgbImage::from_pixel(500, 500, Rgb([20; 3]));
        let mut now = before.clone();
        fill(&mut now, [100, 180, 300, 130], [40, 44, 60]);
        let button = button(&mut now, [201, 262, 98, 34]);
        let lattice = Lattice::upright(5, 5, [50.0, 50.0], [100.0, 100.0]);
        assert_eq!(appeared(&before, &page(&now), &lattice, 0), [button]);
    }

    #[test]
    fn the_letters_of_a_large_line_are_no_buttons() {
        let letter = |x: u32| rect([x, 88, 18, 16]);
        let mut places = vec![letter(30), letter(52), letter(116), letter(138)];
        remove_letters(&mut places);
        assert_eq!(places, []);
        let icons = vec![rect([30, 88, 40, 40]), rect([300, 88, 40, 40])];
        let mut places = icons.clone();
        remove_letters(&mut places);
        assert_eq!(places, icons);
    }

    #[test]
    fn a_button_that_was_pushed_down_was_there_before() {
        let mut before = RgbImage::from_pixel(400, 400, Rgb([250; 3]));
        button(&mut before, [150, 300, 100, 36]);
        let mut now = RgbImage::from_pixel(400, 400, Rgb([250; 3]));
        let pushed = button(&mut now, [150, 337, 100, 36]);
        let mut places = vec![pushed];
        remove_pushed(&page(&before), &now, &mut places);
        assert_eq!(places, []);
        let mut other = RgbImage::from_pixel(400, 400, Rgb([250; 3]));
        fill(&mut other, [150, 337, 100, 36], [40, 120, 70]);
        fill(&mut other, [190, 345, 10, 20], [255; 3]);
        let mut places = vec![pushed];
        remove_pushed(&page(&before), &other, &mut places);
        assert_eq!(places, [pushed]);
    }

    /// The shaded edge of one is where that of a pipe was, and its letters are where nothing was.
    #[test]
    fn of_pale_buttons_over_a_pale_board_all_have_appeared() {
        let mut before = RgbImage::from_pixel(500, 500, Rgb([250; 3]));
        fill(&mut before, [60, 180, 380, 21], [230, 60, 50]);
        let mut now = RgbImage::from_pixel(500, 500, Rgb([100; 3]));
        fill(&mut now, [80, 150, 340, 180], [255; 3]);
        let shown = [200, 260].map(|y| {
            let place = [110, y, 280, 44];
            fill(&mut now, place, [226; 3]);
            fill(&mut now, [110, y + 1, 280, 43], [235; 3]);
            for letter in 0..8 {
                fill(&mut now, [202 + 12 * letter, y + 15, 6, 14], [80; 3]);
            }
            rect(place)
        });
        let lattice = Lattice::upright(5, 5, [50.0, 50.0], [100.0, 100.0]);
        assert_eq!(appeared(&before, &page(&now), &lattice, 0), shown);
    }

    /// Halved, the levels are rounded: its letters fit a little worse than the rest, and are all that it has.
    #[test]
    fn a_button_that_is_only_darkened_was_there_before() {
        let mut before = RgbImage::from_pixel(500, 500, Rgb([94, 53, 177]));
        fill(&mut before, [150, 400, 200, 40], [160, 60, 90]);
        for (letter, level) in (0..8).zip([229, 231, 235, 239].into_iter().cycle()) {
            fill(&mut before, [180 + 16 * letter, 414, 4, 12], [level; 3]);
        }
        let mut now = before.clone();
        now.iter_mut().for_each(|level| *level /= 2);
        let lattice = Lattice::upright(5, 5, [50.0, 50.0], [60.0, 60.0]);
        assert_eq!(appeared(&before, &page(&now), &lattice, 0), []);
    }

    /// A glossy one is light above and dark below, and its letters lie over both. A pennant fills no box.
    #[test]
    fn a_glossy_button_beside_a_flat_one_has_appeared_too() {
        let before = RgbImage::from_pixel(500, 500, Rgb([20; 3]));
        let mut now = before.clone();
        fill(&mut now, [80, 120, 340, 260], [250; 3]);
        for row in 0..44 {
            let half = 2 * row;
            let place = [250 - half, 140 + row, 2 * half + 1, 1];
            fill(&mut now, place, [240, 190, 30]);
        }
        let flat = button(&mut now, [200, 310, 100, 44]);
        let lattice = Lattice::upright(5, 5, [50.0, 50.0], [100.0, 100.0]);
        assert_eq!(appeared(&before, &page(&now), &lattice, 0), [flat]);
        let glossy = [110, 240, 280, 44];
        fill(&mut now, glossy, [130, 180, 250]);
        fill(&mut now, [110, 262, 280, 22], [50, 110, 240]);
        fill(&mut now, [150, 250, 200, 24], [255; 3]);
        assert_eq!(
            appeared(&before, &page(&now), &lattice, 0),
            [rect(glossy), flat]
        );
    }

    /// They stand on the ground that the button stands on too.
    #[test]
    fn pieces_of_flows_that_have_grown_are_no_buttons() {
        let mut before = RgbImage::from_pixel(400, 400, Rgb([20; 3]));
        let mut now = before.clone();
        let button = button(&mut now, [150, 330, 100, 36]);
        for (col, row) in (0..4u32).flat_map(|col| [(col, 1), (col, 2)]) {
            for (picture, size) in [(&mut before, 24u32), (&mut now, 40)] {
                let place = |cell: u32| 80 + 60 * cell - size / 2;
                fill(picture, [place(col), place(row), size, size], [60, 90, 220]);
            }
        }
        let lattice = Lattice::upright(4, 4, [80.0, 80.0], [60.0, 60.0]);
        assert_eq!(appeared(&before, &page(&now), &lattice, 0), [button]);
    }

    /// A cell that a dialog covers a corner of is flat, has something in it, and is no button.
    #[test]
    fn of_a_dialog_over_a_cell_only_the_button_has_appeared() {
        let mut before = RgbImage::from_pixel(400, 400, Rgb([0; 3]));
        fill(&mut before, [97, 157, 52, 52], [70, 110, 60]);
        fill(&mut before, [100, 160, 46, 46], [0, 0, 60]);
        let mut now = before.clone();
        fill(&mut now, [0, 178, 112, 122], [20, 20, 20]);
        let button = button(&mut now, [20, 220, 70, 30]);
        let lattice = Lattice::upright(6, 6, [19.0, 27.0], [52.0, 52.0]);
        assert_eq!(appeared(&before, &page(&now), &lattice, 0), [button]);
    }
}
