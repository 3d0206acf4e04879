//! `flowbot extract`: turn screenshots into puzzle files.

mod explain;
mod report;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use self::explain::explained;
use super::Exit;
use super::exit::Usage;
use super::files::{self, PICTURES};
use super::game_rules::GameRules;
use super::look::{Look, Outcome};
use super::output::{ensure_may_write, write_whole};
use super::progress::Progress;
use super::target::{TargetArgs, grab};
use crate::capture::{STANDARD_INPUT, Target};
use crate::pipeline::{Frame, Reading};
use crate::profile;
use crate::puzzle::flow::{Puzzle, text};
use crate::puzzle::futoshiki;
use crate::read::ReadOptions;
use crate::render;

/// Turn screenshots into puzzle files
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  flowbot extract shot.png                   print the puzzle
  flowbot extract shots --out puzzles        write puzzles/STEM.puzzle for each
                                             picture below shots
  flowbot extract shot.png --overlay seen    write seen/shot.png, which shows
                                             what was read where
  flowbot extract shot.png --explain         and say how: lattices, lines,
                                             terminals, pairs, the engine
  flowbot extract --window 'flow free'       look at a window

A line of --json has file, status (read, refused or error) and ms. If read, also
puzzle (flow or futoshiki), rows, cols, grid, lattice, confidence and solutions;
of Flow also colours, touching and leaves_empty, which say whether only paths
that touch themselves or leave cells empty solve the board, and puzzle_file for
a board that is not plain. The grid of a Futoshiki holds all digits that are
shown. If not read, reason, message and, when a board was suspected,
doubtful_grid. With --explain also explanation, a list of lines.

Exit codes: 0 all were read; 1 a file failed; 3 none failed, but a picture was
refused.")]
pub(super) struct Args {
    /// Picture files (PNG, JPEG, WebP, GIF, BMP), folders of them, or - for standard input
    #[arg(required_unless_present = "target", conflicts_with = "target")]
    pictures: Vec<PathBuf>,

    #[command(flatten)]
    target: TargetArgs,

    /// Write each puzzle to STEM.puzzle in this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write to this folder what was read, drawn over each picture, as STEM.png
    #[arg(long, value_name = "DIR")]
    overlay: Option<PathBuf>,

    /// Save each picture and what was read to this folder, as a test for `flowbot check`
    #[arg(long, value_name = "DIR")]
    save_fixture: Option<PathBuf>,

    /// Replace files that exist already
    #[arg(long)]
    force: bool,

    /// Say what was seen and tried, and what speaks for it; on standard error, or in JSON
    #[arg(long)]
    explain: bool,

    /// Print a line of JSON for each picture
    #[arg(long)]
    json: bool,

    /// Read what cannot be read otherwise with the help of this profile: `flow-free`, or a file of `flowbot calibrate`
    #[arg(long, value_name = "NAME|FILE")]
    profile: Option<String>,

    #[command(flatten)]
    rules: GameRules,
}

/// A picture to look at.
struct Source {
    /// As messages and JSON name it.
    name: String,
    /// The name of the files written about it, less the ending.
    stem: String,
    place: Place,
}

/// Where a picture comes from.
enum Place {
    File(PathBuf),
    Desktop(Target),
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    if args.overlay.is_some() && args.overlay == args.save_fixture {
        bail!(Usage(
            "--overlay and --save-fixture both write NAME.png: give each a folder of its own"
                .to_owned()
        ));
    }
    let profile = args.profile.as_deref().map(profile::load).transpose()?;
    let options = ReadOptions {
        rules: args.rules.into(),
        profile: profile.as_ref(),
        ..ReadOptions::default()
    };
    let sources = sources(&args)?;
    if args.out.is_some() || args.overlay.is_some() || args.save_fixture.is_some() {
        ensure_different_stems(&sources)?;
    }
    let progress = Progress::new(sources.len(), "pictures");
    let (mut refused, mut failed) = (0, 0);
    for source in &sources {
        let (look, explanation) = if args.explain {
            explained(|| extract(source, &options, &args))
        } else {
            (extract(source, &options, &args), Vec::new())
        };
        match look.outcome {
            Outcome::Read(_) | Outcome::Futoshiki(_) => {}
            Outcome::Refused(_) => refused += 1,
            Outcome::Failed(_) => failed += 1,
        }
        if args.explain && !args.json {
            progress.warn(&report::explanation(&source.name, &explanation));
        }
        if args.json {
            let line = report::Line::of(&source.name, &look, &explanation);
            progress.print(&line.to_text()?)?;
        } else if let Some((_, text)) = board_text(&look.outcome) {
            progress.print(&read_text(source, &text, &args, sources.len()))?;
        } else if let Some(complaint) = report::complaint(&source.name, &look.outcome) {
            progress.warn(&complaint);
        }
        progress.step();
    }
    if sources.len() > 1 && !args.json {
        let read = sources.len() - refused - failed;
        progress.warn(&format!(
            "{read} read, {refused} refused, {failed} failed\n"
        ));
    }
    Ok(match (failed, refused) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::Refused,
        _ => Exit::Failed,
    })
}

fn sources(args: &Args) -> anyhow::Result<Vec<Source>> {
    if let Some(target) = args.target.target() {
        return Ok(vec![Source::desktop(target)]);
    }
    let pictures = files::find(&args.pictures, &PICTURES)?;
    Ok(pictures.into_iter().map(Source::file).collect())
}

impl Source {
    fn file(path: PathBuf) -> Self {
        let stem = if path == Path::new(STANDARD_INPUT) {
            "stdin".to_owned()
        } else {
            let stem = path.file_stem().unwrap_or(path.as_os_str());
            stem.to_string_lossy().into_owned()
        };
        Self {
            name: path.display().to_string(),
            stem,
            place: Place::File(path),
        }
    }

