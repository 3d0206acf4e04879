//! What hides a part of a board that could not be read: something laid over it, or the edge of the picture. Its lines
//! run into either; they end at the border of a board that is shown whole.
//!
//! ```text
//!   +--+--+--+--+         +--+--+-
//!   |  |  |  |  |         |  |  |
//!   +--+-#######+         +--+--+-   the edge of
//!   |  | # OK  #|         |  |  |    the picture
//!   +--+-#######+         +--+--+-
//! ```

use image::RgbImage;

use crate::detect::flow::extent::grid_lines::GridLines;
use crate::detect::flow::extent::lines::{Across, of_stretch};
use crate::detect::flow::extent::{Extent, bounds};
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::terminals::discs::discs;
use crate::detect::grid::fit::GridHypothesis;
use crate::pipeline::Reason;
use crate::vision::colour::{Colour, contrast};
use crate::vision::regions::{FLAT, Region};

/// A board shows terminals of at least so many colours, which differ by so many levels of a channel.
const FEWEST_COLOURS: usize = 3;
const OTHER_COLOUR: f32 = 40.0;

/// At least so many lines run into what hides the board, and at least this share of those that could.
const FEWEST_LINES: usize = 2;
const LEAST_RUN_INTO: f64 = 0.7;

/// What lies over a board is a rectangle of one colour, but for a word and a button, at least so many pixels wide and high.
const LEAST_PIXELS: u32 = 16;
const LEAST_FILL: f64 = 0.5;

/// It is so many cells wide and high, or more.
const LEAST_PANEL: f64 = 1.0;

/// Its sides show one colour to this share; its corners may be round, so the ends of the sides do not count.
const STRAIGHT: f64 = 0.9;

/// An edge of a panel lies so far inside the box around it at most, in pixels: where what it covers has its colour, it seems to
/// have a spur.
const SPUR: u32 = 1;
const CORNERS: f64 = 0.2;

/// How much of the cell that an edge cuts must be seen, in cells: with less or more, the edge coincides with a line of the
/// board and says nothing.
const SEEN: std::ops::Range<f64> = 0.2..0.88;

/// A board less than this from an edge of the picture, in cells, touches it. If it is more than `CLEAR` from the opposite
/// edge, it is taken to be cut off: a picture cropped to a board is cropped on both sides.
const FLUSH: f64 = 0.2;
const CLEAR: f64 = 1.0;

/// Half the stretch of a side that is looked at for a line, as a share of what is seen of it: the half in the middle.
const HALF_STRETCH: f64 = 0.25;

/// What hides a part of the board on a lattice; `flat` are the regions of one colour. `None` when nothing does. Ask about
/// the best supported lattice alone: one of twice the pitch has lines too.
pub fn hidden(picture: &RgbImage, flat: &[Region], grid: &GridHypothesis) -> Option<Reason> {
    if grid.is_askew() {
        return None;
    }
    let board = Shown::on(GridSampler { picture, grid })?;
    let mut panels = flat.iter().filter(|region| is_panel(picture, region));
    if panels.any(|panel| board.is_under(panel)) {
        Some(Reason::Covered)
    } else {
        board.is_cut().then_some(Reason::Partial)
    }
}

/// Whether a region is a rectangle, perhaps with something in the middle.
pub fn is_panel(picture: &RgbImage, region: &Region) -> bool {
    let (width, height) = (region.right - region.left, region.bottom - region.top);
    let fill = f64::from(region.area) / (f64::from(width) * f64::from(height));
    if width.min(height) < LEAST_PIXELS || fill < LEAST_FILL {
        return false;
    }
    let at = |x: u32, y: u32| picture.get_pixel(x, y).0.map(f32::from);
    let is_straight = |of: &dyn Fn(u32) -> Colour, first: u32, length: u32| {
        let corner = (CORNERS * f64::from(length)) as u32;
        let along: Vec<Colour> = (first + corner..first + length - corner).map(of).collect();
        let own = along[along.len() / 2];
        let same = along
            .iter()
            .filter(|it| contrast(**it, own) <= f32::from(FLAT));
        same.count() as f64 >= STRAIGHT * along.len() as f64
    };
    let any_inside = |is_edge: &dyn Fn(u32) -> bool| (0..=SPUR).any(is_edge);
    any_inside(&|by| is_straight(&|x| at(x, region.top + by), region.left, width))
        && any_inside(&|by| is_straight(&|x| at(x, region.bottom - 1 - by), region.left, width))
        && any_inside(&|by| is_straight(&|y| at(region.left + by, y), region.top, height))
        && any_inside(&|by| is_straight(&|y| at(region.right - 1 - by, y), region.top, height))
}

