//! Lines of the game's level packs.

use super::Level;
use super::error::{CannotShow, Problem, TextError};
use super::grid::{cell, wall};
use super::label::label;
use super::paths::{cell_numbers, walk};
use super::scan::Field;
use crate::geometry::{Cell, Tiling};

use crate::puzzle::flow::{Board, Layout, Node, Pair, Puzzle, Solution, Warp, verify};

/// The header of a pack line, word for word: it also holds the pack, the number, and how the game
/// draws the border and the holes, none of which changes the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackHeader(String);

/// Reads the levels of a pack, one a line.
pub(super) fn read(lines: &[Field]) -> Result<Vec<Level>, TextError> {
    lines
        .iter()
        .map(|line| line.content())
        .filter(|line| !line.text.is_empty())
        .map(read_level)
        .collect()
}

fn read_level(line: Field) -> Result<Level, TextError> {
    let mut parts = line.split(|c| c == ';');
    let header = parts.next().unwrap_or(line);
    let fields: Vec<Field> = header.split(|c| c == ',').collect();
    let &[size, pack, number, flows, ref more @ ..] = &fields[..] else {
        return Err(header.fail(Problem::PackHeader(fields.len())));
    };
    if more.len() > 3 {
        return Err(header.fail(Problem::PackHeader(fields.len())));
    }
    let (pack, number): (u32, u32) = (
        pack.number("the pack's number")?,
        number.number("the level's number")?,
    );
    let board = Board::new(read_layout(size, more)?).map_err(|error| size.fail(error.into()))?;
    let paths = parts
        .map(|path| read_path(&board, path))
        .collect::<Result<Vec<_>, _>>()?;
    let expected: usize = flows.number("the number of flows")?;
    if expected != paths.len() {
        let found = paths.len();
        return Err(flows.fail(Problem::FlowCount { expected, found }));
    }
    let pairs = paths.iter().enumerate().map(|(index, path)| {
        let (first, last) = (path[0], path[path.len() - 1]);
        Pair {
            label: label(index),
            // Row by row, as from a grid: all formats give the same puzzle.
            terminals: [first.min(last), first.max(last)],
        }
    });
    let puzzle = Puzzle::new(board, pairs.collect()).map_err(|error| line.fail(error.into()))?;
    let solution = Solution { paths };
    verify(&puzzle, &solution).map_err(|flaw| line.fail(flaw.into()))?;
    Ok(Level {
        name: format!("pack {pack}, level {number}"),
        puzzle,
        solution: Some(solution),
        pack: Some(PackHeader(header.text.to_owned())),
    })
}

fn read_layout(size: Field, more: &[Field]) -> Result<Layout, TextError> {
    let (kind, dimensions) = match size.split_once("_") {
        Some((kind, dimensions)) => (kind.text, dimensions),
        None => ("", size),
    };
    let (tiling, warp) = match kind {
        "" => (Tiling::Square, Warp::None),
        "W" => (Tiling::Square, Warp::Both),
        "X" => (Tiling::Hexagonal, Warp::None),
        _ => {
            return Err(size.fail(Problem::BadValue {
                key: "the prefix of the size",
                value: kind.to_owned(),
                allowed: "W_ for warps, X_ for hexagons, or nothing",
            }));
        }
    };
    let (dimensions, _border) = dimensions.split_once("+").unwrap_or((dimensions, size));
    let expected = "a size like 5 or 9:11 (columns, rows)";
    let (cols, rows) = match dimensions.split_once(":") {
        Some((cols, rows)) => (cols.number(expected)?, rows.number(expected)?),
        None => (dimensions.number(expected)?, dimensions.number(expected)?),
    };
    let mut layout = Layout {
        tiling,
        warp,
        ..Layout::rectangle(rows, cols)
    };
    let items = |index: usize| {
        let field = more.get(index).filter(|field| !field.text.is_empty());
        field
            .into_iter()
            .flat_map(|field| field.split(|c| c == ':'))
    };
    let cell_of = |field: Field| cell(field.number("a cell number")?, rows, cols, field);
    for bridge in items(0) {
        layout.bridges.insert(cell_of(bridge)?);
    }
    for hole in items(1) {
        let number = hole.split_once("_").map_or(hole, |(number, _tag)| number);
        layout.holes.insert(cell_of(number)?);
    }
    for field in items(2) {
        let (a, b) = wall(field)?;
        layout.add_wall(cell(a, rows, cols, field)?, cell(b, rows, cols, field)?);
    }
    Ok(layout)
}

fn read_path(board: &Board, path: Field) -> Result<Vec<Node>, TextError> {
    let cells: Vec<(usize, Field)> = path
        .split(|c| c == ',')
        .map(|field| Ok((field.number("a cell number")?, field)))
        .collect::<Result<_, TextError>>()?;
    walk(board, &cells, path)
}

/// The level as a pack line, without a line end. A level that comes from no pack is number 1 of pack 0.
///
/// # Errors
/// [`CannotShow`] for a level without a solution, and for a board with only two of its borders joined.
pub fn pack_line(level: &Level) -> Result<String, CannotShow> {
    let solution = level.solution.as_ref().ok_or(CannotShow::NoSolution)?;
    let board = level.puzzle.board();
    let mut line = match &level.pack {
        Some(PackHeader(header)) => header.clone(),
        None => new_header(board.layout(), solution.paths.len())?,
    };
    for path in &solution.paths {
        line.push(';');
        line += &joined(&cell_numbers(board, path), ",");
    }
    Ok(line)
}

fn new_header(layout: &Layout, flows: usize) -> Result<String, CannotShow> {
    if layout.graph.is_some() {
        return Err(CannotShow::Board {
            format: "a level pack",
            what: "a graph",
        });
    }
    let kind = match (layout.tiling, layout.warp) {
        (Tiling::Hexagonal, _) => "X_",
        (Tiling::Square, Warp::None) => "",
        (Tiling::Square, Warp::Both) => "W_",
        (Tiling::Square, Warp::Horizontal | Warp::Vertical) => {
            return Err(CannotShow::Board {
                format: "a level pack",
                what: "a warp in one direction",
            });
        }
    };
    let size = if layout.rows == layout.cols {
        layout.cols.to_string()
    } else {
        format!("{}:{}", layout.cols, layout.rows)
    };
    let number = |cell: &Cell| cell.index(layout.cols);
    let numbers = |cells: &std::collections::BTreeSet<Cell>| {
        joined(&cells.iter().map(number).collect::<Vec<_>>(), ":")
    };
    let walls = layout
        .walls
        .iter()
        .map(|(a, b)| format!("{}|{}", number(a), number(b)));
    let (bridges, holes) = (numbers(&layout.bridges), numbers(&layout.holes));
    let walls = joined(&walls.collect::<Vec<_>>(), ":");
    let header = format!("{kind}{size},0,1,{flows},{bridges},{holes},{walls}");
    Ok(header.trim_end_matches(',').to_owned())
}

fn joined<T: ToString>(items: &[T], separator: &str) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    items.join(separator)
}
