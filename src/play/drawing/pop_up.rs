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

use super::entry::Entry;
use crate::geometry::PixelRect;
use crate::pipeline::Frame;
use crate::play::context::Context;
use crate::play::error::PlayError;

/// A press on such a pad that is lost is made so often.
const PRESSES: usize = 2;

/// A look, and the button that it shows.
type Shown = (Arc<Frame>, Option<PixelRect>);

/// What its frame shows is the last look before the click that opens the pad.
impl Entry<'_> {
    /// Presses the digit's button once the pad has opened, for which it waits so long, and lies still. The pad is to close by that:
    /// where it stays, the press was lost. Returns whether there was such a button.
    ///
    /// # Errors
    /// Whatever stops the observer or the executor.
    pub fn press_opened(
        self,
        context: &mut Context<'_, '_>,
        wait: Duration,
    ) -> Result<bool, PlayError> {
        for press in 0..PRESSES {
            let Some((frame, button)) = self.at_rest(context, wait)? else {
                return Ok(press > 0);
            };
            let (click, area) = self.click(&frame, button);
            tracing::debug!("a pad has opened: {click:?}");
            context.act(&click, area)?;
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
        let is_same_place = frame.viewport == self.frame.viewport;
        let button = match last {
            _ if !is_same_place => None,
            Some((last, button)) if last.picture == frame.picture => *button,
            _ => self
                .task
                .opened_button(&frame.picture, &self.frame.picture, self.digit()),
        };
        Ok((frame, button))
    }
}
