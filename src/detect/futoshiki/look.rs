//! What a picture shows of the boxes of a board, told from the last picture where that looks the same: while a board is filled in, one
//! box after the other changes.

use image::RgbImage;

use super::board::Boxes;
use super::digits::{Content, among_each_other, content};
use super::ink::pixels;
use super::signs::{between, gaps, signs};
use crate::geometry::{Cell, PixelRect};
use crate::puzzle::futoshiki::Inequality;

/// What a picture shows of the boxes of a board.
#[derive(Clone, Debug)]
pub struct Look {
    picture: RgbImage,
    /// What stands in each box by itself, row by row.
    alone: Vec<Content>,
    /// What stands in each box, row by row.
    pub contents: Vec<Content>,
    /// The signs between them.
    pub signs: Vec<Inequality>,
    /// The neighbours between which something else stands.
    pub unclear: Vec<[Cell; 2]>,
}

impl Look {
    /// What a picture shows of boxes that lie in it; `last` is the last look at the same boxes.
    pub fn at(boxes: &Boxes, picture: &RgbImage, last: Option<Self>) -> Self {
        let grid = boxes.grid();
        let last = last.filter(|last| last.picture.dimensions() == picture.dimensions());
        let is_same =
            |last: &&Self, rect: PixelRect| pixels(&last.picture, rect).eq(pixels(picture, rect));
        let alone = grid.rects.iter().enumerate().map(|(cell, &rect)| {
            let before = last.as_ref().filter(|last| is_same(last, rect));
            before.map_or_else(
                || content(picture, rect, grid.size),
                |last| last.alone[cell],
            )
        });
        let alone: Vec<Content> = alone.collect();
        let are_gaps_same = |last: &&Self| gaps(grid).all(|gap| is_same(last, between(grid, gap)));
        let (signs, unclear) = match last.as_ref().filter(are_gaps_same) {
            Some(last) => (last.signs.clone(), last.unclear.clone()),
            None => signs(picture, grid),
        };
        Self {
            picture: picture.clone(),
            contents: among_each_other(alone.clone()),
            alone,
            signs,
            unclear,
        }
    }
}
