//! From a drawn level to the next one: waits for what is seen, and clicks a control only when there is no
//! doubt about it.

use std::time::Duration;

use image::RgbImage;

use super::aside::aside;
use super::control::{Control, Next};
use super::eye::Sighting;
use super::sheet::Sheet;
use super::{Level, PlayError, Player};
use crate::detect::page::background::was_background;
use crate::detect::page::buttons::{appeared, buttons};
use crate::detect::page::displacement::displacement;
use crate::detect::page::likeness::difference;
use crate::detect::page::template::only_place;
use crate::geometry::{Lattice, Pixel, PixelRect, ScreenPoint, ScreenRect};
use crate::pipeline::{Action, Frame, Reason, Refusal, Waypoint};

/// A new board is empty; the old one, misread while it fades, is full. So at most this share of a
/// new board's cells may show something drawn.
const MOST_DRAWN_OF_NEW_BOARD: f64 = 0.25;

/// A control over the board that nothing is known of must have been there for so long: pop-ups that go away by
/// themselves look like one, and stay for a second and a half.
const DOUBT: Duration = Duration::from_millis(2000);

/// One beside the board may be an advertisement's: by then most games have gone on by themselves.
const DOUBT_BESIDE: Duration = Duration::from_millis(5000);

/// A control like one that led to the next level before, and one that the user named.
const TRUST: Duration = Duration::from_millis(250);

/// A new board that comes so soon after a click has come by it.
const ANSWER: Duration = Duration::from_millis(2500);

/// Controls are looked for no more often than this: it takes longer than reading.
const SEARCH: Duration = Duration::from_millis(150);

/// A picture that shows a board which cannot be read, so long after a level was drawn, is looked at without the pointer.
const LIT: Duration = Duration::from_millis(1000);

/// How long the button is held in a click: longer than two frames of a game that asks for the mouse 30 times a second.
const CLICK: Duration = Duration::from_millis(70);

/// What lies so many pixels around a place that the user named is looked at: less than half of the smallest button.
const NEAR: f64 = 6.0;

/// The noise of a video moves the three channels of a pixel no further than this, summed.
const NOISE: u32 = 72;

/// A control that is gone for no longer is still the same when it comes back: the noise of a video hides it now and
/// then.
const GONE: Duration = Duration::from_millis(750);

/// A control that may have to be clicked.
#[derive(Clone, Copy)]
struct Suspect {
    control: Control,
    /// When it was seen first.
    since: Duration,
    /// When it was seen last.
    seen: Duration,
}

/// What was found when a control was looked for.
#[derive(Clone, Copy, Default)]
enum Found {
    #[default]
    Nothing,
    One(Control),
    /// So many, of which any may be the wrong one.
    Several(usize),
    /// Only what stands where the page changes by itself, or where something else stood before.
    Advert,
    /// One that another window lies over, or that is another window's.
    Covered,
    /// The place that the user named, while something else than the solved board is seen.
    Early,
    /// That place, on no monitor.
    OffScreen,
}

impl Found {
    /// What to say of it when no board follows, if that is why.
    fn words(self) -> Option<String> {
        let words = match self {
            Self::Nothing | Self::One(_) => return None,
            Self::Several(count) => {
                return Some(format!(
                    "{count} buttons have appeared, and flowbot does not choose between them"
                ));
            }
            Self::Advert => {
                "what looks like a button is where something else was before, as in an advertisement"
            }
            Self::Covered => "another window lies over what looks like a button",
            Self::Early => {
                "the solved board is not seen any more, so the place that `--next` names was not clicked"
            }
            Self::OffScreen => "the place that `--next` names is on no monitor",
        };
        Some(words.to_owned())
    }
}

/// What to do when the game waits for a click that is not made.
const NAME_IT: &str = ". If the game waits for a click, say where with `--next X,Y`";

/// The search for a control while the next board is waited for.
#[derive(Default)]
struct Hunt {
    /// When it was looked for last.
    searched: Option<Duration>,
    /// Whether it was looked for in the picture as it is now.
    is_searched: bool,
    found: Found,
    suspect: Option<Suspect>,
    /// What was clicked, and when.
    clicked: Option<(Control, Duration)>,
}

impl Hunt {
    /// The control that led to a board which is seen now.
    fn led_here(&self, now: Duration) -> Option<Control> {
        let (control, at) = self.clicked?;
        (now <= at + ANSWER).then_some(control)
    }
}

/// The last picture that shows no board to be played, and why.
struct TurnedDown {
    picture: Option<RgbImage>,
    why: Refusal,
}

