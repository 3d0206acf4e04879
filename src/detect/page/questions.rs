//! What a button means that agrees to a question: what that asks.
//!
//! ```text
//!   Well done! Play the next level?
//!         [ Yes ]    [ No ]
//! ```

use super::meaning::{Meaning, Reading};
use super::phrases::{Class, Lead, PHRASES};
use super::text::alphabet::text;
use crate::geometry::PixelRect;

/// What buttons say that agree.
const AGREES: [&str; 8] = ["yes", "yeah", "sure", "oui", "si", "sim", "ja", "tak"];

/// A question ends at most so many heights of the button above it.
const ABOVE: u32 = 4;

/// Gives buttons that agree to go on the meaning of that; the question itself is no control then.
pub(super) fn answer(controls: &mut [(PixelRect, &mut Reading)]) {
    for agreeing in 0..controls.len() {
        let (button, reading) = &controls[agreeing];
        if !agrees(&reading.label) {
            continue;
        }
        let above = (0..controls.len()).filter(|at| is_above(controls[*at].0, *button));
        let nearest = above.max_by_key(|at| controls[*at].0.y + controls[*at].0.height);
        let asked = nearest.and_then(|at| Some((at, asked_lead(&controls[at].1.label)?)));
        if let Some((asked, lead)) = asked {
            controls[asked].1.meaning = Meaning::Unknown;
            controls[agreeing].1.meaning = Meaning::LeadsOn(lead);
        }
    }
}

/// Whether a button says no more than that it agrees. A picture of its own may stand before that.
fn agrees(label: &str) -> bool {
    let words = label.trim_start_matches(|one: char| !one.is_ascii_lowercase());
    AGREES.contains(&words)
}

/// How that leads on which the last words of a question ask.
fn asked_lead(question: &str) -> Option<Lead> {
    // A space may stand before its mark.
    let question = question.trim_end();
    let leads = PHRASES.iter().filter_map(|(class, phrase)| match class {
        Class::Leads(lead @ (Lead::Next | Lead::Continue | Lead::New)) => Some((*lead, phrase)),
        _ => None,
    });
    let mut asked = leads.filter(|(_, phrase)| {
        let before = question.strip_suffix(&text(phrase));
        before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
    });
    asked.next().map(|(lead, _)| lead)
}

/// Whether words stand above a button, in part over it, and close to it.
fn is_above(words: PixelRect, button: PixelRect) -> bool {
    let end = words.y + words.height;
    let overlaps = words.x < button.x + button.width && button.x < words.x + words.width;
    overlaps && end <= button.y && button.y - end <= ABOVE * button.height
}

#[cfg(test)]
mod tests {
    use super::super::meaning::meaning_of;
    use super::*;

    /// What "yes" means below a question, and what the question does.
    fn answered(question: &str) -> (Meaning, Meaning) {
        let rects = [(20, 10, 200), (40, 60, 60), (140, 60, 60)];
        let rects = rects.map(|(x, y, width)| PixelRect {
            x,
            y,
            width,
            height: 20,
        });
        let mut readings = [question, "yes", "no"].map(|label| Reading {
            label: label.to_owned(),
            meaning: meaning_of(label),
            score: 1.0,
        });
        let mut controls: Vec<_> = rects.into_iter().zip(&mut readings).collect();
        answer(&mut controls);
        let [question, yes, no] = readings.map(|one| one.meaning);
        assert_eq!(no, Meaning::Stays);
        (yes, question)
    }

    #[test]
    fn yes_goes_on_where_the_question_asks_for_that() {
        for (question, lead) in [
            ("well done play the next level", Lead::Next),
            ("go to the next puzzle", Lead::Next),
            ("do you want to continue", Lead::Continue),
            ("you won start a new game", Lead::New),
            ("level clear continue ", Lead::Continue),
        ] {
            let expected = (Meaning::LeadsOn(lead), Meaning::Unknown);
            assert_eq!(answered(question), expected, "{question:?}");
        }
    }

    #[test]
    fn yes_means_nothing_below_any_other_question() {
        for question in [
            "do you want to quit",
            "play again",
            "rate us before the next level starts",
            "is this the context",
        ] {
            assert_eq!(answered(question).0, Meaning::Unknown, "{question:?}");
        }
    }

    #[test]
    fn the_question_is_the_words_right_above_the_button() {
        let rect = |y| PixelRect {
            x: 10,
            y,
            width: 100,
            height: 20,
        };
        let mut readings = ["next level", "do you want to quit", "yes"].map(|label| Reading {
            label: label.to_owned(),
            meaning: meaning_of(label),
            score: 1.0,
        });
        let mut controls: Vec<_> = [10, 40, 70]
            .map(rect)
            .into_iter()
            .zip(&mut readings)
            .collect();
        answer(&mut controls);
        assert_eq!(readings[0].meaning, Meaning::LeadsOn(Lead::Next));
        assert_ne!(readings[2].meaning, Meaning::LeadsOn(Lead::Next));
    }

    #[test]
    fn a_question_stands_close_above_its_button() {
        let rect = |x, y| PixelRect {
            x,
            y,
            width: 50,
            height: 20,
        };
        let button = rect(100, 200);
        assert!(is_above(rect(120, 100), button));
        assert!(!is_above(rect(120, 90), button) && !is_above(rect(160, 150), button));
        assert!(!is_above(rect(120, 190), button) && !is_above(rect(120, 230), button));
    }
}
