//! Which of all controls that were found leads on.

use super::control::{Control, Origin};
use crate::detect::page::meaning::{Lead, Meaning};

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

/// The control that leads on, of all that were found. What says that it leads elsewhere never does, nor what says that the level is
/// won: a click on such a badge may go to the cell below it.
///
/// The first that holds decides. Where it would hold but for several that say nothing, the next one decides:
/// 1. of those that have appeared, the only one that says "next";
/// 2. of those that have appeared, the only one like the one that led on before and that says that it leads on, else the only one
///    like it;
/// 3. the only one that has appeared over the board or in a dialog and says "continue", else "new", else "play", else "ok" or
///    "close": it has to be answered first;
/// 4. the only one that says "check": until then some games say nothing;
/// 5. of those that stood there all the time, the only one like the one that led on before;
/// 6. of those that have appeared anywhere, the only one that says one of those in 3;
/// 7. of those that have appeared, the only one that says "play again";
/// 8. the only one that has appeared over the board or in a dialog, whatever it says;
/// 9. of those that stood there all the time, the only one that says "next", else "new";
/// 10. of those that have appeared, the only one, whatever it says;
/// 11. of those that stood there all the time, the only one that says "play again", else "play".
///
/// One that says nothing which is known, beside others that have appeared and lead elsewhere, counts where it is in line with one of
/// these. Where nothing of the board is seen any more, an advertisement may say "continue" or "play", too: there only "next", "new",
/// "play again" and what is like the one that led on before count, and on a page that says that the level is won "continue", "ok" and
/// "close". Not "play": advertisements say both "win" and "play".
pub(super) fn choose(controls: &[Control]) -> Found {
    let leads_elsewhere = |one: &&Control| matches!(one.meaning, Meaning::Stays | Meaning::Never);
    let elsewhere: Vec<&Control> = controls
        .iter()
        .filter(|one| leads_elsewhere(one) && !one.origin.was_there())
        .collect();
    let is_among = |one: &Control| {
        elsewhere.is_empty() || elsewhere.iter().any(|other| one.is_in_line_with(other))
    };
    let says_won = controls.iter().any(|one| one.meaning == Meaning::Won);
    let is_of_game = |one: &Control| {
        let is_answer = matches!(one.meaning.lead(), Some(Lead::Continue | Lead::Close));
        one.is_sure_lead() || one.plays_again() || says_won && is_answer
    };
    let is_possible = |one: &&Control| {
        !leads_elsewhere(one)
            && one.meaning != Meaning::Won
            && (one.meaning != Meaning::Unknown || one.is_known || is_among(one))
            && (one.origin != Origin::OverAll || one.is_known || is_of_game(one))
    };
    let possible: Vec<&Control> = controls.iter().filter(is_possible).collect();
    let is_standing = |one: &Control| one.origin.was_there();
    let with = |wanted: &dyn Fn(&Control) -> bool| -> Vec<&Control> {
        possible.iter().copied().filter(|one| wanted(one)).collect()
    };
    let says = |one: &Control, lead: Lead| one.meaning.lead() == Some(lead);
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
    .chain([with(&Control::asks_to_check)])
    .chain([with(&|one| is_standing(one) && one.is_known)])
    .chain(anywhere)
    .chain([
        with(&|one| !is_standing(one) && one.plays_again()),
        with(&Control::is_in_the_way),
        with(&|one| is_standing(one) && says(one, Lead::Next)),
        with(&|one| is_standing(one) && says(one, Lead::New)),
        with(&|one| !is_standing(one)),
        with(&|one| is_standing(one) && one.plays_again()),
        with(&|one| is_standing(one) && says(one, Lead::Play)),
    ]);
    let mut pools = pools.filter(|pool| !pool.is_empty()).peekable();
    let Some(first) = pools.peek().cloned() else {
        return Found::Nothing;
    };
    // Letters of a large word look like buttons: what says nothing hides nothing that does.
    let says_nothing = |one: &&Control| one.meaning == Meaning::Unknown && !one.is_known;
    let telling = pools.find(|pool| pool.len() == 1 || !pool.iter().all(says_nothing));
    match telling.unwrap_or(first).as_slice() {
        [only] => Found::One(**only),
        several => Found::Several(several.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capture::WindowId;
    use crate::geometry::ScreenRect;

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

    /// In a dialogue of JavaFX.
    #[test]
    fn the_head_of_a_box_above_its_buttons_is_none() {
        let placed = |x, y, width, meaning| Control {
            rect: ScreenRect::new(x, y, width, 30.0),
            ..control(0.0, OVER, meaning)
        };
        let [retry, quit] = [760.0, 855.0].map(|x| placed(x, 450.0, 85.0, Meaning::Stays));
        let head = placed(620.0, 304.0, 360.0, Meaning::Unknown);
        assert_eq!(choose(&[retry, quit, head]), Found::Nothing);
        is_chosen(&[head], 0);
        for (x, y) in [(665.0, 450.0), (760.0, 400.0)] {
            is_chosen(&[retry, quit, placed(x, y, 85.0, Meaning::Unknown)], 2);
        }
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
        is_chosen(&[standing], 0);
        is_chosen(&[standing, control(100.0, Origin::Standing, NEXT)], 1);
        let play = control(100.0, Origin::Standing, Meaning::LeadsOn(Lead::Play));
        is_chosen(&[standing, play], 0);
        is_chosen(&[play], 0);
        is_chosen(&[standing, control(100.0, OVER, Meaning::Unknown)], 1);
    }

    #[test]
    fn two_that_nothing_tells_apart_are_not_clicked() {
        let unknown = [0.0, 100.0].map(|x| control(x, OVER, Meaning::Unknown));
        assert_eq!(choose(&unknown), Found::Several(2));
        is_chosen(&unknown[..1], 0);
        let next = [0.0, 100.0].map(|x| control(x, OVER, NEXT));
        assert_eq!(choose(&next), Found::Several(2));
    }

    /// Such as the letters of large words over the board.
    #[test]
    fn two_that_say_nothing_hide_no_standing_one_that_leads_on() {
        let letters = [0.0, 100.0].map(|x| control(x, OVER, Meaning::Unknown));
        let standing = control(200.0, Origin::Standing, NEXT);
        is_chosen(&[letters[0], letters[1], standing], 2);
        let dialog = Origin::Dialog(WindowId(7));
        let in_dialog = [0.0, 100.0].map(|x| control(x, dialog, Meaning::Unknown));
        assert_eq!(choose(&in_dialog), Found::Several(2));
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
    fn what_says_check_is_clicked_before_what_stood_there_and_leads_on() {
        let standing = |x, meaning| control(x, Origin::Standing, meaning);
        let check = standing(0.0, Meaning::LeadsOn(Lead::Check));
        let known = Control {
            is_known: true,
            ..standing(100.0, Meaning::LeadsOn(Lead::New))
        };
        is_chosen(&[check, known], 0);
        is_chosen(&[check, control(200.0, OVER, OK)], 1);
        let other = standing(200.0, check.meaning);
        assert_eq!(choose(&[check, other]), Found::Several(2));
    }

    #[test]
    fn what_leads_elsewhere_is_never_clicked() {
        for meaning in [Meaning::Stays, Meaning::Never] {
            assert_eq!(choose(&[control(0.0, OVER, meaning)]), Found::Nothing);
        }
    }

    #[test]
    fn what_says_that_the_level_is_won_is_not_clicked_and_hides_no_button() {
        let dialog = Origin::Dialog(WindowId(3));
        for origin in [OVER, dialog] {
            let won = control(0.0, origin, Meaning::Won);
            assert_eq!(choose(&[won]), Found::Nothing);
            is_chosen(&[won, control(100.0, origin, Meaning::Unknown)], 1);
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
        let known = Control {
            is_known: true,
            ..over_all(Meaning::Unknown)
        };
        is_chosen(&[known], 0);
    }

    #[test]
    fn on_a_page_that_says_that_the_level_is_won_what_says_continue_is_clicked() {
        let over_all = |x, meaning| control(x, Origin::OverAll, meaning);
        let won = over_all(0.0, Meaning::Won);
        for lead in [Lead::Continue, Lead::Close] {
            let on = over_all(100.0, Meaning::LeadsOn(lead));
            is_chosen(&[won, on], 1);
            assert_eq!(choose(&[on]), Found::Nothing, "{lead:?}");
        }
        let play = over_all(100.0, Meaning::LeadsOn(Lead::Play));
        assert_eq!(choose(&[won, play]), Found::Nothing);
        assert_eq!(
            choose(&[won, over_all(100.0, Meaning::Unknown)]),
            Found::Nothing
        );
    }
}
