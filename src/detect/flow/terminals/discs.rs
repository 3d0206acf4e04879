//! All that may be a terminal: discs, where a ring of one colour around the middle of a cell stands out from its corners.

use std::collections::BTreeSet;
use std::f64::consts::TAU;

use super::filled::SAME;
use super::ground::{CORNER, corners, shade};
use super::{RING, Terminal};
use crate::detect::flow::sampler::{GridSampler, Patch};
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast, median};

/// Radii of the rings, in cells: from the end of a thin pipe to a filled cell.
const RADII: [f64; 17] = [
    0.12, 0.14, 0.16, 0.18, 0.20, 0.22, 0.24, 0.26, 0.28, 0.30, 0.32, 0.34, 0.36, 0.38, 0.40, 0.42,
    0.44,
];

/// Samples on a ring.
const SAMPLES: usize = 32;

/// A ring is looked at when so many of its samples lie in the picture: the outermost cells are often cut off a little.
const LEAST_SAMPLES: usize = SAMPLES * 3 / 4;

/// With more samples than these of the ground, so is the median of a ring.
const MOST_ON_GROUND: usize = SAMPLES / 2;

/// What stands out less than this share of the clearest ring, around it, is a glow.
const GLOW: f32 = 0.4;

/// Where the colour is looked at, in shares of the radius: off blurred edges, off glyphs in the middle. A thin ring that is
/// drawn on a disc takes one of three circles.
pub(super) const INSIDE: [f64; 3] = [0.65, 0.725, 0.8];

/// The blurred edge between a peg and the ground differs from both by up to half of the peg's contrast; a terminal must
/// differ from both by this share of it.
const EDGE: f32 = 0.6;

/// A disc of this radius is as wide as a cell with a broad border: where most cells show its colour, it is the empty cell itself.
const WHOLE: f64 = 0.34;

/// Cells are looked at so far inside the borders that they have of their own, in cells.
pub(super) const INSIDE_BORDER: f64 = 0.02;

/// All that may be terminals among these cells, the largest first: terminals, and where pipes bend, cross a cell or end.
pub fn discs(sampler: &GridSampler, cells: &BTreeSet<(i32, i32)>) -> Vec<Terminal> {
    discs_on(sampler, cells, None)
}

/// The same of a board with lines, where the ground of a cell reaches so far from its middle, if that is known. An empty cell with
/// round corners between them is no disc.
pub fn discs_between_lines(
    sampler: &GridSampler,
    cells: &BTreeSet<(i32, i32)>,
    ground_reach: Option<f32>,
) -> Vec<Terminal> {
    let inside = ground_reach.map(|reach| f64::from(reach) - INSIDE_BORDER);
    let corner = inside.map_or(CORNER, |inside| inside.min(CORNER));
    let mut found = discs_at(sampler, cells, None, &Places::new(corner));
    if let Some(usual) = usual(sampler) {
        let is_cell =
            |it: &Terminal| it.radius >= WHOLE && contrast(it.colour, usual) < LEAST_CONTRAST;
        found.retain(|it| !is_cell(it));
    }
    found
}

/// The discs of a board whose empty cells show a peg like this one: a terminal stands out from that too, and more than
/// the blurred edge between a peg and the ground does.
pub fn discs_on(
    sampler: &GridSampler,
    cells: &BTreeSet<(i32, i32)>,
    peg: Option<&Terminal>,
) -> Vec<Terminal> {
    discs_at(sampler, cells, peg, &Places::new(CORNER))
}

fn discs_at(
    sampler: &GridSampler,
    cells: &BTreeSet<(i32, i32)>,
    peg: Option<&Terminal>,
    places: &Places,
) -> Vec<Terminal> {
    let corners = cells
        .iter()
        .flat_map(|cell| corners(sampler.cell(*cell), places.corner));
    let ground = median(&corners.collect::<Vec<_>>());
    let mut found: Vec<Terminal> = cells
        .iter()
        .filter_map(|cell| disc(sampler, *cell, ground, peg, places))
        .collect();
    found.sort_by(|a, b| b.radius.total_cmp(&a.radius));
    found
}

/// What most cells that are regions of their own show in their middles; `None` where they do not show the same.
fn usual(sampler: &GridSampler) -> Option<Colour> {
    let cells = sampler.grid.cells.iter();
    let middles = cells.filter_map(|cell| sampler.cell(*cell).at(0.0, 0.0));
    let middles: Vec<Colour> = middles.collect();
    let usual = median(&middles);
    let like = middles.iter().filter(|it| contrast(**it, usual) <= SAME);
    (2 * like.count() > middles.len()).then_some(usual)
}

