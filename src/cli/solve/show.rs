//! Solutions on standard output.

use std::env;
use std::io::{self, IsTerminal};

use crate::cli::exit::Usage;
use crate::cli::stdio::print;
use crate::puzzle::flow::Solution;
use crate::puzzle::flow::text::{Level, box_drawing, json, letters, paths};
use crate::render::in_colour;

/// How to write solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Terminals as their characters, pipes as lines: `B┌─RO`
    Box,
    /// Terminals in upper case, pipes in lower case, up to 26 colours
    Letters,
    /// A line for each colour with the numbers of its cells, row by row from 0
    Paths,
    /// The puzzle and its solution as one line of JSON
    Json,
}

/// The line above each of several levels: a comment, so that readers of solutions skip it.
pub(super) fn heading(name: &str, gap: &str, format: Option<Format>) -> anyhow::Result<()> {
    if format != Some(Format::Json) {
        print(&format!("{gap}# {name}\n"))?;
    }
    Ok(())
}

/// Writes solutions, an empty line between two; JSON says the level's name in each.
pub(super) fn solutions(
    level: &Level,
    solutions: &[Solution],
    format: Option<Format>,
) -> anyhow::Result<()> {
    let mut text = String::new();
    for (index, solution) in solutions.iter().enumerate() {
        if index > 0 && format != Some(Format::Json) {
            text.push('\n');
        }
        text += &written(level, solution, format)?;
    }
    print(&text)
}

fn written(level: &Level, solution: &Solution, format: Option<Format>) -> Result<String, Usage> {
    let puzzle = &level.puzzle;
    let drawing = match format {
        None => match box_drawing(puzzle, solution) {
            Ok(drawing) => drawing,
            Err(_) => return Ok(paths(puzzle, solution)),
        },
        Some(Format::Box) => {
            box_drawing(puzzle, solution).map_err(|error| Usage(format!("--format: {error}")))?
        }
        Some(Format::Letters) => {
            letters(puzzle, solution).map_err(|error| Usage(format!("--format: {error}")))?
        }
        Some(Format::Paths) => return Ok(paths(puzzle, solution)),
        Some(Format::Json) => {
            let level = Level::new(&level.name, puzzle.clone(), Some(solution.clone()));
            return Ok(json(&level) + "\n");
        }
    };
    if shows_colour() {
        Ok(in_colour(puzzle, solution, &drawing))
    } else {
        Ok(drawing)
    }
}

/// Whether a person is looking who has not asked for plain text (<https://no-color.org>).
fn shows_colour() -> bool {
    let is_plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_plain
}
