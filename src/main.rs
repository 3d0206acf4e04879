//! Parse, run, print the error, choose the exit code. Nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    flowbot::cli::main()
}