impl TurnedDown {
    /// Whether something like a board is seen, and not the old one.
    fn is_doubtful(&self) -> bool {
        self.why.reason != Reason::NoBoard || self.why.doubtful_grid.is_some()
    }
}

impl Player<'_, '_> {
    /// The next board: one that is not the old one, and that nothing is drawn on.
    ///
    /// # Errors
    /// [`PlayError::NoNextBoard`] with what is seen instead, and whatever stops the hand or the eye.
    pub(super) fn next_board(&mut self, done: &Sheet) -> Result<Sighting, PlayError> {
        let patience = self.options.patience;
        let begun = self.eye.clock.now();
        let mut until = begun + patience;
        let mut is_aside = false;
        let mut turned_down = TurnedDown {
            picture: None,
            why: Refusal::new(Reason::NoBoard, "the picture never stood still"),
        };
        let mut hunt = Hunt::default();
        loop {
            let frame = self.eye.look()?;
            self.hand.keep_pointer()?;
            if turned_down.picture.as_ref() != Some(&frame.picture) {
                hunt.is_searched = false;
                let seen = self.eye.clock.now();
                if let Some(sighting) = self.new_board(done, &frame, &mut turned_down)? {
                    let control = hunt.led_here(seen).and_then(Control::size);
                    self.habits.control = control.or(self.habits.control);
                    return Ok(sighting);
                }
            }
            if !is_aside && turned_down.is_doubtful() && self.eye.clock.now() >= begun + LIT {
                is_aside = true;
                self.step_aside(done, &frame)?;
                continue;
            }
            if let Some(control) = self.hunted(&mut hunt, done, &frame) {
                let at = control.place(&frame);
                let board = done.level.lattice().bounds();
                let board = frame.viewport.box_to_screen(board).centre();
                if self.eye.is_bare(at, board)? {
                    if self.click(at, &frame)? {
                        let now = self.eye.clock.now();
                        hunt.clicked = Some((control, now));
                        until = now + patience;
                    }
                } else {
                    hunt.found = Found::Covered;
                }
            }
            if self.is_time_up() {
                return Err(PlayError::TimeIsUp);
            }
            if self.eye.clock.now() >= until {
                return Err(self.no_next_board(&hunt, turned_down.why));
            }
            self.eye.pause();
        }
    }

    fn no_next_board(&self, hunt: &Hunt, why: Refusal) -> PlayError {
        let words = hunt.found.words().filter(|_| hunt.clicked.is_none());
        let is_named = hunt.clicked.is_some() || self.options.next.is_some();
        PlayError::NoNextBoard {
            patience: self.options.patience,
            is_stuck: words.is_some() || why.reason != Reason::NoBoard,
            seen: words.unwrap_or_else(|| match hunt.clicked {
                Some(_) => format!("{}, after a click for the next level", why.message),
                None => why.message,
            }),
            advice: if is_named { "" } else { NAME_IT },
        }
    }

    /// The board in a picture, if it is to be played and stands still; else the picture is turned down.
    fn new_board(
        &mut self,
        done: &Sheet,
        frame: &Frame,
        turned_down: &mut TurnedDown,
    ) -> Result<Option<Sighting>, PlayError> {
        match self.read_new(done, frame) {
            Ok(level) => self.eye.steady(self.game, level, frame),
            Err(why) => {
                if why.message != turned_down.why.message {
                    tracing::info!("not played: {why}");
                }
                *turned_down = TurnedDown {
                    picture: Some(frame.picture.clone()),
                    why,
                };
                Ok(None)
            }
        }
    }

    /// The control that is to be clicked now: none was clicked yet, but for a place at which nothing was to be seen, and this
    /// one has been there long enough.
    fn hunted(&self, hunt: &mut Hunt, done: &Sheet, frame: &Frame) -> Option<Control> {
        let clicked = hunt.clicked.map(|(control, _)| control);
        if clicked.is_some_and(|control| !control.is_awaited()) {
            return None;
        }
        let now = self.eye.clock.now();
        if !hunt.is_searched && hunt.searched.is_none_or(|at| now >= at + SEARCH) {
            hunt.found = self.control(done, frame);
            hunt.searched = Some(now);
            hunt.is_searched = true;
        }
        // What was found in another picture may be gone.
        let Found::One(control) = hunt.found else {
            return None;
        };
        if !hunt.is_searched || clicked.is_some() && control.is_awaited() {
            return None;
        }
        let before = hunt
            .suspect
            .filter(|one| one.control.is_like(control) && now <= one.seen + GONE);
        let since = before.map_or(now, |one| one.since);
        hunt.suspect = Some(Suspect {
            control,
            since,
            seen: now,
        });
        (now >= since + self.doubt(control, done)).then_some(control)
    }