/// The largest ring of one colour around the middle of a cell that stands out from the corners; `ground` is what most
/// cells of the board show.
fn disc(
    sampler: &GridSampler,
    cell: (i32, i32),
    ground: Colour,
    peg: Option<&Terminal>,
    places: &Places,
) -> Option<Terminal> {
    let patch = sampler.cell(cell);
    let corners: Vec<Colour> = corners(patch, places.corner).collect();
    // A bar behind the board may cover some of the corners; a terminal stands out from all.
    let shade = shade(patch, places.corner);
    let stands_out = |colour: Colour| {
        let grounds = corners.iter().chain(peg.map(|peg| &peg.colour));
        let grounds = grounds.chain(&shade);
        let contrasts = grounds.map(|ground| contrast(colour, *ground));
        contrasts.fold(f32::MAX, f32::min)
    };
    let least = peg
        .map_or(0.0, |peg| EDGE * peg.contrast)
        .max(LEAST_CONTRAST);
    let rings = rings(&patch, places, corners.first(), stands_out, least);
    let is_of_one_colour = |ring: &Ring| is_even(&ring.colours, ring);
    // A ball that is lit from one side may have shades that differ more than it stands out; but all of it does.
    let is_ball = |ring: &Ring| {
        let clear = ring.colours.iter().filter(|one| stands_out(**one) >= least);
        clear.count() as f32 >= RING * ring.colours.len() as f32
            && is_even(&places.evened(&ring.colours), ring)
    };
    let (radius, bold, ring_colour) =
        widest(&rings, is_of_one_colour).or_else(|| widest(&rings, is_ball))?;
    let [inner, between, outer] = INSIDE.map(|share| {
        let ring = places.ring(&patch, share * radius);
        ring.collect::<Vec<_>>()
    });
    // A ring around nothing but ground has its colour on the line. So has an outlined dot, but its inside is not ground.
    let middle = median(&inner);
    let is_ground = contrast(middle, ground).max(stands_out(middle)) < LEAST_CONTRAST;
    let is_hollow = is_ground || contrast(middle, median(&outer)) > bold / 2.0;
    let colour = if is_hollow {
        ring_colour
    } else {
        median(&[inner, between, outer].concat())
    };
    Some(Terminal {
        cell,
        colour,
        contrast: bold,
        radius,
    })
}

/// What lies on a circle around the middle of a cell, where it stands out from the corners.
struct Ring {
    radius: f64,
    colours: Vec<Colour>,
    /// Their median, and how much that stands out.
    colour: Colour,
    contrast: f32,
}

/// The rings that stand out by `least`, the smallest first. A ring of which most is like one `corner` cannot stand out from
/// all four.
fn rings(
    patch: &Patch,
    places: &Places,
    corner: Option<&Colour>,
    stands_out: impl Fn(Colour) -> f32,
    least: f32,
) -> Vec<Ring> {
    let shows_ground =
        |colour: Colour| corner.is_some_and(|corner| contrast(colour, *corner) < least);
    let ring = |radius: f64| {
        // Of a ring of which most shows the ground the median is ground: most rings of most cells end here, half way round.
        let mut on_ground = places.ring(patch, radius).filter(|one| shows_ground(*one));
        if on_ground.nth(MOST_ON_GROUND).is_some() {
            return None;
        }
        let colours: Vec<Colour> = places.ring(patch, radius).collect();
        let colour = median(&colours);
        let contrast = stands_out(colour);
        (contrast >= least && colours.len() >= LEAST_SAMPLES).then_some(Ring {
            radius,
            colours,
            colour,
            contrast,
        })
    };
    RADII.into_iter().filter_map(ring).collect()
}

/// The radius of the widest of these rings that `is_one` says is of one colour; and of all such rings the contrast and colour
/// of the clearest, next to which the widest is no glow.
fn widest(rings: &[Ring], is_one: impl Fn(&Ring) -> bool) -> Option<(f64, f32, Colour)> {
    let rings: Vec<&Ring> = rings.iter().filter(|ring| is_one(ring)).collect();
    // Of what a glyph crosses the median may stand out most, but it is uneven.
    let clear = |ring: &Ring| ring.contrast - unevenness(ring);
    // The first of several.
    let clearest = rings
        .iter()
        .rev()
        .max_by(|a, b| clear(a).total_cmp(&clear(b)))?;
    // What is fainter around it is its glow.
    let mut outside = rings.iter().rev();
    let widest = outside.find(|ring| ring.contrast >= GLOW * clearest.contrast)?;
    Some((widest.radius, clearest.contrast, clearest.colour))
}

/// How far the colours of a ring differ from its median, in the mean.
fn unevenness(ring: &Ring) -> f32 {
    let apart = ring.colours.iter().map(|one| contrast(*one, ring.colour));
    apart.sum::<f32>() / ring.colours.len() as f32
}

