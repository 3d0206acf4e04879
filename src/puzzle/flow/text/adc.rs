//! The form of the Algorithm Design Contest: the size, then the ends of each line to be drawn.

use super::error::{Problem, TextError};
use super::label::label;
use super::scan::Field;
use super::{Level, numbered};
use crate::geometry::Cell;
use crate::puzzle::flow::{Board, Node, Pair, Puzzle};

/// A puzzle as far as it is read.
struct Draft<'a> {
    /// The line with its size.
    start: Field<'a>,
    board: Board,
    pairs: Vec<Pair>,
}

/// Whether a text that begins with this line is of this form.
pub(super) fn is_size(line: Field) -> bool {
    line.words().next().is_some_and(|word| word.text == "SIZE")
}

/// Reads all puzzles of a text that begins with a size, and so holds a line at least.
pub(super) fn read(lines: &[Field]) -> Result<Vec<Level>, TextError> {
    let mut puzzles = Vec::new();
    let mut draft: Option<Draft> = None;
    let file = lines[0].file;
    // `#` is part of `LINE#1`, so it begins a comment only at the start of a line.
    let lines = lines.iter().map(|line| line.trim());
    for line in lines.filter(|line| !line.text.is_empty() && !line.text.starts_with('#')) {
        if is_size(line) {
            puzzles.extend(draft.take().map(finish).transpose()?);
            draft = Some(Draft {
                start: line,
                board: board(line)?,
                pairs: Vec::new(),
            });
        } else if let (Some(draft), false) = (&mut draft, line.text.starts_with("LINE_NUM")) {
            let terminals = terminals(line, &draft.board)?;
            draft.pairs.push(Pair {
                label: label(draft.pairs.len()),
                terminals,
            });
        }
    }
    puzzles.extend(draft.map(finish).transpose()?);
    let count = puzzles.len();
    let named = puzzles.into_iter().enumerate();
    Ok(named
        .map(|(index, puzzle)| Level::new(numbered(file, index, count), puzzle, None))
        .collect())
}

fn finish(draft: Draft) -> Result<Puzzle, TextError> {
    let puzzle = Puzzle::new(draft.board, draft.pairs);
    puzzle.map_err(|error| draft.start.fail(error.into()))
}

/// The board of a line `SIZE 10X10`.
fn board(line: Field) -> Result<Board, TextError> {
    let size = line.words().nth(1).unwrap_or(line);
    let sides: Vec<Field> = size.split(|c| matches!(c, 'x' | 'X')).collect();
    let number = |side: &Field| side.number::<u16>("a size like 10X10").ok();
    let sides: Option<Vec<u16>> = sides.iter().map(number).collect();
    match sides.as_deref() {
        Some(&[cols, rows]) => {
            Board::rectangle(rows, cols).map_err(|error| size.fail(error.into()))
        }
        _ => Err(size.fail(Problem::BadValue {
            key: "SIZE",
            value: size.shown(),
            allowed: "columns and rows like 10X10; boards of several layers cannot be read",
        })),
    }
}

/// The two nodes of a line `LINE#1 (0,1)-(4,6)`.
fn terminals(line: Field, board: &Board) -> Result<[Node; 2], TextError> {
    let wrong = || line.fail(Problem::BadAdcLine(line.shown()));
    if !line.text.starts_with("LINE#") {
        return Err(wrong());
    }
    let is_separator = |c: char| c.is_whitespace() || "(),-".contains(c);
    let numbers = line
        .split(is_separator)
        .filter(|word| !word.text.is_empty());
    let numbers: Vec<Field> = numbers.skip(1).collect();
    let &[x0, y0, x1, y1] = &numbers[..] else {
        return Err(wrong());
    };
    let node = |x: Field, y: Field| {
        let (col, row) = (x.number("a column")?, y.number("a row")?);
        let is_inside = row < usize::from(board.rows()) && col < usize::from(board.cols());
        is_inside
            .then(|| board.node_at(Cell::new(row as u16, col as u16)))
            .flatten()
            .ok_or_else(|| x.fail(Problem::OffAdcBoard { col, row }))
    };
    let (first, second) = (node(x0, y0)?, node(x1, y1)?);
    // Row by row, as from a grid: all formats give the same puzzle.
    Ok([first.min(second), first.max(second)])
}
