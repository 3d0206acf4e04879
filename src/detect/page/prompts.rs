//! Sentences that ask for a key, a click or a touch to go on.
//!
//! ```text
//!   Level complete! Press SPACE for the next level        Tap anywhere to continue
//!                   ────┬ ──┬── ─────────────────         ─┬─            ────────
//!                   asks   key   how it leads on          asks for a click
//! ```

use super::phrases::{Class, Lead, PHRASES};
use super::text::alphabet::text;
use crate::pipeline::Key;

/// What a sentence asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prompt {
    /// The key; `None` where a click or a touch is asked for.
    pub(super) key: Option<Key>,
    /// How that leads on.
    pub(super) lead: Lead,
    /// So many letters of the sentence follow what is asked for.
    letters_after: usize,
}

impl Prompt {
    /// Where the last letter of what is asked for stands in the text that asks for it.
    pub(super) fn last_letter_in(&self, label: &str) -> usize {
        let letters = label.char_indices().rev();
        let mut letters = letters.filter(|(_, one)| one.is_ascii_lowercase());
        letters.nth(self.letters_after).map_or(0, |(at, _)| at)
    }
}

/// The words that ask for a key, and those that ask for a click. The spaces between words are often misread, so all are without.
const PRESS: [&str; 2] = ["press", "hit"];
const CLICK: [&str; 3] = ["click", "tap", "touch"];

/// Keys with a name, those first that hold another one's name.
const NAMED: [(&str, Key); 7] = [
    ("spacebar", Key::Space),
    ("space", Key::Space),
    ("enter", Key::Enter),
    ("return", Key::Enter),
    ("anykey", Key::Space),
    ("anybutton", Key::Space),
    ("akey", Key::Space),
];

/// Keys that are never typed.
const OTHER_KEYS: [&str; 4] = ["escape", "esc", "backspace", "tab"];

/// Where a click is asked for.
const PLACES: [&str; 7] = [
    "",
    "anywhere",
    "here",
    "screen",
    "thescreen",
    "toscreen",
    "theboard",
];

/// What stands between what is asked for and how that leads on.
const PURPOSES: [&str; 6] = ["to", "for", "forthe", "fora", "togoto", "togotothe"];

/// Whether a line begins a sentence that asks for something, wherever that ends.
pub(super) fn begins(label: &str) -> bool {
    let letters = letters(label);
    let mut verbs = PRESS.iter().chain(&CLICK);
    verbs.any(|verb| without_start(&letters, verb).is_some())
}

/// Whether one text is the beginning of another one, in which it asks for something: what the whole asks for may be something else.
pub(super) fn is_beginning_of(start: &str, whole: &str) -> bool {
    let whole = letters(whole);
    let rest = without_start(&whole, letters(start));
    begins(start) && rest.is_some_and(|rest| !rest.is_empty())
}

/// What a text asks for, as it was read. What comes before the sentence does not matter; after it nothing may come.
pub(super) fn prompt(label: &str) -> Option<Prompt> {
    let letters = letters(label);
    let after = |verbs: &[&str], asked: fn(&[u8]) -> Option<Prompt>| {
        let mut ends = (0..letters.len()).flat_map(|at| {
            let rest = &letters[at..];
            verbs
                .iter()
                .filter_map(move |verb| without_start(rest, verb))
        });
        ends.find_map(asked)
    };
    after(&PRESS, pressed)
        .or_else(|| after(&CLICK, clicked))
        .or_else(|| labelled(&letters))
}

/// What follows "press": a key and a purpose.
fn pressed(rest: &[u8]) -> Option<Prompt> {
    let rest = without_start(rest, "the").unwrap_or(rest);
    let mut named = NAMED.iter();
    let named = named.find_map(|(name, key)| Some((*key, without_start(rest, name)?)));
    let (key, rest) = named.or_else(|| {
        let (letter, rest) = rest.split_first()?;
        Some((Key::Character(char::from(*letter)), rest))
    })?;
    let purposes = [Some(rest), without_start(rest, "key")];
    let lead = purposes.into_iter().flatten().find_map(purpose)?;
    Some(Prompt {
        key: Some(key),
        lead,
        letters_after: rest.len(),
    })
}

/// A key and how it leads on, with nothing between that is read: "[N] Next level", "Space: continue". The letter is the first one of
/// the words: another may be an icon beside them. No key named by a word that may be one of these: "Enter next level".
fn labelled(letters: &[u8]) -> Option<Prompt> {
    let mut named = NAMED.iter().filter(|(_, key)| *key == Key::Space);
    let named = named.find_map(|(name, key)| Some((*key, without_start(letters, name)?)));
    let (key, rest) = named.or_else(|| {
        let (letter, rest) = letters.split_first()?;
        let is_first_of_words = rest.first() == Some(letter);
        is_first_of_words.then_some((Key::Character(char::from(*letter)), rest))
    })?;
    let (lead, _) = leads_with(rest).find(|(_, after)| after.is_empty())?;
    Some(Prompt {
        key: Some(key),
        lead,
        letters_after: rest.len(),
    })
}

/// What follows "click": a place and a purpose.
fn clicked(rest: &[u8]) -> Option<Prompt> {
    let after = PLACES.iter().filter_map(|place| without_start(rest, place));
    let mut prompts = after.filter_map(|rest| {
        let lead = purpose(rest)?;
        Some(Prompt {
            key: None,
            lead,
            letters_after: rest.len(),
        })
    });
    prompts.next()
}

