//! What may be clicked to go on to the next level.

use std::time::Duration;

use crate::capture::WindowId;
use crate::detect::page::meaning::{Lead, Meaning};
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::pipeline::Key;
use crate::play::learned::KnownControl;

/// Two looks show the same control when they share so much of what both cover: one that swells by an eighth and
/// shrinks again shares three quarters.
const SAME: f64 = 0.7;

/// A control that led on before, one that says "next" and has appeared, and one that the user named.
const TRUST: Duration = Duration::from_millis(250);

/// One in a box that says "continue", "ok" or "play", one that says "next" where nothing of the board is seen any more, and one that asks
/// the game to check the board: that loses nothing.
pub(super) const SHORT_DELAY: Duration = Duration::from_millis(750);

/// A control over the board that nothing is known of must have been there for so long: pop-ups that go away by
/// themselves look like one, and stay for a second and a half. One that says "play again" may have one beside it soon that says
/// "next".
const DELAY: Duration = Duration::from_millis(2000);

/// One beside the board may be an advertisement's, and one that says "play again" or "play" and stood there all the time may begin the
/// same level again: by then most games have gone on by themselves.
const DELAY_BESIDE: Duration = Duration::from_millis(5000);

/// One that was there before the level was won: a game that goes on by itself would skip a level by it.
const DELAY_STANDING: Duration = Duration::from_millis(2500);

/// A control that is gone for no longer is still the same when it comes back: the noise of a video hides it now and
/// then. One that was there before the level was won may be hidden longer, by something that moves behind it.
const GONE: Duration = Duration::from_millis(750);
const HIDDEN: Duration = Duration::from_secs(10);

/// Of two buttons one above the other, one is at most so many times as wide.
const MOST_IN_COLUMN: f64 = 3.0;

/// A letter takes this share of the breadth of its text at most: a button with a word in it is as broad as that.
const MOST_OF_TEXT: f64 = 0.5;

/// Where a control was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The user named it.
    Named,
    /// The user named the place, where nothing has changed since the level was won: what is to be clicked may be still to
    /// come. Whether a button is seen there, beside the board.
    Awaited { is_button: bool },
    /// It has appeared since the level was won. Whether its middle lies over the board.
    Appeared { is_over_board: bool },
    /// It has appeared since the level was won, where nothing of the board is seen any more.
    OverAll,
    /// It was there before.
    Standing,
    /// It was there before, and nothing of the board is seen any more.
    Remaining,
    /// It is in a window of its own that the program has opened.
    Dialog(WindowId),
}

impl Origin {
    /// Whether it was there before the level was won.
    pub(super) fn was_there(self) -> bool {
        matches!(self, Self::Standing | Self::Remaining)
    }
}

/// Something to click.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Control {
    /// Where it is on the desktop.
    pub(super) rect: ScreenRect,
    pub(super) origin: Origin,
    /// What it says.
    pub(super) meaning: Meaning,
    /// Whether it is like the one that led to the next level before.
    pub(super) is_known: bool,
}

impl Control {
    /// One that the user named, at a place.
    pub(super) fn named(at: ScreenPoint, origin: Origin) -> Self {
        Self {
            rect: ScreenRect::new(at.x, at.y, 0.0, 0.0),
            origin,
            meaning: Meaning::Unknown,
            is_known: false,
        }
    }

    /// Whether nothing is to be seen of it yet.
    pub(super) fn is_awaited(&self) -> bool {
        matches!(self.origin, Origin::Awaited { .. })
    }

    /// Whether it says that it leads on.
    pub(super) fn says_lead(&self) -> bool {
        self.meaning.lead().is_some()
    }

    /// Whether it says that it leads to another level, whatever it lies on: an advertisement says "continue" and "play", too, but
    /// it asks for no key.
    pub(super) fn is_sure_lead(&self) -> bool {
        self.key().is_some() || matches!(self.meaning.lead(), Some(Lead::Next | Lead::New))
    }

    /// Whether it may begin the same level again.
    fn begins(&self) -> bool {
        self.plays_again() || self.meaning.lead() == Some(Lead::Play)
    }

    /// Whether it asks the game whether a full board is right: what leads to another one may come after that.
    pub(super) fn asks_to_check(&self) -> bool {
        self.meaning.lead() == Some(Lead::Check)
    }

