//! Whether what is seen of the page ends within a border of the board. The outer lines are often cut off, on opposite sides
//! alike; where more is, there may be other rows.
//!
//! ```text
//!   +====+====+====+
//!   |    |  o |    |
//!   +----+----+----+
//!   |    |    |  o |    not all of these cells is seen, or no outline like that on all
//!   ^^^^^^^^^^^^^^^^    other sides: nothing tells whether the board ends with them
//! ```

use super::page_around::PageAround;
use crate::detect::flow::extent::grid_lines::OUTLINE;
use crate::detect::flow::extent::{Evidence, Extent};
use crate::detect::flow::view::View;
use crate::vision::colour::{LEAST_CONTRAST, off_segment};
use crate::vision::statistics::{middle, quantile};

/// So much of a border cell may lie outside the picture on one side of the board alone, in cells: a line, and the lattice's
/// error.
const MOST: f64 = 0.06;

/// A border is looked for up to so far to both sides of where it should be, half a cell from the middle of a cell, in cells; and
/// what is lost of a cell, and the ground beyond a border, in such steps.
const REACH: f64 = 0.1;
const STEP: f64 = 0.01;
const HALF: i32 = 50;

/// It is looked at so often in a pixel: a line of one pixel counts nearly alike wherever it lies between these places.
const IN_PIXEL: f64 = 4.0;

/// Where along a side of a cell its line is looked at, off pipes, and how far from there the ground on both sides, in cells.
/// Beyond a border a frame or its shadow may lie there: then the ground is looked for in so many steps farther out, and all up
/// to it.
const ALONG: f64 = 0.3;
const GROUND: f64 = 0.13;
const FARTHER: i32 = 7;

/// The share of the cells of a border beside which its line may be hidden.
const FEW: f64 = 0.2;

/// Lines that go on are sure to be seen where the page shows so far beyond a border, in cells: 0.12 cells of them is the least that
/// is looked at, and noise hid 0.11. The page is wide where it shows so far.
const SURE: f64 = 0.15;
const WIDE: f64 = 0.5;

/// The most pairs that a part of a board often has, with a single solution: more are seldom whole in a part.
const FEW_PAIRS: usize = 3;

/// Whether more of the cells is cut off at one border than at the opposite one, or its outline at that border alone. Few pairs
/// do not tell a board from a part of it. A frame around its cells tells where it ends, however faint it is on one side.
pub fn is_cut(view: &View, extent: &Extent, pairs: usize) -> bool {
    let page = PageAround::of(view, extent);
    let (right, bottom) = (extent.col + extent.cols - 1, extent.row + extent.rows - 1);
    let along = |is_on: &dyn Fn((i32, i32)) -> bool, out| {
        let cells: Vec<(i32, i32)> = extent.cells().filter(|cell| is_on(*cell)).collect();
        Border::of(view, &page, &cells, out)
    };
    let borders = [
        along(&|cell| cell.0 == extent.col, (-1.0, 0.0)),
        along(&|cell| cell.0 == right, (1.0, 0.0)),
        along(&|cell| cell.1 == extent.row, (0.0, -1.0)),
        along(&|cell| cell.1 == bottom, (0.0, 1.0)),
    ];
    let is_one_sided = |pair: &[Border]| (pair[0].lost - pair[1].lost).abs() > MOST;
    let inner = inner(view, &page, extent);
    let is_framed = matches!(extent.evidence, Evidence::Frame);
    let seems_to_go_on =
        || lacks_outline(&borders, inner) || pairs <= FEW_PAIRS && may_go_on(&borders, inner);
    borders.chunks_exact(2).any(is_one_sided) || !is_framed && seems_to_go_on()
}

/// Whether the page is wide at one border and ends at the opposite one, of a board without an outline.
fn may_go_on(borders: &[Border; 4], inner: f32) -> bool {
    let has_outline = |border: &Border| border.throughout > OUTLINE * inner;
    let is_one_sided = |pair: &[Border]| {
        pair.iter().any(|border| border.is_wide) && pair.iter().any(|border| !border.is_sure)
    };
    !borders.iter().all(has_outline) && borders.chunks_exact(2).any(is_one_sided)
}

/// Whether all borders but one have an outline, given how heavy the lines inside are. Where a board fills the page from one edge
/// to the opposite one, both cut its outline: then it says nothing.
fn lacks_outline(borders: &[Border; 4], inner: f32) -> bool {
    let fills = |pair: &[Border]| pair.iter().all(|border| border.is_at_edge);
    if borders.chunks_exact(2).any(fills) {
        return false;
    }
    (0..borders.len()).any(|lacking| {
        let heaviest = OUTLINE * borders[lacking].line.max(inner);
        let mut others = (0..borders.len()).filter(|other| *other != lacking);
        others.all(|other| borders[other].throughout > heaviest)
    })
}

