//! What a control does, by what it says.

pub use super::phrases::Lead;
use super::phrases::{Class, NEVER, PHRASES, STAYS, WON, cut_off, kind};
use super::prompts::prompt;
use super::text::alphabet::{
    CIRCLE, CROSS, HOUSE, LEFT, MENU, NUMBER, OTHER_ICON, RIGHT, SHARE, SPACE, SYMBOLS, Symbol,
    distance, symbols, text, without_spaces,
};
use super::text::ctc::{best, log_probability};
use crate::pipeline::Key;

/// What a control does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// It goes on to another level.
    LeadsOn(Lead),
    /// It asks for a key, which goes on to another level.
    AsksFor(Key, Lead),
    /// It deals another board or the same one, as the game likes: play again.
    Again,
    /// It stays with this level or leaves the game's levels: retry, share, menu.
    Stays,
    /// It leaves the game or costs something: buy, install, log in.
    Never,
    /// Nothing: it says that the level is won.
    Won,
    /// Nobody knows.
    Unknown,
}

impl Meaning {
    /// How it leads on, if it does.
    pub fn lead(self) -> Option<Lead> {
        match self {
            Self::LeadsOn(lead) | Self::AsksFor(_, lead) => Some(lead),
            Self::Again | Self::Stays | Self::Never | Self::Won | Self::Unknown => None,
        }
    }

    /// Whether another one does the same, be it in another way or words: goes on, goes on by the same key, or stays.
    fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::AsksFor(key, _), Self::AsksFor(other, _)) => key == other,
            _ => std::mem::discriminant(&self) == std::mem::discriminant(&other),
        }
    }
}

/// What is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The words, in small letters; icons are one character each: `>`, `<`, `@` a circle arrow, `^` a house, `*` a cross,
    /// `=` a menu, `%` sharing, `?` another one; `#` is a number.
    pub label: String,
    /// What they mean.
    pub meaning: Meaning,
    /// How likely it is that these are the words, 0 to 1.
    pub score: f64,
}

/// A meaning is given from this score on: what else the line may say is less likely than one in ten.
const LEAST_SCORE: f64 = 0.9;

/// Of several lines in one control each is at least so likely.
const LEAST_OF_LINES: f64 = 0.5;

/// Icons that lead on are more alike to others than words are; to take one for an icon that stays does no harm.
const LEAST_OF_ICONS: f64 = 0.9;
const LEAST_OF_STAYING: f64 = 0.7;

/// A control says a known phrase of up to three letters so many times as often as any other text that looks like it, and
/// with each letter more so many times as often again: few words are like a long one.
const PRIOR: f64 = 10.0;
const PRIOR_PER_LETTER: f64 = 3.0;
const SHORT: usize = 3;

/// A phrase is thought of when it is so much longer, shorter or other than what was read: this share of its letters, or one.
const NEAR: f64 = 0.34;

/// What a line of text says, from how likely each symbol is in each of its columns. With several ways to see it, one is
/// enough that is sure, and none may be sure of something else.
pub(super) fn reading(views: &[Vec<[f32; SYMBOLS]>]) -> Reading {
    let mut readings: Vec<Reading> = views.iter().map(|columns| of_columns(columns)).collect();
    readings.sort_by(|a, b| {
        let rank = |one: &Reading| (one.meaning != Meaning::Unknown, one.score);
        let (a, b) = (rank(a), rank(b));
        b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    let is_other = |one: &&Reading| {
        one.meaning != Meaning::Unknown && !one.meaning.is_like(readings[0].meaning)
    };
    if readings.iter().skip(1).any(|one| is_other(&one)) {
        readings[0].meaning = Meaning::Unknown;
    }
    if readings.is_empty() {
        unknown(String::new())
    } else {
        readings.swap_remove(0)
    }
}

fn unknown(label: String) -> Reading {
    Reading {
        label,
        meaning: Meaning::Unknown,
        score: 0.0,
    }
}

fn of_columns(columns: &[[f32; SYMBOLS]]) -> Reading {
    let read = best(columns);
    let (before, words, after) = parted(&read);
    let icons = icons_of(before, after);
    if words.is_empty() {
        let score = f64::from(log_probability(columns, &read)).exp();
        return of_icons(&read, score);
    }
    let squeezed = without_spaces(words);
    let near = |phrase: &[Symbol]| {
        let most = (phrase.len() as f64 * NEAR).floor().max(1.0) as usize;
        distance(&without_spaces(phrase), &squeezed) <= most
    };
    let mut others = 1.0;
    let mut shares: Vec<(f64, Class, &[Symbol])> = Vec::new();
    for (class, phrase) in PHRASES.iter() {
        if !near(phrase) || shares.iter().any(|(_, _, other)| *other == phrase) {
            continue;
        }
        let all: Vec<Symbol> = [before, phrase, after].concat();
        let mut share = f64::from(log_probability(columns, &all)).exp();
        // Between letters that are far apart a space may be read.
        if phrase != words && without_spaces(phrase) == squeezed {
            share += f64::from(log_probability(columns, &read)).exp();
        }
        others -= share;
        // Where letters are read beside a phrase, it is hardly the phrase: continues, player.
        let squeezed_phrase = without_spaces(phrase);
        let is_longer = squeezed.len() > squeezed_phrase.len()
            && (squeezed.starts_with(&squeezed_phrase) || squeezed.ends_with(&squeezed_phrase));
        let prior = if is_longer { 1.0 } else { prior(phrase) };
        shares.push((share * prior, *class, phrase));
    }
    let all = shares.iter().map(|(share, _, _)| share).sum::<f64>() + others.max(0.0);
    let most = shares.iter().max_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, class, phrase)) = most {
        let same = shares
            .iter()
            .filter(|(_, one, _)| kind(*one) == kind(*class));
        let score = same.map(|(share, _, _)| share).sum::<f64>() / all;
        if score >= LEAST_SCORE {
            return Reading {
                label: text(&[before, phrase, after].concat()),
                meaning: with_icons(*class, &icons, after.contains(&NUMBER)),
                score,
            };
        }
    }
    let (label, score) = (
        text(&read),
        f64::from(log_probability(columns, &read)).exp(),
    );
    let is_sure = |letter: usize| share_of_letter(columns, &read, letter) >= LEAST_SCORE;
    of_words(label, score, is_sure)
}

