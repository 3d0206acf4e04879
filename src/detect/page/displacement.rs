//! Finds the board of an earlier picture again, though a layer lies over it or it was pushed up or down.

use image::RgbImage;

use crate::geometry::{Cell, Lattice, Pixel};

/// Places between cells: a corner and two sides of each.
const BETWEEN_CELLS: [(f64, f64); 3] = [(-0.5, -0.5), (0.0, -0.5), (-0.5, 0.0)];

/// At least this share of the solved board must be seen.
const LEAST_VISIBLE: f64 = 0.25;

/// A place shows what it showed before when no channel is further off than this.
const TOLERANCE: f64 = 24.0;

/// The shares of the board's colours that a layer over it may let through, in parts of `WHOLE`: below three of these nothing
/// can be told apart.
const SHARES: std::ops::RangeInclusive<u32> = 3..=WHOLE;
const WHOLE: u32 = 20;

/// What a layer does to the picture's border, where hardly ever anything else lies over it, is looked at in steps of so many
/// pixels.
const BORDER_STEP: usize = 8;

/// How far a board may have been pushed up or down, as a share of the picture's height.
const FARTHEST: f64 = 0.25;

/// How far down the board of one picture is in another of the same size, in pixels; `None` when less than
/// a quarter of it is seen there. A layer of darkness, light or any one colour over everything is seen through.
pub fn displacement(before: &RgbImage, now: &RgbImage, lattice: &Lattice) -> Option<i32> {
    let layers = layers(before, now);
    let middles = Places::middles(before, lattice);
    let places = middles.with_places_between(before, lattice);
    let least = (middles.0.len() as f64 * LEAST_VISIBLE).ceil() as usize;
    let farthest = (f64::from(now.height()) * FARTHEST) as i32;
    // The steps at which most is seen, from the nearest on, so that the others are given up early.
    let mut most = least.max(1);
    let mut best: Vec<i32> = Vec::new();
    for down in (0..=farthest).flat_map(|step| [step, -step]) {
        if middles.seen(now, &layers, down, least) == 0 {
            continue;
        }
        let seen = places.seen(now, &layers, down, most);
        if seen > most {
            best.clear();
        }
        if seen >= most {
            most = seen;
            best.push(down);
        }
    }
    best.sort_unstable();
    best.dedup();
    if best.contains(&0) {
        return Some(0);
    }
    // On both sides of the true step as much is seen, until the edges of dots, pipes and lines come in.
    let runs = best.chunk_by(|a, b| b - a == 1);
    let middles = runs.map(|run| (run[0] + run[run.len() - 1]) / 2);
    middles.min_by_key(|down| down.abs())
}

/// Places of a board, and what they showed before.
struct Places(Vec<(Pixel, [f64; 3])>);

impl Places {
    /// The middles of cells.
    fn middles(before: &RgbImage, lattice: &Lattice) -> Self {
        let cells =
            (0..lattice.rows()).flat_map(|row| (0..lattice.cols()).map(move |col| (row, col)));
        let places = cells.filter_map(|(row, col)| {
            let at = lattice.centre(Cell::new(row, col));
            Some((at, pixel(before, at.x, at.y)?))
        });
        Self(places.collect())
    }

    /// These, and the places between cells that show something else: where flows fill their cells, only those tell small steps
    /// apart.
    fn with_places_between(&self, before: &RgbImage, lattice: &Lattice) -> Self {
        let between = self.0.iter().flat_map(|(middle, shown)| {
            let cell = lattice.cell_at(*middle);
            BETWEEN_CELLS.into_iter().filter_map(move |(right, down)| {
                let at = lattice.at(cell?, right, down);
                let here = pixel(before, at.x, at.y)?;
                let mut off = here.iter().zip(shown).map(|(a, b)| (a - b).abs());
                off.any(|off| off > TOLERANCE).then_some((at, here))
            })
        });
        Self(self.0.iter().copied().chain(between).collect())
    }

    /// How many of them are seen so far down through one of the layers; 0 when they are fewer than `least`.
    fn seen(&self, now: &RgbImage, layers: &[(f64, [f64; 3])], down: i32, least: usize) -> usize {
        let seen_through = |share: f64, layer: [f64; 3]| {
            let hides = |(at, old): &&(Pixel, [f64; 3])| {
                let Some(new) = pixel(now, at.x, at.y + f64::from(down)) else {
                    return true;
                };
                let mut channels = (0..3).map(|at| new[at] - (old[at] * share + layer[at]));
                channels.any(|off| off.abs() > TOLERANCE * share)
            };
            let most_hidden = self.0.len() - least;
            let hidden = self.0.iter().filter(hides).take(most_hidden + 1).count();
            if hidden > most_hidden {
                0
            } else {
                self.0.len() - hidden
            }
        };
        let seen = layers
            .iter()
            .map(|&(share, layer)| seen_through(share, layer));
        seen.max().unwrap_or_default()
    }
}

/// The layers that may lie over a picture: what share of its colours each lets through, and what it adds to them.
fn layers(before: &RgbImage, now: &RgbImage) -> Vec<(f64, [f64; 3])> {
    let border = border(before, now);
    let shares = SHARES.map(|share| f64::from(share) / f64::from(WHOLE));
    let layers = shares.flat_map(|share| {
        let dark_and_light = [0.0, 255.0].map(|layer| [layer * (1.0 - share); 3]);
        let layers = dark_and_light.into_iter().chain(layer(&border, share));
        layers.map(move |layer| (share, layer))
    });
    layers.collect()
}

