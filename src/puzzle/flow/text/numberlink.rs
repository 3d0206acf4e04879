//! The form that Numberlink programs use: width and height, then the grid.

use std::collections::{HashMap, HashSet};

use super::error::{CannotShow, Problem, TextError};
use super::grid::{Grid, Mark};
use super::label::{is_printable, label};
use super::puzzle_file::rows;
use super::scan::Field;
use super::{Level, numbered};
use crate::puzzle::flow::Puzzle;

/// What stands for empty cells: the first of these that a grid has.
const BLANKS: [&str; 4] = [".", "_", "0", "-"];

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
    // In a grid `#` is a terminal; elsewhere it begins a comment.
    let mut lines = lines
        .iter()
        .map(|line| line.trim())
        .filter(|line| !line.text.is_empty());
    let mut first_size = None;
    while let Some(line) = lines.next().map(Field::content) {
        if line.text.is_empty() {
            continue;
        }
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
    let texts: HashSet<&str> = cells.iter().flatten().map(|cell| cell.text).collect();
    let blank = BLANKS.into_iter().find(|blank| texts.contains(blank));
    let mut labels = Labels::new(&texts);
    let mut grid = Grid::default();
    for cells in cells {
        let marked = cells.into_iter().map(|cell| {
            let mark = match Some(cell.text) == blank {
                true => Mark::Empty,
                false => Mark::Terminal(labels.of(cell)?),
            };
            Ok((mark, cell))
        });
        grid.rows.push(marked.collect::<Result<_, TextError>>()?);
    }
    Ok(grid)
}

/// The labels of the terminals of one grid: their own characters, where each is one character that can be a label.
struct Labels<'a> {
    /// Whether some terminal is a word: then all get labels.
    has_words: bool,
    given: HashMap<&'a str, char>,
    /// How many of the labels by number were looked at.
    tried: usize,
    /// The characters that terminals keep.
    kept: HashSet<char>,
}

impl<'a> Labels<'a> {
    fn new(texts: &HashSet<&'a str>) -> Self {
        let has_words = texts.iter().any(|text| text.chars().nth(1).is_some());
        let kept = match has_words {
            true => HashSet::new(),
            false => texts.iter().flat_map(|text| text.chars()).collect(),
        };
        Self {
            has_words,
            given: HashMap::new(),
            tried: 0,
            kept,
        }
    }

    /// The label of a terminal.
    fn of(&mut self, cell: Field<'a>) -> Result<char, TextError> {
        if let (false, Some(own)) = (self.has_words, cell.text.chars().next()) {
            if !is_printable(own) {
                return Err(cell.fail(Problem::NotACell(own)));
            }
            if matches!(Mark::of(own), Some(Mark::Terminal(_))) {
                return Ok(own);
            }
        }
        if let Some(&given) = self.given.get(cell.text) {
            return Ok(given);
        }
        let (place, unused) = (self.tried..)
            .map(|number| (number, label(number)))
            .find(|(_, label)| !self.kept.contains(label))
            .unwrap_or_default();
        self.tried = place + 1;
        self.given.insert(cell.text, unused);
        Ok(unused)
    }
}

/// The puzzle with its width and height above, one character a cell.
///
/// # Errors
/// [`CannotShow`] for anything but square cells in a rectangle without holes; and for a flow called `0` or `-` on a board
/// without empty cells, where these would be read as such.
pub fn numberlink(puzzle: &Puzzle) -> Result<String, CannotShow> {
    let layout = puzzle.board().layout();
    if !layout.is_plain() || !layout.holes.is_empty() {
        return Err(CannotShow::Board {
            format: "the Numberlink form",
            what: "graphs, hexagons, bridges, walls, warps or holes",
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
