//! `flowbot completions`: prints the completions of a shell.

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, Exit};

/// Print the completions of a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  flowbot completions bash > ~/.local/share/bash-completion/completions/flowbot"
)]
pub(super) struct Args {
    /// The shell to complete for
    shell: Shell,
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    clap_complete::generate(
        args.shell,
        &mut Cli::command(),
        "flowbot",
        &mut std::io::stdout(),
    );
    Ok(Exit::Done)
}