/// How it leads on, by all the words that are left: one purpose or more, and another key with its own purpose after them.
///
/// ```text
///   to advance to next level        for the next level or Q to quit
/// ```
fn purpose(rest: &[u8]) -> Option<Lead> {
    let mut ends = PURPOSES.iter().filter_map(|word| without_start(rest, word));
    ends.find_map(|end| {
        leads_with(end).find_map(|(lead, rest)| {
            if rest.is_empty() || is_another_prompt(rest) {
                return Some(lead);
            }
            purpose(rest).map(|further| further.min(lead))
        })
    })
}

/// How each phrase leads on that letters begin with, and the letters after it.
fn leads_with(start: &[u8]) -> impl Iterator<Item = (Lead, &[u8])> {
    PHRASES
        .iter()
        .filter_map(move |(class, words)| match class {
            Class::Leads(lead) if *lead != Lead::Close => {
                Some((*lead, without_start(start, letters(&text(words)))?))
            }
            _ => None,
        })
}

/// Whether what is left begins with another key and what that is for. A letter alone may be a word: "play a tournament".
fn is_another_prompt(rest: &[u8]) -> bool {
    let is_for = |rest: &[u8]| {
        let mut purposes = PURPOSES.iter();
        purposes.any(|word| without_start(rest, word).is_some())
    };
    let other = ["or", "press"]
        .into_iter()
        .find_map(|word| without_start(rest, word));
    let is_letter = |rest: &[u8]| rest.split_first().is_some_and(|(_, rest)| is_for(rest));
    let names = NAMED.iter().map(|(name, _)| *name).chain(OTHER_KEYS);
    let mut after = names.filter_map(|name| without_start(other.unwrap_or(rest), name));
    after.any(is_for) || other.is_some_and(is_letter)
}

/// The letters of a text alone.
/// The letters of a text, without spaces and icons.
pub(super) fn letters(text: &str) -> Vec<u8> {
    text.bytes().filter(u8::is_ascii_lowercase).collect()
}

/// What follows a word at the start of letters: `i` and `l` are often taken for each other.
fn without_start(letters: &[u8], word: impl AsRef<[u8]>) -> Option<&[u8]> {
    let word = word.as_ref();
    let plain = |letter: u8| if letter == b'l' { b'i' } else { letter };
    let (start, rest) = letters.split_at_checked(word.len())?;
    let mut both = start.iter().zip(word);
    both.all(|(a, b)| plain(*a) == plain(*b)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(label: &str) -> Option<(Option<Key>, Lead)> {
        prompt(label).map(|prompt| (prompt.key, prompt.lead))
    }

    #[test]
    fn a_sentence_tells_its_key_and_how_that_leads_on() {
        let letter = |letter| Some(Key::Character(letter));
        for (label, expected) in [
            ("press n to advance", (letter('n'), Lead::Continue)),
            (
                "press space to continue",
                (Some(Key::Space), Lead::Continue),
            ),
            (
                "level complete press enter to continue",
                (Some(Key::Enter), Lead::Continue),
            ),
            (
                "press any key for the next level",
                (Some(Key::Space), Lead::Next),
            ),
            (
                "hit the spacebar for a new puzzle",
                (Some(Key::Space), Lead::New),
            ),
            (
                "press the n key to play next level",
                (letter('n'), Lead::Next),
            ),
            (
                "press return to go to the next level",
                (Some(Key::Enter), Lead::Next),
            ),
            (
                "press n to advance to next level",
                (letter('n'), Lead::Next),
            ),
            (
                "press n for next level or q to quit",
                (letter('n'), Lead::Next),
            ),
            (
                "press space to continue escape to exit",
                (Some(Key::Space), Lead::Continue),
            ),
            ("n next level", (letter('n'), Lead::Next)),
            ("g generate new puzzle", (letter('g'), Lead::New)),
            ("space continue", (Some(Key::Space), Lead::Continue)),
            ("tap to continue", (None, Lead::Continue)),
            ("you won click anywhere for next puzzle", (None, Lead::Next)),
        ] {
            assert_eq!(asks(label), Some(expected), "{label:?}");
        }
    }

    #[test]
    fn spaces_between_words_and_letters_that_look_alike_do_not_matter() {
        let next = Some((Some(Key::Character('n')), Lead::Next));
        for label in [
            "press nfor next puzzle",
            "pressn for nextpuzzle",
            "press ? n for next puzzle",
            "press n for next puzzie",
        ] {
            assert_eq!(asks(label), next, "{label:?}");
        }
    }

    #[test]
    fn the_place_of_the_key_is_known() {
        let place = |label: &str| prompt(label).map(|prompt| prompt.last_letter_in(label));
        for before in ["press ", "you won press the "] {
            let label = format!("{before}n key to go on");
            assert_eq!(place(&label), Some(before.len()));
        }
    }

    #[test]
    fn what_leads_elsewhere_is_no_prompt() {
        for label in [
            "press r to restart",
            "press q to quit",
            "press m for menu",
            "press space to play again",
            "press q to quit or n for next level",
            "press space to play or quit",
            "press n to go online",
            "press space to play a tournament",
            "click here to install",
            "a next level",
            "enter next level",
            "n new game n",
            "space play again",
            "tap to close",
            "impressive next level",
            "press",
            "tap",
            "",
        ] {
            assert_eq!(asks(label), None, "{label:?}");
        }
    }
}
