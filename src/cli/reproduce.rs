//! `flowbot reproduce`: Play back what a failed run of `play` has left.

use std::path::PathBuf;

use super::Exit;
use super::game_rules::GameRules;
use super::stdio::tell;
use crate::play::{AnyFamily, replay};
use crate::profile;

const EXAMPLES: &str = "\
Examples:
  flowbot reproduce ~/.local/state/flowbot/last-failure

Needs no display. The exit code is 0 when flowbot decides the same again, else 1.";

/// What such a folder says of the game's look, where the run was told.
pub(super) const PROFILE: &str = "profile.toml";

/// Play back what a failed run of `play` has left
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The folder that `play` named
    folder: PathBuf,

    #[command(flatten)]
    rules: GameRules,
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    let file = args.folder.join(PROFILE);
    let profile = file
        .exists()
        .then(|| profile::load(&file.to_string_lossy()));
    let family = AnyFamily::new(profile.transpose()?, args.rules.into());
    let again = replay(&args.folder, &family)?;
    let (before, now) = again.orders;
    tell(&format!("orders to the mouse: {before} then, {now} now"));
    tell(&format!("then it ended with:  {}", again.ended.0));
    tell(&format!("now it ends with:    {}", again.ended.1));
    if again.is_cut {
        tell(
            "There were more pictures than could be kept: it was played back up to the first that is missing. \
             The last ones are in the folder, to be looked at.",
        );
    }
    tell(&match again.differs_at {
        Some(number) => format!("Order {number} is another one now."),
        None if again.is_same() => "The same decisions again.".to_owned(),
        None => "The same orders, but it ends otherwise now.".to_owned(),
    });
    Ok(if again.is_same() {
        Exit::Done
    } else {
        Exit::Failed
    })
}
