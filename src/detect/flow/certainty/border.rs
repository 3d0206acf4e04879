//! Whether the border is where the board ends: its line is as clear as the inner ones, and beyond it lies one even page, or nothing
//! of the window.
//!
//! ```text
//!      :  :  :                +--+--+--
//!   ---+--+--+---  a warp     |  |  |  ####  something
//!      |  |  |                +--+--+--####  over it
//! ```

use super::sides::SAME_GROUND;
use crate::detect::flow::extent::grid_lines::GridLines;
use crate::detect::flow::extent::{Extent, OUTWARDS};
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::ground::Grounds;
use crate::detect::flow::view::View;
use crate::vision::colour::{Colour, contrast, median};
use crate::vision::statistics::middle;

/// The least share of an inner line's strength that the outer one has: where a border is joined to the opposite one, games
/// draw it fainter or not at all.
const LEAST_SHARE: f32 = 0.8;

/// The same for how heavy it is, where all four borders are alike, the most at most so many times the least: the edge of a canvas
/// cuts outer lines in half. A border that is joined to its opposite differs from the two others.
const LEAST_HALF: f32 = 0.4;
const MOST_UNLIKE: f32 = 1.25;

/// What is fainter than this share of an inner line is noise. A picture that was made smaller shows a line of one pixel on two.
const FAINTER: f32 = 0.1;

/// The outer line begins so far inside the border at most, in cells.
const INSIDE: f64 = 0.08;

/// The page is looked at from so many pixels behind the border on, more than the inner lines are broad: where the gap beside
/// another row would have ended.
const BEHIND_PIXELS: f64 = 2.0;

/// And as far from there as the inner lines are broad, at least so many pixels, where another row would be seen; at most so far, in
/// cells: the game's own buttons may stand near.
const BEYOND_PIXELS: f64 = 2.0;
const BEYOND: f64 = 0.15;

/// Where along the border, in cells from the middle of each cell: also where a line would go on.
const ALONG: [f64; 7] = [-0.5, -0.35, -0.2, 0.0, 0.2, 0.35, 0.5];

/// Where the outer line is looked at: beside pipes and the ends of lines.
const STRETCHES: [f64; 2] = [-0.3, 0.3];

/// The page is even along a border within so many levels of a channel, and within this share of how clear a line is: lines
/// that go on are seen.
const EVEN: f32 = 12.0;
const EVEN_SHARE: f32 = 0.33;

/// It need not be so at the same place beside this share of a border's cells: a button of the page may lie there.
const MOST_UNEVEN: f64 = 0.4;

/// It is the same beyond all four borders, or beyond two opposite ones, within so many: a shadow falls to one side.
const SAME_PAGE: f32 = 24.0;

/// What is asked of the borders of a board.
pub struct Borders<'a> {
    view: View<'a>,
    extent: &'a Extent,
    /// How clear, heavy and broad the inner lines are in the middle; breadths in cells.
    strength: f32,
    weight: f32,
    breadth: f64,
}

/// How clear the outer line is at a place, and how heavy, as shares of the inner ones.
struct Share {
    clearness: f32,
    weight: f32,
}

impl<'a> Borders<'a> {
    /// `None` without inner lines.
    pub fn of(view: &View<'a>, grid_lines: &GridLines, extent: &'a Extent) -> Option<Self> {
        let cells = extent.cells().collect();
        let lines = || grid_lines.inner(&cells).filter_map(|(_, _, line)| line);
        Some(Self {
            view: *view,
            extent,
            strength: middle(lines().map(|line| line.strength))?,
            weight: middle(lines().map(|line| line.weight))?,
            breadth: f64::from(middle(lines().map(|line| line.breadth))?),
        })
    }

