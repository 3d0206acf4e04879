//! Replays what a [`Recorder`](super::Recorder) has kept: the loop is told the same once more, with no display, and must
//! decide the same. So a folder that a failed run has left is a test.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::{LOG, ListedWindow, Log, Look, NEXT, NextInLog, Order, Whereabouts, picture_name};
use crate::capture::{
    MonitorInfo, PictureError, Place, Screen, ScreenError, WindowId, WindowInfo, load_picture,
};
use crate::geometry::{ScreenPoint, ScreenRect, Viewport};
use crate::pipeline::{Frame, Key};
use crate::play::event::{Event, Start};
use crate::play::family::Family;
use crate::play::options::{LevelLimits, Next, Options};
use crate::play::run::{Desktop, Game, Run};
use crate::replay::{Clock, Pointer, PointerError, StopFlag};

/// No run takes so long: thirty years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// Why a folder cannot be played back.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// Its log cannot be read.
    #[error("{}: {cause}: give a folder that a failed `flowbot play` has left", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// Its log is none.
    #[error("{}: {cause}", file.display())]
    NoLog {
        /// The file.
        file: PathBuf,
        /// Where and why.
        cause: serde_json::Error,
    },
    /// Its log says what no run does.
    #[error("{}: {what}: it was changed or is damaged, so give another folder", file.display())]
    Spoiled {
        /// The file.
        file: PathBuf,
        /// What cannot be.
        what: &'static str,
    },
    /// A picture is missing.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// What came of a second time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayResult {
    /// What the mouse was told, the first time and now.
    pub orders: (usize, usize),
    /// The first order that is another one, counted from 1.
    pub differs_at: Option<usize>,
    /// How it ended, the first time and now. Where some pictures are missing, it ends with the first of these now.
    pub ended: (String, String),
    /// Whether some pictures were not kept: it was played back up to the first of them.
    pub is_cut: bool,
}

impl ReplayResult {
    /// Whether flowbot did the same again, as far as it could be played back.
    pub fn is_same(&self) -> bool {
        let is_end_same = self.is_cut || self.ended.0 == self.ended.1;
        self.differs_at.is_none() && is_end_same
    }
}

/// Plays back what is in a folder.
///
/// # Errors
/// [`ReplayError`] when the folder is none that a failed run has left.
pub fn replay(folder: &Path, family: &dyn Family) -> Result<ReplayResult, ReplayError> {
    let file = folder.join(LOG);
    let text = fs::read_to_string(&file).map_err(|cause| {
        let file = file.clone();
        ReplayError::Unreadable { file, cause }
    })?;
    let log: Log = serde_json::from_str(&text).map_err(|cause| {
        let file = file.clone();
        ReplayError::NoLog { file, cause }
    })?;
    if let Some(what) = flaw(&log) {
        return Err(ReplayError::Spoiled { file, what });
    }
    let pictures = log.looks.iter().filter_map(|look| look.picture).max();
    let frames = (0..pictures.map_or(0, |last| last + 1))
        .map(|number| folder.join(picture_name(number)))
        .map(|file| {
            let is_forgotten = log.is_cut && !file.exists();
            (!is_forgotten).then(|| load_picture(&file)).transpose()
        })
        .collect::<Result<Vec<Option<Frame>>, _>>()?;
    let next = match log.next {
        None => None,
        Some(NextInLog::At([x, y])) => Some(Next::At(ScreenPoint::new(x, y))),
        Some(NextInLog::Picture) => {
            Some(Next::LooksLike(load_picture(&folder.join(NEXT))?.picture))
        }
    };
    Ok(again(&log, frames, next, family))
}

