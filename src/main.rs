//! Hands over to `cli`, which parses, runs, prints the error and chooses the exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    flowbot::cli::main()
}
