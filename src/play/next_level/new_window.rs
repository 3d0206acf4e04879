//! Windows that a game opens: a dialog, or its next level in a window of its own, over the old one or beside it; it may close the old
//! one.

use crate::capture::WindowInfo;
use crate::geometry::ScreenRect;
use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::event::Event;
use crate::play::observer::{LevelState, read_new};

/// The windows that the program has opened since the run began, and that nothing lies over.
///
/// # Errors
/// Whatever stops the observer.
fn new_windows(context: &mut Context<'_, '_>) -> Result<Vec<WindowInfo>, PlayError> {
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

/// Of the windows that the program has opened since the run began, those over the target, and those beside it, in the middle of the
/// screen say, that are smaller than it both ways: a larger one may be a person's, as of a browser.
///
/// # Errors
/// Whatever stops the observer.
pub(super) fn dialogs(context: &mut Context<'_, '_>) -> Result<Vec<WindowInfo>, PlayError> {
    let target = context.observer.place();
    let mut dialogs = new_windows(context)?;
    dialogs.retain(|window| {
        let ScreenRect { width, height, .. } = window.rect;
        let is_smaller = width < target.width && height < target.height;
        is_smaller || window.rect.intersection(target).is_some()
    });
    Ok(dialogs)
}

/// Whether the program has opened a window over the target since the run began.
///
/// # Errors
/// Whatever stops the observer.
pub(in crate::play) fn dialog_opened(context: &mut Context<'_, '_>) -> Result<bool, PlayError> {
    let target = context.observer.place();
    let is_over = |window: &WindowInfo| window.rect.intersection(target).is_some();
    Ok(dialogs(context)?.iter().any(is_over))
}

/// Whether the program has opened a window beside the target since the run began. The picture of the target tells nothing of it.
///
/// # Errors
/// Whatever stops the observer.
pub(super) fn is_dialog_beside(context: &mut Context<'_, '_>) -> Result<bool, PlayError> {
    let target = context.observer.place();
    let is_beside = |window: &WindowInfo| window.rect.intersection(target).is_none();
    Ok(dialogs(context)?.iter().any(is_beside))
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
