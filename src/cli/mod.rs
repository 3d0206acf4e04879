//! The command line: one file for each subcommand; [`Exit`] holds the exit codes.

mod animation;
mod bench;
mod calibrate;
mod check;
mod completions;
pub mod demo;
mod exit;
mod extract;
mod files;
mod film;
mod game_rules;
mod generate;
mod hint;
mod input;
mod look;
mod median;
mod output;
mod packer;
mod parallel;
mod play;
mod practice;
mod progress;

mod reproduce;
mod rules;
mod solve;
mod state;
mod stdio;
mod target;
mod windows;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

pub use exit::Exit;
use stdio::{OutputClosed, note};

/// Where help lists what every command takes: behind its own options.
const LAST: usize = 1000;

/// Sees a Flow Free board on the screen, solves it, and draws the solution with the mouse.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
struct Cli {
    /// Say more: -v for the time of each stage, -vv for everything
    #[arg(short, long, action = clap::ArgAction::Count, global = true, display_order = LAST)]
    verbose: u8,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Args),
    Extract(extract::Args),
    Check(check::Args),
    Calibrate(calibrate::Args),
    Solve(solve::Args),
    Hint(hint::Args),
    Generate(generate::Args),
    Practice(practice::Args),
    Reproduce(reproduce::Args),
    Windows(windows::Args),
    Demo(demo::Args),
    Bench(bench::Args),
    Completions(completions::Args),
}

impl Command {
    fn run(self) -> anyhow::Result<Exit> {
        match self {
            Self::Play(args) => play::run(args),
            Self::Extract(args) => extract::run(args),
            Self::Check(args) => check::run(args),
            Self::Calibrate(args) => calibrate::run(args),
            Self::Solve(args) => solve::run(args),
            Self::Hint(args) => hint::run(args),
            Self::Generate(args) => generate::run(args),
            Self::Practice(args) => practice::run(args),
            Self::Reproduce(args) => reproduce::run(args),
            Self::Windows(args) => windows::run(args),
            Self::Demo(args) => demo::run(args),
            Self::Bench(args) => bench::run(args),
            Self::Completions(args) => completions::run(args),
        }
    }
}

/// Parses the command line, runs it, prints the error if there is one, and chooses the exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    start_log(cli.verbose);
    let exit = cli.command.run().unwrap_or_else(|error| {
        if !error.is::<OutputClosed>() {
            note(&format!("flowbot: {error:#}"));
        }
        Exit::of(&error)
    });
    exit.into()
}

fn start_log(verbose: u8) {
    let level = match verbose {
        0 => tracing::Level::WARN,
        1 => tracing::Level::INFO,
        _ => tracing::Level::DEBUG,
    };
    // The libraries of the desktop warn of things that nobody can do anything about.
    let others = if verbose > 1 {
        level
    } else {
        tracing::Level::ERROR
    };
    let filter = Targets::new()
        .with_target("flowbot", level)
        // It tells each move of the pointer.
        .with_target("enigo", others.min(tracing::Level::INFO))
        .with_default(others);
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false)
        .with_span_events(FmtSpan::CLOSE)
        // No time of day, but how long each stage took: `without_time` would leave out both.
        .with_timer(());
    tracing_subscriber::registry()
        .with(lines)
        .with(filter)
        .init();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