    /// The key that it asks for instead of a click.
    pub(super) fn key(&self) -> Option<Key> {
        match self.meaning {
            Meaning::AsksFor(key, _) => Some(key),
            _ => None,
        }
    }

    /// Whether it says that it deals another board or the same one.
    pub(super) fn plays_again(&self) -> bool {
        self.meaning == Meaning::Again
    }

    /// It is a part of what lies over the board.
    pub(super) fn lies_over_board(&mut self) {
        if let Origin::Appeared { is_over_board } = &mut self.origin {
            *is_over_board = true;
        }
    }

    /// Whether it has come over the board or in a window of its own.
    pub(super) fn is_in_the_way(&self) -> bool {
        match self.origin {
            Origin::Appeared { is_over_board } => is_over_board,
            Origin::Dialog(_) | Origin::OverAll => true,
            Origin::Named | Origin::Awaited { .. } | Origin::Standing | Origin::Remaining => false,
        }
    }

    /// Whether it is a part of a message that goes away when it is clicked: a window of its own, or a box over the board that says
    /// "ok" or "close".
    pub(super) fn is_message(&self) -> bool {
        self.is_in_dialog() || self.is_in_the_way() && self.meaning.lead() == Some(Lead::Close)
    }

    /// Whether it is in a window of its own.
    pub(super) fn is_in_dialog(&self) -> bool {
        matches!(self.origin, Origin::Dialog(_))
    }

    /// Whether it was not there before the level was won, and says that it leads on.
    pub(super) fn has_come_to_lead_on(&self) -> bool {
        match self.origin {
            Origin::Appeared { .. } | Origin::Dialog(_) => self.says_lead(),
            Origin::OverAll => self.is_sure_lead(),
            Origin::Standing | Origin::Remaining | Origin::Named | Origin::Awaited { .. } => false,
        }
    }

    /// Whether it stands in a row with another button of a box, or above or below it and is about as wide. The head of a box is like a
    /// button, too.
    pub(super) fn is_in_line_with(&self, other: &Self) -> bool {
        let [own, others] = [self, other].map(|one| one.rect.centre());
        let least_height = self.rect.height.min(other.rect.height);
        let is_near = |a: f64, b: f64| (a - b).abs() <= least_height / 2.0;
        let (narrow, wide) = (
            self.rect.width.min(other.rect.width),
            self.rect.width.max(other.rect.width),
        );
        let is_column = is_near(own.x, others.x) || is_near(self.rect.x, other.rect.x);
        is_near(own.y, others.y) || is_column && wide <= MOST_IN_COLUMN * narrow
    }

    /// Whether it is as small in a text as a letter of it: the inside of an `o` looks like a button.
    pub(super) fn is_letter_of(&self, text: ScreenRect) -> bool {
        let Self { rect, .. } = self;
        text.contains(rect.centre())
            && rect.height <= text.height
            && rect.width <= MOST_OF_TEXT * text.width
    }

    /// Whether another one is the same: it may swell and shrink, to be noticed.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.origin == other.origin
            && (self.rect == other.rect || shared(self.rect, other.rect) >= SAME)
    }

    /// Whether a click on it would do again what one on the other has done: a game that was asked to check the board is not asked again,
    /// whatever its button looks like by then.
    pub(super) fn repeats(&self, clicked: &Self) -> bool {
        self.is_like(clicked) || self.asks_to_check() && clicked.asks_to_check()
    }

    /// What is remembered of it when it led on, in a target that lies there.
    pub(super) fn to_be_known(self, target: ScreenRect) -> Option<KnownControl> {
        let middle = self.rect.centre();
        let is_seen = self.rect.width > 0.0 && self.rect.height > 0.0;
        is_seen.then(|| KnownControl {
            size: (
                self.rect.width.round() as u32,
                self.rect.height.round() as u32,
            ),
            at: (middle.x - target.x, middle.y - target.y),
        })
    }

    /// How long it may be out of sight and still count as the same when it comes back.
    pub(super) fn absence(&self) -> Duration {
        if self.origin.was_there() {
            HIDDEN
        } else {
            GONE
        }
    }

    /// How long it must have been there before it is clicked.
    pub(super) fn delay(&self) -> Duration {
        match (self.origin, self.meaning.lead()) {
            (Origin::Named, _) => TRUST,
            (Origin::Awaited { is_button }, _) => {
                if is_button {
                    TRUST
                } else {
                    DELAY
                }
            }
            _ if self.is_known => TRUST,
            _ if self.begins() && self.origin.was_there() => DELAY_BESIDE,
            _ if self.plays_again() => DELAY,
            (Origin::Standing | Origin::Remaining, Some(Lead::Check)) => SHORT_DELAY,
            (Origin::Standing | Origin::Remaining, _) => DELAY_STANDING,
            (Origin::OverAll, _) => SHORT_DELAY,
            (Origin::Dialog(_) | Origin::Appeared { .. }, Some(Lead::Next)) => TRUST,
            (Origin::Dialog(_), Some(_)) => SHORT_DELAY,
            (Origin::Appeared { is_over_board }, Some(_)) if is_over_board => SHORT_DELAY,
            (Origin::Dialog(_), _)
            | (
                Origin::Appeared {
                    is_over_board: true,
                },
                _,
            ) => DELAY,
            (Origin::Appeared { .. }, _) => DELAY_BESIDE,
        }
    }
}