/// How likely a letter of what was read is, of all letters in its place, 0 to 1.
fn share_of_letter(columns: &[[f32; SYMBOLS]], read: &[Symbol], at: usize) -> f64 {
    let with = |letter: Symbol| {
        let mut other = read.to_vec();
        other[at] = letter;
        f64::from(log_probability(columns, &other)).exp()
    };
    let all: f64 = (1..SPACE).map(with).sum();
    with(read[at]) / all
}

/// What a text means that is no known phrase: nothing, unless it asks for a key or a click to go on, is a phrase whose end is cut off, or
/// one of its words stays, costs something or tells of a won level. `is_sure` tells whether the letter at a place is no other one: a key
/// with that letter must be the right one.
fn of_words(label: String, score: f64, is_sure: impl Fn(usize) -> bool) -> Reading {
    let has = |list: &str| {
        let mut words = label.split(' ').filter(|word| word.len() >= SHORT);
        words.any(|word| list.split(',').any(|one| one == word))
    };
    let is_read = score >= LEAST_OF_LINES;
    let meaning = if let Some(class) = cut_off(&symbols(label.trim_end())).filter(|_| is_read) {
        with_icons(class, &[], false)
    } else if let Some(prompt) = prompt(&label) {
        match prompt.key {
            Some(Key::Character(_)) if !is_sure(prompt.last_letter_in(&label)) => Meaning::Unknown,
            Some(key) => Meaning::AsksFor(key, prompt.lead),
            None => Meaning::LeadsOn(prompt.lead),
        }
    } else if has(NEVER) {
        Meaning::Never
    } else if has(STAYS) {
        Meaning::Stays
    } else if has(WON) {
        Meaning::Won
    } else {
        Meaning::Unknown
    };
    Reading {
        label,
        meaning,
        score,
    }
}

/// The meaning of several lines in one control, or of one line: that of the whole text, or of a last line that asks for a key.
pub(super) fn of_lines(lines: &[Reading]) -> Reading {
    if let [only] = lines {
        return only.clone();
    }
    let labels: Vec<&str> = lines.iter().map(|one| one.label.as_str()).collect();
    let score = lines.iter().map(|one| one.score).fold(1.0, f64::min);
    let whole = of_label(labels.join(" "), score);
    match lines.last() {
        Some(last) if matches!(last.meaning, Meaning::AsksFor(..)) => Reading {
            meaning: last.meaning,
            ..whole
        },
        _ => whole,
    }
}

/// What a text means that is read without doubt, as [`Reading::label`] has it.
pub fn meaning_of(label: &str) -> Meaning {
    of_label(label.to_owned(), 1.0).meaning
}

fn of_label(label: String, score: f64) -> Reading {
    let read = symbols(&label);
    let (before, words, after) = parted(&read);
    if words.is_empty() {
        return of_icons(&read, score);
    }
    let icons = icons_of(before, after);
    let known = PHRASES.iter().find(|(_, phrase)| phrase == words);
    match known {
        Some((class, _)) if score >= LEAST_OF_LINES || !matches!(class, Class::Leads(_)) => {
            Reading {
                meaning: with_icons(*class, &icons, after.contains(&NUMBER)),
                score,
                label,
            }
        }
        _ => of_words(label, score, |_| score >= LEAST_OF_LINES),
    }
}

