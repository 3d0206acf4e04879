//! The whole scene of a live test: a display of its own, the practice game in a browser window, and the
//! X server's own word about the mouse.

use std::process::Command;

use flowbot::cli::demo::stage::{Browser, Display};
use tempfile::TempDir;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, KeyButMask, QueryPointerReply};
use x11rb::rust_connection::RustConnection;

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
        let root = self.server.setup().roots[0].root;
        let asked = self
            .server
            .query_pointer(root)
            .expect("the display is there");
        asked.reply().expect("the display answers")
    }
}
