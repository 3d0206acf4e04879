//! A test kit for whoever plays with a [`Family`](super::Family) of their own: a fake desktop with a fake game.
//!
//! The fake desktop is a [`Screen`], a [`Pointer`] and a [`Clock`] over one pretended game in one pretended
//! window. Its pictures are painted here, by code that shares nothing with `render`. Time passes only when
//! somebody sleeps.

mod exact_reader;
mod futoshiki;
mod game;
mod window;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use image::{Rgb, RgbImage};

use crate::capture::{MonitorInfo, Screen, ScreenError, WindowId, WindowInfo};
use crate::geometry::{Cell, ScreenPoint, ScreenRect, Viewport};
use crate::pipeline::{Frame, Key};
use crate::replay::{Clock, Pointer, PointerError};
pub use exact_reader::ExactReader;
pub use futoshiki::{EntryBehaviour, FakeFutoshiki, TakesDigits};
pub use game::{BeginsAt, Behaviour, Crossing, Ending, FakeGame, Trace};
pub use window::FakeWindow;

/// The background of windows and of the desktop behind them.
pub const PAPER: Rgb<u8> = Rgb([18, 20, 26]);
const DESKTOP: Rgb<u8> = Rgb([70, 90, 110]);
/// The lines between the cells of a board.
pub const GRID: Rgb<u8> = Rgb([60, 64, 72]);

/// What happens to the desktop at the n-th move of the pointer with the button down.
#[derive(Clone, Copy, Debug)]
pub enum Accident {
    /// A person moves the mouse.
    PersonMoves,
    /// The frontmost window is closed.
    WindowCloses,
    /// The frontmost window is moved so far right and down, in points.
    WindowMoves(f64, f64),
    /// Pictures show what the last one did for so long.
    Stalls(Duration),
    /// Another window comes to lie over the frontmost one.
    Covered,
    /// No picture can be taken any more, and no window is told of.
    ScreenLocks,
    /// The screen has another scale and is so many points wide.
    Resolution(f64, f64),
}

/// The pretended desktop. Clones are the same desktop.
#[derive(Clone)]
pub struct FakeDesktop(Rc<RefCell<World>>);

/// All that is on the pretended desktop.
pub struct World {
    /// Time since it began.
    pub now: Duration,
    /// How long a picture takes: long on a busy machine.
    pub grab_takes: Duration,
    /// Pixels a point.
    pub scale: f64,
    /// What each monitor shows.
    pub monitors: Vec<ScreenRect>,
    /// The frontmost first.
    pub windows: Vec<FakeWindow>,
    /// A window that comes to the front at a time.
    pub coming: Option<(Duration, FakeWindow)>,
    /// Where the pointer is.
    pub pointer: (i32, i32),
    /// Whether the button is down.
    pub is_down: bool,
    /// Where the button went down.
    pub presses: Vec<(i32, i32)>,
    /// Where the pointer was put with the button down.
    pub dragged: Vec<(i32, i32)>,
    /// What happens right after the n-th move with the button down.
    pub accident: Option<(usize, Accident)>,
    /// What happens right after the n-th press.
    pub accident_at_press: Option<(usize, Accident)>,
    /// Keys that were typed.
    pub keys: usize,
    /// What happens right after the n-th key.
    pub accident_at_key: Option<(usize, Accident)>,
    is_locked: bool,
    /// Until then pictures show what the last one did.
    stalls_until: Duration,
    /// The last picture that was taken.
    shown: Option<(ScreenRect, Arc<Frame>)>,
    /// The last picture painted, as long as nothing changes but in some places.
    painted: Option<(ScreenRect, Arc<Frame>)>,
    /// These places.
    changed: Vec<ScreenRect>,
}