/// How a border of a board is seen.
struct Border {
    /// How much of its cells is not seen, in cells.
    lost: f64,
    /// Whether what is seen of the page ends there, is enough to be sure that no line goes on, or the window ends there, and is wide.
    is_at_edge: bool,
    is_sure: bool,
    is_wide: bool,
    /// How heavy the usual line along it is, in levels of a channel times cells, and that beside all its cells but a few.
    line: f32,
    throughout: f32,
}

impl Border {
    /// The border of these cells towards this side.
    fn of(view: &View, page: &PageAround, cells: &[(i32, i32)], (right, down): (f64, f64)) -> Self {
        let middle_cell = middle(cells.iter().copied());
        let is_seen = |reach: f64| {
            let at = |cell| page.at(&view.sampler.cell(cell), reach * right, reach * down);
            middle_cell.and_then(at).is_some()
        };
        // No window is as large as a part of a board by chance.
        let ends_window = middle_cell.is_some_and(|cell| view.ends_with(cell, (right, down)));
        let outside = (0..HALF).map(|step| f64::from(step) * STEP);
        let lost = outside.take_while(|lost| !is_seen(0.5 - lost)).count();
        let weight = |cell: &(i32, i32)| {
            let to = |farther: i32| {
                let ground = GROUND + f64::from(farther) * STEP;
                weight(view, page, *cell, (right, down), ground)
            };
            (0..=FARTHER).map(to).fold(0.0, f32::max)
        };
        let lines: Vec<f32> = cells.iter().map(weight).collect();
        Self {
            lost: lost as f64 * STEP,
            is_at_edge: !is_seen(0.5 + REACH),
            is_sure: ends_window || is_seen(0.5 + SURE),
            is_wide: is_seen(0.5 + WIDE),
            line: middle(lines.iter().copied()).unwrap_or_default(),
            throughout: quantile(lines, FEW).unwrap_or_default(),
        }
    }
}

/// How heavy the usual line inside a board is, and at least a faint line of one pixel.
fn inner(view: &View, page: &PageAround, extent: &Extent) -> f32 {
    let cells = extent
        .cells()
        .filter(|cell| extent.has((cell.0 + 1, cell.1)));
    let usual = middle(cells.map(|cell| weight(view, page, cell, (1.0, 0.0), GROUND)));
    let faint = LEAST_CONTRAST / view.sampler.grid.pitch as f32;
    usual.unwrap_or_default().max(faint)
}

