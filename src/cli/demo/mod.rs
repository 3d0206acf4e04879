//! `flowbot demo`: Watch flowbot win the practice game.

pub mod stage;

use super::Exit;

/// Watch flowbot win the practice game
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// Runs the command.
pub(super) fn run(_args: Args) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
