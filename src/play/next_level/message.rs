//! A message that a game shows in a window of its own while a level is played: it takes nothing else before that is closed.

use std::time::Duration;

use super::CLICK;
use super::choice::{Found, choose};
use super::control::Control;
use super::new_window::dialogs;
use super::search::dialog_controls;
use crate::detect::page::meaning::{Lead, Meaning};
use crate::pipeline::{Action, Waypoint};
use crate::play::context::Context;
use crate::play::error::PlayError;

/// What cannot be closed after this time stays.
const LONGEST: Duration = Duration::from_secs(1);

/// Closes the message that the game shows, if there is one, and all that it offers is to be closed. Returns whether it is gone.
///
/// # Errors
/// Whatever stops the observer or the executor.
pub(in crate::play) fn close_message(context: &mut Context<'_, '_>) -> Result<bool, PlayError> {
    let until = context.now() + LONGEST;
    let (mut seen, mut is_clicked) = (None::<Control>, false);
    while context.now() < until {
        if dialogs(context)?.is_empty() {
            return Ok(is_clicked);
        }
        let way_out = if is_clicked { None } else { way_out(context)? };
        if let Some(control) = way_out {
            // One that has only just come may move, and take no click.
            if seen.is_some_and(|before| before.is_like(&control)) {
                tracing::info!("a message of the game is closed: {control:?}");
                let at = control.rect.centre();
                let click = Action::Click(Waypoint { at, rest: CLICK });
                is_clicked = context.act(&click, control.rect)?;
            }
            seen = Some(control);
        }
        context.observer.idle();
    }
    Ok(false)
}

/// What closes a message that offers nothing else, and that nothing lies over.
fn way_out(context: &mut Context<'_, '_>) -> Result<Option<Control>, PlayError> {
    let mut controls = Vec::new();
    for dialog in dialogs(context)? {
        controls.extend(dialog_controls(context, &dialog)?.0);
    }
    let closes = |one: &Control| {
        matches!(
            one.meaning,
            Meaning::Unknown | Meaning::LeadsOn(Lead::Close | Lead::Continue)
        )
    };
    Ok(match choose(&controls) {
        Found::One(control) if closes(&control) => Some(control),
        _ => None,
    })
}