impl FakeDesktop {
    /// One monitor of 1000x800 points with these windows, the frontmost first.
    pub fn new(scale: f64, windows: Vec<FakeWindow>) -> Self {
        Self(Rc::new(RefCell::new(World {
            now: Duration::ZERO,
            grab_takes: Duration::ZERO,
            scale,
            monitors: vec![ScreenRect::new(0.0, 0.0, 1000.0, 800.0)],
            windows,
            coming: None,
            pointer: (500, 700),
            is_down: false,
            presses: Vec::new(),
            dragged: Vec::new(),
            accident: None,
            accident_at_press: None,
            keys: 0,
            accident_at_key: None,
            is_locked: false,
            stalls_until: Duration::ZERO,
            shown: None,
            painted: None,
            changed: Vec::new(),
        })))
    }

    /// Changes the desktop, or looks at it.
    pub fn with<R>(&self, change: impl FnOnce(&mut World) -> R) -> R {
        let mut world = self.0.borrow_mut();
        world.painted = None;
        change(&mut world)
    }
}

impl World {
    /// Time passes.
    fn pass(&mut self, time: Duration) {
        self.now += time;
        let now = self.now;
        if let Some((_, window)) = self.coming.take_if(|(at, _)| *at <= now) {
            self.windows.insert(0, window);
            self.painted = None;
        }
    }

    /// What is seen in a part of the screen.
    fn paint(&self, part: ScreenRect) -> Result<Frame, ScreenError> {
        let mut shown = self
            .monitors
            .iter()
            .filter_map(|monitor| monitor.intersection(part));
        let shown = shown.next().ok_or(ScreenError::Outside(part))?;
        let viewport = Viewport {
            origin: ScreenPoint::new(shown.x, shown.y),
            scale: self.scale,
        };
        let size = |points: f64| (points * self.scale).round() as u32;
        let colour = |x: u32, y: u32| self.colour_at(viewport, x, y);
        let picture = RgbImage::from_fn(size(shown.width), size(shown.height), colour);
        Ok(Frame { picture, viewport })
    }

    /// Paints a place of the screen again in a picture.
    fn paint_again(&self, frame: &mut Frame, place: ScreenRect) {
        let viewport = frame.viewport;
        let pixels = |points: f64| (points * viewport.scale).round().max(0.0) as u32;
        let [left, right] = [place.x, place.x + place.width].map(|x| pixels(x - viewport.origin.x));
        let [top, bottom] =
            [place.y, place.y + place.height].map(|y| pixels(y - viewport.origin.y));
        let (width, height) = frame.picture.dimensions();
        for y in top..bottom.min(height) {
            for x in left..right.min(width) {
                let colour = self.colour_at(viewport, x, y);
                frame.picture.put_pixel(x, y, colour);
            }
        }
    }

    /// The colour of a pixel.
    fn colour_at(&self, viewport: Viewport, x: u32, y: u32) -> Rgb<u8> {
        let centre = crate::geometry::Pixel::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        let at = viewport.to_screen(centre);
        let is_seen = |one: &&FakeWindow| !one.is_glass && one.rect.contains(at);
        match self.windows.iter().find(is_seen) {
            None => DESKTOP,
            Some(window) => window.paint(at.x - window.rect.x, at.y - window.rect.y),
        }
    }

    fn see(&self) -> Result<(), ScreenError> {
        let locked = ScreenError::Failed {
            doing: "take a picture",
            cause: "the screen is locked".to_owned(),
        };
        if self.is_locked { Err(locked) } else { Ok(()) }
    }

    /// Tells the game in the frontmost window under the pointer.
    fn tell(&mut self, tell: impl FnOnce(&mut FakeGame, Option<Cell>, Duration)) {
        let (x, y) = (f64::from(self.pointer.0), f64::from(self.pointer.1));
        let at = ScreenPoint::new(x, y);
        let under = self.windows.iter_mut().find(|one| one.rect.contains(at));
        if let Some(window) = under
            && let Some(game) = &mut window.game
        {
            let (x, y) = (x - window.rect.x, y - window.rect.y);
            game.come_to(x, y);
            let cell = game.cell_at(x, y);
            let now = self.now;
            match game.change(|game| tell(game, cell, now)) {
                Some(places) => {
                    self.changed
                        .extend(places.into_iter().map(|[left, top, width, height]| {
                            let corner = (window.rect.x + left, window.rect.y + top);
                            ScreenRect::new(corner.0, corner.1, width, height)
                        }))
                }
                None => self.painted = None,
            }
        }
    }

