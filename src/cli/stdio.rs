//! Standard output and standard error that may be closed at any time, as by `| head`.

use std::io::{self, ErrorKind, Write};

use anyhow::Context;
use thiserror::Error;

/// Whoever read standard output has seen enough. The run ends without a word.
#[derive(Debug, Error)]
#[error("standard output was closed")]
pub(super) struct OutputClosed;

/// Writes to standard output at once.
///
/// # Errors
/// [`OutputClosed`], or what else the system says.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(OutputClosed.into()),
        other => other.context("cannot write to standard output"),
    }
}

/// Writes a line to standard output, where work goes on even if nobody reads it any more.
pub(super) fn tell(line: &str) {
    print(&format!("{line}\n")).ok();
}

/// Writes a line to standard error.
pub(super) fn note(text: &str) {
    // Where even this is closed, nobody is left to be told.
    let _ = writeln!(io::stderr(), "{text}");
}
