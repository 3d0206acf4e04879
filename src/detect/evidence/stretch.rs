//! How much a straight stretch stands out from what lies beside it.
//!
//! ```text
//!    flank | core | flank       the medians along the stretch, cut across; a step between the flanks is taken out, so
//!      ____/\_________          the edge of a bar behind the board does not count
//! ```

use super::sampler::Sampler;
use crate::detect::weights::{Across, TEXT_LEVELS, TEXT_SHARE};
use crate::geometry::PlanePoint;
use crate::vision::colour::{Colour, median};

/// Samples along a stretch, and from one to the next across, in cells.
const ALONG: usize = 7;
const STEP: f64 = 0.01;

/// What was measured.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// The sum across of what stands out, in levels times cells, by channel.
    pub integral: Colour,
    /// How broad it is, in cells: as a bar of one height would be with the same sum and the same sum of squares.
    pub breadth: f64,
    /// How far off the middle it lies, in cells along the normal.
    pub off: f64,
    /// Whether the two flanks differ so much that text or an icon lies beside.
    pub is_text: bool,
}

impl Stretch {
    pub fn magnitude(&self) -> f32 {
        dot(self.integral, self.integral).sqrt()
    }
}

pub fn dot(a: Colour, b: Colour) -> f32 {
    (0..3).map(|channel| a[channel] * b[channel]).sum()
}

/// The stretch from one place to another, cut along `normal`, one cell long; `None` where it leaves the picture.
pub fn stretch(
    sampler: &Sampler,
    ends: [PlanePoint; 2],
    normal: PlanePoint,
    across: &Across,
) -> Option<Stretch> {
    let reach = (across.flank.end / STEP).round() as i32;
    let [from, to] = ends;
    let mut profile: Vec<(f64, Colour)> = Vec::with_capacity(2 * reach as usize + 1);
    for step in -reach..=reach {
        let off = f64::from(step) * STEP;
        let mut along = [[0.0; 3]; ALONG];
        for (index, colour) in along.iter_mut().enumerate() {
            let share = index as f64 / (ALONG - 1) as f64;
            *colour = sampler.at(from * (1.0 - share) + to * share + normal * off)?;
        }
        profile.push((off, median(&along)));
    }
    let flank = |sign: f64| {
        let is_flank = |off: f64| sign * off > across.flank.start - STEP / 2.0;
        let colours = profile.iter().filter(|it| is_flank(it.0)).map(|it| it.1);
        median(&colours.collect::<Vec<_>>())
    };
    let flanks = [flank(-1.0), flank(1.0)];
    Some(standing_out(&profile, flanks, across))
}

fn standing_out(profile: &[(f64, Colour)], flanks: [Colour; 2], across: &Across) -> Stretch {
    let [left, right] = flanks;
    let mut integral = [0.0; 3];
    let (mut peak, mut weight, mut moment, mut squares) = (0.0_f32, 0.0, 0.0, 0.0);
    for &(off, colour) in profile {
        if off.abs() > across.core + STEP / 2.0 {
            continue;
        }
        let share = (off / across.flank.end / 2.0 + 0.5) as f32;
        let mut sum = 0.0;
        for channel in 0..3 {
            let ground = left[channel] + (right[channel] - left[channel]) * share;
            let more = colour[channel] - ground;
            integral[channel] += more * STEP as f32;
            peak = peak.max(more.abs());
            sum += f64::from(more.abs());
        }
        weight += sum;
        moment += sum * off;
        squares += sum * sum;
    }
    let step = crate::vision::colour::contrast(left, right);
    Stretch {
        integral,
        breadth: STEP * weight * weight / (squares + 1e-6),
        off: moment / (weight + 1e-6),
        is_text: step > TEXT_LEVELS.max(TEXT_SHARE * peak),
    }
}
