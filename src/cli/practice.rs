//! `flowbot practice`: Serve the practice game.

use super::Exit;

/// Serve the practice game
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// Runs the command.
pub(super) fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
