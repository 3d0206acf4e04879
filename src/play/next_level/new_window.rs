//! A game may show its next level in a window of its own, over the old one or beside it, and may close the old one.

use crate::capture::WindowInfo;
use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::event::Event;
use crate::play::observer::{LevelState, read_new};

/// The windows that the program has opened since the run began, and that nothing lies over.
///
/// # Errors
/// Whatever stops the observer.
pub(super) fn new_windows(context: &mut Context<'_, '_>) -> Result<Vec<WindowInfo>, PlayError> {
    let mut windows = context.observer.sibling_windows()?;
    windows.retain(|window| !context.windows.contains(&window.id));
    let mut seen = Vec::new();
    for window in windows {
        if context.observer.is_seen(&window)? {
            seen.push(window);
        }
    }
    Ok(seen)
}

/// Goes over to a window that the program has opened since the run began, when it lies in front and shows a board to be played after
/// a level that was won. Returns whether it did.
///
/// # Errors
/// Whatever stops the observer.
pub(super) fn follow(context: &mut Context<'_, '_>, done: &LevelState) -> Result<bool, PlayError> {
    let style = context.learned.trace;
    for window in new_windows(context)? {
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
