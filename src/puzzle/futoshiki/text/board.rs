//! Board files.

use super::error::{Problem, TextError};
use super::slots::{self, Slots};
use crate::puzzle::futoshiki::{Puzzle, Solution};

/// The puzzle as a board file.
pub fn board(puzzle: &Puzzle) -> String {
    written(puzzle, None)
}

/// The solution as a board file: the puzzle with a digit in every cell.
pub fn solved_board(puzzle: &Puzzle, solution: &Solution) -> String {
    written(puzzle, Some(solution))
}

fn written(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
    let mut text = format!("size: {}\n", puzzle.size());
    for line in slots::lines(puzzle, solution) {
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// The value of a header `size: N`.
pub(super) fn header(line: &str) -> Option<&str> {
    let value = line.trim().strip_prefix("size")?.trim_start();
    Some(value.strip_prefix(':')?.trim())
}

/// Reads boards one after another.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<Puzzle>, TextError> {
    let mut lines = super::lines(text).peekable();
    let mut puzzles = Vec::new();
    while let Some((number, line)) = lines.next() {
        if line.trim().is_empty() {
            continue;
        }
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        let fail = |problem| TextError::new(file, number, indent + 1, problem);
        let no_header = || fail(Problem::NoHeader(line.trim().chars().take(40).collect()));
        let size = header(line).and_then(|value| value.parse().ok());
        let mut slots = Slots::new(size.ok_or_else(no_header)?).map_err(fail)?;
        let mut last = number;
        for index in 0..slots.side() {
            let next = lines.next_if(|(_, line)| header(line).is_none());
            let Some((number, line)) = next else {
                let (row, size) = (index.div_ceil(2) + 1, slots.size());
                let missing = Problem::MissingRow { row, size };
                return Err(TextError::new(file, last + 1, 1, missing));
            };
            put_line(&mut slots, index, line)
                .map_err(|(column, problem)| TextError::new(file, number, column, problem))?;
            last = number;
        }
        puzzles.push(slots.puzzle().map_err(fail)?);
    }
    if puzzles.is_empty() {
        return Err(TextError::new(file, 1, 1, Problem::Empty));
    }
    Ok(puzzles)
}

/// Puts in one line of a board. An error comes with its column, from 1.
pub(super) fn put_line(
    slots: &mut Slots,
    index: usize,
    line: &str,
) -> Result<(), (usize, Problem)> {
    let line = line.trim_end();
    let (found, expected) = (line.chars().count(), slots.side());
    for (place, c) in line.chars().take(expected).enumerate() {
        let is_gap = c == ' ' && index.is_multiple_of(2) && place.is_multiple_of(2);
        let put = if is_gap {
            let (found, size) = (c.to_string(), slots.size());
            Err(Problem::NotACell { found, size })
        } else {
            slots.put(index, place, c.encode_utf8(&mut [0; 4]))
        };
        put.map_err(|problem| (place + 1, problem))?;
    }
    if found > expected || index.is_multiple_of(2) && found < expected {
        let column = found.min(expected) + 1;
        return Err((column, Problem::Width { found, expected }));
    }
    Ok(())
}
