//! `flowbot check`: test the reading of boards against saved pictures.

mod expectation;
mod verdict;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use serde::Serialize;

use self::expectation::Expectation;
use self::verdict::{Verdict, Word};
use super::Exit;
use super::look::{Look, Outcome, milliseconds};
use super::parallel::in_order;
use super::pictures;
use super::progress::Progress;
use crate::read::ReadOptions;

/// Test the reading of boards against saved pictures
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every picture (PNG, JPEG) is read and compared with the files beside it:
  STEM.puzzle or STEM.txt   the board, up to the names of the colours; when it
                            has only comments, the picture must be refused
  STEM.reason               words: must be refused for any one of these reasons
With both, either is right. A picture with neither is skipped.

A line for each picture says
  ok        read or refused as expected
  refused   shows a board that was not read
  reason    must be refused, and was, but for another reason
  WRONG     another board was read, or a board where there is none
  error     the picture or what is expected of it is broken
  skipped   nothing says what it shows

Examples:
  flowbot check fixtures
  flowbot check shots more/shot.png --json
  flowbot extract shot.png --save-fixture shots    add a picture to shots

Exit codes: 0 all passed; 1 some failed, or nothing was checked.")]
pub(super) struct Args {
    /// Folders of pictures, or single pictures
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,

    /// Print a line of JSON for each picture and one for the sums
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(path) = args.folders.iter().find(|path| !path.exists()) {
        bail!("{}: there is no such folder or picture", path.display());
    }
    let pictures = pictures::find(&args.folders)?;
    let progress = Progress::new(pictures.len());
    let mut sums = Sums::default();
    in_order(
        &pictures,
        |path| check(path),
        |path, checked| {
            sums.count(&checked);
            progress.step();
            progress.print(&line(path, &checked, args.json)?)?;
            anyhow::Ok(())
        },
    )?;
    progress.print(&sums.to_text(args.json)?)?;
    if sums.passed + sums.failed == 0 {
        bail!(
            "nothing was checked: no picture has a .puzzle, .txt or .reason of the same stem beside it"
        );
    }
    Ok(match sums.failed {
        0 => Exit::Done,
        _ => Exit::Failed,
    })
}

/// What became of one picture.
struct Checked {
    verdict: Verdict,
    seen: Seen,
    took: Duration,
}

/// What was seen, whether rightly or not.
#[derive(Clone, Copy)]
enum Seen {
    Board,
    Refusal,
    Nothing,
}

/// Reads one picture and compares it with what is expected.
fn check(path: &Path) -> Checked {
    let without_look = |word, remark: String| Checked {
        verdict: Verdict::new(word, remark),
        seen: Seen::Nothing,
        took: Duration::ZERO,
    };
    let expected = match Expectation::beside(path) {
        Ok(Some(expected)) => expected,
        Ok(None) => {
            let remark = "no .puzzle, .txt or .reason says what it shows".to_owned();
            return without_look(Word::Skipped, remark);
        }
        Err(error) => return without_look(Word::Error, format!("{error:#}")),
    };
    let look = Look::at_file(path, &ReadOptions::default());
    Checked {
        verdict: Verdict::of(&expected, &look.outcome),
        seen: match look.outcome {
            Outcome::Read(_) => Seen::Board,
            Outcome::Refused(_) => Seen::Refusal,
            Outcome::Failed(_) => Seen::Nothing,
        },
        took: look.took,
    }
}

/// A picture's line of `--json`.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    verdict: Word,
    remark: &'a str,
    /// Milliseconds for the reading, without decoding the file.
    ms: f64,
}

fn line(path: &Path, checked: &Checked, json: bool) -> serde_json::Result<String> {
    let file = path.display().to_string();
    let Verdict { word, remark } = &checked.verdict;
    if !json {
        return Ok(format!("{:<8} {file}: {remark}\n", word.text()));
    }
    let line = Line {
        file: &file,
        verdict: *word,
        remark,
        ms: milliseconds(checked.took),
    };
    Ok(serde_json::to_string(&line)? + "\n")
}

/// How many pictures did what; the last line of `--json`.
#[derive(Debug, Default, Serialize)]
struct Sums {
    passed: usize,
    failed: usize,
    /// Boards read, rightly or wrongly.
    read: usize,
    /// Pictures refused, rightly or wrongly.
    refused: usize,
    wrong: usize,
    skipped: usize,
}

impl Sums {
    fn count(&mut self, checked: &Checked) {
        match checked.verdict.word {
            Word::Ok => self.passed += 1,
            Word::Skipped => self.skipped += 1,
            word => {
                self.failed += 1;
                self.wrong += usize::from(word == Word::Wrong);
            }
        }
        match checked.seen {
            Seen::Board => self.read += 1,
            Seen::Refusal => self.refused += 1,
            Seen::Nothing => {}
        }
    }

    fn to_text(&self, json: bool) -> serde_json::Result<String> {
        if json {
            return Ok(serde_json::to_string(self)? + "\n");
        }
        Ok(format!(
            "\n{} read, {} refused, {} WRONG, {} skipped\n{} passed, {} failed\n",
            self.read, self.refused, self.wrong, self.skipped, self.passed, self.failed
        ))
    }
}
