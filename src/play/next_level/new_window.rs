//! A game may show its next level in a window of its own, over the old one or beside it, and may close the old one.

use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::event::Event;
use crate::play::observer::{LevelState, read_new};

/// Goes over to a window that the program has opened since the run began, when it lies in front and shows a board to be played after
/// a level that was won. Returns whether it did.
///
/// # Errors
/// Whatever stops the observer.
pub(super) fn follow(context: &mut Context<'_, '_>, done: &LevelState) -> Result<bool, PlayError> {
    let style = context.learned.trace;
    for window in context.observer.sibling_windows()? {
        if context.windows.contains(&window.id) || !context.observer.is_seen(&window)? {
            continue;
        }
        let frame = context.observer.look_at(&window, 0.0)?;
        if read_new(&mut context.observer, done, &frame, style).is_ok() {
            context.windows.extend(context.observer.window());
            context.observer.follow(&window);
            (context.tell)(Event::Target(context.observer.target()));
            return Ok(true);
        }
    }
    Ok(false)
}
