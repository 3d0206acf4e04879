//! Finds what to play on: the target a user named, or the only window that shows a board.

use std::sync::Arc;
use std::time::Duration;

use image::Rgb;

use super::error::PlayError;
use super::family::Family;
use crate::capture::{Place, Screen, ScreenError, Target, WindowInfo, locate};
use crate::geometry::ScreenRect;
use crate::pipeline::{Frame, Reason, Refusal};
use crate::replay::{Clock, Interruption, StopFlag};

/// What is painted over the parts of a window that lie behind others: one flat colour, so that nothing
/// of another window's board is taken for its own.
const HIDDEN: Rgb<u8> = Rgb([0, 0, 0]);

/// Between two looks for a window or a board that is waited for.
const POLL: Duration = Duration::from_millis(100);

/// As [`find`], but a window or a board that is not there yet is waited for.
///
/// # Errors
/// As [`find`], with what is seen when `wait` is over; [`Interruption::Signal`] when the run is stopped.
pub fn find_within(
    (screen, clock, stop_flag): (&mut dyn Screen, &dyn Clock, &StopFlag),
    family: &dyn Family,
    target: Option<&Target>,
    wait: Duration,
) -> Result<Place, PlayError> {
    let until = clock.now() + wait;
    loop {
        if stop_flag.is_set() {
            return Err(Interruption::Signal.into());
        }
        match find(screen, family, target) {
            Err(error) if may_still_come(&error) && clock.now() < until => clock.sleep(POLL),
            found => return found,
        }
    }
}

/// Whether a window or a board is missing that may still come.
fn may_still_come(error: &PlayError) -> bool {
    match error {
        PlayError::Screen(ScreenError::UnknownWindow { .. } | ScreenError::Minimised(_)) => true,
        PlayError::Refused(refusal) => refusal.reason == Reason::NoBoard,
        _ => false,
    }
}

/// The target, or without one the only window that shows a board.
///
/// # Errors
/// [`PlayError::Screen`] when the target does not exist; [`PlayError::Refused`] when no window shows a
/// board, or several do.
pub fn find(
    screen: &mut dyn Screen,
    family: &dyn Family,
    target: Option<&Target>,
) -> Result<Place, PlayError> {
    if let Some(target) = target {
        return Ok(locate(screen, target)?);
    }
    let mut found = Vec::new();
    let mut refusals = Vec::new();
    let mut in_front: Vec<ScreenRect> = Vec::new();
    for window in screen.windows()? {
        if !screen.is_drawn(&window) {
            continue;
        }
        let reading = match screen.grab(window.rect) {
            Ok(mut frame) => {
                hide(Arc::make_mut(&mut frame), &in_front);
                family.read(&frame, frame.edges(Some(window.rect)))
            }
            Err(ScreenError::Outside(_)) => continue,
            Err(error) => return Err(error.into()),
        };
        in_front.push(window.rect);
        match reading {
            Ok(_) => found.push(window),
            Err(refusal) if refusal.reason == Reason::NoBoard => {}
            Err(refusal) => refusals.push((window, refusal)),
        }
    }
    choose(&found, &refusals).map_err(PlayError::Refused)
}

/// The only window with a board; else what to say, given the windows that show something like one.
fn choose(found: &[WindowInfo], refusals: &[(WindowInfo, Refusal)]) -> Result<Place, Refusal> {
    match (found, refusals) {
        ([only], _) => Ok(Place::from(only)),
        ([], [(window, refusal)]) => Err(Refusal {
            message: format!("in {window}: {}", refusal.message),
            ..refusal.clone()
        }),
        ([], []) => Err(Refusal::new(
            Reason::NoBoard,
            "no window shows a board. Bring the game to the front, say where it is with --window, --monitor or --region, \
             or let flowbot wait for it with --wait 30s",
        )),
        ([], [(_, first), ..]) => {
            let line = |(window, why): &(WindowInfo, Refusal)| format!("\n  {window}: {why}");
            let list: String = refusals.iter().map(line).collect();
            Err(Refusal {
                message: format!("no window shows a board that can be played.{list}"),
                ..first.clone()
            })
        }
        (several, _) => {
            let list: String = several
                .iter()
                .map(|window| format!("\n  {window}"))
                .collect();
            let message = format!("several windows show a board: say which with --window.{list}");
            Err(Refusal::new(Reason::Ambiguous, message))
        }
    }
}

/// Paints over what other windows cover.
fn hide(frame: &mut Frame, covers: &[ScreenRect]) {
    let (width, height) = frame.picture.dimensions();
    for cover in covers {
        let Some(part) = frame.viewport.rect_to_pixels(*cover, width, height) else {
            continue;
        };
        for y in part.y..part.y + part.height {
            for x in part.x..part.x + part.width {
                frame.picture.put_pixel(x, y, HIDDEN);
            }
        }
    }
}
