//! Tells a run: a live line while it plays, then a table; or lines of JSON.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use serde_json::json;

use crate::cli::look::milliseconds;
use crate::cli::stdio::{note, tell};
use crate::play::{Event, Level, Report, Spent, View};

/// Room for the longest live line, so that it covers the one before.
const LIVE_WIDTH: usize = 78;

/// What is shorter than this after the last level is not worth a line.
const WORTH_A_LINE: Duration = Duration::from_millis(100);

/// Tells a run.
pub(super) struct Teller {
    is_json: bool,
    /// Whether a line can be written over again.
    is_live: bool,
    reports: Vec<Report>,
    /// What was spent after the last of them.
    rest: Spent,
}

impl Teller {
    pub(super) fn new(is_json: bool) -> Self {
        Self {
            is_json,
            is_live: !is_json && io::stderr().is_terminal(),
            reports: Vec::new(),
            rest: Spent::default(),
        }
    }

    /// Takes what happens.
    pub(super) fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::Target(place) => note(&format!("Playing on {place}")),
            Event::Read { level, .. } => {
                let summary = level.summary();
                self.live(&format!(
                    "read {}x{}, {} colours",
                    summary.cols, summary.rows, summary.colours
                ));
            }
            Event::Stroke {
                level,
                view,
                pace,
                redrawn,
                ..
            } => self.live(&progress(*level, view, *pace, *redrawn)),
            Event::Drawn { report, .. } => {
                if self.is_json {
                    tell(&line(report).to_string());
                }
                self.live("drawn, waiting for the next board");
                self.reports.push((*report).clone());
            }
            Event::Ended(spent) => self.rest = *spent,
        }
    }

    /// Writes over the live line, of the level that is played now. Losing it is no reason to stop.
    fn live(&self, stage: &str) {
        let number = self.reports.len() + 1;
        self.write_over(&format!("level {number}: {stage}"));
    }

    fn write_over(&self, text: &str) {
        if self.is_live {
            write!(io::stderr(), "\r{text:<LIVE_WIDTH$}").ok();
        }
    }

    /// Whether any level was drawn.
    pub(super) fn has_drawn(&self) -> bool {
        !self.reports.is_empty()
    }

    /// Ends the live line and prints the table.
    pub(super) fn finish(&self) {
        self.write_over("");
        if self.is_live {
            write!(io::stderr(), "\r").ok();
        }
        if self.is_json {
            return;
        }
        if !self.reports.is_empty() {
            tell(HEADER);
            for report in &self.reports {
                tell(&row(report));
            }
            tell(&totals(&self.reports));
        }
        if sum(&self.rest) >= WORTH_A_LINE {
            tell(&account("the rest", &self.rest));
        }
    }
}

/// How far a level is: `drawing, 3 of 7 flows, 18 of 49 cells, 18 ms a cell, 1 redrawn`.
fn progress(level: &dyn Level, view: &View, pace: Duration, redrawn: usize) -> String {
    let strokes = level.strokes();
    let done = || strokes.iter().zip(&view.done).filter(|(_, done)| **done);
    let cells: usize = done().map(|(cells, _)| cells.len()).sum();
    format!(
        "drawing, {} of {} flows, {cells} of {} cells, {} ms a cell, {redrawn} redrawn",
        done().count(),
        strokes.len(),
        level.summary().cells,
        pace.as_millis(),
    )
}

/// The columns of [`row`].
pub(in crate::cli) const HEADER: &str =
    "level   size  colours  read ms  solve ms  draw s  cells/s  redrawn";

/// A level's line in the table.
pub(in crate::cli) fn row(report: &Report) -> String {
    let summary = &report.summary;
    format!(
        "{:>5} {:>6} {:>8} {:>8.1} {:>9.1} {:>7.2} {:>8.1} {:>8}",
        report.number,
        format!("{}x{}", summary.cols, summary.rows),
        summary.colours,
        milliseconds(summary.read),
        milliseconds(summary.solve),
        report.draw.as_secs_f64(),
        report.cells_per_second(),
        report.redrawn,
    )
}

/// Where the time of all levels went.
fn totals(reports: &[Report]) -> String {
    let mut spent = Spent::default();
    for report in reports {
        spent += report.spent;
    }
    match reports.len() {
        1 => account("1 level", &spent),
        count => account(&format!("{count} levels"), &spent),
    }
}

fn parts(spent: &Spent) -> [(&'static str, Duration); 5] {
    [
        ("look", spent.look),
        ("read", spent.read),
        ("solve", spent.solve),
        ("draw", spent.draw),
        ("wait for the game", spent.wait),
    ]
}

fn sum(spent: &Spent) -> Duration {
    parts(spent).iter().map(|(_, time)| *time).sum()
}

/// Where the time of something went: `3 levels in 4.0 s: look 1.0 s (25 %), ...`.
fn account(what: &str, spent: &Spent) -> String {
    let all = sum(spent).as_secs_f64();
    let shares = parts(spent).map(|(name, time)| {
        let time = time.as_secs_f64();
        let share = 100.0 * time / all.max(f64::EPSILON);
        format!("{name} {time:.1} s ({share:.0} %)")
    });
    format!("{what} in {all:.1} s: {}", shares.join(", "))
}

fn line(report: &Report) -> serde_json::Value {
    let summary = &report.summary;
    json!({
        "status": "drawn",
        "level": report.number,
        "rows": summary.rows,
        "cols": summary.cols,
        "colours": summary.colours,
        "read_ms": milliseconds(summary.read),
        "solve_ms": milliseconds(summary.solve),
        "draw_s": report.draw.as_secs_f64(),
        "cells_per_second": report.cells_per_second(),
        "redrawn": report.redrawn,
        "pace_ms": milliseconds(report.pace),
        "way": report.way,
        "spent_ms": {
            "look": milliseconds(report.spent.look),
            "read": milliseconds(report.spent.read),
            "solve": milliseconds(report.spent.solve),
            "draw": milliseconds(report.spent.draw),
            "wait": milliseconds(report.spent.wait),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_names_the_whole_and_every_part() {
        let spent = Spent {
            look: Duration::from_secs(1),
            wait: Duration::from_secs(3),
            ..Spent::default()
        };
        assert_eq!(
            account("the rest", &spent),
            "the rest in 4.0 s: look 1.0 s (25 %), read 0.0 s (0 %), solve 0.0 s (0 %), draw 0.0 s (0 %), wait for the \
             game 3.0 s (75 %)"
        );
    }
}
