//! A native game that is not ours: `numberlink` from PyPI, with pygame. Its terminals are filled cells with
//! digits, and help lies over the board for the first seconds.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;

use crate::common::stage::wait_until;
use flowbot::cli::demo::stage::Display;

/// Shows the game, and tells when it calls its board solved.
const GAME: &str = "\
import sys
from numberlink.viewer import NumberLinkViewer as Viewer
from numberlink.cli import main
show = Viewer._draw_status_overlay
def tell(self, solved, *others):
    print('solved' if solved else 'over', flush=True)
    show(self, solved, *others)
Viewer._draw_status_overlay = tell
main(sys.argv[1:])
";

/// A Python with the game; made once, and `None` where it cannot be had.
fn python() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("numberlink");
    let python = folder.join("bin/python");
    let runs = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new(program);
        let quiet = command.args(arguments).stdout(Stdio::null());
        quiet.status().is_ok_and(|status| status.success())
    };
    let folder = folder.to_str()?;
    let is_there = runs(&python, &["-c", "import numberlink, pygame"])
        || runs(Path::new("python3"), &["-m", "venv", folder])
            && runs(
                &python,
                &["-m", "pip", "-q", "install", "numberlink==0.1.7", "pygame"],
            );
    if !is_there {
        eprintln!("SKIPPED: numberlink cannot be installed");
    }
    is_there.then_some(python)
}

struct Game(Child);

impl Drop for Game {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// Plays one board of so many cells along a side.
#[track_caller]
fn plays(seed: u32, side: u32) {
    let Some(python) = python() else {
        return;
    };
    let display = Display::open().unwrap();
    let state = tempfile::tempdir().unwrap();
    let script = state.path().join("game.py");
    fs::write(&script, GAME).unwrap();
    let (side, colours, seed) = (side.to_string(), side.to_string(), seed.to_string());
    let mut command = Command::new(python);
    command
        .arg(&script)
        .args(["viewer", "--gen-mode", "hamiltonian", "--cell-size", "64"])
        .args(["--gen-width", &side, "--gen-height", &side])
        .args(["--gen-colors", &colours, "--seed", &seed])
        .env("SDL_VIDEODRIVER", "x11")
        .env("SDL_AUDIODRIVER", "dummy")
        .stdout(Stdio::piped());
    display.host(&mut command);
    let mut game = Game(command.spawn().unwrap());
    let said = BufReader::new(game.0.stdout.take().unwrap());
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        for line in said.lines().map_while(Result::ok) {
            tell.send(line).ok();
        }
    });
    let flowbot = |arguments: &[&str]| {
        let mut command = crate::common::flowbot_on(&display, arguments, state.path());
        command.output().unwrap()
    };
    wait_until("the window is there", || {
        let windows = flowbot(&["windows"]);
        String::from_utf8_lossy(&windows.stdout).contains("NumberLink")
    });
    // The first picture comes some frames after the window.
    wait_until("the board is read", || {
        let plan = flowbot(&["play", "--dry-run", "--window", "NumberLink"]);
        plan.status.success()
    });
    let played = flowbot(&["play", "--window", "NumberLink", "-v"]);
    let said = String::from_utf8_lossy(&played.stderr);
    println!("{}{said}", String::from_utf8_lossy(&played.stdout));
    assert!(played.status.success(), "{said}");
    wait_until("the game calls it solved", || {
        told.try_iter().any(|word| word == "solved")
    });
}

#[test]
fn numberlink_5x5() {
    plays(1, 5);
}

#[test]
fn numberlink_6x6() {
    plays(2, 6);
}

#[test]
fn numberlink_7x7() {
    plays(3, 7);
}

#[test]
fn numberlink_8x8() {
    plays(4, 8);
}

#[test]
fn numberlink_9x9() {
    plays(5, 9);
}
