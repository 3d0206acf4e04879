//! `flowbot windows`: List the windows that flowbot can see.

use super::Exit;

/// List the windows that flowbot can see
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// Runs the command.
pub(super) fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