/// What is seen of a board.
struct Shown<'a> {
    sampler: GridSampler<'a>,
    /// The box around all regions on the lattice.
    cells: Extent,
    /// What stands out by so many levels is a line of this board.
    line: f32,
}

/// One of the four edges of a rectangle, in cells.
struct Edge {
    /// Which lines of the board could run into it: those right of cells into a level one.
    lines: Across,
    /// Where it is, and from where to where it goes.
    at: f64,
    along: [f64; 2],
    /// On which side of it the board is seen: 1 for higher numbers of columns or rows, -1 for lower ones.
    side: f64,
}

/// The edges of a rectangle from left, top to right, bottom; the board is seen in it where `inside` is 1, around it where
/// that is -1.
fn edges([left, top, right, bottom]: [f64; 4], inside: f64) -> [Edge; 4] {
    let upright = |at, side| Edge {
        lines: Across::Down,
        at,
        along: [top, bottom],
        side,
    };
    let level = |at, side| Edge {
        lines: Across::Right,
        at,
        along: [left, right],
        side,
    };
    [
        upright(left, inside),
        level(top, inside),
        upright(right, -inside),
        level(bottom, -inside),
    ]
}

impl<'a> Shown<'a> {
    /// `None` when the regions on a lattice are no part of a board.
    fn on(sampler: GridSampler<'a>) -> Option<Self> {
        let cells = Extent::of_bounds(bounds(&sampler.grid.cells));
        if !cells.is_board_sized() {
            return None;
        }
        let mut colours: Vec<Colour> = Vec::new();
        for disc in discs(&sampler, &cells.cells().collect()) {
            if colours
                .iter()
                .all(|known| contrast(*known, disc.colour) >= OTHER_COLOUR)
            {
                colours.push(disc.colour);
            }
        }
        let grid_lines = GridLines::of(&sampler)?;
        let line = grid_lines.threshold();
        (colours.len() >= FEWEST_COLOURS).then_some(Self {
            sampler,
            cells,
            line,
        })
    }

    /// Whether lines run into this panel.
    fn is_under(&self, panel: &Region) -> bool {
        let place = self.place([panel.left, panel.top, panel.right, panel.bottom]);
        place.is_some_and(|[left, top, right, bottom]| {
            (right - left).min(bottom - top) >= LEAST_PANEL
                && self.run_into(&edges([left, top, right, bottom], -1.0))
        })
    }

    /// Whether lines run into an edge of the picture, or whether the board ends at one and not at the opposite one.
    fn is_cut(&self) -> bool {
        let (right, bottom) = self.sampler.picture.dimensions();
        let Some(place) = self.place([0, 0, right, bottom]) else {
            return false;
        };
        let [left, top, right, bottom] = place;
        let (first_col, first_row) = (f64::from(self.cells.col), f64::from(self.cells.row));
        let (cols, rows) = (f64::from(self.cells.cols), f64::from(self.cells.rows));
        let is_one_sided = |low: f64, high: f64| low.min(high) < FLUSH && low.max(high) > CLEAR;
        let mut edges = edges(place, 1.0).into_iter();
        edges.any(|edge| self.run_into(&[edge]))
            || is_one_sided(first_col - 0.5 - left, right - (first_col + cols - 0.5))
            || is_one_sided(first_row - 0.5 - top, bottom - (first_row + rows - 0.5))
    }

