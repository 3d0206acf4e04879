//! Whether holes show another colour than the page: then something lies over a part of the board.
//!
//! ```text
//!   +--+--+--+
//!   |  |  #####      what is seen in a hole at the border is seen beyond the border too, ends there,
//!   +--+--#####      and is unlike the page beyond all other cells
//!   |  |  #####
//!   +--+--+--+
//! ```

use super::obstacles::connected;
use crate::detect::flow::extent::{Extent, NEARLY_ALL, OUTWARDS};
use crate::detect::flow::sampler::Patch;
use crate::detect::flow::view::View;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast, median};
use crate::vision::regions::FAINT;

/// Two colours differ by so many levels of a channel, or more: more than noise makes of medians.
const SEEN: f32 = 2.0 * FAINT as f32;

/// Where the colour of a cell is looked at, in cells from its middle; and that beyond its side, behind an outline, in cells from
/// that side, and along it.
const WITHIN: [f64; 5] = [-0.3, -0.15, 0.0, 0.15, 0.3];
const BEYOND: [f64; 3] = [0.2, 0.275, 0.35];

/// What goes on beyond the border is followed in steps of so many cells.
const STEP: f64 = 0.25;

/// Whether something lies over holes, by its colour.
pub fn hides_page(view: &View, extent: &Extent) -> bool {
    let (of_holes, of_cells): (Vec<Border>, Vec<Border>) =
        borders(extent).partition(|border| extent.holes.contains(&border.cell));
    let beyond = of_cells.iter().filter_map(|it| it.beyond(view, 0.0));
    let Some(page) = FlatPage::of(&beyond.collect::<Vec<_>>()) else {
        return false;
    };
    let is_unlike = |cell: (i32, i32)| page.is_unlike(within(&view.sampler.cell(cell)));
    of_holes.iter().any(|border| {
        let holes = || connected(border.cell, |cell| extent.holes.contains(&cell));
        border.is_covered_beyond(view, &page) && holes().into_iter().all(is_unlike)
    })
}

/// The side of a cell at the border of a board, towards the page.
struct Border {
    cell: (i32, i32),
    /// One column or row further.
    out: (i32, i32),
}

/// All of a board, and of the holes at its border.
fn borders(extent: &Extent) -> impl Iterator<Item = Border> {
    let all = extent.grown(0);
    let sides = |cell| OUTWARDS.map(|out| Border { cell, out });
    let borders = all.bounding_box().flat_map(sides);
    borders.filter(move |it| !all.has((it.cell.0 + it.out.0, it.cell.1 + it.out.1)))
}

impl Border {
    /// The colour so many cells beyond what may be an outline; `None` where the picture ends.
    fn beyond(&self, view: &View, farther: f64) -> Option<Colour> {
        let patch = view.sampler.cell(self.cell);
        let (right, down) = (f64::from(self.out.0), f64::from(self.out.1));
        let places = BEYOND.iter().flat_map(|by| {
            let out = 0.5 + by + farther;
            WITHIN.map(|along| (out * right + along * down, out * down + along * right))
        });
        let shown: Option<Vec<Colour>> = places.map(|(x, y)| patch.at(x, y)).collect();
        shown.map(|shown| median(&shown))
    }

    /// Whether something unlike the page is seen beyond it, and ends before the picture does: else it is a bar of the page.
    fn is_covered_beyond(&self, view: &View, page: &FlatPage) -> bool {
        let mut shown = (0..).map_while(|step| self.beyond(view, f64::from(step) * STEP));
        shown.next().is_some_and(|it| page.is_unlike(it)) && shown.any(|it| !page.is_unlike(it))
    }
}

/// What is seen all over a cell.
fn within(patch: &Patch) -> Colour {
    let places = WITHIN.iter().flat_map(|x| WITHIN.map(|y| (*x, y)));
    median(
        &places
            .filter_map(|(x, y)| patch.at(x, y))
            .collect::<Vec<_>>(),
    )
}

/// A page that shows nearly everywhere one colour.
struct FlatPage {
    colour: Colour,
    /// By how many levels of a channel nearly all of it differs from that at most.
    spread: f32,
}

impl FlatPage {
    /// The page that shows these colours.
    fn of(shown: &[Colour]) -> Option<Self> {
        let colour = median(shown);
        let mut off: Vec<f32> = shown.iter().map(|it| contrast(*it, colour)).collect();
        off.sort_by(f32::total_cmp);
        let nearly_all = (NEARLY_ALL * off.len() as f32) as usize;
        let spread = *off.get(nearly_all.min(off.len().checked_sub(1)?))?;
        (spread < LEAST_CONTRAST).then_some(Self { colour, spread })
    }

    /// Whether a colour differs from it by more than noise does.
    fn is_unlike(&self, colour: Colour) -> bool {
        contrast(self.colour, colour) >= SEEN.max(2.0 * self.spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::flow::scene::{Thing, disc, plain_board, seen};

    /// Something grey over the three holes in the last columns of a board of six columns and five rows, up to another column.
    fn panel(to: f64) -> Thing {
        Thing {
            from: (5.0, 2.0),
            to: (to, 2.0),
            reach: 1.5,
            is_square: true,
            ..disc(0.0, 0.0, [90; 3])
        }
    }

    fn is_hidden_by(things: &[Thing]) -> bool {
        let board = Extent {
            holes: (4..6)
                .flat_map(|col| (1..4).map(move |row| (col, row)))
                .collect(),
            rows: 5,
            ..plain_board(6)
        };
        seen(things, |view| hides_page(view, &board))
    }

    #[test]
    fn what_reaches_out_of_the_board_and_looks_unlike_the_page_lies_over_it() {
        assert!(is_hidden_by(&[panel(5.3)]));
        assert!(!is_hidden_by(&[]));
    }

    #[test]
    fn cells_that_are_filled_up_to_the_border_are_holes() {
        let filled = Thing {
            from: (4.5, 1.5),
            to: (4.5, 2.5),
            reach: 1.0,
            ..panel(5.0)
        };
        assert!(!is_hidden_by(&[filled]));
    }

    #[test]
    fn a_bar_that_goes_on_to_the_edge_of_the_picture_is_behind_the_board() {
        assert!(!is_hidden_by(&[panel(9.0)]));
    }

    #[test]
    fn a_page_of_several_colours_tells_nothing() {
        let other_half = Thing {
            from: (-1.0, 7.0),
            to: (9.0, 7.0),
            reach: 4.0,
            is_square: true,
            ..disc(0.0, 0.0, [200; 3])
        };
        assert!(!is_hidden_by(&[panel(5.3), other_half]));
    }
}
