//! Watches a level that is being drawn: finds its board again where it was moved or has changed its light, and
//! waits for the effect of what was drawn.

use std::sync::Arc;
use std::time::Duration;

use super::new_board::read_new;
use super::{LevelState, Observer, is_same_board, is_within};
use crate::detect::page::displacement::displacement;
use crate::pipeline::Frame;
use crate::play::error::PlayError;
use crate::play::family::{Observation, Task, TraceStyle};
use crate::play::learned::LearnedSettings;

/// So many looks in a row must show a board at the same place before it counts as found again: it may be sliding in.
const LOOKS_AT_REST: usize = 3;

/// A board that is not seen again after so many looks is gone.
const LOOKS_AWAY: usize = 15;

/// A board lies elsewhere when one of its corners has moved further than this, in cells.
const ELSEWHERE: f64 = 0.25;

/// So many pauses between two looks show whether a background moves.
const PAUSES_STILL: usize = 25;

/// A board that is not seen whole is waited for as long as the picture changes, but no longer than
/// this: the background may never stop moving.
const RESTLESS: Duration = Duration::from_secs(3);

/// What is drawn is waited for no longer than this, however much moves: the longest pipe has grown by then.
const ENDLESS: Duration = Duration::from_secs(15);

/// Where a board is that was looked for at its old place.
enum Whereabouts {
    There,
    /// Seen elsewhere, and not yet at rest.
    Moving,
    /// Elsewhere, at rest.
    Elsewhere,
}

/// The board as it is now: waits until it is uncovered, and finds it when it is elsewhere or in other light.
///
/// # Errors
/// [`PlayError::BoardLost`] when it is not seen again, and whatever stops the observer.
pub(in crate::play) fn see(
    observer: &mut Observer<'_>,
    level: &mut LevelState,
    learned: &LearnedSettings,
) -> Result<Observation, PlayError> {
    let style = learned.trace;
    if std::mem::take(&mut level.is_fresh) {
        let seen = observer.observe(level.task.as_ref(), &level.frame, style);
        if seen.is_there {
            level.remember(&seen);
            return Ok(seen);
        }
    }
    let start = observer.clock.now();
    let (mut changed, mut last) = (start, None::<Arc<Frame>>);
    loop {
        let frame = observer.look()?;
        let mut seen = observer.observe(level.task.as_ref(), &frame, style);
        let whereabouts = follow(observer, level, &frame, &mut seen, style)?;
        let is_moving = matches!(whereabouts, Whereabouts::Moving);
        if seen.is_there && !is_moving {
            level.frame = frame;
            level.remember(&seen);
            return Ok(seen);
        }
        let now = observer.clock.now();
        let is_new = last
            .as_ref()
            .is_none_or(|last| last.picture != frame.picture);
        if is_new {
            changed = now;
        }
        let is_hopeless = now - changed > learned.patience() || now - start > RESTLESS;
        if is_new || is_hopeless {
            match found_again(observer, level, &frame, style) {
                Ok(task)
                    if is_hopeless && !is_moving
                        || is_at_rest(observer, task.as_ref(), &frame, style)? =>
                {
                    level.task = task;
                    level.frame = frame;
                    let seen = observer.observe(level.task.as_ref(), &level.frame, style);
                    level.remember(&seen);
                    return Ok(seen);
                }
                Err(seen) if is_hopeless => return Err(PlayError::BoardLost { seen }),
                Ok(_) if is_hopeless => {
                    let seen = "it never comes to rest".to_owned();
                    return Err(PlayError::BoardLost { seen });
                }
                _ => {}
            }
        }
        last = Some(frame);
        observer.pause();
    }
}

/// Follows the board to where it is now, if that is elsewhere: some of what was drawn is not seen where it was looked for, and
/// pipes may lie where its terminals were. `seen` becomes what the frame shows of it there.
fn follow(
    observer: &mut Observer<'_>,
    level: &mut LevelState,
    frame: &Frame,
    seen: &mut Observation,
    style: TraceStyle,
) -> Result<Whereabouts, PlayError> {
    if !seen.is_there || !level.lacks_drawn(seen) {
        return Ok(Whereabouts::There);
    }
    let task = pushed(observer, level, frame, style).or_else(|| {
        // Reading takes longer than a look.
        if level.is_where_it_was(frame) {
            return None;
        }
        let task = read_again(observer, level, frame, style).ok()?;
        let (now, before) = (task.lattice(), level.task.lattice());
        (!is_within(now, before, ELSEWHERE * before.pitch())).then_some(task)
    });
    let Some(task) = task else {
        return Ok(Whereabouts::There);
    };
    if !is_at_rest(observer, task.as_ref(), frame, style)? {
        return Ok(Whereabouts::Moving);
    }
    level.task = task;
    *seen = observer.observe(level.task.as_ref(), frame, style);
    Ok(Whereabouts::Elsewhere)
}

