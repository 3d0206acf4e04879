//! The wait for the next board: what was seen in it, what was clicked, and what may be clicked still.

use std::sync::Arc;
use std::time::Duration;

use super::choice::Found;
use super::control::{Control, Origin, SHORT_DELAY};
use crate::detect::page::meaning::Lead;
use crate::pipeline::{Frame, Reason, Refusal};

/// A game answers a click or the end of a level so soon, be it by a change of the page.
pub(super) const ANSWER: Duration = Duration::from_millis(2500);

/// A way on has so many controls at most, but for one that asks the game to check the board: a box to close, and the button that
/// leads on.
const MOST_CLICKS: usize = 2;

/// So many boards that cannot be played are passed over in a row, where the game deals others: of some games more than half have no
/// solution.
const MOST_PASSED_OVER: usize = 10;

/// Controls are looked for no more often than this: it takes longer than reading.
pub(super) const SEARCH: Duration = Duration::from_millis(150);

/// A control that may have to be clicked.
#[derive(Clone, Copy)]
pub(super) struct Suspect {
    pub(super) control: Control,
    /// When it was seen first, and last.
    pub(super) since: Duration,
    pub(super) seen: Duration,
    /// Whether the last search found it.
    pub(super) is_found: bool,
}

/// The wait for the next board.
pub(super) struct Wait {
    /// When the level was won, or the last board passed over.
    pub(super) begun: Duration,
    pub(super) until: Duration,
    /// The last picture that shows no board to be played, and why.
    pub(super) refused: Option<Arc<Frame>>,
    pub(super) why: Refusal,
    /// Since when it is refused for that reason.
    refused_since: Duration,
    /// How many boards that cannot be played were passed over.
    passed_over: usize,
    /// Whether the pointer was moved.
    pub(super) is_stirred: bool,
    /// When new windows were looked for last.
    pub(super) followed: Option<Duration>,
    /// When a control was looked for last, and whether in the picture as it is now.
    pub(super) searched: Option<Duration>,
    pub(super) is_searched: bool,
    pub(super) found: Found,
    /// Since when the game has said that the level is not solved.
    rejected_since: Option<Duration>,
    pub(super) suspect: Option<Suspect>,
    /// What was clicked, and when.
    pub(super) clicked: Vec<(Control, Duration)>,
    /// Since when the old board is seen empty, or incomplete.
    pub(super) empty_since: Option<Duration>,
    pub(super) incomplete_since: Option<Duration>,
}

impl Wait {
    pub(super) fn new(now: Duration, patience: Duration) -> Self {
        Self {
            begun: now,
            until: now + patience,
            refused: None,
            why: Refusal::new(Reason::NoBoard, "the picture never stood still"),
            refused_since: now,
            passed_over: 0,
            is_stirred: false,
            followed: None,
            searched: None,
            is_searched: false,
            found: Found::Nothing,
            rejected_since: None,
            suspect: None,
            clicked: Vec::new(),
            empty_since: None,
            incomplete_since: None,
        }
    }

    /// Remembers a picture that shows no board to be played.
    pub(super) fn refuse(&mut self, frame: &Arc<Frame>, why: Refusal, now: Duration) {
        if self.refused.is_none() || self.why != why {
            self.refused_since = now;
        }
        self.refused = Some(Arc::clone(frame));
        self.why = why;
        self.empty_since = None;
    }

    /// Whether a board that is refused for such a reason has been there for so long that it is no stage of another one, and nothing is
    /// about to be clicked.
    pub(super) fn is_refused_as(&self, reason: &Reason, now: Duration) -> bool {
        let is_due = |one: &Suspect| self.may_click(&one.control, now);
        self.refused.is_some()
            && self.why.reason == *reason
            && now >= self.refused_since + ANSWER
            && !self.may_be_answered(now)
            && !self.suspected(now).is_some_and(is_due)
    }

