//! What each cell of a known board shows: a pipe or terminal of one of the known colours, or nothing.

use image::RgbImage;

use crate::geometry::{Cell, Lattice};
use crate::pipeline::Rgb;
use crate::vision::sampling::pixel_at;
use crate::vision::shade::{LIGHTS, Shade};

/// Half the side of the area looked at, in cells. A pipe is 0.16 to each side of the middle.
const AREA: f64 = 0.14;

/// Samples along a side of the area.
const SAMPLES: i32 = 5;

/// A cell shows a colour when this share of the area does. A check mark or letter covers less than half.
const SHARE: f64 = 0.5;

/// A sample shows a colour when it is at least so many times nearer to it than to the colour's faint tint
/// or to another colour.
const MARGIN: f32 = 1.4;

/// A pipe that the ground shines through keeps more than this share of its colour, the tint of a cell under a pipe less:
/// games tint at 0.2 to 0.3; see-through pipes of the test pages have 0.75.
const LEAST_OPAQUE: f32 = 0.45;

/// The distance of a faded or shaded pipe from its full colour counts by this share only: ground or light explains it, but
/// of two colours the nearer is likelier.
const LACKING: f32 = 0.3;

/// Where the ground of a cell is looked at, in cells from its middle both ways: off the lines, beside dots and pipes.
const CORNER: f64 = 0.38;

/// What is no farther from the ground than this, in Lab, is the ground.
const GROUND: f32 = 10.0;

/// A thin pipe is looked for so far from the middle of a cell, in cells, along each of its four arms, and up to so far
/// beside each of these places: games were seen that draw with a pen of a tenth of a cell.
const ALONG: [f64; 4] = [0.1, 0.2, 0.3, 0.4];
const SIDEWAYS: [f64; 3] = [0.0, -0.03, 0.03];

/// By cell number: which of the colours the middle of the cell shows as terminal or pipe; `None` when it
/// is empty, a hole, outside the picture, or unclear.
pub fn observe(picture: &RgbImage, lattice: &Lattice, colours: &[Rgb]) -> Vec<Option<usize>> {
    let known: Vec<Shade> = colours.iter().map(|colour| shade(colour.0)).collect();
    let cells = usize::from(lattice.rows()) * usize::from(lattice.cols());
    (0..cells)
        .map(|index| {
            of_cell(
                picture,
                lattice,
                Cell::from_index(index, lattice.cols()),
                &known,
            )
        })
        .collect()
}

/// The colour of a pipe that lies at a place so many cells right of the middle of a cell and below it.
pub fn observe_at(
    picture: &RgbImage,
    lattice: &Lattice,
    colours: &[Rgb],
    (cell, right, down): (Cell, f64, f64),
) -> Option<usize> {
    let known: Vec<Shade> = colours.iter().map(|colour| shade(colour.0)).collect();
    let corner = corner(picture, lattice, cell)?;
    SIDEWAYS.iter().find_map(|sideways| {
        let shown = at(picture, lattice, cell, right + sideways, down + sideways)?;
        nearest(shown, corner, &known)
    })
}

fn of_cell(picture: &RgbImage, lattice: &Lattice, cell: Cell, known: &[Shade]) -> Option<usize> {
    let mut votes = vec![0usize; known.len()];
    let mut samples = 0;
    let corner = corner(picture, lattice, cell)?;
    for row in 0..SAMPLES {
        for col in 0..SAMPLES {
            let offset = |step: i32| AREA * (2.0 * f64::from(step) / f64::from(SAMPLES - 1) - 1.0);
            let Some(colour) = at(picture, lattice, cell, offset(col), offset(row)) else {
                continue;
            };
            samples += 1;
            if let Some(vote) = nearest(colour, corner, known) {
                votes[vote] += 1;
            }
        }
    }
    let (best, count) = votes.iter().enumerate().max_by_key(|(_, count)| **count)?;
    if samples > 0 && *count as f64 > SHARE * f64::from(samples) {
        return Some(best);
    }
    let shown = |right, down| nearest(at(picture, lattice, cell, right, down)?, corner, known);
    thin_pipe(shown)
}