    /// Whether the outer line, or a step to another colour, is seen all along: as clear as the inner lines or as heavy, or half
    /// of it and everywhere alike. The edge of the window may hide it. Beside a terminal that fills its cell it is not looked at: how
    /// clear it is there depends on the terminal's colour.
    pub fn are_clear(&self, grounds: &Grounds, terminals: &[Terminal]) -> bool {
        let seen = OUTWARDS.into_iter().filter(|side| !self.end_window(*side));
        let sides: Vec<Vec<Share>> = seen
            .map(|side| self.outer_shares(side, grounds, terminals))
            .collect();
        let shares = || sides.iter().flatten();
        let is_whole = |share: &Share| f32::max(share.clearness, share.weight) >= LEAST_SHARE;
        let least = shares().map(|share| share.weight).fold(f32::MAX, f32::min);
        let most = shares().map(|share| share.weight).fold(0.0, f32::max);
        let are_halves = least >= LEAST_HALF && most <= MOST_UNLIKE * least;
        sides.iter().all(|shares| !shares.is_empty()) && (are_halves || shares().all(is_whole))
    }

    /// How clear and how heavy the outer line is along one border.
    fn outer_shares(
        &self,
        side: (i32, i32),
        grounds: &Grounds,
        terminals: &[Terminal],
    ) -> Vec<Share> {
        let is_filled = |(cell, along): &((i32, i32), f64)| {
            let inside = self.at(*cell, side, *along, -INSIDE);
            let is_same = |inside| contrast(inside, grounds.at(*cell)) <= SAME_GROUND;
            terminals.iter().any(|one| one.cell == *cell) && !inside.is_some_and(is_same)
        };
        let places = self
            .rim(side)
            .flat_map(|cell| STRETCHES.map(|along| (cell, along)));
        places
            .filter(|place| !is_filled(place))
            .map(|(cell, along)| self.outer_share(cell, side, along, grounds.at(cell)))
            .collect()
    }

    /// How clear and how heavy the outer line is beside a cell.
    fn outer_share(&self, cell: (i32, i32), side: (i32, i32), along: f64, ground: Colour) -> Share {
        let shown = self
            .across()
            .filter_map(|out| self.at(cell, side, along, out));
        let (mut clearest, mut weight) = (0.0, 0.0);
        for stands_out in shown.map(|shown| contrast(shown, ground)) {
            clearest = f32::max(clearest, stands_out);
            if stands_out >= FAINTER * self.strength {
                weight += stands_out * self.pixel() as f32;
            }
        }
        Share {
            clearness: clearest / self.strength,
            weight: weight / self.weight,
        }
    }

    /// Whether the page beyond all borders is in the picture, even, and the same, or the same beyond opposite ones, as where a board
    /// is as high as the wider ground that it lies on; where the window ends with the board, there is none.
    pub fn have_even_page(&self) -> bool {
        let are_same = |pages: &[Colour]| {
            let page = median(pages);
            pages.iter().all(|one| contrast(*one, page) <= SAME_PAGE)
        };
        let pages = OUTWARDS.map(|side| self.page(side));
        let are_opposite_same = match pages {
            [Some(left), Some(top), Some(right), Some(bottom)] => {
                are_same(&[left, right]) && are_same(&[top, bottom])
            }
            _ => false,
        };
        let seen = OUTWARDS.into_iter().zip(pages);
        let seen = seen.filter(|(side, _)| !self.end_window(*side));
        let pages: Option<Vec<Colour>> = seen.map(|(_, page)| page).collect();
        are_opposite_same || pages.is_some_and(|pages| are_same(&pages))
    }

    /// Whether the window ends with one border.
    fn end_window(&self, side: (i32, i32)) -> bool {
        let mut rim = self.rim(side).peekable();
        let towards = (f64::from(side.0), f64::from(side.1));
        rim.peek().is_some() && rim.all(|cell| self.view.ends_with(cell, towards))
    }