    /// A board in this picture that is to be played.
    pub(super) fn read_new(
        &mut self,
        done: &Sheet,
        frame: &Frame,
    ) -> Result<Box<dyn Level>, Refusal> {
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
        let moved = displacement(before, now, lattice);
        if let Some(Next::At(place)) = self.options.next {
            // Of a window that is partly off the screen the frame shows a part.
            let ScreenRect { x, y, .. } = self.eye.place();
            let place = ScreenPoint::new(x + place.x, y + place.y);
            return match moved {
                None => Found::Early,
                Some(_) if !frame.bounds().contains(place) => Found::OffScreen,
                Some(_) if looks_alike(before, now, frame.viewport.to_pixel(place)) => {
                    Found::One(Control::Awaited(place))
                }
                Some(_) => Found::One(Control::Named(place)),
            };
        }
        let Some(moved) = moved else {
            return Found::Nothing;
        };
        let mut controls = appeared(before, now, lattice, moved);
        let page = done.solved_in_old_page();
        if controls.is_empty()
            && let Some(page) = &page
        {
            controls = appeared(page, now, lattice, moved);
            if !controls.is_empty() {
                // What was written on a button may have changed with the last stroke.
                let old = buttons(page).into_iter().map(Control::Seen);
                let old: Vec<Control> = old.collect();
                let is_old = |one: Control| old.iter().any(|old| old.is_like(one));
                controls.retain(|one| !is_old(Control::Seen(*one)));
            }
        }
        let is_some = !controls.is_empty();
        let page = page.as_ref().unwrap_or(before);
        controls.retain(|&one| {
            let is_over_board = is_over(lattice, one);
            !self.scenery.is_restless(one)
                && (is_over_board || was_background(page, now, one, lattice, moved))
        });
        match controls.as_slice() {
            [] if is_some => Found::Advert,
            [] => Found::Nothing,
            &[only] => Found::One(Control::Seen(only)),
            several => Found::Several(several.len()),
        }
    }

    /// How long a control must have been there before it is clicked.
    fn doubt(&self, control: Control, done: &Sheet) -> Duration {
        let lattice = done.level.lattice();
        let rect = match control {
            Control::Seen(rect) => rect,
            Control::Named(_) => return TRUST,
            Control::Awaited(place) => {
                // On the board a click may spoil what is drawn.
                let is_on_board = lattice
                    .bounds()
                    .contains(done.frame.viewport.to_pixel(place));
                return if is_on_board { DOUBT } else { TRUST };
            }
        };
        let is_known = self
            .habits
            .control
            .is_some_and(|known| control.is_sized(known));
        if is_known {
            TRUST
        } else if is_over(lattice, rect) {
            DOUBT
        } else {
            DOUBT_BESIDE
        }
    }

    /// Moves the pointer off the board, where it lights up no cell.
    fn step_aside(&mut self, done: &Sheet, frame: &Frame) -> Result<(), PlayError> {
        let Some(at) = aside(done.level.lattice(), frame) else {
            return Ok(());
        };
        tracing::info!("the pointer is moved off the board: it may light up a cell");
        let rest = Duration::ZERO;
        self.act(&Action::Pass(vec![Waypoint { at, rest }]), frame.bounds())
            .map(drop)
    }

    /// Clicks at a place inside the target. Returns whether the window stayed where it was.
    fn click(&mut self, at: ScreenPoint, frame: &Frame) -> Result<bool, PlayError> {
        tracing::info!("clicking at {:.0}, {:.0} for the next level", at.x, at.y);
        let click = Action::Click(Waypoint { at, rest: CLICK });
        self.act(&click, frame.bounds())
    }
}

/// Whether two pictures show the same around a place.
fn looks_alike(before: &RgbImage, now: &RgbImage, at: Pixel) -> bool {
    let around = |middle: f64| (middle - NEAR).max(0.0) as u32..=(middle + NEAR) as u32;
    let mut places = around(at.y).flat_map(|y| around(at.x).map(move |x| (x, y)));
    places.all(|(x, y)| {
        let both = before
            .get_pixel_checked(x, y)
            .zip(now.get_pixel_checked(x, y));
        both.is_none_or(|(before, now)| difference(before, now) <= NOISE)
    })
}

/// Whether the middle of something lies over the board.
fn is_over(lattice: &Lattice, rect: PixelRect) -> bool {
    lattice.bounds().contains(rect.centre())
}
