//! From a won level to the next one: waits for what is seen, and clicks a control only when there is no
//! doubt about it.
//!
//! ```text
//!   look ──▶ a new board, here or in a new window? ──▶ play it
//!     │      the old board, incomplete? ──▶ draw on
//!     │      a control that leads on, and has stood still? ──▶ click it, once a level
//!     └── pause ◀──
//! ```

mod choice;
mod control;
mod message;
mod new_window;
mod search;
mod wait;

use std::sync::Arc;
use std::time::Duration;

use super::context::Context;
use super::error::PlayError;
use super::event::Event;
use super::observer::{LevelState, NewBoard, Sighting, read_new};
use crate::capture::{ScreenError, WindowId};
use crate::geometry::ScreenPoint;
use crate::pipeline::{Action, Frame, Reason, Refusal, Waypoint};
use choice::Found;
use control::{Control, Origin};
pub(super) use message::close_message;
pub(super) use new_window::dialog_opened;
use new_window::{follow, is_dialog_beside};
pub(super) use search::way_on_appeared;
use search::{OldPage, search};
use wait::{ANSWER, SEARCH, Suspect, Wait};

/// So long after a level was won the pointer is moved where a board is seen that cannot be read, or nothing is seen to click.
const IDLE: Duration = Duration::from_millis(1000);

/// How long the button is held in a click, and a key: longer than two frames of a game that asks for the mouse 30 times a second.
const CLICK: Duration = Duration::from_millis(70);

/// The old board, empty or incomplete, must have been seen so for so long before it is drawn on: an ending may
/// clear it before the next one comes.
const RETURNED: Duration = Duration::from_millis(1200);

/// The old board is still there, whatever lies over it, when so much of what was drawn on it is seen.
const LEAST_OF_OLD: f64 = 0.5;

/// What to do when the game waits for a click that is not made.
const NAME_IT: &str = ". If the game waits for a click, say where with `--next X,Y`";

/// What follows a won level.
pub(super) enum NextStep {
    /// A board to play.
    Board(Sighting),
    /// The same puzzle again, empty.
    DealtAgain(Sighting),
    /// The board that came when what says "play again" was clicked: another one, or one that was played already.
    PlayAgain(Sighting),
    /// The board is there, and not all of what was drawn on it.
    NotWon,
    /// The solved board stays as it is, in a game that has answered before, and a stroke was drawn from corner to corner only.
    Unanswered,
    /// Nothing more: what is seen instead.
    Nothing { seen: String },
}

/// What follows a level that was won.
///
/// # Errors
/// [`PlayError::NoNextBoard`] when a person would know how to go on; [`PlayError::Refused`] when a board is there that
/// cannot be played; whatever stops the executor or the observer.
pub(super) fn next_level(
    context: &mut Context<'_, '_>,
    done: &LevelState,
) -> Result<NextStep, PlayError> {
    let mut wait = Wait::new(context.now(), context.options.patience);
    context.observer.believe_touching(false);
    let old = OldPage::of(done);
    loop {
        let now = context.now();
        if wait.followed.is_none_or(|at| now >= at + SEARCH) {
            wait.followed = Some(now);
            if follow(context, done)? {
                wait.look_anew();
            }
            wait.is_searched &= !is_dialog_beside(context)?;
        }
        let frame = match context.observer.look() {
            // Another window may come in its place.
            Err(PlayError::Screen(ScreenError::Closed(_))) if wait.may_be_answered(now) => {
                context.observer.idle();
                continue;
            }
            looked => looked?,
        };
        context.executor.keep_pointer()?;
        let is_refused = |other: &Arc<Frame>| other.picture == frame.picture;
        if !wait.refused.as_ref().is_some_and(is_refused) {
            wait.is_searched = false;
            if let Some(step) = new_board(context, &mut wait, done, &frame)? {
                return Ok(step);
            }
        }
        if is_returned(context, &mut wait, done, &frame) {
            return Ok(NextStep::NotWon);
        }
        if done.cornered.is_some() && is_unanswered(context, &wait, done, &frame) {
            return Ok(NextStep::Unanswered);
        }
        let is_idle = wait.is_doubtful() || wait.suspect.is_none() && wait.clicked.is_empty();
        if !wait.is_stirred && is_idle && context.now() >= wait.begun + IDLE {
            wait.is_stirred = true;
            context.stir(done.task.lattice(), &frame)?;
            continue;
        }
        if let Some(control) = due(context, &mut wait, &old, &frame)? {
            answer(context, &mut wait, done, &frame, control)?;
        }
        if context.is_time_up() {
            return Err(PlayError::TimeIsUp);
        }
        let now = context.now();
        let is_unsolvable = wait.is_refused_as(&Reason::NoSolution, now);
        let is_over = wait.is_over(now);
        if is_unsolvable || is_over || wait.is_refused_as(&Reason::Ambiguous, now) {
            let seen = context.observe(done.task.as_ref(), &frame);
            let is_old_there = seen.filled_share() >= LEAST_OF_OLD;
            if !is_old_there && !is_over && tries_another(context, &mut wait) {
                continue;
            }
            if is_over || is_unsolvable && !is_old_there {
                return ended(context, wait, is_old_there);
            }
        }
        context.observer.idle();
    }
}

