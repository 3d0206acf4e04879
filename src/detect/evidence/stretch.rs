//! How much a straight stretch stands out from what lies beside it.
//!
//! ```text
//!    flank | core | flank       the medians along the stretch, cut across; a step between the flanks is taken out, so
//!      ____/\_________          the edge of a bar behind the board does not count
//! ```

use super::sampler::Sampler;
use crate::detect::weights::{Across, STEP_LEVELS, STEP_SHARE, VISIBLE};
use crate::geometry::PlanePoint;
use crate::vision::colour::{
    Colour, contrast, dot, median, mixture_share, nearest_mixture, off_segment,
};

/// Samples along a stretch, and from one to the next across, in cells.
const ALONG: usize = 7;
const STEP: f64 = 0.01;

/// The flanks of a bar differ by less than this share of what stands out.
const EVEN: f32 = 0.3;

/// What was measured.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// The sum across of what stands out, in levels times cells, by channel.
    pub integral: Colour,
    /// How broad it is, in cells: as a bar of one height would be with the same sum and the same sum of squares.
    pub breadth: f64,
    /// How far off the middle it lies, in cells along the normal.
    pub off: f64,
    /// The most that stands out in a channel, in levels.
    pub peak: f32,
    /// The colour in the middle.
    pub middle: Colour,
    pub flanks: [Colour; 2],
    /// Whether the two flanks differ so much that text, an icon or a filled cell lies beside.
    pub is_step: bool,
    /// Of a step: how much of the core shows the other side than a sharp step in the middle would, in cells. A bar over the step
    /// makes it half the bar's breadth, whatever its colour.
    pub misfit: f64,
}

impl Stretch {
    pub fn magnitude(&self) -> f32 {
        dot(self.integral, self.integral).sqrt()
    }

    /// Whether what has this colour on that ground would stand out here, too: over a step from all mixtures of the flanks.
    pub fn shows(&self, colour: Colour, ground: Colour) -> bool {
        let usual = contrast(colour, ground);
        !self.is_step || usual > 0.0 && off_segment(colour, self.flanks) >= VISIBLE * usual
    }

    /// Whether it is a bar on one ground, rather than the edge of something beside it.
    pub fn is_bar(&self) -> bool {
        contrast(self.flanks[0], self.flanks[1]) < EVEN * self.peak
    }
}

/// The stretch from one place to another, cut along `normal`, one cell long; `None` where it leaves the picture.
pub fn stretch(
    sampler: &Sampler,
    ends: [PlanePoint; 2],
    normal: PlanePoint,
    across: &Across,
) -> Option<Stretch> {
    let colours = colours(sampler, ends, normal, across);
    let colours = colours.into_iter().collect::<Option<Vec<_>>>()?;
    Some(cut(&colours, across))
}

/// The same where it leaves the picture within its flanks: these go on as they are seen last.
pub fn stretch_at_edge(
    sampler: &Sampler,
    ends: [PlanePoint; 2],
    normal: PlanePoint,
    across: &Across,
) -> Option<Stretch> {
    let mut colours = colours(sampler, ends, normal, across);
    let flank = ((across.flank.end - across.flank.start) / STEP).round() as usize;
    let last = colours.len() - 1;
    for out in (0..flank).rev() {
        colours[out] = colours[out].or(colours[out + 1]);
        colours[last - out] = colours[last - out].or(colours[last - out - 1]);
    }
    let colours = colours.into_iter().collect::<Option<Vec<_>>>()?;
    Some(cut(&colours, across))
}

/// The medians along a stretch, from one flank to the other; `None` outside the picture.
fn colours(
    sampler: &Sampler,
    [from, to]: [PlanePoint; 2],
    normal: PlanePoint,
    across: &Across,
) -> Vec<Option<Colour>> {
    let reach = (across.flank.end / STEP).round() as i32;
    let along = |step: i32| {
        let mut along = [[0.0; 3]; ALONG];
        for (index, colour) in along.iter_mut().enumerate() {
            let share = index as f64 / (ALONG - 1) as f64;
            let middle = from * (1.0 - share) + to * share;
            *colour = sampler.at(middle + normal * (f64::from(step) * STEP))?;
        }
        Some(median(&along))
    };
    (-reach..=reach).map(along).collect()
}

/// What these colours across it show.
fn cut(colours: &[Colour], across: &Across) -> Stretch {
    let reach = (colours.len() / 2) as f64;
    let places = (0..colours.len()).map(|at| (at as f64 - reach) * STEP);
    let profile: Vec<(f64, Colour)> = places.zip(colours.iter().copied()).collect();
    let flank = |sign: f64| {
        let is_flank = |off: f64| sign * off > across.flank.start - STEP / 2.0;
        let colours = profile.iter().filter(|it| is_flank(it.0)).map(|it| it.1);
        median(&colours.collect::<Vec<_>>())
    };
    let flanks = [flank(-1.0), flank(1.0)];
    standing_out(&profile, flanks, across)
}

