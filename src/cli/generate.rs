//! `flowbot generate`: Make puzzles with exactly one solution.

use super::Exit;

/// Make puzzles with exactly one solution
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// Runs the command.
pub(super) fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
