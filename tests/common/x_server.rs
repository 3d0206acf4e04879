//! What an X server itself says: its windows as the window manager lists them, what they show, the mouse, the keys.

use flowbot::cli::demo::stage::Display;
use image::{Rgb, RgbImage};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ClientMessageEvent,
    ConfigureWindowAux, ConnectionExt as _, EventMask, ImageFormat, KEY_PRESS_EVENT,
    KEY_RELEASE_EVENT, KeyButMask, MOTION_NOTIFY_EVENT, MapState, QueryPointerReply, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Longest property that is asked for, in units of 32 bits.
const LONGEST_PROPERTY: u32 = 1024;
const LEFT_BUTTON: u8 = 1;
/// All bits of a pixel.
const ALL_PLANES: u32 = !0;

/// A connection to the X server of a display.
pub struct XServer {
    connection: RustConnection,
}

/// A window and what it shows: its contents, without the title bar.
#[derive(PartialEq)]
pub struct Shown {
    pub window: Window,
    /// Its top left corner on the desktop.
    pub corner: (i16, i16),
    pub picture: RgbImage,
}

impl Shown {
    /// Whether it shows one colour only.
    pub fn is_blank(&self) -> bool {
        let first = self.picture.get_pixel(0, 0);
        self.picture.pixels().all(|pixel| pixel == first)
    }
}

impl XServer {
    pub fn connect(display: &Display) -> Self {
        let (connection, _) = x11rb::connect(Some(display.name())).expect("the display answers");
        Self { connection }
    }

    /// The frontmost window with these words in its title that the window manager lists; `None` while there is none.
    pub fn window(&self, title: &str) -> Option<Window> {
        let is_it = |window: &Window| self.title(*window).is_some_and(|text| text.contains(title));
        // Other programs ask for either list, and window managers write one after the other.
        let listed = self.listed("_NET_CLIENT_LIST");
        let mut stacked = self.listed("_NET_CLIENT_LIST_STACKING").into_iter().rev();
        stacked.find(|window| listed.contains(window) && is_it(window))
    }

    /// What a window shows; `None` while it is not mapped, or not wholly on the desktop.
    pub fn shown(&self, window: Window) -> Option<Shown> {
        let attributes = self.connection.get_window_attributes(window).ok()?;
        if attributes.reply().ok()?.map_state != MapState::VIEWABLE {
            return None;
        }
        let size = self.connection.get_geometry(window).ok()?.reply().ok()?;
        let root = self.root();
        let corner = self.connection.translate_coordinates(window, root, 0, 0);
        let corner = corner.ok()?.reply().ok()?;
        let (x, y, width, height) = (corner.dst_x, corner.dst_y, size.width, size.height);
        // Of the root: a picture of the window itself would leave out what lies over it.
        let format = ImageFormat::Z_PIXMAP;
        let pixels = self
            .connection
            .get_image(format, root, x, y, width, height, ALL_PLANES);
        let pixels = pixels.ok()?.reply().ok()?.data;
        let (width, height) = (u32::from(width), u32::from(height));
        Some(Shown {
            window,
            corner: (x, y),
            picture: RgbImage::from_fn(width, height, |x, y| {
                let start = 4 * (y * width + x) as usize;
                Rgb([pixels[start + 2], pixels[start + 1], pixels[start]])
            }),
        })
    }

    /// Whether keys go to this window.
    pub fn is_active(&self, window: Window) -> bool {
        self.listed("_NET_ACTIVE_WINDOW") == [window]
    }

    /// Moves a window, as a person does who drags its title bar.
    pub fn move_window(&self, window: Window, x: i32, y: i32) {
        let place = ConfigureWindowAux::new().x(x).y(y);
        self.connection
            .configure_window(window, &place)
            .expect("the display is there");
        self.sync();
    }

    /// Makes a window an icon.
    pub fn minimise(&self, window: Window) {
        const ICONIC: u32 = 3;
        let kind = self.atom("WM_CHANGE_STATE");
        let message = ClientMessageEvent::new(32, window, kind, [ICONIC, 0, 0, 0, 0]);
        let mask = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::SUBSTRUCTURE_REDIRECT;
        self.connection
            .send_event(false, self.root(), mask, message)
            .expect("the display is there");
        self.sync();
    }

    /// Strikes the key with this number on the keyboards of X servers.
    pub fn key(&self, code: u8) {
        for kind in [KEY_PRESS_EVENT, KEY_RELEASE_EVENT] {
            self.feign(kind, code, (0, 0));
        }
    }

    /// Moves the pointer to a place of the desktop.
    pub fn point_at(&self, x: i16, y: i16) {
        self.feign(MOTION_NOTIFY_EVENT, 0, (x, y));
    }

    /// Puts the left button down, or lets it go.
    pub fn button(&self, is_down: bool) {
        let kind = if is_down {
            BUTTON_PRESS_EVENT
        } else {
            BUTTON_RELEASE_EVENT
        };
        self.feign(kind, LEFT_BUTTON, (0, 0));
    }

    /// An event as the mouse or the keyboard makes it; `detail` is the number of the button or key.
    fn feign(&self, kind: u8, detail: u8, (x, y): (i16, i16)) {
        self.connection
            .xtest_fake_input(kind, detail, 0, self.root(), x, y, 0)
            .expect("the display is there");
        self.sync();
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
        let asked = self.connection.query_pointer(self.root());
        let asked = asked.expect("the display is there");
        asked.reply().expect("the display answers")
    }

    /// The windows of a property of the root.
    fn listed(&self, property: &str) -> Vec<Window> {
        let (root, kind) = (self.root(), AtomEnum::WINDOW.into());
        let value = self.property(root, self.atom(property), kind);
        let words = value.chunks_exact(4);
        words
            .map(|word| u32::from_ne_bytes([word[0], word[1], word[2], word[3]]))
            .collect()
    }

    fn title(&self, window: Window) -> Option<String> {
        let (name, text) = (self.atom("_NET_WM_NAME"), self.atom("UTF8_STRING"));
        String::from_utf8(self.property(window, name, text)).ok()
    }

    /// Empty where there is no such property, or no such window any more.
    fn property(&self, window: Window, property: Atom, kind: Atom) -> Vec<u8> {
        let asked =
            self.connection
                .get_property(false, window, property, kind, 0, LONGEST_PROPERTY);
        let reply = asked.expect("the display is there").reply();
        reply.map(|reply| reply.value).unwrap_or_default()
    }

    fn atom(&self, name: &str) -> Atom {
        let asked = self.connection.intern_atom(false, name.as_bytes());
        let reply = asked.expect("the display is there").reply();
        reply.expect("the display answers").atom
    }

    fn root(&self) -> Window {
        self.connection.setup().roots[0].root
    }

    fn sync(&self) {
        self.connection.sync().expect("the display answers");
    }
}
