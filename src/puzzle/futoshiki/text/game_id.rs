//! Game ids of `unequal`, a game of Simon Tatham's Portable Puzzle Collection.

use std::cmp::Ordering;
use std::fmt::Write;

use super::error::{Problem, TextError};
use super::slots::Slots;
use crate::geometry::Cell;
use crate::puzzle::futoshiki::Puzzle;

/// By direction: its letter, and the step to the neighbour in rows and columns.
const DIRECTIONS: [(char, i32, i32); 4] = [('U', -1, 0), ('R', 0, 1), ('D', 1, 0), ('L', 0, -1)];

/// The puzzle as a game id.
pub fn game_id(puzzle: &Puzzle) -> String {
    let size = puzzle.size();
    let mut text = format!("{size}:");
    for (index, given) in puzzle.givens().iter().enumerate() {
        let cell = Cell::from_index(index, u16::from(size));
        let _ = write!(text, "{}", given.unwrap_or(0));
        for (letter, down, right) in DIRECTIONS {
            let neighbour = neighbour(cell, down, right);
            if neighbour.and_then(|it| puzzle.sign(cell, it)) == Some(Ordering::Greater) {
                text.push(letter);
            }
        }
        text.push(',');
    }
    text
}

/// The cell beside another, if it is not above or left of every board.
fn neighbour(cell: Cell, down: i32, right: i32) -> Option<Cell> {
    let row = u16::try_from(i32::from(cell.row) + down).ok()?;
    let col = u16::try_from(i32::from(cell.col) + right).ok()?;
    Some(Cell::new(row, col))
}

/// Whether a line is a game id: a size, perhaps letters for the difficulty, a colon, and cells. A line of a level pack of Flow has
/// semicolons.
pub(super) fn is_one(line: &str) -> bool {
    let is_id = |(params, cells): (&str, &str)| {
        params.starts_with(|c: char| c.is_ascii_digit())
            && params.chars().all(|c| c.is_ascii_alphanumeric())
            && cells.starts_with(|c: char| c.is_ascii_digit())
            && cells.matches(',').nth(2).is_some()
            && !cells.contains(';')
    };
    line.trim().split_once(':').is_some_and(is_id)
}

/// Reads game ids, one a line.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<Puzzle>, TextError> {
    super::content(text)
        .map(|(number, line)| {
            read_one(line)
                .map_err(|(column, problem)| TextError::new(file, number, column, problem))
        })
        .collect()
}

/// An error comes with its column, from 1.
fn read_one(line: &str) -> Result<Puzzle, (usize, Problem)> {
    let line = line.trim_end();
    let Some((params, cells)) = line.split_once(':') else {
        return Err((1, Problem::NoHeader(line.chars().take(40).collect())));
    };
    let digits = params.trim_start().chars().take_while(char::is_ascii_digit);
    let size = digits.collect::<String>().parse().unwrap_or(usize::MAX);
    if params.contains('a') {
        return Err((1, Problem::Adjacent));
    }
    let mut slots = Slots::new(size).map_err(|problem| (1, problem))?;
    let mut column = params.chars().count() + 2;
    let cells = cells.strip_suffix(',').unwrap_or(cells);
    let (found, size) = (cells.split(',').count(), slots.size());
    if found != usize::from(size) * usize::from(size) {
        return Err((column, Problem::CellCount { found, size }));
    }
    for (index, field) in cells.split(',').enumerate() {
        let cell = Cell::from_index(index, u16::from(size));
        put_cell(&mut slots, cell, field).map_err(|problem| (column, problem))?;
        column += field.chars().count() + 1;
    }
    slots.puzzle().map_err(|problem| (1, problem))
}

/// Puts in a cell: its digit, then the directions of smaller neighbours.
fn put_cell(slots: &mut Slots, cell: Cell, field: &str) -> Result<(), Problem> {
    let letters = field.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &field[..field.len() - letters.len()];
    let (line, place) = (2 * usize::from(cell.row), 2 * usize::from(cell.col));
    slots.put(line, place, digits)?;
    for letter in letters.chars() {
        let step = DIRECTIONS.iter().find(|(known, ..)| *known == letter);
        let &(_, down, right) = step.ok_or(Problem::NotADirection(letter))?;
        let smaller = neighbour(cell, down, right);
        let is_on_board = |it: &Cell| it.row.max(it.col) < u16::from(slots.size());
        let smaller = smaller
            .filter(is_on_board)
            .ok_or(Problem::NoNeighbour(letter))?;
        slots.sign(smaller, cell);
    }
    Ok(())
}
