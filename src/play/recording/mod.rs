//! Records, for the level that is being played, all that the loop was told and all that it did: what was
//! seen, the time, where the pointer was, and what the mouse was told to do. [`replay()`] plays it again.

mod pictures;
mod replayer;

use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use image::RgbImage;
use serde::{Deserialize, Serialize};

use super::error::PlayError;
use super::event::{Start, numbers};
use super::family::Task;
use super::options::{LevelLimits, Next, Options};
use crate::capture::{MonitorInfo, Place, Screen, ScreenError, WindowId, WindowInfo};
use crate::geometry::{ScreenPoint, ScreenRect, Viewport};
use crate::pipeline::{Frame, Key};
use crate::render::png;
use crate::replay::{Clock, Pointer, PointerError};
use pictures::Pictures;
pub use replayer::{ReplayError, ReplayResult, replay};

/// The file of a folder that holds everything but the pictures.
pub(super) const LOG: &str = "log.json";

/// The picture of what was to be clicked for the next level, if it was named by one.
pub(super) const NEXT: &str = "next.png";

/// What is remembered of pictures for one level, in bytes; of a level whose background moves the middle is forgotten.
const MOST: usize = 64 << 20;

/// Everything about a level but the pictures.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Log {
    pub(super) flowbot: String,
    /// How it ended.
    pub(super) ended: String,
    pub(super) target: String,
    /// The program that the window belongs to.
    pub(super) program: String,
    /// The number of the window, if it is one.
    pub(super) window: Option<u32>,
    /// Where it was when the run began.
    pub(super) rect: [f64; 4],
    /// The board that was read, and the strokes that were to draw it: row and column of each cell.
    pub(super) board: String,
    pub(super) plan: Vec<Vec<[u16; 2]>>,
    pub(super) levels: Option<usize>,
    pub(super) patience: Duration,
    pub(super) most_drags: usize,
    pub(super) most_time: Duration,
    pub(super) next: Option<NextInLog>,
    /// `None` before the first board.
    pub(super) start: Option<Start>,
    /// Whether there were more pictures than could be kept: those in the middle are missing then.
    pub(super) is_cut: bool,
    /// What the loop was told, each kind in its order.
    pub(super) times: Vec<Duration>,
    pub(super) windows: Vec<Whereabouts>,
    /// Which windows lay in front at the places that were asked for.
    pub(super) fronts: Vec<Option<u32>>,
    /// Whether the window had the focus, each time that it was asked.
    #[serde(default)]
    pub(super) focus: Vec<bool>,
    /// The windows of the desktop, each time that they were listed.
    pub(super) lists: Vec<Vec<ListedWindow>>,
    pub(super) looks: Vec<Look>,
    pub(super) pointer: Vec<(i32, i32)>,
    /// What the mouse was told.
    pub(super) orders: Vec<Order>,
}

/// A window in a list of all.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ListedWindow {
    pub(super) number: u32,
    pub(super) title: String,
    pub(super) program: String,
    pub(super) process: Option<u32>,
    pub(super) rect: [f64; 4],
    pub(super) is_minimised: bool,
}

/// What was to be clicked for the next level.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum NextInLog {
    At([f64; 2]),
    /// What the picture [`NEXT`] shows.
    Picture,
}

/// Where a window was.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Whereabouts {
    At([f64; 4]),
    Closed,
    Minimised,
    Unknown(String),
}

/// A picture that was taken.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Look {
    /// The number of the picture, from 0; `None` when none could be taken.
    pub(super) picture: Option<usize>,
    /// Why none could be taken.
    pub(super) error: Option<String>,
    pub(super) origin: [f64; 2],
    pub(super) scale: f64,
}

/// What the mouse or the keyboard was told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Order {
    Move(i32, i32),
    Press,
    Release,
    Key(Key),
}

/// Records the level that is being played.
pub struct Recorder {
    log: RefCell<Log>,
    pictures: RefCell<Pictures>,
}

impl Default for Recorder {
    fn default() -> Self {
        Self {
            log: RefCell::default(),
            pictures: RefCell::new(Pictures::new(MOST)),
        }
    }
}

impl Recorder {
    /// A level begins, on the board that a frame shows: forgets the one before.
    pub fn begin(&self, start: Start, frame: &Arc<Frame>, task: &dyn Task) {
        let plan = task.moves().iter().map(|one| {
            let cells = one.cells().iter();
            cells.map(|cell| [cell.row, cell.col]).collect()
        });
        *self.log.borrow_mut() = Log {
            start: Some(start),
            board: task.summary().key.clone(),
            plan: plan.collect(),
            ..Log::default()
        };
        *self.pictures.borrow_mut() = Pictures::new(MOST);
        self.saw(Ok(frame));
    }

    /// A screen that is the same, and all that it says is written down.
    pub fn screen<'t>(&'t self, inner: &'t mut dyn Screen) -> impl Screen + 't {
        RecordedScreen {
            inner,
            recorder: self,
        }
    }

    /// The same for a pointer.
    pub fn pointer<'t>(&'t self, inner: &'t mut dyn Pointer) -> impl Pointer + 't {
        RecordedPointer {
            inner,
            recorder: self,
        }
    }

    /// The same for a clock.
    pub fn clock<'t>(&'t self, inner: &'t dyn Clock) -> impl Clock + 't {
        RecordedClock {
            inner,
            recorder: self,
        }
    }

