//! A look at a search, drawn as a board: what is left to each cell, guesses, and paths as they grow.

use image::RgbImage;

use super::board::{Drawing, Style};
use super::canvas::mix;
use crate::geometry::Pixel;
use crate::pipeline::{NodeView, Rgb, SearchView};
use crate::puzzle::flow::{Node, Puzzle, Side};

/// A guess that stands.
const GUESS: Rgb = Rgb([255, 255, 255]);
/// What has just been taken from a cell.
const TOUCHED: Rgb = Rgb([90, 110, 160]);
/// What has just been taken back.
const UNDONE: Rgb = Rgb([150, 60, 60]);
/// A path whose colour is not known yet.
const UNKNOWN: Rgb = Rgb([170, 170, 170]);
/// A side by which a path may go on.
const OPEN: Rgb = Rgb([80, 80, 80]);

// In shares of a cell.
const OPEN_WIDTH: f64 = 0.07;
const MARK_WIDTH: f64 = 0.06;
const TINT: f64 = 0.25;
/// How strongly a cell is tinted by what has just happened to it.
const FADE: f64 = 0.5;

/// Draws a look at a search.
pub fn draw_search(puzzle: &Puzzle, view: &SearchView, style: &Style) -> RgbImage {
    let mut drawing = Drawing::new(puzzle, style);
    for (nodes, colour) in [(&view.undone, UNDONE), (&view.touched, TOUCHED)] {
        for &node in nodes {
            drawing.tint(node, mix(style.background, colour, FADE));
        }
    }
    let nodes = || puzzle.board().nodes().zip(&view.nodes);
    for (node, known) in nodes() {
        if let (Some(colour), true) = (known.colour, known.on != 0) {
            let colour = drawing.colours[colour.index()];
            drawing.tint(node, mix(style.background, colour, TINT));
        }
    }
    drawing.empty_board();
    for (node, known) in nodes() {
        drawing.left(node, known);
    }
    for (node, known) in nodes() {
        drawing.arms(node, known);
    }
    drawing.terminals();
    for &node in &view.guessed {
        drawing.frame(node);
    }
    drawing.canvas.into_picture()
}

impl Drawing<'_> {
    fn tint(&mut self, node: Node, colour: Rgb) {
        let outline = self.outline(self.puzzle.board().cell(node));
        self.canvas.polygon(&outline, colour);
    }

    /// A frame round the cell of a guess.
    fn frame(&mut self, node: Node) {
        let corners = self.outline(self.puzzle.board().cell(node));
        for (index, &corner) in corners.iter().enumerate() {
            let ends = [corner, corners[(index + 1) % corners.len()]];
            self.canvas
                .line(&ends, (MARK_WIDTH * self.cell).max(1.0), GUESS);
        }
    }

    /// The sides that are open, or the colours that are left as small discs.
    fn left(&mut self, node: Node, known: &NodeView) {
        let cell = self.puzzle.board().cell(node);
        let centre = self.lattice.centre(cell);
        for side in sides(known.open) {
            let end = self.towards(cell, side, 0.4);
            self.canvas
                .line(&[centre, end], (OPEN_WIDTH * self.cell).max(1.0), OPEN);
        }
        let all = self.puzzle.pairs().len();
        let columns = (1..).find(|columns| columns * columns >= all).unwrap_or(1);
        let pitch = 0.8 * self.cell / columns as f64;
        for colour in &known.colours {
            let (row, column) = (colour.index() / columns, colour.index() % columns);
            let offset = |place: usize| (place as f64 - (columns as f64 - 1.0) / 2.0) * pitch;
            let at = Pixel::new(centre.x + offset(column), centre.y + offset(row));
            let colour = mix(self.style.background, self.colours[colour.index()], 0.75);
            self.canvas.disc(at, 0.35 * pitch, colour);
        }
    }

    /// The path in a cell, as far as it is known.
    fn arms(&mut self, node: Node, known: &NodeView) {
        let cell = self.puzzle.board().cell(node);
        let colour = known
            .colour
            .map_or(UNKNOWN, |colour| self.colours[colour.index()]);
        let centre = self.lattice.centre(cell);
        let width = self.style.ratios.pipe * self.cell;
        for side in sides(known.on) {
            let end = self.towards(cell, side, 0.5);
            self.canvas.line(&[centre, end], width, colour);
        }
        if known.on == 0 && known.colour.is_some() {
            self.canvas.disc(centre, width / 2.0, colour);
        }
    }
}

fn sides(mask: u8) -> impl Iterator<Item = Side> {
    (0..8).map(Side).filter(move |side| mask >> side.0 & 1 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::Colour;
    use crate::puzzle::flow::text::read_any;

    #[test]
    fn paths_what_is_open_and_guesses_are_seen() {
        let puzzle = read_any("test", "A.A\n...\nB.B\n")
            .unwrap()
            .remove(0)
            .puzzle;
        let style = Style {
            cell: 100,
            ..Style::default()
        };
        let mut view = SearchView {
            nodes: vec![NodeView::default(); 9],
            ..SearchView::default()
        };
        let empty = draw_search(&puzzle, &view, &style);
        view.nodes[1] = NodeView {
            on: 0b1010,
            colour: Some(Colour(0)),
            ..NodeView::default()
        };
        view.nodes[3].open = 0b0010;
        view.nodes[5].colours = vec![Colour(1)];
        view.guessed = vec![Node(4)];
        let drawn = draw_search(&puzzle, &view, &style);
        // A margin of 15 pixels, then cells of 100.
        let at = |x: u32, y: u32| (empty.get_pixel(x, y).0, drawn.get_pixel(x, y).0);
        assert_eq!(at(165, 65), ([0; 3], [255, 0, 0]), "the path");
        assert_eq!(at(85, 165), ([0; 3], OPEN.0), "an open side");
        assert_eq!(at(165, 116).1, GUESS.0, "the frame of a guess");
        assert_eq!(at(285, 145).1[0], 0, "a colour that is left");
        assert!(at(285, 145).1[1] > 90);
    }
}