/// What is said when no board came in time. A picture that is refused shows another board, unless it is the old one that
/// is still there, under something.
fn ended(
    context: &mut Context<'_, '_>,
    wait: Wait,
    is_old_there: bool,
) -> Result<NextStep, PlayError> {
    let mut words = wait.found.words();
    if wait.clicked.is_empty()
        && let Some(seen) = words.take()
    {
        let is_named = context.options.next.is_some();
        return Err(PlayError::NoNextBoard {
            seen,
            advice: if is_named { "" } else { NAME_IT },
        });
    }
    let is_board = wait.why.reason != Reason::NoBoard;
    if is_board && !is_old_there {
        return Err(wait.why.into());
    }
    let mut seen = if is_board {
        "the old board is still there, and something lies over it".to_owned()
    } else if let Some(words) = words {
        words
    } else if dialog_opened(context)? {
        "a dialog lies over the game, and nothing in it leads on".to_owned()
    } else {
        wait.why.message
    };
    if !wait.clicked.is_empty() {
        seen += ", after a click for the next level";
    }
    Ok(NextStep::Nothing { seen })
}

/// The board in a picture, if it is to be played and stands still; else the picture is refused.
///
/// # Errors
/// [`PlayError::Emptied`] when a check of the old board has emptied it; whatever stops the observer.
fn new_board(
    context: &mut Context<'_, '_>,
    wait: &mut Wait,
    done: &LevelState,
    frame: &Arc<Frame>,
) -> Result<Option<NextStep>, PlayError> {
    let style = context.learned.trace;
    let now = context.now();
    let NewBoard {
        task,
        is_dealt_again,
    } = match read_new(&mut context.observer, done, frame, style) {
        Ok(new) => new,
        Err(why) => {
            if why.message != wait.why.message {
                tracing::info!("not played: {why}");
            }
            wait.refuse(frame, why, now);
            return Ok(None);
        }
    };
    if is_dealt_again {
        let since = *wait.empty_since.get_or_insert(now);
        if wait.led_here().is_none() && now < since + RETURNED {
            return Ok(None);
        }
    }
    // Under a dialog nothing is drawn: the old board may look otherwise, solved.
    if dialog_opened(context)? {
        // The picture may be the same when it is closed.
        wait.refused = None;
        wait.why = Refusal::new(Reason::Covered, "a window of the game lies over the board");
        return Ok(None);
    }
    let Some(sighting) = context.observer.steady(task, frame, style)? else {
        return Ok(None);
    };
    if is_dealt_again && wait.has_only_checked() {
        return Err(PlayError::Emptied);
    }
    learn_control(context, wait);
    let plays_again = wait.led_here().is_some_and(|one| one.plays_again());
    Ok(Some(match (plays_again, is_dealt_again) {
        (true, _) => NextStep::PlayAgain(sighting),
        (false, true) => NextStep::DealtAgain(sighting),
        (false, false) => NextStep::Board(sighting),
    }))
}

/// The control that was clicked last has led to another board: it is known from now on.
fn learn_control(context: &mut Context<'_, '_>, wait: &Wait) {
    let Some(control) = wait.led_here() else {
        return;
    };
    let target = context.observer.place();
    let learned = &mut context.learned;
    learned.control = control.to_be_known(target).or(learned.control);
    let standing = wait
        .standing_before()
        .and_then(|one| one.to_be_known(target));
    learned.standing_control = standing.or(learned.standing_control);
}

/// Whether there is another way with a board that has stood there for long and is refused: a game that has dealt boards which only paths
/// that touch themselves solve is believed to have dealt another one, and one that deals new boards is asked for the next.
fn tries_another(context: &mut Context<'_, '_>, wait: &mut Wait) -> bool {
    let may_be_touching = wait.why.reason == Reason::NoSolution && context.deals_touching;
    if may_be_touching && !context.observer.believes_touching() {
        context.observer.believe_touching(true);
        tracing::info!("read again, with touching paths: {}", wait.why);
        wait.look_anew();
        return true;
    }
    pass_over(context, wait)
}

/// Passes over a board that cannot be played, where what says that it deals a new one has dealt it and may deal another. Returns whether
/// it did.
fn pass_over(context: &mut Context<'_, '_>, wait: &mut Wait) -> bool {
    if !wait.may_pass_over() {
        return false;
    }
    tracing::info!("passed over: {}", wait.why);
    (context.tell)(Event::PassedOver { why: &wait.why });
    learn_control(context, wait);
    let (now, patience) = (context.now(), context.options.patience);
    wait.pass_over(now, patience);
    true
}

