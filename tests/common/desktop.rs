//! The whole scene of a live test: a display of its own, the practice game in a browser window, and the
//! X server's own word about the mouse.

use std::path::Path;
use std::process::Command;

use flowbot::cli::demo::stage::{Browser, Display};
use image::RgbImage;
use tempfile::TempDir;
use x11rb::protocol::xproto::Window;

use super::game::Game;
use super::shown::shows;
use super::x_server::{Shown, XServer};

/// What the window of the game is called.
const TITLE: &str = "flowbot practice";
/// Numbers of keys on the keyboards of X servers.
const F5: u8 = 71;
const RIGHT: u8 = 114;

/// A display with the practice game on it; dropping it ends all of it.
pub struct Desktop {
    server: XServer,
    /// The window of the game.
    pub browser: Browser,
    /// The game, to be asked what it says.
    pub game: Game,
    display: Display,
    /// Where flowbot keeps what it learns.
    state: TempDir,
}

impl Desktop {
    /// Opens `flowbot practice ARGUMENTS` in a browser and waits until its first level is on the screen.
    pub fn with_game(arguments: &[&str]) -> Self {
        let display = Display::open().expect("a display can be started");
        let game = Game::start(arguments);
        let browser = Browser::open(&game.url, Some(&display)).expect("a browser can be started");
        let desktop = Self {
            server: XServer::connect(&display),
            browser,
            game,
            display,
            state: tempfile::tempdir().expect("a folder can be made"),
        };
        desktop.wait_for_level();
        desktop
    }

    /// Waits until the window is where it stays, has the keyboard, and shows what the page reports. Twice the same
    /// makes sure of that: the window manager may move the window, and the page then fits its board again.
    fn wait_for_level(&self) {
        let mut before = None;
        self.game.wait_until("on the screen", |report| {
            let seen = report.shown.then(|| self.seen()).flatten();
            let is_ready = |shown: &Shown| {
                self.server.is_active(shown.window) && shows(&shown.picture, report)
            };
            let now = seen
                .filter(is_ready)
                .map(|shown| (shown.corner, shown.picture.dimensions(), report.clone()));
            let is_settled = now.is_some() && now == before;
            before = now;
            is_settled
        });
    }

    fn seen(&self) -> Option<Shown> {
        self.server.shown(self.server.window(TITLE)?)
    }

    /// `flowbot ARGUMENTS` on this display, to be started.
    pub fn flowbot(&self, arguments: &[&str]) -> Command {
        super::flowbot_on(&self.display, arguments, self.state.path())
    }

    /// Where flowbot keeps what it learns and what went wrong.
    pub fn state(&self) -> &Path {
        self.state.path()
    }

    /// The window of the browser.
    fn window(&self) -> Window {
        let window = self.server.window(TITLE);
        window.expect("the browser has a window")
    }

    /// Moves the window of the browser, as a person does who drags its title bar.
    pub fn move_window(&self, x: i32, y: i32) {
        self.server.move_window(self.window(), x, y);
    }

    /// Makes the window of the browser an icon.
    pub fn minimise(&self) {
        self.server.minimise(self.window());
    }

    /// Loads the page again, as the key F5 does.
    pub fn reload(&self) {
        self.server.key(F5);
    }

    /// Takes the page to its next level, as the right arrow does.
    pub fn next_level(&self) {
        self.server.key(RIGHT);
    }

    /// Moves the pointer to a place of the page, in pixels from its corner.
    pub fn point_at(&self, (x, y): (f64, f64)) {
        let seen = self.seen().expect("the window is shown");
        let at = |corner: i16, offset: f64| corner + offset.round() as i16;
        self.server
            .point_at(at(seen.corner.0, x), at(seen.corner.1, y));
    }

    /// What the window of the game shows.
    pub fn picture(&self) -> RgbImage {
        self.seen().expect("the window is shown").picture
    }

    /// Puts the left button down, or lets it go.
    pub fn button(&self, is_down: bool) {
        self.server.button(is_down);
    }

    /// Whether the left button is down.
    pub fn is_button_down(&self) -> bool {
        self.server.is_button_down()
    }

    /// Where the pointer is.
    pub fn pointer_place(&self) -> (i16, i16) {
        self.server.pointer_place()
    }
}

/// Of a test that fails, what flowbot left stays: its last failure can be played back.
impl Drop for Desktop {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.state.disable_cleanup(true);
            eprintln!("what flowbot left is in {}", self.state.path().display());
        }
    }
}
