//! The simplest map from the plane of the cells to the picture that explains where regions lie.

use crate::detect::weights::{HALVED, STRAIGHT};
use crate::geometry::{Correspondence, Pixel, PlanePoint, Projection};
use crate::vision::statistics::middle;

/// A cell's middle in the plane and in the picture.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub from: PlanePoint,
    pub to: Pixel,
}

/// A map and its median error, in cells.
#[derive(Clone, Copy, Debug)]
pub struct Fitted {
    pub projection: Projection,
    pub off: f64,
}

/// The fewest places that a map in perspective is fitted to: it has eight unknowns.
const FEWEST_TILTED: usize = 12;

/// An upright map of one scale; a map in perspective where that is much better. `None` for places that fix neither.
pub fn fit(seen: &[Seen]) -> Option<Fitted> {
    let upright = upright(seen)?;
    if upright.off <= STRAIGHT || seen.len() < FEWEST_TILTED {
        return Some(upright);
    }
    let correspondence = |it: &Seen| Correspondence {
        from: (it.from.x, it.from.y),
        to: (it.to.x, it.to.y),
        is_known: [true; 2],
    };
    let projection = Projection::fit(&seen.iter().map(correspondence).collect::<Vec<_>>());
    let tilted = projection.and_then(|projection| fitted(projection, seen));
    let is_better = |it: &Fitted| it.off < HALVED * upright.off;
    Some(tilted.filter(is_better).unwrap_or(upright))
}

fn fitted(projection: Projection, seen: &[Seen]) -> Option<Fitted> {
    let back = projection.inverse()?;
    let off = seen.iter().map(|it| {
        let (x, y) = back.apply(it.to.x, it.to.y);
        (PlanePoint::new(x, y) - it.from).length()
    });
    let off = middle(off).filter(|off| off.is_finite())?;
    Some(Fitted { projection, off })
}

/// Least squares of `x = left + pitch u` and `y = top + pitch v`.
fn upright(seen: &[Seen]) -> Option<Fitted> {
    let count = seen.len() as f64;
    let mean = |of: fn(&Seen) -> f64| seen.iter().map(of).sum::<f64>() / count;
    let from = PlanePoint::new(mean(|it| it.from.x), mean(|it| it.from.y));
    let to = PlanePoint::new(mean(|it| it.to.x), mean(|it| it.to.y));
    let (mut variance, mut covariance) = (0.0, 0.0);
    for it in seen {
        let (u, v) = (it.from.x - from.x, it.from.y - from.y);
        variance += u * u + v * v;
        covariance += u * (it.to.x - to.x) + v * (it.to.y - to.y);
    }
    let pitch = covariance / variance;
    let (left, top) = (to.x - pitch * from.x, to.y - pitch * from.y);
    let projection = Projection::axis_aligned(left, top, pitch, pitch);
    (pitch.is_finite() && pitch > 0.0)
        .then(|| fitted(projection, seen))
        .flatten()
}
