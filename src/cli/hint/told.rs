//! A hint as it is told, of any puzzle.

use serde::Serialize;

use crate::geometry::Cell;

/// What kind of hint it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// What is drawn or entered cannot stay.
    Wrong,
    /// A step that a rule forces.
    Forced,
    /// A step of the solution that no rule forces.
    Guess,
    /// Nothing is left to do.
    Done,
}

/// A hint. What does not apply is left out.
#[derive(Debug, Serialize)]
pub(super) struct Told {
    /// `flow` or `futoshiki`.
    pub puzzle: &'static str,
    pub status: Status,
    /// The hardest rule that the step needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// What to do, in words.
    pub text: String,
    /// Why, in words.
    pub because: Vec<String>,
    /// The cells that the hint is about, in their order, each as row and column from 1.
    pub cells: Vec<[u16; 2]>,
    /// The letter of the flow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flow: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digit: Option<u8>,
}

impl Told {
    /// That nothing is left to do.
    pub fn done(puzzle: &'static str, text: &str) -> Self {
        Self {
            puzzle,
            status: Status::Done,
            rule: None,
            text: text.to_owned(),
            because: Vec::new(),
            cells: Vec::new(),
            flow: None,
            digit: None,
        }
    }

    /// One line of JSON.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }

    /// Lines for a person.
    pub fn to_text(&self) -> String {
        let rule = self.rule.map(|rule| format!(" [{rule}]"));
        let mut text = format!("{}{}\n", self.text, rule.unwrap_or_default());
        for line in &self.because {
            text += &format!("  {line}\n");
        }
        text
    }
}

/// A cell as JSON has it.
pub(super) fn row_and_column(cell: Cell) -> [u16; 2] {
    [cell.row + 1, cell.col + 1]
}
