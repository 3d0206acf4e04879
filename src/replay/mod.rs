//! From a drawing to the mouse: strokes become [`crate::pipeline::Action`]s, plain data; a [`Executor`] performs
//! them with a [`Pointer`] and lets go on every way out.
//!
//! ```text
//!   stroke (cells) ──waypoints──▶ Action ──Executor──▶ Pointer ──enigo──▶ the mouse
//!                                      └── StopFlag: a signal, a person, a window that went away
//! ```

mod clock;
#[cfg(feature = "desktop")]
mod enigo_pointer;
mod executor;
mod plan;
mod stop_flag;

use std::time::Duration;

use thiserror::Error;

use crate::pipeline::Key;

pub use clock::{Clock, RealClock};
pub use executor::{Executor, Interruption};
pub use plan::{PlanError, Steps, StrokeTiming, part_waypoints, waypoints};
pub use stop_flag::{StopFlag, stop_on_signals};

/// The mouse, with its left button, and the keyboard. Places are whole screen points.
pub trait Pointer {
    /// Where the pointer is.
    ///
    /// # Errors
    /// [`PointerError::Failed`] when the display is lost.
    fn location(&mut self) -> Result<(i32, i32), PointerError>;

    /// Puts the pointer somewhere.
    ///
    /// # Errors
    /// As [`Pointer::location`].
    fn move_to(&mut self, at: (i32, i32)) -> Result<(), PointerError>;

    /// Presses the button.
    ///
    /// # Errors
    /// As [`Pointer::location`].
    fn press(&mut self) -> Result<(), PointerError>;

    /// Releases the button; nothing happens when it is up.
    ///
    /// # Errors
    /// As [`Pointer::location`].
    fn release(&mut self) -> Result<(), PointerError>;

    /// Presses a key and releases it so much later. It goes to the window that has the focus.
    ///
    /// # Errors
    /// As [`Pointer::location`].
    fn type_key(&mut self, key: Key, held: Duration) -> Result<(), PointerError>;
}

/// Why the mouse cannot be moved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PointerError {
    /// The crate was built without the feature `desktop`.
    #[error(
        "this build of flowbot cannot move the mouse: build it with `cargo build --release` \
         (the feature `desktop` is on by default)"
    )]
    NotBuilt,
    /// The pointer's place cannot be read back, so a person's hand on the mouse would go unnoticed.
    #[error(
        "this desktop does not tell where the pointer is ({0}), so a hand on the mouse could not be \
         noticed: run the game and flowbot in an X11 session"
    )]
    Unreadable(String),
    /// The window system refused.
    #[error("cannot {doing}: {cause}")]
    Failed {
        /// What was tried.
        doing: &'static str,
        /// What the system said.
        cause: String,
    },
}

/// Opens the mouse of the desktop that this process runs in.
///
/// # Errors
/// [`PointerError::NotBuilt`]; [`PointerError::Failed`] when there is no display;
/// [`PointerError::Unreadable`] when the pointer's place cannot be asked for.
pub fn open_pointer() -> Result<Box<dyn Pointer>, PointerError> {
    #[cfg(feature = "desktop")]
    {
        Ok(Box::new(enigo_pointer::EnigoPointer::open()?))
    }
    #[cfg(not(feature = "desktop"))]
    Err(PointerError::NotBuilt)
}
