//! Puzzle files: one character a cell, one line a row, headers above.

use std::fmt::Write;

use super::error::{Problem, TextError};
use super::grid::{Extras, Grid, edge, outline, position, row, wall};
use super::scan::Field;
use super::{Level, numbered};
use crate::geometry::{Cell, Tiling};

use crate::puzzle::flow::{Layout, Puzzle, Warp};

/// Reads all puzzles of a file that is known to hold one line at least.
pub(super) fn read(lines: &[Field]) -> Result<Vec<Level>, TextError> {
    let mut puzzles = Vec::new();
    let mut grid = Grid::default();
    let mut start: Option<Field> = None;
    for &line in lines {
        let content = line.content();
        if content.text.is_empty() {
            // Only an empty line ends a grid: a comment may stand between two rows.
            if line.text.trim().is_empty() && !grid.rows.is_empty() {
                puzzles.push(std::mem::take(&mut grid).puzzle(start.take().unwrap_or(line))?);
            }
        } else if let Some((key, value)) = header(content) {
            if !grid.rows.is_empty() {
                return Err(key.fail(Problem::LateHeader(key.shown())));
            }
            start.get_or_insert(key);
            set(&mut grid.extras, key, value)?;
        } else {
            if grid.rows.is_empty() {
                start = Some(content);
            }
            grid.rows.push(row(content)?);
        }
    }
    match start {
        Some(start) if grid.rows.is_empty() => return Err(start.fail(Problem::NoGrid)),
        Some(start) => puzzles.push(grid.puzzle(start)?),
        None => {}
    }
    let (file, count) = (lines[0].file, puzzles.len());
    Ok(puzzles
        .into_iter()
        .enumerate()
        .map(|(index, puzzle)| Level::new(numbered(file, index, count), puzzle, None))
        .collect())
}

/// Key and value of a header line: a word, a colon, white space, the value. A row has no white space.
pub(super) fn header(line: Field) -> Option<(Field, Field)> {
    let (key, value) = line.split_once(":")?;
    let is_word = !key.text.is_empty() && key.text.chars().all(|c| c.is_alphanumeric() || c == '-');
    let is_apart = value.column > key.column + key.text.chars().count() + 1;
    (is_word && is_apart).then_some((key, value))
}

fn set<'a>(extras: &mut Extras<'a>, key: Field, value: Field<'a>) -> Result<(), TextError> {
    match key.text {
        "shape" => shape(extras, value)?,
        "warp" => extras.warp = warp(value)?,
        "walls" => {
            for field in value.words() {
                let (a, b) = wall(field)?;
                extras.walls.push((a, b, field));
            }
        }
        "nodes" => {
            for field in value.words() {
                extras.nodes.push((position(field)?, field));
            }
        }
        "edges" => {
            for field in value.words() {
                let (a, b) = edge(field)?;
                extras.edges.push((a, b, field));
            }
        }
        "outlines" => {
            for field in value.words() {
                extras.outlines.push((outline(field)?, field));
            }
        }
        _ => return Err(key.fail(Problem::UnknownHeader(key.shown()))),
    }
    Ok(())
}

/// Sets what the value of `shape` says: the tiling, or that there is none.
pub(super) fn shape(extras: &mut Extras, value: Field) -> Result<(), TextError> {
    match value.text {
        "square" => extras.tiling = Tiling::Square,
        "hex" => extras.tiling = Tiling::Hexagonal,
        "graph" => extras.is_graph = true,
        _ => {
            return Err(value.fail(Problem::BadValue {
                key: "shape",
                value: value.shown(),
                allowed: "square, hex or graph",
            }));
        }
    }
    Ok(())
}

pub(super) fn warp(value: Field) -> Result<Warp, TextError> {
    match value.text {
        "none" => Ok(Warp::None),
        "horizontal" => Ok(Warp::Horizontal),
        "vertical" => Ok(Warp::Vertical),
        "both" => Ok(Warp::Both),
        _ => Err(value.fail(Problem::BadValue {
            key: "warp",
            value: value.shown(),
            allowed: "none, horizontal, vertical or both",
        })),
    }
}

pub(super) fn shape_word(layout: &Layout) -> &'static str {
    match (&layout.graph, layout.tiling) {
        (Some(_), _) => "graph",
        (None, Tiling::Square) => "square",
        (None, Tiling::Hexagonal) => "hex",
    }
}

pub(super) fn warp_word(warp: Warp) -> &'static str {
    match warp {
        Warp::None => "none",
        Warp::Horizontal => "horizontal",
        Warp::Vertical => "vertical",
        Warp::Both => "both",
    }
}

/// The puzzle as a puzzle file.
pub fn write_puzzle(puzzle: &Puzzle) -> String {
    let layout = puzzle.board().layout();
    let mut text = headers(layout);
    for row in rows(puzzle) {
        text.push_str(&row);
        text.push('\n');
    }
    text
}

fn headers(layout: &Layout) -> String {
    let mut text = String::new();
    if layout.graph.is_some() || layout.tiling != Tiling::default() {
        text += &format!("shape: {}\n", shape_word(layout));
    }
    if let Some(graph) = &layout.graph {
        let positions = graph.positions().iter().map(|[x, y]| format!(" {x},{y}"));
        let edges = graph.edges().map(|(a, b)| format!(" {a}|{b}"));
        text += &format!("nodes:{}\n", positions.collect::<String>());
        // A header without a value would be a row.
        if graph.edges().next().is_some() {
            text += &format!("edges:{}\n", edges.collect::<String>());
        }
        if !graph.outlines().is_empty() {
            let outlines = graph.outlines().iter().map(|it| outline_word(it));
            text += &format!("outlines:{}\n", outlines.collect::<String>());
        }
    }
    if layout.warp != Warp::default() {
        text += &format!("warp: {}\n", warp_word(layout.warp));
    }
    if !layout.walls.is_empty() {
        text += "walls:";
        for (a, b) in &layout.walls {
            let (a, b) = (a.index(layout.cols), b.index(layout.cols));
            // Writing to a string cannot fail.
            let _ = write!(text, " {a}|{b}");
        }
        text.push('\n');
    }
    text
}

fn outline_word(corners: &[[u16; 2]]) -> String {
    let corners: Vec<String> = corners.iter().map(|[x, y]| format!("{x},{y}")).collect();
    format!(" {}", corners.join("|"))
}

/// The grid, one string a row: `.` empty, `*` a hole, `+` a bridge, else the label of a terminal.
pub fn rows(puzzle: &Puzzle) -> Vec<String> {
    let board = puzzle.board();
    let layout = board.layout();
    let terminals = puzzle.terminals();
    let mark = |cell: Cell| {
        if layout.holes.contains(&cell) {
            return '*';
        }
        match board.node_at(cell) {
            None => '+',
            Some(node) => terminals[node.index()].map_or('.', |colour| puzzle.pair(colour).label),
        }
    };
    (0..layout.rows)
        .map(|row| {
            (0..layout.cols)
                .map(|col| mark(Cell::new(row, col)))
                .collect()
        })
        .collect()
}