    /// Writes a folder with the pictures and everything else; what was in it before is removed.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn save(
        &self,
        folder: &Path,
        place: &Place,
        options: &Options,
        ended: &PlayError,
    ) -> io::Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        let mut log = self.log.borrow_mut();
        let LevelLimits { drags, time } = options.limits;
        log.flowbot = env!("CARGO_PKG_VERSION").to_owned();
        log.ended = ended.to_string();
        log.target.clone_from(&place.name);
        log.program.clone_from(&place.program);
        log.window = place.window.map(|window| window.0);
        log.rect = numbers(place.rect);
        log.levels = options.levels;
        log.patience = options.patience;
        (log.most_drags, log.most_time) = (drags, time);
        log.next = match &options.next {
            None => None,
            Some(Next::At(place)) => Some(NextInLog::At([place.x, place.y])),
            Some(Next::LooksLike(template)) => {
                save_picture(folder, NEXT, template)?;
                Some(NextInLog::Picture)
            }
        };
        let pictures = self.pictures.borrow();
        log.is_cut = !pictures.are_all_kept();
        fs::write(folder.join(LOG), serde_json::to_string_pretty(&*log)?)?;
        pictures.each(|number, picture| save_picture(folder, &picture_name(number), picture))
    }

    fn saw(&self, frame: Result<&Arc<Frame>, &ScreenError>) {
        let mut pictures = self.pictures.borrow_mut();
        let viewport = frame.map_or(Viewport::IDENTITY, |frame| frame.viewport);
        self.log.borrow_mut().looks.push(Look {
            picture: frame.ok().map(|frame| pictures.add(frame)),
            error: frame.err().map(ToString::to_string),
            origin: [viewport.origin.x, viewport.origin.y],
            scale: viewport.scale,
        });
    }
}

fn save_picture(folder: &Path, name: &str, picture: &RgbImage) -> io::Result<()> {
    let bytes = png(picture).map_err(io::Error::other)?;
    fs::write(folder.join(name), bytes)
}

/// What the picture of this number is called.
pub(super) fn picture_name(number: usize) -> String {
    format!("look-{number:04}.png")
}

struct RecordedScreen<'t> {
    inner: &'t mut dyn Screen,
    recorder: &'t Recorder,
}

impl Screen for RecordedScreen<'_> {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, ScreenError> {
        let windows = self.inner.windows()?;
        let listed = windows.iter().map(|window| ListedWindow {
            number: window.id.0,
            title: window.title.clone(),
            program: window.program.clone(),
            process: window.process,
            rect: numbers(window.rect),
            is_minimised: window.is_minimised,
        });
        let mut log = self.recorder.log.borrow_mut();
        log.lists.push(listed.collect());
        Ok(windows)
    }

    fn monitors(&mut self) -> Result<Vec<MonitorInfo>, ScreenError> {
        self.inner.monitors()
    }

    fn place_of(&mut self, window: WindowId) -> Result<ScreenRect, ScreenError> {
        let place = self.inner.place_of(window);
        let answer = match &place {
            Ok(rect) => Whereabouts::At(numbers(*rect)),
            Err(ScreenError::Closed(_)) => Whereabouts::Closed,
            Err(ScreenError::Minimised(_)) => Whereabouts::Minimised,
            Err(error) => Whereabouts::Unknown(error.to_string()),
        };
        self.recorder.log.borrow_mut().windows.push(answer);
        place
    }

    fn is_drawn(&mut self, window: &WindowInfo) -> bool {
        self.inner.is_drawn(window)
    }

    fn front_at(&mut self, at: ScreenPoint) -> Result<Option<WindowId>, ScreenError> {
        let front = self.inner.front_at(at)?;
        let number = front.map(|window| window.0);
        self.recorder.log.borrow_mut().fronts.push(number);
        Ok(front)
    }

    fn has_focus(&mut self, window: WindowId) -> Result<bool, ScreenError> {
        let has_focus = self.inner.has_focus(window)?;
        self.recorder.log.borrow_mut().focus.push(has_focus);
        Ok(has_focus)
    }

    fn grab(&mut self, part: ScreenRect) -> Result<Arc<Frame>, ScreenError> {
        let frame = self.inner.grab(part);
        self.recorder.saw(frame.as_ref());
        frame
    }
}

struct RecordedPointer<'t> {
    inner: &'t mut dyn Pointer,
    recorder: &'t Recorder,
}

impl Pointer for RecordedPointer<'_> {
    fn location(&mut self) -> Result<(i32, i32), PointerError> {
        let at = self.inner.location()?;
        self.recorder.log.borrow_mut().pointer.push(at);
        Ok(at)
    }

    fn move_to(&mut self, at: (i32, i32)) -> Result<(), PointerError> {
        let order = Order::Move(at.0, at.1);
        self.recorder.log.borrow_mut().orders.push(order);
        self.inner.move_to(at)
    }

    fn press(&mut self) -> Result<(), PointerError> {
        self.recorder.log.borrow_mut().orders.push(Order::Press);
        self.inner.press()
    }

    fn release(&mut self) -> Result<(), PointerError> {
        self.recorder.log.borrow_mut().orders.push(Order::Release);
        self.inner.release()
    }

    fn type_key(&mut self, key: Key, held: Duration) -> Result<(), PointerError> {
        self.recorder.log.borrow_mut().orders.push(Order::Key(key));
        self.inner.type_key(key, held)
    }
}

struct RecordedClock<'t> {
    inner: &'t dyn Clock,
    recorder: &'t Recorder,
}

impl Clock for RecordedClock<'_> {
    fn now(&self) -> Duration {
        let now = self.inner.now();
        self.recorder.log.borrow_mut().times.push(now);
        now
    }

    fn sleep(&self, duration: Duration) {
        self.inner.sleep(duration);
    }
}
