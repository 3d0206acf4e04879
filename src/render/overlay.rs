//! What was read, drawn over the picture it was read from, so that a person sees at a glance
//! whether it is right.
//!
//! ```text
//!   ┌───────┬───────┐   the picture dimmed; the border of every cell; a ring in the colour as
//!   │ (( A  │   ◆   │   read and a letter for each terminal; a diamond where a pipe was seen
//!   └───────┴───────┘
//! ```
//!
//! Every pixel is carried back through the lattice into its cell and drawn there in cells, so boards
//! in perspective need nothing more.

use image::RgbImage;

use super::font;
use crate::geometry::Pixel;
use crate::pipeline::{BoardHypothesis, Reading, Rgb};
use crate::puzzle::flow::Puzzle;

/// How bright the picture stays: dark enough for marks to stand out, bright enough to recognise it.
const DIMMED: f64 = 0.4;
/// Outer and inner radius of a terminal's ring, in cells: round the dots of every known game.
const RING: std::ops::Range<f64> = 0.37..0.46;
/// Side of one dot of a letter, in cells: the letter fits into the ring.
const LETTER_DOT: f64 = 0.07;
/// Half the diagonal of the mark on a pipe, in cells.
const PIPE_MARK: f64 = 0.16;
/// Width of a border line at each side of a cell, in cells; never less than half a pixel.
const BORDER: f64 = 0.015;

const WHITE: Rgb = Rgb([255; 3]);
/// The borders: a colour that no game's lines have, bright on dark and on light.
const BORDER_COLOUR: Rgb = Rgb([255, 80, 200]);

/// Draws a reading over its picture.
pub fn overlay(picture: &RgbImage, reading: &Reading<Puzzle>) -> RgbImage {
    let marks = Marks::new(&reading.board);
    let mut drawn = picture.clone();
    for (x, y, pixel) in drawn.enumerate_pixels_mut() {
        let centre = Pixel::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        pixel.0 = match marks.at(centre) {
            Some(Rgb(colour)) => colour,
            None => pixel.0.map(|channel| (f64::from(channel) * DIMMED) as u8),
        };
    }
    drawn
}

/// What to draw in each cell.
struct Marks<'a> {
    board: &'a BoardHypothesis<Puzzle>,
    /// By cell number: label and colour of a terminal.
    terminals: Vec<Option<(char, Rgb)>>,
    border: f64,
}

impl<'a> Marks<'a> {
    fn new(board: &'a BoardHypothesis<Puzzle>) -> Self {
        let graph = board.puzzle.board();
        let mut terminals = vec![None; usize::from(graph.rows()) * usize::from(graph.cols())];
        for (pair, &colour) in board.puzzle.pairs().iter().zip(&board.colours) {
            for node in pair.terminals {
                let index = graph.cell(node).index(graph.cols());
                terminals[index] = Some((pair.label, colour));
            }
        }
        Self {
            board,
            terminals,
            border: BORDER.max(0.5 / board.lattice.pitch()),
        }
    }

    /// The mark that covers this pixel, if any.
    fn at(&self, pixel: Pixel) -> Option<Rgb> {
        let (cell, right, down) = self.board.lattice.place_of(pixel)?;
        let graph = self.board.puzzle.board();
        graph.nodes_at(cell).next()?;
        if right.abs().max(down.abs()) > 0.5 - self.border {
            return Some(BORDER_COLOUR);
        }
        let index = cell.index(graph.cols());
        if let Some((label, colour)) = self.terminals[index] {
            let is_letter = is_on_letter(label, right, down);
            return match right.hypot(down) {
                radius if RING.contains(&radius) => Some(colour),
                _ => is_letter.then_some(WHITE),
            };
        }
        let pipe = self.board.drawn.get(index).copied().flatten()?;
        let colour = self.board.colours.get(pipe).copied()?;
        (right.abs() + down.abs() < PIPE_MARK).then_some(colour)
    }
}

/// Whether a dot of the letter in the middle of the cell covers this place, in cells from the centre.
fn is_on_letter(label: char, right: f64, down: f64) -> bool {
    let dot = |offset: f64, dots: u8| (offset / LETTER_DOT + f64::from(dots) / 2.0).floor();
    let (column, row) = (dot(right, font::COLUMNS), dot(down, font::ROWS));
    column >= 0.0 && row >= 0.0 && font::is_set(label, column as u8, row as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Cell, Lattice};
    use crate::puzzle::flow::{Board, Layout, Node, Pair};

    /// Two rows: `A*.` and `A..`, cells of 40 pixels from (20, 10); a pipe seen at the bottom right.
    fn reading() -> Reading<Puzzle> {
        let mut layout = Layout::rectangle(2, 3);
        layout.holes.insert(Cell::new(0, 1));
        let pair = Pair {
            label: 'A',
            terminals: [Node(0), Node(2)],
        };
        let mut drawn = vec![None; 6];
        drawn[5] = Some(0);
        Reading {
            board: BoardHypothesis {
                colours: vec![Rgb([10, 200, 30])],
                drawn,
                ..BoardHypothesis::sure(
                    Puzzle::new(Board::new(layout).unwrap(), vec![pair]).unwrap(),
                    Lattice::upright(2, 3, [40.0, 30.0], [40.0, 40.0]),
                )
            },
            solutions: 1,
            touching: false,
        }
    }

    #[test]
    fn rings_letters_pipes_and_borders_are_drawn_and_the_rest_is_dimmed() {
        let picture = RgbImage::from_pixel(160, 100, image::Rgb([100, 50, 200]));
        let drawn = overlay(&picture, &reading());
        let at = |x, y| Rgb(drawn.get_pixel(x, y).0);
        let (dimmed, colour) = (Rgb([40, 20, 80]), Rgb([10, 200, 30]));
        assert_eq!(at(2, 2), dimmed);
        // The ring right of the first terminal, and the top of its letter.
        assert_eq!(at(40 + 16, 30), colour);
        assert_eq!(at(40, 20), WHITE);
        assert_eq!(at(40 + 12, 30), dimmed);
        // The pipe, an empty cell, the border of a cell, and no border round the hole.
        assert_eq!(at(120, 70), colour);
        assert_eq!(at(120, 30), dimmed);
        assert_eq!(at(20, 30), BORDER_COLOUR);
        assert_eq!(at(80, 10), dimmed);
    }
}
