//! `flowbot calibrate`: measure what a game looks like, and keep it as a profile.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::Exit;
use super::look::{Look, Outcome};
use super::output::{ensure_may_write, write_whole};
use super::pictures;
use super::stdio::{note, print};
use super::target::{TargetArgs, grab};
use crate::detect::flow::Measurements;
use crate::read::ReadOptions;

/// Measure what a game looks like, and keep it as a profile
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Reads boards and measures them: how large terminals, pipes and lines are, which
colour the background and the flows have. Several pictures of one game say more
than one; pipes are measured where some are drawn. The profile is a TOML file to
be read and changed by hand; `flowbot play --profile NAME` takes it. No profile is
needed to read a board.

Examples:
  flowbot calibrate shot.png                  print the profile
  flowbot calibrate shots --save mygame       write mygame.toml
  flowbot calibrate --window 'my game' --save mygame
  flowbot play --profile mygame

Exit codes: 0 done; 1 a file failed; 3 no board could be read.")]
pub(super) struct Args {
    /// PNG or JPEG files of one game, folders of them, or - for standard input
    #[arg(required_unless_present = "target", conflicts_with = "target")]
    pictures: Vec<PathBuf>,

    #[command(flatten)]
    target: TargetArgs,

    /// Write the profile to NAME.toml, and call it NAME
    #[arg(long, value_name = "NAME")]
    save: Option<PathBuf>,

    /// Replace the profile if it exists already
    #[arg(long, requires = "save")]
    force: bool,

    /// Print the profile as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    let file = args.save.as_ref().map(|name| name.with_extension("toml"));
    if let Some(file) = &file {
        ensure_may_write(file, args.force)?;
    }
    let mut measured = Measurements::default();
    let mut read = 0;
    let mut measure = |name: &str, look: Look| -> anyhow::Result<()> {
        match (&look.frame, look.outcome) {
            (Some(frame), Outcome::Read(reading)) => {
                measured.add(&frame.picture, &reading.board);
                read += 1;
            }
            (_, Outcome::Failed(error)) => return Err(error),
            (_, Outcome::Refused(refusal)) => note(&format!("{name}: refused, {refusal}")),
            (None, Outcome::Read(_)) => {}
        }
        Ok(())
    };
    let options = ReadOptions::default();
    if let Some(target) = args.target.target() {
        measure("the screen", Look::at_frame(grab(&target)?, &options))?;
    }
    for path in pictures::find(&args.pictures)? {
        measure(&path.display().to_string(), Look::at_file(&path, &options))?;
    }
    if read == 0 {
        return Ok(Exit::Refused);
    }
    let profile = measured.profile(&name(file.as_deref())?);
    if !measured.has_pipes() {
        note("no pipe is drawn in any picture: its width is the usual one");
    }
    if args.json {
        print(&(serde_json::to_string(&profile)? + "\n"))?;
    }
    match file {
        Some(file) => {
            write_whole(&file, profile.to_toml().as_bytes())?;
            note(&format!("measured on {read} boards: {}", file.display()));
        }
        None if !args.json => print(&profile.to_toml())?,
        None => {}
    }
    Ok(Exit::Done)
}

/// The name of a profile: that of its file, without the ending.
fn name(file: Option<&Path>) -> anyhow::Result<String> {
    let Some(file) = file else {
        return Ok("measured".to_owned());
    };
    let stem = file
        .file_stem()
        .with_context(|| format!("{} names no file", file.display()))?;
    match stem.to_str() {
        Some(name) => Ok(name.to_owned()),
        None => bail!("{}: give a name in UTF-8", file.display()),
    }
}
