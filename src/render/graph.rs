//! A board that is a graph, as nodes and lines between them: its positions do not say what the cells look like.

use super::board::{MARGIN, MAX_SIDE, Style};
use super::canvas::Canvas;
use super::palette::palette;
use crate::geometry::Pixel;
use crate::pipeline::Rgb;
use crate::puzzle::flow::{Node, NodeGraph, Puzzle, Solution};

/// Radius of a node without a terminal, as a share of a cell.
const NODE: f64 = 0.12;

/// Draws a puzzle whose board is this graph, with its solution if there is one. The shortest edge is as long as a cell is high.
pub(super) fn draw(
    puzzle: &Puzzle,
    graph: &NodeGraph,
    solution: Option<&Solution>,
    style: &Style,
) -> Canvas {
    let (places, cell, [width, height]) = placed(graph, style);
    let place = |node: Node| places[node.index()];
    let mut canvas = Canvas::new(width, height, style.background);
    for (a, b) in graph.edges() {
        let line = (style.ratios.line * cell).max(1.0);
        canvas.line(&[place(Node(a)), place(Node(b))], line, style.line);
    }
    for &at in &places {
        canvas.disc(at, NODE * cell, style.line);
    }
    let known = style.colours.iter().copied();
    let others = palette(puzzle.pairs().len()).into_iter();
    let colours: Vec<Rgb> = known.chain(others.skip(style.colours.len())).collect();
    for (path, &colour) in solution.iter().flat_map(|it| &it.paths).zip(&colours) {
        for step in path.windows(2) {
            let ends = [place(step[0]), place(step[1])];
            canvas.line(&ends, style.ratios.pipe * cell, colour);
        }
    }
    for (pair, &colour) in puzzle.pairs().iter().zip(&colours) {
        for node in pair.terminals {
            canvas.disc(place(node), style.ratios.dot * cell / 2.0, colour);
        }
    }
    canvas
}

/// By node the pixel of its middle; the height of a cell, and width and height of the picture, in pixels.
fn placed(graph: &NodeGraph, style: &Style) -> (Vec<Pixel>, f64, [u32; 2]) {
    let positions: Vec<Pixel> = graph
        .positions()
        .iter()
        .map(|&[x, y]| Pixel::new(f64::from(x), f64::from(y)))
        .collect();
    let ends = |(a, b): (u16, u16)| [a, b].map(|node| positions[usize::from(node)]);
    let lengths = graph.edges().map(ends).map(|[a, b]| a.distance(b));
    let shortest = lengths
        .filter(|&length| length > 0.0)
        .fold(f64::INFINITY, f64::min);
    let unit = if shortest.is_finite() { shortest } else { 1.0 };
    let least = |of: fn(&Pixel) -> f64| positions.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Pixel) -> f64| positions.iter().map(of).fold(0.0, f64::max);
    let (left, top) = (least(|at| at.x), least(|at| at.y));
    let margin = 0.5 + MARGIN;
    let cells =
        [most(|at| at.x) - left, most(|at| at.y) - top].map(|span| span / unit + 2.0 * margin);
    let cell = f64::from(style.cell.max(1)).min(MAX_SIDE / cells[0].max(cells[1]));
    let pixel = |of: f64, least: f64| ((of - least) / unit + margin) * cell;
    let places = positions
        .iter()
        .map(|at| Pixel::new(pixel(at.x, left), pixel(at.y, top)));
    let size = cells.map(|span| ((span * cell).round() as u32).max(1));
    (places.collect(), cell, size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::text::read_any;

    const RING: &str =
        "shape: graph\nnodes: 0,0 10,0 20,0 10,10 0,10\nedges: 0|1 1|2 2|3 3|4 0|4\nAB.BA";

    #[test]
    fn terminals_and_pipes_are_drawn_where_the_nodes_are() {
        let puzzle = read_any("ring", RING).unwrap().remove(0).puzzle;
        let graph = puzzle.board().layout().graph.as_ref().unwrap();
        let paths = vec![vec![Node(0), Node(4)], vec![Node(1), Node(2), Node(3)]];
        let style = Style::default();
        let fresh = draw(&puzzle, graph, None, &style).into_picture();
        let solved = draw(&puzzle, graph, Some(&Solution { paths }), &style).into_picture();
        assert_eq!(fresh.dimensions(), solved.dimensions());
        let at = |x: f64, y: f64| [x, y].map(|of| ((of + 0.65) * 64.0) as u32);
        let colours = palette(2);
        for ([x, y], is_drawn) in [(at(0.0, 0.0), true), (at(0.0, 0.5), false)] {
            let first = image::Rgb(colours[0].0);
            assert_eq!(*fresh.get_pixel(x, y) == first, is_drawn);
            assert_eq!(*solved.get_pixel(x, y), first);
        }
        let [x, y] = at(2.0, 0.0);
        assert_eq!(*solved.get_pixel(x, y), image::Rgb(colours[1].0));
    }

    #[test]
    fn nodes_on_one_place_and_far_apart_fit_a_picture() {
        for nodes in ["0,0 0,0", "0,0 65535,65535", "7,7 7,8 60000,7 60000,9"] {
            let count = nodes.split(' ').count();
            let row = &"ABAB"[..count].replace('B', if count == 2 { "A" } else { "B" });
            let text = format!("shape: graph\nnodes: {nodes}\nedges: 0|1\n{row}");
            let puzzle = read_any("far", &text).unwrap().remove(0).puzzle;
            let graph = puzzle.board().layout().graph.as_ref().unwrap();
            let (width, height) = draw(&puzzle, graph, None, &Style::default())
                .into_picture()
                .dimensions();
            assert!(width.max(height) <= MAX_SIDE as u32 && width.min(height) > 0);
        }
    }
}
