//! Whether what looks like holes of a board is something laid over it. A hole shows the page up to the lines around it; a
//! window ends anywhere, and need not look like the page.
//!
//! ```text
//!   +--+--+--+--+
//!   |  |  |  |  |
//!   +--+#####+--+      all lines of two cells are hidden,
//!   |  |#####|  |      but an edge runs through another, and ends there
//!   +--+#####|--+
//!   |  |  |  |  |
//! ```

use std::ops::RangeInclusive;

use super::occlusion::is_panel;
use crate::detect::flow::extent::Extent;
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::view::View;
use crate::vision::blur::blurred;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast};
use crate::vision::local_range::LocalRange;
use crate::vision::noise::noise;
use crate::vision::regions::{FAINT, FLAT, Region, regions};

/// An edge of a hole lies so far beyond the line around it, in cells: negative where that is broad, as an outline is, and
/// above zero by the lattice's error.
const AT_LINE: RangeInclusive<f64> = -0.15..=0.06;

/// An outline that is blurred ends so far from the line that it lies on, in cells.
const OUTLINE: RangeInclusive<f64> = -0.25..=0.0;
/// It has one colour on both sides of that line, so much of the way to its edge: blur makes them differ by less than this share
/// of what it stands out.
const INSIDE: f64 = 0.2;
const ONE_COLOUR: f32 = 0.5;

/// What lies over the lines between cells is so large, in cells; in one cell alone an icon may stand.
const LEAST_SIZE: f64 = 0.5;

/// So much of a hole is under a window, in cells, or the window lies beside it.
const LEAST_OVERLAP: f64 = 0.15;

/// Where an edge is looked for beyond its ends, in cells: behind an outline.
const BEYOND: [f64; 2] = [0.2, 0.35];

/// An edge is a step of colour between two places so far from it, in cells and pixels: a region ends a pixel before it.
const STEP: f64 = 0.06;
const STEP_PIXELS: f64 = 1.0;

/// It is seen at these places, as shares of its length, by so many levels of a channel: more than noise makes.
const ALONG: [f64; 3] = [0.25, 0.5, 0.75];
const SEEN: f32 = 2.0 * FAINT as f32;

/// Noise of this deviation, in levels, breaks a region into pieces: neighbours in it differ by more than is allowed.
const BREAKING: f64 = FLAT as f64 / 4.0;

/// Whether a rectangle lies over holes whose edges do not lie on the lines around these, and is no piece of a bar that
/// goes on behind the board.
pub fn is_covered(view: &View, extent: &Extent) -> bool {
    is_any_over(view, extent, view.regions)
        || is_any_over(view, extent, view.faint_regions())
        || noise(view.sampler.picture) >= BREAKING && is_covered_behind_noise(view, extent)
}

/// The same of a blurred picture, which has less noise.
fn is_covered_behind_noise(view: &View, extent: &Extent) -> bool {
    let picture = &blurred(view.sampler.picture);
    let sampler = GridSampler {
        picture,
        ..view.sampler
    };
    let view = &View { sampler, ..*view };
    is_any_over(view, extent, &regions(&LocalRange::of(picture), FLAT))
}

fn is_any_over(view: &View, extent: &Extent, regions: &[Region]) -> bool {
    regions.iter().any(|it| lies_over(view, extent, it))
}

fn lies_over(view: &View, extent: &Extent, region: &Region) -> bool {
    let Some(window) = Window::of(view, region) else {
        return false;
    };
    let is_large = window.size() >= LEAST_SIZE && !window.encloses(extent);
    is_large
        && extent.holes.iter().any(|hole| window.hides(*hole))
        && is_panel(view.sampler.picture, region)
        && window
            .edges()
            .iter()
            .any(|edge| edge.is_loose(view, extent))
}

/// A rectangle in columns and rows: cell (0, 0) is from -0.5 to 0.5.
struct Window {
    low: [f64; 2],
    high: [f64; 2],
}

/// One of its edges.
struct Edge {
    /// 0 for one that is upright, 1 for one that is level.
    axis: usize,
    at: f64,
    /// From where to where it goes.
    along: [f64; 2],
    /// 1 where the window ends to the right or below, -1 where it begins.
    out: f64,
}