/// The same board as another picture shows it, or what that shows instead.
fn found_again(
    observer: &mut Observer<'_>,
    level: &LevelState,
    frame: &Frame,
    style: TraceStyle,
) -> Result<Box<dyn Task>, String> {
    let relit = in_other_light(level.task.as_ref(), frame, style);
    if let Some(task) = relit.filter(|task| observer.observe(task.as_ref(), frame, style).is_there)
    {
        return Ok(task);
    }
    match pushed(observer, level, frame, style) {
        Some(task) => Ok(task),
        None => read_again(observer, level, frame, style),
    }
}

/// The same, by reading it. What was known of the board still holds where it shows it in the same colours.
fn read_again(
    observer: &mut Observer<'_>,
    level: &LevelState,
    frame: &Frame,
    style: TraceStyle,
) -> Result<Box<dyn Task>, String> {
    let task = observer.read(frame).map_err(|why| why.to_string())?;
    if task.summary().key != level.task.summary().key {
        return Err("another board is there".to_owned());
    }
    let known = level.task.moved_to(task.lattice());
    let known = known.filter(|known| observer.observe(known.as_ref(), frame, style).is_there);
    Ok(known.unwrap_or(task))
}

/// The same board pushed up or down, with all that was drawn on it: words that a game puts above a solved board push it down, and
/// what is drawn may be such that it cannot be read.
fn pushed(
    observer: &mut Observer<'_>,
    level: &LevelState,
    frame: &Frame,
    style: TraceStyle,
) -> Option<Box<dyn Task>> {
    let (before, now) = (&level.frame.picture, &frame.picture);
    if before.dimensions() != now.dimensions() {
        return None;
    }
    let lattice = level.task.lattice();
    let down = displacement(before, now, lattice).filter(|down| *down != 0)?;
    let moved = lattice.in_crop(0.0, -f64::from(down), 1.0);
    let task = level.task.moved_to(&moved)?;
    let seen = observer.observe(task.as_ref(), frame, style);
    (seen.is_there && !level.lacks_drawn(&seen)).then_some(task)
}

/// The same board as a frame shows it in another light. What lies between cells is not known in that, where all but pipes
/// is seen: then such a board is gone.
fn in_other_light(task: &dyn Task, frame: &Frame, style: TraceStyle) -> Option<Box<dyn Task>> {
    let is_known = style == TraceStyle::Pipes;
    is_known
        .then(|| task.in_other_light(&frame.picture))
        .flatten()
}

