//! From a drawn level to the next one: waits for what is seen, and clicks a control only when there is no
//! doubt about it.

use std::time::Duration;

use image::RgbImage;

use super::control::{Control, Next};
use super::draw::Sheet;
use super::eye::Sighting;
use super::{Level, PlayError, Player};
use crate::detect::buttons::{appeared, buttons};
use crate::detect::template::only_place;
use crate::detect::visible::still_visible;
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::pipeline::{Action, Frame, Reason, Refusal, Waypoint};

/// A new board is empty; the old one, misread while it fades, is full. So at most this share of a
/// new board's cells may show something drawn.
const MOST_DRAWN_OF_NEW_BOARD: f64 = 0.25;

/// A control that nothing is known of must have been there for so long: pop-ups that go away by themselves
/// look like one, and stay for a second and a half.
const DOUBT: Duration = Duration::from_millis(2000);

/// A control like one that led to the next level before, and one that the user named.
const TRUST: Duration = Duration::from_millis(250);

/// Controls are looked for no more often than this: it takes longer than reading.
const SEARCH: Duration = Duration::from_millis(150);

/// Two looks at one control may differ by so many pixels: it moves a little when it appears.
const SAME: u32 = 3;

/// How long the button is held in a click: longer than a frame.
const CLICK: Duration = Duration::from_millis(30);

/// A control that is not found so many times in a row is still the same when it comes back: the noise of a
/// video hides it now and then.
const MOST_MISSES: usize = 5;

/// A control that may have to be clicked.
#[derive(Clone, Copy)]
struct Suspect {
    control: Control,
    /// When it was seen first.
    since: Duration,
    /// How many times in a row it was not found since.
    misses: usize,
}

/// What was found when a control was looked for.
#[derive(Clone, Copy)]
enum Found {
    Nothing,
    One(Control),
    /// So many, of which any may be the wrong one.
    Several(usize),
}

impl Player<'_, '_> {
    /// The next board: one that is not the old one, and that nothing is drawn on.
    ///
    /// # Errors
    /// [`PlayError::NoNextBoard`] with what is seen instead, and whatever stops the hand or the eye.
    pub(super) fn next_board(&mut self, done: &Sheet) -> Result<Sighting, PlayError> {
        let patience = self.options.patience;
        let mut until = self.eye.clock.now() + patience;
        let mut turned_down: Option<RgbImage> = None;
        let mut refusal = Refusal::new(Reason::NoBoard, "the picture never stood still");
        let mut searched: Option<Duration> = None;
        let mut is_searched = true;
        let mut suspect: Option<Suspect> = None;
        let mut found = Found::Nothing;
        let mut clicked: Option<Control> = None;
        loop {
            let frame = self.eye.look()?;
            if turned_down.as_ref() != Some(&frame.picture) {
                is_searched = false;
                match self.read_new(done, &frame) {
                    Ok(level) => {
                        if let Some(sighting) = self.eye.steady(self.game, level, &frame)? {
                            self.habits.control =
                                clicked.and_then(Control::size).or(self.habits.control);
                            return Ok(sighting);
                        }
                    }
                    Err(why) => {
                        if why.message != refusal.message {
                            tracing::info!("not played: {why}");
                        }
                        refusal = why;
                        turned_down = Some(frame.picture.clone());
                    }
                }
            }
            let now = self.eye.clock.now();
            let is_due = searched.is_none_or(|at| now >= at + SEARCH);
            if clicked.is_none() && !is_searched && is_due {
                found = self.control(done, &frame);
                suspect = suspected(found, suspect, now);
                searched = Some(now);
                is_searched = true;
            }
            if let Some(Suspect {
                control,
                since,
                misses: 0,
            }) = suspect
                && now >= since + self.doubt(control)
            {
                self.click(control, &frame)?;
                clicked = Some(control);
                suspect = None;
                until = self.eye.clock.now() + patience;
            }
            if self.is_time_up() {
                return Err(PlayError::TimeIsUp);
            }
            if now >= until {
                let seen = match found {
                    Found::Several(count) => several(count),
                    _ => refusal.message,
                };
                return Err(PlayError::NoNextBoard { patience, seen });
            }
            self.eye.pause();
        }
    }

