//! Levels as JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::{Problem, TextError};
use super::grid::{Extras, Grid, row};
use super::paths::{cell_numbers, walk};
use super::puzzle_file::{rows, shape, shape_word, warp, warp_word};
use super::scan::Field;
use super::{Level, numbered};
use crate::puzzle::flow::{NodeGraph, Puzzle, Solution, verify};
use crate::puzzle::text::documents;

/// The schema; the module's page documents it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    name: Option<String>,
    #[serde(default = "square")]
    shape: String,
    #[serde(default)]
    rows: Option<usize>,
    #[serde(default)]
    cols: Option<usize>,
    grid: Vec<String>,
    #[serde(default = "none")]
    warp: String,
    #[serde(default)]
    walls: Vec<[usize; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<[u16; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    edges: Vec<[usize; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outlines: Vec<Vec<[u16; 2]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solution: Option<BTreeMap<char, Vec<usize>>>,
}

fn square() -> String {
    "square".to_owned()
}

fn none() -> String {
    "none".to_owned()
}

/// The level as one line of JSON, without a line end.
pub fn json(level: &Level) -> String {
    let puzzle = &level.puzzle;
    let (board, layout) = (puzzle.board(), puzzle.board().layout());
    let walls = layout.walls.iter();
    let graph = layout.graph.as_ref();
    let document = Document {
        name: Some(level.name.clone()),
        shape: shape_word(layout).to_owned(),
        rows: Some(usize::from(layout.rows)),
        cols: Some(usize::from(layout.cols)),
        grid: rows(puzzle),
        warp: warp_word(layout.warp).to_owned(),
        walls: walls
            .map(|(a, b)| [a, b].map(|cell| cell.index(layout.cols)))
            .collect(),
        nodes: graph.map_or(Vec::new(), |graph| graph.positions().to_vec()),
        edges: graph
            .into_iter()
            .flat_map(NodeGraph::edges)
            .map(|(a, b)| [a, b].map(usize::from))
            .collect(),
        outlines: graph.map_or(Vec::new(), |graph| graph.outlines().to_vec()),
        solution: level.solution.as_ref().map(|solution| {
            let labels = puzzle.pairs().iter().map(|pair| pair.label);
            let paths = solution.paths.iter().map(|path| cell_numbers(board, path));
            labels.zip(paths).collect()
        }),
    };
    serde_json::to_string(&document).expect("strings and numbers can always be written")
}

/// Reads an array of levels, or levels one after another.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<Level>, TextError> {
    let fail = |error: serde_json::Error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or("").to_owned();
        let problem = Problem::Json(format!(
            "{message} (in JSON; see `flowbot solve --help` for the formats)"
        ));
        TextError::new(file, error.line().max(1), error.column().max(1), problem)
    };
    let documents: Vec<(Document, usize)> = documents(text).map_err(fail)?;
    if documents.is_empty() {
        return Err(TextError::new(file, 1, 1, Problem::Empty));
    }
    let count = documents.len();
    let levels = documents.into_iter().enumerate();
    levels
        .map(|(index, (document, line))| level(document, file, line, numbered(file, index, count)))
        .collect()
}

/// All faults of one document are blamed on the line where it starts; messages name the cell.
fn level(document: Document, file: &str, line: usize, name: String) -> Result<Level, TextError> {
    let at = |text| Field {
        file,
        text,
        line,
        column: 1,
    };
    let start = at("");
    let joined = |pairs: &[[usize; 2]]| pairs.iter().map(|&[a, b]| (a, b, start)).collect();
    let mut extras = Extras {
        warp: warp(at(&document.warp))?,
        walls: joined(&document.walls),
        nodes: document.nodes.iter().map(|&node| (node, start)).collect(),
        edges: joined(&document.edges),
        outlines: document
            .outlines
            .into_iter()
            .map(|it| (it, start))
            .collect(),
        ..Extras::default()
    };
    shape(&mut extras, at(&document.shape))?;
    let mut grid = Grid {
        rows: Vec::new(),
        extras,
    };
    for text in &document.grid {
        grid.rows.push(row(at(text))?);
    }
    if let Some(expected) = document.rows.filter(|&rows| rows != grid.rows.len()) {
        let found = grid.rows.len();
        return Err(start.fail(Problem::RowCount { found, expected }));
    }
    let width = grid.rows.first().map_or(0, Vec::len);
    if let Some(expected) = document.cols.filter(|&cols| cols != width) {
        return Err(start.fail(Problem::RowWidth {
            found: width,
            expected,
        }));
    }
    let puzzle = grid.puzzle(start)?;
    let solution = match document.solution {
        Some(paths) => Some(solution(&puzzle, paths, start)?),
        None => None,
    };
    Ok(Level::new(document.name.unwrap_or(name), puzzle, solution))
}

fn solution(
    puzzle: &Puzzle,
    mut by_label: BTreeMap<char, Vec<usize>>,
    start: Field,
) -> Result<Solution, TextError> {
    let mut paths = Vec::with_capacity(puzzle.pairs().len());
    for pair in puzzle.pairs() {
        let Some(numbers) = by_label.remove(&pair.label) else {
            return Err(start.fail(Problem::BadLabel(pair.label.to_string())));
        };
        let cells: Vec<(usize, Field)> = numbers.into_iter().map(|cell| (cell, start)).collect();
        paths.push(walk(puzzle.board(), &cells, start)?);
    }
    if let Some((label, _)) = by_label.pop_first() {
        return Err(start.fail(Problem::BadLabel(label.to_string())));
    }
    let solution = Solution { paths };
    match verify(puzzle, &solution) {
        Ok(()) => Ok(solution),
        Err(flaw) => Err(start.fail(flaw.into())),
    }
}
