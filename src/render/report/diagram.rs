//! A board as a small vector drawing: cells, terminals with their letters, and what is drawn.

use std::fmt::Write;

use super::escaped;
use crate::pipeline::{Reading, Rgb};
use crate::puzzle::flow::{Puzzle, text};
use crate::render::palette;

/// Units of the drawing for one cell.
const CELL: usize = 20;

/// A board to be drawn.
#[derive(Debug)]
pub struct Diagram {
    rows: usize,
    cols: usize,
    /// Row by row.
    places: Vec<Place>,
}

/// One place of the grid.
#[derive(Clone, Debug, Default)]
struct Place {
    is_cell: bool,
    /// Letter and colour.
    terminal: Option<(char, Rgb)>,
    /// The colour drawn there.
    drawn: Option<Rgb>,
    /// Whether it is not as expected.
    is_marked: bool,
}

impl Diagram {
    /// A puzzle; `colours` by pair, where they are too few those of the game.
    pub fn of(puzzle: &Puzzle, colours: &[Rgb]) -> Self {
        let pairs = puzzle.pairs();
        let mut colours = colours.to_vec();
        let known = colours.len();
        colours.extend(palette(pairs.len()).into_iter().skip(known));
        let colour = |label: char| {
            let pair = pairs.iter().position(|pair| pair.label == label);
            pair.map(|pair| (label, colours[pair]))
        };
        Self::new(&text::rows(puzzle), colour)
    }

    /// What was read, with what is drawn on it.
    pub fn of_reading(reading: &Reading<Puzzle>) -> Self {
        let board = &reading.board;
        let mut diagram = Self::of(&board.puzzle, &board.colours);
        for (place, drawn) in diagram.places.iter_mut().zip(&board.drawn) {
            place.drawn = drawn.and_then(|pair| board.colours.get(pair).copied());
        }
        diagram
    }

    /// A grid of characters: `.` empty, `*` no cell, others terminals.
    pub fn of_rows(rows: &[String]) -> Self {
        let mut labels: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        labels.retain(|label| !"._*+".contains(*label));
        labels.sort_unstable();
        labels.dedup();
        let colours = palette(labels.len());
        Self::new(rows, |label| {
            let place = labels.binary_search(&label).ok()?;
            Some((label, colours[place]))
        })
    }

    fn new(rows: &[String], terminal: impl Fn(char) -> Option<(char, Rgb)>) -> Self {
        let cols = rows
            .iter()
            .map(|row| row.chars().count())
            .max()
            .unwrap_or(0);
        let mut places = vec![Place::default(); rows.len() * cols];
        for (row, text) in rows.iter().enumerate() {
            for (col, c) in text.chars().enumerate() {
                let place = &mut places[row * cols + col];
                place.is_cell = c != '*';
                place.terminal = terminal(c);
            }
        }
        Self {
            rows: rows.len(),
            cols,
            places,
        }
    }

    /// Marks the cells with these numbers, row by row.
    pub fn mark(&mut self, cells: impl IntoIterator<Item = usize>) {
        for cell in cells {
            if let Some(place) = self.places.get_mut(cell) {
                place.is_marked = true;
            }
        }
    }

    /// The drawing.
    pub(super) fn to_svg(&self) -> String {
        let (width, height) = (self.cols * CELL, self.rows * CELL);
        let mut svg = format!(
            "<svg class=\"board\" viewBox=\"-1 -1 {} {}\" role=\"img\">",
            width + 2,
            height + 2
        );
        for (index, place) in self.places.iter().enumerate() {
            let (x, y) = (index % self.cols * CELL, index / self.cols * CELL);
            if place.is_cell {
                let _ = write!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
                );
            }
            let (cx, cy) = (x + CELL / 2, y + CELL / 2);
            if let Some(colour) = place.drawn {
                let _ = write!(
                    svg,
                    "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"3\" fill=\"{colour}\"/>"
                );
            }
            if let Some((label, colour)) = place.terminal {
                let ink = if is_bright(colour) { "#000" } else { "#fff" };
                let label = escaped(&label.to_string());
                let _ = write!(
                    svg,
                    "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"8\" fill=\"{colour}\"/>\
                     <text x=\"{cx}\" y=\"{}\" fill=\"{ink}\">{label}</text>",
                    cy + 4
                );
            }
            if place.is_marked {
                let _ = write!(
                    svg,
                    "<rect class=\"mark\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
                );
            }
        }
        svg + "</svg>"
    }
}

/// Whether black letters stand out from a colour better than white ones.
fn is_bright(Rgb([red, green, blue]): Rgb) -> bool {
    u32::from(red) * 3 + u32::from(green) * 6 + u32::from(blue) > 1300
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_terminals_and_marks_are_drawn_and_holes_are_not() {
        let rows = ["A*<".to_owned(), "A.<".to_owned()];
        let mut diagram = Diagram::of_rows(&rows);
        diagram.mark([3, 99]);
        let svg = diagram.to_svg();
        assert_eq!(svg.matches("<rect").count(), 5 + 1);
        assert_eq!(svg.matches("<circle").count(), 4);
        assert_eq!(svg.matches("&lt;</text>").count(), 2);
        assert!(svg.contains("class=\"mark\" x=\"0\" y=\"20\""));
    }

    #[test]
    fn nothing_is_a_drawing_too() {
        assert!(Diagram::of_rows(&[]).to_svg().ends_with("</svg>"));
    }
}