/// Whether a control is about as large as one that led on before; one that stands there all the time must be where that
/// was, too: where it is not, the page may be about to move.
pub(super) fn is_known(
    known: Option<KnownControl>,
    rect: ScreenRect,
    target: ScreenRect,
    is_standing: bool,
) -> bool {
    let Some(known) = known else {
        return false;
    };
    let (width, height) = (f64::from(known.size.0), f64::from(known.size.1));
    let sized = |width, height| ScreenRect::new(0.0, 0.0, width, height);
    let is_sized = shared(sized(width, height), sized(rect.width, rect.height)) >= SAME;
    let at = ScreenPoint::new(target.x + known.at.0, target.y + known.at.1);
    is_sized && (!is_standing || rect.contains(at))
}

/// What two rectangles share, of what both of them cover.
fn shared(a: ScreenRect, b: ScreenRect) -> f64 {
    let area = |one: ScreenRect| one.width * one.height;
    let both = a.intersection(b).map_or(0.0, area);
    both / (area(a) + area(b) - both).max(f64::EPSILON)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVER: Origin = Origin::Appeared {
        is_over_board: true,
    };

    fn unknown(rect: ScreenRect) -> Control {
        Control {
            rect,
            origin: OVER,
            meaning: Meaning::Unknown,
            is_known: false,
        }
    }

    #[test]
    fn what_lies_in_a_text_and_is_far_narrower_is_a_letter_of_it() {
        let letter = unknown(ScreenRect::new(100.0, 0.0, 80.0, 30.0));
        let is_letter_of = |x, width, height| {
            let text = ScreenRect::new(x, 0.0, width, height);
            letter.is_letter_of(text)
        };
        assert!(is_letter_of(20.0, 400.0, 40.0));
        assert!(!is_letter_of(95.0, 90.0, 40.0), "a button with a word");
        assert!(!is_letter_of(20.0, 400.0, 20.0), "it is higher");
        assert!(!is_letter_of(300.0, 400.0, 40.0), "beside it");
    }

    #[test]
    fn what_asks_to_check_is_clicked_before_what_deals_a_new_board_or_plays() {
        let delay = |lead| {
            let standing = Control {
                origin: Origin::Standing,
                meaning: Meaning::LeadsOn(lead),
                ..unknown(ScreenRect::new(0.0, 0.0, 80.0, 30.0))
            };
            standing.delay()
        };
        assert!(delay(Lead::Check) < delay(Lead::New));
        assert!(delay(Lead::New) < delay(Lead::Play));
    }

    #[test]
    fn a_control_is_known_by_its_size_and_one_that_stands_by_its_place_too() {
        let target = ScreenRect::new(100.0, 50.0, 400.0, 400.0);
        let rect = ScreenRect::new(200.0, 300.0, 80.0, 30.0);
        let known = unknown(rect).to_be_known(target);
        assert!(is_known(known, rect, target, true));
        let elsewhere = ScreenRect { y: 100.0, ..rect };
        assert!(is_known(known, elsewhere, target, false));
        assert!(!is_known(known, elsewhere, target, true));
        let larger = ScreenRect {
            width: 160.0,
            ..rect
        };
        assert!(!is_known(known, larger, target, false));
    }
}