    fn desktop(target: Target) -> Self {
        let name = match &target {
            Target::Window(_) => "window".to_owned(),
            Target::Monitor(number) => format!("monitor-{number}"),
            Target::Region(_) => "region".to_owned(),
        };
        Self {
            stem: name.clone(),
            name,
            place: Place::Desktop(target),
        }
    }

    fn look(&self, options: &ReadOptions) -> Look {
        match &self.place {
            Place::File(path) => Look::at_file(path, options),
            Place::Desktop(target) => match grab(target) {
                Ok((frame, edges)) => Look::at_frame(frame, &ReadOptions { edges, ..*options }),
                Err(error) => Look::failed(error.into()),
            },
        }
    }
}

fn ensure_different_stems(sources: &[Source]) -> Result<(), Usage> {
    let mut names = HashMap::new();
    for source in sources {
        if let Some(other) = names.insert(&source.stem, &source.name) {
            return Err(Usage(format!(
                "{other} and {} would both be written as {}: extract them to two folders",
                source.name, source.stem
            )));
        }
    }
    Ok(())
}

/// Looks at one picture and writes the files that were asked for.
fn extract(source: &Source, options: &ReadOptions, args: &Args) -> Look {
    let outputs = Outputs::plan(source, args);
    if let Err(error) = outputs.ensure_may_write(args.force) {
        return Look::failed(error);
    }
    let mut look = source.look(options);
    if let Some(frame) = &look.frame
        && let Err(error) = outputs.write(frame, &look.outcome)
    {
        look.outcome = Outcome::Failed(error);
    }
    look
}

/// The endings of files that say what a picture shows.
const TOLD_BESIDE: [&str; 4] = ["puzzle", "txt", "futoshiki", "reason"];

/// The files to write about one picture.
struct Outputs {
    puzzle: Option<PathBuf>,
    overlay: Option<PathBuf>,
    fixture: Option<PathBuf>,
}

impl Outputs {
    fn plan(source: &Source, args: &Args) -> Self {
        let inside = |folder: &Option<PathBuf>, ending: &str| {
            let folder = folder.as_ref()?;
            Some(folder.join(format!("{}.{ending}", source.stem)))
        };
        Self {
            puzzle: inside(&args.out, "puzzle"),
            overlay: inside(&args.overlay, "png"),
            fixture: inside(&args.save_fixture, "png"),
        }
    }

    fn ensure_may_write(&self, force: bool) -> anyhow::Result<()> {
        let beside = |picture: &PathBuf| TOLD_BESIDE.map(|ending| picture.with_extension(ending));
        let beside = self.fixture.iter().flat_map(beside);
        [&self.puzzle, &self.overlay, &self.fixture]
            .into_iter()
            .flatten()
            .cloned()
            .chain(beside)
            .try_for_each(|path| ensure_may_write(&path, force))
    }

    fn write(&self, frame: &Frame, outcome: &Outcome) -> anyhow::Result<()> {
        if let (Some(path), Some((_, text))) = (&self.puzzle, board_text(outcome)) {
            write_whole(path, text.as_bytes())?;
        }
        if let (Some(path), Outcome::Read(reading)) = (&self.overlay, outcome) {
            let overlay = render::overlay(&frame.picture, reading);
            write_whole(path, &render::png(&overlay)?)?;
        }
        if let Some(path) = &self.fixture {
            write_fixture(path, frame, outcome)?;
        }
        Ok(())
    }
}

/// The picture, and beside it what was read or the word for why nothing was; nothing else says what it shows.
fn write_fixture(path: &Path, frame: &Frame, outcome: &Outcome) -> anyhow::Result<()> {
    let (ending, text) = match (board_text(outcome), outcome) {
        (Some(told), _) => told,
        (None, Outcome::Refused(refusal)) => ("reason", format!("{}\n", refusal.reason)),
        _ => return Ok(()),
    };
    for stale in TOLD_BESIDE.map(|ending| path.with_extension(ending)) {
        if stale.exists() {
            fs::remove_file(&stale)
                .with_context(|| format!("cannot remove {}", stale.display()))?;
        }
    }
    write_whole(&path.with_extension(ending), text.as_bytes())?;
    write_whole(path, &render::png(&frame.picture)?)
}

/// What to print about a board that was read.
fn read_text(source: &Source, text: &str, args: &Args, of: usize) -> String {
    if let Some(written) = Outputs::plan(source, args).puzzle {
        return format!("{} -> {}\n", source.name, written.display());
    }
    if of == 1 {
        text.to_owned()
    } else {
        format!("# {}\n{text}\n", source.name)
    }
}

/// The file that says what was read, if a board was: its ending, and its text.
fn board_text(outcome: &Outcome) -> Option<(&'static str, String)> {
    match outcome {
        Outcome::Read(reading) => Some(("puzzle", puzzle_text(reading))),
        Outcome::Futoshiki(reading) => {
            Some(("futoshiki", futoshiki::text::board(&reading.board.puzzle)))
        }
        Outcome::Refused(_) | Outcome::Failed(_) => None,
    }
}

/// The puzzle file, which says so where no path of the usual kind solves the puzzle.
fn puzzle_text(reading: &Reading<Puzzle>) -> String {
    let puzzle = &reading.board.puzzle;
    let remark = match (puzzle.may_leave_empty(), reading.touching) {
        (true, _) => "# only paths that leave cells empty solve it: --allow-empty\n",
        (false, true) => "# only paths that touch themselves solve it\n",
        (false, false) => "",
    };
    format!("{remark}{}", text::write_puzzle(puzzle))
}
