//! Tells the user about a run: a live line while it plays, a line for each level, a summary; or lines of JSON.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use serde_json::json;

use crate::cli::look::milliseconds;
use crate::cli::median::median;
use crate::cli::stdio::{note, tell};
use crate::pipeline::Reason;
use crate::play::{Event, MoveView, Observation, PuzzleKind, Report, Shown, Spent, Task};

/// Room for the longest live line, so that it covers the one before.
const LIVE_WIDTH: usize = 78;

/// What is shorter than this after the last level is not worth a line.
const WORTH_A_LINE: Duration = Duration::from_millis(100);

/// Tells the user about a run.
pub(super) struct Reporter {
    is_json: bool,
    /// Whether a line can be written over again.
    is_live: bool,
    reports: Vec<Report>,
    /// From each level that was won to the click that led on.
    clicks: Vec<Duration>,
    /// What was spent after the last level.
    rest: Spent,
}

impl Reporter {
    pub(super) fn new(is_json: bool) -> Self {
        Self {
            is_json,
            is_live: !is_json && io::stderr().is_terminal(),
            reports: Vec::new(),
            clicks: Vec::new(),
            rest: Spent::default(),
        }
    }

    /// Takes what happens.
    pub(super) fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::Target(place) => note(&format!("Playing on {place}")),
            Event::Read { task, .. } => {
                let summary = task.summary();
                let size = format!("{}x{}", summary.cols, summary.rows);
                self.live(&match summary.kind {
                    PuzzleKind::Flow => format!("read {size}, {} colours", summary.colours),
                    PuzzleKind::Futoshiki => format!("read {size}, {} digits", summary.cells),
                });
            }
            Event::Stroke {
                task,
                seen,
                pace,
                redrawn,
                ..
            } => self.live(&progress(*task, seen, *pace, *redrawn)),
            Event::Won { report, .. } => self.won(report),
            Event::Rejected => self.rejected(),
            Event::Clicked { after } => self.clicks.push(*after),
            Event::PassedOver { why } => self.passed_over(&why.reason),
            Event::Ended(spent) => self.rest = *spent,
        }
    }

    /// Prints the line of a level at once.
    fn won(&mut self, report: &Report) {
        if self.is_json {
            tell(&line(report).to_string());
        } else {
            self.clear();
            if self.reports.is_empty() {
                tell(HEADER);
            }
            tell(&row(report));
        }
        self.reports.push(report.clone());
        self.live("waiting for the next board");
    }

    /// The last level is not won after all.
    fn rejected(&mut self) {
        let Some(report) = self.reports.pop() else {
            return;
        };
        if self.is_json {
            tell(&json!({ "status": "rejected", "level": report.number }).to_string());
        } else {
            self.clear();
            tell(&format!("{:>5}  the game does not take it", report.number));
        }
    }

    /// A board was dealt that cannot be played, for this reason.
    fn passed_over(&self, reason: &Reason) {
        if self.is_json {
            let reason = reason.to_string();
            tell(&json!({ "status": "passed-over", "reason": reason }).to_string());
        } else {
            self.clear();
            tell(&format!(
                "    -  the next board is not played ({reason}): another one is asked for"
            ));
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

    fn clear(&self) {
        self.write_over("");
        if self.is_live {
            write!(io::stderr(), "\r").ok();
        }
    }

    /// Whether any level was won.
    pub(super) fn has_won(&self) -> bool {
        !self.reports.is_empty()
    }

    /// Ends the live line and prints the summary.
    pub(super) fn finish(&self) {
        self.clear();
        if self.is_json {
            return;
        }
        if !self.reports.is_empty() {
            tell(&shown(&self.reports, &self.clicks));
            tell(&totals(&self.reports));
        }
        if sum(&self.rest) >= WORTH_A_LINE {
            tell(&account("the rest", &self.rest));
        }
    }
}

/// What the game showed of the levels of a run:
/// `3 levels won: everything was seen of 2, the game went on from 1. 15 strokes, 1 of them again. 0.3 s from won to the click`.
fn shown(reports: &[Report], clicks: &[Duration]) -> String {
    let count = |shown: Shown| reports.iter().filter(|one| one.shown == shown).count();
    let kinds = [
        (Shown::AllFlows, "everything was seen of"),
        (Shown::WentOn, "the game went on from"),
        (Shown::Covered, "something new lay over"),
        (Shown::Closed, "the window was closed after"),
    ];
    let kinds = kinds.map(|(shown, words)| (count(shown), words));
    let kinds = kinds.iter().filter(|(count, _)| *count > 0);
    let kinds: Vec<String> = kinds
        .map(|(count, words)| format!("{words} {count}"))
        .collect();
    let strokes: usize = reports.iter().map(|one| one.strokes).sum();
    let redrawn: usize = reports.iter().map(|one| one.redrawn).sum();
    let levels = match reports.len() {
        1 => "1 level won".to_owned(),
        count => format!("{count} levels won"),
    };
    let mut text = format!(
        "{levels}: {}. {strokes} strokes, {redrawn} of them again",
        kinds.join(", ")
    );
    if let Some(seconds) = median(clicks.iter().map(Duration::as_secs_f64)) {
        text += &format!(". {seconds:.1} s from won to the click (median)");
    }
    text
}

/// How far a level is: `drawing, 3 of 7 flows, 18 of 49 cells, 18 ms a cell, 1 redrawn`, or
/// `entering, 20 of 36 digits, 0 again`.
fn progress(task: &dyn Task, seen: &Observation, pace: Duration, redrawn: usize) -> String {
    let done = || seen.moves.iter().filter(|one| one.is_done());
    if task.summary().kind == PuzzleKind::Futoshiki {
        let (done, all) = (done().count(), seen.moves.len());
        return format!("entering, {done} of {all} digits, {redrawn} again");
    }
    let cells = |one: &MoveView| one.shown.len();
    let cells: usize = done().map(cells).sum();
    format!(
        "drawing, {} of {} flows, {cells} of {} cells, {} ms a cell, {redrawn} redrawn",
        done().count(),
        seen.moves.len(),
        task.summary().cells,
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
        "{:>5} {:>6} {:>8} {:>8.1} {:>9.1} {:>7.2} {:>8.1} {:>8}{}",
        report.number,
        format!("{}x{}", summary.cols, summary.rows),
        match summary.kind {
            PuzzleKind::Flow => summary.colours.to_string(),
            PuzzleKind::Futoshiki => "-".to_owned(),
        },
        milliseconds(summary.read),
        milliseconds(summary.solve),
        report.draw.as_secs_f64(),
        report.cells_per_second(),
        report.redrawn,
        match (summary.leaves_empty, summary.touching) {
            (true, _) => "  only paths that leave cells empty solve it",
            (false, true) => "  only paths that touch themselves solve it",
            (false, false) => "",
        },
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
        "status": "won",
        "shown": report.shown,
        "level": report.number,
        "puzzle": summary.kind,
        "rows": summary.rows,
        "cols": summary.cols,
        "colours": summary.colours,
        "read_ms": milliseconds(summary.read),
        "solve_ms": milliseconds(summary.solve),
        "cells": summary.cells,
        "draw_s": report.draw.as_secs_f64(),
        "cells_per_second": report.cells_per_second(),
        "redrawn": report.redrawn,
        "touching": summary.touching,
        "leaves_empty": summary.leaves_empty,
        "pace_ms": milliseconds(report.pace),
        "input": report.input,
        "strokes": report.strokes,
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