/// Whether nearly all of these colours are that of a ring, for how much it stands out.
fn is_even(colours: &[Colour], ring: &Ring) -> bool {
    let is_like = |sample: &&Colour| contrast(**sample, ring.colour) < ring.contrast / 2.0;
    let same = colours.iter().filter(is_like).count();
    same as f32 >= RING * colours.len() as f32
}

/// Where a cell is looked at.
struct Places {
    /// The samples on a ring of radius 1.
    ring: [(f64, f64); SAMPLES],
    /// How far its corners are from its middle both ways, in cells.
    corner: f64,
}

impl Places {
    fn new(corner: f64) -> Self {
        let on_ring = |sample| {
            let (sin, cos) = (TAU * sample as f64 / SAMPLES as f64).sin_cos();
            (cos, sin)
        };
        Self {
            ring: std::array::from_fn(on_ring),
            corner,
        }
    }

    /// The colours of a ring as they would be if no light fell on them from one side: without what rises or falls across
    /// it. Those of a ring that the edge of the picture cuts are left as they are.
    fn evened(&self, ring: &[Colour]) -> Vec<Colour> {
        if ring.len() < SAMPLES {
            return ring.to_vec();
        }
        let share = 2.0 / ring.len() as f32;
        let mut slope = [[0.0; 2]; 3];
        for ((right, down), colour) in self.ring.iter().zip(ring) {
            for (slope, level) in slope.iter_mut().zip(colour) {
                slope[0] += share * level * *right as f32;
                slope[1] += share * level * *down as f32;
            }
        }
        let even = |((right, down), colour): (&(f64, f64), &Colour)| {
            [0, 1, 2].map(|channel| {
                let [across, along] = slope[channel];
                colour[channel] - across * *right as f32 - along * *down as f32
            })
        };
        self.ring.iter().zip(ring).map(even).collect()
    }

    /// Colours on a circle around the middle of a cell, those inside of the picture.
    fn ring(&self, patch: &Patch, radius: f64) -> impl Iterator<Item = Colour> {
        let places = self.ring.iter();
        places.filter_map(move |(right, down)| patch.at(radius * right, radius * down))
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::flow::extent::grid_lines::GridLines;
    use crate::detect::grid::fit::GridHypothesis;
    use crate::geometry::Projection;

    /// The discs on two cells of 60 pixels, of this ground but for a disc of this colour in the second, both by the place
    /// from the middle of the second.
    fn seen(
        ground: impl Fn(i32, i32) -> [u8; 3],
        disc: impl Fn(i32, i32) -> [u8; 3],
    ) -> Vec<Terminal> {
        let picture = RgbImage::from_fn(120, 60, |x, y| {
            let (right, down) = (x as i32 - 90, y as i32 - 30);
            let is_disc = right.pow(2) + down.pow(2) < 20 * 20;
            Rgb(if is_disc {
                disc(right, down)
            } else {
                ground(right, down)
            })
        });
        let grid = GridHypothesis {
            projection: Projection::axis_aligned(30.0, 30.0, 60.0, 60.0),
            pitch: 60.0,
            cells: BTreeSet::new(),
            residual: 0.0,
        };
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        discs(&sampler, &BTreeSet::from([(0, 0), (1, 0)]))
    }

    fn found(
        ground: impl Fn(i32, i32) -> [u8; 3],
        disc: impl Fn(i32, i32) -> [u8; 3],
    ) -> Vec<(i32, i32)> {
        let seen = seen(ground, disc);
        seen.iter().map(|disc| disc.cell).collect()
    }

    #[test]
    fn a_disc_has_its_own_colour_under_a_sign_whose_blurred_edges_stand_out_more() {
        let signed = |right: i32, down: i32| match right.pow(2) + down.pow(2) {
            0..121 => {
                [[0, 141, 0], [62, 167, 62], [123, 193, 123]][(right + down).rem_euclid(3) as usize]
            }
            121..210 if right > -5 => [245; 3],
            _ => [0, 141, 0],
        };
        let seen = seen(|_, _| [0; 3], signed);
        let colours: Vec<Colour> = seen.iter().map(|disc| disc.colour).collect();
        assert_eq!(colours, [[0.0, 141.0, 0.0]]);
    }

    #[test]
    fn a_disc_has_its_own_colour_beside_a_thin_ring_that_is_drawn_on_it() {
        let ringed = |right: i32, down: i32| {
            let is_ring = (100..182).contains(&(right.pow(2) + down.pow(2)));
            if is_ring {
                [240, 99, 145]
            } else {
                [233, 30, 99]
            }
        };
        let seen = seen(|_, _| [0; 3], ringed);
        let colours: Vec<Colour> = seen.iter().map(|disc| disc.colour).collect();
        assert_eq!(colours, [[233.0, 30.0, 99.0]]);
    }

    #[test]
    fn a_dot_that_shines_on_the_ground_around_it_is_no_larger_and_no_darker() {
        const SHINE: [f32; 2] = [0.22, 0.42];
        let colour = |right: i32, down: i32| {
            let radius = f32::hypot(right as f32, down as f32) / 60.0;
            let share = match radius {
                r if r < SHINE[0] => 1.0,
                r => 0.35 * (1.0 - (r - SHINE[0]) / (SHINE[1] - SHINE[0])).max(0.0),
            };
            [45, 155, 255].map(|level: u8| (f32::from(level) * share) as u8)
        };
        let ground = |right, down| {
            if right < -30 {
                [0; 3]
            } else {
                colour(right, down)
            }
        };
        let seen = seen(ground, colour);
        let dots: Vec<(f64, Colour)> = seen.iter().map(|it| (it.radius, it.colour)).collect();
        assert_eq!(dots, [(0.2, [45.0, 155.0, 255.0])]);
    }

    /// Cells of 40 pixels, 48 apart, whose round corners leave the page free where the corners of a cell are looked at.
    #[test]
    fn an_empty_cell_with_round_corners_is_no_disc() {
        let (page, paper, red) = ([220; 3], [253, 246, 227], [200, 0, 0]);
        let from_middle = |at: u32| f64::from(at % 48) - 24.0;
        let picture = RgbImage::from_fn(5 * 48, 5 * 48, |x, y| {
            let (right, down) = (from_middle(x), from_middle(y));
            let corner = [right, down].map(|it| (it.abs() - 4.0).max(0.0));
            let is_cell = corner[0].hypot(corner[1]) < 16.0;
            let is_disc = x / 48 == y / 48 && right.hypot(down) < 10.0;
            Rgb(match (is_disc, is_cell) {
                (true, _) => red,
                (_, true) => paper,
                _ => page,
            })
        });
        let cells: BTreeSet<(i32, i32)> = (0..25).map(|at| (at % 5, at / 5)).collect();
        let grid = GridHypothesis::upright(24.0, 48.0, cells.clone());
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        let seen = discs_between_lines(&sampler, &cells, None);
        let mut seen: Vec<(i32, i32)> = seen.iter().map(|disc| disc.cell).collect();
        seen.sort_unstable();
        assert_eq!(seen, [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)]);
    }

