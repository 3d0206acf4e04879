//! `flowbot hint`: the next step that is forced, and why.

mod flow;
mod futoshiki;
mod told;
mod words;

use std::path::PathBuf;

use anyhow::bail;
use image::RgbImage;

use super::Exit;
use super::exit::Usage;
use super::input::{self, Input};
use super::output::{ending_in, ensure_may_write, write_whole};
use super::stdio::{note, print};
use super::target::{TargetArgs, grab};
use crate::capture::Target;
use crate::read::{ReadOptions, Rules};
use crate::render::png;
use told::{Status, Told};

const EXAMPLES: &str = "\
Examples:
  flowbot hint screenshot.png                 the next step that is forced, and why
  flowbot hint --window 'flow free'           the same for the game that is open
  flowbot hint screenshot.png --picture next.png
  flowbot hint my.puzzle --steps 5            five steps from the empty board
  flowbot hint levels.txt --level 12 --next-flow
  flowbot hint my.futoshiki --json

A picture says what is drawn or entered so far; in a puzzle file nothing is. If a
flow or digit cannot be part of the solution, it is named first; with --steps the
next hints take it for taken back. A step that no rule forces is called a guess.

A line of --json has puzzle (flow or futoshiki), status (wrong, forced, guess or
done), rule if it is forced, text, because (a list of lines) and cells, each as
row and column from 1; of Flow also flow, the letter of the flow; of Futoshiki
also digit.

Exit codes: 0 a hint, or nothing is left to do; 1 a file failed; 2 usage; 3 no
board in the picture; 4 the puzzle has no solution.";

/// Give the next step of a puzzle, with the rule that forces it
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A puzzle file or a picture, as `flowbot solve` takes them, or - for standard input
    #[arg(
        value_name = "FILE|PICTURE|-",
        required_unless_present = "target",
        conflicts_with = "target"
    )]
    file: Option<PathBuf>,

    #[command(flatten)]
    target: TargetArgs,

    /// Of a file that holds several levels take this one, counted from 1
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    level: Option<u64>,

    /// Give so many hints, each after the ones before it were followed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,

    /// Give whole flows instead of steps
    #[arg(long)]
    next_flow: bool,

    /// Print a line of JSON for each hint
    #[arg(long)]
    json: bool,

    /// Draw the board and the hints into this PNG file
    #[arg(long, value_name = "FILE.png", value_parser = ending_in(["png"]))]
    picture: Option<PathBuf>,

    /// Replace the picture if it exists already
    #[arg(long)]
    force: bool,
}

/// A board that hints are asked for, of any puzzle.
trait Hinted {
    /// The next hint, which counts as followed from now on.
    fn next(&mut self) -> anyhow::Result<Told>;

    /// The board with what is drawn and the hints so far.
    fn picture(&self) -> anyhow::Result<RgbImage>;
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(file) = &args.picture {
        ensure_may_write(file, args.force)?;
    }
    let Some(mut board) = hinted(&args)? else {
        note(
            "the puzzle has no solution, so no step leads to one; `flowbot solve` says by which rules",
        );
        return Ok(Exit::NoSolution);
    };
    for number in 0..args.steps {
        let hint = board.next()?;
        if hint.status == Status::Done && number > 0 {
            break;
        }
        print(&if args.json {
            hint.to_json()?
        } else {
            hint.to_text()
        })?;
        if hint.status == Status::Done {
            break;
        }
    }
    if let Some(file) = &args.picture {
        write_whole(file, &png(&board.picture()?)?)?;
    }
    Ok(Exit::Done)
}

/// The board that was asked for; `None` if it has no solution.
fn hinted(args: &Args) -> anyhow::Result<Option<Box<dyn Hinted>>> {
    let input = match (&args.file, args.target.target()) {
        (Some(file), _) => input::input(file, Rules::default())?,
        (None, Some(target)) => on_screen(&target)?,
        (None, None) => bail!(Usage("name a file, a picture or a --window".to_owned())),
    };
    Ok(match input {
        Input::Flow(boards) => {
            let board = chosen(boards, args.level)?;
            let hinted = flow::FlowBoard::new(board, args.next_flow)?;
            hinted.map(|board| Box::new(board) as Box<dyn Hinted>)
        }
        Input::Futoshiki(_) if args.next_flow => {
            bail!(Usage(
                "--next-flow is not for Futoshiki: take --steps".to_owned()
            ))
        }
        Input::Futoshiki(boards) => {
            let hinted = futoshiki::FutoshikiHints::new(chosen(boards, args.level)?)?;
            hinted.map(|board| Box::new(board) as Box<dyn Hinted>)
        }
    })
}

/// The board that a target shows now.
fn on_screen(target: &Target) -> anyhow::Result<Input> {
    let (frame, edges) = grab(target)?;
    let options = ReadOptions {
        edges,
        ..ReadOptions::default()
    };
    input::in_picture(&frame, name_of(target), &options)
}

fn name_of(target: &Target) -> String {
    match target {
        Target::Window(_) => "the window".to_owned(),
        Target::Monitor(number) => format!("monitor {number}"),
        Target::Region(_) => "the region".to_owned(),
    }
}

/// The level asked for, of a file that may hold several.
fn chosen<B>(mut boards: Vec<B>, level: Option<u64>) -> Result<B, Usage> {
    let count = boards.len();
    let index = match level {
        Some(level) => usize::try_from(level - 1).unwrap_or(usize::MAX),
        None if count == 1 => 0,
        None => {
            return Err(Usage(format!(
                "the file holds {count} levels, and hints are given for one: choose it with --level"
            )));
        }
    };
    if index >= count {
        return Err(Usage(format!(
            "the file holds {count} level(s): choose --level 1 to {count}"
        )));
    }
    Ok(boards.swap_remove(index))
}