impl Window {
    fn of(view: &View, region: &Region) -> Option<Self> {
        let place = |x: u32, y: u32| {
            let (cell, off) = view.sampler.grid.place(f64::from(x), f64::from(y))?;
            Some([f64::from(cell.0) + off.0, f64::from(cell.1) + off.1])
        };
        Some(Self {
            low: place(region.left, region.top)?,
            high: place(region.right, region.bottom)?,
        })
    }

    /// The shorter of its sides, in cells.
    fn size(&self) -> f64 {
        (self.high[0] - self.low[0]).min(self.high[1] - self.low[1])
    }

    fn encloses(&self, extent: &Extent) -> bool {
        let first = [extent.col, extent.row].map(f64::from);
        let last = [extent.col + extent.cols - 1, extent.row + extent.rows - 1].map(f64::from);
        (0..2).all(|axis| self.low[axis] <= first[axis] && last[axis] <= self.high[axis])
    }

    /// Whether a part of a cell lies under it.
    fn hides(&self, cell: (i32, i32)) -> bool {
        let cell = [cell.0, cell.1].map(f64::from);
        (0..2).all(|axis| {
            let low = self.low[axis].max(cell[axis] - 0.5);
            let high = self.high[axis].min(cell[axis] + 0.5);
            high - low >= LEAST_OVERLAP
        })
    }

    fn edges(&self) -> [Edge; 4] {
        let edge = |axis: usize, at: f64, out: f64| Edge {
            axis,
            at,
            along: [self.low[1 - axis], self.high[1 - axis]],
            out,
        };
        [
            edge(0, self.low[0], -1.0),
            edge(0, self.high[0], 1.0),
            edge(1, self.low[1], -1.0),
            edge(1, self.high[1], 1.0),
        ]
    }
}

impl Edge {
    /// Whether it lies within a board, on none of its lines, and ends there.
    fn is_loose(&self, view: &View, extent: &Extent) -> bool {
        let (first, count) = match self.axis {
            0 => (extent.col, extent.cols),
            _ => (extent.row, extent.rows),
        };
        let (first, last) = (f64::from(first), f64::from(first + count - 1));
        let is_inside = (first - 0.5..last + 0.5).contains(&self.at);
        let from_line = self.out * (self.at - 0.5);
        let off = from_line - from_line.round();
        let is_loose = is_inside && !AT_LINE.contains(&off) && self.is_seen(view);
        is_loose && !self.ends_at_outline(view, off) && !self.goes_on(view)
    }

    /// Whether it is the edge of an outline that lies on the line so far from it.
    fn ends_at_outline(&self, view: &View, off: f64) -> bool {
        let is_outline = |along: f64| {
            let at = |from_line: f64| self.colour(view, from_line - off, along);
            let [near, far] = [INSIDE * off, -INSIDE * off].map(at);
            let beyond = at(-off + Self::reach(view));
            let steps = near.zip(far).zip(beyond);
            steps.is_some_and(|((near, far), beyond)| {
                contrast(near, far) < ONE_COLOUR * contrast(far, beyond)
            })
        };
        OUTLINE.contains(&off) && self.all_along(is_outline)
    }

    /// Whether there is a step of colour all along it.
    fn is_seen(&self, view: &View) -> bool {
        self.all_along(|along| self.step(view, along).is_some_and(|step| step >= SEEN))
    }

    /// Whether it is so at all the places where it is looked at.
    fn all_along(&self, is_so: impl Fn(f64) -> bool) -> bool {
        let [low, high] = self.along;
        ALONG.iter().all(|share| is_so(low + share * (high - low)))
    }

    /// Whether there is an edge in line with it beyond both its ends.
    fn goes_on(&self, view: &View) -> bool {
        let [low, high] = self.along;
        // Where the picture ends, it may go on.
        let is_step = |along: f64| {
            self.step(view, along)
                .is_none_or(|step| step >= LEAST_CONTRAST)
        };
        BEYOND
            .iter()
            .all(|by| is_step(low - by) && is_step(high + by))
    }