/// What places at the border of two pictures of the same size show in the one and in the other.
fn border(before: &RgbImage, now: &RgbImage) -> Vec<([f64; 3], [f64; 3])> {
    let (right, bottom) = (
        now.width().saturating_sub(1),
        now.height().saturating_sub(1),
    );
    let along = |end: u32| (0..=end).step_by(BORDER_STEP);
    let level = along(right).flat_map(|x| [(x, 0), (x, bottom)]);
    let upright = along(bottom).flat_map(|y| [(0, y), (right, y)]);
    let both = |(x, y): (u32, u32)| {
        let (x, y) = (f64::from(x), f64::from(y));
        Some((pixel(before, x, y)?, pixel(now, x, y)?))
    };
    level.chain(upright).filter_map(both).collect()
}

/// What a layer of one colour adds that lets a share of the border's colours through; `None` if no colour does.
fn layer(border: &[([f64; 3], [f64; 3])], share: f64) -> Option<[f64; 3]> {
    let mut layer = [0.0; 3];
    for (at, added) in layer.iter_mut().enumerate() {
        let mut each: Vec<f64> = border
            .iter()
            .map(|(old, new)| new[at] - old[at] * share)
            .collect();
        each.sort_unstable_by(f64::total_cmp);
        *added = *each.get(each.len() / 2)?;
        // One step is lost where colours are rounded.
        if !(-1.0..=255.0 * (1.0 - share) + 1.0).contains(added) {
            return None;
        }
    }
    Some(layer)
}

fn pixel(picture: &RgbImage, x: f64, y: f64) -> Option<[f64; 3]> {
    if x < 0.0 || y < 0.0 {
        return None;
    }
    let pixel = picture.get_pixel_checked(x as u32, y as u32)?;
    Some(pixel.0.map(f64::from))
}

#[cfg(test)]
mod tests {
    use image::Rgb;
    use image::imageops::replace;

    use super::*;

    const CELL: u32 = 40;

    /// A board of four by four cells: a pipe down each side, and lines around the cells.
    fn board() -> RgbImage {
        RgbImage::from_fn(4 * CELL, 4 * CELL, |x, y| {
            let (col, in_cell) = (x / CELL, (x % CELL, y % CELL));
            let is_pipe = [0, 3].contains(&col) && (15..25).contains(&in_cell.0);
            let ends = 12..4 * CELL - 12;
            match (is_pipe && ends.contains(&y), in_cell) {
                (true, _) => Rgb([240, 120, 20]),
                (_, (0, _) | (_, 0)) => Rgb([190; 3]),
                _ => Rgb([255; 3]),
            }
        })
    }

    /// Cells of 60 pixels that flows fill, with a gap of 6 pixels around each.
    #[test]
    fn a_board_of_filled_cells_is_found_by_what_is_between_them() {
        let lattice = Lattice::upright(4, 4, [50.0, 80.0], [60.0, 60.0]);
        let shown = |top: u32| {
            RgbImage::from_fn(280, 400, |x, y| {
                let (right, down) = (x.wrapping_sub(20), y.wrapping_sub(top));
                let is_in_cell = |at: u32| at < 240 && (3..57).contains(&(at % 60));
                // A black bar across each terminal.
                let is_bar = [0, 3].contains(&(right / 60)) && (40..48).contains(&(down % 60));
                match (is_in_cell(right) && is_in_cell(down), down / 60) {
                    (true, _) if is_bar => Rgb([0; 3]),
                    (true, 0 | 2) => Rgb([200, 30, 30]),
                    (true, _) => Rgb([30, 120, 200]),
                    (false, _) => Rgb([90; 3]),
                }
            })
        };
        for down in [0, 21, -13] {
            let now = shown((50 + down) as u32);
            let found = displacement(&shown(50), &now, &lattice).unwrap();
            assert!((found - down).abs() <= 1, "{found} instead of {down}");
        }
    }

    #[test]
    fn a_board_is_found_where_it_was_pushed_to_whatever_its_pipes_look_like() {
        let lattice = Lattice::upright(4, 4, [60.0, 80.0], [40.0, 40.0]);
        let shown = |top: i64| {
            let mut picture = RgbImage::from_pixel(260, 400, Rgb([255; 3]));
            replace(&mut picture, &board(), 40, top);
            picture
        };
        let before = shown(60);
        for down in [0, 31, -17] {
            let now = shown(60 + i64::from(down));
            let found = displacement(&before, &now, &lattice).unwrap();
            assert!((found - down).abs() <= 1, "{found} instead of {down}");
        }
        let veil = |value: u8, layer: u8| (f64::from(value) * 0.4 + f64::from(layer) * 0.6) as u8;
        let mut dark_blue = shown(60);
        for pixel in dark_blue.pixels_mut() {
            let [r, g, b] = pixel.0;
            pixel.0 = [veil(r, 20), veil(g, 30), veil(b, 90)];
        }
        replace(
            &mut dark_blue,
            &RgbImage::from_pixel(120, 80, Rgb([120; 3])),
            70,
            110,
        );
        assert_eq!(displacement(&before, &dark_blue, &lattice), Some(0));
        let gone = RgbImage::from_pixel(260, 400, Rgb([0; 3]));
        assert_eq!(displacement(&before, &gone, &lattice), None);
    }
}
