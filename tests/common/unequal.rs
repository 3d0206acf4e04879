//! A native game that is not ours: `sgt-unequal` from the Debian package `sgt-puzzles`, which plays Futoshiki. A solved board
//! flashes, and stays.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use flowbot::cli::demo::stage::Display;
use flowbot::pipeline::{Frame, Refusal};
use flowbot::puzzle::futoshiki::Puzzle;
use flowbot::read;
use image::{Rgb, RgbImage};

use super::skipped;
use super::stage::wait_until;
use super::x_server::{Shown, XServer};

/// Words in the title of its window.
pub const TITLE: &str = "Unequal";
/// Debian installs games here, which is not on every path.
const PROGRAM: &str = "/usr/games/sgt-unequal";
/// What it paints digits and signs in that break a rule.
const WRONG: Rgb<u8> = Rgb([255, 0, 0]);

/// The game on a display of its own; dropping it ends both.
pub struct Unequal {
    process: Child,
    pub server: XServer,
    display: Display,
}

impl Drop for Unequal {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

impl Unequal {
    /// Opens the board of an identifier such as `6de#42`: size, difficulty, seed. `None` where the game is not installed.
    pub fn open(id: &str) -> Option<Self> {
        if !Path::new(PROGRAM).exists() {
            skipped("sgt-unequal is not installed: `make setup` does it");
            return None;
        }
        let display = Display::open().unwrap();
        let mut command = Command::new(PROGRAM);
        command.arg(id).stderr(Stdio::null());
        display.host(&mut command);
        let process = command.spawn().unwrap();
        let game = Self {
            process,
            server: XServer::connect(&display),
            display,
        };
        let mut before = None;
        wait_until("the board is on the screen", || {
            let now = game.shown().filter(|shown| !shown.is_blank());
            let is_settled = now.is_some() && now == before;
            before = now;
            is_settled
        });
        Some(game)
    }

    pub fn shown(&self) -> Option<Shown> {
        self.server.shown(self.server.window(TITLE)?)
    }

    /// What the window shows.
    #[track_caller]
    pub fn picture(&self) -> RgbImage {
        self.shown().expect("the game is shown").picture
    }

    /// `flowbot ARGUMENTS` on this display, to be started.
    pub fn flowbot(&self, arguments: &[&str], state: &Path) -> Command {
        super::flowbot_on(&self.display, arguments, state)
    }

    /// The board that the window shows.
    ///
    /// # Errors
    /// Why it is refused.
    #[track_caller]
    pub fn board(&self) -> Result<Puzzle, Refusal> {
        let frame = Frame::from_picture(self.picture());
        read::futoshiki(&frame).map(|read| read.board.puzzle)
    }

    /// Has flowbot play the board, without a word which puzzle it is or which window; gives how many digits it entered, and
    /// the milliseconds that each took.
    #[track_caller]
    pub fn is_played(&self) -> String {
        let state = tempfile::tempdir().unwrap();
        let first = self.board().expect("the board is read");
        let mut played = self.flowbot(&["play", "--json"], state.path());
        let played = played.output().unwrap();
        let (told, said) = (
            String::from_utf8_lossy(&played.stdout),
            String::from_utf8_lossy(&played.stderr),
        );
        assert!(played.status.success(), "{told}{said}");
        self.is_solved(&first);
        let told: serde_json::Value = serde_json::from_str(told.trim()).unwrap();
        assert_eq!(told["puzzle"], "futoshiki");
        let digits = told["cells"].as_f64().unwrap();
        let time = 1000.0 * told["draw_s"].as_f64().unwrap() / digits;
        format!(
            "{digits} digits, {time:.1} ms a digit, {} again",
            told["redrawn"]
        )
    }

    /// Waits until all cells hold digits, the givens and signs of `first` are there, and no rule is broken, by the rules as
    /// they are written here and by the game's own word: it shows nothing in red.
    #[track_caller]
    pub fn is_solved(&self, first: &Puzzle) {
        wait_until("the game shows the solved board", || {
            let frame = Frame::from_picture(self.picture());
            let is_right = !frame.picture.pixels().any(|pixel| *pixel == WRONG);
            let read = read::futoshiki(&frame);
            is_right && read.is_ok_and(|read| solves(&read.board.puzzle, first))
        });
    }
}

/// Whether a full board solves another one.
fn solves(full: &Puzzle, first: &Puzzle) -> bool {
    let size = usize::from(first.size());
    let digits: Option<Vec<u8>> = full.givens().iter().copied().collect();
    let Some(digits) = digits.filter(|digits| digits.len() == size * size) else {
        return false;
    };
    let is_all = |line: Vec<u8>| (1..=first.size()).all(|digit| line.contains(&digit));
    let lines = (0..size).all(|line| {
        is_all(digits[line * size..(line + 1) * size].to_vec())
            && is_all((0..size).map(|row| digits[row * size + line]).collect())
    });
    let at = |cell: flowbot::geometry::Cell| {
        digits[usize::from(cell.row) * size + usize::from(cell.col)]
    };
    let mut signs = first.inequalities().iter();
    let mut givens = first.givens().iter().zip(&digits);
    lines
        && full.inequalities() == first.inequalities()
        && signs.all(|sign| at(sign.smaller) < at(sign.larger))
        && givens.all(|(given, digit)| given.is_none_or(|given| given == *digit))
}