    /// What the page shows in the middle of what is looked at beyond one border: a frame around the board may end there. `None` where it
    /// is not even beside most cells, or not in the picture. Buttons may lie below some of them: a row that goes on shows at the same
    /// place beside all.
    fn page(&self, side: (i32, i32)) -> Option<Colour> {
        let even = EVEN.min(EVEN_SHARE * self.strength);
        let far = self.breadth.max(BEYOND_PIXELS * self.pixel()).min(BEYOND);
        let rows = (far / self.pixel()).ceil() as i32;
        let rows = (0..rows).map(|row| self.behind() + f64::from(row) * self.pixel());
        let rows: Vec<Vec<Colour>> = rows.map_while(|out| self.row(side, out)).collect();
        let usual: Vec<Colour> = rows.iter().map(|row| median(row)).collect();
        let is_even = |at: &usize| {
            let mut rows = rows.iter().zip(&usual);
            rows.all(|(row, usual)| contrast(row[*at], *usual) <= even)
        };
        let places = 0..rows.first()?.len();
        let goes_on = (0..ALONG.len()).any(|along| {
            let beside = places.clone().skip(along).step_by(ALONG.len());
            let uneven = beside.clone().filter(|at| !is_even(at)).count();
            uneven as f64 > MOST_UNEVEN * beside.len() as f64
        });
        (!goes_on).then(|| median(&usual))
    }

    /// One row of what lies so far beyond a border, cell by cell, but for its ends, where an outline goes round the corner, and for how
    /// it runs from one colour into another; `None` outside of the picture.
    fn row(&self, side: (i32, i32), out: f64) -> Option<Vec<Colour>> {
        let row = self
            .rim(side)
            .flat_map(|cell| ALONG.map(|along| self.at(cell, side, along, out)));
        let row: Vec<Option<Colour>> = row.collect();
        // A border of obstacles has no cells.
        let [_, inner @ .., _] = row.as_slice() else {
            return None;
        };
        let row: Option<Vec<Colour>> = inner.iter().copied().collect();
        row.map(without_trend)
    }

    /// The cells at a border.
    fn rim(&self, (right, down): (i32, i32)) -> impl Iterator<Item = (i32, i32)> + '_ {
        let is_rim = move |(col, row): &(i32, i32)| !self.extent.shows((col + right, row + down));
        self.extent.cells().filter(is_rim)
    }

    /// What is seen so far beyond the border of a cell and so far along it from the cell's middle.
    fn at(
        &self,
        cell: (i32, i32),
        (right, down): (i32, i32),
        along: f64,
        out: f64,
    ) -> Option<Colour> {
        let (right, down) = (f64::from(right), f64::from(down));
        let reach = 0.5 + out;
        let (x, y) = (
            reach * right + along * down.abs(),
            reach * down + along * right.abs(),
        );
        self.view.sampler.cell(cell).at(x, y)
    }

    /// From where the outer line may begin to where the page is looked at, in cells beyond the border.
    fn across(&self) -> impl Iterator<Item = f64> {
        let (pixel, end) = (self.pixel(), self.behind());
        let steps = ((end + INSIDE) / pixel) as i32;
        (0..=steps).map(move |step| f64::from(step) * pixel - INSIDE)
    }

    fn behind(&self) -> f64 {
        self.breadth + BEHIND_PIXELS * self.pixel()
    }

    /// A pixel, in cells.
    fn pixel(&self) -> f64 {
        1.0 / self.view.sampler.grid.pitch
    }
}