    /// Tells the game in the frontmost window under the pointer of a press anywhere in its window.
    fn answer(&mut self) {
        let (x, y) = (f64::from(self.pointer.0), f64::from(self.pointer.1));
        let at = ScreenPoint::new(x, y);
        let number = self.next_number();
        let has_message = self.windows.first().is_some_and(|one| one.is_message);
        let mut windows = self
            .windows
            .iter_mut()
            .take(if has_message { 1 } else { usize::MAX });
        let Some(window) = windows.find(|one| one.rect.contains(at)) else {
            return;
        };
        let place = (x - window.rect.x, y - window.rect.y);
        if has_message {
            if FakeWindow::closes_message(place) {
                self.windows.remove(0);
                self.painted = None;
            }
            return;
        }
        if let Some(game) = &mut window.game {
            game.answer(place, self.now);
        } else if let Some(game) = &mut window.futoshiki {
            let refusals = game.refusals;
            game.press(place, self.now);
            if game.refusals > refusals {
                let message = FakeWindow::message(window, number);
                self.windows.insert(0, message);
            }
            self.painted = None;
        }
    }

    /// The number of the next window that is opened.
    fn next_number(&self) -> u32 {
        let numbers = self.windows.iter().map(|one| one.number);
        numbers.max().unwrap_or_default() + 1
    }

    /// Lets something happen at once.
    pub fn happen(&mut self, accident: Accident) {
        self.painted = None;
        match accident {
            Accident::PersonMoves => self.pointer.0 += 30,
            Accident::WindowCloses => drop(self.windows.remove(0)),
            Accident::WindowMoves(x, y) => {
                self.windows[0].rect.x += x;
                self.windows[0].rect.y += y;
            }
            Accident::Stalls(time) => self.stalls_until = self.now + time,
            Accident::ScreenLocks => self.is_locked = true,
            Accident::Resolution(scale, width) => {
                self.scale = scale;
                self.monitors[0].width = width;
            }
            Accident::Covered => {
                let rect = self.windows[0].rect;
                let number = self.next_number();
                self.windows.insert(
                    0,
                    FakeWindow {
                        number,
                        title: "Cover".to_owned(),
                        program: "fake",
                        rect,
                        game: None,
                        futoshiki: None,
                        is_glass: false,
                        is_message: false,
                    },
                );
            }
        }
    }
}

impl Screen for FakeDesktop {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, ScreenError> {
        let world = self.0.borrow();
        world.see()?;
        let info = |window: &FakeWindow| WindowInfo {
            id: WindowId(window.number),
            title: window.title.clone(),
            program: window.program.to_owned(),
            process: None,
            rect: window.rect,
            is_minimised: false,
        };
        Ok(world.windows.iter().map(info).collect())
    }

    fn monitors(&mut self) -> Result<Vec<MonitorInfo>, ScreenError> {
        let info = |rect: &ScreenRect| MonitorInfo {
            name: "fake".to_owned(),
            rect: *rect,
        };
        Ok(self.0.borrow().monitors.iter().map(info).collect())
    }

    fn is_drawn(&mut self, window: &WindowInfo) -> bool {
        !window.is_minimised
    }

    fn place_of(&mut self, window: WindowId) -> Result<ScreenRect, ScreenError> {
        let windows = self.windows()?;
        let found = windows.iter().find(|one| one.id == window);
        found
            .map(|one| one.rect)
            .ok_or_else(|| ScreenError::Closed("fake".to_owned()))
    }