/// What a log says that no run does; so that nothing overflows that is made of it.
fn flaw(log: &Log) -> Option<&'static str> {
    let is_number = |value: &f64| value.is_finite();
    let is_place = |look: &Look| look.origin.iter().all(is_number);
    let is_scale = |look: &Look| look.scale.is_finite() && look.scale > 0.0;
    let is_early = |time: &Duration| *time < LONGEST;
    // Each picture was taken by a look of its own, or by one before.
    let is_known = |look: &Look| look.picture.is_none_or(|number| number < log.looks.len());
    let start = log.start.clone().unwrap_or_default();
    let flaws = [
        (!log.looks.is_empty(), "it has no pictures"),
        (
            log.looks.iter().all(is_known),
            "it names pictures that nobody took",
        ),
        (log.looks.iter().all(is_place), "a picture lies nowhere"),
        (log.looks.iter().all(is_scale), "a picture has no scale"),
        (
            log.rect.iter().chain(&start.rect).all(is_number),
            "the window lies nowhere",
        ),
        (
            start.learned.is_within(LONGEST) && u32::try_from(start.number).is_ok(),
            "it begins as no level does",
        ),
        (
            log.times
                .iter()
                .chain([&log.patience, &log.most_time])
                .all(is_early),
            "it took longer than anybody has waited",
        ),
    ];
    flaws
        .into_iter()
        .find_map(|(is_right, what)| (!is_right).then_some(what))
}

fn again(
    log: &Log,
    frames: Vec<Option<Frame>>,
    next: Option<Next>,
    family: &dyn Family,
) -> ReplayResult {
    let mut screen = ReplayedScreen {
        looks: log.looks.clone().into(),
        windows: log.windows.clone().into(),
        fronts: log.fronts.clone().into(),
        focus: log.focus.clone().into(),
        lists: log.lists.clone().into(),
        frames,
    };
    let mut pointer = ReplayedPointer {
        places: log.pointer.clone().into(),
        orders: Vec::new(),
    };
    let clock = ReplayedClock {
        times: RefCell::new(log.times.clone().into()),
        last: Cell::default(),
    };
    let first = match log.start {
        Some(_) => screen
            .looks
            .pop_front()
            .and_then(|look| screen.shown(&look)),
        None => None,
    };
    let desktop = Desktop {
        screen: &mut screen,
        pointer: &mut pointer,
        clock: &clock,
        stop_flag: &StopFlag::default(),
    };
    let options = options(log, next);
    let (window, place) = match &log.start {
        Some(start) => (start.window, start.rect),
        None => (log.window, log.rect),
    };
    let place = Place {
        name: log.target.clone(),
        program: log.program.clone(),
        rect: rect(place),
        window: window.map(WindowId),
    };
    let game = Game { family, place };
    let start = log.start.clone().unwrap_or_default();
    let ended = match play_again(desktop, game, &options, start, first) {
        Ok(()) => "all levels are drawn".to_owned(),
        Err(why) => why,
    };
    let orders = pointer.orders;
    let pairs = orders.iter().zip(&log.orders);
    let differs = pairs.into_iter().position(|(now, before)| now != before);
    let is_longer = orders.len() != log.orders.len() && !log.is_cut;
    let end = orders.len().min(log.orders.len());
    ReplayResult {
        differs_at: differs.or(is_longer.then_some(end)).map(|index| index + 1),
        orders: (log.orders.len(), orders.len()),
        ended: (log.ended.clone(), ended),
        is_cut: log.is_cut,
    }
}

fn options(log: &Log, next: Option<Next>) -> Options {
    Options {
        levels: log.levels,
        time: None,
        wait: Duration::ZERO,
        patience: log.patience,
        limits: LevelLimits {
            drags: log.most_drags,
            time: log.most_time,
        },
        next,
    }
}

fn play_again<'d>(
    desktop: Desktop<'d>,
    game: Game<'d>,
    options: &Options,
    start: Start,
    first: Option<Frame>,
) -> Result<(), String> {
    let first = match first {
        Some(frame) => {
            let task = game
                .family
                .read(&frame, frame.edges(game.place.window_rect()))
                .map_err(|refusal| refusal.to_string())?;
            Some((task, Arc::new(frame)))
        }
        None => None,
    };
    let mut tell = |_: Event<'_>| {};
    let mut run = Run::new(desktop, game, options, start, &mut tell);
    run.resume(first)
        .map(drop)
        .map_err(|error| error.to_string())
}

fn window(listed: ListedWindow) -> WindowInfo {
    WindowInfo {
        id: WindowId(listed.number),
        title: listed.title,
        program: listed.program,
        process: listed.process,
        rect: rect(listed.rect),
        is_minimised: listed.is_minimised,
    }
}

fn rect([x, y, width, height]: [f64; 4]) -> ScreenRect {
    ScreenRect::new(x, y, width, height)
}