/// What a profile shows between its flanks. Over a small step of the ground, what stands out is measured from a slope between
/// them; over a large one, from their mixtures, which a step shows wherever it lies.
fn standing_out(profile: &[(f64, Colour)], flanks: [Colour; 2], across: &Across) -> Stretch {
    let [left, right] = flanks;
    let core = profile
        .iter()
        .filter(|it| it.0.abs() <= across.core + STEP / 2.0);
    let core: Vec<(f64, Colour)> = core.copied().collect();
    let slope = |off: f64, _| {
        let share = (off / across.flank.end / 2.0 + 0.5) as f32;
        [0, 1, 2].map(|channel| left[channel] + (right[channel] - left[channel]) * share)
    };
    let over_slope = over(&core, flanks, slope);
    let is_step = contrast(left, right) > STEP_LEVELS.max(STEP_SHARE * over_slope.peak);
    if !is_step {
        return over_slope;
    }
    let over_mixtures = over(&core, flanks, |_, colour| nearest_mixture(colour, flanks));
    let misfit = core.iter().map(|&(off, colour)| {
        let other_side = (1.0 + off.signum()) / 2.0;
        (f64::from(mixture_share(colour, flanks)) - other_side).abs() * STEP
    });
    Stretch {
        is_step,
        misfit: misfit.sum(),
        ..over_mixtures
    }
}

/// What stands out over a ground, which is told by the place across and the colour there.
fn over(
    core: &[(f64, Colour)],
    flanks: [Colour; 2],
    ground: impl Fn(f64, Colour) -> Colour,
) -> Stretch {
    let mut integral = [0.0; 3];
    let (mut peak, mut weight, mut moment, mut squares) = (0.0_f32, 0.0, 0.0, 0.0);
    for &(off, colour) in core {
        let ground = ground(off, colour);
        let mut sum = 0.0;
        for channel in 0..3 {
            let more = colour[channel] - ground[channel];
            integral[channel] += more * STEP as f32;
            peak = peak.max(more.abs());
            sum += f64::from(more.abs());
        }
        weight += sum;
        moment += sum * off;
        squares += sum * sum;
    }
    Stretch {
        integral,
        peak,
        breadth: STEP * weight * weight / (squares + 1e-6),
        off: moment / (weight + 1e-6),
        middle: core[core.len() / 2].1,
        flanks,
        is_step: false,
        misfit: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::grid::tiled::TiledGrid;
    use crate::detect::weights::EDGE;
    use crate::geometry::{Projection, Tiling};

    const WHITE: Colour = [255.0; 3];
    const RED: Colour = [200.0, 20.0, 20.0];

    /// A step from white to red in the middle, with a bar of this colour and breadth over it.
    fn step_under(bar: Colour, breadth: f64) -> Stretch {
        let colour = |off: f64| match off {
            _ if off.abs() < breadth / 2.0 => bar,
            _ if off < 0.0 => WHITE,
            _ => RED,
        };
        let places = (-12..=12).map(|step| f64::from(step) * STEP);
        let profile: Vec<(f64, Colour)> = places.map(|off| (off, colour(off))).collect();
        standing_out(&profile, [WHITE, RED], &EDGE)
    }

    /// How far a line stands out that lies so far from the left edge of the picture, in cells.
    fn line_at(margin: f64) -> [Option<f32>; 2] {
        const PITCH: f64 = 56.0;
        let at = margin * PITCH;
        let picture = RgbImage::from_fn(100, 60, |x, _| {
            let is_line = (f64::from(x) + 0.5 - at).abs() <= 1.0;
            Rgb([if is_line { 0 } else { 255 }; 3])
        });
        let grid = TiledGrid {
            tiling: Tiling::Square,
            projection: Projection::axis_aligned(at, 30.0, PITCH, PITCH),
            support: Default::default(),
        };
        let sampler = Sampler::new(&picture, &grid);
        let ends = [-0.2, 0.2].map(|down| PlanePoint { x: 0.0, y: down });
        let normal = PlanePoint { x: 1.0, y: 0.0 };
        [stretch, stretch_at_edge]
            .map(|measure| measure(&sampler, ends, normal, &EDGE).map(|it| it.magnitude()))
    }

    #[test]
    fn a_line_near_the_edge_of_the_picture_is_seen_where_a_part_of_what_lies_beyond_is() {
        let [Some(inside), at_edge] = line_at(0.5) else {
            panic!("it is in the picture");
        };
        assert_eq!(at_edge, Some(inside));
        let [none, Some(at_edge)] = line_at(0.11) else {
            panic!("a part of its flank is in the picture");
        };
        assert!(none.is_none() && (at_edge / inside - 1.0).abs() < 0.05);
        assert_eq!(line_at(0.05), [None, None]);
    }

    #[test]
    fn a_sharp_step_shows_nothing_and_a_bar_over_it_what_is_no_mixture_of_both_sides() {
        let sharp = step_under(WHITE, 0.0);
        assert!(sharp.is_step && sharp.magnitude() < 0.1 && sharp.misfit <= STEP);
        let blue = step_under([0.0, 0.0, 255.0], 0.1);
        assert!(blue.magnitude() > 15.0, "{blue:?}");
    }

    #[test]
    fn a_bar_with_a_mixture_of_both_colours_makes_a_step_less_sharp() {
        for share in [0.1, 0.5, 0.9] {
            let mixture = [0, 1, 2].map(|at| WHITE[at] + share * (RED[at] - WHITE[at]));
            let hidden = step_under(mixture, 0.1);
            assert!(hidden.magnitude() < 0.1, "{hidden:?}");
            assert!((0.04..0.06).contains(&hidden.misfit), "{hidden:?}");
            assert!(!hidden.shows(mixture, WHITE));
        }
    }
}
