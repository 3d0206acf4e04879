//! The whole scene of a live test: a display of its own, the practice game in a browser window, and the
//! X server's own word about the mouse.

use std::path::Path;
use std::process::Command;

use flowbot::cli::demo::stage::{Browser, Display};
use tempfile::TempDir;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask,
    KEY_PRESS_EVENT, KEY_RELEASE_EVENT, KeyButMask, QueryPointerReply, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::game::Game;

/// A display with the practice game on it; dropping it ends all of it.
pub struct Desktop {
    server: RustConnection,
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
        let (server, _) = x11rb::connect(Some(display.name())).expect("the display answers");
        let game = Game::start(arguments);
        let browser = Browser::open(&game.url, Some(&display)).expect("a browser can be started");
        game.wait_until("on the screen", |report| report.shown);
        Self {
            server,
            browser,
            game,
            display,
            state: tempfile::tempdir().expect("a folder can be made"),
        }
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
    pub fn window(&self) -> Window {
        let root = self.root();
        let list = self.atom("_NET_CLIENT_LIST");
        let asked = self
            .server
            .get_property(false, root, list, AtomEnum::WINDOW, 0, 16);
        let reply = asked.expect("the display is there").reply();
        let reply = reply.expect("the display answers");
        let mut windows = reply.value32().expect("a list of windows");
        windows.next().expect("the browser has a window")
    }

    /// Moves the window of the browser, as a person does who drags its title bar.
    pub fn move_window(&self, x: i32, y: i32) {
        let place = ConfigureWindowAux::new().x(x).y(y);
        self.server
            .configure_window(self.window(), &place)
            .expect("the display is there");
        self.server.sync().expect("the display answers");
    }

    /// Makes the window of the browser an icon.
    pub fn minimise(&self) {
        const ICONIC: u32 = 3;
        let kind = self.atom("WM_CHANGE_STATE");
        let message = ClientMessageEvent::new(32, self.window(), kind, [ICONIC, 0, 0, 0, 0]);
        let mask = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::SUBSTRUCTURE_REDIRECT;
        self.server
            .send_event(false, self.root(), mask, message)
            .expect("the display is there");
        self.server.sync().expect("the display answers");
    }

    /// Loads the page again, as the key F5 does.
    pub fn reload(&self) {
        self.key(71);
    }

    /// Takes the page to its next level, as the right arrow does.
    pub fn next_level(&self) {
        self.key(114);
    }

    /// Strikes the key with this number on the keyboards of X servers.
    fn key(&self, code: u8) {
        for kind in [KEY_PRESS_EVENT, KEY_RELEASE_EVENT] {
            self.server
                .xtest_fake_input(kind, code, 0, self.root(), 0, 0, 0)
                .expect("the display is there");
        }
        self.server.sync().expect("the display answers");
    }

    fn root(&self) -> Window {
        self.server.setup().roots[0].root
    }

    fn atom(&self, name: &str) -> u32 {
        let asked = self.server.intern_atom(false, name.as_bytes());
        let reply = asked.expect("the display is there").reply();
        reply.expect("the display answers").atom
    }

    /// Whether the left button is down.
    pub fn is_button_down(&self) -> bool {
        self.pointer().mask.contains(KeyButMask::BUTTON1)
    }

    /// Where the pointer is.
    pub fn pointer_place(&self) -> (i16, i16) {
        let pointer = self.pointer();
        (pointer.root_x, pointer.root_y)
    }

    fn pointer(&self) -> QueryPointerReply {
        let asked = self.server.query_pointer(self.root());
        let asked = asked.expect("the display is there");
        asked.reply().expect("the display answers")
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
