//! The lines of a board with commas.

use super::error::{Problem, TextError};
use super::slots::{self, Slots};
use crate::puzzle::futoshiki::Puzzle;

/// The puzzle as lines of fields: cells, and signs between them.
pub fn csv(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    for line in slots::lines(puzzle, None) {
        let fields = line.chars().map(|c| match c {
            ' ' => String::new(),
            c => c.to_string(),
        });
        text += &fields.collect::<Vec<_>>().join(",");
        text.push('\n');
    }
    text
}

/// Whether this is the first line of one: an odd number of fields, of cells and signs of a row. A line of a level pack of Flow has
/// semicolons.
pub(super) fn is_one(line: &str) -> bool {
    let commas = line.matches(',').count();
    commas >= 2 && commas.is_multiple_of(2) && !line.contains([';', ':'])
}

/// Reads boards with empty lines between them. Lines of signs are never empty: they have their commas.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<Puzzle>, TextError> {
    let lines: Vec<(usize, &str)> = super::lines(text).collect();
    let boards = lines.split(|(_, line)| line.trim().is_empty());
    let boards = boards.filter(|lines| !lines.is_empty());
    boards
        .map(|lines| {
            read_one(lines)
                .map_err(|(line, column, problem)| TextError::new(file, line, column, problem))
        })
        .collect()
}

/// Reads one board. An error comes with its line and column, from 1.
fn read_one(lines: &[(usize, &str)]) -> Result<Puzzle, (usize, usize, Problem)> {
    let (start, first) = lines[0];
    let size = first.matches(',').count() / 2 + 1;
    let mut slots = Slots::new(size).map_err(|problem| (start, 1, problem))?;
    let expected = slots.side();
    for (index, &(number, line)) in lines.iter().enumerate() {
        if index >= expected {
            let found = lines.len();
            return Err((number, 1, Problem::Height { found, expected }));
        }
        let found = line.split(',').count();
        if found != expected {
            return Err((number, 1, Problem::Width { found, expected }));
        }
        let mut column = 1;
        for (place, field) in line.split(',').enumerate() {
            let put = slots.put(index, place, field);
            put.map_err(|problem| (number, column, problem))?;
            column += field.chars().count() + 1;
        }
    }
    if lines.len() < expected {
        let (row, size) = (lines.len().div_ceil(2) + 1, slots.size());
        let after = lines[lines.len() - 1].0 + 1;
        return Err((after, 1, Problem::MissingRow { row, size }));
    }
    slots.puzzle().map_err(|problem| (start, 1, problem))
}