    /// How many levels of a channel the colours on both sides of it differ by at a place along it; `None` where the picture
    /// ends.
    fn step(&self, view: &View, along: f64) -> Option<f32> {
        let reach = Self::reach(view);
        let [inside, outside] = [-reach, reach].map(|out| self.colour(view, out, along));
        Some(contrast(inside?, outside?))
    }

    /// How far from it its sides show their colours, in cells.
    fn reach(view: &View) -> f64 {
        STEP + STEP_PIXELS / view.sampler.grid.pitch
    }

    /// The colour so far out of the window at a place along it; `None` where the picture ends.
    fn colour(&self, view: &View, out: f64, along: f64) -> Option<Colour> {
        let across = self.at + self.out * out;
        let (col, row) = match self.axis {
            0 => (across, along),
            _ => (along, across),
        };
        let cell = (col.round(), row.round());
        let patch = view.sampler.cell((cell.0 as i32, cell.1 as i32));
        patch.at(col - cell.0, row - cell.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::flow::rectified::from_above;
    use crate::detect::flow::scene::{
        Thing, disc, drawn, noisy, plain_board, seen, seen_askew, view_of,
    };

    /// Whether something grey, from left to right and so far above and below row 1.5, lies over four holes of a board of six
    /// by six cells: those in columns 4 and 5 and rows 1 and 2.
    fn is_doubted(left: f64, right: f64, reach: f64) -> bool {
        are_doubted(&[rectangle(left, right, reach, [90; 3])])
    }

    fn rectangle(left: f64, right: f64, reach: f64, colour: [u8; 3]) -> Thing {
        Thing {
            from: (left + reach, 1.5),
            to: (right - reach, 1.5),
            reach,
            is_square: true,
            ..disc(0.0, 0.0, colour)
        }
    }

    fn board() -> Extent {
        Extent {
            holes: [(4, 1), (5, 1), (4, 2), (5, 2)].into(),
            ..plain_board(6)
        }
    }

    fn are_doubted(things: &[Thing]) -> bool {
        seen(things, |view| is_covered(view, &board()))
    }

    #[test]
    fn what_fills_holes_up_to_their_lines_is_the_page() {
        assert!(!is_doubted(3.5, 5.5, 1.0));
    }

    #[test]
    fn what_ends_within_the_cells_beside_holes_lies_over_the_board() {
        assert!(is_doubted(3.5, 5.5, 1.3));
        assert!(is_doubted(3.5, 5.2, 1.0));
        assert!(is_doubted(3.7, 5.3, 0.8));
    }

    #[test]
    fn what_lies_over_a_board_at_an_angle_is_seen_from_above() {
        let board = board();
        let is_doubted = |reach: f64| {
            let thing = rectangle(3.5, 5.5, reach, [90; 3]);
            seen_askew(&[thing], |view| {
                from_above(view, &board, |view| is_covered(view, &board))
            })
        };
        assert!(is_doubted(1.3));
        assert!(!is_doubted(1.0));
    }

    /// Each pixel is up to 40 levels off: no region of one colour is left.
    #[test]
    fn what_lies_over_the_board_is_seen_behind_noise() {
        let board = board();
        let is_doubted = |reach: f64| {
            let picture = noisy(drawn(&[rectangle(3.5, 5.5, reach, [90; 3])]), 41);
            view_of(&picture, |view| is_covered(view, &board))
        };
        assert!(is_doubted(1.3));
        assert!(!is_doubted(1.0));
    }

    /// The outline lies on the lines around the holes, as broad inside as outside.
    #[test]
    fn what_ends_at_a_broad_outline_is_the_page() {
        let outline = rectangle(3.3, 5.7, 1.2, [240, 150, 150]);
        let page = rectangle(3.7, 5.3, 0.8, [90; 3]);
        assert!(!are_doubted(&[page, outline]));
    }

    #[test]
    fn a_bar_that_goes_on_to_the_edge_of_the_picture_is_behind_the_board() {
        assert!(!is_doubted(-2.0, 9.0, 0.8));
    }
}
