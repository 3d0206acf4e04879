//! What is to be solved: levels from text, or a board from a picture.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};

use super::super::files::PICTURES;
use crate::capture::{STANDARD_INPUT, decode_picture, is_picture};
use crate::pipeline::Rgb;
use crate::puzzle::flow::text::{Level, read_bytes};
use crate::read::{self, ReadOptions};
use crate::solve::flow::Touching;

/// The most bytes of a file: more than the largest picture, which is far more than any text.
const MAX_BYTES: u64 = 200_000_000;

/// A level, and how to treat it for where it comes from.
pub(super) struct Board {
    pub level: Level,
    /// Whether paths may touch themselves if nothing else is said.
    pub touching: Touching,
    /// What the flows look like, if a picture showed it.
    pub colours: Vec<Rgb>,
}

/// Reads a file or standard input, told apart by content; a file that is called a picture must be one.
pub(super) fn boards(file: &Path, touching: bool) -> anyhow::Result<Vec<Board>> {
    let (name, bytes) = bytes(file)?;
    if is_picture(&bytes) || PICTURES.has(file) {
        return Ok(vec![board_in_picture(file, name, &bytes, touching)?]);
    }
    let levels = read_bytes(&name, &bytes)?.into_iter();
    Ok(levels
        .map(|level| Board {
            level,
            touching: Touching::Fallback,
            colours: Vec::new(),
        })
        .collect())
}

fn bytes(file: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let is_input = file == Path::new(STANDARD_INPUT);
    let name = if is_input {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    };
    let mut bytes = Vec::new();
    let read: io::Result<usize> = if is_input {
        io::stdin()
            .lock()
            .take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)
    } else {
        File::open(file).and_then(|open| open.take(MAX_BYTES + 1).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("cannot read {name}: check its name and your right to read it"))?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!(
            "{name} is larger than {} MB: no puzzle and no picture is",
            MAX_BYTES / 1_000_000
        );
    }
    Ok((name, bytes))
}

fn board_in_picture(
    file: &Path,
    name: String,
    bytes: &[u8],
    touching: bool,
) -> anyhow::Result<Board> {
    let frame = decode_picture(file, bytes)?;
    let reading = read::flow(&frame, &ReadOptions { touching }).with_context(|| name.clone())?;
    Ok(Board {
        level: Level::new(name, reading.board.puzzle, None),
        touching: Touching::Never,
        colours: reading.board.colours,
    })
}
