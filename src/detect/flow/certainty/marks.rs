//! Whether a board without lines shows which cells it has: the same mark in the middle of each empty one, nothing between cells,
//! and no mark beyond.
//!
//! ```text
//!          (no mark)
//!        +           +
//!          A   .   B
//!    (no)              (no)     .  a mark
//!          B   .   A
//!        +           +
//!          (no mark)
//! ```

use std::collections::BTreeSet;
use std::f64::consts::TAU;

use crate::detect::flow::extent::Extent;
use crate::detect::flow::extent::lines::Across;
use crate::detect::flow::gridless::ground;
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::ground::{EVEN, cells_of};
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast, median};

/// A cell is looked at on rings around its middle, so far apart, out to this; in cells.
const RING: f64 = 0.04;
const REACH: f64 = 0.44;

/// A mark ends here at the latest, in cells: what is larger may hide something between cells.
const LARGEST: f64 = 0.36;

/// So many places of each ring are looked at: one in four lies on the way to a neighbour.
const PLACES: i32 = 16;

/// Between two cells so far from their side, in cells, and there at these places along it: a wall is a tenth of a cell broad or
/// less, and most of a side long.
const BESIDE: f64 = 0.1;
const ALONG: [f64; 7] = [-0.42, -0.3, -0.15, 0.0, 0.15, 0.3, 0.42];

/// Marks have sizes that differ by so many rings at most.
const SAME_SIZE: usize = 1;

/// What the empty cells of a board show, and its ground.
pub struct Marks<'a> {
    sampler: &'a GridSampler<'a>,
    extent: &'a Extent,
    taken: BTreeSet<(i32, i32)>,
    ground: Colour,
}

/// What is seen in the middle of a cell, and only there.
struct Mark {
    colour: Colour,
    /// How many rings it covers, the middle counted as one.
    size: usize,
}

impl<'a> Marks<'a> {
    pub fn of(sampler: &'a GridSampler<'a>, extent: &'a Extent, terminals: &[Terminal]) -> Self {
        Self {
            sampler,
            extent,
            taken: cells_of(terminals),
            ground: ground(sampler, extent),
        }
    }

    /// Whether nothing but the ground lies between any two cells.
    pub fn have_nothing_between(&self) -> bool {
        sides(self.extent).all(|side| {
            let mut shown = between(self.sampler, side);
            shown.all(|shown| shown.is_some_and(|shown| self.is_ground(shown)))
        })
    }

    /// Whether there are cells without a terminal, and each shows the same mark as the others.
    pub fn are_alike(&self) -> bool {
        let empty = self
            .extent
            .cells()
            .filter(|cell| !self.taken.contains(cell));
        let marks: Option<Vec<Mark>> = empty.map(|cell| self.mark(cell)).collect();
        marks.is_some_and(|marks| {
            let colours: Vec<Colour> = marks.iter().map(|mark| mark.colour).collect();
            let usual = median(&colours);
            let sizes = || marks.iter().map(|mark| mark.size);
            let least_and_most = sizes().min().zip(sizes().max());
            least_and_most.is_some_and(|(least, most)| most - least <= SAME_SIZE)
                && marks
                    .iter()
                    .all(|mark| contrast(mark.colour, usual) <= EVEN)
        })
    }

    /// Whether all cells around the board are in the picture and show no mark.
    pub fn end_at_border(&self) -> bool {
        let ring = self.extent.grown(1);
        let mut around = ring.cells().filter(|cell| !self.extent.has(*cell));
        around.all(|cell| {
            let middle = self.sampler.cell(cell).at(0.0, 0.0);
            middle.is_some() && self.mark(cell).is_none()
        })
    }

    /// The mark of a cell; `None` where it shows nothing else than the ground, or something that is no mark.
    fn mark(&self, cell: (i32, i32)) -> Option<Mark> {
        let patch = self.sampler.cell(cell);
        let colour = patch.at(0.0, 0.0)?;
        let rings = (1..=(REACH / RING) as i32).map(|ring| f64::from(ring) * RING);
        let is_ground = |radius: f64| {
            let mut places = (0..PLACES).map(|place| {
                let (sin, cos) = (TAU * f64::from(place) / f64::from(PLACES)).sin_cos();
                patch.at(radius * cos, radius * sin)
            });
            places.all(|shown| shown.is_some_and(|shown| self.is_ground(shown)))
        };
        let rings: Vec<bool> = rings.map(is_ground).collect();
        let size = 1 + rings
            .iter()
            .rposition(|is_ground| !is_ground)
            .map_or(0, |last| last + 1);
        let is_mark =
            contrast(colour, self.ground) >= LEAST_CONTRAST && size as f64 * RING <= LARGEST;
        is_mark.then_some(Mark { colour, size })
    }