    /// Whether the last click has asked for a new board, and the game may be asked for one more.
    pub(super) fn may_pass_over(&self) -> bool {
        let deals = |one: Control| one.meaning.lead() == Some(Lead::New);
        self.led_here().is_some_and(deals) && self.passed_over < MOST_PASSED_OVER
    }

    /// Waits for another board than the one that the last click has dealt and that cannot be played.
    pub(super) fn pass_over(&mut self, now: Duration, patience: Duration) {
        self.passed_over += 1;
        (self.begun, self.until) = (now, now + patience);
        self.clicked.clear();
        self.look_anew();
    }

    /// Forgets what was seen in the window that was looked at before.
    pub(super) fn look_anew(&mut self) {
        self.refused = None;
        self.is_searched = false;
        self.found = Found::Nothing;
        self.suspect = None;
        self.empty_since = None;
    }

    /// The control that is seen, and must have been there for longer before it is clicked.
    pub(super) fn suspected(&self, now: Duration) -> Option<&Suspect> {
        let is_there = |one: &&Suspect| one.is_found || now <= one.seen + one.control.absence();
        self.suspect.as_ref().filter(is_there)
    }

    /// Whether the time is up, and the game may not answer a click any more, and no control will be clicked soon.
    pub(super) fn is_over(&self, now: Duration) -> bool {
        let is_due = |one: &Suspect| {
            let due = one.since.min(self.until) + self.delay(&one.control) + SEARCH;
            self.may_click(&one.control, now) && now <= due
        };
        now >= self.until && !self.may_be_answered(now) && !self.suspected(now).is_some_and(is_due)
    }

