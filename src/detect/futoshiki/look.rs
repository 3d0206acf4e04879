//! What a picture shows of the boxes of a board, told from the last picture where that looks the same: while a board is filled in, one
//! box after the other changes.

use image::RgbImage;

use super::board::Boxes;
use super::digits::{Content, content};
use super::grid::BoxGrid;
use super::ink::pixels;
use super::signs::signs;
use crate::geometry::{Cell, PixelRect};
use crate::puzzle::futoshiki::Inequality;

/// What a picture shows of the boxes of a board.
#[derive(Clone, Debug)]
pub struct Look {
    picture: RgbImage,
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
        let contents = grid.rects.iter().enumerate().map(|(cell, &rect)| {
            let before = last.as_ref().filter(|last| is_same(last, rect));
            before.map_or_else(
                || content(picture, rect, grid.size),
                |last| last.contents[cell],
            )
        });
        let contents = contents.collect();
        let are_gaps_same = |last: &&Self| gaps(grid).all(|gap| is_same(last, gap));
        let (signs, unclear) = match last.as_ref().filter(are_gaps_same) {
            Some(last) => (last.signs.clone(), last.unclear.clone()),
            None => signs(picture, grid),
        };
        Self {
            picture: picture.clone(),
            contents,
            signs,
            unclear,
        }
    }
}

/// All that lies between boxes.
///
/// ```text
///   ┌───┐ ┌───┐ ┌───┐
///   └───┘█└───┘█└───┘
///   █████████████████
///   ┌───┐ ┌───┐ ┌───┐
/// ```
fn gaps(grid: &BoxGrid) -> impl Iterator<Item = PixelRect> {
    let across = grid.rects.chunks(grid.size).flat_map(|row| {
        row.windows(2).map(|pair| {
            let left = pair[0].x + pair[0].width;
            PixelRect {
                x: left,
                width: pair[1].x.saturating_sub(left),
                ..pair[0]
            }
        })
    });
    let rows: Vec<&[PixelRect]> = grid.rects.chunks(grid.size).collect();
    let down = rows.windows(2).filter_map(|pair| {
        let (first, last, next) = (pair[0].first()?, pair[0].last()?, pair[1].first()?);
        let top = first.y + first.height;
        Some(PixelRect {
            x: first.x,
            y: top,
            width: last.x + last.width - first.x,
            height: next.y.saturating_sub(top),
        })
    });
    across.chain(down.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_between_boxes_and_the_boxes_fill_the_board() {
        let (size, pitch, inside) = (3, 30, 20);
        let rect = |index: u32| PixelRect {
            x: 5 + pitch * (index % 3),
            y: 7 + pitch * (index / 3),
            width: inside,
            height: inside,
        };
        let grid = BoxGrid {
            size,
            origin: [5.0, 7.0],
            pitch: [f64::from(pitch); 2],
            inside: [f64::from(inside); 2],
            is_seen: vec![true; size * size],
            rects: (0..9).map(rect).collect(),
        };
        let area = |rect: &PixelRect| rect.width * rect.height;
        let between: u32 = gaps(&grid).map(|gap| area(&gap)).sum();
        let boxes: u32 = grid.rects.iter().map(area).sum();
        assert_eq!(boxes + between, (2 * pitch + inside).pow(2));
    }
}
