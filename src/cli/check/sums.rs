//! How many pictures did what.

use serde::Serialize;

use super::table::Table;
use super::verdict::Word;
use super::{Checked, Seen};

/// All pictures together; the last line of `--json`.
#[derive(Debug, Default, Serialize)]
pub(super) struct Sums {
    passed: usize,
    failed: usize,
    /// Boards read, rightly or wrongly.
    read: usize,
    /// Pictures refused, rightly or wrongly.
    refused: usize,
    wrong: usize,
    skipped: usize,
}

/// The sums with those of the distorted pictures, if there are any.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    sums: &'a Sums,
    #[serde(skip_serializing_if = "Option::is_none")]
    stress: Option<serde_json::Value>,
}

impl Sums {
    pub(super) fn count(&mut self, checked: &Checked) {
        match checked.verdict.word {
            Word::Ok => self.passed += 1,
            Word::Skipped => self.skipped += 1,
            word => {
                self.failed += 1;
                self.wrong += usize::from(word == Word::Wrong);
            }
        }
        match checked.seen {
            Seen::Board => self.read += 1,
            Seen::Refusal => self.refused += 1,
            Seen::Nothing => {}
        }
    }

    /// Whether there was anything to check.
    pub(super) fn is_empty(&self) -> bool {
        self.passed + self.failed == 0
    }

    pub(super) fn has_failed(&self) -> bool {
        self.failed > 0
    }

    /// For people, with all but the line about passing.
    pub(super) fn counts(&self) -> String {
        format!(
            "{} read, {} refused, {} WRONG, {} skipped",
            self.read, self.refused, self.wrong, self.skipped
        )
    }

    /// The lines at the end. `table` is that of the distorted pictures, if there are any.
    pub(super) fn to_text(&self, table: Option<&Table>, json: bool) -> serde_json::Result<String> {
        if json {
            let stress = table.map(Table::to_json);
            return Ok(serde_json::to_string(&Line { sums: self, stress })? + "\n");
        }
        let stress = table.map_or(String::new(), |table| {
            format!("{}\n{}\n", table.to_text(), table.closing_line())
        });
        Ok(format!(
            "\n{}\n{} passed, {} failed\n{stress}",
            self.counts(),
            self.passed,
            self.failed
        ))
    }
}
