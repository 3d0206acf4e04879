//! Finds what to play on: the target a user named, or the only window that shows a board.

use image::Rgb;

use super::{Game, PlayError};
use crate::capture::{Place, Screen, ScreenError, Target, WindowInfo, locate};
use crate::geometry::ScreenRect;
use crate::pipeline::{Frame, Reason, Refusal};

/// What is painted over the parts of a window that lie behind others: one flat colour, so that nothing
/// of another window's board is taken for its own.
const HIDDEN: Rgb<u8> = Rgb([0, 0, 0]);

/// The target, or without one the only window that shows a board.
///
/// # Errors
/// [`PlayError::Screen`] when the target does not exist; [`PlayError::Refused`] when no window shows a
/// board, or several do.
pub fn find(
    screen: &mut dyn Screen,
    game: &dyn Game,
    target: Option<&Target>,
) -> Result<Place, PlayError> {
    if let Some(target) = target {
        return Ok(locate(screen, target)?);
    }
    let mut found = Vec::new();
    let mut doubts = Vec::new();
    let mut in_front: Vec<ScreenRect> = Vec::new();
    for window in screen.windows()? {
        if !screen.is_drawn(&window) {
            continue;
        }
        let reading = match screen.grab(window.rect) {
            Ok(mut frame) => {
                hide(&mut frame, &in_front);
                game.read(&frame)
            }
            Err(ScreenError::Outside(_)) => continue,
            Err(error) => return Err(error.into()),
        };
        in_front.push(window.rect);
        match reading {
            Ok(_) => found.push(window),
            Err(refusal) if refusal.reason == Reason::NoBoard => {}
            Err(refusal) => doubts.push((window, refusal)),
        }
    }
    choose(&found, &doubts).map_err(PlayError::Refused)
}

/// The only window with a board; else what to say, given the windows that show something like one.
fn choose(found: &[WindowInfo], doubts: &[(WindowInfo, Refusal)]) -> Result<Place, Refusal> {
    match (found, doubts) {
        ([only], _) => Ok(Place::from(only)),
        ([], [(window, refusal)]) => Err(Refusal {
            message: format!("in {window}: {}", refusal.message),
            ..refusal.clone()
        }),
        ([], []) => Err(Refusal::new(
            Reason::NoBoard,
            "no window shows a board. Bring the game to the front, \
             or say where it is with --window, --monitor or --region",
        )),
        ([], [(_, first), ..]) => {
            let line = |(window, why): &(WindowInfo, Refusal)| format!("\n  {window}: {why}");
            let list: String = doubts.iter().map(line).collect();
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