/// Whether the old board has been there for some time with something missing on it that nothing new hides, and nothing else on or
/// around it has changed: the level was not won. Where something else has changed or a control lies over it, the game has answered.
fn is_returned(
    context: &mut Context<'_, '_>,
    wait: &mut Wait,
    done: &LevelState,
    frame: &Frame,
) -> bool {
    let seen = context.observe(done.task.as_ref(), frame);
    let missing = done.missing(&seen);
    let is_answered = |one: &Suspect| one.control.is_in_the_way();
    let is_incomplete = wait.clicked.is_empty()
        && !wait.suspected(context.now()).is_some_and(is_answered)
        && seen.is_there
        && !seen.is_relit
        && !done.is_newly_hidden(&seen, &missing, frame)
        && done.changed_cells(frame, &missing) == 0;
    let now = context.now();
    if !is_incomplete {
        wait.incomplete_since = None;
        return false;
    }
    let since = *wait.incomplete_since.get_or_insert(now);
    now >= since + RETURNED
}

/// Whether nothing has come of a solved board that is seen whole all the time.
fn is_unanswered(
    context: &mut Context<'_, '_>,
    wait: &Wait,
    done: &LevelState,
    frame: &Frame,
) -> bool {
    context.now() >= wait.begun + ANSWER
        && wait.clicked.is_empty()
        && wait.found == Found::Nothing
        && context.observe(done.task.as_ref(), frame).is_complete()
}

/// The control that is to be clicked now: it may be clicked, and has been there long enough.
///
/// # Errors
/// [`PlayError::Rejected`] when the game says that the level is not solved; whatever stops the observer.
fn due(
    context: &mut Context<'_, '_>,
    wait: &mut Wait,
    old: &OldPage<'_>,
    frame: &Frame,
) -> Result<Option<Control>, PlayError> {
    let now = context.now();
    if !wait.is_searched && wait.searched.is_none_or(|at| now >= at + SEARCH) {
        wait.found = search(context, old, frame, &wait.clicked)?;
        wait.searched = Some(now);
        wait.is_searched = true;
        if let Some(suspect) = &mut wait.suspect {
            suspect.is_found &= wait.found.is_like(&suspect.control);
        }
    }
    if let Some(said) = wait.rejected(now) {
        return Err(PlayError::Rejected { said });
    }
    // What was found in another picture may be gone.
    let Found::One(control) = wait.found else {
        return Ok(None);
    };
    if !wait.is_searched || !wait.may_click(&control, now) {
        return Ok(None);
    }
    let before = wait.suspected(now);
    let before = before.filter(|one| one.control.is_like(&control));
    let since = before.map_or(now, |one| one.since);
    let delay = wait.delay(&control);
    wait.suspect = Some(Suspect {
        control,
        since,
        seen: now,
        is_found: true,
    });
    Ok((now >= since + delay).then_some(control))
}

/// Clicks a control or types the key that it asks for, if no other window lies over it; what the user named, whatever has come over it
/// since the run began.
fn answer(
    context: &mut Context<'_, '_>,
    wait: &mut Wait,
    done: &LevelState,
    frame: &Frame,
    control: Control,
) -> Result<(), PlayError> {
    let board = done.task.lattice().bounds();
    let board = frame.viewport.box_to_screen(board).centre();
    let others: Vec<WindowId> = match control.origin {
        Origin::Dialog(window) => vec![window],
        Origin::Named | Origin::Awaited { .. } => {
            let windows = context.observer.windows()?.into_iter();
            let ids = windows.map(|window| window.id);
            ids.filter(|id| !context.windows.contains(id)).collect()
        }
        _ => Vec::new(),
    };
    let at = control.rect.centre();
    if !context.observer.is_in_front(at, board, &others)? {
        wait.found = Found::Covered;
        return Ok(());
    }
    let area = if control.is_in_dialog() {
        control.rect
    } else {
        frame.bounds()
    };
    tracing::info!("answering {control:?} for the next level");
    let answer = match control.key() {
        Some(key) => Action::Key {
            key,
            held: CLICK,
            rest: Duration::ZERO,
        },
        None => Action::Click(Waypoint { at, rest: CLICK }),
    };
    if context.act(&answer, area)? {
        let now = context.now();
        (context.tell)(Event::Clicked {
            after: now - wait.begun,
        });
        wait.clicked.push((control, now));
        wait.until = now + context.options.patience;
    }
    Ok(())
}

/// Clicks what the user named, where a run begins on a picture that shows no board to be played: a win screen.
///
/// # Errors
/// Whatever stops the executor or the observer.
pub(super) fn click_named(context: &mut Context<'_, '_>, at: ScreenPoint) -> Result<(), PlayError> {
    let frame = context.observer.look()?;
    let click = Action::Click(Waypoint { at, rest: CLICK });
    context.act(&click, frame.bounds()).map(drop)
}
