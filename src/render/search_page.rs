//! A search as what changes from view to view, and as one page of HTML that needs no other file.

use std::time::Duration;

use image::ImageError;
use serde_json::{Value, json};

use super::board::{self, Drawing, Style};
use super::png;
use super::report::embed::base64;
use crate::geometry::Pixel;
use crate::pipeline::{NodeView, SearchView};
use crate::puzzle::flow::{Node, Puzzle, Side};

const STYLE: &str = include_str!("search_page/style.css");
const CONTROLS: &str = include_str!("search_page/controls.js");

/// The script that draws a search: a module with the class `Player`.
pub const SEARCH_PLAYER: &str = include_str!("search_page/player.js");

/// The page; each view is shown for `time` until a button or the slider says otherwise.
///
/// # Errors
/// When the picture of the board cannot be packed.
pub fn search_page(
    puzzle: &Puzzle,
    views: &[SearchView],
    style: &Style,
    time: Duration,
) -> Result<String, ImageError> {
    let picture = board::draw(puzzle, None, style).into_picture();
    let (width, height) = picture.dimensions();
    let film = drawn_search(puzzle, views, style, time);
    let board = base64(&png(&picture)?);
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>How the board is solved</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n\
         <svg id=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\">\
         <image width=\"{width}\" height=\"{height}\" href=\"data:image/png;base64,{board}\"/></svg>\n\
         <nav><button id=\"back\" title=\"one step back\">&lsaquo;</button><button id=\"play\">pause</button>\
         <button id=\"on\" title=\"one step on\">&rsaquo;</button>\
         <input id=\"slider\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"step\">\
         <label>speed <input id=\"speed\" type=\"range\" min=\"-3\" max=\"3\" value=\"0\" step=\"1\"></label>\
         <output id=\"place\"></output></nav>\n\
         <p>White frame: a guess. Blue: cells that the last step took something from. Red: taken back. Thin lines and small \
         discs: what is left to a cell.</p>\n\
         <script type=\"application/json\" id=\"film\">{film}</script>\n<script type=\"module\">\n{SEARCH_PLAYER}\n{CONTROLS}</script>\n</body>\n</html>\n"
    ))
}

/// What changes from view to view, each shown for `time`; and by node its cell, and the cells behind its sides. Cells are
/// numbered row by row from 0.
pub fn search_json(puzzle: &Puzzle, views: &[SearchView], time: Duration) -> Value {
    let board = puzzle.board();
    let number = |node: Node| board.cell(node).index(board.cols());
    let nodes = board.nodes().map(|node| {
        let edges = board.edges_by_side(node).iter();
        let behind = edges.map(|edge| edge.map(|edge| number(edge.to)));
        json!({ "cell": number(node), "to": behind.collect::<Vec<_>>() })
    });
    let none = SearchView {
        nodes: vec![NodeView::default(); board.node_count()],
        ..SearchView::default()
    };
    let before = std::iter::once(&none).chain(views);
    let changes = before.zip(views).map(|(before, view)| change(before, view));
    json!({
        "ms": time.as_millis() as u64,
        "nodes": nodes.collect::<Vec<_>>(),
        "views": changes.collect::<Vec<_>>(),
    })
}

/// A search, and where everything is in the picture of its board.
fn drawn_search(puzzle: &Puzzle, views: &[SearchView], style: &Style, time: Duration) -> Value {
    let drawing = Drawing::new(puzzle, style);
    let board = puzzle.board();
    let numbers = |at: Pixel| [at.x, at.y].map(|value| (value * 10.0).round() / 10.0);
    let sides = board.side_count() as u8;
    let cells: Vec<Value> = board
        .nodes()
        .map(|node| {
            let cell = board.cell(node);
            let corners = drawing.outline(cell).into_iter().map(numbers);
            let ends = (0..sides).map(|side| numbers(drawing.towards(cell, Side(side), 0.5)));
            json!({
                "centre": numbers(drawing.lattice.centre(cell)),
                "corners": corners.collect::<Vec<_>>(),
                "ends": ends.collect::<Vec<_>>(),
            })
        })
        .collect();
    let colours = drawing.colours.iter().map(ToString::to_string);
    let pairs = puzzle.pairs().iter();
    let pairs = pairs.map(|pair| pair.terminals.map(|node| node.0));
    let mut search = search_json(puzzle, views, time);
    search["size"] = json!(drawing.cell);
    search["pipe"] = json!(style.ratios.pipe);
    search["disc"] = json!(style.ratios.dot);
    search["colours"] = json!(colours.collect::<Vec<_>>());
    search["pairs"] = json!(pairs.collect::<Vec<_>>());
    search["cells"] = json!(cells);
    search
}

/// The nodes that look other than before, and the marks of the view.
fn change(before: &SearchView, view: &SearchView) -> Value {
    let pairs = before.nodes.iter().zip(&view.nodes).enumerate();
    let changed = pairs.filter(|(_, (before, after))| before != after);
    let nodes = changed.map(|(index, (_, node))| {
        let left: Vec<u16> = node.colours.iter().map(|colour| colour.0).collect();
        json!([
            index,
            node.on,
            node.open,
            node.colour.map(|colour| colour.0),
            left
        ])
    });
    let numbers = |nodes: &[Node]| nodes.iter().map(|node| node.0).collect::<Vec<_>>();
    json!({
        "nodes": nodes.collect::<Vec<_>>(),
        "guessed": numbers(&view.guessed),
        "touched": numbers(&view.touched),
        "undone": numbers(&view.undone),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flow::Colour;
    use crate::puzzle::flow::text::read_any;

    #[test]
    fn the_page_holds_only_what_changes() {
        let puzzle = read_any("test", "A.A\n").unwrap().remove(0).puzzle;
        let mut views = vec![SearchView {
            nodes: vec![NodeView::default(); 3],
            ..SearchView::default()
        }];
        let mut next = views[0].clone();
        next.nodes[1] = NodeView {
            on: 0b1010,
            colour: Some(Colour(0)),
            ..NodeView::default()
        };
        next.guessed = vec![Node(1)];
        views.extend([next.clone(), next]);
        let search = search_json(&puzzle, &views, Duration::from_millis(40));
        let middle = json!({ "cell": 1, "to": [null, 2, null, 0] });
        assert_eq!(search["nodes"][1], middle);
        assert_eq!(search["views"][0]["nodes"], json!([]));
        assert_eq!(search["views"][1]["nodes"], json!([[1, 10, 0, 0, []]]));
        assert_eq!(search["views"][2]["nodes"], json!([]));
        assert_eq!(search["views"][2]["guessed"], json!([1]));
        let page = search_page(&puzzle, &views, &Style::default(), Duration::ZERO).unwrap();
        assert!(
            !page.contains("src=") && !page.contains("<link"),
            "it needs no other file"
        );
    }
}
