//! `flowbot calibrate`: measure what a game looks like, and keep it as a profile.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::Exit;
use super::files::{self, PICTURES};
use super::look::{Look, Outcome};
use super::output::{ensure_may_write, write_whole};
use super::stdio::{note, print};
use super::target::{TargetArgs, grab};
use crate::detect::flow::Measurements;
use crate::detect::page::buttons::{PageButtons, appeared};
use crate::detect::page::displacement::displacement;
use crate::pipeline::{BoardHypothesis, Frame};
use crate::profile;
use crate::puzzle::flow::Puzzle;
use crate::read::ReadOptions;

/// Measure what a game looks like, and keep it as a profile
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Reads boards and measures them: how large terminals, pipes and lines are, which
colour the background and the flows have. Several pictures of one game say more
than one; pipes are measured where some are drawn. The profile is a TOML file to
be read and changed by hand; `play`, `extract` and `check` take it with --profile.
No profile is needed to read a board, but what cannot be read without may be with it:
measure an easy level of the game for its hard ones.

Two pictures of a solved level, one from before the button for the next level has
appeared and one from after it, say where that button is; `play` clicks it then.
They must show the window alone: the place is counted from the picture's corner.

Examples:
  flowbot calibrate shot.png                  print the profile
  flowbot calibrate shots --save mygame       write mygame.toml
  flowbot calibrate solved.png next.png       and what to click for the next level
  flowbot calibrate --window 'my game' --save mygame
  flowbot play --profile mygame
  flowbot extract hard.png --profile mygame

Exit codes: 0 done; 1 a file failed; 3 no board could be read.")]
pub(super) struct Args {
    /// Picture files of one game, folders of them, or - for standard input
    #[arg(required_unless_present = "target", conflicts_with = "target")]
    pictures: Vec<PathBuf>,

    #[command(flatten)]
    target: TargetArgs,

    /// Write the profile to NAME.toml, and call it NAME
    #[arg(long, value_name = "NAME")]
    save: Option<String>,

    /// Replace the profile if it exists already
    #[arg(long, requires = "save")]
    force: bool,

    /// Print the profile as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    if args.save.as_deref().is_some_and(profile::is_built_in) {
        bail!("a profile of that name is built in, and `play` would take that one: choose another");
    }
    let file = args
        .save
        .as_ref()
        .map(|name| profile::file_of(Path::new(name)));
    if let Some(file) = &file {
        ensure_may_write(file, args.force)?;
    }
    let mut measured = Measured::default();
    let options = ReadOptions::default();
    if let Some(target) = args.target.target() {
        let (frame, edges) = grab(&target)?;
        let options = ReadOptions { edges, ..options };
        measured.add("the screen", Look::at_frame(frame, &options))?;
    }
    for path in files::find(&args.pictures, &PICTURES)? {
        measured.add(&path.display().to_string(), Look::at_file(&path, &options))?;
    }
    if measured.boards == 0 {
        return Ok(Exit::Refused);
    }
    let mut profile = measured.measurements.profile(&name(file.as_deref())?);
    profile.next = measured.next;
    if !measured.measurements.has_pipes() {
        note("no pipe is drawn in any picture: its width is the usual one");
    }
    if args.json {
        print(&(serde_json::to_string(&profile)? + "\n"))?;
    }
    match file {
        Some(file) => {
            write_whole(&file, profile.to_toml().as_bytes())?;
            let boards = measured.boards;
            note(&format!("measured on {boards} boards: {}", file.display()));
        }
        None if !args.json => print(&profile.to_toml())?,
        None => {}
    }
    Ok(Exit::Done)
}

/// What the pictures so far show.
#[derive(Default)]
struct Measured {
    measurements: Measurements,
    boards: usize,
    last: Option<Seen>,
    /// The button that leads on, from the first two pictures that show one.
    next: Option<[u32; 2]>,
}

impl Measured {
    /// Measures a picture; one that is refused is named.
    fn add(&mut self, name: &str, look: Look) -> anyhow::Result<()> {
        let board = match look.outcome {
            Outcome::Read(reading) => Some(reading.board),
            Outcome::Futoshiki(_) => {
                note(&format!(
                    "{name}: shows a Futoshiki, which needs no profile"
                ));
                None
            }
            Outcome::Refused(refusal) => {
                note(&format!("{name}: refused, {refusal}"));
                None
            }
            Outcome::Failed(error) => return Err(error),
        };
        let Some(frame) = look.frame else {
            return Ok(());
        };
        let is_before = |before: &Seen| {
            let puzzle = board.as_ref().map(|it| &it.puzzle);
            puzzle.is_none_or(|puzzle| *puzzle == before.board.puzzle)
        };
        if let Some(before) = self.last.as_ref().filter(|it| is_before(it)) {
            self.next = self.next.take().or(new_button(before, &frame));
        }
        if let Some(board) = board {
            self.measurements.add(&frame.picture, &board);
            self.boards += 1;
            self.last = Some(Seen { frame, board });
        }
        Ok(())
    }
}

/// A picture and the board in it.
struct Seen {
    frame: Frame,
    board: BoardHypothesis<Puzzle>,
}

/// The middle of the only button that was not there before, in points from the top left corner of the window;
/// `None` without one, or where the board is no longer seen.
fn new_button(before: &Seen, now: &Frame) -> Option<[u32; 2]> {
    let (old, new) = (&before.frame.picture, &now.picture);
    if old.dimensions() != new.dimensions() {
        return None;
    }
    let moved = displacement(old, new, &before.board.lattice)?;
    let new = PageButtons::of(Cow::Borrowed(new));
    let [button] = appeared(old, &new, &before.board.lattice, moved)[..] else {
        return None;
    };
    let (at, window) = (now.viewport.to_screen(button.centre()), now.bounds());
    Some([at.x - window.x, at.y - window.y].map(|points| points as u32))
}

/// The name of a profile: that of its file, without the ending.
fn name(file: Option<&Path>) -> anyhow::Result<String> {
    let Some(file) = file else {
        return Ok("measured".to_owned());
    };
    match file.file_stem().map(OsStr::to_string_lossy) {
        Some(stem) if !stem.starts_with('.') => Ok(stem.into_owned()),
        _ => bail!(
            "{} names no profile: write a name, such as mygame",
            file.display()
        ),
    }
}
