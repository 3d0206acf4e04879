//! What the distorted pictures of all files together show, as a table and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::AddAssign;

use serde::Serialize;

use super::stress::{Case, Third};
use crate::render::distort::Kind;
use crate::render::report::{End, percent_text};

/// So many were read, refused, read wrongly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    pub(super) read: usize,
    pub(super) refused: usize,
    pub(super) wrong: usize,
}

impl Counts {
    fn count(&mut self, end: End) {
        match end {
            End::Read => self.read += 1,
            End::Refused => self.refused += 1,
            End::Wrong => self.wrong += 1,
        }
    }

    fn all(self) -> usize {
        self.read + self.refused + self.wrong
    }

    /// The share that was read, in percent; `None` of nothing.
    fn percent_read(self) -> Option<f64> {
        (self.all() > 0).then(|| 100.0 * self.read as f64 / self.all() as f64)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.read += other.read;
        self.refused += other.refused;
        self.wrong += other.wrong;
    }
}

/// The counts by kind and by third of strength. Only boards that are read undistorted stand in it: the
/// others are counted in `unread`.
#[derive(Debug, Default)]
pub(super) struct Table {
    of_read: BTreeMap<(Kind, Third), Counts>,
    unread: Counts,
}

impl Table {
    /// Counts the cases of one picture.
    pub(super) fn count(&mut self, cases: &[Case], is_read_undistorted: bool) {
        for case in cases {
            if is_read_undistorted {
                let key = (case.kind, case.third);
                self.of_read.entry(key).or_default().count(case.end);
            } else {
                self.unread.count(case.end);
            }
        }
    }

    pub(super) fn wrong(&self) -> usize {
        self.sum().wrong
    }

    fn sum(&self) -> Counts {
        let mut sum = self.unread;
        for counts in self.of_read.values() {
            sum += *counts;
        }
        sum
    }

    pub(super) fn of(&self, kind: Kind, third: Third) -> Counts {
        self.of_read
            .get(&(kind, third))
            .copied()
            .unwrap_or_default()
    }

    /// Of what must be read, all kinds together: what is hidden may be refused.
    fn of_third(&self, third: Third) -> Counts {
        let mut sum = Counts::default();
        for kind in Kind::ALL {
            if !kind.hides() {
                sum += self.of(kind, third);
            }
        }
        sum
    }

    /// For each third the percentage read of what is read undistorted, boards of which a part is hidden left out; `None` where nothing was
    /// tried.
    pub(super) fn percentages(&self) -> impl Iterator<Item = (Third, Option<f64>)> {
        Third::ALL
            .into_iter()
            .map(|third| (third, self.of_third(third).percent_read()))
    }

    /// The last line for people: all three counts.
    pub(super) fn closing_line(&self) -> String {
        let Counts {
            read,
            refused,
            wrong,
        } = self.sum();
        let all = self.sum().all();
        format!("{all} distorted: {read} read, {refused} refused, {wrong} WRONG")
    }

    /// The table for people.
    pub(super) fn to_text(&self) -> String {
        let mut text = format!("\n{:<14}", "distorted");
        for third in Third::ALL {
            let _ = write!(text, "{:>24}", third.name());
        }
        let _ = write!(text, "\n{:<14}", "");
        for _ in Third::ALL {
            let _ = write!(text, "{:>8}{:>9}{:>7}", "read", "refused", "WRONG");
        }
        text.push('\n');
        for kind in Kind::ALL {
            let _ = write!(text, "{:<14}", kind.name());
            for third in Third::ALL {
                let Counts {
                    read,
                    refused,
                    wrong,
                } = self.of(kind, third);
                let _ = write!(text, "{read:>8}{refused:>9}{wrong:>7}");
            }
            text.push('\n');
        }
        let _ = write!(text, "{:<14}", "all but hidden");
        for (_, percent) in self.percentages() {
            let _ = write!(text, "{:>8}{:>16}", percent_text(percent), "");
        }
        let mut text = text.trim_end().to_owned() + "\n";
        if self.unread.all() > 0 {
            let Counts {
                read,
                refused,
                wrong,
            } = self.unread;
            let _ = writeln!(
                text,
                "of pictures that are not read undistorted: {read} read, {refused} refused, {wrong} WRONG"
            );
        }
        text
    }

    /// The same for scripts.
    pub(super) fn to_json(&self) -> serde_json::Value {
        let rows: Vec<Row> = Kind::ALL
            .into_iter()
            .flat_map(|kind| Third::ALL.map(|third| (kind, third)))
            .map(|(kind, third)| Row {
                kind: kind.name(),
                third: third.name(),
                counts: self.of(kind, third),
            })
            .collect();
        let rounded = |percent: f64| (percent * 10.0).round() / 10.0;
        let percent: BTreeMap<&str, Option<f64>> = self
            .percentages()
            .map(|(third, percent)| (third.name(), percent.map(rounded)))
            .collect();
        let Counts {
            read,
            refused,
            wrong,
        } = self.sum();
        serde_json::json!({
            "read": read, "refused": refused, "wrong": wrong,
            "percent_read": percent, "not_read_undistorted": self.unread, "by_kind": rows,
        })
    }
}

/// One kind at one third.
#[derive(Serialize)]
struct Row {
    kind: &'static str,
    third: &'static str,
    #[serde(flatten)]
    counts: Counts,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(kind: Kind, third: Third, end: End) -> Case {
        Case {
            kind,
            third,
            strength: 0.5,
            end,
            remark: String::new(),
        }
    }

    #[test]
    fn shares_are_of_what_is_read_undistorted_and_not_covered() {
        let mut table = Table::default();
        let cases = [
            case(Kind::Jpeg, Third::Mild, End::Read),
            case(Kind::Blur, Third::Mild, End::Read),
            case(Kind::Blur, Third::Mild, End::Refused),
            case(Kind::Cover, Third::Mild, End::Refused),
            case(Kind::Gain, Third::Strong, End::Wrong),
        ];
        table.count(&cases, true);
        table.count(&[case(Kind::Jpeg, Third::Mild, End::Refused)], false);
        let percent: Vec<_> = table
            .percentages()
            .map(|(_, it)| it.map(|it| it as u32))
            .collect();
        assert_eq!(percent, [Some(66), None, Some(0)]);
        assert_eq!(table.wrong(), 1);
        assert_eq!(
            table.closing_line(),
            "6 distorted: 2 read, 3 refused, 1 WRONG"
        );
        let text = table.to_text();
        let row = |name| text.lines().find(|line| line.starts_with(name)).unwrap();
        let numbers: Vec<&str> = row("blur").split_whitespace().skip(1).collect();
        assert_eq!(numbers, ["1", "1", "0", "0", "0", "0", "0", "0", "0"]);
        assert!(row("all but hidden").contains("66.7 %"));
        let rest: Vec<&str> = row("all but hidden").split_whitespace().skip(5).collect();
        assert_eq!(rest, ["-", "0.0", "%"]);
        let json = table.to_json();
        assert_eq!(json["percent_read"]["mild"], 66.7);
        assert!(Third::ALL.map(|third| &json["percent_read"][third.name()])[1].is_null());
    }
}
