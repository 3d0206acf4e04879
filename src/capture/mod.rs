//! Where pictures come from: the live desktop behind the [`Screen`] trait, with the target on it.
//!
//! ```text
//!   Target ──locate──▶ Place (a rectangle of the desktop) ──Screen::grab──▶ Frame
//! ```
//!
//! Only `desktop` names xcap, and only with the cargo feature `desktop`.

#[cfg(feature = "desktop")]
mod desktop;
mod file;
#[cfg(feature = "desktop")]
mod session;
mod target;

use std::sync::Arc;

use thiserror::Error;

use crate::geometry::{ScreenPoint, ScreenRect};
use crate::pipeline::Frame;

pub use file::{PictureError, STANDARD_INPUT, decode_picture, is_picture, load_picture};
pub use target::{Place, Target, locate};

/// A live desktop: what is on it, and its pixels.
pub trait Screen {
    /// All windows, the frontmost first.
    ///
    /// # Errors
    /// [`ScreenError::Failed`] when the display is lost.
    fn windows(&mut self) -> Result<Vec<WindowInfo>, ScreenError>;

    /// All monitors, at least one. Their rectangles may start left of or above (0, 0).
    ///
    /// # Errors
    /// [`ScreenError::Failed`] when the display is lost.
    fn monitors(&mut self) -> Result<Vec<MonitorInfo>, ScreenError>;

    /// Where a window is now: cheap enough to be asked in the middle of a drag.
    ///
    /// # Errors
    /// [`ScreenError::Closed`] or [`ScreenError::Minimised`].
    fn place_of(&mut self, window: WindowId) -> Result<ScreenRect, ScreenError>;

    /// Whether a window is drawn at all, be it behind others: not as an icon, nor on another workspace.
    fn is_drawn(&mut self, window: &WindowInfo) -> bool;

    /// The window that lies in front at a place, if any does.
    ///
    /// # Errors
    /// [`ScreenError::Failed`] when the display is lost.
    fn front_at(&mut self, at: ScreenPoint) -> Result<Option<WindowId>, ScreenError> {
        let windows = self.windows()?;
        let mut there = windows.iter().filter(|one| one.rect.contains(at));
        Ok(there.find(|one| self.is_drawn(one)).map(|front| front.id))
    }

    /// Whether what is typed goes to this window.
    ///
    /// # Errors
    /// [`ScreenError::Failed`] when the window system does not tell.
    fn has_focus(&mut self, window: WindowId) -> Result<bool, ScreenError>;

    /// A picture of a part of the desktop, as a person sees it: what lies in front is in it. Cut to the
    /// one monitor that shows most of `part`; the frame says what was taken.
    ///
    /// # Errors
    /// [`ScreenError::Outside`] when no monitor shows any of it.
    fn grab(&mut self, part: ScreenRect) -> Result<Arc<Frame>, ScreenError>;
}

/// A window's number, as the window system gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WindowId(pub u32);

/// A window of the desktop.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowInfo {
    /// Its number.
    pub id: WindowId,
    /// What its title bar says.
    pub title: String,
    /// The program it belongs to.
    pub program: String,
    /// What windows of one process have in common, where the window system tells: the number of the process, or of its
    /// connection to the display.
    pub process: Option<u32>,
    /// Its contents, without the title bar, in screen points.
    pub rect: ScreenRect,
    /// Whether it is an icon only.
    pub is_minimised: bool,
}

/// A monitor of the desktop.
#[derive(Clone, Debug, PartialEq)]
pub struct MonitorInfo {
    /// What the system calls it.
    pub name: String,
    /// The part of the desktop that it shows, in screen points.
    pub rect: ScreenRect,
}

/// Why the screen cannot be seen. Each message says what to do next.
#[derive(Debug, Error)]
pub enum ScreenError {
    /// The crate was built without the feature `desktop`.
    #[error(
        "this build of flowbot has no desktop support: build it with `cargo build --release` \
         (the feature `desktop` is on by default), or give a picture file to `flowbot extract`"
    )]
    NotBuilt,
    /// No display to look at.
    #[error(
        "no display: DISPLAY is not set. Run flowbot inside a desktop session, \
         or under a virtual one: `xvfb-run flowbot ...`"
    )]
    NoDisplay,
    /// A Wayland session, where the pointer cannot be read back.
    #[error(
        "this is a Wayland session ({0}), where a program can neither see other windows nor tell where \
         the pointer is. Log in to an X11 session; or, for an X server inside this session, run \
         `env -u WAYLAND_DISPLAY XDG_SESSION_TYPE=x11 DISPLAY=:N flowbot ...`"
    )]
    Wayland(String),
    /// No window's title or program matches.
    #[error("no window matches {pattern:?}. There are:{}", bullets(.windows))]
    UnknownWindow {
        /// What was asked for.
        pattern: String,
        /// The windows there are.
        windows: Vec<String>,
    },
    /// More than one window matches.
    #[error(
        "{pattern:?} matches several windows: write more of the title, or give the place of one with `--region`.{}",
        bullets(.windows)
    )]
    SeveralWindows {
        /// What was asked for.
        pattern: String,
        /// The windows that match.
        windows: Vec<String>,
    },
    /// No such monitor.
    #[error("there is no monitor {number}. There are:{}", bullets(.monitors))]
    UnknownMonitor {
        /// What was asked for, from 1.
        number: usize,
        /// The monitors there are.
        monitors: Vec<String>,
    },
    /// The window is an icon only.
    #[error("{0} is minimised: bring it to the front")]
    Minimised(String),
    /// The window is gone.
    #[error("{0} was closed")]
    Closed(String),
    /// Nothing of the part asked for is on a monitor.
    #[error(
        "{} x {} points at {}, {} are outside every monitor: move the window, or see `flowbot windows`",
        .0.width, .0.height, .0.x, .0.y
    )]
    Outside(ScreenRect),
    /// The window system refused.
    #[error("cannot {doing}: {cause}")]
    Failed {
        /// What was tried.
        doing: &'static str,
        /// What the system said.
        cause: String,
    },
}

fn bullets(lines: &[String]) -> String {
    if lines.is_empty() {
        return " none".to_owned();
    }
    lines.iter().map(|line| format!("\n  {line}")).collect()
}

/// Opens the desktop that this process runs in.
///
/// # Errors
/// [`ScreenError::NotBuilt`], [`ScreenError::NoDisplay`], [`ScreenError::Wayland`], or
/// [`ScreenError::Failed`] when the display does not answer.
pub fn open_screen() -> Result<Box<dyn Screen>, ScreenError> {
    #[cfg(feature = "desktop")]
    {
        session::check(|name| std::env::var(name).ok())?;
        Ok(Box::new(desktop::Desktop::open()?))
    }
    #[cfg(not(feature = "desktop"))]
    Err(ScreenError::NotBuilt)
}
