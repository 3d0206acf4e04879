//! A native game that is not ours: `numberlink` from PyPI, with pygame. Its terminals are filled cells with
//! digits, and help lies over the board for the first seconds.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};

use flowbot::cli::demo::stage::Display;

use super::stage::wait_until;

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
pub fn python() -> Option<PathBuf> {
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

/// The game on a display of its own; dropping it ends both.
pub struct Numberlink {
    process: Child,
    display: Display,
    /// What the game says.
    said: Receiver<String>,
}

impl Drop for Numberlink {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

impl Numberlink {
    /// Opens one board of so many cells, and colours, along a side. What flowbot learns is kept in `state`.
    pub fn open(python: &Path, seed: u32, side: u32, state: &Path) -> Self {
        let display = Display::open().unwrap();
        let script = state.join("game.py");
        fs::write(&script, GAME).unwrap();
        let (side, seed) = (side.to_string(), seed.to_string());
        let mut command = Command::new(python);
        command
            .arg(&script)
            .args(["viewer", "--gen-mode", "hamiltonian", "--cell-size", "64"])
            .args(["--gen-width", &side, "--gen-height", &side])
            .args(["--gen-colors", &side, "--seed", &seed])
            .env("SDL_VIDEODRIVER", "x11")
            .env("SDL_AUDIODRIVER", "dummy")
            .stdout(Stdio::piped());
        display.host(&mut command);
        let mut process = command.spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap());
        let (tell, said) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                tell.send(line).ok();
            }
        });
        let mut game = Self {
            process,
            display,
            said,
        };
        wait_until("the window is there", || {
            let windows = game.flowbot(&["windows"], state);
            let ended = game.process.try_wait().unwrap();
            assert!(ended.is_none(), "the game ended, {ended:?}: {windows:?}");
            String::from_utf8_lossy(&windows.stdout).contains("NumberLink")
        });
        game
    }

    fn flowbot(&self, arguments: &[&str], state: &Path) -> Output {
        let mut command = super::flowbot_on(&self.display, arguments, state);
        command.output().unwrap()
    }

    /// Has flowbot play the board; gives what it told of it.
    #[track_caller]
    pub fn is_solved(&self, state: &Path) -> serde_json::Value {
        let played = self.flowbot(&["play", "--window", "NumberLink", "--json", "-v"], state);
        let (told, said) = (
            String::from_utf8_lossy(&played.stdout),
            String::from_utf8_lossy(&played.stderr),
        );
        println!("{told}{said}");
        assert!(played.status.success(), "{said}");
        wait_until("the game calls it solved", || {
            self.said.try_iter().any(|word| word == "solved")
        });
        serde_json::from_str(told.trim()).unwrap()
    }
}