/// A row of colours without what it gains or loses evenly from its beginning to its end. A step is no such trend: fewer than half of
/// the places a quarter of the row apart lie on both sides of it.
fn without_trend(mut row: Vec<Colour>) -> Vec<Colour> {
    let away = (row.len() / 4).max(1);
    let centre = (row.len() as f32 - 1.0) / 2.0;
    for channel in 0..3 {
        let pairs = row.iter().zip(row.iter().skip(away));
        let rises = pairs.map(|(one, other)| other[channel] - one[channel]);
        let rise = middle(rises).unwrap_or_default() / away as f32;
        for (at, colour) in row.iter_mut().enumerate() {
            colour[channel] -= rise * (at as f32 - centre);
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::detect::flow::scene::{RED, on_grid};
    use crate::detect::grid::fit::GridHypothesis;
    use crate::pipeline::Edges;

    const CELL: u32 = 40;
    const CELLS: u32 = 10;

    /// Whether the page is even around a board of so many rows and columns, which begins one cell from the corner of a picture.
    fn is_even_around(picture: &RgbImage, cells: u32) -> bool {
        let (middle, pitch) = (1.5 * f64::from(CELL), f64::from(CELL));
        let last = cells as i32 - 1;
        let board = Extent::of_bounds((0, 0, last, last));
        let grid = GridHypothesis::upright(middle, pitch, board.cells().collect());
        on_grid(picture, &grid, |view| {
            let lines = GridLines::of(&view.sampler).expect("there are lines");
            let borders = Borders::of(view, &lines, &board).expect("there are lines");
            borders.have_even_page()
        })
    }

    /// Whether the page is even around a board of grey lines on black, with something right below these of its columns.
    fn is_even_above(columns: std::ops::Range<u32>, shown: impl Fn(u32) -> u8) -> bool {
        is_even_over(3, columns, shown)
    }

    /// The same with something so many pixels below.
    fn is_even_over(off: u32, columns: std::ops::Range<u32>, shown: impl Fn(u32) -> u8) -> bool {
        let (first, end) = (CELL, CELL * (CELLS + 1));
        let picture = RgbImage::from_fn(end + CELL, end + CELL, |x, y| {
            let is_on_board = [x, y].iter().all(|at| (first..=end).contains(at));
            let is_line = [x, y].iter().any(|at| at % CELL == 0);
            let is_below = y >= end + off && columns.contains(&(x / CELL).wrapping_sub(1));
            Rgb([match (is_on_board, is_below) {
                (true, _) if is_line => 120,
                (false, true) => shown(x),
                _ => 0,
            }; 3])
        });
        is_even_around(&picture, CELLS)
    }

    #[test]
    fn a_button_may_lie_right_below_some_cells() {
        assert!(is_even_above(0..0, |_| 0));
        assert!(is_even_above(1..3, |_| 200));
        assert!(!is_even_above(1..5, |_| 200));
    }

    #[test]
    fn a_page_may_run_from_one_colour_into_another() {
        let slope = |x| (x / 16) as u8;
        let line = |x| if x % CELL == 0 { 60 } else { 0 };
        assert!(is_even_above(0..CELLS, slope));
        assert!(!is_even_above(0..CELLS, |x| slope(x) + line(x)));
        assert!(!is_even_above(0..CELLS / 2, |_| 20), "a step");
    }

    #[test]
    fn a_row_of_buttons_may_lie_below_all_cells_where_the_page_is_seen_between() {
        let buttons = |x| if x / 10 % 2 == 0 { 200 } else { 0 };
        assert!(is_even_over(5, 0..CELLS, buttons));
        assert!(!is_even_over(4, 0..CELLS, buttons));
    }

    /// Whether the borders are clear and the page is even of a board of four by four cells with black lines, of which the picture shows
    /// so many pixels beyond the border on the left and above, and so many on the right and below.
    fn is_whole(edges: Edges, [before, after]: [i32; 2]) -> [bool; 2] {
        let (cell, cells) = (CELL as i32, 4);
        let side = (before + cells * cell + after) as u32;
        let picture = RgbImage::from_fn(side, side, |x, y| {
            let is_line = [x, y]
                .iter()
                .any(|at| (*at as i32 - before).rem_euclid(cell) == 0);
            Rgb([if is_line { 0 } else { 230 }; 3])
        });
        let board = Extent::of_bounds((0, 0, cells - 1, cells - 1));
        let middle = f64::from(before) + f64::from(CELL) / 2.0;
        let grid = GridHypothesis::upright(middle, f64::from(CELL), board.cells().collect());
        on_grid(&picture, &grid, |view| {
            let view = View { edges, ..*view };
            let lines = GridLines::of(&view.sampler).expect("there are lines");
            let borders = Borders::of(&view, &lines, &board).expect("there are lines");
            let grounds = Grounds::of(&view.sampler, &board, &[]);
            [borders.are_clear(&grounds, &[]), borders.have_even_page()]
        })
    }

    /// Whether the borders are clear of a board of black lines with a half as dark line around it, and with terminals that fill these
    /// of its cells.
    fn are_clear_beside(filled: &[(u32, u32)]) -> bool {
        let (first, end) = (CELL, 5 * CELL);
        let picture = RgbImage::from_fn(end + CELL, end + CELL, |x, y| {
            let is_on_board = [x, y].iter().all(|at| (first..=end).contains(at));
            let is_outer = [x, y].iter().any(|at| *at == first || *at == end);
            let is_line = [x, y].iter().any(|at| at % CELL == 0);
            let is_filled =
                filled.contains(&((x / CELL).wrapping_sub(1), (y / CELL).wrapping_sub(1)));
            match (is_on_board, is_line, is_filled) {
                (true, true, _) if is_outer => Rgb([115; 3]),
                (true, true, _) => Rgb([0; 3]),
                (true, false, true) => Rgb(RED),
                _ => Rgb([230; 3]),
            }
        });
        let board = Extent::of_bounds((0, 0, 3, 3));
        let (middle, pitch) = (1.5 * f64::from(CELL), f64::from(CELL));
        let grid = GridHypothesis::upright(middle, pitch, board.cells().collect());
        let terminals = filled.iter().map(|(col, row)| Terminal {
            cell: (*col as i32, *row as i32),
            colour: RED.map(f32::from),
            contrast: 200.0,
            radius: 0.5,
        });
        let terminals: Vec<Terminal> = terminals.collect();
        on_grid(&picture, &grid, |view| {
            let lines = GridLines::of(&view.sampler).expect("there are lines");
            let borders = Borders::of(view, &lines, &board).expect("there are lines");
            let grounds = Grounds::of(&view.sampler, &board, &terminals);
            borders.are_clear(&grounds, &terminals)
        })
    }

    #[test]
    fn terminals_that_fill_their_cells_do_not_tell_how_clear_the_outer_line_is() {
        assert!(are_clear_beside(&[]));
        assert!(are_clear_beside(&[(0, 1), (0, 2), (3, 3)]));
        assert!(
            !are_clear_beside(&[(0, 0), (0, 1), (0, 2), (0, 3)]),
            "none is left"
        );
    }

    #[test]
    fn a_window_may_end_with_its_board() {
        assert_eq!(is_whole(Edges::OfWindow, [0, 0]), [true; 2]);
        assert_eq!(is_whole(Edges::OfWindow, [1, -1]), [true; 2]);
        assert_eq!(is_whole(Edges::OfWindow, [3, 3]), [true; 2]);
        assert!(
            !is_whole(Edges::OfPicture, [0, 0])[1],
            "a picture may be cut"
        );
        assert!(
            !is_whole(Edges::OfWindow, [0, -4])[1],
            "a tenth of a cell is cut"
        );
        assert!(!is_whole(Edges::OfWindow, [0, 8])[1], "lines go on");
    }

    /// The same of a board that reaches from the top of its ground to the bottom, with these pages above and below that.
    fn is_even_between(above: u8, below: u8) -> bool {
        let (first, end) = (CELL, 5 * CELL);
        let picture = RgbImage::from_fn(end + CELL, end + CELL, |x, y| {
            let is_on_board = [x, y].iter().all(|at| (first..=end).contains(at));
            let is_line = [x, y].iter().any(|at| at % CELL == 0);
            Rgb([match y {
                y if y < first => above,
                y if y > end => below,
                _ if is_on_board && is_line => 120,
                _ => 0,
            }; 3])
        });
        is_even_around(&picture, 4)
    }

    #[test]
    fn the_page_may_differ_beside_a_board_and_above_and_below_it() {
        assert!(is_even_between(0, 0));
        assert!(is_even_between(230, 230));
        assert!(!is_even_between(0, 230), "a banner over its last rows");
    }

    #[test]
    fn buttons_may_lie_below_most_cells_at_other_places_of_each() {
        // The right half of a cell, the left half of the next, and none of the third.
        let buttons = |x| {
            let half = x / (CELL / 2) % 6;
            if half == 1 || half == 2 { 200 } else { 0 }
        };
        assert!(is_even_above(0..CELLS, buttons));
    }

    #[test]
    fn below_a_row_of_more_cells_their_lines_go_on() {
        assert!(!is_even_above(0..CELLS, |x| if x % CELL == 0 {
            120
        } else {
            0
        }));
    }
}
