//! A progress bar on standard error, shown only on a terminal and only when there is much to do.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};

use super::stdio;

/// Fewer things than this are done before a bar could be read.
const WORTH_A_BAR: usize = 5;

/// A bar that prints lines to standard output above itself.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar for so many things, which have this name.
    pub(super) fn new(count: usize, things: &'static str) -> Self {
        if count < WORTH_A_BAR {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} {msg}, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(count as u64).with_style(style);
        Self(bar.with_message(things))
    }

    /// One of them is done.
    pub(super) fn step(&self) {
        self.0.inc(1);
    }

    /// Prints text to standard output.
    ///
    /// # Errors
    /// Those of [`stdio::print`].
    pub(super) fn print(&self, text: &str) -> anyhow::Result<()> {
        self.0.suspend(|| stdio::print(text))
    }

    /// Prints text to standard error. Work goes on even if nobody reads it any more.
    pub(super) fn warn(&self, text: &str) {
        self.0
            .suspend(|| io::stderr().lock().write_all(text.as_bytes()).ok());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
