//! What is to be solved: levels from text, or a board from a picture.

use std::path::Path;

use anyhow::Context;

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

/// Reads what a file or standard input holds, told apart by content; a file that is called a picture must be one.
pub(super) fn boards(
    file: &Path,
    name: String,
    bytes: &[u8],
    touching: bool,
) -> anyhow::Result<Vec<Board>> {
    if is_picture(bytes) || PICTURES.has(file) {
        return Ok(vec![board_in_picture(file, name, bytes, touching)?]);
    }
    let levels = read_bytes(&name, bytes)?.into_iter();
    Ok(levels
        .map(|level| Board {
            level,
            touching: Touching::Fallback,
            colours: Vec::new(),
        })
        .collect())
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
        touching: if reading.touching {
            Touching::Allowed
        } else {
            Touching::Never
        },
        colours: reading.board.colours,
    })
}
