//! What a saved picture is known to show: the files beside it with the same stem.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::terminals::Terminals;
use crate::pipeline::Reason;
use crate::puzzle::flow::{Puzzle, text};
use crate::puzzle::futoshiki;

/// Endings of the files that hold a board. The first that exists counts.
const BOARD_ENDINGS: [&str; 2] = ["puzzle", "txt"];

/// What is right for one picture: the board, or a refusal. With both, either.
#[derive(Debug)]
pub(super) struct Expectation {
    /// The board shown.
    pub(super) board: Option<Puzzle>,
    /// The Futoshiki board shown, with all digits.
    pub(super) futoshiki: Option<futoshiki::Puzzle>,
    /// How it may be refused.
    pub(super) refusal: Option<Refusals>,
    /// Of a board that was not written down: its terminals. A graph that has these is right.
    pub(super) terminals: Option<Terminals>,
}

/// The refusals that are right.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusals {
    /// With any reason.
    Any,
    /// With one of these words.
    Words(Vec<String>),
}

impl Refusals {
    /// Whether a refusal for this reason is right. `unsupported` stands for every kind of it.
    pub(super) fn allow(&self, reason: &Reason) -> bool {
        let given = reason.to_string();
        let kind = given.split(':').next().unwrap_or_default();
        match self {
            Self::Any => true,
            Self::Words(words) => words.iter().any(|word| *word == given || word == kind),
        }
    }
}

impl Expectation {
    /// Reads the files beside a picture; `None` when there is none.
    ///
    /// # Errors
    /// When one of them cannot be read or makes no sense.
    pub(super) fn beside(picture: &Path) -> anyhow::Result<Option<Self>> {
        let read = |path: &Path| {
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
        };
        let mut expectation = Self {
            board: None,
            futoshiki: None,
            refusal: None,
            terminals: None,
        };
        let existing = |ending: &&str| Some(picture.with_extension(ending)).filter(|p| p.exists());
        let board_file: Option<PathBuf> = BOARD_ENDINGS.iter().find_map(existing);
        if let Some(path) = &board_file {
            let content = read(path)?;
            match parse_board(path, &content)? {
                Some(puzzle) => expectation.board = Some(puzzle),
                None => {
                    expectation.refusal = Some(Refusals::Any);
                    expectation.terminals = Terminals::listed(&content);
                }
            }
        }
        let board_file = picture.with_extension("futoshiki");
        if board_file.exists() {
            expectation.futoshiki = Some(parse_futoshiki(&board_file, &read(&board_file)?)?);
        }
        let reason_file = picture.with_extension("reason");
        if reason_file.exists() {
            expectation.refusal = Some(parse_reasons(&reason_file, &read(&reason_file)?)?);
        }
        let is_known = expectation.has_board() || expectation.refusal.is_some();
        Ok(is_known.then_some(expectation))
    }

    /// Whether the picture shows a board, of whatever puzzle.
    pub(super) fn has_board(&self) -> bool {
        self.board.is_some() || self.futoshiki.is_some()
    }
}

/// The only board of a file; `None` when it holds only comments, which says that the board in the
/// picture cannot be written as a grid.
fn parse_board(path: &Path, content: &str) -> anyhow::Result<Option<Puzzle>> {
    let is_comment = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    if content.lines().all(is_comment) {
        return Ok(None);
    }
    let mut levels = text::read_any(&path.display().to_string(), content)?;
    match (levels.pop(), levels.len()) {
        (Some(level), 0) => Ok(Some(level.puzzle)),
        (_, others) => bail!(
            "{}: holds {} boards; a picture shows one: keep that",
            path.display(),
            others + 1
        ),
    }
}

/// The only board of a file.
fn parse_futoshiki(path: &Path, content: &str) -> anyhow::Result<futoshiki::Puzzle> {
    let levels = futoshiki::text::read_any(&path.display().to_string(), content)?;
    match <[_; 1]>::try_from(levels) {
        Ok([level]) => Ok(level.puzzle),
        Err(levels) => bail!(
            "{}: holds {} boards; a picture shows one: keep that",
            path.display(),
            levels.len()
        ),
    }
}

fn parse_reasons(path: &Path, content: &str) -> anyhow::Result<Refusals> {
    let words: Vec<String> = content
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default())
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect();
    if words.is_empty() {
        bail!(
            "{}: names no reason; write one, such as {}",
            path.display(),
            Reason::NoBoard
        );
    }
    Ok(Refusals::Words(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beside(files: &[(&str, &str)]) -> anyhow::Result<Option<Expectation>> {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            fs::write(folder.path().join(name), content).unwrap();
        }
        Expectation::beside(&folder.path().join("a.b.PNG"))
    }

    #[test]
    fn a_board_comes_from_a_puzzle_or_a_txt_of_the_same_stem() {
        for ending in BOARD_ENDINGS {
            let expectation = beside(&[(&format!("a.b.{ending}"), "# a comment\nA.\n.A\n")]);
            let board = expectation.unwrap().unwrap().board.unwrap();
            assert_eq!((board.board().rows(), board.pairs().len()), (2, 1));
        }
        assert!(beside(&[("a.puzzle", "AA\n")]).unwrap().is_none());
    }

    #[test]
    fn comments_only_mean_that_any_refusal_is_right() {
        let expectation = beside(&[("a.b.txt", "# hexagons\n\n  # nothing else\n")]);
        let expectation = expectation.unwrap().unwrap();
        assert!(expectation.board.is_none());
        assert_eq!(expectation.refusal, Some(Refusals::Any));
    }

    #[test]
    fn any_word_of_a_reason_file_is_right_and_both_files_may_stand_together() {
        let files = [
            ("a.b.txt", "AA\n"),
            ("a.b.reason", "partial no-board # cut\nunsupported\n"),
        ];
        let expectation = beside(&files).unwrap().unwrap();
        assert!(expectation.board.is_some());
        let refusals = expectation.refusal.unwrap();
        assert!(refusals.allow(&Reason::Partial) && refusals.allow(&Reason::NoBoard));
        assert!(refusals.allow(&Reason::Unsupported("hexes".into())));
        assert!(!refusals.allow(&Reason::Covered));
        let one = Refusals::Words(vec!["unsupported:hexes".into()]);
        assert!(one.allow(&Reason::Unsupported("hexes".into())));
        assert!(!one.allow(&Reason::Unsupported("bridges".into())));
    }

    #[test]
    fn files_that_say_nothing_are_errors_that_name_the_file() {
        for (name, content) in [("a.b.reason", "# none\n"), ("a.b.txt", "A..\n..B\n")] {
            let error = beside(&[(name, content)]).unwrap_err();
            assert!(format!("{error:#}").contains(name), "{error:#}");
        }
    }
}
