//! A stage: an X display of its own with pretended windows that show pictures, and the means to
//! ask the X server itself what the mouse does. No window manager and no browser: the list of windows
//! that a window manager would keep is kept here.

use std::cell::RefCell;
use std::process::Command;
use std::time::{Duration, Instant};

use flowbot::cli::demo::stage::Display;
use image::RgbImage;
use tempfile::TempDir;
use x11rb::COPY_DEPTH_FROM_PARENT;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateGCAux, CreateWindowAux, EventMask, ImageFormat, KeyButMask,
    PropMode, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Longer than anything here takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(90);

pub struct Stage {
    display: Display,
    /// Where flowbot keeps what it learns.
    state: TempDir,
    connection: RustConnection,
    root: Window,
    /// The frontmost last, as window managers list them.
    windows: RefCell<Vec<Window>>,
}

impl Stage {
    /// Starts a display.
    pub fn open() -> Self {
        let display = Display::bare().expect("a display can be started");
        let (connection, _) = x11rb::connect(Some(display.name())).expect("the display answers");
        let root = connection.setup().roots[0].root;
        Self {
            display,
            state: tempfile::tempdir().expect("a folder can be made"),
            connection,
            root,
            windows: RefCell::new(Vec::new()),
        }
    }

    /// Sets `Xft.dpi`, as a desktop scaled to `dpi / 96` does.
    pub fn set_dpi(&self, dpi: u32) {
        let resources = format!("*customization:\t-color\nXft.dpi:\t{dpi}\nXft.hinting:\t1\n");
        self.connection
            .change_property8(
                PropMode::REPLACE,
                self.root,
                AtomEnum::RESOURCE_MANAGER,
                AtomEnum::STRING,
                resources.as_bytes(),
            )
            .unwrap();
        self.connection.sync().unwrap();
    }

    /// Shows a picture in a window, in front of all others.
    pub fn show(&self, title: &str, (x, y): (i16, i16), picture: &RgbImage) -> Window {
        let (width, height) = (picture.width() as u16, picture.height() as u16);
        let connection = &self.connection;
        let pixmap = connection.generate_id().unwrap();
        connection
            .create_pixmap(24, pixmap, self.root, width, height)
            .unwrap();
        let context = connection.generate_id().unwrap();
        connection
            .create_gc(context, pixmap, &CreateGCAux::new())
            .unwrap();
        // One row at a time: a whole picture is longer than a request may be.
        for (y, row) in picture.rows().enumerate() {
            let pixels: Vec<u8> = row
                .flat_map(|pixel| [pixel.0[2], pixel.0[1], pixel.0[0], 0])
                .collect();
            let format = ImageFormat::Z_PIXMAP;
            connection
                .put_image(
                    format, pixmap, context, width, 1, 0, y as i16, 0, 24, &pixels,
                )
                .unwrap();
        }
        let window = connection.generate_id().unwrap();
        let settings = CreateWindowAux::new()
            .background_pixmap(pixmap)
            .event_mask(EventMask::BUTTON_PRESS);
        connection
            .create_window(
                COPY_DEPTH_FROM_PARENT,
                window,
                self.root,
                x,
                y,
                width,
                height,
                0,
                WindowClass::INPUT_OUTPUT,
                0,
                &settings,
            )
            .unwrap();
        let (property, kind) = (self.atom("_NET_WM_NAME"), self.atom("UTF8_STRING"));
        let replace = PropMode::REPLACE;
        connection
            .change_property8(replace, window, property, kind, title.as_bytes())
            .unwrap();
        connection
            .change_property8(
                replace,
                window,
                AtomEnum::WM_CLASS,
                AtomEnum::STRING,
                b"stage\0Stage\0",
            )
            .unwrap();
        connection.map_window(window).unwrap();
        self.windows.borrow_mut().push(window);
        self.list_windows();
        window
    }

    /// Takes a window away without closing it, as window managers do with those of other workspaces.
    pub fn send_away(&self, window: Window) {
        self.connection.unmap_window(window).unwrap();
        self.connection.sync().unwrap();
    }

    /// Closes a window.
    pub fn close(&self, window: Window) {
        self.windows.borrow_mut().retain(|one| *one != window);
        self.list_windows();
        self.connection.destroy_window(window).unwrap();
        self.connection.sync().unwrap();
    }

    fn list_windows(&self) {
        let list = self.atom("_NET_CLIENT_LIST_STACKING");
        self.connection
            .change_property32(
                PropMode::REPLACE,
                self.root,
                list,
                AtomEnum::WINDOW,
                &self.windows.borrow(),
            )
            .unwrap();
        self.connection.sync().unwrap();
    }

    fn atom(&self, name: &str) -> u32 {
        let reply = self.connection.intern_atom(false, name.as_bytes());
        reply.unwrap().reply().unwrap().atom
    }

    /// Where the pointer is, and whether its left button is down, by the X server's own word.
    pub fn pointer(&self) -> ((i16, i16), bool) {
        let reply = self.connection.query_pointer(self.root).unwrap();
        let reply = reply.reply().unwrap();
        let is_down = reply.mask.contains(KeyButMask::BUTTON1);
        ((reply.root_x, reply.root_y), is_down)
    }

    /// Moves the pointer, as a person's hand does.
    pub fn nudge(&self, x: i16, y: i16) {
        self.connection
            .warp_pointer(x11rb::NONE, self.root, 0, 0, 0, 0, x, y)
            .unwrap();
        self.connection.sync().unwrap();
    }

    /// Where the button went down in any window, since last asked.
    pub fn presses(&self) -> Vec<(i16, i16)> {
        let mut presses = Vec::new();
        self.connection.sync().unwrap();
        while let Some(event) = self.connection.poll_for_event().unwrap() {
            if let Event::ButtonPress(press) = event {
                presses.push((press.root_x, press.root_y));
            }
        }
        presses
    }

    /// The process of the X server.
    pub fn server(&self) -> u32 {
        self.display.server()
    }

    /// flowbot with these arguments, on this display, not yet started.
    pub fn flowbot(&self, arguments: &[&str]) -> Command {
        super::flowbot_on(&self.display, arguments, self.state.path())
    }
}

/// Waits until something is so.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
