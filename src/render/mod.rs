//! Boards, solutions and readings as pictures, SVG, animations, coloured text and a report in HTML; and pictures as bad screens
//! and cameras show them.

mod board;
mod canvas;
pub mod chart;
pub mod distort;
pub(crate) mod font;
mod futoshiki;
mod gif;
mod graph;
mod overlay;
mod palette;
pub mod report;
mod search;
mod search_page;
mod terminal;

use std::io::Cursor;

use image::{ImageError, ImageFormat, RgbImage};

use crate::puzzle::flow::{Puzzle, Solution};

pub use board::Style;
use canvas::Canvas;
pub use futoshiki::draw_futoshiki;
pub use gif::{Gif, GifError};
pub use overlay::overlay;
pub use palette::palette;
pub use search::draw_search;
pub use search_page::{SEARCH_PLAYER, search_json, search_page};
pub use terminal::in_colour;

/// Draws a puzzle, with its solution if there is one.
pub fn draw_board(puzzle: &Puzzle, solution: Option<&Solution>, style: &Style) -> RgbImage {
    board_canvas(puzzle, solution, style).into_picture()
}

/// The same as [`draw_board`], as the text of an SVG file.
pub fn board_svg(puzzle: &Puzzle, solution: Option<&Solution>, style: &Style) -> String {
    board_canvas(puzzle, solution, style).into_svg()
}

fn board_canvas(puzzle: &Puzzle, solution: Option<&Solution>, style: &Style) -> Canvas {
    match &puzzle.board().layout().graph {
        Some(graph) => graph::draw(puzzle, graph, solution, style),
        None => board::draw(puzzle, solution, style),
    }
}

/// A picture as the bytes of a PNG file.
///
/// # Errors
/// When the picture has no pixels.
pub fn png(picture: &RgbImage) -> Result<Vec<u8>, ImageError> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}
