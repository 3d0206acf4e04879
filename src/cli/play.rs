//! `flowbot play`: Solve the live game on screen.

use super::Exit;

/// Solve the live game on screen
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// Runs the command.
pub(super) fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
