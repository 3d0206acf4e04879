//! `flowbot check`: Test the reading of boards against saved pictures.

use super::Exit;

/// Test the reading of boards against saved pictures
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// Runs the command.
pub(super) fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
