//! Whether something is drawn in a hole: all holes show the page, so that is a part of the board seen beside what covers
//! it, or a terminal of a larger board.

use crate::detect::flow::extent::Extent;
use crate::detect::flow::sampler::GridSampler;
use crate::detect::flow::terminals::Terminal;
use crate::detect::flow::terminals::filled::Squares;
use crate::vision::colour::{Colour, LEAST_CONTRAST, contrast, median};

/// A hole is looked at up to `REACH` to each side of its middle, inside outlines, in steps of `STEP`; both in cells.
const REACH: f64 = 0.35;
const STEP: f64 = 0.1;

/// A solid thing covers so many steps to the right and down: a word's strokes are thinner.
const SOLID: usize = 3;

/// Such a thing is of one colour, and differs from the hole by so many levels of a channel: bars of the page differ by
/// less.
const ONE_COLOUR: f32 = 12.0;
const OTHER: f32 = 60.0;

/// Whether one of the discs or filled cells, or a part of something solid, is seen in a hole. Words above an irregular
/// board cover holes too, but are none of these.
pub fn are_drawn_in(
    sampler: &GridSampler,
    extent: &Extent,
    discs: &[Terminal],
    squares: &Squares,
) -> bool {
    let is_hole = |terminal: &Terminal| extent.holes.contains(&terminal.cell);
    discs.iter().any(is_hole)
        || are_filled(sampler, extent, squares)
        || extent.holes.iter().any(|hole| shows_solid(sampler, *hole))
}

/// Whether holes are filled with several colours.
fn are_filled(sampler: &GridSampler, extent: &Extent, squares: &Squares) -> bool {
    if extent.holes.is_empty() {
        return false;
    }
    let rectangle = extent.grown(0);
    let filled = squares.filled(sampler, &rectangle).into_iter();
    let mut filled = filled.filter(|it| extent.holes.contains(&it.cell));
    filled.next().is_some_and(|first| {
        filled.any(|other| contrast(first.colour, other.colour) >= 2.0 * LEAST_CONTRAST)
    })
}

/// Whether a hole shows a solid thing of one colour on its ground.
fn shows_solid(sampler: &GridSampler, hole: (i32, i32)) -> bool {
    let patch = sampler.cell(hole);
    let steps = (REACH / STEP) as i32;
    let offs = || (-steps..=steps).map(|step| f64::from(step) * STEP);
    let rows: Vec<Vec<Option<Colour>>> = offs()
        .map(|down| offs().map(|right| patch.at(right, down)).collect())
        .collect();
    let ground = median(&rows.iter().flatten().flatten().copied().collect::<Vec<_>>());
    rows.windows(SOLID).any(|rows| {
        (0..=rows[0].len() - SOLID).any(|first| {
            let mut block = rows.iter().flat_map(|row| &row[first..first + SOLID]);
            rows[0][first].is_some_and(|colour| {
                contrast(colour, ground) >= OTHER
                    && block.all(|it| it.is_some_and(|it| contrast(it, colour) <= ONE_COLOUR))
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::flow::scene::{RED, Thing, disc, pipe, plain_board, seen};

    /// Whether this is something drawn in the hole of a board of six by six cells, in column 5 and row 2.
    fn is_doubted(thing: Thing) -> bool {
        let board = Extent {
            holes: [(5, 2)].into(),
            ..plain_board(6)
        };
        seen(&[thing], |view| {
            let squares = Squares::of(&view.sampler, board.cells());
            are_drawn_in(&view.sampler, &board, &[], &squares)
        })
    }

    #[test]
    fn half_a_dot_in_a_hole_is_something_drawn() {
        assert!(is_doubted(disc(5.3, 2.0, RED)));
        assert!(is_doubted(disc(5.0, 1.7, RED)));
    }

    #[test]
    fn an_even_hole_and_a_thin_stroke_in_one_are_the_page() {
        let all_over = Thing {
            reach: 0.8,
            ..disc(5.0, 2.0, RED)
        };
        assert!(!is_doubted(all_over));
        let stroke = Thing {
            reach: 0.06,
            ..pipe((4.5, 2.0), (5.5, 2.0), RED)
        };
        assert!(!is_doubted(stroke));
    }
}
