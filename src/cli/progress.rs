//! A progress bar on standard error, shown only on a terminal and only when there is much to do.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};

/// Fewer pictures than this are done before a bar could be read.
const WORTH_A_BAR: usize = 5;

/// A bar that prints lines to standard output above itself.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar for so many pictures.
    pub(super) fn new(pictures: usize) -> Self {
        if pictures < WORTH_A_BAR {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} pictures")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        Self(ProgressBar::new(pictures as u64).with_style(style))
    }

    /// One picture is done.
    pub(super) fn step(&self) {
        self.0.inc(1);
    }

    /// Prints text to standard output.
    pub(super) fn print(&self, text: &str) -> io::Result<()> {
        self.0
            .suspend(|| io::stdout().lock().write_all(text.as_bytes()))
    }

    /// Prints text to standard error.
    pub(super) fn warn(&self, text: &str) -> io::Result<()> {
        self.0
            .suspend(|| io::stderr().lock().write_all(text.as_bytes()))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