/// Whether the next looks show a board where a frame shows it.
fn is_at_rest(
    observer: &mut Observer<'_>,
    task: &dyn Task,
    frame: &Frame,
    style: TraceStyle,
) -> Result<bool, PlayError> {
    for _ in 1..LOOKS_AT_REST {
        observer.pause();
        let again = observer.look()?;
        if again.viewport != frame.viewport || !observer.observe(task, &again, style).is_there {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a board that was not seen is gone, or solved when it comes back: for a moment, one whose dots fade or
/// flash is not known again. Where the next board is there already, it is gone; where the same board is read, with some of
/// what was drawn on it, it only looks different.
///
/// # Errors
/// Whatever stops the observer.
pub(in crate::play) fn stays_away(
    observer: &mut Observer<'_>,
    level: &mut LevelState,
    style: TraceStyle,
) -> Result<bool, PlayError> {
    let (mut last, mut is_turned_down) = (None::<Arc<Frame>>, false);
    for _ in 0..LOOKS_AWAY {
        observer.pause();
        let frame = observer.look()?;
        let mut seen = observer.observe(level.task.as_ref(), &frame, style);
        let whereabouts = follow(observer, level, &frame, &mut seen, style)?;
        if seen.is_there && !matches!(whereabouts, Whereabouts::Moving) {
            return Ok(seen.is_complete());
        }
        let is_still = last
            .as_ref()
            .is_some_and(|last| last.picture == frame.picture);
        if is_still && !is_turned_down && shows_next(observer, level, &frame, style)? {
            return Ok(true);
        }
        is_turned_down = is_still;
        last = Some(frame);
    }
    let Some(frame) = last else {
        return Ok(true);
    };
    let Ok(task) = found_again(observer, level, &frame, style) else {
        return Ok(true);
    };
    let seen = observer.observe(task.as_ref(), &frame, style);
    Ok(seen.is_complete() || level.is_bare(&seen))
}

/// Whether a frame that was only just taken shows another board, with nothing drawn on it.
///
/// # Errors
/// Whatever stops the observer.
pub(in crate::play) fn shows_next(
    observer: &mut Observer<'_>,
    level: &LevelState,
    frame: &Frame,
    style: TraceStyle,
) -> Result<bool, PlayError> {
    let new = read_new(observer, level, frame, style).ok();
    let new = new.filter(|new| !new.is_dealt_again && new.task.summary().drawn == 0);
    let Some(new) = new else {
        return Ok(false);
    };
    Ok(observer.steady(new.task, frame, style)?.is_some())
}

/// Whether the board looks the same some time after the last look: what lies over it is no moving background.
///
/// # Errors
/// Whatever stops the observer.
pub(in crate::play) fn stands_still(
    observer: &mut Observer<'_>,
    level: &LevelState,
) -> Result<bool, PlayError> {
    for _ in 0..PAUSES_STILL {
        observer.pause();
    }
    let now = observer.look()?;
    let (before, now) = (&level.frame.picture, &now.picture);
    let is_same_size = before.dimensions() == now.dimensions();
    Ok(is_same_size && is_same_board(level.task.lattice(), before, now))
}

/// Looks until `is_enough` accepts what a picture shows of the level, or nothing changes in what is seen of it for
/// `patience`: pipes that still grow are waited for. A level whose light is changing is seen too. Returns the last
/// observation, and whether it was accepted.
///
/// # Errors
/// Whatever stops the observer.
pub(in crate::play) fn wait_for(
    observer: &mut Observer<'_>,
    level: &mut LevelState,
    style: TraceStyle,
    patience: Duration,
    is_enough: &dyn Fn(&Observation) -> bool,
) -> Result<(Observation, bool), PlayError> {
    let start = observer.clock.now();
    let mut changed = start;
    // The last picture, and what it shows of the board, also in another light.
    let mut last: Option<(Arc<Frame>, Observation, Option<Observation>)> = None;
    // Of noise the most that was ever seen grows no further.
    let mut most_filled = 0;
    loop {
        let frame = observer.look()?;
        let same = last.take_if(|(other, ..)| other.picture == frame.picture);
        let is_same_picture = same.is_some();
        let (mut seen, relit) = match same {
            Some((_, seen, relit)) => (seen, relit),
            None => in_any_light(observer, level, &frame, style),
        };
        let mut is_accepted = is_enough(&seen) || relit.as_ref().is_some_and(is_enough);
        let shown = relit.as_ref().unwrap_or(&seen);
        let now = observer.clock.now();
        let filled = shown.filled();
        let is_still = last.as_ref().is_some_and(|(_, seen, relit)| {
            let before = relit.as_ref().unwrap_or(seen);
            let is_same = before.is_there == shown.is_there && before.is_done_alike(shown);
            is_same && filled <= most_filled && shown.is_there
        });
        let is_still = is_still || is_same_picture;
        most_filled = most_filled.max(filled);
        if !is_still {
            changed = now;
        }
        let time = now - start;
        let is_lost = !shown.is_there && time > RESTLESS;
        if is_accepted || now - changed > patience || is_lost || time > ENDLESS {
            match follow(observer, level, &frame, &mut seen, style)? {
                Whereabouts::Moving if time <= ENDLESS => {
                    changed = now;
                    continue;
                }
                Whereabouts::Elsewhere => is_accepted = is_enough(&seen),
                Whereabouts::There | Whereabouts::Moving => {}
            }
            if seen.is_there {
                level.remember(&seen);
                level.frame = frame;
                level.is_fresh = is_accepted;
            }
            return Ok((seen, is_accepted));
        }
        last = Some((frame, seen, relit));
        observer.pause();
    }
}

/// What a frame shows of a level, and what it shows of it in another light where it is not there otherwise.
fn in_any_light(
    observer: &mut Observer<'_>,
    level: &LevelState,
    frame: &Frame,
    style: TraceStyle,
) -> (Observation, Option<Observation>) {
    let seen = observer.observe(level.task.as_ref(), frame, style);
    if seen.is_there {
        return (seen, None);
    }
    let task = in_other_light(level.task.as_ref(), frame, style);
    let relit = task.map(|task| observer.observe(task.as_ref(), frame, style));
    (seen, relit.filter(|relit| relit.is_there))
}