    /// Left, top, right and bottom, in pixels, as columns and rows.
    fn place(&self, pixels: [u32; 4]) -> Option<[f64; 4]> {
        let inverse = self.sampler.grid.projection.inverse()?;
        let [left, top, right, bottom] = pixels.map(f64::from);
        let (left, top) = inverse.apply(left, top);
        let (right, bottom) = inverse.apply(right, bottom);
        Some([left, top, right, bottom])
    }

    /// Whether most of the lines that could run into these edges do.
    fn run_into(&self, edges: &[Edge]) -> bool {
        let ends: Vec<bool> = edges.iter().flat_map(|edge| self.ends(edge)).collect();
        let lines = ends.iter().filter(|is_line| **is_line).count();
        lines >= FEWEST_LINES && lines as f64 >= LEAST_RUN_INTO * ends.len() as f64
    }

    /// For each line between two columns, or two rows, of the board that could run into an edge: whether it does.
    fn ends(&self, edge: &Edge) -> Vec<bool> {
        // The cell that the edge cuts, and how much of it is seen.
        let cut = edge.at.round();
        let seen = 0.5 - edge.side * (edge.at - cut);
        if !SEEN.contains(&seen) {
            return Vec::new();
        }
        let (first, count, cross, cross_count) = match edge.lines {
            Across::Right => (
                self.cells.col,
                self.cells.cols,
                self.cells.row,
                self.cells.rows,
            ),
            Across::Down => (
                self.cells.row,
                self.cells.rows,
                self.cells.col,
                self.cells.cols,
            ),
        };
        // The edge cuts the board, or the cells right beside what is seen of it.
        if !(cross - 1..=cross + cross_count).contains(&(cut as i32)) {
            return Vec::new();
        }
        let middle = edge.at - cut + edge.side * seen / 2.0;
        let lines = (first..first + count - 1)
            .filter(|line| (edge.along[0]..edge.along[1]).contains(&(f64::from(*line) + 0.5)));
        lines
            .filter_map(|line| {
                let cell = match edge.lines {
                    Across::Right => (line, cut as i32),
                    Across::Down => (cut as i32, line),
                };
                let patch = self.sampler.cell(cell);
                let pitch = self.sampler.grid.pitch;
                let line = of_stretch(&patch, pitch, edge.lines, middle, HALF_STRETCH * seen)?;
                Some(line.rise.abs() >= self.line)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::vision::local_range::LocalRange;
    use crate::vision::regions::regions;

    /// Whether what is grey in a dark picture, by column and row of pixels, is a panel.
    fn is_panel_where(is_grey: impl Fn(u32, u32) -> bool) -> bool {
        let shade = |x, y| if is_grey(x, y) { 90 } else { 0 };
        let picture = RgbImage::from_fn(120, 100, |x, y| Rgb([shade(x, y); 3]));
        let all = regions(&LocalRange::of(&picture), FLAT);
        let grey = all.iter().max_by_key(|it| {
            let colour = it.colour(&picture);
            if colour[0] > 50.0 { it.area } else { 0 }
        });
        is_panel(&picture, grey.expect("something is grey"))
    }

    fn is_in_rectangle(x: u32, y: u32) -> bool {
        (30..100).contains(&x) && (20..80).contains(&y)
    }

    #[test]
    fn a_rectangle_is_a_panel_also_with_a_spur_at_an_edge() {
        assert!(is_panel_where(is_in_rectangle));
        let has_spur = |x: u32, y: u32| x == 29 && (50..60).contains(&y);
        assert!(is_panel_where(
            |x, y| is_in_rectangle(x, y) || has_spur(x, y)
        ));
    }

    #[test]
    fn a_disc_is_no_panel() {
        assert!(!is_panel_where(|x, y| {
            x.abs_diff(60).pow(2) + y.abs_diff(50).pow(2) < 900
        }));
    }
}
