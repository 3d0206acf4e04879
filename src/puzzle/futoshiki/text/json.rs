//! Levels as JSON.

use serde::{Deserialize, Serialize};

use super::board::put_line;
use super::error::{Problem, TextError};
use super::slots::{self, Slots};
use super::{Level, numbered};
use crate::puzzle::futoshiki::{Digit, Solution, verify};
use crate::puzzle::text::documents;

/// The schema; the module's page documents it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    puzzle: Name,
    #[serde(default)]
    name: Option<String>,
    size: usize,
    grid: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<Vec<Digit>>>,
}

/// The only value of `puzzle`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Name {
    Futoshiki,
}

/// The level as one line of JSON, without a line end.
pub fn json(level: &Level) -> String {
    let puzzle = &level.puzzle;
    let size = usize::from(puzzle.size());
    let solution = level.solution.as_ref();
    let document = Document {
        puzzle: Name::Futoshiki,
        name: Some(level.name.clone()),
        size,
        grid: slots::lines(puzzle, None),
        solution: solution.map(|it| it.digits.chunks(size).map(<[Digit]>::to_vec).collect()),
    };
    serde_json::to_string(&document).expect("strings and numbers can always be written")
}

/// Whether a text is JSON that names this puzzle, before all values that are lists.
pub(super) fn is_one(text: &str) -> bool {
    let is_object = text.trim_start().starts_with(['{', '[']);
    is_object && text.contains("\"puzzle\"") && text.contains("\"futoshiki\"")
}

/// Reads an array of levels, or levels one after another.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<Level>, TextError> {
    let fail = |error: serde_json::Error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or("").to_owned();
        let (line, column) = (error.line().max(1), error.column().max(1));
        TextError::new(file, line, column, Problem::Json(message))
    };
    let documents: Vec<(Document, usize)> = documents(text).map_err(fail)?;
    let count = documents.len();
    let levels = documents.into_iter().enumerate();
    levels
        .map(|(index, (document, line))| {
            level(document, numbered(file, index, count))
                .map_err(|problem| TextError::new(file, line, 1, problem))
        })
        .collect()
}

/// All faults of one document are blamed on the line where it starts.
fn level(document: Document, name: String) -> Result<Level, Problem> {
    let mut slots = Slots::new(document.size)?;
    let (found, expected) = (document.grid.len(), slots.side());
    if found < expected {
        let (row, size) = (found.div_ceil(2) + 1, slots.size());
        return Err(Problem::MissingRow { row, size });
    }
    for (index, line) in document.grid.iter().enumerate() {
        if index >= expected {
            return Err(Problem::Height { found, expected });
        }
        put_line(&mut slots, index, line).map_err(|(_, problem)| problem)?;
    }
    let puzzle = slots.puzzle()?;
    let solution = document.solution.map(|rows| Solution {
        digits: rows.concat(),
    });
    if let Some(solution) = &solution {
        verify(&puzzle, solution)?;
    }
    let name = document.name.unwrap_or(name);
    Ok(Level {
        // A name in JSON may hold a line break or what moves a terminal's cursor.
        name: name.replace(char::is_control, " "),
        puzzle,
        solution,
    })
}
