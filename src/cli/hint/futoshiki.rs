//! Hints for boards of Futoshiki.

use image::RgbImage;

use super::Hinted;
use super::told::{Status, Told, row_and_column};
use crate::cli::input::FutoshikiBoard;
use crate::cli::rules::futoshiki_rule;
use crate::geometry::Cell;
use crate::puzzle::futoshiki::symbol;
use crate::render::draw_futoshiki;
use crate::solve::futoshiki::hint::{Hint, HintError, Hints};
use crate::solve::futoshiki::propagation::{Deduction, Rule};

/// A board that hints are asked for.
pub(super) struct FutoshikiHints {
    hints: Hints,
    /// The cells of the hints so far.
    hinted: Vec<Cell>,
}

impl FutoshikiHints {
    /// `None` if the puzzle has no solution.
    pub fn new(board: FutoshikiBoard) -> anyhow::Result<Option<Self>> {
        let FutoshikiBoard { level, entered } = board;
        match Hints::new(&level.puzzle, &entered) {
            Ok(hints) => Ok(Some(Self {
                hints,
                hinted: Vec::new(),
            })),
            Err(HintError::NoSolution) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl Hinted for FutoshikiHints {
    fn next(&mut self) -> anyhow::Result<Told> {
        let hint = self.hints.next();
        self.hints.follow(&hint)?;
        Ok(match hint {
            Hint::Done => Told::done("futoshiki", "every cell has its digit, and all are right"),
            Hint::Wrong(cell, digit) => {
                self.hinted.push(cell);
                let text = format!("the {} at {cell} is wrong: take it away", symbol(digit));
                of_cell(Status::Wrong, &text, cell, digit)
            }
            Hint::Enter {
                cell,
                digit,
                rule,
                reasons,
            } => {
                self.hinted.push(cell);
                let text = match rule {
                    Some(_) => format!("{cell} must be {}", symbol(digit)),
                    None => format!(
                        "no rule forces a digit; the solution has {} at {cell}",
                        symbol(digit)
                    ),
                };
                let status = rule.map_or(Status::Guess, |_| Status::Forced);
                Told {
                    rule: rule.map(Rule::name),
                    because: reasons.iter().map(reason).collect(),
                    ..of_cell(status, &text, cell, digit)
                }
            }
        })
    }

    fn picture(&self) -> anyhow::Result<RgbImage> {
        Ok(draw_futoshiki(self.hints.entered(), &self.hinted))
    }
}

fn of_cell(status: Status, text: &str, cell: Cell, digit: u8) -> Told {
    Told {
        status,
        cells: vec![row_and_column(cell)],
        digit: Some(digit),
        ..Told::done("futoshiki", text)
    }
}

/// What a rule took from the cell.
fn reason(deduction: &Deduction) -> String {
    let taken = deduction.before.without(deduction.after);
    let taken: Vec<String> = taken.iter().map(|it| symbol(it).to_string()).collect();
    format!("{} {}", futoshiki_rule(deduction.rule), taken.join(", "))
}
