//! A native game that is not ours: `numberlink` from PyPI, with pygame. Its terminals are filled cells with
//! digits. Help lies over the board for the first seconds.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};

use flowbot::cli::demo::stage::Display;

use super::skipped;
use super::stage::wait_until;
use super::x_server::XServer;

/// Shows the game. Prints `shown` when a picture without the help was shown, and `solved` when the board is solved.
const GAME: &str = "\
import sys
from numberlink.viewer import NumberLinkViewer as Viewer
from numberlink.cli import main
show = Viewer._draw_status_overlay
def tell(self, solved, *others):
    print('solved' if solved else 'over', flush=True)
    show(self, solved, *others)
Viewer._draw_status_overlay = tell
update = Viewer._update_help_timer
def tell_shown(self):
    if not self.show_help:
        print('shown', flush=True)
        Viewer._update_help_timer = update
    update(self)
Viewer._update_help_timer = tell_shown
main(sys.argv[1:])
";
/// Words in the title of its window.
const TITLE: &str = "NumberLink";

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
        skipped("numberlink cannot be installed");
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
        game.wait_for_board();
        game
    }

    /// Waits until the game has shown its board, and the window is where it stays and shows a picture: twice the same.
    fn wait_for_board(&mut self) {
        let server = XServer::connect(&self.display);
        let (mut is_told, mut before) = (false, None);
        wait_until("the board is on the screen", || {
            let ended = self.process.try_wait().unwrap();
            assert!(ended.is_none(), "the game ended: {ended:?}");
            is_told = is_told || self.said.try_iter().any(|word| word == "shown");
            let window = server.window(TITLE).filter(|_| is_told);
            let shown = window.and_then(|window| server.shown(window));
            let now = shown.filter(|shown| !shown.is_blank());
            let is_settled = now.is_some() && now == before;
            before = now;
            is_settled
        });
    }

    fn flowbot(&self, arguments: &[&str], state: &Path) -> Output {
        let mut command = super::flowbot_on(&self.display, arguments, state);
        command.output().unwrap()
    }

    /// Has flowbot play the board; gives what it told of it.
    #[track_caller]
    pub fn is_solved(&self, state: &Path) -> serde_json::Value {
        let played = self.flowbot(&["play", "--window", TITLE, "--json", "-v"], state);
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
