//! Pieces of text that know where they stand.

use super::error::{Problem, TextError};

/// A piece of one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    /// The file, for messages.
    pub file: &'a str,
    /// The piece.
    pub text: &'a str,
    /// Its line, from 1.
    pub line: usize,
    /// The place of its first character in the line, from 1.
    pub column: usize,
}

/// The lines of a text, without their ends.
pub(super) fn lines<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = Field<'a>> {
    text.lines().enumerate().map(move |(index, text)| Field {
        file,
        text,
        line: index + 1,
        column: 1,
    })
}

impl<'a> Field<'a> {
    /// Blames this piece.
    pub fn fail(self, problem: Problem) -> TextError {
        TextError::new(self.file, self.line, self.column, problem)
    }

    /// The piece without its comment and the white space around it.
    pub fn content(self) -> Self {
        let text = self.text.split('#').next().unwrap_or("");
        Self { text, ..self }.trim()
    }

    /// The piece without the white space around it.
    pub fn trim(self) -> Self {
        let text = self.text.trim_start();
        let skipped = &self.text[..self.text.len() - text.len()];
        Self {
            text: text.trim_end(),
            column: self.column + skipped.chars().count(),
            ..self
        }
    }

    /// The pieces between separators.
    pub fn split(self, is_separator: impl Fn(char) -> bool) -> impl Iterator<Item = Field<'a>> {
        let mut column = self.column;
        self.text.split(is_separator).map(move |text| {
            let field = Field {
                text,
                column,
                ..self
            };
            column += text.chars().count() + 1;
            field
        })
    }

    /// The pieces between white space.
    pub fn words(self) -> impl Iterator<Item = Field<'a>> {
        self.split(char::is_whitespace)
            .filter(|word| !word.text.is_empty())
    }

    /// The characters, each with its place.
    pub fn chars(self) -> impl Iterator<Item = (char, Field<'a>)> {
        self.text
            .char_indices()
            .enumerate()
            .map(move |(index, (at, c))| {
                let field = Field {
                    text: &self.text[at..at + c.len_utf8()],
                    column: self.column + index,
                    ..self
                };
                (c, field)
            })
    }

    /// The parts before and after the first separator, trimmed.
    pub fn split_once(self, separator: &str) -> Option<(Self, Self)> {
        let (before, after) = self.text.split_once(separator)?;
        let column = self.column + before.chars().count() + separator.chars().count();
        let before = Self {
            text: before,
            ..self
        };
        let after = Self {
            text: after,
            column,
            ..self
        };
        Some((before.trim(), after.trim()))
    }

    /// The whole number that the piece is; `expected` says what kind of number belongs here.
    pub fn number<T: std::str::FromStr>(self, expected: &'static str) -> Result<T, TextError> {
        let is_plain = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = is_plain.then(|| self.text.parse().ok()).flatten();
        number.ok_or_else(|| self.fail(Problem::NotANumber(self.shown(), expected)))
    }

    /// The piece as a message quotes it: never a screen full.
    pub fn shown(self) -> String {
        const LONGEST: usize = 40;
        match self.text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &self.text[..end]),
            None => self.text.to_owned(),
        }
    }
}
