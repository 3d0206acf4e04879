//! What is to be solved: levels from text, or a board from a picture.

use std::path::Path;

use anyhow::{Context, bail};

use super::super::exit::Usage;
use super::super::files::PICTURES;
use crate::capture::{decode_picture, is_picture};
use crate::pipeline::Rgb;
use crate::puzzle::flow::text::{Level, read_bytes};
use crate::read::{self, ReadOptions};
use crate::solve::flow::Touching;

/// A level, and how to treat it for where it comes from.
pub(super) struct Board {
    pub level: Level,
    /// Whether paths may touch themselves if nothing else is said.
    pub touching: Touching,
    /// What the flows look like, if a picture showed it.
    pub colours: Vec<Rgb>,
}

/// What is said about the rules of the puzzle.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Paths may touch themselves from the start.
    pub touching: bool,
    /// Cells may stay empty.
    pub allow_empty: bool,
}

/// Reads what a file or standard input holds, told apart by content; a file that is called a picture must be one.
pub(super) fn boards(
    file: &Path,
    name: String,
    bytes: &[u8],
    rules: Rules,
) -> anyhow::Result<Vec<Board>> {
    if is_picture(bytes) || PICTURES.has(file) {
        if rules.allow_empty {
            bail!(Usage(format!(
                "{name} is a picture, and boards in pictures are always filled: leave out --allow-empty"
            )));
        }
        return Ok(vec![board_in_picture(file, name, bytes, rules.touching)?]);
    }
    let levels = read_bytes(&name, bytes)?.into_iter();
    Ok(levels.map(|level| board_of_level(level, rules)).collect())
}

fn board_of_level(mut level: Level, rules: Rules) -> Board {
    if rules.allow_empty {
        level.puzzle = level.puzzle.with_empty_cells();
    }
    Board {
        level,
        touching: if rules.touching {
            Touching::Allowed
        } else {
            Touching::Fallback
        },
        colours: Vec::new(),
    }
}

fn board_in_picture(
    file: &Path,
    name: String,
    bytes: &[u8],
    touching: bool,
) -> anyhow::Result<Board> {
    let frame = decode_picture(file, bytes)?;
    let options = ReadOptions {
        touching,
        ..ReadOptions::default()
    };
    let reading = read::flow(&frame, &options).with_context(|| name.clone())?;
    Ok(Board {
        level: Level::new(name, reading.board.puzzle, None),
        touching: if touching || reading.touching {
            Touching::Allowed
        } else {
            Touching::Never
        },
        colours: reading.board.colours,
    })
}
