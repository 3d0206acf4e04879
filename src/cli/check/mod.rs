//! `flowbot check`: test the reading of boards against saved pictures.

mod expectation;
mod page;
mod stress;
mod sums;
mod table;
mod terminals;
mod verdict;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use self::expectation::Expectation;
use self::stress::{Case, Original, Plan, stress};
use self::sums::Sums;
use self::table::Table;
use self::verdict::{Verdict, Word};
use super::Exit;
use super::files::{self, PICTURES};
use super::look::{Look, Outcome, milliseconds};
use super::output::write_whole;
use super::parallel::{cores, in_order};
use super::progress::Progress;
use crate::profile;
use crate::read::ReadOptions;
use crate::render::distort::Kind;
use crate::render::report::{End, Entry, Report};

/// Test the reading of boards against saved pictures
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every picture (PNG, JPEG, WebP, GIF, BMP) is read and compared with the files beside it:
  STEM.puzzle or STEM.txt   the board, up to the names of the colours; when it
                            has only comments, the picture must be refused,
                            or read as a graph with the terminals of the comment
                            `# terminals (letter x y px): A 620 1007; ...`
  STEM.futoshiki            the Futoshiki board, with all digits that are shown
  STEM.reason               words: must be refused for any one of these reasons
With a board and reasons, either is right. A picture with none is skipped.

A line for each picture says
  ok        read or refused as expected
  refused   shows a board that was not read
  reason    must be refused, and was, but for another reason
  WRONG     another board was read, or a board where there is none
  error     the picture or what is expected of it is broken
  skipped   nothing says what it shows

With --stress every picture is then distorted N times: jpeg, smaller, larger,
blur, gain, tint, gamma, noise, chroma, crop, desktop, perspective, cover, cut,
each from mild to strong. A board read rightly must be read again or be refused,
never be read otherwise or elsewhere (WRONG). A seed gives the same distortions
of a picture each time, also when it is checked alone.

Examples:
  flowbot check fixtures
  flowbot check shots more/shot.png --json
  flowbot check shots --stress 40 --seed 7   each picture in 40 distortions
  flowbot check shots --stress 20 --distort cut     with rows or columns cut off
  flowbot check shots --report seen.html     one page to look at: each picture
                                             beside what was read
  flowbot extract shot.png --save-fixture shots    add a picture to shots

Exit codes: 0 all passed, and nothing was WRONG when distorted; 1 some failed, or
nothing was checked.")]
pub(super) struct Args {
    /// Folders of pictures, or single pictures
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,

    /// Also read N distortions of each picture
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    stress: Option<u32>,

    /// Where the random numbers of --stress start
    #[arg(long, value_name = "S", default_value_t = 1, requires = "stress")]
    seed: u64,

    /// Distort in this way only; may be given several times
    #[arg(long, value_name = "KIND", requires = "stress", value_parser = kind_parser())]
    distort: Vec<Kind>,

    /// Read what cannot be read otherwise with the help of this profile: `flow-free`, or a file of `flowbot calibrate`
    #[arg(long, value_name = "NAME|FILE")]
    profile: Option<String>,

    /// Write a page with every picture beside what was read; replaces the page of the last time
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,

    /// Print a line of JSON for each picture and one for the sums
    #[arg(long)]
    json: bool,
}

impl Args {
    /// How pictures are distorted, if they are.
    fn plan<'a>(&'a self, options: ReadOptions<'a>) -> Option<Plan<'a>> {
        self.stress.map(|count| Plan {
            count: count as usize,
            seed: self.seed,
            kinds: match self.distort.as_slice() {
                [] => &Kind::ALL,
                kinds => kinds,
            },
            options,
        })
    }
}

/// Takes the name of a kind of distortion.
fn kind_parser() -> impl TypedValueParser<Value = Kind> {
    let by_name = |name: String| Kind::ALL.into_iter().find(|kind| kind.name() == name);
    let names = PossibleValuesParser::new(Kind::ALL.map(Kind::name));
    names.try_map(move |name| by_name(name).ok_or("there is no such distortion"))
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(path) = args.folders.iter().find(|path| !path.exists()) {
        bail!("{}: there is no such folder or picture", path.display());
    }
    let profile = args.profile.as_deref().map(profile::load).transpose()?;
    let pictures = files::find(&args.folders, &PICTURES)?;
    let options = ReadOptions {
        profile: profile.as_ref(),
        ..ReadOptions::default()
    };
    let plan = args.plan(options);
    let progress = Progress::new(pictures.len(), "pictures");
    let mut sums = Sums::default();
    let mut table = plan.map(|_| Table::default());
    let (mut entries, mut cases) = (Vec::new(), Vec::new());
    in_order(
        &pictures,
        cores(),
        |path| check(path, &options, plan, args.report.is_some()),
        |path, checked| {
            sums.count(&checked);
            if let Some(table) = &mut table {
                table.count(&checked.stress, checked.is_read_rightly());
            }
            progress.step();
            progress.print(&lines(path, &checked, args.json)?)?;
            if checked.is_read_rightly() {
                cases.extend(checked.stress);
            }
            entries.extend(checked.entries);
            anyhow::Ok(())
        },
    )?;
    let is_wrong = table.as_ref().is_some_and(|table| table.wrong() > 0);
    progress.print(&sums.to_text(table.as_ref(), args.json)?)?;
    if let Some(path) = &args.report {
        let report = Report {
            title: format!("flowbot check: {} pictures", pictures.len()),
            summary: vec![sums.counts()],
            entries: by_need(entries),
            stress: table.as_ref().map(|table| page::stress(table, &cases)),
        };
        write_whole(path, report.to_html().as_bytes())?;
        progress.warn(&format!("{} shows all this\n", path.display()));
    }
    if sums.is_empty() {
        bail!(
            "nothing was checked: no picture has a .puzzle, .txt, .futoshiki or .reason of the same stem beside it"
        );
    }
    Ok(if sums.has_failed() || is_wrong {
        Exit::Failed
    } else {
        Exit::Done
    })
}

