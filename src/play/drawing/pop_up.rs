//! A pad of digits that a click on a cell opens, most often over the board.
//!
//! ```text
//!   +--+ < +--+   +--+            +--+ +--------+
//!   |  |   |  |   |##|   click    |  | |  1 2 3 |
//!   +--+   +--+   +--+   ─────▶   +--+ |  4 5   |
//!    V             ^               V   +--------+
//! ```

use std::sync::Arc;
use std::time::Duration;

use crate::geometry::PixelRect;
use crate::pipeline::{Action, Frame, Waypoint};
use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::family::Task;
use crate::puzzle::futoshiki::Digit;

/// A press on such a pad that is lost is made so often.
const PRESSES: usize = 2;

/// A digit that the pad is to enter.
#[derive(Clone, Copy)]
pub(super) struct Opened<'a> {
    pub task: &'a dyn Task,
    /// The last look before the click that opens the pad.
    pub before: &'a Frame,
    pub digit: Digit,
    /// How long the button is held in a click.
    pub hold: Duration,
}

/// A look, and the button that it shows.
type Shown = (Arc<Frame>, Option<PixelRect>);

impl Opened<'_> {
    /// Presses the digit's button once the pad has opened, for which it waits so long, and lies still. The pad is to close by that:
    /// where it stays, the press was lost. Returns whether there was such a button.
    ///
    /// # Errors
    /// Whatever stops the observer or the executor.
    pub fn press(self, context: &mut Context<'_, '_>, wait: Duration) -> Result<bool, PlayError> {
        for press in 0..PRESSES {
            let Some((frame, button)) = self.at_rest(context, wait)? else {
                return Ok(press > 0);
            };
            let at = Waypoint {
                at: frame.viewport.to_screen(button.centre()),
                rest: self.hold,
            };
            tracing::debug!("a pad has opened: {at:?}");
            let area = frame.viewport.box_to_screen(button.into());
            context.act(&Action::Click(at), area)?;
            if self.closes(context)? {
                break;
            }
        }
        Ok(true)
    }

    /// A look and the button that it shows, where the look before shows it too; `None` where no pad opens in time.
    fn at_rest(
        self,
        context: &mut Context<'_, '_>,
        wait: Duration,
    ) -> Result<Option<(Arc<Frame>, PixelRect)>, PlayError> {
        let start = context.now();
        let mut last = self.look(context, None)?;
        loop {
            context.observer.pause();
            let (frame, button) = self.look(context, Some(&last))?;
            if let Some(button) = button.filter(|_| button == last.1) {
                return Ok(Some((frame, button)));
            }
            if context.now() - start >= wait {
                return Ok(None);
            }
            last = (frame, button);
        }
    }

    /// Whether the button goes away in time.
    fn closes(self, context: &mut Context<'_, '_>) -> Result<bool, PlayError> {
        let start = context.now();
        let mut last = self.look(context, None)?;
        while last.1.is_some() && context.now() - start <= context.learned.patience() {
            context.observer.pause();
            last = self.look(context, Some(&last))?;
        }
        Ok(last.1.is_none())
    }

    /// Looks for the button. Where the look before shows the same picture, it shows the same button.
    fn look(self, context: &mut Context<'_, '_>, last: Option<&Shown>) -> Result<Shown, PlayError> {
        let frame = context.observer.look()?;
        let is_same_place = frame.viewport == self.before.viewport;
        let button = match last {
            _ if !is_same_place => None,
            Some((last, button)) if last.picture == frame.picture => *button,
            _ => self
                .task
                .opened_button(&frame.picture, &self.before.picture, self.digit),
        };
        Ok((frame, button))
    }
}
