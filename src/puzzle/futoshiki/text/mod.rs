//! Puzzles and solutions as text. This page is the reference for all formats.
//!
//! | format | read | written | holds |
//! |---|---|---|---|
//! | board file | [`read_any`] | [`board`] | a puzzle, or a solution with its signs |
//! | game id of Simon Tatham's `unequal` | [`read_any`] | [`game_id`] | a puzzle |
//! | CSV | [`read_any`] | [`csv`] | a puzzle |
//! | JSON | [`read_any`] | [`json`] | a puzzle and its solution |
//!
//! Digits from 10 on are letters: `A` is 10, `P` is 25.
//!
//! # Board file
//!
//! ```text
//! # a comment is a line of its own
//! size: 4
//! . . . 2
//! ^
//! .<. . .
//!     ^
//! . . . .
//! v v
//! . . . .
//! ```
//!
//! Below `size: N` stand 2N-1 lines. A row has N cells, a digit or `.`, and between two cells `<`, `>` or a space. A line
//! between rows has below each cell `^` (the upper cell is smaller), `v` (the lower is smaller) or a space; it may be empty.
//! Spaces at the end of a line may be left out. A file may hold several boards, each with its `size:`.
//!
//! # Game id
//!
//! `4:3,0,0,0L,0,...` as `unequal` shows it under *Game > Specific*, one a line: for each cell its digit, or 0, then the
//! directions `U`, `R`, `D`, `L` in which the neighbour is smaller.
//!
//! # CSV
//!
//! The lines of a board file, with a comma after each character: 2N-1 lines of 2N-1 fields. An empty cell is `.`, `0` or
//! nothing; digits from 10 on may be numbers. An empty line stands between two boards.
//!
//! # JSON
//!
//! An object, an array of objects, or objects one after another; `grid` holds the lines of a board file:
//!
//! ```json
//! {"puzzle": "futoshiki", "name": "two", "size": 2, "grid": [".<.", "", ". ."], "solution": [[1, 2], [2, 1]]}
//! ```

mod board;
mod csv;
mod error;
mod game_id;
mod json;
mod slots;

pub use board::{board, solved_board};
pub use csv::csv;
pub use error::{Problem, TextError};
pub use game_id::game_id;
pub use json::json;

use super::{Puzzle, Solution};
use crate::puzzle::text::{numbered, utf8};

/// A puzzle with a name, and its solution where the text gave one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// What to call it: the name that the text gives, else the file's, with a number where it holds several.
    pub name: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The solution that the text gives; `verify` has accepted it.
    pub solution: Option<Solution>,
}

/// The formats, which can be told from the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Board,
    GameId,
    Csv,
    Json,
}

/// The lines of the board below `size: N` in a board file.
pub fn rows(puzzle: &Puzzle) -> Vec<String> {
    slots::lines(puzzle, None)
}

/// Whether bytes are a text of one of the formats, right or wrong. No text of a Flow puzzle is: there a comma stands twice
/// or in a line with a semicolon, and no header is called `size`.
pub fn is_futoshiki(bytes: &[u8]) -> bool {
    let text = std::str::from_utf8(bytes);
    text.is_ok_and(|text| format(text.strip_prefix('\u{feff}').unwrap_or(text)).is_some())
}

/// Reads text of any format that holds puzzles; `name` is the file's, for messages. At least one level.
///
/// # Errors
/// [`TextError`]: where the text is wrong, and what to do.
pub fn read_any(name: &str, text: &str) -> Result<Vec<Level>, TextError> {
    read_bytes(name, text.as_bytes())
}

/// As [`read_any`], from the bytes of a file.
///
/// # Errors
/// As [`read_any`], and when the bytes are not UTF-8.
pub fn read_bytes(name: &str, bytes: &[u8]) -> Result<Vec<Level>, TextError> {
    let text = utf8(name, bytes, Problem::NotText)?;
    let puzzles = match format(text) {
        Some(Format::Json) => return json::read(name, text),
        Some(Format::GameId) => game_id::read(name, text)?,
        Some(Format::Csv) => csv::read(name, text)?,
        Some(Format::Board) | None => board::read(name, text)?,
    };
    let count = puzzles.len();
    let levels = puzzles.into_iter().enumerate();
    Ok(levels
        .map(|(index, puzzle)| Level {
            name: numbered(name, index, count),
            puzzle,
            solution: None,
        })
        .collect())
}

/// The format of a text, if it is one.
fn format(text: &str) -> Option<Format> {
    if json::is_one(text) {
        return Some(Format::Json);
    }
    let first = content(text).next()?.1;
    if board::header(first).is_some() {
        Some(Format::Board)
    } else if game_id::is_one(first) {
        Some(Format::GameId)
    } else if csv::is_one(first) {
        Some(Format::Csv)
    } else {
        None
    }
}

/// The lines with their numbers, from 1, but for comments and empty ones.
fn content(text: &str) -> impl Iterator<Item = (usize, &str)> {
    lines(text).filter(|(_, line)| !line.trim().is_empty())
}

/// The lines with their numbers, from 1, but for comments.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbers = 1..;
    let lines = numbers.zip(text.lines());
    lines.filter(|(_, line)| !line.trim_start().starts_with('#'))
}
