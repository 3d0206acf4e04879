//! The board that is there when a run begins.

use std::sync::Arc;
use std::time::Duration;

use super::{Observer, Sighting};
use crate::pipeline::{Frame, Reason, Refusal};
use crate::play::error::PlayError;
use crate::play::family::TraceStyle;

/// A picture that is refused must stand still for so long before the refusal counts: a page that loads changes sooner.
const STANDS_STILL: Duration = Duration::from_millis(400);

/// The board that is there now. A picture without any board is looked at until `wait` is over. A board that is refused
/// is refused at once when the picture stands still.
///
/// # Errors
/// [`PlayError::Refused`] with the last reason, and whatever stops the observer.
pub(in crate::play) fn first_board(
    observer: &mut Observer<'_>,
    wait: Duration,
    style: TraceStyle,
) -> Result<Sighting, PlayError> {
    let begun = observer.clock.now();
    let mut refused: Option<(Arc<Frame>, Duration)> = None;
    let mut refusal = Refusal::new(Reason::NoBoard, "the picture never stood still");
    loop {
        let frame = observer.look()?;
        let is_refused = |(other, _): &(Arc<Frame>, Duration)| other.picture == frame.picture;
        if !refused.as_ref().is_some_and(is_refused) {
            match observer.read(&frame) {
                Ok(task) => {
                    refused = None;
                    refusal =
                        Refusal::new(Reason::Covered, "the board that was read does not stay");
                    if let Some(sighting) = observer.steady(task, &frame, style)? {
                        return Ok(sighting);
                    }
                }
                Err(why) => {
                    // Where something moves all the time, the same refusal again counts as standing still.
                    let since = match &refused {
                        Some((_, since)) if refusal == why => *since,
                        _ => observer.clock.now(),
                    };
                    refused = Some((frame, since));
                    refusal = why;
                }
            }
        }
        let now = observer.clock.now();
        let is_still = refused
            .as_ref()
            .is_some_and(|(_, since)| now >= *since + STANDS_STILL);
        let is_board = refusal.reason != Reason::NoBoard;
        if is_still && is_board || now >= begun + wait.max(STANDS_STILL) {
            return Err(refusal.into());
        }
        observer.idle();
    }
}