    /// The words by which the game rejects the level, once they have stood long enough for a button that leads on to follow.
    pub(super) fn rejected(&mut self, now: Duration) -> Option<&'static str> {
        let Found::Rejected(said) = self.found else {
            self.rejected_since = None;
            return None;
        };
        let since = *self.rejected_since.get_or_insert(now);
        (now >= since + ANSWER).then_some(said)
    }

    /// Whether something like a board is seen, and not the old one.
    pub(super) fn is_doubtful(&self) -> bool {
        self.why.reason != Reason::NoBoard || self.why.doubtful_grid.is_some()
    }

    /// Whether a game may still answer the end of the level, or the last click.
    pub(super) fn may_be_answered(&self, now: Duration) -> bool {
        let clicked = self.clicked.last().map(|(_, at)| *at);
        now < clicked.unwrap_or(self.begun) + ANSWER
    }

    /// Whether the game was asked to check the board, and for nothing more: what it said may have been closed.
    pub(super) fn has_only_checked(&self) -> bool {
        let closes = |one: &Control| one.meaning.lead() == Some(Lead::Close);
        let mut clicked = self.clicked.iter().map(|(control, _)| control);
        clicked.clone().any(Control::asks_to_check)
            && clicked.all(|one| one.asks_to_check() || closes(one))
    }

    /// The control that led to a board which is seen now: a game may take seconds to make one.
    pub(super) fn led_here(&self) -> Option<Control> {
        self.clicked.last().map(|(control, _)| *control)
    }

    /// The control that stands there all the time and was clicked before that one.
    pub(super) fn standing_before(&self) -> Option<Control> {
        let (_, before) = self.clicked.split_last()?;
        let standing = before.iter().find(|(one, _)| one.origin.was_there());
        standing.map(|(control, _)| *control)
    }

    /// Whether a click for the next level would pass over a level that cannot be read: nothing is seen of the solved board any
    /// more, and a control for the next level was clicked already, or something like a board is seen on a page that had this
    /// control before. Then there is nothing to be checked either. Where a board that cannot be played is to be passed over, what deals another one is clicked once on its page.
    fn would_pass_over(&self, control: &Control) -> bool {
        let leads_on = |one: &Control| one.is_sure_lead() || one.plays_again();
        let has_led_on = || self.clicked.iter().any(|(one, _)| leads_on(one));
        if self.passed_over > 0 && control.meaning.lead() == Some(Lead::New) {
            return has_led_on();
        }
        match control.origin {
            Origin::OverAll => (leads_on(control) || control.asks_to_check()) && has_led_on(),
            Origin::Remaining => has_led_on() || self.is_doubtful(),
            _ => false,
        }
    }

    /// How long a control must have been there before it is clicked. A game that had a message closed does not go on by itself.
    pub(super) fn delay(&self, control: &Control) -> Duration {
        if self.follows_message(control) {
            control.delay().min(SHORT_DELAY)
        } else {
            control.delay()
        }
    }

    /// Whether a control leads on, and a message was closed before: as it did before, or, after one in a window of its own, by its
    /// words.
    fn follows_message(&self, control: &Control) -> bool {
        let leads_on_after = |last: &Control| {
            let leads_on = control.is_known || last.is_in_dialog() && control.is_sure_lead();
            last.is_message() && !control.is_message() && leads_on
        };
        let last = self.clicked.last();
        last.is_some_and(|(last, _)| leads_on_after(last))
    }

    /// Whether a control that has come after the last click is the answer to it: another dialog, or what leads on after the game was
    /// asked to check the board.
    fn is_answer(control: &Control, last: &Control) -> bool {
        let is_dialog = control.is_in_dialog() && control.origin != last.origin;
        is_dialog || last.asks_to_check() && control.has_come_to_lead_on()
    }

    /// Whether a control may be clicked: each is clicked once, a further one only when a click has changed the page and
    /// no board has come by it. After a message that is closed, what leads on is not waited with.
    pub(super) fn may_click(&self, control: &Control, now: Duration) -> bool {
        if self.would_pass_over(control) {
            return false;
        }
        let Some((last, at)) = self.clicked.last() else {
            return true;
        };
        let is_new = |(one, _): &(Control, Duration)| !control.repeats(one);
        let follows_awaited = last.is_awaited() && !control.is_awaited();
        let is_step = |(one, _): &&(Control, Duration)| !one.asks_to_check();
        follows_awaited
            || self.clicked.iter().filter(is_step).count() < MOST_CLICKS
                && (now >= *at + ANSWER
                    || Self::is_answer(control, last)
                    || self.follows_message(control))
                && self.clicked.iter().all(is_new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capture::WindowId;
    use crate::detect::page::meaning::Meaning;
    use crate::geometry::ScreenRect;

    fn says(lead: Lead, origin: Origin) -> Control {
        Control {
            rect: ScreenRect::new(0.0, 0.0, 80.0, 30.0),
            origin,
            meaning: Meaning::LeadsOn(lead),
            is_known: false,
        }
    }

    /// Long after a click on what said this, if there was one.
    fn after(clicked: Option<Lead>, why: Reason) -> Wait {
        let mut wait = Wait::new(Duration::ZERO, Duration::from_secs(10));
        let elsewhere = |lead| {
            let rect = ScreenRect::new(300.0, 0.0, 80.0, 30.0);
            let control = says(lead, Origin::OverAll);
            (Control { rect, ..control }, Duration::ZERO)
        };
        wait.clicked.extend(clicked.map(elsewhere));
        wait.why = Refusal::new(why, "");
        wait
    }

    #[test]
    fn a_level_that_a_click_led_to_and_that_cannot_be_read_is_not_passed_over() {
        let next = says(Lead::Next, Origin::OverAll);
        let is_clicked = |clicked| after(clicked, Reason::NoBoard).may_click(&next, 2 * ANSWER);
        assert!(!is_clicked(Some(Lead::Next)));
        assert!(is_clicked(Some(Lead::Close)), "a box");
        assert!(is_clicked(None), "an ending");
    }

    #[test]
    fn a_late_click_may_be_answered_whatever_was_refused_before_it() {
        let mut wait = after(None, Reason::NoSolution);
        let picture = image::RgbImage::new(1, 1);
        wait.refused = Some(Arc::new(Frame::from_picture(picture)));
        let click = wait.until + ANSWER;
        let is_given_up = |wait: &Wait, now| {
            [
                wait.is_over(now),
                wait.is_refused_as(&Reason::NoSolution, now),
            ]
        };
        assert_eq!(is_given_up(&wait, click), [true; 2]);
        wait.clicked
            .push((says(Lead::Next, Origin::Standing), click));
        assert_eq!(is_given_up(&wait, click + ANSWER / 2), [false; 2]);
        assert_eq!(is_given_up(&wait, click + ANSWER), [true; 2]);
    }

    #[test]
    fn a_level_is_rejected_when_no_button_has_followed_the_words() {
        let mut wait = after(None, Reason::NoBoard);
        wait.found = Found::Rejected("wrong");
        assert_eq!(wait.rejected(ANSWER), None);
        assert_eq!(wait.rejected(2 * ANSWER), Some("wrong"));
        wait.found = Found::One(says(Lead::Next, Origin::OverAll));
        assert_eq!(wait.rejected(3 * ANSWER), None);
        wait.found = Found::Rejected("wrong");
        assert_eq!(wait.rejected(4 * ANSWER), None);
    }

    #[test]
    fn a_game_that_was_asked_for_a_new_board_was_not_only_asked_to_check_one() {
        let only_checked = |clicked: &[Lead]| {
            let mut wait = after(None, Reason::NoBoard);
            let said = clicked.iter().map(|lead| says(*lead, Origin::Standing));
            wait.clicked = said.map(|control| (control, Duration::ZERO)).collect();
            wait.has_only_checked()
        };
        assert!(only_checked(&[Lead::Check]));
        assert!(only_checked(&[Lead::Check, Lead::Close]));
        assert!(!only_checked(&[]) && !only_checked(&[Lead::Close]));
        assert!(!only_checked(&[Lead::Check, Lead::New]));
    }

    #[test]
    fn such_a_level_is_not_played_again_either() {
        let again = Control {
            meaning: Meaning::Again,
            ..says(Lead::Next, Origin::OverAll)
        };
        let is_clicked = |clicked| after(clicked, Reason::NoBoard).may_click(&again, 2 * ANSWER);
        assert!(!is_clicked(Some(Lead::Next)));
        assert!(is_clicked(None), "an ending");
    }

    #[test]
    fn what_asks_to_check_the_board_is_clicked_once_and_is_no_step_of_the_way_on() {
        let mut wait = Wait::new(Duration::ZERO, Duration::from_secs(10));
        let at = |y, lead, origin| Control {
            rect: ScreenRect::new(0.0, y, 80.0, 30.0),
            ..says(lead, origin)
        };
        let dialog = Origin::Dialog(WindowId(7));
        let new = at(300.0, Lead::New, Origin::Standing);
        for (y, lead, origin) in [
            (0.0, Lead::Check, Origin::Standing),
            (100.0, Lead::Close, dialog),
        ] {
            wait.clicked.push((at(y, lead, origin), Duration::ZERO));
            assert!(wait.may_click(&new, 2 * ANSWER), "{lead:?}");
        }
        let lit = Origin::Appeared {
            is_over_board: false,
        };
        for (lead, is_clicked) in [(Lead::Check, false), (Lead::New, true)] {
            let beside = at(200.0, lead, lit);
            assert_eq!(wait.may_click(&beside, 2 * ANSWER), is_clicked, "{lead:?}");
        }
        wait.clicked[0].0 = at(0.0, Lead::New, Origin::OverAll);
        assert!(!wait.may_click(&new, 2 * ANSWER));
    }

    #[test]
    fn a_standing_next_is_clicked_soon_after_a_message_is_closed() {
        let soon = Duration::from_secs(1);
        let over = Origin::Appeared {
            is_over_board: true,
        };
        for (origin, is_known, is_soon) in [
            (Origin::Dialog(WindowId(7)), false, true),
            (over, true, true),
            (over, false, false),
            (Origin::OverAll, false, false),
        ] {
            let next = Control {
                is_known,
                ..says(Lead::Next, Origin::Standing)
            };
            let mut wait = Wait::new(Duration::ZERO, Duration::from_secs(10));
            let closed = Control {
                rect: ScreenRect::new(0.0, 60.0, 80.0, 30.0),
                ..says(Lead::Close, origin)
            };
            wait.clicked.push((closed, Duration::ZERO));
            assert_eq!(wait.may_click(&next, soon), is_soon, "{origin:?}");
            assert_eq!(wait.delay(&next) < soon, is_soon, "{origin:?}");
        }
    }

    #[test]
    fn a_dialog_that_a_click_has_opened_is_the_answer_to_it() {
        let mut wait = Wait::new(Duration::ZERO, Duration::from_secs(10));
        let standing = says(Lead::New, Origin::Standing);
        wait.clicked.push((standing, Duration::ZERO));
        let below = ScreenRect::new(0.0, 60.0, 80.0, 30.0);
        let at_once = |wait: &Wait, origin| {
            let ok = says(Lead::Close, origin);
            wait.may_click(&Control { rect: below, ..ok }, Duration::from_millis(100))
        };
        let over = Origin::Appeared {
            is_over_board: true,
        };
        let origins = [Origin::Dialog(WindowId(7)), over, Origin::OverAll];
        let after_new = origins.map(|origin| at_once(&wait, origin));
        assert_eq!(after_new, [true, false, false]);
        let check = (says(Lead::Check, Origin::Standing), Duration::ZERO);
        let was_new = std::mem::replace(&mut wait.clicked[0], check);
        let after_check = origins.map(|origin| at_once(&wait, origin));
        assert_eq!(after_check, [true, true, false]);
        wait.clicked[0] = was_new;
        assert_eq!(wait.standing_before(), None, "nothing was clicked after it");
        let dialog = says(Lead::Close, Origin::Dialog(WindowId(7)));
        wait.clicked.push((dialog, Duration::from_secs(1)));
        assert_eq!(wait.standing_before(), Some(standing));
        wait.clicked.remove(0);
        assert!(!at_once(&wait, Origin::Dialog(WindowId(7))), "the same one");
        assert!(at_once(&wait, Origin::Dialog(WindowId(8))), "one more");
    }

    #[test]
    fn a_level_that_a_click_led_to_is_not_checked() {
        let check = says(Lead::Check, Origin::OverAll);
        let is_clicked = |clicked| after(clicked, Reason::Ambiguous).may_click(&check, 2 * ANSWER);
        assert!(!is_clicked(Some(Lead::Next)));
        assert!(is_clicked(Some(Lead::Close)), "a box over the solved board");
    }

    /// What stands on the page all the time is there on the page of the next level, too.
    #[test]
    fn what_was_there_already_is_not_clicked_on_the_page_of_the_next_level() {
        let is_clicked = |clicked, why| {
            let next = says(Lead::Next, Origin::Remaining);
            after(clicked, why).may_click(&next, 2 * ANSWER)
        };
        assert!(is_clicked(None, Reason::NoBoard), "an ending");
        assert!(!is_clicked(None, Reason::NoSolution));
        assert!(!is_clicked(Some(Lead::Next), Reason::NoBoard));
    }

    #[test]
    fn where_the_solved_board_is_seen_a_click_has_come_to_nothing() {
        let over = Origin::Appeared {
            is_over_board: true,
        };
        for origin in [Origin::Standing, over] {
            let wait = after(Some(Lead::Next), Reason::Covered);
            assert!(wait.may_click(&says(Lead::Next, origin), 2 * ANSWER));
        }
    }
}
