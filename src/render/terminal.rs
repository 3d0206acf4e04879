//! Solutions in colour, for a terminal.

use super::palette::palette;
use crate::geometry::Cell;
use crate::pipeline::Rgb;
use crate::puzzle::flow::{Puzzle, Solution};

/// A drawing of a solution (one character a cell, one line a row) with every character in the colour of
/// its flow, by the escape sequences of 24-bit terminals.
pub fn in_colour(puzzle: &Puzzle, solution: &Solution, drawing: &str) -> String {
    let board = puzzle.board();
    let palette = palette(puzzle.pairs().len());
    let colours = solution.colours(board);
    let mut text = String::new();
    for (line, row) in drawing.lines().zip(0..) {
        for (c, col) in line.chars().zip(0..) {
            let node = board.node_at(Cell::new(row, col));
            match node.and_then(|node| colours[node.index()]) {
                Some(colour) => {
                    let Rgb([red, green, blue]) = palette[colour.index()];
                    text += &format!("\x1b[38;2;{red};{green};{blue}m{c}");
                }
                None => text.push(c),
            }
        }
        text += "\x1b[0m\n";
    }
    text
}
