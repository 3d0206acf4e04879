//! `--explain`: what the engine deduced, as a log for people.
//!
//! ```text
//!   row 2, column 3   4       bounds: a chain of signs leaves it no room for 1, 2, 3
//!   │                 │       │                                              └ the digits taken
//!   │                 │       └ the rule, and what it says
//!   │                 └ the digits left
//!   └ the cell
//! ```

use crate::cli::rules::futoshiki_rule as meaning;
use crate::cli::stdio::note;
use crate::puzzle::futoshiki::{Puzzle, symbol};
use crate::solve::futoshiki::propagation::{Deduction, Digits, Observer, Rule};

/// Lines are written out when so many bytes of them wait.
const MANY_BYTES: usize = 1 << 14;
/// Guesses within guesses are indented, but not further than a terminal is wide.
const DEEPEST_INDENT: usize = 20;

/// Writes what it is told to standard error.
pub(super) struct Log {
    text: String,
    open: usize,
    guesses: usize,
    solutions: usize,
}

impl Log {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let givens = puzzle.givens().iter();
        Self {
            text: String::new(),
            open: givens.filter(|given| given.is_none()).count(),
            guesses: 0,
            solutions: 0,
        }
    }

    /// Writes what has not been written, and the sum of it.
    pub(super) fn finish(self) {
        note(&format!(
            "{}{} empty cells, {} guesses, {} solution(s)",
            self.text, self.open, self.guesses, self.solutions
        ));
    }

    fn line(&mut self, depth: usize, line: &str) {
        let indent = (2 * depth).min(DEEPEST_INDENT);
        self.text += &format!("{:indent$}{line}\n", "");
        if self.text.len() >= MANY_BYTES {
            note(self.text.trim_end());
            self.text.clear();
        }
    }
}

fn shown(digits: Digits) -> String {
    digits.iter().map(symbol).collect()
}

impl Observer for Log {
    fn deduced(&mut self, deduction: &Deduction) {
        let &Deduction {
            rule,
            cell,
            before,
            after,
            depth,
        } = deduction;
        let is_guess = rule == Rule::Guess;
        self.guesses += usize::from(is_guess);
        let left = match after.is_empty() {
            true => "no digit".to_owned(),
            false => shown(after),
        };
        let cell = cell.to_string();
        let (meaning, taken) = (meaning(rule), shown(before.without(after)));
        let depth = depth - usize::from(is_guess);
        self.line(depth, &format!("{cell:18} {left:9} {meaning} {taken}"));
    }

    fn solved(&mut self) {
        self.solutions += 1;
        let line = format!("solution {}", self.solutions);
        self.line(0, &line);
    }

    fn taken_back(&mut self) {
        self.line(0, "the guess is taken back");
    }
}