/// Icons and numbers before the words, the words, icons and numbers after them.
fn parted(read: &[Symbol]) -> (&[Symbol], &[Symbol], &[Symbol]) {
    let is_word = |one: &Symbol| (1..SPACE).contains(one);
    let first = read.iter().position(is_word).unwrap_or(read.len());
    let last = read
        .iter()
        .rposition(is_word)
        .map_or(first, |last| last + 1);
    (&read[..first], &read[first..last], &read[last..])
}

/// The icons before and after words.
fn icons_of(before: &[Symbol], after: &[Symbol]) -> Vec<Symbol> {
    let beside = before.iter().chain(after).copied();
    beside.filter(|one| *one > NUMBER).collect()
}

fn with_icons(class: Class, icons: &[Symbol], has_number: bool) -> Meaning {
    match class {
        Class::Again => Meaning::Again,
        Class::Stays => Meaning::Stays,
        Class::Never => Meaning::Never,
        Class::Other => Meaning::Unknown,
        Class::Leads(lead) => {
            // Toolkits put a tick before "ok", and games an arrow in a circle before "new puzzle".
            let is_against = |icon: &Symbol| match *icon {
                RIGHT => false,
                CROSS | OTHER_ICON => lead != Lead::Close,
                CIRCLE => lead != Lead::New,
                _ => true,
            };
            if icons.iter().any(is_against) || has_number && lead > Lead::Continue {
                Meaning::Unknown
            } else {
                Meaning::LeadsOn(lead)
            }
        }
    }
}

/// The meaning of icons alone.
fn of_icons(read: &[Symbol], score: f64) -> Reading {
    let icons: Vec<Symbol> = read.iter().copied().filter(|one| *one != SPACE).collect();
    let is_all = |symbol: Symbol| icons.iter().all(|icon| *icon == symbol);
    let (meaning, least) = match icons.first() {
        Some(&RIGHT) if is_all(RIGHT) => (Meaning::LeadsOn(Lead::Next), LEAST_OF_ICONS),
        Some(&CROSS) if icons.len() == 1 => (Meaning::LeadsOn(Lead::Close), LEAST_OF_ICONS),
        Some(&(LEFT | CIRCLE | HOUSE | MENU | SHARE)) if icons.len() == 1 => {
            (Meaning::Stays, LEAST_OF_STAYING)
        }
        _ => (Meaning::Unknown, 0.0),
    };
    Reading {
        label: text(read),
        meaning: if score >= least {
            meaning
        } else {
            Meaning::Unknown
        },
        score,
    }
}

/// How many times as often a control says this as any other text that looks like it.
fn prior(phrase: &[Symbol]) -> f64 {
    let more = phrase.len().saturating_sub(SHORT) as i32;
    PRIOR * PRIOR_PER_LETTER.powi(more)
}

#[cfg(test)]
mod tests {
    use super::super::text::alphabet::BLANK;
    use super::*;

    /// Columns that show a text: of each symbol and the blank after it this share, the rest of another symbol.
    fn shown(words: &str, share: f32, other: char) -> Vec<[f32; SYMBOLS]> {
        let other = symbols(&other.to_string())[0];
        let column = |symbol: Symbol| {
            let mut column = [1e-6f32.ln(); SYMBOLS];
            column[usize::from(other)] = (1.0 - share).ln();
            column[usize::from(symbol)] = share.ln();
            column
        };
        symbols(words)
            .into_iter()
            .flat_map(|one| [column(one), column(BLANK)])
            .collect()
    }

    fn meaning(words: &str) -> Meaning {
        reading(&[shown(words, 0.999, '?')]).meaning
    }

