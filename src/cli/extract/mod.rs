//! `flowbot extract`: Turn screenshots into puzzle files.

use super::Exit;

/// Turn screenshots into puzzle files
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// Runs the command.
pub(super) fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
