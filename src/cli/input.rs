//! What is to be solved, or hinted at: levels from text, or a board from a picture.

use std::path::Path;

use anyhow::Context;

use super::files::{self, PICTURES};
use crate::capture::{decode_picture, is_picture};
use crate::pipeline::{Frame, Rgb};
use crate::puzzle::flow::text::{Level, read_bytes};
use crate::puzzle::futoshiki::{self, Digit};
use crate::read::{self, AnyReading, ReadOptions, Rules};
use crate::solve::flow::Touching;
use crate::solve::flow::hint::Join;

/// A level, and how to treat it for where it comes from.
pub(super) struct Board {
    pub level: Level,
    /// Whether paths may touch themselves if nothing else is said.
    pub touching: Touching,
    /// What the flows look like, if a picture showed it.
    pub colours: Vec<Rgb>,
    /// What is drawn already, if a picture shows it.
    pub drawn: Vec<Join>,
}

/// A board of Futoshiki.
pub(super) struct FutoshikiBoard {
    /// All digits that are given or shown.
    pub level: futoshiki::text::Level,
    /// By cell: digits that were entered and contradict the given ones, if a picture shows any.
    pub entered: Vec<Option<Digit>>,
}

/// What is to be solved, of one puzzle.
pub(super) enum Input {
    /// Boards of Flow.
    Flow(Vec<Board>),
    /// Boards of Futoshiki.
    Futoshiki(Vec<FutoshikiBoard>),
}

/// Reads a file or standard input, told apart by content; a file that is called a picture must be one.
pub(super) fn input(file: &Path, rules: Rules) -> anyhow::Result<Input> {
    let (name, bytes) = files::read(file)?;
    if is_picture(&bytes) || PICTURES.has(file) {
        let frame = decode_picture(file, &bytes)?;
        let options = ReadOptions {
            rules,
            ..ReadOptions::default()
        };
        return in_picture(&frame, name, &options);
    }
    if futoshiki::text::is_futoshiki(&bytes) {
        let levels = futoshiki::text::read_bytes(&name, &bytes)?.into_iter();
        let boards = levels.map(|level| FutoshikiBoard {
            entered: vec![None; level.puzzle.givens().len()],
            level,
        });
        return Ok(Input::Futoshiki(boards.collect()));
    }
    let levels = read_bytes(&name, &bytes)?.into_iter();
    let boards = levels.map(|level| board_of_level(level, rules));
    Ok(Input::Flow(boards.collect()))
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
        drawn: Vec::new(),
    }
}

/// Reads the board in a picture.
pub(super) fn in_picture(
    frame: &Frame,
    name: String,
    options: &ReadOptions,
) -> anyhow::Result<Input> {
    Ok(
        match read::any(frame, options).with_context(|| name.clone())? {
            AnyReading::Flow(reading) => Input::Flow(vec![Board {
                drawn: read::drawn(&frame.picture, &reading.board),
                level: Level::new(name, reading.board.puzzle, None),
                touching: if options.rules.touching || reading.touching {
                    Touching::Allowed
                } else {
                    Touching::Never
                },
                colours: reading.board.colours,
            }]),
            AnyReading::Futoshiki(reading) => {
                let entered = reading.board.drawn.iter();
                Input::Futoshiki(vec![FutoshikiBoard {
                    entered: entered.map(|it| it.map(|digit| digit as Digit)).collect(),
                    level: futoshiki::text::Level {
                        name,
                        puzzle: reading.board.puzzle,
                        solution: None,
                    },
                }])
            }
        },
    )
}