/// What is said when the recording is at its end.
const END: &str = "the recording is at its end";

struct ReplayedScreen {
    looks: VecDeque<Look>,
    windows: VecDeque<Whereabouts>,
    fronts: VecDeque<Option<u32>>,
    focus: VecDeque<bool>,
    lists: VecDeque<Vec<ListedWindow>>,
    /// By number; `None` for those that were not kept.
    frames: Vec<Option<Frame>>,
}

impl ReplayedScreen {
    /// What a look showed; `None` when it failed, or its picture was not kept.
    fn shown(&self, look: &Look) -> Option<Frame> {
        let frame = self.frames.get(look.picture?)?.as_ref()?;
        let [x, y] = look.origin;
        Some(Frame {
            picture: frame.picture.clone(),
            viewport: Viewport {
                origin: ScreenPoint::new(x, y),
                scale: look.scale,
            },
        })
    }
}

fn lost(cause: &str) -> ScreenError {
    ScreenError::Failed {
        doing: "see the desktop",
        cause: cause.to_owned(),
    }
}

impl Screen for ReplayedScreen {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, ScreenError> {
        let listed = self.lists.pop_front().ok_or_else(|| lost(END))?;
        Ok(listed.into_iter().map(window).collect())
    }

    fn monitors(&mut self) -> Result<Vec<MonitorInfo>, ScreenError> {
        Ok(Vec::new())
    }

    fn place_of(&mut self, window: WindowId) -> Result<ScreenRect, ScreenError> {
        let name = format!("window number {}", window.0);
        match self.windows.pop_front() {
            Some(Whereabouts::At(place)) => Ok(rect(place)),
            Some(Whereabouts::Closed) => Err(ScreenError::Closed(name)),
            Some(Whereabouts::Minimised) => Err(ScreenError::Minimised(name)),
            Some(Whereabouts::Unknown(cause)) => Err(lost(&cause)),
            None => Err(lost(END)),
        }
    }

    fn is_drawn(&mut self, _: &WindowInfo) -> bool {
        true
    }

    fn front_at(&mut self, _: ScreenPoint) -> Result<Option<WindowId>, ScreenError> {
        let front = self.fronts.pop_front().ok_or_else(|| lost(END))?;
        Ok(front.map(WindowId))
    }

    fn has_focus(&mut self, _: WindowId) -> Result<bool, ScreenError> {
        self.focus.pop_front().ok_or_else(|| lost(END))
    }

    fn grab(&mut self, _: ScreenRect) -> Result<Arc<Frame>, ScreenError> {
        let look = self.looks.pop_front().ok_or_else(|| lost(END))?;
        self.shown(&look)
            .map(Arc::new)
            .ok_or_else(|| lost(look.error.as_deref().unwrap_or(END)))
    }
}

struct ReplayedPointer {
    places: VecDeque<(i32, i32)>,
    orders: Vec<Order>,
}

impl Pointer for ReplayedPointer {
    fn location(&mut self) -> Result<(i32, i32), PointerError> {
        let end = || PointerError::Unreadable(END.to_owned());
        self.places.pop_front().ok_or_else(end)
    }

    fn move_to(&mut self, (x, y): (i32, i32)) -> Result<(), PointerError> {
        self.orders.push(Order::Move(x, y));
        Ok(())
    }

    fn press(&mut self) -> Result<(), PointerError> {
        self.orders.push(Order::Press);
        Ok(())
    }

    fn release(&mut self) -> Result<(), PointerError> {
        self.orders.push(Order::Release);
        Ok(())
    }

    fn type_key(&mut self, key: Key, _: Duration) -> Result<(), PointerError> {
        self.orders.push(Order::Key(key));
        Ok(())
    }
}

struct ReplayedClock {
    times: RefCell<VecDeque<Duration>>,
    last: Cell<Duration>,
}

impl Clock for ReplayedClock {
    fn now(&self) -> Duration {
        // At the end of the recording time goes on, so that every wait ends.
        let next = self.times.borrow_mut().pop_front();
        let now = next.unwrap_or_else(|| self.last.get() + Duration::from_millis(100));
        self.last.set(now);
        now
    }

    fn sleep(&self, _: Duration) {}
}
