//! What the journeys share: a run of flowbot that reads like a sentence, and the data beside the project.
//!
//! ```text
//! Flowbot::runs("solve").with("-").reading("A.A\n").exits(0).prints("A─A");
//! ```

#![allow(dead_code, reason = "each program of tests uses a part of this")]

#[cfg(target_os = "linux")]
pub mod desktop;
pub mod enumerate;
pub mod figures;
#[path = "../../src/render/font.rs"]
mod font;
pub mod futoshiki;
pub mod game;
pub mod looks;
pub mod mutate;
#[cfg(target_os = "linux")]
pub mod numberlink;
pub mod pictures;
#[cfg(target_os = "linux")]
pub mod practised;
#[cfg(target_os = "linux")]
pub mod shown;
#[cfg(target_os = "linux")]
pub mod stage;
pub mod touching;
#[cfg(target_os = "linux")]
pub mod unequal;
#[cfg(target_os = "linux")]
pub mod x_server;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// A run of flowbot that is being put together.
pub struct Flowbot {
    command: Command,
    words: Vec<String>,
}

impl Flowbot {
    /// `flowbot SUBCOMMAND`, without colours and without a display.
    pub fn runs(subcommand: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_flowbot"));
        command.env("NO_COLOR", "1");
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        Self {
            command,
            words: Vec::new(),
        }
        .with(subcommand)
    }

    /// One more argument.
    pub fn with(mut self, argument: impl AsRef<Path>) -> Self {
        let argument = argument.as_ref();
        self.command.arg(argument);
        self.words.push(argument.display().to_string());
        self
    }

    /// Two more: a flag and its value.
    pub fn given(self, flag: &str, value: impl AsRef<Path>) -> Self {
        self.with(flag).with(value)
    }

    /// What stands on standard input.
    pub fn reading(mut self, text: impl Into<Vec<u8>>) -> Self {
        self.command.write_stdin(text);
        self
    }

    /// In this folder.
    pub fn inside(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Runs, and asserts the exit code.
    #[track_caller]
    pub fn exits(mut self, code: i32) -> Ended {
        let output = self.command.output().expect("flowbot can be started");
        let ended = Ended {
            line: format!("flowbot {}", self.words.join(" ")),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        };
        let found = output.status.code();
        assert_eq!(found, Some(code), "exit code of {ended}");
        ended
    }
}

/// A run that has ended with the exit code expected.
pub struct Ended {
    line: String,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { line, out, err } = self;
        write!(f, "`{line}`\n--- output\n{out}\n--- errors\n{err}")
    }
}

impl Ended {
    /// Asserts that standard output holds this.
    #[track_caller]
    pub fn prints(self, text: &str) -> Self {
        assert!(
            self.out.contains(text),
            "no {text:?} in the output of {self}"
        );
        self
    }

    /// Asserts that standard output is this and nothing else.
    #[track_caller]
    pub fn prints_only(self, text: &str) -> Self {
        assert_eq!(self.out, text, "output of {self}");
        self
    }

    /// Asserts that standard error holds this.
    #[track_caller]
    pub fn says(self, text: &str) -> Self {
        assert!(
            self.err.contains(text),
            "no {text:?} in the errors of {self}"
        );
        self
    }

    /// Asserts that nothing panicked, which no input may bring about.
    #[track_caller]
    pub fn keeps_calm(self) -> Self {
        assert!(!self.err.contains("panicked"), "a panic in {self}");
        self
    }
}

/// `flowbot ARGUMENTS` on a display, not yet started. What it learns of games goes to the folder `state`.
#[cfg(target_os = "linux")]
pub fn flowbot_on(
    display: &flowbot::cli::demo::stage::Display,
    arguments: &[&str],
    state: &Path,
) -> std::process::Command {
    use std::process::Stdio;

    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_flowbot"));
    command
        .args(arguments)
        .env("XDG_STATE_HOME", state)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    display.host(&mut command);
    command
}

/// A folder of the data that may stand beside the project. Without it, says so and gives `None`.
pub fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared")
        .join(folder);
    if !path.is_dir() {
        skipped(&format!("there is no {}", path.display()));
        return None;
    }
    Some(path)
}

/// Says why a test does nothing, and keeps it for the end of `make test`: what a test that passes prints is not shown.
pub fn skipped(why: &str) {
    eprintln!("SKIPPED: {why}");
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("skipped.txt");
    let mut kept = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(kept)
        .expect("what was skipped can be written down");
    writeln!(kept, "SKIPPED: {why}").expect("what was skipped can be written down");
}

/// The files of a folder with one of these extensions, sorted.
pub fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            extension.is_some_and(|extension| extensions.contains(&extension))
        })
        .collect();
    found.sort();
    found
}