    /// A board in this picture that is to be played.
    fn read_new(&mut self, done: &Sheet, frame: &Frame) -> Result<Box<dyn Level>, Refusal> {
        let level = self.eye.read(self.game, frame)?;
        let summary = level.summary();
        let cells = f64::from(summary.rows) * f64::from(summary.cols);
        let why = if summary.key == done.level.summary().key {
            "the old board is still there"
        } else if summary.drawn as f64 > cells * MOST_DRAWN_OF_NEW_BOARD {
            "a board is there that is drawn on already"
        } else {
            return Ok(level);
        };
        Err(Refusal::new(Reason::NoBoard, why))
    }

    /// Looks for what is to be clicked for the next level.
    fn control(&self, done: &Sheet, frame: &Frame) -> Found {
        let (before, now) = (&done.frame.picture, &frame.picture);
        if let Some(Next::LooksLike(template)) = &self.options.next {
            let place = only_place(now, template);
            return place.map_or(Found::Nothing, |place| {
                Found::One(Control::Named(frame.viewport.to_screen(place.centre())))
            });
        }
        if before.dimensions() != now.dimensions() {
            return Found::Nothing;
        }
        let lattice = done.level.lattice();
        let Some(moved) = still_visible(before, now, lattice) else {
            return Found::Nothing;
        };
        if let Some(Next::At(place)) = self.options.next {
            let ScreenRect { x, y, .. } = frame.bounds();
            let place = ScreenPoint::new(x + place.x, y + place.y);
            return Found::One(Control::Named(place));
        }
        let mut controls = appeared(before, now, lattice, moved);
        if controls.is_empty()
            && let Some(page) = done.solved_in_old_page()
        {
            controls = appeared(&page, now, lattice, moved);
            if !controls.is_empty() {
                // What was written on a button may have changed with the last stroke.
                let old = buttons(&page).into_iter().map(Control::Seen);
                let old: Vec<Control> = old.collect();
                let is_old = |one: Control| old.iter().any(|old| old.is_like(one, SAME));
                controls.retain(|one| !is_old(Control::Seen(*one)));
            }
        }
        match controls.as_slice() {
            [] => Found::Nothing,
            &[only] => Found::One(Control::Seen(only)),
            several => Found::Several(several.len()),
        }
    }

    /// How long a control must have been there before it is clicked.
    fn doubt(&self, control: Control) -> Duration {
        let is_known = match (control.size(), self.habits.control) {
            (None, _) => true,
            (Some(size), Some(known)) => {
                size.0.abs_diff(known.0) <= SAME && size.1.abs_diff(known.1) <= SAME
            }
            (Some(_), None) => false,
        };
        if is_known { TRUST } else { DOUBT }
    }

    /// Clicks a control, inside the target.
    fn click(&mut self, control: Control, frame: &Frame) -> Result<(), PlayError> {
        let area = frame.bounds();
        let at = match control {
            Control::Named(place) => place,
            Control::Seen(rect) => frame.viewport.to_screen(rect.centre()),
        };
        tracing::info!("clicking at {:.0}, {:.0} for the next level", at.x, at.y);
        let click = Action::Click(Waypoint { at, rest: CLICK });
        let start = self.eye.clock.now();
        self.hand.perform(&click, area, &mut self.eye.watch())?;
        self.eye.spent.draw += self.eye.clock.now() - start;
        Ok(())
    }
}

/// What may have to be clicked, and since when it is there.
fn suspected(found: Found, before: Option<Suspect>, now: Duration) -> Option<Suspect> {
    let Found::One(control) = found else {
        let before = before.filter(|one| one.misses < MOST_MISSES);
        return before.map(|one| Suspect {
            misses: one.misses + 1,
            ..one
        });
    };
    let known = before.filter(|one| one.control.is_like(control, SAME));
    Some(Suspect {
        control,
        since: known.map_or(now, |one| one.since),
        misses: 0,
    })
}

fn several(count: usize) -> String {
    format!("{count} buttons have appeared, and flowbot does not choose between them")
}
