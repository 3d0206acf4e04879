//! What the text formats of all puzzles share: where a text is wrong, and how bytes become text.

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use thiserror::Error;

/// Text that holds no puzzle or no solution, with the place of the fault. `P` says what is wrong, and the fix.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}:{line}:{column}: {problem}")]
pub struct TextError<P> {
    /// The file, as it was named.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Character of the line, from 1.
    pub column: usize,
    /// What is wrong, and the fix.
    pub problem: P,
}

impl<P> TextError<P> {
    pub(super) fn new(file: &str, line: usize, column: usize, problem: P) -> Self {
        Self {
            file: file.to_owned(),
            line,
            column,
            problem,
        }
    }
}

/// The text that bytes hold, without a byte order mark; `not_text` is the problem where they are not UTF-8.
///
/// # Errors
/// [`TextError`] at the first byte that is not UTF-8.
pub(super) fn utf8<'a, P>(
    file: &str,
    bytes: &'a [u8],
    not_text: P,
) -> Result<&'a str, TextError<P>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
            Err(TextError::new(file, line, column, not_text))
        }
    }
}

/// The name of one of several levels of a file.
pub(super) fn numbered(file: &str, index: usize, count: usize) -> String {
    if count == 1 {
        file.to_owned()
    } else {
        format!("{file}, level {}", index + 1)
    }
}

/// The documents of a JSON text, an array of them or one after another, each with the line where it starts, from 1.
///
/// # Errors
/// The text is no JSON, or a document does not have the form of `D`.
pub(super) fn documents<D: DeserializeOwned>(text: &str) -> serde_json::Result<Vec<(D, usize)>> {
    let line_at = |start: usize| {
        let skipped = text[start..].len() - text[start..].trim_start().len();
        text[..start + skipped].matches('\n').count() + 1
    };
    if text.trim_start().starts_with('[') {
        let all: Vec<D> = serde_json::from_str(text)?;
        let places: Vec<&RawValue> = serde_json::from_str(text)?;
        let start = |place: &RawValue| place.get().as_ptr() as usize - text.as_ptr() as usize;
        let lines = places.into_iter().map(|place| line_at(start(place)));
        return Ok(all.into_iter().zip(lines).collect());
    }
    let mut stream = serde_json::Deserializer::from_str(text).into_iter();
    let mut documents = Vec::new();
    let mut start = 0;
    while let Some(document) = stream.next() {
        documents.push((document?, line_at(start)));
        start = stream.byte_offset();
    }
    Ok(documents)
}