    fn is_ground(&self, shown: Colour) -> bool {
        contrast(shown, self.ground) <= EVEN
    }
}

/// A side between two cells: where it lies from the first one.
type Side = ((i32, i32), Across);

fn sides(extent: &Extent) -> impl Iterator<Item = Side> + '_ {
    let both = |cell| [Across::Right, Across::Down].map(|across| (cell, across));
    let sides = extent.cells().flat_map(both);
    sides.filter(|(cell, across)| extent.has(across.next(*cell)))
}

/// What is seen between two cells, in steps of a pixel across their side.
fn between<'a>(
    sampler: &'a GridSampler<'a>,
    (cell, across): Side,
) -> impl Iterator<Item = Option<Colour>> + 'a {
    let patch = sampler.cell(cell);
    let pixel = 1.0 / sampler.grid.pitch;
    let steps = (BESIDE / pixel).ceil() as i32;
    let out = (-steps..=steps).map(move |step| 0.5 + f64::from(step) * pixel);
    out.flat_map(move |out| {
        ALONG.map(|along| match across {
            Across::Right => patch.at(out, along),
            Across::Down => patch.at(along, out),
        })
    })
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use crate::detect::flow::gridless::specks::tests::{CELL, page_with_margin};
    use crate::detect::flow::{Detector, PictureFeatures};
    use crate::pipeline::Frame;

    const BOARD: [&str; 4] = [".ABC", ".B.C", ".D.D", ".A.."];
    const SPECK: [u8; 3] = [200, 206, 220];
    const MARGIN: u32 = 3 * CELL / 2;

    fn page() -> RgbImage {
        page_with_margin(&BOARD, MARGIN, 10, SPECK)
    }

    /// The page with a rectangle of one colour, so wide and high, around a place so many cells right of and below the middle of
    /// the first cell.
    fn with_rect(
        (right, down): (f64, f64),
        (width, height): (u32, u32),
        colour: [u8; 3],
    ) -> RgbImage {
        let mut picture = page();
        let middle = |cells: f64| MARGIN + ((cells + 0.5) * f64::from(CELL)) as u32;
        let (left, top) = (middle(right) - width / 2, middle(down) - height / 2);
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            picture.put_pixel(left + x, top + y, Rgb(colour));
        }
        picture
    }

    /// What falls short of being sure of the first board of a page.
    fn shortfalls(page: RgbImage) -> Vec<String> {
        let frame = Frame::from_picture(page);
        let features = PictureFeatures::of(&frame);
        let mut boards = features
            .boards(Detector::Dots)
            .filter_map(Result::ok)
            .flatten();
        boards.next().expect("a board is found").shortfalls
    }

    const NO_MARKS: &str = "no lines show its cells, nor the same mark in each empty one";
    const NO_END: &str = "the picture does not show that it ends where it seems to";

    #[test]
    fn a_board_whose_empty_cells_all_show_the_same_speck_is_sure() {
        assert_eq!(shortfalls(page()), Vec::<String>::new());
    }

    #[test]
    fn a_wall_between_two_cells_falls_short() {
        let walled = with_rect((0.5, 0.0), (2, CELL), [90; 3]);
        assert_eq!(shortfalls(walled), ["something may lie between its cells"]);
    }

    #[test]
    fn a_speck_of_another_size_falls_short() {
        assert_eq!(
            shortfalls(with_rect((2.0, 1.0), (24, 24), SPECK)),
            [NO_MARKS]
        );
    }

    /// The column of the cell that shows another mark counts as no part of the board, though marks are in it.
    #[test]
    fn marks_beyond_the_board_fall_short() {
        let odd = with_rect((0.0, 0.0), (10, 10), [150, 160, 190]);
        assert_eq!(shortfalls(odd), [NO_END]);
    }

    #[test]
    fn a_board_that_may_go_on_beyond_the_picture_falls_short() {
        let cut = page_with_margin(&BOARD, 2 * CELL / 5, 10, SPECK);
        assert_eq!(shortfalls(cut), [NO_END]);
    }
}
