//! `flowbot solve`: Solve a puzzle file or a picture.

use super::Exit;

/// Solve a puzzle file or a picture
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// Runs the command.
pub(super) fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