    /// Cells 58 pixels apart, each with a dark border of three pixels where the corners of a cell are looked at.
    #[test]
    fn a_disc_in_a_cell_with_a_border_of_its_own_is_one_and_the_paper_of_such_a_cell_is_none() {
        let (paper, dark, red) = ([255; 3], [85; 3], [200, 0, 0]);
        let picture = RgbImage::from_fn(5 * 58, 5 * 58, |x, y| {
            let [right, down] = [x, y].map(|at| f64::from(at % 58) - 28.5);
            let is_border = (22.0..25.0).contains(&right.abs().max(down.abs()));
            let is_disc = x / 58 == y / 58 && right.hypot(down) < 15.0;
            Rgb(match (is_disc, is_border) {
                (true, _) => red,
                (_, true) => dark,
                _ => paper,
            })
        });
        let cells: BTreeSet<(i32, i32)> = (0..25).map(|at| (at % 5, at / 5)).collect();
        let grid = GridHypothesis::upright(28.5, 58.0, cells.clone());
        let sampler = GridSampler {
            picture: &picture,
            grid: &grid,
        };
        let lines = GridLines::of(&sampler).expect("there are lines");
        let seen = discs_between_lines(&sampler, &cells, lines.ground_reach());
        let mut seen: Vec<(i32, i32)> = seen.iter().map(|disc| disc.cell).collect();
        seen.sort_unstable();
        assert_eq!(seen, [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)]);
    }

    #[test]
    fn the_middle_of_a_cell_that_runs_from_dark_to_light_is_no_disc() {
        let shaded = |_, down: i32| {
            let shade = (70 + down) as u8;
            [shade, shade / 2, shade / 4]
        };
        assert_eq!(found(shaded, |_, _| [150, 90, 40]), [(1, 0)]);
    }

    #[test]
    fn a_ball_whose_shades_differ_more_than_it_stands_out_is_a_disc() {
        // With a glyph on it.
        let lit = |right: i32, down: i32| {
            let is_sign = right.abs() < 9 && down.abs() < 9;
            let ink = if right & 4 == 0 { 255 } else { 20 };
            let colour = [190, 190, 137].map(|level| (level - 2 * (right + down)) as u8);
            if is_sign { [ink; 3] } else { colour }
        };
        assert_eq!(found(|_, _| [193; 3], lit), [(1, 0)]);
        // Half of this one is ground.
        let half = |right: i32, _| if right < 0 { [193; 3] } else { [60; 3] };
        assert_eq!(found(|_, _| [193; 3], half), []);
    }
}