    #[test]
    fn words_and_icons_have_a_meaning() {
        let expected = [
            ("next", Meaning::LeadsOn(Lead::Next)),
            ("next level >", Meaning::LeadsOn(Lead::Next)),
            ("next #", Meaning::LeadsOn(Lead::Next)),
            (">>", Meaning::LeadsOn(Lead::Next)),
            ("continue", Meaning::LeadsOn(Lead::Continue)),
            ("new puzzle", Meaning::LeadsOn(Lead::New)),
            ("> play", Meaning::LeadsOn(Lead::Play)),
            ("ok", Meaning::LeadsOn(Lead::Close)),
            ("*", Meaning::LeadsOn(Lead::Close)),
            ("play again", Meaning::Again),
            ("@ play again", Meaning::Again),
            ("play it again", Meaning::Stays),
            ("> retry", Meaning::Stays),
            ("share score", Meaning::Stays),
            ("@", Meaning::Stays),
            ("<", Meaning::Stays),
            ("=", Meaning::Stays),
            ("%", Meaning::Stays),
            ("hint", Meaning::Stays),
            ("show me how", Meaning::Unknown),
            ("you won", Meaning::Won),
            ("solved in # moves", Meaning::Won),
            ("winter", Meaning::Unknown),
            ("buy hints", Meaning::Never),
            ("install the game", Meaning::Never),
            ("close game", Meaning::Stays),
            ("@ new puzzle", Meaning::LeadsOn(Lead::New)),
            ("@ play", Meaning::Unknown),
            ("< next", Meaning::Unknown),
            ("* next", Meaning::Unknown),
            ("new #", Meaning::Unknown),
            ("? ok", Meaning::LeadsOn(Lead::Close)),
            ("? next", Meaning::Unknown),
            ("next l", Meaning::LeadsOn(Lead::Next)),
            ("show solu", Meaning::Stays),
            ("close t", Meaning::Unknown),
            ("to the", Meaning::Unknown),
            ("a n", Meaning::Unknown),
            ("nex", Meaning::Unknown),
            ("?", Meaning::Unknown),
            ("#", Meaning::Unknown),
            ("", Meaning::Unknown),
        ];
        for (words, expected) in expected {
            assert_eq!(meaning(words), expected, "{words:?}");
        }
    }

    #[test]
    fn words_that_look_like_one_that_leads_on_mean_nothing() {
        for words in [
            "text",
            "nest",
            "news",
            "newt",
            "oh",
            "of",
            "to",
            "plays",
            "player",
            "clay",
            "level",
            "stare",
            "closed",
            "next time",
            "new record",
            "display",
            "gone",
            "continues",
            "playing",
            "start of it",
        ] {
            assert!(!matches!(meaning(words), Meaning::LeadsOn(_)), "{words:?}");
        }
    }

    #[test]
    fn a_letter_that_may_be_another_one_is_doubted_as_far_as_words_are_alike() {
        let doubtful = |words, other| reading(&[shown(words, 0.55, other)]).meaning;
        assert_eq!(doubtful("next", 't'), Meaning::Unknown, "it may be text");
        assert_eq!(doubtful("ok", 'h'), Meaning::Unknown, "it may be oh");
        let mut columns = shown("continue", 0.999, '?');
        columns[14] = shown("c", 0.5, 'e')[0];
        assert_eq!(
            reading(&[columns]).meaning,
            Meaning::LeadsOn(Lead::Continue)
        );
    }

    #[test]
    fn two_ways_to_see_a_text_must_not_mean_different_things() {
        let [next, retry, blur] = [("next", 0.999), ("retry", 0.999), ("nxt", 0.4)]
            .map(|(words, share)| shown(words, share, 'a'));
        let meaning = |views: &[Vec<_>]| reading(views).meaning;
        assert_eq!(
            meaning(&[blur.clone(), next.clone()]),
            Meaning::LeadsOn(Lead::Next)
        );
        assert_eq!(meaning(&[retry, blur, next]), Meaning::Unknown);
        assert_eq!(meaning(&[]), Meaning::Unknown);
    }

    #[test]
    fn lines_are_read_together() {
        let together = |lines: &[&str]| {
            let lines = lines
                .iter()
                .map(|words| reading(&[shown(words, 0.999, '?')]));
            of_lines(&lines.collect::<Vec<_>>()).meaning
        };
        assert_eq!(together(&["play", "again"]), Meaning::Again);
        assert_eq!(together(&["next", "level"]), Meaning::LeadsOn(Lead::Next));
        assert_eq!(together(&["*", "next", "?"]), Meaning::Unknown);
        assert_eq!(together(&["next", "time"]), Meaning::Unknown);
        let enter = Meaning::AsksFor(Key::Enter, Lead::Next);
        assert_eq!(
            together(&["you won", "press enter for", "the next level"]),
            enter
        );
        let n = Meaning::AsksFor(Key::Character('n'), Lead::Continue);
        assert_eq!(together(&["stort", "press n to go on"]), n);
    }

    #[test]
    fn a_key_with_a_letter_is_typed_where_no_other_letter_is_as_likely() {
        let sentence = "press n to go on";
        let n = Meaning::AsksFor(Key::Character('n'), Lead::Continue);
        let mut columns = shown(sentence, 0.999, '?');
        for letter in (0..sentence.len()).filter(|at| *at != "press ".len()) {
            columns[2 * letter] = shown(&sentence[letter..=letter], 0.9, '?')[0];
        }
        assert_eq!(
            reading(&[columns.clone()]).meaning,
            n,
            "all but that letter is doubtful"
        );
        columns[2 * "press ".len()] = shown("n", 0.6, 'h')[0];
        assert_eq!(reading(&[columns]).meaning, Meaning::Unknown, "it may be h");
    }
}