    fn has_focus(&mut self, window: WindowId) -> Result<bool, ScreenError> {
        Ok(self.windows()?.first().map(|one| one.id) == Some(window))
    }

    fn grab(&mut self, part: ScreenRect) -> Result<Arc<Frame>, ScreenError> {
        let mut guard = self.0.borrow_mut();
        let world = &mut *guard;
        world.see()?;
        world.pass(world.grab_takes);
        if let Some((of, frame)) = &world.shown
            && (*of, world.now < world.stalls_until) == (part, true)
        {
            return Ok(Arc::clone(frame));
        }
        for game in world.windows.iter_mut().filter_map(|one| one.game.as_mut()) {
            if game.tick(world.now) {
                world.painted = None;
            }
        }
        let futoshiki = |one: &mut FakeWindow| {
            one.futoshiki
                .as_mut()
                .is_some_and(|game| game.tick(world.now))
        };
        if world.windows.iter_mut().any(futoshiki) {
            world.painted = None;
        }
        let last = world.painted.take().filter(|(of, _)| *of == part);
        let changed = std::mem::take(&mut world.changed);
        let frame = match last {
            Some((_, frame)) if changed.is_empty() => frame,
            Some((_, frame)) => {
                let mut frame = Frame::clone(&frame);
                for place in changed {
                    world.paint_again(&mut frame, place);
                }
                Arc::new(frame)
            }
            None => Arc::new(world.paint(part)?),
        };
        world.painted = Some((part, Arc::clone(&frame)));
        world.shown = Some((part, Arc::clone(&frame)));
        Ok(frame)
    }
}

impl Pointer for FakeDesktop {
    fn location(&mut self) -> Result<(i32, i32), PointerError> {
        Ok(self.0.borrow().pointer)
    }

    fn move_to(&mut self, at: (i32, i32)) -> Result<(), PointerError> {
        let mut world = self.0.borrow_mut();
        let [right, down] = [at.0 - world.pointer.0, at.1 - world.pointer.1].map(f64::from);
        world.pointer = at;
        world.tell(|game, cell, now| game.go(right.hypot(down), cell, now));
        if !world.is_down {
            return Ok(());
        }
        world.dragged.push(at);
        if let Some((number, accident)) = world.accident
            && world.dragged.len() == number
        {
            world.happen(accident);
        }
        Ok(())
    }

    fn press(&mut self) -> Result<(), PointerError> {
        let mut world = self.0.borrow_mut();
        world.is_down = true;
        let at = world.pointer;
        world.presses.push(at);
        world.tell(FakeGame::press);
        world.answer();
        if let Some((number, accident)) = world.accident_at_press
            && world.presses.len() == number
        {
            world.happen(accident);
        }
        Ok(())
    }

    fn release(&mut self) -> Result<(), PointerError> {
        let mut world = self.0.borrow_mut();
        world.is_down = false;
        world.tell(|game, _, now| game.release(now));
        Ok(())
    }

    fn type_key(&mut self, key: Key, held: Duration) -> Result<(), PointerError> {
        let mut world = self.0.borrow_mut();
        world.painted = None;
        let now = world.now;
        if let Some(window) = world.windows.first_mut() {
            match (key, &mut window.futoshiki, &mut window.game) {
                (Key::Character(key), Some(game), _) => game.key(key, held, now),
                (Key::Arrow(arrow), _, Some(game)) => game.arrow(arrow, now),
                _ => {}
            }
        }
        world.keys += 1;
        if let Some((number, accident)) = world.accident_at_key
            && world.keys == number
        {
            world.happen(accident);
        }
        Ok(())
    }
}

impl Clock for FakeDesktop {
    fn now(&self) -> Duration {
        self.0.borrow().now
    }

    fn sleep(&self, duration: Duration) {
        self.0.borrow_mut().pass(duration);
    }
}