/// By how many levels of a channel the line at a side of a cell differs from all mixtures of the grounds on both sides of it,
/// summed up over its breadth in cells. Beyond a border another ground may begin, without a line: it is seen so many cells from it.
fn weight(
    view: &View,
    page: &PageAround,
    cell: (i32, i32),
    (right, down): (f64, f64),
    beyond: f64,
) -> f32 {
    let patch = view.sampler.cell(cell);
    let at = |from_side: f64| {
        let out = 0.5 + from_side;
        let (x, y) = (out * right, out * down);
        page.at(&patch, x + ALONG * down.abs(), y + ALONG * right.abs())
    };
    let grounds = [at(-GROUND), at(beyond)];
    let Some(first) = grounds.into_iter().flatten().next() else {
        return 0.0;
    };
    let other = grounds[1].unwrap_or(first);
    let step = 1.0 / (IN_PIXEL * view.sampler.grid.pitch);
    let steps = ((beyond - GROUND + 2.0 * REACH) / step) as i32;
    let across = (0..=steps).filter_map(|taken| at(f64::from(taken) * step - REACH));
    let shown = across.map(|colour| off_segment(colour, [first, other]));
    shown.filter(|it| *it >= LEAST_CONTRAST).sum::<f32>() * step as f32
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, imageops};

    use super::*;
    use crate::detect::flow::scene::{plain_board, view_of};
    use crate::pipeline::Edges;

    /// The first so many rows of a board of four by four cells of 40 pixels, with lines and an outline of so many pixels, in the
    /// middle of a page.
    fn page(rows: f64, outline: u32) -> RgbImage {
        let picture = RgbImage::from_fn(240, 240, |x, y| {
            let is_on_board = [x, y].iter().all(|at| (39..=200).contains(at));
            let is_line = is_on_board && [x, y].iter().any(|at| (at + 1) % 40 < 2);
            let from_border = [x, y].map(|at| at.abs_diff(40).min(at.abs_diff(199)));
            let is_outline = is_on_board && from_border.iter().any(|off| *off < outline);
            Rgb(if is_outline {
                [230; 3]
            } else if is_line {
                [60; 3]
            } else {
                [0; 3]
            })
        });
        let height = (40.0 * (1.0 + rows)) as u32;
        imageops::crop_imm(&picture, 0, 0, 240, height).to_image()
    }

    /// Whether so many rows of that board are cut.
    fn is_cut_of(rows: i32, page: &RgbImage) -> bool {
        is_cut_with(rows, page, FEW_PAIRS + 1)
    }

    fn is_cut_with(rows: i32, page: &RgbImage, pairs: usize) -> bool {
        let board = Extent {
            col: 1,
            row: 1,
            rows,
            ..plain_board(4)
        };
        view_of(page, |view| is_cut(view, &board, pairs))
    }

    /// Whether that board is cut when the picture ends at so many cells from its upper border.
    fn is_cut_at(rows: f64, outline: u32) -> bool {
        is_cut_of(4, &page(rows, outline))
    }

    #[test]
    fn a_board_that_is_seen_whole_is_not_cut() {
        assert!(!is_cut_at(5.0, 0));
        assert!(!is_cut_at(5.0, 3));
        assert!(!is_cut_at(4.0, 0));
    }

    #[test]
    fn with_few_pairs_a_board_that_ends_with_the_picture_on_one_side_alone_may_be_cut() {
        let is_cut = |rows: f64, outline| is_cut_with(4, &page(rows, outline), FEW_PAIRS);
        assert!(is_cut(4.0, 0) && is_cut(4.1, 0));
        assert!(!is_cut(4.2, 0), "the page goes on");
        assert!(!is_cut(4.1, 3), "an outline on all sides");
        let board = Extent {
            col: 1,
            row: 1,
            ..plain_board(4)
        };
        let is_cut = view_of(&page(4.0, 0), |view| {
            let edges = Edges::OfWindow;
            super::is_cut(&View { edges, ..*view }, &board, FEW_PAIRS)
        });
        assert!(!is_cut, "a window that ends with it");
    }

    #[test]
    fn a_row_that_is_not_seen_whole_is_cut() {
        for rows in [3.6, 3.8, 3.9] {
            assert!(is_cut_at(rows, 0), "{rows} rows");
        }
    }

    /// At the other borders the line is much clearer than between cells.
    #[test]
    fn a_border_without_the_outline_of_all_others_is_cut() {
        assert!(is_cut_at(3.95, 2));
        assert!(!is_cut_at(3.95, 0));
    }

    #[test]
    fn rows_that_end_inside_an_outline_are_cut() {
        assert!(is_cut_of(3, &page(5.0, 3)));
        assert!(!is_cut_of(4, &page(5.0, 3)));
        assert!(!is_cut_of(3, &page(5.0, 0)));
    }

    /// A page that is nearly as light as the outline lies beyond one border.
    #[test]
    fn a_board_in_a_frame_is_not_cut_where_its_outline_is_faint() {
        let mut page = page(5.0, 3);
        let light = RgbImage::from_pixel(240, 40, Rgb([226; 3]));
        imageops::replace(&mut page, &light, 0, 200);
        let is_cut_as = |evidence| {
            let board = Extent {
                col: 1,
                row: 1,
                evidence,
                ..plain_board(4)
            };
            view_of(&page, |view| is_cut(view, &board, FEW_PAIRS))
        };
        assert!(is_cut_as(Evidence::Nothing));
        assert!(!is_cut_as(Evidence::Frame));
    }

    /// The inner lines and the upper border lie a pixel before the side of a cell, the other borders behind it.
    #[test]
    fn lines_of_one_pixel_weigh_alike_wherever_they_lie() {
        let page = RgbImage::from_fn(240, 240, |x, y| {
            let is_on_board = [x, y].iter().all(|at| (39..=200).contains(at));
            let is_line =
                [40, 79, 119, 159, 200].contains(&x) || [39, 79, 119, 159, 200].contains(&y);
            Rgb([if is_on_board && is_line { 200 } else { 0 }; 3])
        });
        assert!(!is_cut_of(4, &page));
    }

    /// The shadow of a frame is nearly as light beside it, below the board alone, and ends there.
    #[test]
    fn a_frame_above_its_shadow_is_an_outline() {
        let mut page = page(5.0, 3);
        for (depth, level) in [(0, 226), (1, 224), (2, 220)] {
            let shadow = RgbImage::from_pixel(160, 2, Rgb([level; 3]));
            imageops::replace(&mut page, &shadow, 40, 201 + 2 * depth);
        }
        assert!(!is_cut_of(4, &page));
    }

    #[test]
    fn an_outline_that_ends_at_a_banner_is_cut() {
        let mut page = page(5.0, 3);
        let banner = RgbImage::from_pixel(240, 80, Rgb([200; 3]));
        imageops::replace(&mut page, &banner, 0, 162);
        assert!(is_cut_of(3, &page));
    }
}