/// Those first that need a look.
fn by_need(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by_key(|entry| {
        let is_its = |word: &Word| word.text() == entry.verdict;
        Word::BY_NEED.iter().position(is_its)
    });
    entries
}

/// What became of one picture.
struct Checked {
    verdict: Verdict,
    seen: Seen,
    took: Duration,
    /// Its distortions.
    stress: Vec<Case>,
    /// For the report, if there is one: the picture, then its distortions that were read wrongly.
    entries: Vec<Entry>,
}

/// What was seen, whether rightly or not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Board,
    Refusal,
    Nothing,
}

impl Checked {
    fn without_look(path: &Path, word: Word, remark: String) -> Self {
        let entry = Entry {
            name: path.display().to_string(),
            verdict: word.text(),
            remark: remark.clone(),
            ..Entry::default()
        };
        Self {
            verdict: Verdict::new(word, remark),
            seen: Seen::Nothing,
            took: Duration::ZERO,
            stress: Vec::new(),
            entries: vec![entry],
        }
    }

    fn is_read_rightly(&self) -> bool {
        self.verdict.word == Word::Ok && self.seen == Seen::Board
    }
}

/// Reads one picture and compares it with what is expected; then its distortions.
fn check(path: &Path, options: &ReadOptions, plan: Option<Plan>, is_reported: bool) -> Checked {
    let expected = match Expectation::beside(path) {
        Ok(Some(expected)) => expected,
        Ok(None) => {
            let remark = "no .puzzle, .txt, .futoshiki or .reason says what it shows".to_owned();
            return Checked::without_look(path, Word::Skipped, remark);
        }
        Err(error) => return Checked::without_look(path, Word::Error, format!("{error:#}")),
    };
    let look = Look::at_file(path, options);
    let verdict = Verdict::of(&expected, &look.outcome);
    let name = path.display().to_string();
    let mut entries = Vec::new();
    if is_reported {
        entries.push(page::entry(name.clone(), &expected, &look, &verdict));
    }
    let mut stressed = Vec::new();
    if let (Some(plan), Some(frame)) = (plan, &look.frame) {
        let lattice = look.outcome.lattice();
        let board = lattice.filter(|_| verdict.word == Word::Ok);
        let watch = |case: &Case, look: &Look| {
            if is_reported && case.end == End::Wrong {
                let name = format!("{name}, {}", case.title());
                let wrong = Verdict::new(Word::Wrong, case.remark.as_str());
                entries.push(page::entry(name, &expected, look, &wrong));
            }
        };
        let original = Original {
            path,
            picture: &frame.picture,
            expected: &expected,
            board,
        };
        stressed = stress(original, plan, watch);
    }
    Checked {
        verdict,
        seen: match look.outcome {
            Outcome::Read(_) | Outcome::Futoshiki(_) => Seen::Board,
            Outcome::Refused(_) => Seen::Refusal,
            Outcome::Failed(_) => Seen::Nothing,
        },
        took: look.took,
        stress: stressed,
        entries,
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stress: Vec<StressLine<'a>>,
}

/// One distortion in a picture's line.
#[derive(Serialize)]
struct StressLine<'a> {
    kind: &'static str,
    strength: f64,
    verdict: &'static str,
    remark: &'a str,
}

/// The lines about a picture: one, and in text one more for each distortion that was read wrongly.
fn lines(path: &Path, checked: &Checked, json: bool) -> serde_json::Result<String> {
    let file = path.display().to_string();
    let Verdict { word, remark } = &checked.verdict;
    if !json {
        let mut text = format!("{:<8} {file}: {remark}", word.text());
        if !checked.stress.is_empty() {
            let count = |end| checked.stress.iter().filter(|case| case.end == end).count();
            let (read, refused) = (count(End::Read), count(End::Refused));
            text += &format!("; distorted {read} read, {refused} refused");
        }
        text.push('\n');
        for case in checked.stress.iter().filter(|case| case.end == End::Wrong) {
            text += &format!("WRONG    {file}: {}: {}\n", case.title(), case.remark);
        }
        return Ok(text);
    }
    let line = Line {
        file: &file,
        verdict: *word,
        remark,
        ms: milliseconds(checked.took),
        stress: checked
            .stress
            .iter()
            .map(|case| StressLine {
                kind: case.kind.name(),
                strength: case.strength,
                verdict: case.end.name(),
                remark: &case.remark,
            })
            .collect(),
    };
    Ok(serde_json::to_string(&line)? + "\n")
}
