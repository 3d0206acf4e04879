//! Whether something is drawn in a hole: all holes show the page, so that is a part of the board seen beside what covers
//! it, or a terminal of a larger board.

use super::Contents;
use super::obstacles::obstacles;
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
    terminals: &[Terminal],
    contents: Contents,
) -> bool {
    let Contents { discs, squares } = contents;
    let is_hole = |terminal: &Terminal| extent.holes.contains(&terminal.cell);
    discs.iter().any(is_hole)
        || are_filled(sampler, extent, terminals, squares)
        || extent.holes.iter().any(|hole| shows_solid(sampler, *hole))
}

/// Whether holes are filled with several colours that end with their cells: a glow behind the board goes on beyond them.
fn are_filled(
    sampler: &GridSampler,
    extent: &Extent,
    terminals: &[Terminal],
    squares: &Squares,
) -> bool {
    if extent.holes.is_empty() {
        return false;
    }
    let filled = obstacles(sampler, &extent.grown(0), terminals, squares);
    let filled = filled.intersection(&extent.holes);
    let mut colours = filled.filter_map(|hole| squares.colour(*hole));
    colours
        .next()
        .is_some_and(|first| colours.any(|other| contrast(first, other) >= 2.0 * LEAST_CONTRAST))
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
    use image::RgbImage;

    use super::*;
    use crate::detect::flow::scene::{
        CELL, RED, TERMINALS, Thing, disc, drawn, pipe, plain_board, view_of,
    };
    use crate::detect::flow::terminals::discs::discs;

    const HOLES: [(i32, i32); 2] = [(5, 2), (4, 4)];

    /// Whether something is drawn in the two holes of a board of six by six cells that this picture shows.
    fn is_doubted_in(picture: &RgbImage) -> bool {
        let board = Extent {
            holes: HOLES.into(),
            ..plain_board(6)
        };
        view_of(picture, |view| {
            let terminals = discs(&view.sampler, &TERMINALS.into_iter().collect());
            let squares = &Squares::of(&view.sampler, board.bounding_box());
            let contents = Contents {
                discs: &[],
                squares,
            };
            are_drawn_in(&view.sampler, &board, &terminals, contents)
        })
    }

    /// Whether this is something drawn in one of them.
    fn is_doubted(thing: Thing) -> bool {
        is_doubted_in(&drawn(&[thing]))
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

    #[test]
    fn two_colours_in_holes_are_drawn_there_where_they_end_with_their_cells() {
        let filled = |(col, row): (i32, i32), colour: [u8; 3]| Thing {
            reach: 0.5,
            is_square: true,
            ..disc(col.into(), row.into(), colour)
        };
        let [one, other] = HOLES;
        let two = [filled(one, [90, 0, 70]), filled(other, [0, 60, 90])];
        assert!(is_doubted_in(&drawn(&two)));
        let mut glows = drawn(&[]);
        for (x, y, pixel) in glows.enumerate_pixels_mut() {
            let glow = |(col, row): (i32, i32)| {
                let right = f64::from(x) / CELL - 0.5 - f64::from(col);
                let down = f64::from(y) / CELL - 0.5 - f64::from(row);
                (90.0 - 60.0 * right.hypot(down)).max(0.0) as u8
            };
            if pixel.0 == [0; 3] {
                pixel.0 = [glow(one), 0, glow(other)];
            }
        }
        assert!(!is_doubted_in(&glows));
    }
}
