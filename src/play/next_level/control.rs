//! What may be clicked to go on to the next level, and which of several it is.

use std::time::Duration;

use crate::capture::WindowId;
use crate::detect::page::meaning::{Lead, Meaning};
use crate::geometry::{ScreenPoint, ScreenRect};
use crate::play::learned::KnownControl;

/// Two looks show the same control when they share so much of what both cover: one that swells by an eighth and
/// shrinks again shares three quarters.
const SAME: f64 = 0.7;

/// A control that led on before, one that says "next" and has appeared, and one that the user named.
const TRUST: Duration = Duration::from_millis(250);

/// One in a box that says "continue", "ok" or "play", and one that says "next" where nothing of the board is seen any more.
const SHORT_DELAY: Duration = Duration::from_millis(750);

/// A control over the board that nothing is known of must have been there for so long: pop-ups that go away by
/// themselves look like one, and stay for a second and a half. One that says "play again" may have one beside it soon that says
/// "next".
const DELAY: Duration = Duration::from_millis(2000);

/// One beside the board may be an advertisement's: by then most games have gone on by themselves.
const DELAY_BESIDE: Duration = Duration::from_millis(5000);

/// One that was there before the level was won: a game that goes on by itself would skip a level by it.
const DELAY_STANDING: Duration = Duration::from_millis(2500);