/// The colour of a pipe that is too thin to fill the area, but goes from the middle of the cell to one of its sides.
/// `shown` tells which colour is shown so many cells right of the middle and below it.
fn thin_pipe(shown: impl Fn(f64, f64) -> Option<usize>) -> Option<usize> {
    let middle = SIDEWAYS
        .iter()
        .find_map(|sideways| shown(*sideways, *sideways))?;
    let is_shown = |right, down| shown(right, down) == Some(middle);
    let arms = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
    let is_drawn = |(right, down): &(f64, f64)| {
        ALONG.iter().all(|along| {
            let is_at = |sideways: &f64| {
                is_shown(
                    right * along + down * sideways,
                    down * along + right * sideways,
                )
            };
            SIDEWAYS.iter().any(is_at)
        })
    };
    arms.iter().any(is_drawn).then_some(middle)
}

/// The known colour that a sample shows: one that it is nearer to than to the ground around, one that the ground shines
/// through, or one in another light.
fn nearest(sample: Shade, ground: Shade, known: &[Shade]) -> Option<usize> {
    let from_ground = sample.distance(&ground);
    if from_ground < GROUND {
        return None;
    }
    let (opaque, apart) = clearest(known, |known| sample.distance(known));
    if from_ground > MARGIN * apart && opaque.is_some() {
        return opaque;
    }
    let (blended, _) = clearest(known, |known| {
        let blend = blend_at(ground, *known, share(sample, ground, *known));
        sample.distance(&blend) + LACKING * blend.distance(known)
    });
    if let Some(best) = blended {
        return (share(sample, ground, known[best]) > LEAST_OPAQUE).then_some(best);
    }
    let (lit, apart) = clearest(known, |known| sample.apart_in_any_light(known, LACKING));
    lit.filter(|best| from_ground > MARGIN * apart && LIGHTS.contains(&sample.light(&known[*best])))
}

/// The known colour that is least far by some measure, when it is so clearly; and how far it is.
fn clearest(known: &[Shade], apart: impl Fn(&Shade) -> f32) -> (Option<usize>, f32) {
    let (mut best, mut least, mut second) = (None, f32::MAX, f32::MAX);
    for (index, apart) in known.iter().map(apart).enumerate() {
        if apart < least {
            (best, least, second) = (Some(index), apart, least);
        } else {
            second = second.min(apart);
        }
    }
    (best.filter(|_| second > MARGIN * least), least)
}

