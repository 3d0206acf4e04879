//! The form that Numberlink programs use: width and height, then the grid.

use std::collections::HashMap;

use super::error::{CannotShow, Problem, TextError};
use super::grid::{Grid, Mark, row};
use super::label::label;
use super::puzzle_file::rows;
use super::scan::Field;
use super::{Level, numbered};
use crate::puzzle::flow::Puzzle;

/// Width and height, when the line is made of two numbers.
pub(super) fn size(line: Field) -> Option<(usize, usize)> {
    let mut words = line.words();
    let (width, height, rest) = (words.next()?, words.next()?, words.next());
    let number = |word: Field| word.number("a size").ok();
    rest.is_none().then_some((number(width)?, number(height)?))
}

/// Reads all puzzles up to `0 0` or the end.
pub(super) fn read(lines: &[Field]) -> Result<Vec<Level>, TextError> {
    let mut puzzles = Vec::new();
    let mut lines = lines
        .iter()
        .map(|line| line.content())
        .filter(|line| !line.text.is_empty());
    let mut first_size = None;
    while let Some(line) = lines.next() {
        let Some((width, height)) = size(line) else {
            return Err(line.fail(Problem::NotANumber(line.shown(), "WIDTH HEIGHT")));
        };
        first_size.get_or_insert(line);
        if (width, height) == (0, 0) {
            break;
        }
        let rows: Vec<Field> = lines.by_ref().take(height).collect();
        if rows.len() < height || height == 0 {
            return Err(line.fail(Problem::RowCount {
                found: rows.len(),
                expected: height,
            }));
        }
        puzzles.push(read_grid(&rows, width)?.puzzle(line)?);
    }
    match first_size {
        Some(line) if puzzles.is_empty() => return Err(line.fail(Problem::Empty)),
        _ => {}
    }
    let (file, count) = (first_size.map_or("", |line| line.file), puzzles.len());
    Ok(puzzles
        .into_iter()
        .enumerate()
        .map(|(index, puzzle)| Level::new(numbered(file, index, count), puzzle, None))
        .collect())
}

fn read_grid<'a>(rows: &[Field<'a>], width: usize) -> Result<Grid<'a>, TextError> {
    let has_words = rows
        .iter()
        .any(|row| row.text.contains(char::is_whitespace));
    let cells: Vec<Vec<Field>> = rows
        .iter()
        .map(|row| match has_words {
            true => row.words().collect(),
            false => row.chars().map(|(_, cell)| cell).collect(),
        })
        .collect();
    for (row, cells) in rows.iter().zip(&cells) {
        if cells.len() != width {
            return Err(row.fail(Problem::RowWidth {
                found: cells.len(),
                expected: width,
            }));
        }
    }
    let occurs = |text: &str| cells.iter().flatten().any(|cell| cell.text == text);
    let blanks: &[&str] = match () {
        () if occurs(".") || occurs("_") => &[".", "_"],
        () if occurs("0") => &["0"],
        () => &["-"],
    };
    let has_long = cells
        .iter()
        .flatten()
        .any(|cell| cell.text.chars().nth(1).is_some());
    let mut labels: HashMap<&str, char> = HashMap::new();
    let mut mark = |cell: Field<'a>| -> Result<Mark, TextError> {
        if blanks.contains(&cell.text) {
            Ok(Mark::Empty)
        } else if has_long && cell.text != "*" {
            let next = label(labels.len());
            Ok(Mark::Terminal(*labels.entry(cell.text).or_insert(next)))
        } else {
            Ok(row(cell)?[0].0)
        }
    };
    let mut grid = Grid::default();
    for cells in cells {
        let marked = cells.into_iter().map(|cell| Ok((mark(cell)?, cell)));
        grid.rows.push(marked.collect::<Result<_, TextError>>()?);
    }
    Ok(grid)
}

/// The puzzle with its width and height above, one character a cell.
///
/// # Errors
/// [`CannotShow`] for anything but square cells in a rectangle, holes allowed; and for a flow called `0` or `-` on a board
/// without empty cells, where these would be read as such.
pub fn numberlink(puzzle: &Puzzle) -> Result<String, CannotShow> {
    let layout = puzzle.board().layout();
    if !layout.is_plain() {
        return Err(CannotShow::Board {
            format: "the Numberlink form",
            what: "graphs, hexagons, bridges, walls or warps",
        });
    }
    let rows = rows(puzzle).join("\n");
    if rows.contains(['0', '-']) && !rows.contains('.') {
        return Err(CannotShow::Board {
            format: "the Numberlink form",
            what: "a flow called 0 or - where no cell is empty",
        });
    }
    Ok(format!("{} {}\n{rows}\n", layout.cols, layout.rows))
}
