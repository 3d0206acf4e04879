//! `flowbot completions`: prints the completions of a shell.

use clap::CommandFactory;
use clap_complete::Shell;

use super::stdio::print;
use super::{Cli, Exit};

/// Print the completions of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  flowbot completions bash > ~/.local/share/bash-completion/completions/flowbot
  flowbot completions fish > ~/.config/fish/completions/flowbot.fish
  flowbot completions zsh > ~/.zfunc/_flowbot      (with ~/.zfunc in $fpath)")]
pub(super) struct Args {
    /// The shell to complete for
    shell: Shell,
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    // By way of memory: the generator panics where standard output is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "flowbot", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