/// The share of a colour in the blend of it and the ground that is nearest to a sample.
fn share(sample: Shade, ground: Shade, known: Shade) -> f32 {
    let (mut along, mut whole) = (0.0, 0.0);
    for channel in 0..3 {
        let step = known.rgb[channel] - ground.rgb[channel];
        along += step * (sample.rgb[channel] - ground.rgb[channel]);
        whole += step * step;
    }
    if whole > 0.0 {
        (along / whole).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

fn blend_at(ground: Shade, known: Shade, share: f32) -> Shade {
    Shade::of(std::array::from_fn(|channel| {
        ground.rgb[channel] + share * (known.rgb[channel] - ground.rgb[channel])
    }))
}

/// The ground of a cell: the median lightness among its four corners decides which corner speaks.
fn corner(picture: &RgbImage, lattice: &Lattice, cell: Cell) -> Option<Shade> {
    let places = lattice.beside_ways(CORNER).into_iter();
    let mut corners: Vec<Shade> = places
        .filter_map(|(right, down)| at(picture, lattice, cell, right, down))
        .collect();
    corners.sort_by(|a, b| a.lab[0].total_cmp(&b.lab[0]));
    corners.get(corners.len() / 2).copied()
}

fn at(picture: &RgbImage, lattice: &Lattice, cell: Cell, right: f64, down: f64) -> Option<Shade> {
    pixel_at(picture, lattice.at(cell, right, down)).map(shade)
}

fn shade(pixel: [u8; 3]) -> Shade {
    Shade::of(pixel.map(f32::from))
}

#[cfg(test)]
mod tests {
    use image::{Rgb as Pixel, RgbImage};

    use super::*;

    const CELL: u32 = 60;
    const RED: [u8; 3] = [255, 0, 0];
    const BLUE: [u8; 3] = [40, 80, 255];

    /// Three cells in a row, with white lines around them, and bars over them: left, top, width, height.
    fn row_of_three(bars: &[([u32; 4], [u8; 3])]) -> Vec<Option<usize>> {
        let mut picture = RgbImage::from_fn(3 * CELL, CELL, |x, y| {
            let is_line = x % CELL == 0 || y == 0;
            Pixel(if is_line { [200; 3] } else { [0; 3] })
        });
        for ([left, top, width, height], colour) in bars {
            for (x, y) in (0..width * height).map(|at| (left + at % width, top + at / width)) {
                picture.put_pixel(x, y, Pixel(*colour));
            }
        }
        let half = f64::from(CELL) / 2.0;
        let lattice = Lattice::upright(1, 3, [half, half], [f64::from(CELL), f64::from(CELL)]);
        observe(&picture, &lattice, &[Rgb(RED), Rgb(BLUE)])
    }

    #[test]
    fn a_thin_pipe_is_seen_as_far_as_it_goes() {
        // Six pixels of sixty, from the middle of the first cell to that of the second.
        let pipe = ([30, 27, 60, 6], BLUE);
        assert_eq!(row_of_three(&[pipe]), [Some(1), Some(1), None]);
    }

    /// Pale red on cream is as far from a red as from a pink.
    #[test]
    fn a_pipe_that_the_ground_shines_through_shows_its_own_colour() {
        let [ground, red, pink] = [[255, 250, 240], [225, 29, 72], [219, 39, 119]].map(shade);
        for (number, colour) in [red, pink].into_iter().enumerate() {
            let shown = |share: f32| nearest(blend_at(ground, colour, share), ground, &[red, pink]);
            assert_eq!(shown(0.75), Some(number));
            assert_eq!(shown(0.5), Some(number));
            assert_eq!(shown(0.3), None, "a tint");
        }
    }

    /// Balls are read at their rims, which are darker than what a game draws with.
    #[test]
    fn a_pipe_lighter_than_its_shaded_terminals_shows_their_colour() {
        let drawn = [
            [255, 82, 82],
            [255, 110, 64],
            [255, 215, 64],
            [68, 138, 255],
            [224, 64, 251],
        ];
        let rims = drawn.map(|colour: [u8; 3]| Shade::of(colour.map(|it| 0.67 * f32::from(it))));
        let wood = shade([80, 50, 28]);
        for (number, colour) in drawn.into_iter().enumerate() {
            assert_eq!(nearest(shade(colour), wood, &rims), Some(number));
        }
        for empty in [[60, 36, 16], [106, 69, 36], [93, 58, 28]] {
            assert_eq!(nearest(shade(empty), wood, &rims), None, "the ground");
        }
        for shadow in [[90, 29, 29], [255, 255, 255]] {
            assert_eq!(
                nearest(shade(shadow), wood, &rims),
                None,
                "a glyph, or a tint"
            );
        }
    }

    #[test]
    fn what_does_not_go_from_the_middle_to_a_side_is_no_pipe() {
        let dot = ([26, 26, 8, 8], RED);
        let underline = ([60, 44, 60, 6], RED);
        let dash = ([141, 27, 18, 6], RED);
        assert_eq!(row_of_three(&[dot, underline, dash]), [None, None, None]);
    }
}