/// A control that is gone for no longer is still the same when it comes back: the noise of a video hides it now and
/// then. One that was there before the level was won may be hidden longer, by something that moves behind it.
const GONE: Duration = Duration::from_millis(750);
const HIDDEN: Duration = Duration::from_secs(10);

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
        matches!(self.meaning, Meaning::LeadsOn(_))
    }

    /// Whether it says that it leads to another level, whatever it lies on: an advertisement says "continue" and "play", too.
    pub(super) fn is_sure_lead(&self) -> bool {
        matches!(self.meaning, Meaning::LeadsOn(Lead::Next | Lead::New))
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
        match (self.origin, self.meaning) {
            (Origin::Named, _) => TRUST,
            (Origin::Awaited { is_button }, _) => {
                if is_button {
                    TRUST
                } else {
                    DELAY
                }
            }
            _ if self.is_known => TRUST,
            (_, Meaning::Again) => DELAY,
            (Origin::Standing | Origin::Remaining, _) => DELAY_STANDING,
            (Origin::OverAll, _) => SHORT_DELAY,
            (Origin::Dialog(_) | Origin::Appeared { .. }, Meaning::LeadsOn(Lead::Next)) => TRUST,
            (Origin::Dialog(_), Meaning::LeadsOn(_)) => SHORT_DELAY,
            (Origin::Appeared { is_over_board }, Meaning::LeadsOn(_)) if is_over_board => {
                SHORT_DELAY
            }
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
/// was, too.
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

/// What was found when a control was looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Found {
    #[default]
    Nothing,
    One(Control),
    /// So many, of which any may be the wrong one.
    Several(usize),
    /// Only what stands where the page changes by itself, or where something else stood before.
    Advert,
    /// One that another window lies over, or that is another window's.
    Covered,
    /// The place that the user named, on no monitor.
    OffScreen,
    /// Words by which the game says that the level is not solved, and nothing that leads to another one.
    Rejected(&'static str),
}

impl Found {
    /// Whether it is this control alone.
    pub(super) fn is_like(self, control: &Control) -> bool {
        matches!(self, Self::One(found) if found.is_like(control))
    }

    /// What to say of it when no board follows, if that is why.
    pub(super) fn words(self) -> Option<String> {
        let words = match self {
            Self::Nothing | Self::One(_) | Self::Advert | Self::Rejected(_) => return None,
            Self::Several(count) => {
                return Some(format!(
                    "{count} buttons have appeared, and nothing tells which of them leads on"
                ));
            }
            Self::Covered => "another window lies over what looks like a button",
            Self::OffScreen => "the place that `--next` names is on no monitor",
        };
        Some(words.to_owned())
    }
}

/// The control that leads on, of all that were found. What says that it leads elsewhere never does.
///
/// The first that holds decides:
/// 1. of those that have appeared, the only one that says "next";
/// 2. of those that have appeared, the only one like the one that led on before and that says that it leads on, else the only one
///    like it;
/// 3. the only one that has appeared over the board or in a dialog and says "continue", else "new", else "play", else "ok" or
///    "close": it has to be answered first;
/// 4. of those that stood there all the time, the only one like the one that led on before;
/// 5. of those that have appeared anywhere, the only one that says one of these;
/// 6. of those that have appeared, the only one that says "play again";
/// 7. the only one that has appeared over the board or in a dialog, whatever it says;
/// 8. of those that stood there all the time, the only one that says "next", else "new";
/// 9. of those that have appeared, the only one, whatever it says.
pub(super) fn choose(controls: &[Control]) -> Found {
    let is_possible = |one: &&Control| {
        !matches!(one.meaning, Meaning::Stays | Meaning::Never)
            && (one.origin != Origin::OverAll || one.is_sure_lead() || one.plays_again())
    };
    let possible: Vec<&Control> = controls.iter().filter(is_possible).collect();
    let is_standing = |one: &Control| one.origin.was_there();
    let with = |wanted: &dyn Fn(&Control) -> bool| -> Vec<&Control> {
        possible.iter().copied().filter(|one| wanted(one)).collect()
    };
    let says = |one: &Control, lead: Lead| one.meaning == Meaning::LeadsOn(lead);
    let others = [Lead::Continue, Lead::New, Lead::Play, Lead::Close];
    let in_the_way = others.map(|lead| with(&|one| one.is_in_the_way() && says(one, lead)));
    let anywhere = others.map(|lead| with(&|one| !is_standing(one) && says(one, lead)));
    let pools = [
        with(&|one| !is_standing(one) && says(one, Lead::Next)),
        with(&|one| !is_standing(one) && one.is_known && one.says_lead()),
        with(&|one| !is_standing(one) && one.is_known),
    ]
    .into_iter()
    .chain(in_the_way)
    .chain([with(&|one| is_standing(one) && one.is_known)])
    .chain(anywhere)
    .chain([
        with(&|one| !is_standing(one) && one.plays_again()),
        with(&Control::is_in_the_way),
        with(&|one| is_standing(one) && says(one, Lead::Next)),
        with(&|one| is_standing(one) && says(one, Lead::New)),
        with(&|one| !is_standing(one)),
    ]);
    let first = pools.into_iter().find(|pool| !pool.is_empty());
    match first.as_deref() {
        None => Found::Nothing,
        Some(&[only]) => Found::One(*only),
        Some(several) => Found::Several(several.len()),
    }
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

    const NEXT: Meaning = Meaning::LeadsOn(Lead::Next);
    const OK: Meaning = Meaning::LeadsOn(Lead::Close);

    fn control(x: f64, origin: Origin, meaning: Meaning) -> Control {
        Control {
            rect: ScreenRect::new(x, 0.0, 80.0, 30.0),
            origin,
            meaning,
            is_known: false,
        }
    }

    #[track_caller]
    fn is_chosen(controls: &[Control], wanted: usize) {
        assert_eq!(choose(controls), Found::One(controls[wanted]));
    }

    #[test]
    fn of_replay_and_next_the_second_leads_on() {
        let replay = control(0.0, OVER, Meaning::Stays);
        let next = control(100.0, OVER, NEXT);
        is_chosen(&[replay, next], 1);
        is_chosen(&[next, replay], 0);
    }

    #[test]
    fn what_lies_in_a_text_and_is_far_narrower_is_a_letter_of_it() {
        let letter = control(100.0, OVER, Meaning::Unknown);
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
    fn what_says_next_goes_before_what_says_ok() {
        let ok = control(0.0, OVER, OK);
        let next = control(100.0, OVER, NEXT);
        is_chosen(&[ok, next], 1);
        is_chosen(&[ok], 0);
    }

    #[test]
    fn what_says_play_again_is_clicked_where_nothing_says_next() {
        for origin in [OVER, Origin::OverAll, Origin::Dialog(WindowId(7))] {
            let again = control(0.0, origin, Meaning::Again);
            let menu = control(100.0, origin, Meaning::Stays);
            is_chosen(&[again, menu], 0);
            is_chosen(&[again, control(100.0, origin, NEXT)], 1);
        }
        let standing = control(0.0, Origin::Standing, Meaning::Again);
        assert_eq!(choose(&[standing]), Found::Nothing);
    }

    #[test]
    fn two_that_nothing_tells_apart_are_not_clicked() {
        let unknown = [0.0, 100.0].map(|x| control(x, OVER, Meaning::Unknown));
        assert_eq!(choose(&unknown), Found::Several(2));
        is_chosen(&unknown[..1], 0);
        let next = [0.0, 100.0].map(|x| control(x, OVER, NEXT));
        assert_eq!(choose(&next), Found::Several(2));
    }

    /// A page that is pushed down makes what stood beside the button that led on appear, too.
    #[test]
    fn of_two_that_are_like_the_one_that_led_on_the_one_that_says_so_is_clicked() {
        let known = |x, meaning| Control {
            is_known: true,
            ..control(x, OVER, meaning)
        };
        let new = Meaning::LeadsOn(Lead::New);
        is_chosen(&[known(0.0, Meaning::Unknown), known(100.0, new)], 1);
        let unknown = [0.0, 100.0].map(|x| known(x, Meaning::Unknown));
        assert_eq!(choose(&unknown), Found::Several(2));
    }

    #[test]
    fn a_box_over_the_board_is_answered_before_what_stood_there() {
        let next = Control {
            is_known: true,
            ..control(0.0, Origin::Standing, NEXT)
        };
        let ok = control(100.0, OVER, OK);
        is_chosen(&[next, ok], 1);
        let beside = Origin::Appeared {
            is_over_board: false,
        };
        is_chosen(&[next, control(100.0, beside, OK)], 0);
    }

    /// Such as the words that tell of a level that is won.
    #[test]
    fn what_stood_there_and_says_new_goes_before_what_has_appeared_beside_the_board_and_says_nothing()
     {
        let new = control(0.0, Origin::Standing, Meaning::LeadsOn(Lead::New));
        let beside = Origin::Appeared {
            is_over_board: false,
        };
        is_chosen(&[control(100.0, beside, Meaning::Unknown), new], 1);
        is_chosen(&[control(100.0, OVER, Meaning::Unknown), new], 0);
    }

    #[test]
    fn what_leads_elsewhere_is_never_clicked() {
        for meaning in [Meaning::Stays, Meaning::Never] {
            assert_eq!(choose(&[control(0.0, OVER, meaning)]), Found::Nothing);
        }
    }

    #[test]
    fn what_stood_there_is_clicked_only_when_it_says_next() {
        let standing = |meaning| control(0.0, Origin::Standing, meaning);
        is_chosen(&[standing(NEXT)], 0);
        for meaning in [Meaning::Unknown, OK, Meaning::Stays] {
            assert_eq!(choose(&[standing(meaning)]), Found::Nothing);
        }
        let known = Control {
            is_known: true,
            ..standing(Meaning::Unknown)
        };
        is_chosen(&[known], 0);
    }

    #[test]
    fn over_a_board_that_is_all_hidden_only_what_says_next_is_clicked() {
        let over_all = |meaning| control(0.0, Origin::OverAll, meaning);
        is_chosen(&[over_all(NEXT)], 0);
        assert_eq!(choose(&[over_all(Meaning::Unknown)]), Found::Nothing);
        assert_eq!(choose(&[over_all(OK)]), Found::Nothing);
    }

    #[test]
    fn a_control_is_known_by_its_size_and_one_that_stands_by_its_place_too() {
        let target = ScreenRect::new(100.0, 50.0, 400.0, 400.0);
        let rect = ScreenRect::new(200.0, 300.0, 80.0, 30.0);
        let known = Control {
            rect,
            ..control(0.0, OVER, Meaning::Unknown)
        };
        let known = known.to_be_known(target);
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
